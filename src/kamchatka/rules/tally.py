"""Counting the board: table points in half points, and the tie-break numbers.

A final board typed by a judge is a Position too, so this is the only place where points are counted.
`goal` is the mask of a seat's objective, 0 if there is none.
"""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.bits import count, lowest
from kamchatka.rules.layout import CONGELATO_IN_EXTRA_LAPS, TERRITORIES, Position

# Kinds of strips, numbered as in the rulebook
CONNECTED_STRIPS = 1
PATH_STRIPS = 2
LISTED_STRIPS = 3
DECLARED_STRIPS = 4

# Tie-break criteria, numbered as in the rulebook
VALUE_OUTSIDE = 1
ARMIES_INSIDE = 2
ARMIES_OUTSIDE = 3
ARMIES = 4
CARDS = 5
TERRITORIES_INSIDE = 6
TERRITORIES_OUTSIDE = 7
ALL_TERRITORIES = 8
MISSING_BESIDE = 9
PROTECTED = 10
BEST_CONTINENT = 11
ARMIES_AND_CARDS = 12
EARLIER_LAST_TURN = 13
DIE = 14
LOT = 15
LATER_SEAT = 16
EARLIER_SEAT = 17


def value_of(tables: Tables, territories: int) -> int:
    """Sum of the printed values of these territories: their numbers of borders."""
    total = 0
    while territories:
        total += tables.values[lowest(territories)]
        territories &= territories - 1
    return total


def armies_on(pos: Position, territories: int) -> int:
    """Armies on these territories."""
    total = 0
    while territories:
        total += pos.armies[lowest(territories)]
        territories &= territories - 1
    return total


def protected_territories(tables: Tables, owned: int) -> int:
    """Number of these territories that border only own ones."""
    found = 0
    for territory in range(TERRITORIES):
        if (owned >> territory) & 1 and tables.neighbours[territory] & ~owned == 0:
            found += 1
    return found


def beside(tables: Tables, territories: int, others: int) -> int:
    """Number of the territories that border at least one of the others."""
    found = 0
    while territories:
        if tables.neighbours[lowest(territories)] & others:
            found += 1
        territories &= territories - 1
    return found


def best_continent(tables: Tables, owned: int) -> int:
    """Half points of the most valuable continent held; 0 if there is none."""
    best = 0
    for continent in range(len(tables.continent_masks)):
        if owned & tables.continent_masks[continent] == tables.continent_masks[continent]:
            best = max(best, tables.continent_points[continent])
    return best


def continents_points(tables: Tables, owned: int) -> int:
    """Half points of all continents held."""
    total = 0
    for continent in range(len(tables.continent_masks)):
        if owned & tables.continent_masks[continent] == tables.continent_masks[continent]:
            total += tables.continent_points[continent]
    return total


def connected_group(tables: Tables, owned: int, start: int) -> int:
    """Mask of the own territories connected with this one."""
    group = 1 << start
    edge = group
    while edge:
        near = tables.neighbours[lowest(edge)] & owned & ~group
        edge &= edge - 1
        group |= near
        edge |= near
    return group


def best_strip(tables: Tables, pos: Position, seat: int) -> int:
    """Value of the seat's best strip, by the regulation's kind of strip."""
    owned = pos.owned[seat]
    if tables.strip == CONNECTED_STRIPS:
        return best_group(tables, owned)
    if tables.strip == PATH_STRIPS:
        return best_path(tables, owned)
    if tables.strip == LISTED_STRIPS:
        return best_row(tables, owned)
    row = pos.strip[seat]
    return value_of(tables, owned & tables.strips[row]) if row >= 0 else 0


def best_group(tables: Tables, owned: int) -> int:
    """Value of the best connected group of own territories."""
    best = 0
    while owned:
        group = connected_group(tables, owned, lowest(owned))
        best = max(best, value_of(tables, group))
        owned &= ~group
    return best


def best_row(tables: Tables, owned: int) -> int:
    """Value of the held part of the best listed row."""
    best = 0
    for row in range(tables.strip_count):
        best = max(best, value_of(tables, owned & tables.strips[row]))
    return best


