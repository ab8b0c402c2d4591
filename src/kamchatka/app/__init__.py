"""Use cases: what people may ask for that is stored or needs permission.

refusals        why something cannot be done, in words
plain           views as plain data, for programs
saving          where files are kept, and how they are written
retelling       a record played again and compared: the one replay
story           a game told step by step; story_table, the table its events leave
summary         a game in one card
records         the shelf of uploaded records, and the shipped examples
terminal_games  the games of this computer's terminal
table           a table where a game is played
"""
