"""Tournaments of an installation: opened, changed by commands, read from and written to files."""
