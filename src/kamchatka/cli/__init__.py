"""The terminal: one module for each group of commands."""

from kamchatka.cli.app import app, main

__all__ = ["app", "main"]
