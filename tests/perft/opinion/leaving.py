"""Going out of the game: frozen, eliminated, withdrawn, excluded."""

from tests.perft.country import Seat
from tests.perft.opinion.cards import cards_to_bottom
from tests.perft.opinion.closing import keeps_its_roll
from tests.perft.opinion.table import Table
from tests.perft.opinion.winning import stop_if_alone


def end_freeze(game: Table, seat: Seat) -> bool:
    """A seat with too many single armies only defends from now on."""
    rule = game.rules.congelato
    singles = {land for land in game.lands(seat) if game.armies[land] == 1}
    if not rule.single_armies or len(singles) < rule.single_armies:
        return False
    for land in game.lands(seat) if rule.raises == "all" else singles:
        game.armies[land] = max(game.armies[land], rule.raise_to)
    game.status[seat] = "frozen"
    cards_to_bottom(game, seat)
    game.left_cards = None
    stop_if_alone(game)
    return False


def eliminate(game: Table, seat: Seat) -> None:
    """The last territory fell: out of the game, and the cards go where the regulation says."""
    if game.status[seat] != "excluded":
        game.status[seat] = "eliminated"
    if game.rules.elimination.cards == "taken":
        game.hands[game.seat] |= game.hands[seat]
        game.hands[seat] = frozenset()
    else:
        cards_to_bottom(game, seat)
    stop_if_alone(game)


def withdraw(game: Table, seat: Seat) -> bool:
    """A seat leaves the table: its territories only defend. Whether its turn is cut short."""
    hand = game.rules.withdrawal.hand
    if hand == "bottom":
        cards_to_bottom(game, seat)
    elif hand == "out-of-play":
        game.hands[seat] = frozenset()
    return leave(game, seat, "withdrawn")


def exclude(game: Table, seat: Seat) -> bool:
    """A judge sends a seat away: it counts as eliminated; its cards are used, or go to the bottom."""
    if game.rules.withdrawal.hand == "bottom":
        cards_to_bottom(game, seat)
    game.discards |= game.hands[seat]
    game.hands[seat] = frozenset()
    return leave(game, seat, "excluded")


def leave(game: Table, seat: Seat, status: str) -> bool:
    """Whether the game must go on to the next seat, since this one was in turn."""
    game.status[seat] = status
    for land in game.lands(seat):
        game.armies[land] = max(game.armies[land], game.rules.withdrawal.minimum_armies)
    if game.left_cards is not None and game.left_cards[0] == seat:
        game.left_cards = None
    stop_if_alone(game)
    if seat != game.seat or game.result is not None:
        return False
    game.settle()
    game.to_do = [("roll", seat)] if keeps_its_roll(game, seat) else []
    game.to_do.append(("next", seat))
    return True
