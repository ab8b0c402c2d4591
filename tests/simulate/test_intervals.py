"""Intervals against published figures, exact sums, and how often they hold the truth."""

from math import inf, isclose, sqrt
from statistics import mean, stdev

import numpy as np
import pytest

from kamchatka.simulate.intervals import Interval, mean_interval, paired_shares, wilson


@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_the_intervals_of_newcombes_table(
    hits: int, tries: int, low: float, high: float
) -> None:
    found = wilson(hits, tries)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert found.value == hits / tries


def test_wilson_is_the_mirror_of_itself_and_knows_nothing_without_tries() -> None:
    a, b = wilson(3, 40), wilson(37, 40)
    assert isclose(a.low, 1 - b.high)
    assert isclose(a.high, 1 - b.low)
    assert wilson(20, 20).high == 1.0
    assert wilson(0, 0) == Interval(0.0, 0.0, 1.0)


def test_a_mean_is_that_of_the_textbook_also_far_from_zero() -> None:
    numbers = [10**9 + n for n in (3, 5, 8, 13, 21)]
    found = mean_interval(sum(numbers), sum(n * n for n in numbers), len(numbers), unit=2)
    half = 2.7764 * stdev(numbers) / sqrt(5) / 2
    assert found.value == mean(numbers) / 2
    assert isclose(found.high - found.value, half, rel_tol=1e-6)
    assert mean_interval(7, 49, 1) == Interval(7, -inf, inf)
    assert mean_interval(7, 49, 1).as_json() == {"value": 7, "low": None, "high": None}
    assert mean_interval(0, 0, 0) == Interval(0, 0, 0)


def test_a_paired_difference_changes_sign_with_the_order() -> None:
    one, other = paired_shares(40, 12, 5, 43), paired_shares(40, 5, 12, 43)
    assert one.value == -0.07
    assert isclose(one.low, -other.high)
    assert isclose(one.high, -other.low)


def test_pairs_that_agree_give_a_narrower_interval() -> None:
    alike, strangers = paired_shares(245, 5, 5, 745), paired_shares(62, 188, 188, 562)
    assert alike.value == strangers.value == 0
    assert alike.high < strangers.high / 4


def test_the_paired_interval_holds_the_truth_as_often_as_it_says() -> None:
    chosen = np.random.default_rng(1)
    truth = 0.07 - 0.11
    drawn = chosen.multinomial(150, [0.2, 0.11, 0.07, 0.62], size=4000)
    held = sum(paired_shares(*(int(cell) for cell in cells)).holds(truth) for cells in drawn)
    assert 0.94 < held / len(drawn) < 0.965