def best_path(tables: Tables, owned: int) -> int:
    """Value of the best chain of own territories, each bordering the next, none twice.

    Every chain is tried from every start, and dropped when all it can still reach would not beat the best.
    `chain[k]` is its k-th territory, `untried[k]` the neighbours still to try there.
    """
    best = 0
    chain = [0] * TERRITORIES
    untried = [0] * TERRITORIES
    starts = owned
    while starts:
        chain[0] = lowest(starts)
        starts &= starts - 1
        untried[0] = tables.neighbours[chain[0]] & owned
        used = 1 << chain[0]
        value = tables.values[chain[0]]
        best = max(best, value)
        length = 1
        while length > 0:
            last = length - 1
            reach = connected_group(tables, (owned & ~used) | (1 << chain[last]), chain[last])
            if untried[last] == 0 or value + value_of(tables, reach & ~used) <= best:
                value -= tables.values[chain[last]]
                used &= ~(1 << chain[last])
                length -= 1
                continue
            near = lowest(untried[last])
            untried[last] &= untried[last] - 1
            chain[length] = near
            untried[length] = tables.neighbours[near] & owned & ~used & ~(1 << near)
            used |= 1 << near
            value += tables.values[near]
            best = max(best, value)
            length += 1
    return best


def table_points(tables: Tables, pos: Position, seat: int, goal: int) -> int:
    """Half points of a seat on the board as it stands."""
    owned = pos.owned[seat]
    inside = owned & goal
    points = tables.points_borders_inside * value_of(tables, inside)
    points += tables.points_borders_outside * value_of(tables, owned & ~goal)
    points += tables.points_territory * count(owned)
    points += tables.points_objective_territory * count(inside)
    points += continents_points(tables, owned)
    if tables.points_beside_missing:
        points += tables.points_beside_missing * beside(tables, owned, goal & ~owned)
    if tables.points_protected:
        points += tables.points_protected * protected_territories(tables, owned)
    points += tables.half_points_army * pos.on_board[seat]
    points += tables.points_card * pos.hand[seat]
    return points + strip_points(tables, pos, seat)


def strip_points(tables: Tables, pos: Position, seat: int) -> int:
    """Half points that doubling one strip adds; none for a seat congelata in the extra laps."""
    if tables.strip == 0:
        return 0
    if pos.status[seat] == CONGELATO_IN_EXTRA_LAPS and not tables.congelato_strip_in_extra_laps:
        return 0
    return (tables.strip_factor - 1) * tables.points_borders_outside * best_strip(tables, pos, seat)


def criterion(tables: Tables, pos: Position, seat: int, goal: int, which: int) -> int:
    """The number a tie-break compares; more is better."""
    owned = pos.owned[seat]
    if which == VALUE_OUTSIDE:
        return value_of(tables, owned & ~goal)
    if which == ARMIES_INSIDE:
        return armies_on(pos, owned & goal)
    if which == ARMIES_OUTSIDE:
        return armies_on(pos, owned & ~goal)
    if which == ARMIES:
        return pos.on_board[seat]
    if which == CARDS:
        return pos.hand[seat]
    if which == TERRITORIES_INSIDE:
        return count(owned & goal)
    if which == TERRITORIES_OUTSIDE:
        return count(owned & ~goal)
    if which == ALL_TERRITORIES:
        return count(owned)
    if which == MISSING_BESIDE:
        return beside(tables, goal & ~owned, owned)
    if which == PROTECTED:
        return protected_territories(tables, owned)
    if which == BEST_CONTINENT:
        return best_continent(tables, owned)
    if which == ARMIES_AND_CARDS:
        return pos.on_board[seat] + tables.armies_per_card * pos.hand[seat]
    if which == EARLIER_LAST_TURN:
        return -pos.last_turn[seat]
    if which == LATER_SEAT:
        return seat
    if which == EARLIER_SEAT:
        return -seat
    return pos.rolls[seat]
