"""A second opinion on the rules: plain, slow, written from the printed regulations alone.

It shares no code with the rules core. It reads the settings of a rulebook and plays a game from its first
turn on: reinforcements, cards, attacks, occupations, the move, the card, closing dice, leaving, victory.
"""

from tests.perft.opinion.game import Opinion
from tests.perft.opinion.table import Action

__all__ = ["Action", "Opinion"]
