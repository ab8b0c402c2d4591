"""Digital games, and replays of recorded games.

digital_table  a game in progress: open, resume, act, undo, supply luck, save, give up
game_file      the file of a game, and the secret of its fair dice
players, bots  the players at a table; decisions of bots
time_limit     the end of playing time
retelling      a record replayed and compared: the one replay
story          a game step by step; story_table, the table after its events
luck_rows      every request of luck with what it was for; fortune, how lucky each seat was;
               reasons, why its bots played like this
records        uploaded records and shipped examples; record_summary, one record in a list
terminal_games the games of this computer's terminal

No user interface: the caller asks the players, and passes their answers in.
"""
