"""A game at one terminal, seen again and verified: what people are asked and shown.

command · replay · verify       the commands
session · desk                  the game from first to last; who looks, what has been told to whom
screen · words · dice           lines in and out; what is typed, understood; real dice
question                        what a person is asked in each phase: opening, armies, fighting
drawing · telling · result      the board; what happened; who came where

The table itself, with its file and its bots, is `app.table`: here it is only shown and asked about.
"""
