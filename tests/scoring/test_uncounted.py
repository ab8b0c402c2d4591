"""A RisiKo! may be written without points: only formulas that need them ask."""

from fractions import Fraction

import pytest

from kamchatka.scoring.formula.loading import load_formula
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.sheet.places import MissingNumber
from kamchatka.scoring.sheet.reading import read_sheet

SHEET = """
rulebook = "{rulebook}"
[[seat]]
player = "A"
objective = true
[[seat]]
player = "B"
points = 55
[[seat]]
player = "C"
points = 40
[[seat]]
player = "D"
points = 21
"""


def scores(formula: str, rulebook: str) -> list[Number]:
    sheet = read_sheet(SHEET.format(rulebook=rulebook), name="sheet.toml").sheet
    return [card.score for card in load_formula(formula).cards(sheet)]


def test_a_formula_that_values_it_needs_no_points() -> None:
    assert scores("conversione-150", "rtu") == [Fraction("150.45"), 80, 60, 40]
    assert scores("spartaco", "rtu") == [186, 55, 40, 21]


def test_places_alone_need_no_points() -> None:
    assert scores("medagliere", "rtu") == [1, 0, 0, 0]


def test_a_formula_that_counts_from_the_winner_asks_for_them() -> None:
    with pytest.raises(MissingNumber) as asked:
        scores("milano", "milano")
    assert (asked.value.criterion, asked.value.players) == ("points", ("A",))
    assert "(points)" in asked.value.sentence("it")
    assert "(points)" in asked.value.sentence("en")


def test_a_regulation_that_gives_it_points_answers_by_itself() -> None:
    assert scores("bonus-50", "primavera") == [150, 55, 40, 21]
    assert read_sheet(SHEET.format(rulebook="primavera"), name="s").sheet.seats[0].points == 200
