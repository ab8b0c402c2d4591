"""How long a game of the official regulation lasts."""

from datetime import datetime, timedelta

import pytest

from kamchatka.rulebook import load

START = datetime(2026, 3, 14, 15, 0)  # noqa: DTZ001 - the clock on the wall of the hall


@pytest.mark.clause("001-E1")
def test_a_game_begun_at_three_expires_at_a_quarter_to_five() -> None:
    clock = load("rtu").clock
    assert START + timedelta(minutes=clock.minutes) == START.replace(hour=16, minute=45)
    assert (clock.minutes_least, clock.minutes_most) == (90, 105)
