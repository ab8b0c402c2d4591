"""Standings whose rules stand in the file: no flag is needed, and a flag that differs says so."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.scoring import output, printed, refused, results_file, run
from tests.scoring.rounds import data

ROUNDS = ("A=62 B=41 C=40 D=21", "B=62 A=41 C=40 D=21", "A=60 B=50 C=40 D=3")


def stated(tmp_path: Path, *said: str, **tournament: Any) -> Path:
    """A file of results that states these rules."""
    return results_file(tmp_path, *(said or ROUNDS), tournament=tournament)


def totals(*words: str | Path) -> list[str]:
    """Each row in short."""
    return [f"{row['rank']} {row['player']} {row['total']}" for row in printed("standings", *words)["rows"]]


def test_a_file_that_states_its_rules_needs_no_flag(tmp_path: Path) -> None:
    path = stated(tmp_path, formula="bonus-50", options={"bonus": 20}, best=2)
    assert totals(path) == ["1 A 162", "2 B 132", "3 C 80", "4 D 42"]
    assert totals(path) == totals(path, "--formula", "bonus-50", "--set", "bonus=20", "--best", "2")
    assert printed("standings", path)["warnings"] == []
    assert "3 turni, formula bonus-50" in output("standings", path)


def test_without_a_formula_the_command_says_where_to_write_one(tmp_path: Path) -> None:
    assert refused("standings", results_file(tmp_path, *ROUNDS)) == (
        "Manca la formula: aggiungi --formula, per esempio --formula bonus-50, o scrivila in un file TOML "
        'o JSON sotto [tournament], con formula = "bonus-50".'
    )


@pytest.mark.parametrize(
    ("rules", "words", "told"),
    [
        ({"best": 3}, ("--best", "2"), "Il file dice best = 3: vale --best 2."),
        ({"drop": 1}, ("--best", "3"), "Il file dice drop = 1: vale --best 3."),
        ({"best": 2}, ("--drop", "0"), "Il file dice best = 2: vale --drop 0."),
        (
            {"absences": "none"},
            ("--absences", "zero"),
            'Il file dice absences = "none": vale --absences zero.',
        ),
        ({"games": 2}, ("--games", "0"), "Il file dice games = 2: vale --games 0."),
        ({"scope": "all"}, ("--scope", "counted"), 'Il file dice scope = "all": vale --scope counted.'),
        ({"order": "percentage"}, ("--sum",), 'Il file dice order = "percentage": vale --sum.'),
        (
            {"ties": ["wins", "lot"]},
            ("--ties", "lot"),
            'Il file dice ties = ["wins", "lot"]: vale --ties lot.',
        ),
        ({"teams": True}, ("--players",), "Il file dice teams = true: vale --players."),
        ({}, ("--formula", "milano"), 'Il file dice formula = "bonus-50": vale --formula milano.'),
        ({"options": {"bonus": 20}}, ("--set", "bonus=5"), "Il file dice bonus = 20: vale --set bonus=5."),
    ],
)
def test_a_flag_that_differs_counts_and_says_so(
    tmp_path: Path, rules: dict[str, Any], words: tuple[str, ...], told: str
) -> None:
    path = stated(tmp_path, formula="bonus-50", **rules)
    plain = tmp_path / "senza.json"
    plain.write_text(json.dumps(data(*ROUNDS)), encoding="utf-8")
    formula = () if "--formula" in words else ("--formula", "bonus-50")
    assert totals(path, *words) == totals(plain, *words, *formula)
    assert told in printed("standings", path, *words)["warnings"]


def test_a_flag_that_says_the_same_is_not_told(tmp_path: Path) -> None:
    path = stated(tmp_path, formula="bonus-50", best=2, ties=["wins"])
    words = ("--formula", "bonus-50", "--best", "2", "--ties", "wins", "--games", "1")
    assert printed("standings", path, *words)["warnings"] == []


def test_options_of_another_formula_are_left_alone(tmp_path: Path) -> None:
    path = stated(tmp_path, formula="bonus-50", options={"bonus": 20})
    assert totals(path, "--formula", "milano") == totals(
        results_file(tmp_path, *ROUNDS), "--formula", "milano"
    )
    path = stated(tmp_path, formula="bonus-50", options={"bonus": 20})
    assert "non ha l'opzione «premio»" in refused("standings", path, "--set", "premio=3")


def test_teams_and_files_beside_are_stated_too(tmp_path: Path) -> None:
    own = 'extends = "bonus-50"\nid = "casa"\ntitle = "Casa"\n'
    (tmp_path / "casa.toml").write_text(own, encoding="utf-8")
    file = data(*ROUNDS, tournament={"formula": "casa.toml", "teams": True})
    file["team"] = [{"name": "Gufi", "players": ["A", "D"]}, {"name": "Lupi", "players": ["B", "C"]}]
    path = tmp_path / "squadre.json"
    path.write_text(json.dumps(file), encoding="utf-8")
    assert totals(path) == ["1 Lupi 323", "2 Gufi 308"]
    assert [row["player"] for row in printed("standings", path, "--players")["rows"]] == ["A", "B", "C", "D"]


def test_whatif_goes_by_the_stated_rules_under_every_formula(tmp_path: Path) -> None:
    played = ("A=62 B=41 C=40 D=21", "B=30 C=20 D=10 A=0", "B=30 C=20 D=10 A=0")
    path = stated(tmp_path, *played, formula="milano", best=1)
    (found,) = printed("whatif", path, "--formula", "bonus-50", "--final", "1")["formulas"]
    assert found["finalists"] == ["A"]
    words = ("whatif", path, "--formula", "bonus-50", "--final", "1", "--best", "3")
    (found,) = printed(*words)["formulas"]
    assert found["finalists"] == ["B"]
    assert printed(*words)["notices"] == ["Il file dice best = 1: vale --best 3."]


def test_a_final_is_shown_and_not_added_up(tmp_path: Path) -> None:
    file = data("A=62 B=55 C=30 D=17", "B=60 A=50 C=40 D=12", tournament={"formula": "bonus-50"})
    file["round"][1] |= {"summed": False}
    file["round"][1]["table"][0]["decides"] = 1
    path = tmp_path / "finale.json"
    path.write_text(json.dumps(file), encoding="utf-8")
    said = output("standings", path, "--rounds")
    assert "1 B 55 55 (110) 1° posto al tavolo 1 del turno 2" in said
    assert "Tra parentesi i turni che non si sommano al totale: T2." in said
    first = printed("standings", path)["rows"][0]
    assert {
        key: first[key] for key in ("rank", "player", "total", "counted", "games", "tie", "decided_at")
    } == {
        "rank": 1,
        "player": "B",
        "total": "55",
        "counted": [1],
        "games": 1,
        "tie": None,
        "decided_at": {"round": 2, "table": 1, "place": 1},
    }
    assert first["rounds"] == [
        {"round": 1, "score": "55", "counted": True, "absent": False},
        {"round": 2, "score": "110", "counted": False, "absent": False},
    ]
    assert run("standings", path, "--explain", "B").stdout.splitlines()[:4] == [
        "B: 55 punti, 1° posto",
        "  1° posto al tavolo 1 del turno 2",
        "Turno 1, tavolo 1, 2° posto: 55",
        "    55  55 punti tavolo [001-FP5a]",
    ]
    assert "Turno 2, tavolo 1, 1° posto: 110 (non si somma)" in output("standings", path, "--explain", "B")
