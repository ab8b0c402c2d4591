"""`kamchatka tournament`: a whole tournament from the terminal, step by step or command by command."""
