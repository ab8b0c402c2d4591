"""A formula nobody shipped, written down from prose as data alone, with numbers worked out by hand."""

from pathlib import Path

import pytest

from kamchatka.scoring.formula.amounts import NoSuchSize
from kamchatka.scoring.formula.loading import read_formula
from tests.scoring.builders import cards, exactly, scores

FORMULA = read_formula(
    Path(__file__).with_name("prose_formula.toml").read_text(encoding="utf-8"), name="a-voce"
)


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        # gaps 7, 22, 41: 70 - 3.5, 50 - 11, and 30 - 20.5 stops at 20
        ("62 55 40 21", "120 66.5 39 20"),
        # gaps 2, 4, 20: 70 - 1, 50 - 2, 30 - 10 just reaches 20
        ("62 60 58 42", "120 69 48 20"),
        ("62 60 58 43", "120 69 48 20.5"),
        # gaps 100, 60: 70 - 50 is the floor, 50 - 30 too, one more point below
        ("100 0 0 0", "120 20 20 20"),
        ("100 40 40 39", "120 40 20 20"),
        # a tie at the top is broken: the second has no gap
        ("58 58 40 21", "120 70 41 20"),
        ("62 55 out2 out1", "120 66.5 5 5"),
        ("62 out3 out2 out1", "120 5 5 5"),
        # an objective of 86 points: gaps 31, 46, 65: 70 - 15.5, 50 - 23, the floor
        ("R 55 40 21", "130 54.5 27 20"),
        ("R 55 out2 out1", "130 54.5 5 5"),
        # five: the fifth starts at 20 and stays there
        ("62 55 40 21 12", "120 66.5 39 20 20"),
        ("62 62 62 62 62", "120 70 50 30 20"),
        ("R 80 70 60 out1", "130 67 42 20 5"),
    ],
)
def test_the_numbers_worked_out_by_hand(table: str, expected: str) -> None:
    assert scores(FORMULA, "rtu", table) == exactly(*expected.split())


def test_its_cards_explain_themselves() -> None:
    winner, second, _, last = cards(FORMULA, "rtu", "62 55 40 out1")
    assert [(line.term, str(line.amount)) for line in winner.lines] == [("first", "120")]
    assert [line.reason("it") for line in second.lines] == ["70 meno il distacco dal vincitore (7)"]
    assert [line.reason("en") for line in last.lines] == ["no. 1 to be eliminated"]


def test_what_was_not_told_is_not_made_up() -> None:
    with pytest.raises(NoSuchSize):
        scores(FORMULA, "milano", "62 55 40 21 12 5")
