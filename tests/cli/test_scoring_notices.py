"""What is told above the standings, so that nobody overlooks it."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.scoring import output, printed, refused, results_file
from tests.scoring.rounds import data

FIVE = "P1=52 P2=45 P3=30 P4=21 P5=9"
FOUR = "P1=52 P2=45 P3=30 P4=21"


def warnings(path: Path, *words: str) -> list[str]:
    """What the standings warn of."""
    found: list[str] = printed("standings", path, "--formula", "bonus-50", *words)["warnings"]
    return found


def saved(tmp_path: Path, file: dict[str, Any]) -> Path:
    """The data as a file."""
    path = tmp_path / "gara.json"
    path.write_text(json.dumps(file), encoding="utf-8")
    return path


@pytest.mark.clause("001-Y2")
def test_a_player_with_fewer_games_is_told_before_the_standings(tmp_path: Path) -> None:
    path = results_file(tmp_path, FIVE, FIVE, FOUR)
    told = (
        "Hanno giocato meno partite degli altri, che ne hanno 3: P5 (2). Tutti devono avere le stesse "
        "possibilità (001-Y2): se erano assenti o riposavano, scrivilo nel turno."
    )
    assert warnings(path) == [told]
    said = output("standings", path, "--formula", "bonus-50")
    assert said.index("P5 (2)") < said.index("Pos.")
    assert warnings(results_file(tmp_path, FIVE, FIVE, FIVE)) == []


def test_whoever_is_absent_or_rests_is_accounted_for(tmp_path: Path) -> None:
    assert warnings(results_file(tmp_path, FIVE, FIVE, f"{FOUR} -P5")) == []
    file = data(FIVE, FIVE, FOUR)
    bye = {"number": 2, "kind": "bye", "seat": [{"player": "P5", "award": 15}]}
    file["round"][2]["table"].append(bye)
    assert warnings(saved(tmp_path, file)) == []
    file["round"][2]["table"][1] = {"number": 2, "void": True, "seat": [{"player": "P5"}]}
    assert len(warnings(saved(tmp_path, file))) == 1


def test_games_are_enough_if_as_many_results_count(tmp_path: Path) -> None:
    path = results_file(tmp_path, FIVE, FIVE, FOUR)
    assert warnings(path, "--best", "2") == []
    assert len(warnings(path, "--best", "3")) == 1
    # Not ranked for it: the table says so.
    assert warnings(path, "--games", "3") == []


def test_a_final_gives_nobody_a_game_more(tmp_path: Path) -> None:
    file = data(FIVE, FIVE, FOUR)
    file["round"][2]["summed"] = False
    assert warnings(saved(tmp_path, file)) == []


def test_only_a_few_are_named(tmp_path: Path) -> None:
    others = " | ".join(" ".join(f"{name}{n}=20" for n in range(4)) for name in ("a", "b"))
    (notice,) = warnings(results_file(tmp_path, f"{FOUR} | {others}", FOUR))
    assert "a0 (1), a1 (1), a2 (1), a3 (1), b0 (1) e altri 3." in notice


def test_a_risiko_is_worth_what_the_formula_counts(tmp_path: Path) -> None:
    path = results_file(tmp_path, "A=R B=40 C=21 D=9", "B=R A=40 C=21 D=9")
    assert warnings(path) == [
        "Con la formula «Punti tavolo con bonus» un RisiKo! vale sempre 100 punti tavolo, "
        "anche se ne sono scritti altri: "
        "A (86), B (86)."
    ]
    (first,) = warnings(path, "--after", "1")
    assert first.endswith("anche se ne sono scritti altri: A (86).")


def test_a_fault_names_the_line_of_the_seat(tmp_path: Path) -> None:
    path = tmp_path / "gara.toml"
    path.write_text(
        """rulebook = "rtu"
[[round]]
[[round.table]]
seat = [
  { player = "A", points = 62 },
  { player = "B", points = 55 },
]
[[round.table]]
seat = [
  { player = "C", points = 62 },
  { player = "A", points = 20 },
  { player = "D", points = -5 },
]
"""
    )
    found = refused("standings", path, "--formula", "bonus-50").splitlines()[1:]
    assert [line.partition(": ")[0] for line in found] == ["- riga 11", "- riga 12"]
