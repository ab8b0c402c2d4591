"""Milan: how long a game lasts and how likely each lap of rolls ends it."""

import pytest

from kamchatka.rulebook import load
from kamchatka.rulebook.tables import tables
from kamchatka.rules.ending import closes, total_of


@pytest.mark.clause("003-9f", "003-9g")
def test_the_fifth_lap_of_rolls_closes_in_23_throws_of_36() -> None:
    milano = tables(load("milano"))
    throws = range(6**milano.closing_dice)
    ways = [
        sum(closes(milano, closing_round, total_of(milano, throw)) for throw in throws)
        for closing_round in range(12)
    ]
    assert ways == [0, 3, 7, 12, 18, 23, 27, 30, 32, 33, 33, 33]
