"""A game at one terminal: who sits there, what they see, what they are asked, and how it is kept.

people · bots         who plays; what a bot decides
luck · limit          where luck comes from; when time is over
keeping · locking     the file of the game, written as it goes on; that only one terminal plays it
screen · words · aside    lines in and out; words that are understood at any time
matching · drawing · telling    names by their beginning; the board; what happened
question              what a person is asked in each phase: opening, placing, fighting, moving
session · ending      the game from first to last; the result
"""
