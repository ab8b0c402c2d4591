"""Before the first turn: opening dice, colours, objectives, territories, first armies."""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.bits import contains, count, nth
from kamchatka.rules.cards import fill_deck
from kamchatka.rules.deal import deal_known_cards, start_deal
from kamchatka.rules.hold import add_armies, hand_over
from kamchatka.rules.layout import (
    COLOURS,
    DEAL,
    DEAL_SLOT,
    DRAFT,
    LAP,
    NEUTRAL,
    NOBODY,
    NOW_CELLS,
    OBJECTIVES,
    ORDER,
    PHASE,
    PLACED_IN_PASS,
    PLACEMENT,
    PLAYING,
    ROLL_OFF,
    ROLLING,
    SEAT,
    SEATS,
    SEATS_AT_TABLE,
    STRIPS,
    TERRITORIES,
    WINNER,
    Position,
    Secrets,
)
from kamchatka.rules.opening import NO_COLOUR
from kamchatka.rules.tally import DECLARED_STRIPS
from kamchatka.rules.violations import (
    ALLOWED,
    ALREADY_LATE,
    LATENESS_IS_FREE,
    NO_SUCH_SEAT,
    NO_SUCH_STRIP,
    NOT_YOUR_TERRITORY,
    SEAT_NOT_PLAYING,
    TERRITORY_TAKEN,
    TOO_LATE_FOR_LATENESS,
    TOO_MANY_ARMIES,
    WRONG_NUMBER_OF_ARMIES,
    WRONG_PHASE,
)

FROM_SETS = 2
NO_OBJECTIVE = -1
NO_STRIP = -1


def start(tables: Tables, pos: Position, secrets: Secrets, seats: int) -> None:
    """Reset to an empty board with every chair about to roll for the first turn."""
    for cell in range(NOW_CELLS):
        pos.now[cell] = 0
    for seat in range(SEATS):
        clear_seat(tables, pos, secrets, seat)
    pos.owned[NEUTRAL] = 0
    pos.masks[0] = 0
    pos.masks[1] = 0
    for territory in range(TERRITORIES):
        pos.owner[territory] = NOBODY
        pos.armies[territory] = 0
        pos.placed[territory] = 0
    start_deal(pos, secrets)
    secrets.gone[0] = 0
    secrets.objectives_left[0] = 0
    secrets.card_set[0] = NO_OBJECTIVE
    pos.now[SEATS_AT_TABLE] = seats
    pos.now[WINNER] = NOBODY
    pos.now[PHASE] = ORDER
    pos.now[ROLLING] = (1 << seats) - 1


def clear_seat(tables: Tables, pos: Position, secrets: Secrets, seat: int) -> None:
    """Reset a seat to its initial state."""
    pos.owned[seat] = 0
    pos.on_board[seat] = 0
    pos.limit[seat] = tables.army_limit
    pos.to_place[seat] = 0
    pos.last_turn[seat] = 0
    pos.hand[seat] = 0
    pos.status[seat] = 0
    pos.out_order[seat] = 0
    pos.forfeits[seat] = 0
    pos.colour[seat] = NO_COLOUR
    pos.chair[seat] = seat
    pos.strip[seat] = NO_STRIP
    pos.rolls[seat] = 0
    pos.place[seat] = 0
    pos.decided[seat] = 0
    secrets.hands[seat] = 0
    secrets.objective[seat] = NO_OBJECTIVE


def check_late(tables: Tables, pos: Position, seat: int) -> int:
    """ALLOWED, or why a judge may not declare this seat late: possible from seating to the end of lap 1."""
    if seat >= pos.now[SEATS_AT_TABLE]:
        return NO_SUCH_SEAT
    if tables.late_cards_forfeited == 0:
        return LATENESS_IS_FREE
    if pos.now[PHASE] == ORDER:
        return WRONG_PHASE
    if pos.now[LAP] > 1 or pos.now[PHASE] == ROLL_OFF:
        return TOO_LATE_FOR_LATENESS
    if pos.status[seat] != PLAYING:
        return SEAT_NOT_PLAYING
    return ALREADY_LATE if pos.forfeits[seat] > 0 else ALLOWED


