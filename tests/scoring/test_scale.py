"""A formula attached to a regulation whose table points it was not made for."""

from fractions import Fraction

import pytest

from kamchatka.rulebook import load, shipped
from kamchatka.scoring.loading import catalogue, load_formula
from kamchatka.scoring.scale import goal_points, off_scale


@pytest.mark.parametrize(
    ("rulebook", "points"),
    [("rtu", "86"), ("challenge", "86"), ("milano", "172"), ("aziendale", "532.5"), ("primavera", "200")],
)
def test_points_of_a_goal_just_reached(rulebook: str, points: str) -> None:
    assert goal_points(load(rulebook)) == Fraction(points)


def test_which_formulas_break_under_which_regulation() -> None:
    scaled = [id for id in catalogue() if load_formula(id).scale]
    assert scaled == ["conversione-150", "conversione-200", "squadre", "standard"]
    warned = {book: [id for id in scaled if off_scale(load_formula(id), load(book))] for book in shipped()}
    fits: list[str] = []
    assert warned == {
        "challenge": fits,
        "rtu": fits,
        "rtu-2020": fits,
        "aziendale": scaled,
        "milano": scaled,
        "primavera": scaled,
    }


def test_the_warning_says_which_order_may_break() -> None:
    found = off_scale(load_formula("standard"), load("milano"))
    assert found is not None
    assert found.sentence("it") == (
        "Con il regolamento milano un obiettivo completo vale 172 punti tavolo, ma la formula standard è "
        "pensata per non più di 100: con più di 100 punti tavolo i centesimi superano un punto intero e un "
        "terzo può passare davanti a un secondo."
    )
    assert "a third may pass a second" in found.sentence("en")
