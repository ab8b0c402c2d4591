"""Use cases at live tables, which join a table's stream with that of its tournament."""
