"""Pages of recorded games."""
