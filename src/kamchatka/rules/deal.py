"""Dealing the territories: one card at a time, with the correction the regulation prescribes.

Unseen cards are `piles[0]`; `queue` holds the cards known to come next because a correction put them back,
in order, and -1 after the last: 42 cards at most, so place 42 is always empty. DEAL_LOOK is the place being
tried: all before it are filled, and if it is empty luck is asked. `dealt` holds the card of every slot, for
exchanges with earlier ones.
"""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.bits import contains, count, nth
from kamchatka.rules.hold import hand_over
from kamchatka.rules.layout import (
    DEAL_FLAGGED,
    DEAL_LOOK,
    DEAL_SLOT,
    DEAL_TRIES,
    NEUTRAL,
    ROLLING,
    SEATS_AT_TABLE,
    TERRITORIES,
    Position,
    Secrets,
)

NO_CORRECTION = 0
NEXT_CARD = 1
BOTTOM_CARD = 2
RESHUFFLE = 3

COUNT_BY_SLOT = 0
COUNT_BY_PLAYER = 1
COUNT_BY_DEAL = 2

PROTECTED_ANY_OWN = 1
PROTECTED_DEALT_CARD = 2

ORIGINAL = 43
"""Last cell of `queue`: the card first dealt to this slot, while others are tried instead of it."""


def receiver(tables: Tables, pos: Position, slot: int) -> int:
    """The receiver of this slot's card: from the last seat to the first, or in the order of play."""
    seats = pos.now[SEATS_AT_TABLE]
    if slot >= TERRITORIES - tables.neutral_territories:
        return NEUTRAL
    seat = slot % seats
    return seats - 1 - seat if tables.deal_in_reverse else seat


def exceeds_half(tables: Tables, pos: Position, territory: int, seat: int) -> bool:
    """Whether this territory would give the seat more than half of its continent."""
    held = pos.owned[seat] | (1 << territory)
    own_continent = 0
    for continent in range(len(tables.continent_masks)):
        if contains(tables.continent_masks[continent], territory):
            own_continent = tables.continent_masks[continent]
    return 2 * count(held & own_continent) > count(own_continent)


def becomes_protected(tables: Tables, pos: Position, territory: int, seat: int) -> bool:
    """Whether this territory would leave an own one (or just itself) with only own neighbours."""
    held = pos.owned[seat] | (1 << territory)
    for own in range(TERRITORIES):
        if own != territory and tables.correction_protected == PROTECTED_DEALT_CARD:
            continue
        if contains(held, own) and tables.neighbours[own] & ~held == 0:
            return True
    return False


def is_irregular(tables: Tables, pos: Position, territory: int, seat: int) -> bool:
    """Whether the regulation requires a correction of this card for this seat."""
    if seat == NEUTRAL or tables.correction == NO_CORRECTION:
        return False
    if tables.correction_last_card_only and pos.now[DEAL_SLOT] < TERRITORIES - 1:
        return False
    if exceeds_half(tables, pos, territory, seat):
        return True
    return tables.correction_protected > 0 and becomes_protected(tables, pos, territory, seat)


def queue_length(secrets: Secrets) -> int:
    """Number of known next cards."""
    length = 0
    while length < ORIGINAL and secrets.queue[length] >= 0:
        length += 1
    return length


def put_first(secrets: Secrets, card: int) -> None:
    """Put a card back so that it is dealt next."""
    for place in range(ORIGINAL - 1, 0, -1):
        secrets.queue[place] = secrets.queue[place - 1]
    secrets.queue[0] = card


def take_from_queue(secrets: Secrets, place: int) -> int:
    """Remove a known card from the queue; those after it move up."""
    card = secrets.queue[place]
    while secrets.queue[place] >= 0:
        secrets.queue[place] = secrets.queue[place + 1]
        place += 1
    return card


def give_card(tables: Tables, pos: Position, secrets: Secrets, card: int) -> None:
    """Give the card to the receiver of this slot, and go to the next slot."""
    slot = pos.now[DEAL_SLOT]
    hand_over(pos, card, receiver(tables, pos, slot))
    secrets.dealt[slot] = card
    secrets.queue[ORIGINAL] = -1
    pos.now[DEAL_SLOT] = slot + 1
    pos.now[DEAL_LOOK] = 0
    if tables.correction_counter == COUNT_BY_SLOT:
        pos.now[DEAL_TRIES] = 0


def deal_known_cards(tables: Tables, pos: Position, secrets: Secrets) -> None:
    """Deal while the next card is known; stop when luck must select it."""
    while needs_no_luck(tables, pos, secrets):
        try_known_card(tables, pos, secrets)


def try_known_card(tables: Tables, pos: Position, secrets: Secrets) -> None:
    """Try the next known card for this slot; exchange it if no other is left."""
    place = pos.now[DEAL_LOOK]
    if secrets.queue[ORIGINAL] >= 0:
        try_known_bottom_card(tables, pos, secrets)
    elif secrets.queue[place] < 0:
        exchange_with_earlier(tables, pos, secrets)
    else:
        try_card(tables, pos, secrets, secrets.queue[place], place)


