"""The trial that alters formats: which values a clause states, and whether its tests notice."""

import pytest

from kamchatka.ids import ClauseId
from soak.controls import FAILED, all_values, run_tests
from soak.format_values import FormatValue, format_values_by_clause
from tests.plugins.alter import REFUSED

FIRST_GAME = "tests/tournament/test_tables.py::test_a_first_game_has_sixteen_to_twenty_five_tables"


def stated(clause_id: str) -> dict[str, object]:
    """The values a clause states, by file and key."""
    return {
        f"{value.rulebook}:{value.key}": value.value
        for value in format_values_by_clause()[ClauseId(clause_id)]
    }


def test_a_value_is_stated_by_the_clauses_of_its_key() -> None:
    assert stated("001-FP1c") == {
        "format/eliminazione-diretta:stage.prima-partita.tables.0": 16,
        "format/eliminazione-diretta:stage.prima-partita.tables.1": 25,
    }
    assert stated("004-S10e") == {"format/primavera:tables.last_round.7": [5, "duel"]}
    assert stated("001-FT16")["format/due-giorni:stage.semifinali.layouts.2.enters.0.ranks.1"] == 10


def test_a_value_taken_from_an_option_is_stated_through_its_default() -> None:
    assert stated("001-FT9") == {
        "format/serate:option.final.default": True,
        "format/serate:stage.finale.enters.0.ranks.0": 1,
        "format/serate:stage.finale.enters.0.ranks.1": 4,
    }


def test_what_can_be_nothing_else_is_no_value() -> None:
    assert ClauseId("004-Z2") not in format_values_by_clause()  # settings = "fixed"
    # No limit above is none that could be altered; one table and no more is one number.
    assert stated("001-FT14")["format/raduno:stage.semifinali.layouts.0.players.0"] == 32
    assert "format/raduno:stage.semifinali.layouts.0.players.1" not in stated("001-FT14")
    assert stated("001-FP2f") == {"format/seconda-chance:stage.finale.tables": [1, 1]}


def beside(clause_id: str, key: str) -> dict[str, tuple[str, ...]]:
    """The alterations of a value, each with the changes that go with it."""
    [value] = [each for each in format_values_by_clause()[ClauseId(clause_id)] if each.label == key]
    return {each.words: each.beside for each in value.alterations()}


def test_a_format_stays_one_where_other_values_change_with_it() -> None:
    assert beside("001-FT9", "format/serate:option.final.default") == {
        "format/serate:option.final.default=false": ("format/serate:option.finalina.choices=[false]",)
    }
    place = "format/raduno:stage.semifinali.layouts.2"
    assert beside("001-FT16", f"{place}.tables") == {
        f"{place}.tables=3": ('format/raduno:option.semifinali.choices=["auto", 4, 3, 3]',),
        f"{place}.tables=1": (
            'format/raduno:option.semifinali.choices=["auto", 4, 3, 1]',
            f"{place}.enters.0.ranks=[3, 7]",
        ),
    }


def test_every_format_is_a_trial_of_its_own() -> None:
    found = format_values_by_clause()[ClauseId("001-F1")]
    assert len({value.label for value in found}) == len(found) == 8


def test_values_of_formats_are_tried_beside_those_of_regulations() -> None:
    keys = {value.key for value in all_values()[ClauseId("003-1d")]}
    assert {"seats.sizes", "seats.preferred", "tables.sizes.0"} <= keys


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (FormatValue("format/x", "fee.most", 10), ["11", "9"]),
        (FormatValue("format/x", "rollcall.by", "21:10"), ['"21:11"']),
        (FormatValue("format/x", "calendar.first", "06-07"), ['"06-08"']),
        (FormatValue("format/x", "gates.judge", "warn", ("refuse", "warn")), ['"refuse"']),
    ],
)
def test_what_a_value_might_have_been(value: FormatValue, words: list[str]) -> None:
    assert [each.words for each in value.alterations()] == [f"format/x:{value.key}={word}" for word in words]


def test_a_clause_notices_its_altered_value() -> None:
    alteration = "format/eliminazione-diretta:stage.prima-partita.tables=[17, 25]"
    status, failing = run_tests([FIRST_GAME], alteration)
    assert (status, list(failing)) == (FAILED, ["001-FP1c"])


def test_a_format_that_no_longer_loads_shows_nothing() -> None:
    status, failing = run_tests([FIRST_GAME], "format/eliminazione-diretta:stage.prima-partita.tables=[17]")
    assert (status, failing) == (REFUSED, {})
