"""The end by time: how long a game lasts, how likely each lap of rolls ends it."""

import pytest

from kamchatka.rulebook import load
from kamchatka.rulebook.tables import tables
from kamchatka.rules.ending import closes, total_of


@pytest.mark.clause("000-11e", "000-11g", "000-11h")
def test_ways_to_end_the_game_lap_after_lap() -> None:
    challenge = tables(load("challenge"))
    throws = range(6**challenge.closing_dice)
    ways = [
        sum(closes(challenge, closing_round, total_of(challenge, throw)) for throw in throws)
        for closing_round in range(12)
    ]
    assert ways == [0, 6, 10, 15, 21, 26, 30, 33, 35, 36, 36, 36]
