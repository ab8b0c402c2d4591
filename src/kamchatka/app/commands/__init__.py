"""Every command of a tournament and of its live tables: listed, parsed, executed."""
