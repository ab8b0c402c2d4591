"""The deck: it has no order. Taking a card asks luck for one of those in the pile, in ascending order.

Cards put underneath form further piles, used in turn; when all are empty the discard becomes the deck.
"""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.bits import count, nth
from kamchatka.rules.layout import (
    CARDS_TO_TAKE,
    CONQUESTS,
    DECK_SIZE,
    DISCARD,
    LAP,
    LAST_LAP,
    PILES,
    TERRITORIES,
    Position,
    Secrets,
)


def fill_deck(tables: Tables, pos: Position, secrets: Secrets) -> None:
    """Put all territory cards and the jolly into the deck; the discard is empty."""
    cards = TERRITORIES + tables.jolly_cards
    for pile in range(PILES):
        secrets.piles[pile] = 0
    secrets.piles[0] = (1 << cards) - 1
    pos.masks[DISCARD] = 0
    pos.now[DECK_SIZE] = cards


def refresh_deck(pos: Position, secrets: Secrets) -> None:
    """Bring a non-empty pile to the top; if none is left, shuffle the discard into a new deck."""
    for _ in range(PILES):
        if secrets.piles[0] != 0:
            return
        for pile in range(PILES - 1):
            secrets.piles[pile] = secrets.piles[pile + 1]
        secrets.piles[PILES - 1] = 0
    secrets.piles[0] = pos.masks[DISCARD]
    pos.now[DECK_SIZE] = count(secrets.piles[0])
    pos.masks[DISCARD] = 0


def take_card(pos: Position, secrets: Secrets, seat: int, which: int) -> None:
    """Give the seat the card that luck selected."""
    card = nth(secrets.piles[0], which)
    secrets.piles[0] &= ~(1 << card)
    secrets.hands[seat] |= 1 << card
    pos.hand[seat] += 1
    pos.now[DECK_SIZE] -= 1


def put_underneath(pos: Position, secrets: Secrets, seat: int) -> None:
    """Put a hand face down under the deck."""
    if pos.hand[seat] == 0:
        return
    pile = PILES - 1
    while pile > 1 and secrets.piles[pile - 1] == 0:
        pile -= 1
    secrets.piles[pile] |= secrets.hands[seat]
    pos.now[DECK_SIZE] += pos.hand[seat]
    empty_hand(pos, secrets, seat)


def discard_hand(pos: Position, secrets: Secrets, seat: int) -> None:
    """Put a hand on the discard."""
    pos.masks[DISCARD] |= secrets.hands[seat]
    empty_hand(pos, secrets, seat)


def remove_hand(pos: Position, secrets: Secrets, seat: int) -> None:
    """Remove a hand from the game for good."""
    secrets.gone[0] |= secrets.hands[seat]
    empty_hand(pos, secrets, seat)


def take_hand(pos: Position, secrets: Secrets, seat: int, taker: int) -> None:
    """Give a hand to another seat."""
    secrets.hands[taker] |= secrets.hands[seat]
    pos.hand[taker] += pos.hand[seat]
    empty_hand(pos, secrets, seat)


def empty_hand(pos: Position, secrets: Secrets, seat: int) -> None:
    """Leave the seat without cards."""
    secrets.hands[seat] = 0
    pos.hand[seat] = 0


def cards_earned(tables: Tables, pos: Position) -> int:
    """Cards due for the conquests of this turn: one, or two if closing laps reward many conquests."""
    if pos.now[CONQUESTS] < tables.conquests_for_card:
        return 0
    in_extra_laps = pos.now[LAST_LAP] > 0 and pos.now[LAP] > pos.now[LAST_LAP]
    if in_extra_laps and 0 < tables.second_card_from <= pos.now[CONQUESTS]:
        return 2
    return 1


def settle_cards_due(tables: Tables, pos: Position, seat: int) -> None:
    """Record the cards the seat may take now; a latecomer's first ones, and those over a hand limit, stay."""
    due = cards_earned(tables, pos)
    forfeited = min(due, pos.forfeits[seat])
    pos.forfeits[seat] -= forfeited
    due -= forfeited
    if tables.hand_limit > 0:
        due = min(due, max(0, tables.hand_limit - pos.hand[seat]))
    pos.now[CARDS_TO_TAKE] = due
