"""Armies at the start of a turn: their number, their placement, and taking them back."""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.bits import count
from kamchatka.rules.hold import add_armies
from kamchatka.rules.layout import (
    COMBAT,
    HAS_PLACED,
    LAP,
    PHASE,
    REINFORCEMENT,
    SEAT,
    TAKEN_BACK,
    TERRITORIES,
    TO_PLACE,
    Position,
)
from kamchatka.rules.violations import (
    ALLOWED,
    MAY_NOT_REPOSITION,
    NOT_PLACED_THIS_TURN,
    NOT_YOUR_TERRITORY,
    NOTHING_TO_PLACE,
    TOO_MANY_ARMIES,
    TOO_MANY_TAKE_BACKS,
    WRONG_NUMBER_OF_ARMIES,
    WRONG_PHASE,
)

MOST_TAKE_BACKS = 20
"""Limit of take-backs in one turn: far above what people need."""


def reinforcements_due(tables: Tables, pos: Position, seat: int) -> int:
    """Armies the seat receives at the start of its turn, before any tris.

    Territories count in thirds, rounded down; a continent counts only if held entirely.
    """
    if pos.now[LAP] == 1 and not tables.reinforcement_on_first_turn:
        return 0
    owned = pos.owned[seat]
    armies = count(owned) // tables.territories_per_army
    if tables.minimum_on_territories:
        armies = max(armies, tables.reinforcement_minimum)
    for continent in range(len(tables.continent_masks)):
        if owned & tables.continent_masks[continent] == tables.continent_masks[continent]:
            armies += tables.continent_bonus[continent]
    return max(armies, tables.reinforcement_minimum)


def room(pos: Position, seat: int) -> int:
    """Armies the seat may still put on the board under its limit (0 means none)."""
    if pos.limit[seat] == 0:
        return 1000
    return max(0, pos.limit[seat] - pos.on_board[seat])


def receive(pos: Position, armies: int) -> None:
    """Add armies to those the seat in turn has to place; any above its limit are lost."""
    pos.now[TO_PLACE] = min(pos.now[TO_PLACE] + armies, room(pos, pos.now[SEAT]))


def check_place(pos: Position, territory: int, armies: int) -> int:
    """ALLOWED, or why the seat in turn may not put these armies on this territory."""
    if pos.now[PHASE] != REINFORCEMENT:
        return WRONG_PHASE
    if pos.owner[territory] != pos.now[SEAT]:
        return NOT_YOUR_TERRITORY
    if pos.now[TO_PLACE] == 0:
        return NOTHING_TO_PLACE
    if armies < 1:
        return WRONG_NUMBER_OF_ARMIES
    if armies > pos.now[TO_PLACE]:
        return TOO_MANY_ARMIES
    return ALLOWED


def place(pos: Position, territory: int, armies: int) -> None:
    """Put reinforcements on a territory."""
    add_armies(pos, territory, armies)
    pos.placed[territory] += armies
    pos.now[TO_PLACE] -= armies
    pos.now[HAS_PLACED] = 1


def check_take_back(tables: Tables, pos: Position, territory: int, armies: int) -> int:
    """ALLOWED, or why armies placed this turn may not be taken back."""
    if pos.now[PHASE] != REINFORCEMENT:
        return WRONG_PHASE if pos.now[PHASE] != COMBAT else MAY_NOT_REPOSITION
    if pos.owner[territory] != pos.now[SEAT]:
        return NOT_YOUR_TERRITORY
    if not tables.may_reposition:
        return MAY_NOT_REPOSITION
    if not 1 <= armies <= pos.placed[territory]:
        return NOT_PLACED_THIS_TURN
    if pos.now[TAKEN_BACK] >= MOST_TAKE_BACKS:
        return TOO_MANY_TAKE_BACKS
    return ALLOWED


def take_back(pos: Position, territory: int, armies: int) -> None:
    """Take back armies placed this turn; HAS_PLACED stays set."""
    add_armies(pos, territory, -armies)
    pos.placed[territory] -= armies
    pos.now[TO_PLACE] += armies
    pos.now[TAKEN_BACK] += 1


def end_reinforcement(pos: Position) -> None:
    """An attack or a move begins: after the first one in a turn placements are final."""
    if pos.now[PHASE] == REINFORCEMENT:
        forget_placed(pos)
    pos.now[PHASE] = COMBAT


def forget_placed(pos: Position) -> None:
    """Make the armies placed this turn final."""
    for territory in range(TERRITORIES):
        pos.placed[territory] = 0
