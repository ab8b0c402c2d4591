"""Primavera: how long a game lasts, what lateness costs, how likely each extra lap ends the game."""

from datetime import datetime, timedelta

import pytest

from kamchatka.rulebook import load
from kamchatka.rulebook.tables import tables
from kamchatka.rules.ending import closes, total_of
from kamchatka.rules.setup import come_late
from tests.cases.scene import Scene, build

START = datetime(2001, 2, 22, 21, 20)  # noqa: DTZ001 - the clock on the wall of the hall


@pytest.mark.clause("004-B2a")
def test_a_game_begun_at_twenty_past_nine_expires_at_five_past_eleven() -> None:
    clock = load("primavera").clock
    assert START + timedelta(minutes=clock.minutes) == START.replace(hour=23, minute=5)
    assert (clock.minutes_least, clock.minutes_most) == (105, 105)


@pytest.mark.clause("004-B2a")
def test_the_end_is_announced_at_the_start() -> None:
    assert load("primavera").clock.end_announced


@pytest.mark.clause("004-B1b")
def test_up_to_ten_minutes_late_cost_the_first_three_cards() -> None:
    clock = load("primavera").clock
    assert (clock.late_minutes, clock.late_cards_forfeited) == (10, 3)
    table = build(Scene("primavera"))
    come_late(table.tables, table.pos, 2)
    assert table.pos.forfeits.tolist() == [0, 0, 3, 0, 0, 0]


@pytest.mark.clause("004-B2c", "004-B2e")
def test_extra_laps_close_in_3_then_7_then_12_throws_of_36() -> None:
    primavera = tables(load("primavera"))
    throws = range(6**primavera.closing_dice)
    ways = [
        sum(closes(primavera, closing_round, total_of(primavera, throw)) for throw in throws)
        for closing_round in range(11)
    ]
    assert ways == [0, 3, 7, 12, 18, 23, 27, 30, 32, 33, 33]


@pytest.mark.clause("004-B2e")
def test_the_sums_grow_with_the_rounds_of_rolls_and_have_no_cap() -> None:
    closing = load("primavera").closing
    assert (closing.step, closing.cap) == ("round-of-rolls", 0)
