"""The results of a tournament: rounds of sheets, penalties, teams and lots, read from files."""
