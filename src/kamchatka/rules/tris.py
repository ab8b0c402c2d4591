"""Cards exchanged for armies: a tris of three, or the plain exchange by number of cards."""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.bits import contains
from kamchatka.rules.layout import (
    DISCARD,
    HAS_PLACED,
    PHASE,
    REINFORCEMENT,
    SEAT,
    STARTED_EXCHANGE_WITH,
    TERRITORIES,
    TRIS_PLAYED,
    Position,
    Secrets,
)
from kamchatka.rules.moves import NO_CARD
from kamchatka.rules.reinforcement import receive
from kamchatka.rules.violations import (
    ALLOWED,
    CARD_NOT_IN_HAND,
    NOT_A_TRIS,
    TOO_LATE_FOR_TRIS,
    TOO_MANY_TRIS,
    WRONG_PHASE,
)

JOLLY = 3


def tris_value(tables: Tables, a: int, b: int, c: int) -> int:
    """Armies for these three symbols (0 fante, 1 cavaliere, 2 cannone, 3 jolly); 0 if they make no tris."""
    if a == b == c:
        return tables.tris_equal[a] if a != JOLLY else 0
    jolly = int(a == JOLLY) + int(b == JOLLY) + int(c == JOLLY)
    if jolly == 0:
        return tables.tris_different if a != b and b != c and a != c else 0
    if jolly == 1 and (a == b or b == c or a == c):
        return tables.tris_jolly
    return 0


def exchange_value(tables: Tables, cards: int, held: int, started_with: int) -> int:
    """Armies for this many cards of a hand, if no tris is needed; 0 if it is not allowed.

    One or two cards are exchanged only as the whole hand; a seat that starts a turn's exchange with three or
    more goes on in threes.
    """
    if cards == 3 and held >= 3:
        return tables.exchange_three[min(held, 5) - 3]
    if cards != held or (started_with > 2 and not tables.leftovers_exchange):
        return 0
    if cards == 1:
        return tables.exchange_one
    return tables.exchange_two if cards == 2 else 0


def armies_for(tables: Tables, pos: Position, a: int, b: int, c: int) -> int:
    """Armies for playing these cards now; `NO_CARD` marks unused cards."""
    if tables.exchange_by_count:
        cards = 3 - int(b == NO_CARD) - int(c == NO_CARD)
        held = pos.hand[pos.now[SEAT]]
        started = pos.now[STARTED_EXCHANGE_WITH] if pos.now[STARTED_EXCHANGE_WITH] > 0 else held
        value = exchange_value(tables, cards, held, started)
    elif b == NO_CARD or c == NO_CARD:
        value = 0
    else:
        value = tris_value(tables, tables.card_symbols[a], tables.card_symbols[b], tables.card_symbols[c])
    if value == 0:
        return 0
    return value + tables.card_territory_bonus * territories_shown(pos, a, b, c)


def territories_shown(pos: Position, a: int, b: int, c: int) -> int:
    """Number of these cards that show a territory of the seat in turn; a jolly never does."""
    seat = pos.now[SEAT]
    shown = 0
    for card in (a, b, c):
        if card < TERRITORIES and pos.owner[card] == seat:
            shown += 1
    return shown


def in_hand(hand: int, a: int, b: int, c: int) -> bool:
    """Whether the cards are different ones of this hand, in ascending order."""
    if not contains(hand, a) or a >= b:
        return False
    if b == NO_CARD:
        return c == NO_CARD
    if not contains(hand, b) or b >= c:
        return False
    return c == NO_CARD or contains(hand, c)


def too_late(tables: Tables, pos: Position) -> bool:
    """Whether the time for cards in this turn is over."""
    if pos.now[PHASE] != REINFORCEMENT:
        return True
    return tables.tris_before_placing == 1 and pos.now[HAS_PLACED] == 1


def no_tris_left(tables: Tables, pos: Position) -> bool:
    """Whether the seat in turn has used up its tris for this turn; a limit of 0 means none."""
    return 0 < tables.tris_per_turn <= pos.now[TRIS_PLAYED]


def check_tris(tables: Tables, pos: Position, hand: int, a: int, b: int, c: int) -> int:
    """ALLOWED, or why the seat in turn may not play these cards of its hand."""
    if pos.now[PHASE] < REINFORCEMENT:
        return WRONG_PHASE
    if too_late(tables, pos):
        return TOO_LATE_FOR_TRIS
    if not in_hand(hand, a, b, c):
        return CARD_NOT_IN_HAND
    if no_tris_left(tables, pos):
        return TOO_MANY_TRIS
    if armies_for(tables, pos, a, b, c) == 0:
        return NOT_A_TRIS
    return ALLOWED


def play_tris(tables: Tables, pos: Position, secrets: Secrets, a: int, b: int, c: int) -> None:
    """Discard the cards and receive their armies."""
    seat = pos.now[SEAT]
    armies = armies_for(tables, pos, a, b, c)
    if pos.now[STARTED_EXCHANGE_WITH] == 0:
        pos.now[STARTED_EXCHANGE_WITH] = pos.hand[seat]
    for card in (a, b, c):
        if card != NO_CARD:
            secrets.hands[seat] &= ~(1 << card)
            pos.masks[DISCARD] |= 1 << card
            pos.hand[seat] -= 1
    pos.now[TRIS_PLAYED] += 1
    receive(pos, armies)
