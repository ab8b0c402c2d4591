"""Invariants that hold after every step of every game, under every regulation."""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.bits import count
from kamchatka.rules.layout import (
    BY_OBJECTIVE,
    CLOSING_CHOICE,
    DECK_SIZE,
    DISCARD,
    ELIMINATED,
    ENDING,
    NEUTRAL,
    OVER,
    PHASE,
    PILES,
    PLACEMENT,
    PLAYING,
    REINFORCEMENT,
    SEATS_AT_TABLE,
    STRONG,
    TERRITORIES,
    WINNER,
    Position,
    Secrets,
)
from kamchatka.rules.step import luck_outcomes, to_act
from kamchatka.rules.victory import has_won

FINE = 0
OWNERS_DISAGREE = 1
TERRITORY_WITHOUT_ARMY = 2
ARMIES_MISCOUNTED = 3
STRONG_MASK_WRONG = 4
CARDS_NOT_CONSERVED = 5
HANDS_MISCOUNTED = 6
OBJECTIVE_TWICE = 7
NOBODY_CAN_ACT = 8
NO_LEGAL_MOVE = 9
LISTED_BUT_REFUSED = 10
OUT_BUT_ON_THE_BOARD = 11
ARMIES_FROM_NOWHERE = 12
WINNER_WITHOUT_GOAL = 13
PHASE_WENT_BACK = 14
PLACES_INCOMPLETE = 15
OVER_THE_LIMIT = 16
MOVE_OUT_OF_TURN = 17
NEVER_ENDS = 18


def broken_invariant(tables: Tables, pos: Position, secrets: Secrets) -> int:
    """The first invariant this state breaks; 0 if all hold."""
    if pos.now[PHASE] < PLACEMENT:
        return FINE
    broken = broken_on_the_board(pos)
    if broken == FINE:
        broken = broken_in_the_cards(tables, pos, secrets)
    if broken == FINE:
        broken = broken_among_seats(tables, pos, secrets)
    return broken


def broken_on_the_board(pos: Position) -> int:
    """Owners, masks, armies and their sums are consistent; every territory is owned and defended."""
    strong = 0
    masks_agree = True
    for territory in range(TERRITORIES):
        owner = pos.owner[territory]
        if not 0 <= owner <= NEUTRAL:
            return OWNERS_DISAGREE
        if (pos.owned[owner] >> territory) & 1 == 0:
            masks_agree = False
        if pos.armies[territory] < 1:
            return TERRITORY_WITHOUT_ARMY
        if pos.armies[territory] >= 2:
            strong |= 1 << territory
    territories = 0
    for owner in range(NEUTRAL + 1):
        territories += count(pos.owned[owner])
    if not masks_agree or territories != TERRITORIES:
        return OWNERS_DISAGREE
    if strong != pos.masks[STRONG]:
        return STRONG_MASK_WRONG
    for seat in range(pos.now[SEATS_AT_TABLE]):
        armies = 0
        for territory in range(TERRITORIES):
            if pos.owner[territory] == seat:
                armies += pos.armies[territory]
        if armies != pos.on_board[seat]:
            return ARMIES_MISCOUNTED
        if pos.status[seat] == PLAYING and 0 < pos.limit[seat] < armies:
            return OVER_THE_LIMIT
    return FINE


def broken_in_the_cards(tables: Tables, pos: Position, secrets: Secrets) -> int:
    """Deck, hands, discard and removed cards make up the whole deck, without duplicates."""
    seen = pos.masks[DISCARD]
    cards = count(seen)
    deck = 0
    for pile in range(PILES):
        deck += count(secrets.piles[pile])
        seen |= secrets.piles[pile]
    cards += deck + count(secrets.gone[0])
    seen |= secrets.gone[0]
    for seat in range(pos.now[SEATS_AT_TABLE]):
        held = count(secrets.hands[seat])
        if held != pos.hand[seat]:
            return HANDS_MISCOUNTED
        cards += held
        seen |= secrets.hands[seat]
    whole = TERRITORIES + tables.jolly_cards
    if cards != whole or count(seen) != whole:
        return CARDS_NOT_CONSERVED
    return FINE if deck == pos.now[DECK_SIZE] else HANDS_MISCOUNTED


def broken_among_seats(tables: Tables, pos: Position, secrets: Secrets) -> int:
    """Objectives differ, seats out hold nothing, one seat or luck is to act, the end is complete."""
    seats = pos.now[SEATS_AT_TABLE]
    for seat in range(seats):
        if pos.status[seat] == ELIMINATED and pos.owned[seat] != 0:
            return OUT_BUT_ON_THE_BOARD
        for other in range(seat):
            card = secrets.objective[seat]
            if card >= 0 and card == secrets.objective[other]:
                return OBJECTIVE_TWICE
    if pos.now[PHASE] == OVER:
        return broken_at_the_end(tables, pos, secrets)
    actor = to_act(pos)
    waits = luck_outcomes(tables, pos, secrets) > 0
    if waits == (actor >= 0):
        return NOBODY_CAN_ACT
    may_act = pos.now[PHASE] == CLOSING_CHOICE or pos.now[PHASE] < REINFORCEMENT
    if actor >= 0 and not may_act and pos.status[actor] != PLAYING:
        return NOBODY_CAN_ACT
    return FINE


def broken_at_the_end(tables: Tables, pos: Position, secrets: Secrets) -> int:
    """Every place is taken, except zero points that share the worst; the winner has reached the goal."""
    seats = pos.now[SEATS_AT_TABLE]
    places, sharing = 0, 0
    for seat in range(seats):
        places |= 1 << pos.place[seat]
        if pos.place[seat] == seats:
            sharing += 1
    taken_once = ((1 << (seats + 1)) - 2) & ~(((1 << (sharing - 1)) - 1) << (seats - sharing + 1))
    if places != taken_once or (sharing > 1 and tables.zero_points == 0):
        return PLACES_INCOMPLETE
    if pos.now[ENDING] == BY_OBJECTIVE and not has_won(tables, pos, secrets, pos.now[WINNER]):
        return WINNER_WITHOUT_GOAL
    return FINE
