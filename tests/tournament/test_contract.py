"""Every shipped format from a CSV of names to its winners, by a script that knows the contract alone."""

import json
from pathlib import Path

import pytest

from tests.tournament.organiser import Organiser

FORMATS = {
    # format: (players, of a team, winners, rounds)
    "challenge": (30, 0, 1, 3),
    "tre-partite": (17, 0, 1, 3),
    "tre-partite-finale": (18, 0, 1, 4),
    "due-giorni": (33, 0, 1, 4),
    "serate": (13, 0, 1, 6),
    "campionato": (9, 0, 1, 8),
    "eliminazione-diretta": (69, 0, 1, 3),
    "seconda-chance": (40, 0, 1, 4),
    "milano": (14, 0, 1, 4),
    "primavera": (13, 0, 1, 6),
    "aziendale": (12, 0, 1, 3),
    "raduno": (37, 0, 1, 5),
    "raduno-circuito": (80, 0, 2, 4),
    "master": (52, 0, 1, 4),
    "open": (16, 0, 1, 3),
    "cni": (34, 0, 1, 5),
    "campionato-periodico": (12, 0, 1, 6),
    "squadre": (32, 4, 1, 3),
}


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_runs_to_its_winners(organiser: Organiser, format: str, tmp_path: Path) -> None:
    players, team, winners, rounds = FORMATS[format]
    id = organiser.begin(format, players, teams=team)
    now = organiser.run(id)
    assert (len(now["winners"]), now["round"], now["entrants"]) == (winners, rounds, players)
    rows = organiser.type("standings", id)["rows"]
    assert [row["player"] for row in rows if row["rank"] == 1][:winners] == sorted(
        now["winners"], key=[row["player"] for row in rows].index
    )
    file = tmp_path / "risultati.toml"
    organiser.type("results", id, str(file))
    status, out, err = organiser.terminal.type("it", "standings", str(file), "--json")
    assert status == 0, err
    assert json.loads(out)["rows"] == rows


def test_the_list_of_formats_is_the_one_that_is_tried(organiser: Organiser) -> None:
    status, out, _ = organiser.terminal.type("it", "format", "list", "--json")
    assert status == 0
    assert {each["id"] for each in json.loads(out)} == set(FORMATS)
