"""A game at one terminal, its replay and verification: what people are asked and shown.

command · replay · verify       the commands
session · desk                  the game loop; who is at the screen, and what each person has been shown
screen · words · dice           input and output; parsing what is typed; real dice
question                        questions in each phase: opening, armies, fighting
board_picture · telling · result  the board; what happened; the final places

The table itself, with its file and its bots, is in `app.games`; this package only displays and asks.
"""
