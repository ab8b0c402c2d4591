"""`kamchatka simulate`: its options, the command and the printed report."""
