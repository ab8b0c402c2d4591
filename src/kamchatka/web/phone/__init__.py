"""Pages for the phone at a table."""
