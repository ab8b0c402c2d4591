"""Use cases: what people may ask for that is stored or needs permission.

home        where this installation keeps its data
departure   where a record parts from the game played again, in words
retelling   a file as the record of a game, played again and found true
told        the rest of a text that our rules no longer follow, in its own words
story       a game told step by step
summary     a game in one card
played      the games of this computer's terminal
records     the shelf of uploaded records, and the shipped examples
"""
