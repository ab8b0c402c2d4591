"""The rules of the game: short pure functions over a Position, listed in the order of a game.

set-up       layout · opening · deal · setup
a turn       reinforcement · tris · combat · conquest · movement · cards
leaving      elimination
the end      victory · ending · tally · places
entry points moves · violations · legality · turn · step
"""

RULES_VERSION = 2
"""Version of the rules: raised only when a recorded game would replay differently."""
