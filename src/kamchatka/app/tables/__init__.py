"""Use cases at live tables, which combine the stream of a table with that of its tournament."""
