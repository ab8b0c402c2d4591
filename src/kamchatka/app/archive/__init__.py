"""Automatic copies of an event while it is played, and opening copies on another computer."""
