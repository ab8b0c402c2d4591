"""Hidden facts dealt anew: hands, objectives and deck as they might be, from what a seat may know.

Cards it has not seen are equally likely anywhere; an opponent's objective is likelier the more of its armies
stand on it; that of one who plays like soldato, the more of it is held.
"""

from kamchatka.bots.study import SOLDATO_MODEL, Dealt, Study
from kamchatka.rulebook.tables import Tables
from kamchatka.rules.bits import contains, count, lowest, nth
from kamchatka.rules.layout import (
    DECK_SIZE,
    DISCARD,
    MASK_CELLS,
    NOW_CELLS,
    PILES,
    SEATS,
    SEATS_AT_TABLE,
    TERRITORIES,
    Position,
)
from kamchatka.rules.setup import sets_for_table
from kamchatka.stream import below

NO_OBJECTIVE = -1
UNLIKELY, AT_FIRST, AT_MOST = 1, 1 << 10, 1 << 26
"""Weights of an objective that would have won, of one without an army on it, and of the likeliest."""
PARTS = 80
"""Parts of a seat's armies; each that stands on an objective makes it an eighth likelier."""
PARTS_A_TERRITORY = 4
"""The same for each territory that soldato holds: its armies stand anywhere."""


def copy_position(pos: Position, room: Position) -> None:
    """Copy the public state."""
    for cell in range(NOW_CELLS):
        room.now[cell] = pos.now[cell]
    for cell in range(MASK_CELLS):
        room.masks[cell] = pos.masks[cell]
    for owner in range(SEATS + 1):
        room.owned[owner] = pos.owned[owner]
    for territory in range(TERRITORIES):
        room.armies[territory] = pos.armies[territory]
        room.placed[territory] = pos.placed[territory]
        room.owner[territory] = pos.owner[territory]
    for seat in range(SEATS):
        copy_seat(pos, room, seat)


def copy_seat(pos: Position, room: Position, seat: int) -> None:
    """Copy what is public about a seat."""
    room.on_board[seat] = pos.on_board[seat]
    room.limit[seat] = pos.limit[seat]
    room.to_place[seat] = pos.to_place[seat]
    room.last_turn[seat] = pos.last_turn[seat]
    room.hand[seat] = pos.hand[seat]
    room.status[seat] = pos.status[seat]
    room.out_order[seat] = pos.out_order[seat]
    room.forfeits[seat] = pos.forfeits[seat]
    room.colour[seat] = pos.colour[seat]
    room.chair[seat] = pos.chair[seat]
    room.strip[seat] = pos.strip[seat]
    room.rolls[seat] = pos.rolls[seat]
    room.place[seat] = pos.place[seat]
    room.decided[seat] = pos.decided[seat]


def deal_anew(
    tables: Tables, room: Position, seat: int, hand: int, card: int, dealt: Dealt, study: Study, state: int
) -> int:
    """Fill `dealt` around a seat with this hand and objective; the stream's next state."""
    dealt.gone[0] = 0
    for pile in range(PILES):
        dealt.piles[pile] = 0
    state, unseen = deal_hands(tables, room, seat, hand, dealt, state)
    dealt.piles[0] = unseen
    room.now[DECK_SIZE] = count(unseen)
    return deal_objectives(tables, room, seat, card, dealt, study, state)


def deal_hands(
    tables: Tables, room: Position, seat: int, hand: int, dealt: Dealt, state: int
) -> tuple[int, int]:
    """Deal the others' hands; the stream's next state and the cards left."""
    unseen = ((1 << (TERRITORIES + tables.jolly_cards)) - 1) & ~hand & ~room.masks[DISCARD]
    for other in range(room.now[SEATS_AT_TABLE]):
        dealt.hands[other] = hand if other == seat else 0
        for _ in range(0 if other == seat else min(room.hand[other], count(unseen))):
            state, which = below(state, count(unseen))
            card = nth(unseen, which)
            unseen &= ~(1 << card)
            dealt.hands[other] |= 1 << card
    return state, unseen


def deal_objectives(
    tables: Tables, room: Position, seat: int, card: int, dealt: Dealt, study: Study, state: int
) -> int:
    """Deal the others' objectives from the deck or set that the own one comes from."""
    dealt.card_set[0] = NO_OBJECTIVE
    state, left = objectives_left(tables, room, card, dealt, state)
    for other in range(room.now[SEATS_AT_TABLE]):
        dealt.objective[other] = card if other == seat else NO_OBJECTIVE
        if other != seat and left != 0:
            state, chosen = likely_objective(tables, room, other, left, study.model[other], state)
            left &= ~(1 << chosen)
            dealt.objective[other] = chosen
    dealt.objectives_left[0] = left
    return state


def objectives_left(tables: Tables, room: Position, card: int, dealt: Dealt, state: int) -> tuple[int, int]:
    """The stream's next state, and the objectives that the others may have."""
    left = (1 << tables.objective_count) - 1
    if tables.set_count > 0:
        sets = 0
        for number in range(tables.set_count):
            if contains(sets_for_table(tables, room), number) and contains(tables.set_cards[number], card):
                sets |= 1 << number
        state, which = below(state, max(1, count(sets)))
        if sets != 0:
            dealt.card_set[0] = nth(sets, which)
            left = tables.set_cards[dealt.card_set[0]]
    return state, left & ~(1 << card) if card != NO_OBJECTIVE else left


def likely_objective(
    tables: Tables, room: Position, seat: int, cards: int, model: int, state: int
) -> tuple[int, int]:
    """One of these objectives for a seat that plays like this model."""
    total, rest = 0, cards
    while rest:
        total += likelihood(room, seat, tables.objectives[lowest(rest)], model)
        rest &= rest - 1
    state, mark = below(state, total)
    rest = cards
    while rest & (rest - 1):
        mark -= likelihood(room, seat, tables.objectives[lowest(rest)], model)
        if mark < 0:
            break
        rest &= rest - 1
    return state, lowest(rest)


def likelihood(room: Position, seat: int, objective: int, model: int) -> int:
    """The weight of an objective for a seat that plays like this model."""
    if objective & ~room.owned[seat] == 0:
        return UNLIKELY
    armies, rest = 0, objective & room.owned[seat]
    parts = PARTS_A_TERRITORY * count(rest)
    if model != SOLDATO_MODEL:
        while rest:
            armies += room.armies[lowest(rest)]
            rest &= rest - 1
        parts = PARTS * armies // max(1, room.on_board[seat])
    weight = AT_FIRST
    for _ in range(parts):
        weight += weight >> 3
    return min(weight, AT_MOST)