def come_late(tables: Tables, pos: Position, seat: int) -> None:
    """Make the seat a latecomer: the first cards it earns stay in the deck."""
    pos.forfeits[seat] = tables.late_cards_forfeited


def begin_colours(pos: Position) -> None:
    """Let the first seat choose its colour."""
    pos.now[PHASE] = COLOURS
    pos.now[SEAT] = 0


def after_colours(tables: Tables, pos: Position, secrets: Secrets) -> None:
    """Go on to the strips, if they are declared; then to objectives or territories."""
    if tables.strip == DECLARED_STRIPS:
        pos.now[PHASE] = STRIPS
        pos.now[SEAT] = 0
    else:
        after_strips(tables, pos, secrets)


def check_strip(tables: Tables, row: int) -> int:
    """ALLOWED, or that there is no such row; two seats may declare the same."""
    return ALLOWED if row < tables.strip_count else NO_SUCH_STRIP


def declare_strip(tables: Tables, pos: Position, secrets: Secrets, row: int) -> None:
    """Declare the seat's strip, and go on to the next seat."""
    pos.strip[pos.now[SEAT]] = row
    pos.now[SEAT] += 1
    if pos.now[SEAT] == pos.now[SEATS_AT_TABLE]:
        after_strips(tables, pos, secrets)


def after_strips(tables: Tables, pos: Position, secrets: Secrets) -> None:
    """Go on to objectives or territories, whichever the regulation puts first."""
    if tables.objective_source > 0 and not tables.objectives_after_territories:
        begin_objectives(tables, pos, secrets)
    else:
        begin_territories(tables, pos, secrets)


def begin_objectives(tables: Tables, pos: Position, secrets: Secrets) -> None:
    """Put the objectives face down; a table dealt from a set first draws which."""
    pos.now[PHASE] = OBJECTIVES
    pos.now[SEAT] = 0
    secrets.objectives_left[0] = 0
    if tables.objective_source != FROM_SETS:
        secrets.objectives_left[0] = (1 << tables.objective_count) - 1


def sets_for_table(tables: Tables, pos: Position) -> int:
    """Mask of the sets for this number of seats."""
    mask = 0
    for index in range(tables.set_count):
        if contains(tables.set_sizes[index], pos.now[SEATS_AT_TABLE]):
            mask |= 1 << index
    return mask


def objective_outcomes(tables: Tables, pos: Position, secrets: Secrets) -> int:
    """Number of outcomes for luck now: sets for the table, or cards for the seat."""
    if secrets.objectives_left[0] == 0:
        return count(sets_for_table(tables, pos))
    return count(secrets.objectives_left[0])


def take_objective(tables: Tables, pos: Position, secrets: Secrets, which: int) -> None:
    """Apply the set luck chose for the table, or the objective it chose for the seat taking one."""
    if secrets.objectives_left[0] == 0:
        chosen = nth(sets_for_table(tables, pos), which)
        secrets.card_set[0] = chosen
        secrets.objectives_left[0] = tables.set_cards[chosen]
        return
    seat = pos.now[SEAT]
    card = nth(secrets.objectives_left[0], which)
    secrets.objectives_left[0] &= ~(1 << card)
    secrets.objective[seat] = card
    pos.now[SEAT] = seat + 1
    if seat + 1 == pos.now[SEATS_AT_TABLE]:
        if tables.objectives_after_territories:
            begin_placement(tables, pos, secrets)
        else:
            begin_territories(tables, pos, secrets)


def begin_territories(tables: Tables, pos: Position, secrets: Secrets) -> None:
    """Deal the territories, or let the seats choose them in turn."""
    pos.now[SEAT] = 0
    if tables.draft:
        pos.now[PHASE] = DRAFT
    else:
        pos.now[PHASE] = DEAL
        start_deal(pos, secrets)


