"""Tournaments of an installation: opening, commands, views and files."""
