"""Use cases: what people may ask for that is stored or needs permission.

home        where this installation keeps its data
retelling   a file as the record of a game, played again and found true
story       a game told step by step
summary     a game in one card
records     the shelf of uploaded records, and the shipped examples
"""
