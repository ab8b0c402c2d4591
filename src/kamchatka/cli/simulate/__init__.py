"""`kamchatka simulate`: its options, what it does with them, and how the report looks."""
