"""A team championship: who must be there, reserves, captains."""

import csv
from pathlib import Path
from typing import Any

import pytest

from kamchatka.tournament.format.loading import FaultyFormat, read_format
from tests.tournament.organiser import Organiser

FORMAT = """
id = "quattro-club"
title = "Quattro club"
about = "Due turni a squadre"
about_en = "Two rounds of teams"
rulebook = "rtu-2020"
formula = "squadre"
entrants = [8, 0]
teams = 4

[tables]
sizes = [4, 3]

[standings]
teams = true

[gates]
judge = "open"
signatures = "refuse"

[[wishes]]
kind = "team"
absolute = true

[[stage]]
id = "turni"
title = "Turni"
rounds = 2
rollcall = "each-round"
"""
TEAMS = {team: [f"{team}{number}" for number in range(1, 6)] for team in "ABCD"}
"""Four clubs of four players and a reserve, who is the fifth."""
RESERVES = tuple(members[4] for members in TEAMS.values())


@pytest.fixture
def championship(organiser: Organiser, tmp_path: Path) -> Any:
    """Opens the event with rules for teams and enters so many of each; gives its id."""

    def open(rules: str, each: int = 5) -> str:
        path = tmp_path / "squadre.toml"
        path.write_text(f"{FORMAT}\n{rules}", encoding="utf-8")
        id = organiser.open(str(path))
        with (tmp_path / "elenco.csv").open("w", encoding="utf-8", newline="") as file:
            listed = [(name, team) for team, members in TEAMS.items() for name in members[:each]]
            csv.writer(file).writerows([("nome", "squadra"), *listed])
        assert organiser.type("import", id, str(tmp_path / "elenco.csv"))["entered"] == 4 * each
        return id

    return open


def seated_people(drawn: dict[str, Any]) -> set[str]:
    return {seat["name"] for table in drawn["tables"] for seat in table["seats"]}


def tasks(organiser: Organiser, id: str) -> dict[str, Any]:
    return {each["what"]: each for each in organiser.type("show", id)["todo"]}


def test_a_team_that_is_not_complete_does_not_play_the_round(organiser: Organiser, championship: Any) -> None:
    id = championship('[team]\nleast = 3\nshort = "out"')
    organiser.type("sign", id)
    # Of B two are there, of C three: C plays, B does not.
    absent = (*RESERVES, "B3", "B4", "C4")
    organiser.type("rollcall", id, "--all", "--absent", *absent)
    told = tasks(organiser, id)
    assert told["short-out"]["sentence"] == "La squadra B non è completa: questo turno non gioca."
    assert told["draw"]["count"] == 11
    drawn = organiser.type("draw", id, "--seed", "uno")
    playing = {name for team in "ACD" for name in TEAMS[team]} - set(absent)
    assert seated_people(drawn) == playing
    assert {"seat", "short-out"}.isdisjoint(tasks(organiser, id))
    organiser.record(id, drawn, lambda name: 10 * (ord(name[0]) - ord("A")) + 9 - int(name[1]))
    organiser.type("close", id)
    # In the next round they are complete, and play.
    organiser.type("rollcall", id, "--all", "--absent", *RESERVES)
    assert "short-out" not in tasks(organiser, id)
    assert seated_people(organiser.type("draw", id)) == {n for m in TEAMS.values() for n in m[:4]}
    assert organiser.type("check", id)["differences"] == []


def test_where_the_format_only_tells_the_team_plays_with_whoever_is_there(
    organiser: Organiser, championship: Any
) -> None:
    id = championship("[team]\nleast = 3")
    organiser.type("sign", id)
    organiser.type("rollcall", id, "--all", "--absent", *RESERVES, "B2", "B3", "B4", "C4")
    told = tasks(organiser, id)
    assert told["short-told"]["sentence"] == "La squadra B non è completa: gioca con chi c'è."
    assert {"B1", "C1", "C2", "C3"} < seated_people(organiser.type("draw", id))


