"""The trial that alters regulations to see whether tests notice."""

import json
import os
from pathlib import Path

import pytest

from kamchatka.board import load_board
from kamchatka.ids import ClauseId, RulebookId
from kamchatka.ledger import ProvenClauses, results
from soak import controls
from soak.alterations import Alteration, Value, neighbours, values_by_clause
from soak.controls import FAILED, PASSED, all_values, main, noticed_by, parted, run_tests, try_key
from tests.ledger.small_suites import CONFTEST
from tests.ledger.values_read import waiting_values
from tests.plugins.alter import REFUSED
from tests.plugins.alter import Alteration as Change

pytest_plugins = "pytester"

ROOT = Path(__file__).parents[2]
CLAUSE = ClauseId("001-E7")
EXCUSED = Value(RulebookId("rtu"), "closing.excused_by_conquests", 3)
CAP = Value(RulebookId("rtu"), "closing.cap", 7)


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
        (["exact", "at-most"], [["at-most"], ["exact"], ["at-most", "exact"]]),
        (["at-most"], [[], ["at-most", "exact"]]),
        ([], [["exact"], ["exact", "at-most"]]),
    ],
)
def test_values_near_a_value(value: object, others: list[object]) -> None:
    assert list(neighbours(value, ("exact", "at-most"))) == others


def test_numbers_in_a_list_change_one_at_a_time() -> None:
    assert list(neighbours([4, 5])) == [[5, 5], [3, 5], [4, 6], [4, 4], [5], [4], [5, 4], [4, 5, 6]]
    assert list(neighbours([])) == []


def test_the_committed_results_name_the_clauses_that_state_a_value() -> None:
    """If not, `./run soak controls` with any clause that changed writes them anew."""
    assert results().stating == set(parted(all_values(), frozenset(waiting_values()))[0])


