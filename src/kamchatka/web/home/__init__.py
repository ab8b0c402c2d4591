"""The first page, the demonstration and the choice of a language."""