def check_pick(pos: Position, territory: int) -> int:
    """ALLOWED, or why the seat may not choose this territory."""
    return ALLOWED if pos.owner[territory] == NOBODY else TERRITORY_TAKEN


def pick(tables: Tables, pos: Position, secrets: Secrets, territory: int) -> None:
    """Give the seat a free territory with its first armies, and go on to the next seat."""
    hand_over(pos, territory, pos.now[SEAT])
    add_armies(pos, territory, tables.armies_each_territory)
    pos.now[DEAL_SLOT] += 1
    pos.now[SEAT] = (pos.now[SEAT] + 1) % pos.now[SEATS_AT_TABLE]
    if pos.now[DEAL_SLOT] == TERRITORIES:
        after_territories(tables, pos, secrets)


def go_on_dealing(tables: Tables, pos: Position, secrets: Secrets) -> None:
    """Deal the cards known to come; go on when all are dealt."""
    deal_known_cards(tables, pos, secrets)
    if pos.now[DEAL_SLOT] == TERRITORIES:
        after_territories(tables, pos, secrets)


def after_territories(tables: Tables, pos: Position, secrets: Secrets) -> None:
    """All territories are assigned: put armies on the empty ones, then objectives if they come now."""
    for seat in range(SEATS):
        pos.rolls[seat] = 0
    for territory in range(TERRITORIES):
        if pos.armies[territory] == 0:
            neutral = pos.owner[territory] == NEUTRAL
            add_armies(pos, territory, tables.neutral_armies if neutral else tables.armies_each_territory)
    fill_deck(tables, pos, secrets)
    if tables.objective_source > 0 and tables.objectives_after_territories:
        begin_objectives(tables, pos, secrets)
    else:
        begin_placement(tables, pos, secrets)


def begin_placement(tables: Tables, pos: Position, secrets: Secrets) -> None:
    """Count what is left of each seat's initial armies; the first seat places."""
    seats = pos.now[SEATS_AT_TABLE]
    for seat in range(seats):
        pos.to_place[seat] = max(0, tables.initial_armies[seats] - pos.on_board[seat])
    pos.now[PHASE] = PLACEMENT
    pos.now[SEAT] = 0
    pos.now[PLACED_IN_PASS] = pass_size(tables, pos, 0)


def pass_size(tables: Tables, pos: Position, seat: int) -> int:
    """Armies the seat places in this pass; an uneven rest makes the first or the last pass smaller."""
    left = pos.to_place[seat]
    step = tables.placement_step
    if step == 0 or left <= step:
        return left
    if tables.odd_armies_first and left % step > 0:
        return left % step
    return step


def check_place_first(pos: Position, territory: int, armies: int) -> int:
    """ALLOWED, or why the seat may not put these initial armies here."""
    if pos.owner[territory] != pos.now[SEAT]:
        return NOT_YOUR_TERRITORY
    if armies < 1:
        return WRONG_NUMBER_OF_ARMIES
    return ALLOWED if armies <= pos.now[PLACED_IN_PASS] else TOO_MANY_ARMIES


def place_first(tables: Tables, pos: Position, territory: int, armies: int) -> bool:
    """Place initial armies; returns whether all seats have placed all of theirs."""
    seat = pos.now[SEAT]
    add_armies(pos, territory, armies)
    pos.to_place[seat] -= armies
    pos.now[PLACED_IN_PASS] -= armies
    if pos.now[PLACED_IN_PASS] > 0:
        return False
    return next_to_place(tables, pos)


def next_to_place(tables: Tables, pos: Position) -> bool:
    """Go on to the next seat with initial armies left; returns whether there is none."""
    seats = pos.now[SEATS_AT_TABLE]
    for step in range(1, seats + 1):
        seat = (pos.now[SEAT] + step) % seats
        if pos.to_place[seat] > 0:
            pos.now[SEAT] = seat
            pos.now[PLACED_IN_PASS] = pass_size(tables, pos, seat)
            return False
    return True
