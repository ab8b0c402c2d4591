"""Results files: what is read, and every fault with its cell, all at once."""

import json
import unicodedata
from fractions import Fraction
from typing import Any

import pytest

from kamchatka.rulebook import load
from kamchatka.scoring.files import FaultySheet
from kamchatka.scoring.results.model import Lot, Results
from kamchatka.scoring.results.reading import read_results, read_results_csv
from kamchatka.scoring.standings.scored import Unscorable
from kamchatka.scoring.views.cells import Cell, csv_text, guarded
from tests.scoring.rounds import data, lines, rank, rounds

TOML = """
title = "Torneo del Gufo"
rulebook = "rtu"

[[round]]
number = 1
absent = ["p9"]
[[round.table]]
number = 4
[[round.table.seat]]
player = "p1"
points = 62
[[round.table.seat]]
player = "p2"
objective = true
points = 86
[[round.table.seat]]
player = "p3"
eliminated = 1
[[round.table.seat]]
player = "p4"
points = 20
status = "withdrawn"

[[round.table]]
number = 5
kind = "bye"
[[round.table.seat]]
player = "p5"
award = 15

[[round]]
number = 2
[[round.table]]
number = 1
rulebook = "milano"
void = true
[[round.table.seat]]
player = "p1"

[[penalty]]
player = "p1"
points = 7
target = "result"
round = 1
clause = "004-P4"

[[team]]
name = "Gufi"
players = ["p1", "p2"]

[[lot]]
player = "p1"
lot = [3, 6]
"""


def faults(file: dict[str, Any]) -> list[str]:
    """Code and cell of every fault."""
    with pytest.raises(FaultySheet) as raised:
        read_results(json.dumps(file), name="results.json")
    return [f"{fault.code} {fault.where}" for fault in raised.value.faults]


def csv(source: str, rulebook: str = "rtu") -> Results:
    """Results in a CSV file under a regulation."""
    return read_results_csv(source, name="results.csv", rulebook=load(rulebook))


def csv_faults(source: str) -> list[str]:
    """Line, code and cell of every fault."""
    with pytest.raises(FaultySheet) as raised:
        csv(source)
    return [f"{fault.line} {fault.code} {fault.where}" for fault in raised.value.faults]


def test_everything_a_file_may_say_is_read() -> None:
    found = read_results(TOML, name="gufo.toml")
    assert found.title == "Torneo del Gufo"
    assert found.players == ("p1", "p2", "p3", "p4", "p5", "p9")
    first, second = found.rounds
    assert (first.number, first.absent) == (1, ("p9",))
    table, bye = first.tables
    assert (table.number, table.kind, table.players) == (4, "table", ("p1", "p2", "p3", "p4"))
    assert table.sheet is not None
    assert table.sheet.rulebook.id == "rtu"
    assert [seat.points for seat in table.sheet.seats] == [62, 86, 0, 20]
    assert [seat.status for seat in table.sheet.seats] == ["playing", "playing", "playing", "withdrawn"]
    assert bye.kind == "bye"
    assert bye.awards == {"p5": Fraction(15)}
    assert bye.sheet is None
    assert (second.tables[0].void, second.tables[0].sheet) == (True, None)
    (penalty,) = found.penalties
    assert (penalty.player, penalty.target, penalty.round) == ("p1", "result", 1)
    assert penalty.points == 7
    assert found.teams[0].players == ("p1", "p2")
    assert found.lots == (Lot("p1", (3, 6)),)


def test_a_table_may_have_a_regulation_of_its_own() -> None:
    file = data("A=62 B=55 C=40 D=21")
    file["round"][0]["table"][0]["rulebook"] = "milano"
    (table,) = read_results(json.dumps(file), name="x").tables()
    assert table.sheet is not None
    assert table.sheet.rulebook.id == "milano"


def test_a_regulation_may_come_from_outside_the_file() -> None:
    file = data("A=62 B=55 C=40 D=21")
    del file["rulebook"]
    assert faults(file) == ["missing_rulebook round.1.table.1.rulebook"]
    found = read_results(json.dumps(file), name="x", rulebook=load("rtu"))
    assert [table.sheet.rulebook.id for table in found.tables() if table.sheet] == ["rtu"]


