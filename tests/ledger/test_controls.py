"""The trial that alters regulations to see whether tests notice."""

import os
from pathlib import Path

import pytest

from kamchatka.ids import ClauseId, RulebookId
from soak.controls import FAILED, PASSED, Value, neighbours, noticed, run_tests, values_by_clause
from tests.plugins.alter import REFUSED, Alteration

pytest_plugins = "pytester"

ROOT = Path(__file__).parents[2]
CLAUSE = ClauseId("001-E7")
EXCUSED = Value(RulebookId("rtu"), "closing.excused_by_conquests", 3)


@pytest.mark.parametrize(
    ("value", "others"),
    [
        (True, [False]),
        (3, [4, 2]),
        ("exact", ["at-most"]),
        (
            {"4": 30, "5": 25},
            [{"4": 31, "5": 25}, {"4": 29, "5": 25}, {"4": 30, "5": 26}, {"4": 30, "5": 24}],
        ),
        (["cards", "die"], [["die"], ["cards"], ["die", "cards"]]),
        ([4, 5], [[5, 5], [3, 5], [4, 6], [4, 4], [5], [4], [5, 4]]),
        ([], []),
    ],
)
def test_values_near_a_value(value: object, others: list[object]) -> None:
    assert list(neighbours(value, ("exact", "at-most"))) == others


def test_a_clause_finds_the_values_that_state_it() -> None:
    assert EXCUSED in values_by_clause()[CLAUSE]


def test_an_alteration_as_it_is_written() -> None:
    assert list(EXCUSED.alterations()) == [
        "rtu:closing.excused_by_conquests=4",
        "rtu:closing.excused_by_conquests=2",
    ]
    assert Alteration.parse('rtu:closing.mode="at-most"') == ("rtu", "closing", "mode", "at-most")


@pytest.mark.parametrize("given", ["rtu", "rtu:closing=3", "closing.cap=7", "rtu:closing.cap=seven"])
def test_an_alteration_that_cannot_be_read(given: str) -> None:
    with pytest.raises(pytest.UsageError, match="--alter"):
        Alteration.parse(given)


@pytest.fixture
def small_suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two tests that name the clause, of which only one looks at the value; and one of another clause."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(ROOT / "src")]))
    pytester.makeini("[pytest]\naddopts = -p no:hypothesispytest\n")
    pytester.makeconftest('pytest_plugins = ["tests.plugins.clauses", "tests.plugins.alter"]')
    pytester.makepyfile(
        test_a="""
        import pytest
        from kamchatka.rulebook import load

        @pytest.mark.parametrize("rulebook, excused", [
            pytest.param("rtu", 3, marks=pytest.mark.clause("001-E7")),
            pytest.param("milano", 2, marks=pytest.mark.clause("003-9e")),
        ])
        def test_looks(rulebook, excused):
            assert load(rulebook).closing.excused_by_conquests == excused

        @pytest.mark.clause("001-E7")
        def test_only_says_so():
            pass
        """
    )
    return pytester.path


def test_a_test_that_looks_notices(small_suite: Path) -> None:
    assert run_tests(["test_a.py"], root=small_suite) == PASSED
    found = noticed(CLAUSE, ["test_a.py::test_looks"], [EXCUSED], small_suite)
    assert found == "rtu:closing.excused_by_conquests=4"


def test_a_test_that_only_says_so_does_not(small_suite: Path) -> None:
    assert noticed(CLAUSE, ["test_a.py::test_only_says_so"], [EXCUSED], small_suite) is None


def test_the_lines_of_other_clauses_do_not_count(small_suite: Path) -> None:
    altered = ("--alter", "milano:closing.excused_by_conquests=3")
    assert run_tests(["test_a.py"], *altered, root=small_suite) == FAILED
    assert run_tests(["test_a.py"], *altered, "--only-clause", CLAUSE, root=small_suite) == PASSED


def test_a_regulation_that_no_longer_loads_shows_nothing(small_suite: Path) -> None:
    assert run_tests(["test_a.py"], "--alter", "rtu:closing.dice=7", root=small_suite) == REFUSED
