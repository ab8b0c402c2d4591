"""The eight printed probabilities of the closing rolls, found by trying every throw of two dice."""

from fractions import Fraction

import pytest

from kamchatka.rulebook import load, read
from kamchatka.rulebook.tables import Tables, tables
from kamchatka.rules.ending import closes, total_of

EXACT = [
    (Fraction(3, 36), "8.33"),
    (Fraction(7, 36), "19.44"),
    (Fraction(12, 36), "33.33"),
    (Fraction(18, 36), "50.00"),
]
AT_MOST = [
    (Fraction(6, 36), "16.66"),
    (Fraction(10, 36), "27.77"),
    (Fraction(15, 36), "41.66"),
    (Fraction(21, 36), "58.33"),
]
HOUSE = 'id = "casa"\ntitle = "Casa"\nextends = "rtu"\n[closing]\nmode = "at-most"\n'


def at_most() -> Tables:
    """The official regulation with the choice it leaves open made the other way."""
    return tables(read(HOUSE, name="casa.toml"))


def totals(rules: Tables, closing_round: int) -> set[int]:
    """The totals that end the game in this round of rolls."""
    return {total for total in range(2, 13) if closes(rules, closing_round, total)}


def odds(rules: Tables, closing_round: int) -> Fraction:
    """How likely one roll of this round ends the game."""
    throws = range(6**rules.closing_dice)
    ways = sum(closes(rules, closing_round, total_of(rules, throw)) for throw in throws)
    return Fraction(ways, len(throws))


def printed(odds: Fraction) -> str:
    """A probability as the regulation prints it: a percentage whose third decimal is cut off."""
    hundredths = odds * 10_000 // 1
    return f"{hundredths // 100}.{hundredths % 100:02}"


@pytest.mark.clause("001-E8")
def test_odds_of_exact_totals_are_those_printed() -> None:
    rtu = tables(load("rtu"))
    found = [odds(rtu, closing_round) for closing_round in (1, 2, 3, 4)]
    assert [(chance, printed(chance)) for chance in found] == EXACT
    assert odds(rtu, 0) == 0
    assert [odds(rtu, later) for later in (5, 6, 20)] == [Fraction(18, 36)] * 3


@pytest.mark.clause("001-E9")
def test_odds_of_totals_at_most_are_those_printed() -> None:
    found = [odds(at_most(), closing_round) for closing_round in (1, 2, 3, 4)]
    assert [(chance, printed(chance)) for chance in found] == AT_MOST
    assert odds(at_most(), 0) == 0
    assert [odds(at_most(), later) for later in (5, 6, 20)] == [Fraction(21, 36)] * 3


@pytest.mark.parametrize(
    ("closing_round", "exact", "less"),
    [
        pytest.param(1, {4}, {2, 3, 4}, marks=pytest.mark.clause("001-E3")),
        pytest.param(2, {4, 5}, {2, 3, 4, 5}, marks=pytest.mark.clause("001-E4")),
        pytest.param(3, {4, 5, 6}, {2, 3, 4, 5, 6}, marks=pytest.mark.clause("001-E5")),
        pytest.param(4, {4, 5, 6, 7}, {2, 3, 4, 5, 6, 7}, marks=pytest.mark.clause("001-E6")),
        pytest.param(6, {4, 5, 6, 7}, {2, 3, 4, 5, 6, 7}, marks=pytest.mark.clause("001-E6")),
    ],
)
def test_a_three_ends_the_game_only_where_less_is_enough(
    closing_round: int, exact: set[int], less: set[int]
) -> None:
    assert totals(tables(load("rtu")), closing_round) == exact
    assert totals(at_most(), closing_round) == less