def test_all_faults_are_told_at_once_each_with_its_cell() -> None:
    file = data("A=62 B=-5 C=40 D=21 | A=62 F=55 G=40 H=21", "A=1 B=2 -B")
    file["colour"] = "red"
    file["round"][0]["table"][1]["number"] = 1
    file["round"][1]["number"] = 1
    file["penalty"] = [
        {"player": "nobody", "points": 7, "target": "total"},
        {"player": "A", "points": 7, "target": "purse"},
        {"player": "A", "points": 0, "target": "result", "clause": "009-X1"},
        {"player": "F", "points": 7, "target": "result", "round": 9},
        {"player": "A", "points": 1, "places": 2, "target": "total", "ranking": "annual"},
    ]
    file["team"] = [{"name": "T", "players": ["A", "Z"]}, {"name": "T", "players": ["A"]}]
    file["lot"] = [{"player": "A", "lot": []}, {"player": "B", "lot": 3}, {"player": "B", "lot": 4}]
    assert faults(file) == [
        "unknown_key colour",
        "wrong_points round.1.table.1.seat.2.points",
        "table_twice round.1.table.1",
        "absent_but_seated round.1.absent.1",
        "round_twice round.1",
        "unknown_player penalty.1.player",
        "unknown_target penalty.2.target",
        "unknown_clause penalty.3.clause",
        "no_penalty penalty.3.points",
        "penalty_without_round penalty.3.round",
        "unknown_player penalty.4.player",
        "ranking_not_here penalty.5.ranking",
        "places_not_here penalty.5.places",
        "unknown_player team.1.players",
        "team_twice team.2.name",
        "two_teams team.2.players",
        "wrong_lot lot.1.lot",
        "lot_twice lot.3.player",
    ]


def test_nobody_sits_at_two_tables_of_a_round() -> None:
    assert faults(data("A=62 B=55 C=40 D=21 | A=62 F=55 G=40 H=21")) == [
        "two_tables round.1.table.2.seat.1.player"
    ]


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ({"kind": "feast"}, "unknown_kind round.1.table.1.kind"),
        ({"void": "yes"}, "not_true_or_false round.1.table.1.void"),
        ({"number": 0}, "wrong_number round.1.table.1.number"),
        ({"kind": "bye", "seat": []}, "wrong_special_seats round.1.table.1.seat"),
        ({"kind": "bye", "seat": [{"player": ""}]}, "wrong_player round.1.table.1.seat.1.player"),
        (
            {"kind": "bye", "seat": [{"player": "x", "award": "many"}]},
            "not_exact round.1.table.1.seat.1.award",
        ),
        (
            {"kind": "duel", "seat": [{"player": "x", "place": 1}, {"player": "y", "place": 1}]},
            "wrong_duel round.1.table.1.seat",
        ),
        (
            {"kind": "duel", "seat": [{"player": name, "points": 1} for name in "xyz"]},
            "wrong_special_seats round.1.table.1.seat",
        ),
        ({"kind": "bye", "bogus": 1, "seat": [{"player": "x"}]}, "unknown_key round.1.table.1.bogus"),
        ({"void": True, "seat": [{"player": "x", "awrd": 3}]}, "unknown_key round.1.table.1.seat.1.awrd"),
        ({"seat": [{"player": "x", "points": 1}]}, "wrong_seats round.1.table.1.seat"),
    ],
)
def test_tables_that_cannot_be(table: dict[str, Any], fault: str) -> None:
    file = data("A=62 B=55 C=40 D=21")
    file["round"][0]["table"][0].update(table)
    assert fault in faults(file)


DUELS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"place": 1}, {"place": 1}),
    ({"place": 1}, {}),
    ({"award": 31}, {}),
    ({"place": 2}, {"place": 3}),
]


@pytest.mark.parametrize("cells", DUELS)
def test_a_duel_told_badly_is_one_fault(cells: tuple[dict[str, Any], dict[str, Any]]) -> None:
    file = data("A=62 B=55 C=40 D=21")
    seats = [{"player": name, **said} for name, said in zip("xy", cells, strict=True)]
    file["round"][0]["table"].append({"number": 2, "kind": "duel", "seat": seats})
    assert faults(file) == ["wrong_duel round.1.table.2.seat"]


def test_a_sheet_is_sent_to_the_command_for_sheets() -> None:
    sheet = {"rulebook": "rtu", "seat": [{"player": "A", "points": 3}, {"player": "B", "points": 2}]}
    assert faults(sheet) == ["is_sheet seat"]


def test_rounds_without_tables_are_refused() -> None:
    file = data("A=62 B=55 C=40 D=21", "A=62 B=55 C=40 D=21", "-A")
    file["round"][1]["table"] = []
    assert faults(file) == ["empty_round round.2.table"]
    del file["round"][0:2]
    assert faults(file) == ["no_tables round"]


