"""Every number a move could be on a small board, a little beyond its edges."""

from collections.abc import Iterator
from itertools import combinations, product

from kamchatka.rules.moves import (
    ADVANCE_WITH,
    ATTACK,
    DEFEND,
    END_TURN,
    MOVE,
    NO_CARD,
    PASS_WITHOUT_CARD,
    PLACE,
    ROLL,
    TAKE_BACK,
    TRIS,
    UNDO_MOVE,
    move,
)
from tests.perft.opinion import Opinion


def moves_to_try(game: Opinion) -> Iterator[int]:
    """Moves good and bad: wrong places, nobody's places, no armies, too many armies."""
    lands = [*range(len(game.board.borders)), len(game.board.borders), 41, 42, 255]
    most = max([*game.armies.values(), game.left_to_place, 4]) + 2
    numbers = [*range(most + 1), 255]
    for kind in (DEFEND, ADVANCE_WITH, ROLL):
        yield from (move(kind, 0, 0, n) for n in numbers)
    for kind in (PLACE, TAKE_BACK):
        yield from (move(kind, land, 0, n) for land in lands for n in numbers)
    for kind in (ATTACK, MOVE):
        for source, target in product(lands, lands):
            yield from (move(kind, source, target, n) for n in numbers[:6])
    for kind in (0, END_TURN, UNDO_MOVE, PASS_WITHOUT_CARD):
        yield from (move(kind), move(kind, 1), move(kind, 0, 1), move(kind, 0, 0, 1))
    cards = sorted({*game.board.symbols, 42, 43})[:9]
    for three in combinations(cards, 3):
        yield move(TRIS, *three)
        yield move(TRIS, *three[::-1])
    for a, b in combinations(cards, 2):
        yield from (move(TRIS, a, b, NO_CARD), move(TRIS, a, a, b))
    yield from (move(TRIS, a, NO_CARD, NO_CARD) for a in cards)
