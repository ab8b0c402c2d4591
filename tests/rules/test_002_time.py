"""The company regulation: how likely each lap ends the game."""

from fractions import Fraction

import pytest

from kamchatka.rulebook import load
from kamchatka.rulebook.tables import tables
from kamchatka.rules.ending import closes, total_of


def odds(closing_round: int) -> Fraction:
    """How likely the roll at the end of a lap ends the game."""
    rules = tables(load("aziendale"))
    throws = range(6**rules.closing_dice)
    return Fraction(
        sum(closes(rules, closing_round, total_of(rules, throw)) for throw in throws), len(throws)
    )


@pytest.mark.clause("002-22c", "002-22d")
def test_one_lap_in_three_is_the_last() -> None:
    assert odds(1) == Fraction(1, 3)
    assert odds(1) * 100 // 1 == 33


@pytest.mark.clause("002-22e")
def test_eight_games_in_twenty_seven_are_open_after_three_laps() -> None:
    assert odds(0) == 0
    assert [odds(closing_round) for closing_round in range(1, 50)] == [Fraction(1, 3)] * 49
    still_open = (1 - odds(1)) * (1 - odds(2)) * (1 - odds(3))
    assert still_open == Fraction(8, 27)
