"""Who starts: opening dice, ties rolled again, then colours in the order of play."""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.bits import contains, count
from kamchatka.rules.layout import ROLLING, SEAT, SEATS_AT_TABLE, Position
from kamchatka.rules.violations import ALLOWED, COLOUR_EXCLUDED, COLOUR_TAKEN, UNKNOWN_MOVE

COLOURS_IN_THE_BOX = 6
NO_COLOUR = -1


def refine(pos: Position, rolling: int, throw: int) -> None:
    """Rank the rolling chairs by their dice, keeping the order found before.

    `rolls` holds a rank for each chair, larger is better. The dice are the digits of the throw to the
    base 6, lowest chair first. Ranks are compacted afterwards, so that any number of throws fits.
    """
    seats = pos.now[SEATS_AT_TABLE]
    for chair in range(seats):
        die = 0
        if contains(rolling, chair):
            die = throw % 6 + 1
            throw //= 6
        pos.rolls[chair] = pos.rolls[chair] * 7 + die
    for chair in range(seats):
        pos.place[chair] = 0
        for other in range(seats):
            if pos.rolls[other] < pos.rolls[chair] and first_with_same_roll(pos, other):
                pos.place[chair] += 1
    for chair in range(seats):
        pos.rolls[chair] = pos.place[chair]
        pos.place[chair] = 0


def first_with_same_roll(pos: Position, chair: int) -> bool:
    """Whether no lower chair has the same roll, so that each different roll counts once."""
    for other in range(chair):
        if pos.rolls[other] == pos.rolls[chair]:
            return False
    return True


def tied(pos: Position, seats: int) -> int:
    """Mask of the chairs that share their roll with another."""
    mask = 0
    for chair in range(seats):
        for other in range(seats):
            if other != chair and pos.rolls[other] == pos.rolls[chair]:
                mask |= 1 << chair
    return mask


def highest(pos: Position, seats: int) -> int:
    """Mask of the chairs with the best roll."""
    best = 0
    for chair in range(seats):
        best = max(best, pos.rolls[chair])
    mask = 0
    for chair in range(seats):
        if pos.rolls[chair] == best:
            mask |= 1 << chair
    return mask


def still_rolling(tables: Tables, pos: Position) -> int:
    """Chairs that must roll again: all that tie if dice decide every place, else ties for the first."""
    seats = pos.now[SEATS_AT_TABLE]
    if tables.order_descending:
        return tied(pos, seats)
    top = highest(pos, seats)
    return top if count(top) > 1 else 0


def take_seats(tables: Tables, pos: Position) -> None:
    """Convert the opening rolls to the order of play: `chair` holds the chair of each seat."""
    seats = pos.now[SEATS_AT_TABLE]
    if tables.order_descending:
        for chair in range(seats):
            pos.chair[seats - 1 - pos.rolls[chair]] = chair
    else:
        first = 0
        for chair in range(seats):
            if pos.rolls[chair] > pos.rolls[first]:
                first = chair
        for seat in range(seats):
            pos.chair[seat] = (first + seat) % seats
    for chair in range(seats):
        pos.rolls[chair] = 0
    pos.now[ROLLING] = 0


def check_colour(tables: Tables, pos: Position, colour: int) -> int:
    """ALLOWED, or why the seat may not take this colour."""
    if colour >= COLOURS_IN_THE_BOX:
        return UNKNOWN_MOVE
    for seat in range(pos.now[SEAT]):
        if pos.colour[seat] == colour:
            return COLOUR_TAKEN
        one, other = tables.exclusive_colours[0], tables.exclusive_colours[1]
        if (pos.colour[seat] == one and colour == other) or (pos.colour[seat] == other and colour == one):
            return COLOUR_EXCLUDED
    return ALLOWED
