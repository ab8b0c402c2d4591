"""Tournament formats: stages, who enters them, how tables are made up; each a TOML file."""
