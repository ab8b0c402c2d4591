"""Dispatch to a bot's policy, with only what its seat may know.

A plain function like those of `rules`, since the simulator compiles it too.
"""

from kamchatka.bots import SOLDATO
from kamchatka.bots.random_player import decide_at_random
from kamchatka.bots.soldato import decide_as_soldato
from kamchatka.rulebook.tables import Tables
from kamchatka.rules.layout import Cells, Position, Secrets
from kamchatka.rules.victory import goal_of


def decide(
    tables: Tables, pos: Position, secrets: Secrets, seat: int, bot: int, state: int, found: Cells
) -> tuple[int, int]:
    """The seat's move, chosen by its policy."""
    hand = secrets.hands[seat]
    goal = goal_of(tables, secrets, seat)
    if bot == SOLDATO:
        return decide_as_soldato(tables, pos, hand, goal, state, found)
    return decide_at_random(tables, pos, hand, goal, state, found)
