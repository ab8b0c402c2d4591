"""The sequential test keeps the error rates it states, and stops early where the answer is plain."""

import pytest

from kamchatka.simulate.sprt import BETTER, NOT_BETTER, UNDECIDED, Hypotheses, SequentialTest
from kamchatka.stream import below, seeded

ASKED = Hypotheses(null=0.25, better=0.35, alpha=0.05, beta=0.05)


def ended(rate: float, run: int) -> SequentialTest:
    """A test of a bot that wins this share of its games."""
    state, test = seeded(36, run), SequentialTest(ASKED, 4)
    while test.verdict == UNDECIDED:
        wins = 0
        for _ in range(4):
            state, number = below(state, 1000)
            wins += number < 1000 * rate
        test.add(wins)
    return test


@pytest.mark.parametrize(("rate", "wrong"), [(0.25, BETTER), (0.35, NOT_BETTER)])
def test_errors_are_as_rare_as_stated(rate: float, wrong: str) -> None:
    ends = [ended(rate, run) for run in range(200)]
    errors = sum(test.verdict == wrong for test in ends)
    # 5 % of 200, and three standard deviations more.
    assert errors <= 19
    # A test of fixed size with these errors needs 222 games, some 56 deals.
    assert sum(test.deals for test in ends) / len(ends) < 50


def test_the_bounds_are_walds() -> None:
    low, high = SequentialTest(ASKED, 4).bounds
    assert (round(low, 4), round(high, 4)) == (-2.9444, 2.9444)


def test_winning_every_game_decides_at_once() -> None:
    test = SequentialTest(ASKED, 4)
    verdicts = []
    for _ in range(6):
        test.add(4)
        verdicts.append(test.verdict)
    assert verdicts == [UNDECIDED] * 5 + [BETTER]
