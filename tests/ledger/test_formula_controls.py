"""The trial that alters formulas: which entries a clause states, and whether its tests notice."""

import json
import os
from pathlib import Path

import pytest

from kamchatka.ids import ClauseId
from soak import controls
from soak.alterations import Alteration
from soak.controls import FAILED, PASSED, companions, is_controlled, main, run_tests
from soak.formula_values import FormulaValue, formula_values_by_clause
from tests.ledger.small_suites import CONFTEST
from tests.plugins.alter import REFUSED, put_in
from tests.plugins.alter import Alteration as Change

pytest_plugins = "pytester"

ROOT = Path(__file__).parents[2]
BONUS = ("001-FP5a", "001-FP5b")


def stated(clause_id: str) -> dict[str, object]:
    """The entries a clause states, by file and key."""
    return {
        f"{value.rulebook}:{value.key}": value.value
        for value in formula_values_by_clause()[ClauseId(clause_id)]
    }


def test_an_entry_is_stated_by_the_clause_at_its_place() -> None:
    assert stated("001-FP3d") == {
        "formula/conversione-150:term.others.who": "others",
        "formula/conversione-150:term.others.base.4.1": 80,
        "formula/conversione-150:term.others.least.4.1": 60,
    }
    assert stated("001-FP13c") == {"formula/veronese:term.bonus.by_place.2": 40}


def test_a_value_taken_from_an_option_is_stated_through_its_default() -> None:
    assert stated("004-S8a")["formula/primavera:option.zero-ties.default"] == "share-worst"
    assert stated("001-FP8b") == {
        f"formula/standard:option.scale.default.{place}": points
        for place, points in enumerate((12, 7, 5, 3, 2))
    }
    assert stated("001-TB0")["formula/medagliere:option.shared-win.default"] == "break"


def test_clauses_cited_for_a_whole_term_state_its_values_together() -> None:
    values = formula_values_by_clause()[ClauseId("001-FP5b")]
    [bonus] = [value for value in values if value.key == "option.bonus.default"]
    assert bonus.together == set(BONUS)
    assert companions(ClauseId("001-FP5b"), values) == {"001-FP5a"}


def test_a_value_with_clauses_of_its_own_is_stated_by_them_alone() -> None:
    assert stated("001-FP5e") == {"formula/bonus-50:term.bonus.shared.more": "none"}
    assert stated("001-FP9c")["formula/faentino:term.others.far"] == 10
    assert "formula/faentino:term.others.near" not in stated("001-FP9c")


def test_a_term_for_another_choice_states_nothing() -> None:
    keys = {value.key for values in formula_values_by_clause().values() for value in values}
    assert "term.malus.amount_each" in keys
    assert "term.flat.amount_each" not in keys


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (FormulaValue("formula/x", "term.a.by_place", 31), ["32", "30"]),
        (FormulaValue("formula/x", "term.a.per_point", "1/10"), ['"1/5"', '"11/10"']),
        (FormulaValue("formula/x", "ties", "break", ("break", "keep")), ['"keep"']),
        (FormulaValue("formula/x", "term.a.replaces", True), ["false"]),
    ],
)
def test_what_an_entry_might_have_been(value: FormulaValue, words: list[str]) -> None:
    assert list(value.alterations()) == [Alteration(f"formula/x:{value.key}={word}") for word in words]


def test_an_entry_is_put_in_wherever_its_path_leads() -> None:
    raw = {"term": [{"id": "a", "base": {"4": [1, 2]}}, {"id": "b"}, {"id": "a", "base": {"4": [3, 4]}}]}
    put_in(raw, ["term", "a", "base", "4", "1"], 9)
    assert raw["term"] == [
        {"id": "a", "base": {"4": [1, 9]}},
        {"id": "b"},
        {"id": "a", "base": {"4": [3, 9]}},
    ]
    assert Change.parse('formula/milano:ties="keep"') == ("formula/milano", "ties", "", "keep")


@pytest.fixture
def small_suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Tests that name clauses of one term: two look at a table each, one only says so."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(ROOT / "src")]))
    pytester.makeini("[pytest]\n")
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(
        test_a="""
        import pytest
        from tests.scoring.builders import exactly, scores

        @pytest.mark.clause("001-FP5a")
        def test_alone():
            assert scores("bonus-50", "rtu", "62 55 40 21")[0] == 112

        @pytest.mark.clause("001-FP5d")
        def test_two():
            assert scores("bonus-50", "rtu", "58 58 40 21")[0] == 83

        @pytest.mark.clause("001-FP5e")
        def test_says_so():
            pass

        @pytest.mark.clause("001-FP4c")
        def test_of_five():
            assert scores("conversione-200", "rtu", "62 55 40 21 12")[1] == 93
        """
    )
    return pytester.path


def test_an_altered_formula_is_noticed_also_by_those_that_extend_it(small_suite: Path) -> None:
    assert run_tests(["test_a.py"], root=small_suite) == (PASSED, {})
    status, failing = run_tests(["test_a.py"], "formula/bonus-50:option.bonus.default=51", root=small_suite)
    assert (status, set(failing)) == (FAILED, {"001-FP5a", "001-FP5d"})
    extended = "formula/conversione-150:term.others.base.5.0=101"
    assert set(run_tests(["test_a.py"], extended, root=small_suite)[1]) == {"001-FP4c"}


def test_a_formula_that_no_longer_loads_shows_nothing(small_suite: Path) -> None:
    wrong = 'formula/bonus-50:term.bonus.shared.two="most"'
    assert run_tests(["test_a.py"], wrong, root=small_suite) == (REFUSED, {})


def test_each_value_needs_one_clause_and_each_clause_one_value(
    small_suite: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    results = small_suite / controls.RESULTS
    results.parent.mkdir(parents=True)
    tests = {"001-FP5a": "test_alone", "001-FP5d": "test_two", "001-FP5e": "test_says_so"}
    proven = {clause_id: [f"test_a.py::{test}"] for clause_id, test in tests.items()}
    results.write_text(json.dumps({"proven": proven, "controlled": []}), encoding="utf-8")
    bonus, two = (
        FormulaValue("formula/bonus-50", key, value, among, frozenset(map(ClauseId, tests)))
        for key, value, among in (
            ("option.bonus.default", 50, ()),
            ("term.bonus.shared.two", "half", ("half", "none")),
        )
    )
    values = {ClauseId(clause_id): [bonus, two] for clause_id in tests}
    monkeypatch.setattr(controls, "formula_values_by_clause", lambda: values)
    monkeypatch.setattr(controls, "values_by_clause", dict)
    assert main(["001-FP5e"], small_suite) == 0
    assert json.loads(results.read_text(encoding="utf-8"))["controlled"] == ["001-FP5a", "001-FP5d"]
    printed = capsys.readouterr().out
    assert "001-FP5e option.bonus.default (formula/bonus-50): only by the tests of another clause" in printed
    # Of its companions a clause is not accused.
    assert main(["--strict", "001-FP5a"], small_suite) == 0
    assert "not noticed" not in capsys.readouterr().out


def test_a_clause_without_any_notice_of_its_own_is_not_controlled() -> None:
    value = FormulaValue(
        "formula/x", "ties", "break", (), frozenset({ClauseId("001-TB0"), ClauseId("001-TB1")})
    )
    trial = controls.Trial("ties", noticed={ClauseId("001-TB1"): "formula/x:ties"})
    assert is_controlled(ClauseId("001-TB1"), [value], {"ties": trial})
    assert not is_controlled(ClauseId("001-TB0"), [value], {"ties": trial})
