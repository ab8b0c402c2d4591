"""The random player: any legal move, every family of moves as likely as the others."""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.layout import Cells, Position
from kamchatka.rules.legality import list_moves
from kamchatka.stream import below


def decide_at_random(
    tables: Tables, pos: Position, hand: int, goal: int, state: int, found: Cells
) -> tuple[int, int]:
    """A family of moves at random, then a number within it at random."""
    families = list_moves(tables, pos, hand, found)
    state, family = below(state, families)
    least = found[3 * family + 1]
    state, more = below(state, found[3 * family + 2] - least + 1)
    return state, found[3 * family] + least + more
