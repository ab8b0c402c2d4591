"""Copies that make themselves while an event is played, and copies opened on another computer."""