def test_without_rules_for_teams_nothing_is_told(organiser: Organiser, championship: Any) -> None:
    id = championship("")
    organiser.type("sign", id)
    organiser.type("rollcall", id, "--all", "--absent", *RESERVES, "B1", "B2", "B3", "B4", "C3", "C4")
    assert set(tasks(organiser, id)) == {"draw"}
    assert seated_people(organiser.type("draw", id)) == {*TEAMS["A"][:4], *TEAMS["D"][:4], "C1", "C2"}


def test_whoever_plays_is_chosen_at_the_roll_call_among_players_and_reserves(
    organiser: Organiser, championship: Any
) -> None:
    id = championship("[team]\nreserves = 1")
    organiser.type("sign", id)
    full = organiser.refused("enter", id, "A6", "--team", "A")
    assert (full["code"], full["sentence"]) == (
        "team_full",
        "La squadra «A» avrebbe 6 iscritti: fra giocatori e riserve sono al massimo 5.",
    )
    assert organiser.refused("entry", id, "B1", "--team", "A")["code"] == "team_full"
    organiser.type("rollcall", id, "--all")
    assert organiser.refused("draw", id)["code"] == "team_too_large"
    resting = [members[at] for at, members in enumerate(TEAMS.values())]
    organiser.type("rollcall", id, "--all", "--absent", *resting)
    drawn = organiser.type("draw", id, "--seed", "uno")
    assert seated_people(drawn) == {name for each in TEAMS.values() for name in each} - set(resting)
    # A place is free again once somebody withdraws.
    organiser.type("undo", id)
    organiser.type("withdraw", id, "A5")
    organiser.type("enter", id, "A6", "--team", "A")


def test_a_captain_is_named_for_each_team_and_may_sign_for_all(
    organiser: Organiser, championship: Any
) -> None:
    id = championship('[team]\ncaptain = "signs"', 4)
    assert tasks(organiser, id)["captain"]["sentence"] == "Squadre senza capitano: A, B, C, D."
    for team in "ABCD":
        said = organiser.type("captain", id, f"{team}1")["events"]
        assert said == [f"{team}1 è capitano della sua squadra."]
    assert "captain" not in tasks(organiser, id)
    assert organiser.type("captain", id, "A1")["events"] == []
    organiser.type("captain", id, "A2")
    organiser.type("entry", id, "B1", "--team", "")
    assert tasks(organiser, id)["captain"]["sentence"] == "La squadra B non ha un capitano."
    organiser.type("entry", id, "B1", "--team", "B")
    # A1 is captain no more, and signs for nobody else.
    organiser.type("sign", id, "A1", "C1", "B2")
    unsigned = {*TEAMS["A"][1:4], *TEAMS["D"][:4], "B1", "B3", "B4"}
    assert set(tasks(organiser, id)["sign"]["people"]) == unsigned
    organiser.type("sign", id, "A2", "D1")
    assert set(tasks(organiser, id)["sign"]["people"]) == {"B1", "B3", "B4"}


def test_where_captains_do_not_sign_everybody_does(organiser: Organiser, championship: Any) -> None:
    id = championship('[team]\ncaptain = "named"', 4)
    organiser.type("captain", id, "A1")
    organiser.type("sign", id, "A1")
    assert tasks(organiser, id)["sign"]["count"] == 15


@pytest.mark.parametrize(
    ("rules", "code"), [("[team]\nleast = 5", "team_least"), ("[team]\nleast = 2", "no_teams")]
)
def test_rules_that_no_team_can_keep_are_faults(rules: str, code: str) -> None:
    text = f"{FORMAT}\n{rules}"
    if code == "no_teams":
        text = text.replace("teams = 4\n", "").replace("teams = true\n", "")
    with pytest.raises(FaultyFormat) as refused:
        read_format(text, name="squadre.toml")
    assert [fault.code for fault in refused.value.faults] == [code]
