"""Cards: sets and what they are worth, cards due, cards left lying, cards of those who are out."""

from itertools import combinations

from tests.perft.country import JOLLY, Card, Seat
from tests.perft.opinion.table import Table


def playable_cards(game: Table) -> list[tuple[Card, ...]]:
    """Sets of cards that may be handed in now."""
    tris = game.rules.tris
    if tris.latest == "before-placing" and game.has_placed:
        return []
    if tris.per_turn and game.trios >= tris.per_turn:
        return []
    hand = sorted(game.hands[game.seat])
    if tris.scheme == "tris":
        return [cards for cards in combinations(hand, 3) if tris_value(game, cards)]
    if len(hand) >= 3:
        return list(combinations(hand, 3))
    if not hand or (game.trios and not tris.leftovers_exchange):
        return []
    return [tuple(hand)]


def tris_value(game: Table, cards: tuple[Card, ...]) -> int:
    """Armies for three cards by their symbols, territories apart; 0 if they are no set."""
    tris = game.rules.tris
    symbols = [game.board.symbols[card] for card in cards]
    plain = [symbol for symbol in symbols if symbol != JOLLY]
    if len(plain) == 2 and plain[0] == plain[1]:
        return tris.jolly_and_two_equal
    if len(plain) < 3:
        return 0
    if len(set(plain)) == 3:
        return tris.three_different
    equal = {
        "cannone": tris.three_cannons,
        "fante": tris.three_infantry,
        "cavaliere": tris.three_cavalry,
    }
    return equal[plain[0]] if len(set(plain)) == 1 else 0


def exchange_value(game: Table, cards: tuple[Card, ...]) -> int:
    """Armies for these cards, laid down now."""
    tris = game.rules.tris
    if tris.scheme == "tris":
        mine = game.lands(game.seat)
        shown = [card for card in cards if game.board.symbols[card] != JOLLY and card in mine]
        return tris_value(game, cards) + tris.territory_bonus * len(shown)
    if len(cards) == 1:
        return tris.one_card
    if len(cards) == 2:
        return tris.two_cards
    return tris.three_cards_by_hand[min(len(game.hands[game.seat]), 5) - 3]


def cards_due(game: Table) -> int:
    """Cards for the conquests of this turn; a late-comer's first ones stay in the deck."""
    if game.conquests < game.rules.cards.conquests_for_card:
        return 0
    second = game.rules.cards.second_card_from
    extra_lap = game.last_lap is not None and game.lap > game.last_lap
    due = 2 if second and extra_lap and game.conquests >= second else 1
    forfeited = min(due, game.forfeits.get(game.seat, 0))
    if forfeited:
        game.forfeits[game.seat] -= forfeited
    return due - forfeited


def may_take_late(game: Table, seat: Seat) -> bool:
    """Whether this seat may still take the cards it left lying."""
    lies = game.left_cards is not None and game.left_cards[0] == seat
    return lies and bool(game.piles or game.discards)


def forget_left_cards(after: Table, kind: str, before: Table) -> None:
    """The right to cards left lying ends as the next player goes on."""
    if before.left_cards is None or before.left_cards[0] == before.seat:
        return
    went_on = kind in {"attack", "end", "pass"}
    if after.rules.cards.late_card == "next-has-placed":
        has_finished = kind == "place" and not after.room_to_place()
        went_on = went_on or kind == "move" or has_finished
    if went_on:
        after.left_cards = None


def cards_to_bottom(game: Table, seat: Seat) -> None:
    """The seat's hand goes under the deck."""
    if game.hands[seat]:
        game.piles = [*game.piles, game.hands[seat]]
    game.hands[seat] = frozenset()
