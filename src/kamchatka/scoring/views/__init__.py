"""Views of scores: plain data that terminal, JSON and pages all render."""
