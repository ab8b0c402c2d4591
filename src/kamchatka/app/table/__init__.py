"""A table where a game is played through us: on a terminal today, over the site tomorrow.

table     the game while it is played: open, resume, act, take back, bring luck, keep, give up
game_file where the game is kept and how; the secret of its fair dice
players   who sits there
bots      what a bot decides
limit     when time is over

Nothing here asks or draws: who shows a table asks first and hands in the answer.
"""
