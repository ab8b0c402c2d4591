"""Six evenings of the spring tournament: who may sit, the last evening, void games, penalties."""

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.tournament.organiser import Organiser, seated

FIVE = ("Anna", "Bruno", "Carla", "Dario", "Elena")
COUPLE = ("P1", "P2")
REGULARS = [f"P{number}" for number in range(1, 10)]
PLACES = (60, 52, 51, 50, 49)
"""Table points down a table: 31.8 for the first, 14.2 for the second, nothing for the fifth."""


def game(*points: int) -> Callable[[str], int]:
    """The table points of Anna, Bruno, Carla and so on."""
    return dict(zip(FIVE, points, strict=True)).__getitem__


def by_number(drawn: Mapping[str, Any]) -> Callable[[str], int]:
    """Everybody plays as their name says: at each table P1 is before P2, P2 before P3 and so on."""
    points: dict[str, int] = {}
    for number, table in enumerate(seated(drawn)):
        for place, name in enumerate(sorted(table)):
            points[name] = PLACES[place] - (number if place else 0)
    return points.__getitem__


def round_score(organiser: Organiser, id: str, name: str, round: int) -> str | None:
    """What somebody has for one round."""
    rounds = organiser.standings(id)[name]["rounds"]
    return next((each["score"] for each in rounds if each["round"] == round), None)


