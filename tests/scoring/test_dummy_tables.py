"""Boards of tables with a dead seat: the goal is that of a table as large as with it."""

import json
from typing import Any

import pytest

from kamchatka.board import load_board
from kamchatka.messages import LANGUAGES
from kamchatka.rulebook import load
from kamchatka.scoring.files import FaultySheet
from kamchatka.scoring.results.reading import read_results

LANDS: list[str] = [info.id for info in load_board().territories]
SMALL = ("cina", "islanda")


def table(winner: list[str], kind: str = "dummy", *, claimed: bool = True) -> dict[str, Any]:
    """Anna holds this, Bruno and Carla a territory each, the dead seat what is left."""
    held = {"Anna": winner, "Bruno": ["cina"], "Carla": ["islanda"]}
    seats: list[dict[str, Any]] = [
        {"player": name, "territories": dict.fromkeys(lands, 1)} for name, lands in held.items()
    ]
    if claimed:
        seats[0]["objective"] = True
    taken = {*winner, *SMALL}
    return {"kind": kind, "seat": seats, "neutral": {name: 1 for name in LANDS if name not in taken}}


def read(data: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Codes of faults, and of what the judge should look at."""
    file = json.dumps({"round": [{"table": [data]}]})
    try:
        (found,) = read_results(file, name="t.json", rulebook=load("primavera")).tables()
    except FaultySheet as error:
        return [fault.code for fault in error.faults if all(map(fault.sentence, LANGUAGES))], []
    return [], [each.code for each in found.incidents]


NEARLY_ALL = [name for name in LANDS if name not in SMALL]


@pytest.mark.clause("004-S10b")
def test_an_objective_claimed_beside_a_dead_seat_must_stand_on_the_board() -> None:
    """180 points, as for four: with the dead seat they are four."""
    assert read(table(["brasile", "peru"])) == (["objective_not_there"], [])
    assert read(table(NEARLY_ALL)) == ([], [])


def test_the_judge_is_told_of_a_goal_nobody_claimed_beside_a_dead_seat() -> None:
    assert read(table(NEARLY_ALL, claimed=False)) == ([], ["unclaimed_objective"])
    assert read(table(["brasile", "peru"], claimed=False)) == ([], [])


def test_a_dead_seat_finds_its_place_at_the_table() -> None:
    """Six play at most, the dead one included."""
    names = ["Anna", "Bruno", "Carla", "Dario", "Elsa", "Fabio"]
    for players, faults in ((5, []), (6, ["wrong_seats"])):
        seats = [{"player": name, "points": 10} for name in names[:players]]
        assert read({"kind": "dummy", "seat": seats})[0] == faults
