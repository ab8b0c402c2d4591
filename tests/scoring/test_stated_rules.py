"""What a results file states of its own standings: read, checked, and turned into rules."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from kamchatka.scoring.files import FaultySheet
from kamchatka.scoring.results.model import StatedRules
from kamchatka.scoring.results.reading import read_results, results_from
from kamchatka.scoring.standings.entries import Rules, rules_of
from tests.scoring.rounds import data, read, rounds

TOML = """
title = "Serate d'inverno"

[tournament]
regulation = "rtu"
formula = "bonus-50"
options = { bonus = 20 }
best = 3
absences = "none"
games = 2
ties = ["wins", "best-result", "lot"]
scope = "all"
order = "percentage"
teams = true
format = "Raduno"

[[round]]
number = 1
summed = false
[[round.table]]
number = 1
decides = 5
seat = [{ player = "A", points = 62 }, { player = "B", points = 55 }]
"""

FOUR = "A=62 B=55 C=40 D=21"


def faults(folder: Path | None = None, **tournament: Any) -> list[str]:
    """Code, cell and Italian sentence of what is wrong with this table of a file."""
    source = json.dumps(data(FOUR, tournament=tournament))
    with pytest.raises(FaultySheet) as raised:
        read_results(source, name="x.json", folder=folder)
    return [f"{fault.code} {fault.where}" for fault in raised.value.faults]


def test_everything_a_file_may_state_is_read() -> None:
    found = read_results(TOML, name="serate.toml")
    assert found.formula is not None
    assert (found.formula.name, found.formula.chosen().id) == ("bonus-50", "bonus-50")
    assert [card.score for card in _cards(found.formula.chosen())] == [82, 55, 40, 21]
    assert [card.score for card in _cards(found.formula.chosen({"bonus": 5}))] == [67, 55, 40, 21]
    assert found.rules == StatedRules(
        best=3,
        absences="none",
        games=2,
        ties=("wins", "best-result", "lot"),
        scope="all",
        order="percentage",
        teams=True,
        format="Raduno",
    )
    assert rules_of(found.rules, found, ranking="annual") == Rules(
        best=3,
        absences="none",
        games=2,
        ties=("wins", "best-result", "lot"),
        scope="all",
        order="percentage",
        format="Raduno",
        ranking="annual",
    )
    (only,) = found.rounds
    assert (only.summed, only.tables[0].decides) == (False, 5)
    assert only.tables[0].sheet is not None
    assert only.tables[0].sheet.rulebook.id == "rtu"
    assert results_from(tomllib.loads(TOML)) == (found, ())


def _cards(formula: Any) -> Any:
    (table,) = rounds(FOUR).tables()
    return formula.cards(table.sheet)


def test_a_file_that_states_nothing_means_what_it_always_did() -> None:
    found = rounds(FOUR)
    assert (found.formula, found.rules, rules_of(found.rules, found)) == (None, StatedRules(), Rules())


@pytest.mark.parametrize(("drop", "best"), [(0, 3), (1, 2), (3, 1), (9, 1)])
def test_rounds_to_discard_are_those_added_up(drop: int, best: int) -> None:
    file = data(FOUR, FOUR, FOUR, FOUR, tournament={"drop": drop})
    file["round"][3]["summed"] = False
    found = read(file)
    assert rules_of(found.rules, found).best == best


def test_what_is_typed_goes_before_what_is_stated() -> None:
    stated = StatedRules(drop=1, games=2, teams=True, format="Raduno")
    assert stated.under(StatedRules()) == stated
    assert stated.under(StatedRules(best=2, games=0, teams=False)) == StatedRules(
        best=2, games=0, teams=False, format="Raduno"
    )


@pytest.mark.parametrize(
    ("tournament", "told"),
    [
        ({"regulation": 3}, "rulebook_not_text tournament.regulation"),
        ({"regulation": "milano"}, "two_rulebooks tournament.regulation"),
        ({"formula": 50}, "not_text tournament.formula"),
        ({"formula": "bonus-51"}, "unknown_formula tournament.formula"),
        ({"formula": "bonus-50", "options": 3}, "not_a_table tournament.options"),
        ({"formula": "bonus-50", "options": {"premio": 3}}, "wrong_option tournament.options"),
        ({"formula": "bonus-50", "options": {"bonus": -1}}, "wrong_option tournament.options"),
        ({"options": {"bonus": 20}}, "options_of_nothing tournament.options"),
        ({"best": 0}, "wrong_number tournament.best"),
        ({"drop": "1"}, "wrong_number tournament.drop"),
        ({"best": 3, "drop": 1}, "best_and_drop tournament.drop"),
        ({"absences": "nil"}, "unknown_choice tournament.absences"),
        ({"games": -1}, "wrong_number tournament.games"),
        ({"ties": "wins"}, "wrong_ties tournament.ties"),
        ({"ties": ["wins", "beauty"]}, "wrong_ties tournament.ties"),
        ({"scope": 1}, "unknown_choice tournament.scope"),
        ({"order": "mean"}, "unknown_choice tournament.order"),
        ({"teams": "yes"}, "not_true_or_false tournament.teams"),
        ({"format": 7}, "not_text tournament.format"),
        ({"colour": "red"}, "unknown_key tournament.colour"),
    ],
)
def test_every_bad_value_is_told_in_its_cell(tournament: dict[str, Any], told: str) -> None:
    assert faults(**tournament) == [told]


def test_a_fault_names_the_line_and_what_may_stand_there() -> None:
    with pytest.raises(FaultySheet) as raised:
        read_results(TOML.replace('"best-result"', '"beauty"').replace("= 20", "= -20"), name="s.toml")
    option, criterion = (fault.sentence("it") for fault in raised.value.faults)
    assert option == (
        "riga 7: «tournament.options»: L'opzione «bonus» non può valere «-20». Scrivi un numero da 0 in su."
    )
    assert criterion.startswith('riga 11: «tournament.ties» vale ["wins", "beauty", "lot"]; scrivi una lista')
    with pytest.raises(FaultySheet) as raised:
        read_results(TOML.replace('"rtu"', '"rsu"'), name="s.toml")
    assert next((fault.code, fault.line) for fault in raised.value.faults) == ("unknown_rulebook", 5)
    with pytest.raises(FaultySheet) as raised:
        read_results(f'tournament = "Raduno"\n{TOML.partition("Raduno")[2][1:]}', name="s.toml")
    assert [fault.code for fault in raised.value.faults] == ["not_a_table", "missing_rulebook"]


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        ({"summed": "no"}, "not_true_or_false round.1.summed"),
        ({"table": [{"decides": 0}]}, "wrong_number round.1.table.1.decides"),
        ({"table": [{"decides": 1, "kind": "bye"}]}, "decides_not_here round.1.table.1.decides"),
        ({"table": [{"decides": 1, "kind": "duel"}]}, "decides_not_here round.1.table.1.decides"),
    ],
)
def test_finals_that_decide_nothing_are_faults(cells: dict[str, Any], told: str) -> None:
    file = data("A=62 B=55")
    for table in cells.get("table", ()):
        table["seat"] = [{"player": "A"}, {"player": "B"}]
        if "kind" in table:
            table["seat"] = [{"player": "A", "award": 3}, {"player": "B", "award": 2}]
        else:
            table["seat"] = [{"player": "A", "points": 3}, {"player": "B", "points": 2}]
    file["round"][0] |= cells
    _, found = results_from(file)
    assert [f"{fault.code} {fault.where}" for fault in found] == [told]


def test_a_formula_may_be_a_file_beside_the_results(tmp_path: Path) -> None:
    (tmp_path / "nostre").mkdir()
    own = tmp_path / "nostre" / "casa.toml"
    own.write_text('extends = "bonus-50"\nid = "casa"\ntitle = "Casa"\n', encoding="utf-8")
    source = json.dumps(data(FOUR, tournament={"formula": "nostre/casa.toml", "options": {"bonus": 1}}))
    found = read_results(source, name="x.json", folder=tmp_path)
    assert found.formula is not None
    assert (found.formula.chosen().id, _cards(found.formula.chosen())[0].score) == ("casa", 63)
    assert faults(tmp_path, formula="casa.toml") == ["no_formula_file tournament.formula"]
    for elsewhere in (str(own), "../casa.toml", "casa\0.toml"):
        assert faults(tmp_path, formula=elsewhere) == ["formula_elsewhere tournament.formula"]
    assert faults(formula="nostre/casa.toml") == ["unknown_formula tournament.formula"]
    own.write_text('id = "casa"\n', encoding="utf-8")
    assert faults(tmp_path, formula="nostre/casa.toml") == ["faulty_formula tournament.formula"]
