"""The end by time: laps left, closing dice (sdadata), and the totals that close.

Example, exact from 4 to 7 with rolls from the last seat: time expires in lap 9, so lap 10 is the last. Seat
4 ends its turn of lap 10 and opens round 1: a total of 4 closes. Seats 1 to 3 of lap 11 roll for 4 too; seat
4 of lap 11 opens round 2: 4 or 5. And so on, to 4, 5, 6 or 7. A seat's slot is its moment to roll, after its
turn.
"""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.layout import (
    CLOSING_ROUND,
    CONGELATO,
    CONGELATO_IN_EXTRA_LAPS,
    CONQUESTS,
    FIRST_SEAT,
    LAP,
    LAST_LAP,
    PHASE,
    PLAYING,
    REINFORCEMENT,
    SEAT,
    SEATS_AT_TABLE,
    TURN,
    WITHDRAWN,
    Position,
)


def time_is_over(pos: Position, laps: int) -> bool:
    """Whether a time limit in laps has just passed and is not recorded yet."""
    return pos.now[PHASE] == REINFORCEMENT and pos.now[LAST_LAP] == 0 and pos.now[LAP] > laps


def expire(tables: Tables, pos: Position) -> None:
    """Record that time is over: fix the last lap before the closing rolls.

    If the current turn, not the lap, is finished, laps are counted from the next seat on.
    """
    pos.now[LAST_LAP] = pos.now[LAP] + tables.closing_laps_after
    if tables.closing_expiry_turn:
        pos.now[FIRST_SEAT] = (pos.now[SEAT] + 1) % pos.now[SEATS_AT_TABLE]


def closes(tables: Tables, closing_round: int, total: int) -> bool:
    """Whether this total of the closing dice ends the game in this round of rolls (round 0: never)."""
    if closing_round < 1:
        return False
    highest = min(tables.closing_first + closing_round - 1, tables.closing_last)
    lowest = tables.closing_first if tables.closing_exact else 1
    return lowest <= total <= highest


def total_of(tables: Tables, throw: int) -> int:
    """The total of a throw of the closing dice."""
    if tables.closing_dice == 1:
        return throw + 1
    return throw % 6 + throw // 6 + 2


def has_slot(tables: Tables, pos: Position, seat: int) -> bool:
    """Whether the seat has a closing roll in each lap; also a withdrawn one if others roll for it."""
    if pos.status[seat] == PLAYING or rolls_though_congelata(pos, seat):
        return True
    return pos.status[seat] == WITHDRAWN and tables.withdrawn_closing_rolls == 1


def rolls_though_congelata(pos: Position, seat: int) -> bool:
    """Whether the seat just ended the turn that made it congelata: it still makes that turn's roll."""
    if pos.status[seat] not in (CONGELATO, CONGELATO_IN_EXTRA_LAPS):
        return False
    return seat == pos.now[SEAT] and pos.last_turn[seat] == pos.now[TURN]


def is_last_slot(tables: Tables, pos: Position, seat: int) -> bool:
    """Whether no later seat in this lap has a closing roll: an earlier seat may become the last one."""
    seats = pos.now[SEATS_AT_TABLE]
    after = (seat + 1) % seats
    while after != pos.now[FIRST_SEAT]:
        if has_slot(tables, pos, after):
            return False
        after = (after + 1) % seats
    return True


def open_slot(tables: Tables, pos: Position, seat: int) -> bool:
    """Open this seat's slot, once a lap, and advance the round if due; returns whether dice are rolled.

    The round advances when the current last seat ends its turn, even if the last seat has changed.
    A roll made once a lap belongs to the lap: it is made even if the last seat left in its own turn.
    """
    last_lap = pos.now[LAST_LAP]
    lap = pos.now[LAP]
    if last_lap == 0 or lap < last_lap:
        return False
    if not tables.closing_once_a_lap and not has_slot(tables, pos, seat):
        return False
    if tables.closing_from_first_seat:
        pos.now[CLOSING_ROUND] = lap - last_lap
    elif tables.closing_step_lap:
        if lap > last_lap or is_last_slot(tables, pos, seat):
            pos.now[CLOSING_ROUND] = lap - last_lap + 1
    elif is_last_slot(tables, pos, seat):
        pos.now[CLOSING_ROUND] += 1
    if pos.now[CLOSING_ROUND] == 0:
        return False
    if tables.closing_once_a_lap:
        return is_last_slot(tables, pos, seat)
    return seat != pos.now[SEAT] or not is_excused(tables, pos)


def closing_roller(pos: Position, seat: int) -> int:
    """Who rolls this seat's closing dice: itself; for an absent seat, the seat before it at the table."""
    seats = pos.now[SEATS_AT_TABLE]
    for _ in range(seats):
        if pos.status[seat] == PLAYING or rolls_though_congelata(pos, seat):
            break
        seat = (seat - 1) % seats
    return seat


def is_excused(tables: Tables, pos: Position) -> bool:
    """Whether the seat in turn has enough conquests to be excused from the roll."""
    return 0 < tables.closing_excused_from <= pos.now[CONQUESTS]
