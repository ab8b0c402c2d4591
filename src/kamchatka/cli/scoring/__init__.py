"""The commands on scores: `score`, `standings`, `whatif` and `formula`; they only ask and draw."""