def test_faults_of_several_tables_say_which() -> None:
    file = data("A=62 A=55 | C=out1 D=out2 | E=R F=R | G=out1 H=out1 I=3 | J=62 K=55")
    for seat in file["round"][0]["table"][4]["seat"]:
        seat["cards"] = 40
    with pytest.raises(FaultySheet) as raised:
        read_results(json.dumps(file), name="gara.json")
    for lang in ("it", "en"):
        told = raised.value.report("en" if lang == "en" else "it").splitlines()[1:]
        assert [f"round.1.table.{number}.seat" in said for number, said in enumerate(told, 1)] == [True] * 5
    assert [fault.code for fault in raised.value.faults] == [
        *("player_twice", "nobody_left", "two_objectives", "elimination_order", "too_many_cards")
    ]


def test_what_is_missing_or_means_nothing_is_asked_for() -> None:
    file = data("A=62 B=55 C=40 D=21", "A=62 B=55 C=40 -D")
    file["round"][1]["absent"] = ["D", "D"]
    file["round"][1]["table"].append({"kind": "bye", "seat": [{"player": "E", "award": -3}]})
    file["round"][1]["table"].append({"kind": "bye", "seat": [{"player": 12}]})
    file["penalty"] = [
        {"player": "A", "points": 3},
        {"player": "A", "target": "total"},
        {"points": 3, "target": "total"},
        {"player": 12, "points": 3, "target": "total"},
        {"player": "A", "points": None, "target": "total"},
    ]
    file["team"] = [{"name": "T", "players": []}, {"name": "U", "players": [12]}, {"players": ["A"]}]
    file["lot"] = [{"lot": 3}, {"player": 12, "lot": 3}]
    file["rulebook"] = True
    assert faults(file) == [
        "rulebook_not_text rulebook",
        "missing_rulebook round.1.table.1.rulebook",
        "negative_award round.2.table.2.seat.1.award",
        "player_not_text round.2.table.3.seat.1.player",
        "absent_twice round.2.absent.2",
        "missing_target penalty.1.target",
        "missing_penalty penalty.2.points",
        "wrong_player penalty.3.player",
        "player_not_text penalty.4.player",
        "missing_penalty penalty.5.points",
        "empty_team team.1.players",
        "not_names team.2.players",
        "wrong_team team.3.name",
        "wrong_player lot.1.player",
        "player_not_text lot.2.player",
    ]


def test_an_award_is_refused_where_a_game_was_played() -> None:
    file = data("A=62 B=55 C=40 D=21")
    file["round"][0]["table"][0]["seat"][0]["award"] = 31
    assert faults(file) == ["award_not_here round.1.table.1.seat.1.award"]


def test_a_name_is_one_name_whatever_the_keyboard_did() -> None:
    apart = unicodedata.normalize("NFD", "Nicolò")
    file = data(f"{apart}=62 B=55 C=40 D=21", "B=62 C=55 D=40 E=21")
    file["round"][0]["table"][0]["seat"][1]["player"] = " B "
    file["round"][1]["absent"] = [" Nicolò"]
    file["penalty"] = [{"player": "B ", "points": 7, "target": "result", "round": 1}]
    file["team"] = [{"name": "Gufi ", "players": ["Nicolò", "C "]}]
    file["lot"] = [{"player": f"{apart} ", "lot": 3}]
    found = read_results(json.dumps(file), name="x")
    assert found.players == ("Nicolò", "B", "C", "D", "E")
    assert (found.penalties[0].player, found.teams[0].name, found.lots[0].player) == ("B", "Gufi", "Nicolò")
    file["round"][0]["table"][0]["seat"][2]["player"] = "B"
    assert "player_twice round.1.table.1.seat.3.player" in faults(file)


def test_lots_are_of_those_who_played_and_one_for_each_in_a_draw() -> None:
    drawn = [{"player": "A", "lot": 3, "draw": "one"}, {"player": "A", "lot": 3, "draw": "two"}]
    assert len(read_results(json.dumps(data("A=62 B=55", lot=drawn)), name="x").lots) == 2
    wrong = [*drawn, {"player": "Z", "lot": 3}, {"player": "A", "lot": 1, "draw": "two"}]
    assert faults(data("A=62 B=55", lot=wrong)) == ["unknown_player lot.3.player", "lot_twice lot.4.player"]


@pytest.mark.parametrize(
    "source", ["round = []", "{}", "", "[[round]]\nnumber = 'x'", "round = 3", '{"round": [1]}']
)
def test_files_that_hold_nothing_to_rank_are_refused(source: str) -> None:
    with pytest.raises(FaultySheet):
        read_results(source, name="x")


