"""The trial that alters cases: which values a clause states, and whether its tests notice."""

import pytest

from kamchatka.ids import ClauseId
from soak.case_values import CaseValue, case_values_by_clause
from soak.controls import FAILED, all_values, run_tests
from tests.plugins.alter import REFUSED

PURPOSE = "tests/referee/casebook/armies.rulings::primavera-over-placement-3"


def stated(clause_id: str) -> dict[str, object]:
    """The values a clause states, by file and key."""
    found = case_values_by_clause()[ClauseId(clause_id)]
    return {f"{value.rulebook}:{value.key}": value.value for value in found}


def test_what_an_effect_says_is_stated_by_the_clauses_of_its_ruling() -> None:
    place = "case/over-placement:ruling.deliberate"
    assert stated("004-B6c") == {
        f"{place}.if": "deliberate",
        f"{place}.effect.0.kind": "eliminated",
        f"{place}.effect.0.who": "offender",
        f"{place}.effect.1.kind": "penalty-points",
        f"{place}.effect.1.who": "offender",
        f"{place}.effect.1.points": 25,
        f"{place}.effect.1.scope": "tournament",
        f"{place}.effect.2.kind": "neutral",
        f"{place}.effect.2.who": "offender",
        f"{place}.effect.2.least": "withdrawal.minimum_armies",
    }


def test_an_effect_with_clauses_of_its_own_is_stated_by_those() -> None:
    assert stated("001-C27c") == {
        f"case/omitted-roll:ruling.{effect}.{key}": value
        for effect in ("lost.effect.1", "late.effect.2")
        for key, value in (("kind", "warning"), ("who", "offender"), ("scope", "game"))
    }


def test_a_ruling_that_rests_on_a_value_is_stated_by_the_clauses_of_every_regulation() -> None:
    key = "case/over-limit:ruling.found.effect.0.armies"
    assert key in stated("001-C11d")
    assert key in stated("004-B5a")


def test_values_of_cases_are_tried_beside_those_of_regulations() -> None:
    keys = {value.key for value in all_values()[ClauseId("004-B27b")]}
    assert {"conduct.falls_lose_defence_throw", "ruling.defence-throw-lost.effect.1.kind"} <= keys


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (CaseValue("case/x", "ruling.a.effect.0.points", 25), ["26"]),
        (CaseValue("case/x", "ruling.a.effect.0.armies", "excess"), ['"(excess) + 1"']),
        (CaseValue("case/x", "ruling.a.if", "hand > 6"), ['"hand > 7"']),
        (CaseValue("case/x", "ruling.a.if", "found"), ['"not (found)"']),
        (CaseValue("case/x", "ruling.a.effect.0.of", "all", ("attack", "all")), ['"attack"']),
    ],
)
def test_what_a_value_might_have_been(value: CaseValue, words: list[str]) -> None:
    assert [each.words for each in value.alterations()] == [f"case/x:{value.key}={word}" for word in words]


def test_a_clause_notices_its_altered_value() -> None:
    status, failing = run_tests([PURPOSE], "case/over-placement:ruling.deliberate.effect.1.points=26")
    assert (status, sorted(failing)) == (FAILED, ["004-B6b", "004-B6c"])


def test_a_case_that_no_longer_loads_shows_nothing() -> None:
    status, failing = run_tests([PURPOSE], 'case/over-placement:ruling.deliberate.if="nobody_asked"')
    assert (status, failing) == (REFUSED, {})
