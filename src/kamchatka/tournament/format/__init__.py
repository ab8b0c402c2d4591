"""Tournament formats as TOML files: stages, their players and their tables."""
