"""Primavera: how likely each extra lap ends the game."""

import pytest

from kamchatka.rulebook import load
from kamchatka.rulebook.tables import tables
from kamchatka.rules.ending import closes, total_of


@pytest.mark.clause("004-B2c", "004-B2e")
def test_extra_laps_close_in_3_then_7_then_12_throws_of_36() -> None:
    primavera = tables(load("primavera"))
    throws = range(6**primavera.closing_dice)
    ways = [
        sum(closes(primavera, closing_round, total_of(primavera, throw)) for throw in throws)
        for closing_round in range(11)
    ]
    assert ways == [0, 3, 7, 12, 18, 23, 27, 30, 32, 33, 33]
