"""A turn's own actions besides combat: cards, armies, the move, passing."""

from tests.perft.country import Card, Territory
from tests.perft.opinion.cards import cards_due, exchange_value
from tests.perft.opinion.course import finish_turn, go_on
from tests.perft.opinion.table import Table


def do_tris(game: Table, *cards: Card) -> None:
    """Cards are handed in for armies."""
    game.left_to_place += exchange_value(game, cards)
    game.hands[game.seat] -= frozenset(cards)
    game.discards |= frozenset(cards)
    game.trios += 1


def do_place(game: Table, land: Territory, n: int) -> None:
    """Armies are placed."""
    game.armies[land] += n
    game.placed[land] = game.placed.get(land, 0) + n
    game.left_to_place -= n
    game.has_placed = True


def do_take_back(game: Table, land: Territory, n: int) -> None:
    """Armies placed this turn are taken back."""
    game.armies[land] -= n
    game.placed[land] -= n
    game.left_to_place += n
    game.take_backs += 1


def do_move(game: Table, source: Territory, goal: Territory, n: int) -> None:
    """The move; where it comes last, only passing or undoing it is left."""
    game.settle()
    game.armies[source] -= n
    game.armies[goal] += n
    game.moves += 1
    if game.rules.move.when == "any-time":
        return
    game.combat_over = True
    game.moved = (source, goal, n)


def do_undo(game: Table) -> None:
    """The move is taken back."""
    assert game.moved is not None
    source, goal, n = game.moved
    game.armies[source] += n
    game.armies[goal] -= n
    game.moves -= 1
    game.moved = None
    game.take_backs += 1


def do_roll(game: Table, wanted: int) -> None:
    """Whether the seat wants its closing roll."""
    if wanted:
        game.phase = "closing"
    else:
        go_on(game)


def do_end(game: Table) -> None:
    """End the turn and take the cards that are due."""
    finish_turn(game, cards_due(game))


def do_pass(game: Table) -> None:
    """End the turn and leave the cards lying."""
    due = cards_due(game)
    if due and game.rules.cards.late_card != "turn-passed":
        game.left_cards = (game.seat, due)
    finish_turn(game, 0)
