"""The home page, the demonstration and the language switch."""
