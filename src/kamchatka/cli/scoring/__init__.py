"""The commands `score`, `standings`, `whatif` and `formula`: input and output only."""