def test_every_fault_has_its_sentence_in_both_languages() -> None:
    file = data("A=62 B=-5 C=40 D=21", "A=1 B=2 -B")
    file["penalty"] = [{"player": "nobody", "points": 7, "target": "total"}]
    with pytest.raises(FaultySheet) as raised:
        read_results(json.dumps(file), name="gara.json")
    assert raised.value.report("it").splitlines()[-2:] == [
        "- «round.2.absent.1»: B risulta assente ma siede al tavolo 1: togli l'assenza o il posto",
        "- «penalty.1.player»: nobody non è nei risultati; forse: A, B, C, D",
    ]
    assert "B is marked absent but sits at table 1" in raised.value.report("en")


def test_what_a_formula_lacks_is_asked_for_table_by_table() -> None:
    file = data("A=62 B=62 C=40 D=21 | E=62 F=55 G=40", "A=62 B=55 C=40 D=21")
    for seat in file["round"][0]["table"][0]["seat"]:
        del seat["outside"], seat["lot"]
    file["round"][1]["table"].append({"number": 7, "kind": "bye", "seat": [{"player": "E"}]})
    results = read_results(json.dumps(file), name="x")
    with pytest.raises(Unscorable) as raised:
        rank("conversione-150", results)
    heading, tie, size, bye = raised.value.report("it").splitlines()
    assert heading.startswith("Con la formula «Conversione 150» questi risultati non si possono calcolare")
    assert heading.endswith("per questi motivi (3):")
    assert tie.startswith("- turno 1, tavolo 1 · ")
    assert "scrivi, per A, B, il valore dei territori fuori obiettivo (outside)" in tie
    assert size == "- turno 1, tavolo 2 · la formula non prevede tavoli da 3"
    assert bye == (
        "- turno 2, tavolo 7 · per E la formula non prevede un punteggio:"
        " scrivi quello deciso dal giudice in «award»"
    )


ITALIAN = """Turno;Tavolo;Posto;Giocatore;Punti;Obiettivo;Eliminato;Stato;Sorteggio
1;1;2;Bea;"55,5";;;;
1;1;1;Ada;86;sì;;;
1;1;3;Ciro;;;1;;
1;1;4;Dino;21;no;;ritirato;3 6
1;;;Ezio;;;;assente;
"""
ENGLISH = """round,table,seat,player,points,objective,eliminated,status,lot
1,1,2,Bea,55.5,,,,
1,1,1,Ada,86,true,,,
1,1,3,Ciro,,,1,,
1,1,4,Dino,21,false,,withdrawn,3 6
1,,,Ezio,,,,absent,
"""


@pytest.mark.parametrize("source", [ITALIAN, ENGLISH, "\ufeff" + ITALIAN.replace("\n", "\r\n")])
def test_a_spreadsheet_in_italian_or_english(source: str) -> None:
    found = csv(source, "aziendale")
    (only,) = found.rounds
    assert only.absent == ("Ezio",)
    (table,) = only.tables
    assert table.players == ("Ada", "Bea", "Ciro", "Dino")
    assert table.sheet is not None
    assert [seat.points for seat in table.sheet.seats] == [86, Fraction("55.5"), 0, 21]
    assert [seat.objective for seat in table.sheet.seats] == [True, False, False, False]
    assert [seat.eliminated for seat in table.sheet.seats] == [None, None, 1, None]
    assert table.sheet.seats[3].status == "withdrawn"
    assert table.sheet.seats[3].lot == (3, 6)


def test_columns_of_a_whole_table_need_one_line() -> None:
    found = csv("round,table,player,award,kind,void,rulebook\n1,1,A,15,bye,,\n1,2,B,,,x,\n1,2,C,,,,milano\n")
    bye, void = found.tables()
    assert bye.kind == "bye"
    assert bye.awards == {"A": Fraction(15)}
    assert (void.void, void.players) == (True, ("B", "C"))


def test_faults_of_a_spreadsheet_name_the_line() -> None:
    assert csv_faults("round,table,player,points,colour\n1,1,A,x,\n1,1,B,3,\n1,0,C,3,\n") == [
        "1 unknown_column colour",
        "2 wrong_points round.1.table.1.seat.1.points",
        "4 wrong_number table",
    ]
    assert csv_faults("round,player\n1,A\n") == ["1 missing_column table"]
    assert csv_faults("") == ["None no_rounds round"]


def test_a_decimal_comma_that_parts_cells_is_no_shorter_number() -> None:
    assert csv_faults("round,table,player,points\n1,1,A,62,5\n1,1,B,55,\n") == ["2 cells_beyond "]


