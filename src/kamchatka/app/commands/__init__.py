"""Every command of a tournament and of its live tables: listed, read from words, carried out."""
