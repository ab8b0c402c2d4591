"""Ownership and armies: the only functions that change them, so that masks and sums stay consistent."""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.bits import contains
from kamchatka.rules.layout import NEUTRAL, NOBODY, SEATS, STRONG, Position


def add_armies(pos: Position, territory: int, armies: int) -> None:
    """Add armies to a territory, or remove them (a negative number)."""
    now = pos.armies[territory] + armies
    pos.armies[territory] = now
    bit = 1 << territory
    if now >= 2:
        pos.masks[STRONG] |= bit
    else:
        pos.masks[STRONG] &= ~bit
    owner = pos.owner[territory]
    if 0 <= owner < SEATS:  # neither NOBODY nor NEUTRAL
        pos.on_board[owner] += armies


def hand_over(pos: Position, territory: int, owner: int) -> None:
    """Give a territory, with the armies on it, to another owner."""
    before = pos.owner[territory]
    armies = pos.armies[territory]
    bit = 1 << territory
    if before != NOBODY:
        pos.owned[before] &= ~bit
        if before != NEUTRAL:
            pos.on_board[before] -= armies
    pos.owner[territory] = owner
    if owner != NOBODY:
        pos.owned[owner] |= bit
        if owner != NEUTRAL:
            pos.on_board[owner] += armies


def borders_enemy(tables: Tables, pos: Position, territory: int) -> bool:
    """Whether a neighbour belongs to another owner (neutral and absent seats count as enemies)."""
    own = pos.owned[pos.owner[territory]]
    return tables.neighbours[territory] & ~own != 0


def are_neighbours(tables: Tables, one: int, other: int) -> bool:
    """Whether two territories border each other, by land or by sea."""
    return contains(tables.neighbours[one], other)
