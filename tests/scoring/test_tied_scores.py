"""Ties and objectives as the formulas themselves take them: what they break, what they count."""

import pytest

from kamchatka.scoring.loading import load_formula
from tests.scoring.builders import exactly, keys, read, scores

TIED = "58 58 40 21"


@pytest.mark.clause("001-TB0")
@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("conversione-150", "150 100 62 40"),
        ("conversione-200", "200 100 62 40"),
        ("faentino", "100 50 10 10"),
        ("spartaco", "158 100 82 63"),
        ("standard", "12.58 7.58 5.40 3.21"),
        ("veronese", "158 118 80 41"),
    ],
)
def test_a_tie_for_first_is_broken_before_it_is_scored(formula: str, expected: str) -> None:
    assert scores(formula, "rtu", TIED) == exactly(*expected.split())


@pytest.mark.clause("001-TB0")
@pytest.mark.parametrize("formula", ["vittorie", "triestino", "medagliere"])
def test_exactly_one_wins_a_table(formula: str) -> None:
    assert [key[0] for key in keys(formula, "rtu", TIED)] == exactly(1, 0, 0, 0)


@pytest.mark.parametrize(
    ("formula", "cells", "expected"),
    [
        pytest.param(
            *("milano", ("inside_count = 8", "inside_count = 9"), "100 200 10"),
            marks=pytest.mark.clause("003-13a"),
        ),
        pytest.param(
            *("primavera", ("territory_count = 10", "territory_count = 11"), "15 31 0"),
            marks=pytest.mark.clause("004-S8a"),
        ),
    ],
)
def test_the_printed_criterion_decides_who_scores_as_first(
    formula: str, cells: tuple[str, str], expected: str
) -> None:
    seats = (f"points = 60\n{cells[0]}", f"points = 60\n{cells[1]}", "eliminated = 1", "eliminated = 2")
    found = load_formula(formula).cards(read(formula, *seats))
    assert [card.score for card in found][:3] == exactly(*expected.split())


@pytest.mark.clause("004-B18c")
def test_a_risiko_by_points_counts_200_whatever_was_counted() -> None:
    assert scores("primavera", "primavera", "R171 70 60 50")[:2] == exactly("44.0", "2.0")
    assert scores("primavera", "rtu", "R86 70 60 50")[:2] == exactly("44.0", "2.0")
