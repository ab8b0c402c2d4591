"""The strategic move: armies from one own territory to a neighbouring one."""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.hold import add_armies, are_neighbours, borders_enemy
from kamchatka.rules.layout import (
    MOVED,
    MOVED_ARMIES,
    MOVED_FROM,
    MOVED_TO,
    MOVES_MADE,
    PHASE,
    SEAT,
    TAKEN_BACK,
    Position,
)
from kamchatka.rules.reinforcement import MOST_TAKE_BACKS
from kamchatka.rules.violations import (
    ALLOWED,
    GARRISON_NEEDED,
    MOVE_IS_FINAL,
    NO_MOVE_LEFT,
    NOT_ADJACENT,
    NOT_YOUR_TERRITORY,
    SAME_TERRITORY,
    TOO_FEW_LEFT,
    TOO_MANY_TAKE_BACKS,
    WRONG_NUMBER_OF_ARMIES,
)


def must_stay(tables: Tables, pos: Position, source: int) -> int:
    """Armies that must stay on the source of a move."""
    return tables.move_garrison if borders_enemy(tables, pos, source) else 1


def check_move(tables: Tables, pos: Position, source: int, goal: int, armies: int) -> int:
    """ALLOWED, or why the seat in turn may not move these armies."""
    seat = pos.now[SEAT]
    if pos.now[MOVES_MADE] >= tables.moves_per_turn:
        return NO_MOVE_LEFT
    if pos.owner[source] != seat or pos.owner[goal] != seat:
        return NOT_YOUR_TERRITORY
    if source == goal:
        return SAME_TERRITORY
    if not are_neighbours(tables, source, goal):
        return NOT_ADJACENT
    if armies < 1:
        return WRONG_NUMBER_OF_ARMIES
    if pos.armies[source] - armies < 1:
        return TOO_FEW_LEFT
    if pos.armies[source] - armies < must_stay(tables, pos, source):
        return GARRISON_NEEDED
    return ALLOWED


def make_move(tables: Tables, pos: Position, source: int, goal: int, armies: int) -> None:
    """Move the armies; if the move comes last it closes combat."""
    add_armies(pos, source, -armies)
    add_armies(pos, goal, armies)
    pos.now[MOVES_MADE] += 1
    pos.now[MOVED_FROM] = source
    pos.now[MOVED_TO] = goal
    pos.now[MOVED_ARMIES] = armies
    if not tables.move_any_time:
        pos.now[PHASE] = MOVED


def check_undo_move(tables: Tables, pos: Position) -> int:
    """ALLOWED, or why the move just made may not be taken back."""
    if pos.now[PHASE] != MOVED or pos.now[MOVES_MADE] == 0 or not tables.move_editable:
        return MOVE_IS_FINAL
    if pos.now[MOVED_ARMIES] == 0:  # already taken back
        return MOVE_IS_FINAL
    return TOO_MANY_TAKE_BACKS if pos.now[TAKEN_BACK] >= MOST_TAKE_BACKS else ALLOWED


def undo_move(pos: Position) -> None:
    """Move the armies back; combat stays closed, and earlier moves stay."""
    add_armies(pos, pos.now[MOVED_TO], -pos.now[MOVED_ARMIES])
    add_armies(pos, pos.now[MOVED_FROM], pos.now[MOVED_ARMIES])
    pos.now[MOVES_MADE] -= 1
    pos.now[TAKEN_BACK] += 1
    if pos.now[MOVES_MADE] > 0:
        pos.now[MOVED_ARMIES] = 0
