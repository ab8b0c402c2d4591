"""Milan: how long a game lasts and how likely each lap of rolls ends it."""

from datetime import datetime, timedelta

import pytest

from kamchatka.rulebook import load
from kamchatka.rulebook.tables import tables
from kamchatka.rules.ending import closes, total_of

START = datetime(2026, 6, 7, 21, 15)  # noqa: DTZ001 - the clock on the wall of the hall


@pytest.mark.clause("003-9a")
def test_a_game_begun_at_a_quarter_past_nine_expires_at_eleven() -> None:
    clock = load("milano").clock
    assert START + timedelta(minutes=clock.minutes) == START.replace(hour=23, minute=0)
    assert (clock.minutes_least, clock.minutes_most) == (105, 105)


@pytest.mark.clause("003-9f", "003-9g")
def test_the_fifth_lap_of_rolls_closes_in_23_throws_of_36() -> None:
    milano = tables(load("milano"))
    throws = range(6**milano.closing_dice)
    ways = [
        sum(closes(milano, closing_round, total_of(milano, throw)) for throw in throws)
        for closing_round in range(12)
    ]
    assert ways == [0, 3, 7, 12, 18, 23, 27, 30, 32, 33, 33, 33]