def test_a_part_stands_for_its_clauses(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / controls.RESULTS
    path.parent.mkdir(parents=True)
    path.write_text(ProvenClauses().to_json(), encoding="utf-8")
    assert main(["tournament"], tmp_path) == 0
    assert "no such clause" not in capsys.readouterr().out
    assert main(["torneo"], tmp_path) == 2


def test_a_clause_finds_the_values_that_state_it() -> None:
    assert EXCUSED in values_by_clause()[CLAUSE]


def test_an_alteration_as_it_is_written() -> None:
    assert list(EXCUSED.alterations()) == [
        Alteration("rtu:closing.excused_by_conquests=4"),
        Alteration("rtu:closing.excused_by_conquests=2"),
    ]
    assert Change.parse('rtu:closing.mode="at-most"') == ("rtu", "closing", "mode", "at-most")


def test_an_objective_deck_becomes_every_other_deck_of_the_board() -> None:
    deck = Value(RulebookId("rtu"), "setup.objective_deck", "challenge")
    others = [name for name in load_board().decks if name != "challenge"]
    assert len(others) == 3
    assert list(deck.alterations()) == [Alteration(f'rtu:setup.objective_deck="{name}"') for name in others]


def test_a_deck_dealt_in_sets_becomes_one_dealt_whole() -> None:
    deck = Value(RulebookId("milano"), "setup.objective_deck", "prestige")
    assert {alteration.beside for alteration in deck.alterations()} == {
        ('milano:setup.objective_source="deck"',)
    }


def test_entries_of_a_list_are_added_from_their_own_choices() -> None:
    colours = Value(RulebookId("rtu"), "seats.exclusive_colours", [])
    assert [alteration.words for alteration in colours.alterations()] == [
        'rtu:seats.exclusive_colours=["rosso"]',
        'rtu:seats.exclusive_colours=["rosso", "blu"]',
    ]


@pytest.mark.parametrize("given", ["rtu", "rtu:closing=3", "closing.cap=7", "rtu:closing.cap=seven"])
def test_an_alteration_that_cannot_be_read(given: str) -> None:
    with pytest.raises(pytest.UsageError, match="--alter"):
        Change.parse(given)


def test_the_alteration_that_the_message_recommends_is_one() -> None:
    with pytest.raises(pytest.UsageError) as caught:
        Change.parse("rtu")
    recommended = Change.parse(str(caught.value).split()[-1])
    key = f"{recommended.section}.{recommended.name}"
    found = {(value.rulebook, value.key) for values in values_by_clause().values() for value in values}
    assert (recommended.rulebook, key) in found


@pytest.fixture
def small_suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Tests that name a clause: one looks at a value, one at the deck, one at nothing, one cannot be read."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(ROOT / "src")]))
    pytester.makeini("[pytest]\n")
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(
        test_a="""
        import pytest
        from kamchatka.rulebook import load
        from kamchatka.rulebook.tables import tables

        @pytest.mark.parametrize("rulebook, excused", [
            pytest.param("rtu", 3, marks=pytest.mark.clause("001-E7")),
            pytest.param("milano", 2, marks=pytest.mark.clause("003-9e")),
        ])
        def test_looks(rulebook, excused):
            assert tables(load(rulebook)).closing_excused_from == excused

        @pytest.mark.clause("001-E7")
        def test_only_says_so():
            pass

        @pytest.mark.clause("003-1a")
        def test_deck():
            assert tables(load("milano")).objective_count == 20

        @pytest.mark.clause("003-1b")
        def test_source():
            assert tables(load("milano")).set_count == 5
        """,
        test_b="""
        from kamchatka.rulebook import load

        assert load("rtu").closing.excused_by_conquests == 3
        """,
    )
    return pytester.path


@pytest.mark.parametrize("name", ["test_looks", "test_looks[rtu-3]"], ids=["all lines", "one line"])
def test_a_test_that_looks_notices(small_suite: Path, name: str) -> None:
    assert run_tests(["test_a.py"], root=small_suite) == (PASSED, {})
    trial = try_key(EXCUSED.key, {CLAUSE: [EXCUSED]}, {CLAUSE: [f"test_a.py::{name}"]}, small_suite)
    assert trial.noticed == {CLAUSE: "rtu:closing.excused_by_conquests=4"}


def test_a_test_that_only_says_so_does_not(small_suite: Path) -> None:
    tests = {CLAUSE: ["test_a.py::test_only_says_so"]}
    trial = try_key(EXCUSED.key, {CLAUSE: [EXCUSED]}, tests, small_suite)
    assert (trial.noticed, trial.tried) == ({}, {CLAUSE})


def test_the_lines_of_other_clauses_do_not_count(small_suite: Path) -> None:
    status, failing = run_tests(["test_a.py"], "milano:closing.excused_by_conquests=3", root=small_suite)
    assert status == FAILED
    assert failing == {"003-9e": frozenset(["test_a.py::test_looks[milano-2]"])}


def test_a_file_that_cannot_be_collected_counts_for_nothing_and_hides_nothing(small_suite: Path) -> None:
    tests = ["test_b.py", "test_a.py"]
    status, failing = run_tests(tests, "rtu:closing.excused_by_conquests=4", root=small_suite)
    assert (status, set(failing)) == (FAILED, {"001-E7"})


def test_a_regulation_that_no_longer_loads_shows_nothing(small_suite: Path) -> None:
    assert run_tests(["test_a.py"], "rtu:closing.dice=7", root=small_suite) == (REFUSED, {})
    assert noticed_by(Alteration("rtu:closing.dice=7"), ["test_a.py"], small_suite) is None


def test_what_notices_only_the_companion_does_not_count(small_suite: Path) -> None:
    deck = Value(RulebookId("milano"), "setup.objective_deck", "prestige")
    failing = noticed_by(next(deck.alterations()), ["test_a.py"], small_suite)
    assert failing is not None
    assert [clause_id for clause_id, tests in failing.items() if tests] == ["003-1a"]


@pytest.fixture
def trial_of_two_values(small_suite: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The trial over the small suite, where the clause states two values and its tests look at one."""
    results = small_suite / controls.RESULTS
    results.parent.mkdir(parents=True)
    proven = {CLAUSE: ["test_a.py::test_looks"]}
    results.write_text(json.dumps({"proven": proven, "controlled": [CLAUSE]}), encoding="utf-8")
    monkeypatch.setattr(controls, "values_by_clause", lambda: {CLAUSE: [EXCUSED, CAP]})
    return results


def test_every_value_a_clause_states_must_be_noticed(
    trial_of_two_values: Path, small_suite: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([], small_suite) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[-2:] == [
        "1 of 1 clauses not controlled; values not noticed:",
        "001-E7 closing.cap (rtu)",
    ]
    assert json.loads(trial_of_two_values.read_text(encoding="utf-8"))["controlled"] == []


def test_strict_ends_badly_if_something_is_uncontrolled(
    trial_of_two_values: Path,
    small_suite: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--strict"], small_suite) == 1
    monkeypatch.setattr(controls, "values_by_clause", lambda: {CLAUSE: [EXCUSED]})
    assert main(["--strict", CLAUSE], small_suite) == 0
    assert json.loads(trial_of_two_values.read_text(encoding="utf-8"))["controlled"] == [CLAUSE]
    assert "001-E7 controlled by rtu:closing.excused_by_conquests=4" in capsys.readouterr().out


ANNOUNCED = Value(RulebookId("rtu"), "attack.announcement", "void")


def test_a_value_nobody_reads_controls_nothing(
    trial_of_two_values: Path,
    small_suite: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(controls, "values_by_clause", lambda: {CLAUSE: [ANNOUNCED]})
    monkeypatch.setattr(controls, "unread", lambda: frozenset({ANNOUNCED.key}))
    assert main([], small_suite) == 0
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "values that no product code reads, refused as controls; 1 clauses state nothing else:",
        "001-E7 attack.announcement (rtu): nothing else is stated",
    ]
    assert json.loads(trial_of_two_values.read_text(encoding="utf-8"))["controlled"] == []


def test_a_clause_that_states_nothing_any_more_is_no_longer_controlled(
    trial_of_two_values: Path, small_suite: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def controlled_after(*words: str) -> list[str]:
        tests = {CLAUSE: ["test_a.py::test_looks"], "003-1a": ["test_a.py::test_deck"]}
        before = {"proven": tests, "controlled": [CLAUSE, "003-1a"]}
        trial_of_two_values.write_text(json.dumps(before), encoding="utf-8")
        assert main([*words], small_suite) == 0
        found: list[str] = json.loads(trial_of_two_values.read_text(encoding="utf-8"))["controlled"]
        return found

    monkeypatch.setattr(controls, "values_by_clause", lambda: {CLAUSE: [ANNOUNCED]})
    monkeypatch.setattr(controls, "unread", lambda: frozenset({ANNOUNCED.key}))
    assert controlled_after() == []
    assert controlled_after(CLAUSE) == ["003-1a"]
    assert controlled_after(CLAUSE, "003-1a") == []


def test_a_value_nobody_reads_does_not_stand_in_the_way_of_the_others(
    trial_of_two_values: Path,
    small_suite: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(controls, "values_by_clause", lambda: {CLAUSE: [EXCUSED, ANNOUNCED]})
    monkeypatch.setattr(controls, "unread", lambda: frozenset({ANNOUNCED.key}))
    assert main(["--strict"], small_suite) == 0
    printed = capsys.readouterr().out.splitlines()
    assert "001-E7 controlled by rtu:closing.excused_by_conquests=4" in printed
    assert printed[-1] == "001-E7 attack.announcement (rtu)"
    assert json.loads(trial_of_two_values.read_text(encoding="utf-8"))["controlled"] == [CLAUSE]


def test_tests_that_fail_unaltered_end_the_trial(
    trial_of_two_values: Path, small_suite: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {"proven": {CLAUSE: ["test_a.py::test_gone"]}, "controlled": []}
    trial_of_two_values.write_text(json.dumps(before), encoding="utf-8")
    assert main([], small_suite) == 1
    assert "run ./run test first" in capsys.readouterr().out
    assert json.loads(trial_of_two_values.read_text(encoding="utf-8")) == before
