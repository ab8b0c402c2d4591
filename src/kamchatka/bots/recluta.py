"""Recluta: any legal move, each family of moves equally likely."""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.layout import Cells, Position
from kamchatka.rules.legality import list_moves
from kamchatka.stream import below


def decide_as_recluta(
    tables: Tables, pos: Position, hand: int, goal: int, state: int, found: Cells
) -> tuple[int, int]:
    """A random family of moves, then a random move within it."""
    families = list_moves(tables, pos, hand, found)
    state, family = below(state, families)
    least = found[3 * family + 1]
    state, more = below(state, found[3 * family + 2] - least + 1)
    return state, found[3 * family] + least + more
