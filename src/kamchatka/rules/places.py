"""The final order of all seats, and what decided between neighbours."""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.layout import (
    ELIMINATED,
    EXCLUDED,
    ROLLING,
    SEATS_AT_TABLE,
    WINNER,
    WITHDRAWN,
    Position,
    Secrets,
)
from kamchatka.rules.tally import LOT, criterion, table_points
from kamchatka.rules.victory import goal_of

# Decisions beyond the criteria of `tally`
NOTHING = 0
BY_GOAL = 20
BY_SURVIVAL = 21
BY_OUT_ORDER = 22
BY_POINTS = 23
SHARED = 24

ZERO_SHARES_WORST = 1


def is_out(tables: Tables, pos: Position, seat: int) -> bool:
    """Whether the seat is placed after all that stayed, by order of elimination."""
    status = pos.status[seat]
    if status in (ELIMINATED, EXCLUDED):
        return True
    return status == WITHDRAWN and tables.withdrawn_counts_eliminated == 1


def final_points(tables: Tables, pos: Position, secrets: Secrets, seat: int) -> int:
    """Half points on the sheet: a RisiKo! may have a fixed value, and a seat that is out has none."""
    if pos.now[WINNER] == seat and tables.points_risiko > 0:
        return tables.points_risiko
    if is_out(tables, pos, seat):
        return 0
    return table_points(tables, pos, seat, goal_of(tables, secrets, seat))


def share_the_worst(tables: Tables, pos: Position, secrets: Secrets, a: int, b: int) -> bool:
    """Whether two seats with zero points stay tied on the worst of their places."""
    if tables.zero_points != ZERO_SHARES_WORST:
        return False
    return final_points(tables, pos, secrets, a) == 0 and final_points(tables, pos, secrets, b) == 0


def who_is_ahead(tables: Tables, pos: Position, secrets: Secrets, a: int, b: int) -> tuple[int, int]:
    """1 if a is ahead of b, -1 if behind, 0 if only dice or lots can decide; and what decided."""
    if pos.now[WINNER] == a or pos.now[WINNER] == b:
        return (1 if pos.now[WINNER] == a else -1), BY_GOAL
    if share_the_worst(tables, pos, secrets, a, b):
        return 0, SHARED
    out_a, out_b = is_out(tables, pos, a), is_out(tables, pos, b)
    if out_a != out_b:
        return (-1 if out_a else 1), BY_SURVIVAL
    if out_a:
        return (1 if pos.out_order[a] > pos.out_order[b] else -1), BY_OUT_ORDER
    goal_a, goal_b = goal_of(tables, secrets, a), goal_of(tables, secrets, b)
    mine = final_points(tables, pos, secrets, a)
    theirs = final_points(tables, pos, secrets, b)
    if mine != theirs:
        return (1 if mine > theirs else -1), BY_POINTS
    for index in range(len(tables.tie_criteria)):
        which = tables.tie_criteria[index]
        if which == 0:
            break
        mine = criterion(tables, pos, a, goal_a, which)
        theirs = criterion(tables, pos, b, goal_b, which)
        if mine != theirs:
            return (1 if mine > theirs else -1), which
    # A list without a final die or lot (in old records) also falls back to a lot.
    if pos.rolls[a] != pos.rolls[b]:
        return (1 if pos.rolls[a] > pos.rolls[b] else -1), LOT
    return 0, NOTHING


def place_seats(tables: Tables, pos: Position, secrets: Secrets) -> None:
    """Give each seat its place, 1 for the winner, and what put it ahead of the next.

    Seats that only dice can separate are recorded in ROLLING; they roll and this is done again.
    """
    seats = pos.now[SEATS_AT_TABLE]
    pos.now[ROLLING] = 0
    for a in range(seats):
        pos.place[a] = 1
        for b in range(seats):
            if a == b:
                continue
            ahead, why = who_is_ahead(tables, pos, secrets, a, b)
            if ahead < 0 or why == SHARED:
                pos.place[a] += 1
    for a in range(seats):
        note_what_decided(tables, pos, secrets, a)


def note_what_decided(tables: Tables, pos: Position, secrets: Secrets, a: int) -> None:
    """Record what put this seat ahead of the next place; a tie that is not shared is left to dice."""
    seats = pos.now[SEATS_AT_TABLE]
    pos.decided[a] = NOTHING
    for b in range(seats):
        if a == b:
            continue
        ahead, why = who_is_ahead(tables, pos, secrets, a, b)
        if ahead == 0 and why == NOTHING and pos.now[ROLLING] == 0:
            pos.now[ROLLING] = tied_with(pos, seats, pos.place[a])
        if ahead > 0 and pos.place[b] == next_place(pos, seats, pos.place[a]):
            pos.decided[a] = why
        elif why == SHARED and pos.decided[a] == NOTHING:
            pos.decided[a] = SHARED


def next_place(pos: Position, seats: int, place: int) -> int:
    """The best place after this one that a seat holds; 0 if there is none."""
    found = 0
    for seat in range(seats):
        if pos.place[seat] > place and (found == 0 or pos.place[seat] < found):
            found = pos.place[seat]
    return found


def tied_with(pos: Position, seats: int, place: int) -> int:
    """Mask of the seats with this place."""
    mask = 0
    for seat in range(seats):
        if pos.place[seat] == place:
            mask |= 1 << seat
    return mask
