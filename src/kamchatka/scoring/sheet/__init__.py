"""The table sheet: the record of a finished game, parsed, validated, counted and placed."""
