"""The terminal's commands about the strength of bots."""