@pytest.mark.parametrize("heading", ["punti;points", "points;Points"])
def test_no_column_stands_twice(heading: str) -> None:
    assert csv_faults(f"turno;tavolo;giocatore;{heading}\n1;1;A;62;5\n1;1;B;55;5\n") == [
        "1 column_twice points"
    ]


def test_cells_that_look_like_formulas_are_written_as_words_and_read_back() -> None:
    dangerous = ["=1+1", "+CMD", "-2+3", "@SUM(A1)", "\t=1"]
    assert [guarded(words) for words in dangerous] == [f"'{words}" for words in dangerous]
    assert [guarded(words) for words in ("-8", "+3,5", "-0.25", "Ada")] == ["-8", "+3,5", "-0.25", "Ada"]
    (table,) = csv("round,table,player,points\n1,1,'=Ada,3\n1,1,'Bea,2\n").tables()
    assert table.players == ("=Ada", "'Bea")


def test_decimals_are_those_of_the_language() -> None:
    rows: list[list[Cell]] = [["a;b", "=x"], [Fraction(-31, 4), None], [1, Fraction(1, 3)]]
    assert csv_text(rows, "it") == '"a;b";\'=x\r\n-7,75;\r\n1;0,333333\r\n'
    assert csv_text(rows, "en") == "a;b,'=x\r\n-7.75,\r\n1,0.333333\r\n"


def test_standings_after_an_earlier_round() -> None:
    results = rounds("A=62 B=55 C=40 D=21", "B=62 A=55 C=40 D=21", "B=62 A=55 C=40 D=21")
    assert lines(rank("bonus-50", results.until(1)))[0] == "1 A 112"
    assert lines(rank("bonus-50", results))[0] == "1 B 279"


def test_both_players_of_a_duel_without_a_score_are_named() -> None:
    file = data("A=62 B=55 C=40 D=21")
    seats = [{"player": "E", "place": 1}, {"player": "F", "place": 2}]
    file["round"][0]["table"].append({"number": 2, "kind": "duel", "seat": seats})
    with pytest.raises(Unscorable) as raised:
        rank("conversione-150", read_results(json.dumps(file), name="x"))
    assert "tavolo 2 · per E, F la formula" in raised.value.report("it")


@pytest.mark.parametrize("seat", [5, "A", None, []])
def test_a_seat_that_is_no_table_is_a_fault_of_the_file(seat: object) -> None:
    file = data("A=62 B=55 C=40 D=21")
    file["round"][0]["table"][0]["seat"][0] = seat
    assert faults(file) == ["not_a_table round.1.table.1.seat.1"]


def test_a_table_in_the_place_of_a_list_is_asked_for_as_a_list() -> None:
    file = data("A=62 B=55 C=40 D=21", penalty={"player": "A", "points": 3, "target": "total"})
    assert faults(file) == ["not_a_list penalty"]
    assert faults(data("A=62 B=55", team=[1], lot=[1])) == ["not_a_table team.1", "not_a_table lot.1"]


def test_what_may_be_written_is_listed() -> None:
    file = data("A=62 B=55", penalty=[{"player": "A", "points": 3, "target": "purse"}])
    with pytest.raises(FaultySheet) as raised:
        read_results(json.dumps(file), name="x.json")
    assert raised.value.report("it").endswith("vale purse; si può scrivere result, total, ranking")


def test_nobody_is_missed_in_rounds_that_cannot_be_read() -> None:
    penalty = [{"player": "A", "points": 3, "target": "total"}]
    assert faults({"rulebook": "rtu", "round": 3, "penalty": penalty}) == ["not_a_list round"]


def test_faults_of_a_toml_file_come_line_by_line() -> None:
    with pytest.raises(FaultySheet) as raised:
        read_results(TOML.replace('player = "p3"', "player = 3\ncolour = 1"), name="gufo.toml")
    assert [(fault.code, fault.line) for fault in raised.value.faults] == [
        ("player_not_text", 18),
        ("unknown_key", 19),
    ]


def test_a_seat_has_one_of_six_numbers() -> None:
    assert csv_faults("round,table,seat,player,points\n1,1,-1,A,6\n1,1,7,B,5\n") == [
        "2 wrong_number seat",
        "3 wrong_number seat",
    ]


def test_half_a_sign_is_no_text() -> None:
    for wrong in ('{"\\ud800": 7}', '{"rulebook": "\\ud800.toml"}', '{"round": ["\\udc00"]}'):
        with pytest.raises(FaultySheet) as raised:
            read_results(wrong, name="x.json")
        assert [fault.code for fault in raised.value.faults] == ["not_toml"]
