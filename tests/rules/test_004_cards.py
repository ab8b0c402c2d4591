"""Primavera: which cards may be exchanged, and for how much, out of hands of every size."""

from math import comb

import pytest

from kamchatka.rules import layout, moves
from kamchatka.rules.legality import MOST_FAMILIES, list_moves
from kamchatka.rules.moves import NO_CARD, kind_of, second_of
from kamchatka.rules.tris import armies_for
from tests.cases.scene import Scene, build


def exchanges(cards: int) -> list[tuple[int, int]]:
    """How many cards each exchange lays down that a hand of this size allows, and its armies."""
    hand = (1 << cards) - 1
    scene = Scene("primavera", hands={0: hand}, holdings={41: (0, 1)})
    scene.now = {layout.PHASE: layout.REINFORCEMENT}
    table = build(scene)
    found = memoryview(bytearray(8 * 3 * MOST_FAMILIES)).cast("q")
    listed = []
    for at in range(list_moves(table.tables, table.pos, hand, found)):
        coded, third = found[3 * at], found[3 * at + 1]
        if kind_of(coded) == moves.TRIS:
            first, second = moves.first_of(coded), second_of(coded)
            laid = 3 - (second == NO_CARD) - (third == NO_CARD)
            listed.append((laid, armies_for(table.tables, table.pos, first, second, third)))
    return listed


@pytest.mark.clause("004-B14a", "004-B14c", "004-B14d")
@pytest.mark.parametrize(("cards", "laid", "armies"), [(1, 1, 2), (2, 2, 4), (3, 3, 8)])
def test_small_hands_are_exchanged_whole(cards: int, laid: int, armies: int) -> None:
    assert exchanges(cards) == [(laid, armies)]


@pytest.mark.clause("004-B14a", "004-B14e")
@pytest.mark.parametrize(("cards", "armies"), [(4, 10), (5, 12), (6, 12), (7, 12), (9, 12)])
def test_larger_hands_are_exchanged_in_threes_only(cards: int, armies: int) -> None:
    assert exchanges(cards) == [(3, armies)] * comb(cards, 3)
