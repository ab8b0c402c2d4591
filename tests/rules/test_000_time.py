"""The end by time: how long a game lasts, how likely each lap of rolls ends it."""

from datetime import datetime, timedelta

import pytest

from kamchatka.rulebook import load
from kamchatka.rulebook.tables import tables
from kamchatka.rules.ending import closes, total_of

START = datetime(2026, 3, 14, 15, 0)  # noqa: DTZ001 - the clock on the wall of the hall


@pytest.mark.clause("000-11a")
def test_a_game_begun_at_three_expires_at_five() -> None:
    clock = load("challenge").clock
    assert START + timedelta(minutes=clock.minutes) == START.replace(hour=17)
    assert (clock.minutes_least, clock.minutes_most) == (120, 120)


@pytest.mark.clause("000-11e", "000-11g", "000-11h")
def test_ways_to_end_the_game_lap_after_lap() -> None:
    challenge = tables(load("challenge"))
    throws = range(6**challenge.closing_dice)
    ways = [
        sum(closes(challenge, closing_round, total_of(challenge, throw)) for throw in throws)
        for closing_round in range(12)
    ]
    assert ways == [0, 6, 10, 15, 21, 26, 30, 33, 35, 36, 36, 36]
