"""Games played through us, and games told again.

digital_table  a game while it is played: open, resume, act, take back, bring luck, keep, give up
game_file      where such a game is kept; the secret of its fair dice
players, bots  who sits there; what a bot decides
time_limit     when time is over
retelling      a record played again and compared: the one replay
story          a game told step by step; story_table, the table its events leave
records        uploaded records and shipped examples; record_summary, one in a card
terminal_games the games of this computer's terminal

Nothing here asks or draws: a caller that shows a table asks first and passes the answer in.
"""
