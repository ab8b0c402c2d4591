"""A formula attached to a regulation whose table points it was not made for."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from kamchatka.rulebook import load, shipped
from kamchatka.scoring.formula.amounts import NoSuchSize
from kamchatka.scoring.formula.loading import catalogue, load_formula
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.sheet.incidents import goal_points
from kamchatka.scoring.views.notices import off_scale
from tests.scoring.builders import sheet


@pytest.mark.parametrize(
    ("rulebook", "points"),
    [("rtu", "86"), ("challenge", "86"), ("milano", "172"), ("aziendale", "532.5"), ("primavera", "200")],
)
def test_points_of_a_goal_just_reached(rulebook: str, points: str) -> None:
    assert goal_points(load(rulebook)) == Fraction(points)


def test_which_formulas_break_under_which_regulation() -> None:
    scaled = [id for id in catalogue() if load_formula(id).scale]
    assert set(catalogue()) - set(scaled) == {
        "medagliere",
        "milano",
    }  # no fixed points, no cap, no hundredths
    warned = {book: [id for id in scaled if off_scale(load_formula(id), load(book))] for book in shipped()}
    fits: list[str] = []
    assert warned == {
        "challenge": fits,
        "rtu": fits,
        "rtu-2020": fits,
        "aziendale": scaled,
        "milano": [id for id in scaled if id not in ("maialino", "primavera")],
        "primavera": [id for id in scaled if id not in ("maialino", "primavera")],
    }


def variants(id: str) -> Iterator[Formula]:
    """The formula as it is, and with every choice of every option."""
    plain = load_formula(id)
    yield plain
    for name, option in plain.option.items():
        for choice in option.choices or ([option.least] if option.least is not None else []):
            yield load_formula(id, {name: choice})


@pytest.mark.parametrize("book", shipped())
@pytest.mark.parametrize("id", catalogue())
def test_a_goal_reached_stays_ahead_of_a_second_just_below_or_a_warning_is_given(id: str, book: str) -> None:
    goal = goal_points(load(book))
    for formula in variants(id):
        for others in ("5", "6 5", "7 6 5", "8 7 6 5"):
            try:
                first, second, *_ = formula.cards(sheet(book, f"R{float(goal)} {goal - 1} {others}"))
            except NoSuchSize:
                continue
            assert first.key > second.key or off_scale(formula, load(book)), (formula.option, others)


def test_the_warning_says_which_order_may_break() -> None:
    found = off_scale(load_formula("standard"), load("milano"))
    assert found is not None
    assert found.sentence("it") == (
        "Con «Torneo di giugno del RisiKo! Club Milano» un obiettivo completo vale 172 punti tavolo, "
        "ma la formula «Punti standard» è "
        "pensata per non più di 100: con più di 100 punti tavolo i centesimi superano un punto intero e un "
        "terzo può passare davanti a un secondo."
    )
    assert "a third may pass a second" in found.sentence("en")
