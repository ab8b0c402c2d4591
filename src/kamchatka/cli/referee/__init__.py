"""Commands at live tables."""