@pytest.fixture
def last_evening(organiser: Organiser, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A tournament with five evenings played: nine regulars, and Zeno who came once."""
    home, kept = organiser.folder / "home", tmp_path_factory.getbasetemp() / "cinque-serate"
    if kept.exists():
        shutil.copytree(kept, home, dirs_exist_ok=True)
        return "prova"
    id = organiser.open("primavera")
    organiser.enter(
        id, *(f"{name}/Club {name}/Rossi" if name in COUPLE else name for name in REGULARS), "Zeno"
    )
    for evening in range(5):
        organiser.type("rollcall", id, "--all", *(["--absent", "Zeno"] if evening else []))
        drawn = organiser.type("draw", id, "--seed", f"serata-{evening}")
        organiser.record(id, drawn, by_number(drawn))
        organiser.type("close", id)
    shutil.copytree(home, kept)
    return id


def present(organiser: Organiser, id: str, *names: str) -> dict[str, Any]:
    """The last evening drawn with these people and no others."""
    others = [name for name in [*REGULARS, "Zeno"] if name not in names]
    missing = ["--absent", *others] if others else []
    organiser.type("rollcall", id, "--present", *names, *missing)
    drawn: dict[str, Any] = organiser.type("draw", id, "--seed", "ultima")
    return drawn


def kinds(drawn: Mapping[str, Any]) -> list[tuple[str, list[str]]]:
    """What sort of table each is, and who sits there."""
    return [(table["kind"], [seat["name"] for seat in table["seats"]]) for table in drawn["tables"]]


@pytest.mark.clause("004-S10d")
def test_with_six_present_the_lowest_rests_on_the_last_evening(
    organiser: Organiser, last_evening: str
) -> None:
    id = last_evening
    ranking = list(organiser.standings(id))
    first = ranking[:5]
    for rank, award in ((6, "15"), (9, "1")):
        sixth = ranking[rank - 1]
        assert organiser.standings(id)[sixth]["rank"] == rank
        drawn = present(organiser, id, *first, sixth)
        assert kinds(drawn) == [("table", first), ("bye", [sixth])]
        organiser.record(id, drawn, by_number(drawn))
        assert round_score(organiser, id, sixth, 6) == award
        organiser.type("undo", id)
        organiser.type("undo", id)


def test_with_six_on_every_evening_nobody_rests_twice_before_everybody_rested(organiser: Organiser) -> None:
    """P6 is always last, and P4 and P5 are married: neither rests more often than the others."""
    id = organiser.open("primavera")
    names = REGULARS[:6]
    organiser.enter(id, *(f"{name}/Club/Rossi" if name in ("P4", "P5") else name for name in names))
    rested: list[str] = []
    for evening in range(6):
        ranking = list(organiser.standings(id)) if evening else []
        organiser.type("rollcall", id, "--all")
        drawn = organiser.type("draw", id, "--seed", f"serata-{evening}")
        [(_, table), (kind, [resting])] = kinds(drawn)
        assert (kind, sorted([*table, resting])) == ("bye", names)
        if evening == 5:  # the last evening: the sixth in the standings (004-S10d)
            assert resting == ranking[5]
        elif evening:  # of those who never rested, the last in the standings
            assert resting == [name for name in ranking if name not in rested][-1]
        rested.append(resting)
        organiser.record(id, drawn, lambda name: 70 - 9 * names.index(name))
        organiser.type("close", id)
    assert len({*rested[:5]}) == 5
    assert organiser.type("check", id)["differences"] == []


@pytest.mark.clause("004-S10e")
def test_with_seven_present_the_last_two_play_a_duel_on_the_last_evening(
    organiser: Organiser, last_evening: str
) -> None:
    id = last_evening
    ranking = list(organiser.standings(id))
    seven = [*ranking[:5], ranking[6], ranking[7]]
    drawn = present(organiser, id, *seven)
    assert kinds(drawn) == [("table", seven[:5]), ("duel", seven[5:])]
    table = by_number(drawn)
    duel: dict[str, Mapping[str, int]] = {seven[5]: {"place": 2}, seven[6]: {"place": 1}}
    organiser.record(id, drawn, lambda name: duel.get(name) or table(name))
    assert [round_score(organiser, id, name, 6) for name in seven[5:]] == ["15", "31"]


@pytest.mark.clause("004-S11a")
def test_on_the_last_evening_spouses_may_sit_together(organiser: Organiser, last_evening: str) -> None:
    id = last_evening
    for evening in range(2, 6):
        tables = seated(organiser.type("tables", id, "--round", str(evening)))
        assert all(set(COUPLE) - set(table) for table in tables)
    ranking = [name for name in organiser.standings(id) if name != "Zeno"]
    assert set(COUPLE) <= set(ranking[:5])
    assert seated(present(organiser, id, *REGULARS)) == [ranking[:5], ranking[5:]]


@pytest.mark.clause("004-S12a", "004-S12b", "004-B23d")
def test_six_evenings_of_which_two_must_be_played(organiser: Organiser, last_evening: str) -> None:
    id = last_evening
    zeno = organiser.standings(id)["Zeno"]
    assert (zeno["rank"], zeno["games"]) == (None, 1)
    drawn = present(organiser, id, *REGULARS, "Zeno")
    assert drawn["round"] == 6
    second = next(name for name in REGULARS if round_score(organiser, id, name, 5) == "14.2")
    organiser.record(id, drawn, by_number(drawn))
    # Who was there twice is ranked.
    zeno = organiser.standings(id)["Zeno"]
    assert (zeno["rank"] is not None, zeno["games"]) == (True, 2)
    # The last evening's game does not count: the score of the evening before is taken again.
    table = next(at for at, people in enumerate(seated(drawn), 1) if second in people)
    before = organiser.standings(id)[second]
    organiser.type("void", id, str(table), "--reason", "Planisfero rovesciato")
    after = organiser.standings(id)[second]
    assert [(each["round"], each["score"]) for each in after["rounds"]][-2:] == [(5, "14.2"), (6, "14.2")]
    assert after["games"] == before["games"] - 1
    organiser.type("close", id)
    refused = organiser.refused("draw", id)
    assert (refused["code"], refused["clause"]) == ("rounds_over", "004-S12a")


@pytest.mark.clause("004-B28")
def test_one_game_of_six_is_not_enough_to_be_classified(organiser: Organiser, last_evening: str) -> None:
    rows = organiser.standings(last_evening)
    assert rows["Zeno"]["rank"] is None
    assert all(rows[name]["rank"] is not None for name in REGULARS)


@pytest.mark.clause("004-B1a", "004-B1b", "004-B1c")
def test_who_comes_more_than_ten_minutes_late_does_not_play(organiser: Organiser) -> None:
    id = organiser.open("primavera")
    organiser.enter(id, *FIVE, words=("--signed",))
    organiser.type("rollcall", id, "--present", "Anna", "Bruno", "--at", "21:10")
    assert organiser.type("show", id)["notices"] == []
    organiser.type("rollcall", id, "--present", "Carla", "--at", "21:11")
    organiser.type("rollcall", id, "--present", "Dario", "--at", "21:20")
    told = "In ritardo: Carla, Dario. Lasciano nel mazzo 3 carte [004-B1b]."
    assert organiser.type("show", id)["notices"] == [told]
    refused = organiser.refused("rollcall", id, "--present", "Elena", "--at", "21:21")
    assert (refused["code"], refused["clause"]) == ("too_late", "004-B1c")
    assert [(each["name"], each["present"], each["late"]) for each in organiser.type("rollcall", id)] == [
        ("Anna", True, False),
        ("Bruno", True, False),
        ("Carla", True, True),
        ("Dario", True, True),
        ("Elena", None, False),
    ]
    [table] = seated(organiser.type("draw", id))
    assert sorted(table) == ["Anna", "Bruno", "Carla", "Dario"]


@pytest.mark.clause("004-B23c")
def test_a_void_game_counts_as_the_next_one(organiser: Organiser) -> None:
    id = organiser.open("primavera")
    organiser.enter(id, *FIVE)
    for _ in range(2):
        organiser.play(id, game(*PLACES))
    organiser.type("rollcall", id, "--all")
    organiser.type("draw", id)
    refused = organiser.refused("void", id, "1")
    assert refused["code"] == "reason_missing"
    organiser.type("void", id, "1", "--reason", "Elena ha rovesciato il tavolo", "--fault", "Elena")
    organiser.type("close", id)
    # Anna wins the fourth evening by four points: 31.4, and so much for the third.
    organiser.play(id, game(60, 56, 50, 49, 55))
    assert [round_score(organiser, id, name, 4) for name in FIVE] == ["31.4", "14.6", "2", "0", "6.5"]
    assert [round_score(organiser, id, name, 3) for name in FIVE[:4]] == ["31.4", "14.6", "2", "0"]
    assert round_score(organiser, id, "Elena", 3) is None
    rows = organiser.standings(id)
    assert rows["Anna"]["total"] == "126.4"
    assert rows["Anna"]["games"] == 3


def test_a_void_game_counts_as_nothing_where_the_next_one_is_below(
    organiser: Organiser, tmp_path: Path
) -> None:
    path = tmp_path / "distacchi.toml"
    path.write_text('extends = "primavera"\nid = "distacchi"\nformula = "spartaco"\n', encoding="utf-8")
    id = organiser.open(str(path))
    organiser.enter(id, *FIVE)
    organiser.type("draw", id)
    organiser.type("void", id, "1", "--reason", "Planisfero rovesciato")
    organiser.type("close", id)
    organiser.play(id, game(120, 90, 80, 60, 5))
    assert [round_score(organiser, id, "Elena", number) for number in (1, 2)] == ["0", "-15"]


@pytest.mark.clause("004-P4")
def test_points_off_a_ranking_come_with_their_reason(organiser: Organiser) -> None:
    id = organiser.open("primavera")
    organiser.enter(id, *FIVE)
    organiser.play(id, game(40, 32, 25, 18, 10))
    organiser.play(id, game(40, 105, 25, 18, 10))
    assert organiser.standings(id)["Anna"]["total"] == "40.3"
    words = ("penalty", id, "Anna", "--points", "7", "--target", "ranking", "--clause", "004-P4")
    assert organiser.refused(*words)["code"] == "reason_missing"
    organiser.type(*words, "--reason", "Disturbava il tavolo 2")
    assert organiser.standings(id)["Anna"]["total"] == "33.3"
    _, out, _ = organiser.terminal.type("it", "log", "show", f"tournament/{id}", "--json")
    assert json.loads(out)["events"][-1]["note"] == "Disturbava il tavolo 2"
    organiser.type("undo", id)
    assert organiser.standings(id)["Anna"]["total"] == "40.3"


@pytest.mark.clause("004-B21a")
def test_who_withdraws_from_a_game_loses_twenty_five_points(organiser: Organiser) -> None:
    id = organiser.open("primavera")
    organiser.enter(id, *FIVE)
    organiser.play(id, game(40, 32, 25, 18, 10))
    organiser.play(id, game(34, 40, 25, 18, 10))
    assert organiser.standings(id)["Anna"]["total"] == "46.2"
    organiser.type("rollcall", id, "--all")
    drawn = organiser.type("draw", id)
    points = game(0, 40, 34, 25, 18)
    gone = {"points": 0, "status": "withdrawn"}
    organiser.record(id, drawn, lambda name: gone if name == "Anna" else points(name))
    [told] = organiser.type("standings", id)["incidents"]
    assert told.startswith("Turno 3: Anna ha lasciato la partita, e il regolamento toglie 25 punti")
    assert "(004-B21a)" in told
    assert organiser.standings(id)["Anna"]["total"] == "46.2"
    off = ("--points", "25", "--target", "ranking", "--round", "3", "--clause", "004-B21a")
    organiser.type("penalty", id, "Anna", *off, "--reason", "Ha lasciato il tavolo")
    assert organiser.standings(id)["Anna"]["total"] == "21.2"
    assert organiser.type("standings", id)["incidents"] == []
