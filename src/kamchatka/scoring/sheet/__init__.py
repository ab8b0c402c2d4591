"""The table sheet: what a finished game leaves on paper, read, checked, counted and placed."""