def needs_no_luck(tables: Tables, pos: Position, secrets: Secrets) -> bool:
    """Whether the next card to try is in the queue, or no unseen card is left; bottom cards are unseen."""
    if pos.now[DEAL_SLOT] == TERRITORIES:
        return False
    if secrets.piles[0] == 0:
        return True
    if secrets.queue[ORIGINAL] >= 0:
        return False
    return secrets.queue[pos.now[DEAL_LOOK]] >= 0


def deal_unseen_card(tables: Tables, pos: Position, secrets: Secrets, which: int) -> None:
    """Use the unseen card luck selected: as the next, or the bottom one, of the deck."""
    card = nth(secrets.piles[0], which)
    secrets.piles[0] &= ~(1 << card)
    if secrets.queue[ORIGINAL] >= 0:
        try_bottom_card(tables, pos, secrets, card)
        return
    place = pos.now[DEAL_LOOK]
    secrets.queue[place] = card
    try_card(tables, pos, secrets, card, place)


def try_card(tables: Tables, pos: Position, secrets: Secrets, card: int, place: int) -> None:
    """Deal a card of the queue if it is regular; otherwise start or continue its correction."""
    seat = receiver(tables, pos, pos.now[DEAL_SLOT])
    irregular = is_irregular(tables, pos, card, seat)
    if not irregular or out_of_tries(tables, pos, seat):
        if irregular:
            pos.now[DEAL_FLAGGED] += 1
        give_card(tables, pos, secrets, take_from_queue(secrets, place))
    elif tables.correction == NEXT_CARD:
        pos.now[DEAL_LOOK] = place + 1
    elif tables.correction == RESHUFFLE:
        count_try(tables, pos, seat)
        secrets.piles[0] |= 1 << take_from_queue(secrets, place)
    else:
        secrets.queue[ORIGINAL] = card


def out_of_tries(tables: Tables, pos: Position, seat: int) -> bool:
    """Whether the tries are used up, so that the card is accepted."""
    if tables.correction_limit == 0 or tables.correction == NEXT_CARD:
        return False
    return tries_made(tables, pos, seat) >= tables.correction_limit


def tries_made(tables: Tables, pos: Position, seat: int) -> int:
    """Corrections already tried in this slot, for this seat or in the whole deal."""
    if tables.correction_counter == COUNT_BY_PLAYER:
        return pos.rolls[seat]
    return pos.now[DEAL_TRIES]


def count_try(tables: Tables, pos: Position, seat: int) -> None:
    """Count one more correction."""
    pos.now[DEAL_TRIES] += 1
    pos.rolls[seat] += 1


def try_bottom_card(tables: Tables, pos: Position, secrets: Secrets, card: int) -> None:
    """Try a card from the bottom instead: kept if regular, else put on top of the deck."""
    seat = receiver(tables, pos, pos.now[DEAL_SLOT])
    count_try(tables, pos, seat)
    if not is_irregular(tables, pos, card, seat):
        give_card(tables, pos, secrets, card)
        return
    put_first(secrets, card)
    if out_of_tries(tables, pos, seat):
        accept_chance(tables, pos, secrets)


def try_known_bottom_card(tables: Tables, pos: Position, secrets: Secrets) -> None:
    """Try the bottom card, known because no unseen card is left; the original card itself ends the search."""
    bottom = queue_length(secrets) - 1
    if secrets.queue[bottom] == secrets.queue[ORIGINAL]:
        accept_chance(tables, pos, secrets)
    else:
        try_bottom_card(tables, pos, secrets, take_from_queue(secrets, bottom))


def accept_chance(tables: Tables, pos: Position, secrets: Secrets) -> None:
    """Accept an irregular card: the last one tried, or the first one if the regulation says so."""
    place = 0
    while tables.correction_accepts_original and secrets.queue[place] != secrets.queue[ORIGINAL]:
        place += 1
    pos.now[DEAL_FLAGGED] += 1
    give_card(tables, pos, secrets, take_from_queue(secrets, place))


def exchange_with_earlier(tables: Tables, pos: Position, secrets: Secrets) -> None:
    """No remaining card is regular for this slot: exchange the first of them with one dealt before.

    The search goes back from the last card dealt; the exchange must be regular for both. If there is none,
    the card is accepted and the deal is flagged.
    """
    slot = pos.now[DEAL_SLOT]
    seat = receiver(tables, pos, slot)
    card = take_from_queue(secrets, 0)
    for back in range(slot):
        earlier = slot - 1 - back
        other = receiver(tables, pos, earlier)
        theirs = secrets.dealt[earlier]
        if other == seat:
            continue
        hand_over(pos, theirs, -1)
        if not exceeds_half(tables, pos, theirs, seat) and not exceeds_half(tables, pos, card, other):
            hand_over(pos, card, other)
            secrets.dealt[earlier] = card
            give_card(tables, pos, secrets, theirs)
            return
        hand_over(pos, theirs, other)
    pos.now[DEAL_FLAGGED] += 1
    give_card(tables, pos, secrets, card)


def start_deal(pos: Position, secrets: Secrets) -> None:
    """Start with all 42 territory cards unseen and none dealt."""
    secrets.piles[0] = (1 << TERRITORIES) - 1
    for place in range(len(secrets.queue)):
        secrets.queue[place] = -1
        secrets.dealt[place] = -1
    for cell in (DEAL_SLOT, DEAL_LOOK, DEAL_TRIES, DEAL_FLAGGED, ROLLING):
        pos.now[cell] = 0
