"""What newcomers met: withdrawals before a final, official events, a club's own files, games of ours."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from kamchatka.app.games.retelling import play_again
from kamchatka.game.events import SeatsPlaced, SeatsTaken
from kamchatka.game.record_text import record_to_text
from kamchatka.store.projections import PERSON
from tests.app.games import finished
from tests.tournament.organiser import Organiser, seated


def test_who_withdraws_before_the_final_is_replaced_by_another_cut(organiser: Organiser) -> None:
    id = organiser.begin("tre-partite-finale", 12)
    organiser.run(id, until="cut")
    cut = organiser.do(id, "cut")
    gone, reserve = cut["qualified"][0]["name"], cut["reserves"][0]
    organiser.type("withdraw", id, gone)
    assert organiser.type("show", id)["next"] == "cut"
    organiser.do(id, "cut")
    [table] = seated(organiser.do(id, "draw"))
    assert gone not in table
    assert reserve in table
    assert len(table) == 4


def test_who_takes_the_place_of_a_finalist_plays_the_final(organiser: Organiser) -> None:
    id = organiser.begin("tre-partite-finale", 12)
    organiser.run(id, until="cut")
    gone, *others = (each["name"] for each in organiser.do(id, "cut")["qualified"])
    organiser.type("substitute", id, gone, "Nuova Arrivata", "--signed")
    assert organiser.type("show", id)["notices"] == [], "the cut stands"
    [table] = seated(organiser.do(id, "draw"))
    assert sorted(table) == sorted([*others, "Nuova Arrivata"])


def test_a_substitute_takes_the_seat_unless_the_game_has_begun(organiser: Organiser) -> None:
    id = organiser.begin("tre-partite", 8)
    first, second = seated(organiser.do(id, "draw"))
    organiser.type("substitute", id, first[1], "Nuova Arrivata", "--signed")
    now = seated(organiser.type("tables", id))
    assert now == [[first[0], "Nuova Arrivata", *first[2:]], second]
    organiser.type("start", id, "2")
    organiser.type("substitute", id, second[1], "Altra Arrivata", "--signed")
    assert seated(organiser.type("tables", id)) == now


def test_a_table_that_has_begun_stays_and_the_others_are_drawn_to_fit(organiser: Organiser) -> None:
    id = organiser.begin("tre-partite", 21)
    tables = seated(organiser.do(id, "draw"))
    five = next(table for table in tables if len(table) == 5)
    organiser.type("start", id, str(tables.index(five) + 1))
    gone = next(table[0] for table in tables if table is not five)
    organiser.type("rollcall", id, "--absent", gone)
    now = seated(organiser.type("redraw", id, "--reason", "una rinuncia"))
    assert five in now
    assert [len(table) for table in now] == [5, 5, 5, 5]


def test_tables_stay_alike_though_one_has_begun(organiser: Organiser) -> None:
    id = organiser.begin("tre-partite", 25)
    first = seated(organiser.do(id, "draw"))[0]
    organiser.type("start", id, "1")
    now = seated(organiser.type("redraw", id, "--reason", "una svista"))
    assert now[0] == first
    assert [len(table) for table in now] == [5] * 5


CIRCUIT = {
    "the first two have won both games": ((90, 80, 70), "", 2),
    "the second has won one": ((90, 80, 70), "bcd", 1),
    "the second and the third are level": ((90, 80, 80), "", 1),
    "nobody has won both": ((90, 80, 70), "abcd", 0),
    "the first three are level": ((80, 80, 80), "", 0),
}
"""Points of the best three in each of two games, which of the four winners lose the second, and who goes
straight to the final."""


@pytest.mark.parametrize("why", CIRCUIT)
def test_the_standings_of_few_say_how_many_semifinals_there_are(organiser: Organiser, why: str) -> None:
    points, losers, direct = CIRCUIT[why]
    id = organiser.begin("raduno-circuito", 16)
    tables = seated(organiser.do(id, "draw"))
    best = dict(zip("abcd", (table[0] for table in tables), strict=True))
    cells = {name: 20 + at for at, name in enumerate(name for table in tables for name in table)}
    cells |= dict(zip(best.values(), (*points, 60), strict=True))
    organiser.record(id, organiser.type("tables", id), cells.__getitem__)
    organiser.type("close", id)
    drawn = organiser.do(id, "draw")
    for table in seated(drawn):
        [winner] = {*table} & {*best.values()}
        if winner in [best[letter] for letter in losers]:
            other = next(name for name in table if name != winner)
            cells[other] = cells[winner] + 1
    organiser.record(id, drawn, cells.__getitem__)
    organiser.type("close", id)
    assert len(organiser.do(id, "cut")["qualified"]) == (16, 13, 10)[direct]


def test_a_lot_is_drawn_only_where_the_last_place_is_shared(organiser: Organiser) -> None:
    id = organiser.begin("challenge", 24)
    drawn = organiser.do(id, "draw")
    tables = seated(drawn)
    seconds = (50, 40, 40, 30, 29, 28)
    cells: dict[str, int] = {}
    for at, (table, second) in enumerate(zip(tables, seconds, strict=True)):
        cells |= dict(zip(table, (60 + at, second, 10 + at, at), strict=True))
    organiser.record(id, drawn, cells.__getitem__)
    organiser.type("close", id)
    tied = {tables[1][1], tables[2][1]}
    taken = set()
    for number in range(6):
        cut = organiser.type("cut", id, "--seed", f"seme-{number}")
        back = {each["name"] for each in cut["qualified"]} - {table[0] for table in tables}
        assert len(back) == 2
        assert tables[0][1] in back
        [lucky] = back & tied
        told = organiser.terminal.type("it", "log", "show", f"tournament/{id}", "--json")[1]
        lots = [each["sentence"] for each in json.loads(told)["events"] if each["kind"] == "lots-drawn"]
        assert lots[-1].startswith(f"Sorteggiata la parità fra {lucky}, ")
        taken.add(lucky)
        organiser.type("undo", id)
    assert taken == tied


def test_lots_are_numbered_as_they_are_drawn(organiser: Organiser) -> None:
    id = organiser.begin("raduno-circuito", 17)
    for _ in range(2):
        organiser.play(id, lambda name: 40)
    organiser.do(id, "cut")
    _, log, _ = organiser.terminal.type("it", "log", "show", f"tournament/{id}", "--json")
    assert re.findall(r"lot-\d+", log) == ["lot-1"]


def test_the_loop_on_next_runs_an_official_event_too(organiser: Organiser) -> None:
    id = organiser.open("tre-partite", "--official")
    assert organiser.type("show", id)["next"] == "publish"
    assert organiser.refused("import", id, str(organiser.list_of(8)))["clause"] == "001-RG1"
    organiser.do(id, "publish")
    assert organiser.type("show", id)["next"] == "enter"
    organiser.type("import", id, str(organiser.list_of(8)), "--present", "--signed")
    assert len(organiser.run(id)["winners"]) == 1


def test_a_club_s_own_format_names_its_own_regulation_and_formula(
    organiser: Organiser, tmp_path: Path
) -> None:
    own = {
        "regolamenti/casa.toml": 'id = "casa"\ntitle = "Casa"\nextends = "rtu"\n[clock]\nminutes = 95\n',
        "formule/punti-casa.toml": 'extends = "bonus-50"\nid = "punti-casa"\ntitle = "Punti di casa"\n'
        '[option.bonus]\ndefault = 20\nleast = 0\nabout = "Premio"\nabout_en = "Bonus"\n',
    }
    shape = Path("src/kamchatka/tournament/formats/tre-partite.toml")
    text = (Path(__file__).parents[2] / shape).read_text(encoding="utf-8")
    for key, value in (("id", "giovedi"), ("rulebook", "casa"), ("formula", "punti-casa")):
        text = re.sub(rf'(?m)^{key} = "[^"]*"', f'{key} = "{value}"', text, count=1)
    own["formati/giovedi.toml"] = text
    for name, content in own.items():
        path = tmp_path / "home" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    id = organiser.begin("giovedi", 8)
    now = organiser.run(id)
    assert len(now["winners"]) == 1
    file = tmp_path / "giovedi.toml"
    assert organiser.type("results", id, str(file))["beside"] == [
        "giovedi-casa.toml",
        "giovedi-punti-casa.toml",
    ]
    status, out, err = organiser.terminal.type("it", "standings", str(file), "--json")
    assert status == 0, err
    rows = organiser.type("standings", id)["rows"]
    assert [row["total"] for row in json.loads(out)["rows"]] == [row["total"] for row in rows]
    assert organiser.refused("results", id, str(file))["code"] == "file_exists"


def test_penalties_and_void_games_travel_with_the_results(organiser: Organiser, tmp_path: Path) -> None:
    id = organiser.begin("tre-partite", 8)
    for _ in range(2):
        organiser.run(id, until="close")
        organiser.do(id, "close")
    organiser.type("void", id, "1", "--round", "1", "--reason", "plancia rovesciata")
    organiser.type("penalty", id, "1", "--points", "5", "--reason", "condotta")
    organiser.type("penalty", id, "2", "--points", "3", "--target", "result", "--round", "2", "--reason", "x")
    organiser.type("penalty", id, "3", "--places", "2", "--clause", "000-2g", "--reason", "condotta")
    file = tmp_path / "risultati.toml"
    organiser.type("results", id, str(file))
    written = tomllib.loads(file.read_text(encoding="utf-8"))
    assert [{**each, "player": each["player"][-1]} for each in written["penalty"]] == [
        {"player": "1", "target": "total", "points": "5"},
        {"player": "2", "target": "result", "points": "3", "round": 2},
        {"player": "3", "target": "ranking", "places": 2, "clause": "000-2g"},
    ]
    assert written["round"][0]["table"][0]["void"]
    status, out, err = organiser.terminal.type("it", "standings", str(file), "--json")
    assert status == 0, err
    assert json.loads(out)["rows"] == organiser.type("standings", id)["rows"]


def test_standings_stay_while_the_next_round_misses_somebody_and_has_no_result(organiser: Organiser) -> None:
    id = organiser.begin("serate", 9)
    organiser.play(id, lambda name: int(name[-3:]), "Giocatore 009")
    organiser.type("rollcall", id, "--all", "--absent", "Giocatore 001")
    organiser.type("draw", id, "--seed", "altro")
    assert organiser.standings(id)["Giocatore 008"]["total"] == "150.03"


def test_only_who_goes_on_must_be_known_at_a_semifinal(organiser: Organiser) -> None:
    id = organiser.begin("due-giorni", 16)
    organiser.run(id, until="cut")
    organiser.do(id, "cut")
    drawn = organiser.do(id, "draw")
    tied = {
        name: points for table in seated(drawn) for name, points in zip(table, (50, 50, 40, 10), strict=True)
    }
    with pytest.raises(AssertionError, match="tie_unbroken"):
        organiser.record(id, drawn, tied.__getitem__)
    behind = {
        name: points for table in seated(drawn) for name, points in zip(table, (50, 40, 40, 10), strict=True)
    }
    assert organiser.record(id, drawn, behind.__getitem__)["recorded"] == 3
    assert len(organiser.run(id)["winners"]) == 1


def test_a_game_of_ours_is_recorded_for_who_played_it(organiser: Organiser, tmp_path: Path) -> None:
    record = finished()
    told = play_again(record)
    chairs = next(entry.chairs for entry in told.entries if isinstance(entry, SeatsTaken))
    places = next(entry.places for entry in told.entries if isinstance(entry, SeatsPlaced))
    assert chairs != tuple(sorted(chairs)), "seats and chairs differ, or this proves nothing"
    first = record.players[chairs[places.index(1)]]
    path = tmp_path / "gara.partita"
    path.write_text(record_to_text(record), encoding="utf-8")
    id = organiser.open("tre-partite", "--rulebook", told.rulebook.id)
    organiser.enter(id, *record.players)
    organiser.do(id, "draw")
    assert organiser.type("record", id, str(path))["recorded"] == 1
    assert next(iter(organiser.standings(id))) == first
    broken = tmp_path / "rotta.partita"
    broken.write_text("kamchatka partita 1\nrotta\n", encoding="utf-8")
    assert organiser.refused("record", id, str(broken))["code"] == "game_unreadable"


@pytest.mark.parametrize(("count", "teams", "code"), [(16, 0, "without_team"), (20, 5, "team_too_large")])
def test_teams_are_whole_before_they_are_drawn(
    organiser: Organiser, count: int, teams: int, code: str
) -> None:
    id = organiser.begin("squadre", count, teams=teams)
    assert organiser.refused("draw", id, "--seed", "gru")["code"] == code


def test_tables_are_told_for_who_may_play_and_for_all_who_are_there(organiser: Organiser) -> None:
    id = organiser.open("tre-partite")
    organiser.enter(id, *(f"P{number}" for number in range(1, 10)), words=("--present",))
    organiser.type("sign", id, *(f"P{number}" for number in range(1, 5)))
    organiser.type("rollcall", id, "--absent", *(f"P{number}" for number in range(7, 10)))
    assert organiser.type("show", id)["sizes"][1] == {"who": "signed", "players": 6, "tables": []}
    organiser.type("rollcall", id, "--present", "P7", "P8")
    assert organiser.type("show", id)["sizes"] == [
        {"who": "ready", "players": 4, "tables": [4]},
        {"who": "signed", "players": 8, "tables": [4, 4]},
        {"who": "everyone", "players": 9, "tables": [4, 5]},
    ]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("penalty", "{id}", "1", "--points", "1", "--clause", "999-Z", "--reason", "x"), "unknown_clause"),
        (("penalty", "{id}", "1", "--points", "1", "--target", "result", "--reason", "x"), "penalty_round"),
        (("penalty", "{id}", "1", "--points", "1", "--target", "boh", "--reason", "x"), "unknown_word"),
        (("publish", "{id}"), "nothing_to_publish"),
        (("confirm", "{id}"), "nothing_awaits"),
        (("substitute", "{id}", "1", "1"), "substitutes_self"),
        (("substitute", "{id}", "1", "2"), "seated_already"),
        (("standings", "{id}", "--round", "9"), "no_such_round"),
        (("withdraw", "{id}", "8"), "is_withdrawn"),
        (("new", " ", "--format", "tre-partite"), "no_tournament_name"),
        (("judge", "{id}", "Nessuno", "--remove"), "not_a_judge"),
        (("swap", "{id}", "1", "1", "--reason", "x"), "one_person_twice"),
        (("swap", "{id}", "1", "9", "--reason", "x"), "not_seated"),
        (("arrival", "{id}", "1"), "sits_there"),
        (("no-show", "{id}", "9"), "not_seated"),
    ],
)
def test_slips_are_told_in_words_and_change_nothing(
    organiser: Organiser, words: tuple[str, ...], code: str
) -> None:
    id = organiser.begin("tre-partite", 9)
    organiser.type("rollcall", id, "--all", "--absent", "9")
    organiser.do(id, "draw")
    organiser.type("withdraw", id, "8")
    before = organiser.type("show", id)
    refused = organiser.refused(*(word.format(id=id) for word in words))
    assert refused["code"] == code
    assert not PERSON.search(refused["sentence"]), "people are named, not numbered inside"
    assert organiser.type("show", id) == before
