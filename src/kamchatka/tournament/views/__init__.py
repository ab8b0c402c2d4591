"""Views of a tournament: plain data with message codes, rendered by terminal and pages."""
