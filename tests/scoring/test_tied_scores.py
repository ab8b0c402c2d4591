"""Ties and objectives as the formulas themselves take them: what they break, what they count."""

import pytest

from kamchatka.rulebook import load
from kamchatka.scoring.formula.loading import load_formula
from tests.scoring.builders import cards, exactly, keys, read, scores

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


@pytest.mark.parametrize(
    "formula",
    [
        pytest.param("vittorie", marks=pytest.mark.clause("001-TB0", "001-FP6a")),
        pytest.param("triestino", marks=pytest.mark.clause("001-TB0", "001-FP7a")),
        pytest.param("medagliere", marks=pytest.mark.clause("001-TB0", "001-FP11")),
    ],
)
def test_exactly_one_wins_a_table(formula: str) -> None:
    assert [key[0] for key in keys(formula, "rtu", TIED)] == exactly(1, 0, 0, 0)
    for table in ("50 50 50 21", "44 44 44 44"):
        assert [key[0] for key in keys(formula, "rtu", table)] == exactly(1, 0, 0, 0)
        assert [key[0] for key in keys(formula, "rtu", table, shared_win="half")] == exactly(0, 0, 0, 0)


@pytest.mark.clause("001-FP11")
@pytest.mark.parametrize("table", ["62 55 40 21 12", "62 55 40 out2 out1", "58 58 40 40 out1"])
def test_the_medal_table_counts_one_medal_of_each_kind(table: str) -> None:
    medals = [exactly(*(int(place == medal) for medal in range(5))) for place in range(5)]
    assert keys("medagliere", "rtu", table) == medals


@pytest.mark.clause("003-11a")
def test_milan_scores_the_first_at_every_table_size_it_plays() -> None:
    points = ["62", "55", "40", "21", "12", "5"]
    found = {
        size: scores("milano", "milano", " ".join(points[:size]))[0] for size in load("milano").seats.sizes
    }
    assert found == {4: 200, 5: 210, 6: 215}


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


@pytest.mark.clause("004-S8a")
def test_whoever_has_no_point_shares_the_worst_place_also_under_another_regulation() -> None:
    """Both fourth, so both 1 - 6.2, whatever the order of going out."""
    assert scores("primavera", "rtu", "62 55 out2 out1") == exactly("31.7", "14.3", 0, 0)
    assert [card.place for card in cards("primavera", "rtu", "62 55 out2 out1")] == [1, 2, 4, 4]
