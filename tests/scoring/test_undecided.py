"""Ties nobody has broken: asked for where a score depends on them, left open where none does."""

import json
from typing import Any

import pytest

from kamchatka.messages import LANGUAGES, text
from kamchatka.scoring.formula.loading import load_formula, read_formula
from kamchatka.scoring.formula.table import ways
from kamchatka.scoring.sheet.model import TableSheet
from kamchatka.scoring.sheet.places import MissingNumber, Treatment, placings
from kamchatka.scoring.sheet.reading import read_sheet
from kamchatka.scoring.standings.ranking import standings
from kamchatka.scoring.standings.scored import Unscorable
from tests.scoring.builders import exactly
from tests.scoring.rounds import data, lines, rank, read

INDIFFERENT = ("master", "faentino", "spartaco", "triestino", "vittorie")
"""Formulas that give the third and the fourth the same, points being equal."""


def bare(*points: int, **cells: Any) -> TableSheet:
    """A table of which only points are known; further cells by the number of the seat, as `_3={…}`."""
    seats = [
        {"player": f"p{number}", "points": each, **cells.get(f"_{number}", {})}
        for number, each in enumerate(points, 1)
    ]
    return read_sheet(json.dumps({"rulebook": "rtu", "seat": seats}), name="bare.json").sheet


@pytest.mark.parametrize("formula", INDIFFERENT)
def test_a_tie_no_score_depends_on_needs_no_number(formula: str) -> None:
    cards = load_formula(formula).cards(bare(60, 50, 30, 30))
    assert [card.place for card in cards] == [1, 2, 3, 3]
    assert [card.decided for card in cards[2:]] == ["undecided", "undecided"]
    assert cards[2].key == cards[3].key
    broken = load_formula(formula).cards(bare(60, 50, 30, 30, _3={"lot": [2]}, _4={"lot": [1]}))
    assert [card.key for card in broken] == [card.key for card in cards]
    assert all(text("scoring.decided.undecided", lang) for lang in LANGUAGES)


@pytest.mark.parametrize("formula", ["conversione-150", "standard", "veronese", "medagliere", "milano"])
def test_a_tie_a_score_depends_on_is_asked_for(formula: str) -> None:
    with pytest.raises(MissingNumber) as asked:
        load_formula(formula).cards(bare(60, 50, 30, 30))
    assert (asked.value.criterion, asked.value.players) == ("value-outside", ("p3", "p4"))


@pytest.mark.parametrize("formula", INDIFFERENT)
def test_a_tie_for_the_first_place_is_always_asked_for(formula: str) -> None:
    with pytest.raises(MissingNumber):
        load_formula(formula).cards(bare(60, 60, 30, 20))


def test_of_two_ties_only_the_one_that_matters_is_asked_for() -> None:
    with pytest.raises(MissingNumber) as asked:
        load_formula("faentino").cards(bare(60, 60, 30, 30))
    assert asked.value.players == ("p1", "p2")
    cards = load_formula("faentino").cards(bare(60, 50, 50, 30, 30))
    assert [card.place for card in cards] == [1, 2, 2, 4, 4]
    assert [card.score for card in cards] == exactly(100, 50, 50, 10, 10)


def test_a_lot_alone_breaks_a_tie_since_it_was_thrown_when_all_else_was_level() -> None:
    sheet = bare(60, 50, 50, 30, _2={"lot": [3, 2]}, _3={"lot": [3, 6]})
    assert [card.place for card in load_formula("standard").cards(sheet)] == [1, 3, 2, 4]
    half_known = bare(60, 50, 50, 30, _2={"lot": [2], "outside": 4}, _3={"lot": [6]})
    with pytest.raises(MissingNumber) as asked:
        load_formula("standard").cards(half_known)
    assert (asked.value.criterion, asked.value.players) == ("value-outside", ("p3",))


def season(*said: str) -> dict[str, Any]:
    """Rounds of which only points are known."""
    file = data(*said)
    for each in file["round"]:
        for table in each["table"]:
            table["seat"] = [{key: seat[key] for key in ("player", "points")} for seat in table["seat"]]
    return file


def test_one_harmless_tie_does_not_stop_a_season() -> None:
    results = read(season("A=60 B=50 C=30 D=30", "A=40 B=62 C=20 D=31"))
    assert lines(rank("faentino", results)) == ["1 B 150", "2 A 110", "3 C 20", "3 D 20"]
    with pytest.raises(Unscorable) as asked:
        rank("standard", results)
    assert "turno 1, tavolo 1" in asked.value.report("it")


def test_a_ranking_that_counts_the_open_place_asks_for_the_number() -> None:
    """C and D are level in points and wins: seconds would tell them apart, if the tie for it were broken."""
    results = read(season("A=60 C=50 D=50 B=20"))
    with pytest.raises(MissingNumber) as asked:
        rank("faentino", results, ties=("wins", "seconds", "lot"))
    assert set(asked.value.players) == {"C", "D"}
    assert [row.rank for row in rank("faentino", results, ties=("wins", "lot")).rows] == [1, 2, 2, 4]


def tables(*rows: dict[str, int]) -> dict[str, Any]:
    """A round for each, with one table of which only points are known."""
    return season(*(" ".join(f"{name}={points}" for name, points in row.items()) for row in rows))


def test_an_open_tie_that_decides_which_result_counts_is_asked_for() -> None:
    """C has ten points twice: which of the games counts hangs on who was third in the first."""
    file = tables({"A": 60, "B": 50, "C": 30, "D": 30}, {"A": 60, "B": 50, "D": 40, "C": 20})
    with pytest.raises(MissingNumber) as asked:
        rank("faentino", read(file), best=1, ties=("best-table-points", "lot"))
    assert asked.value.where == (1, 1)
    assert asked.value.sentence("it").startswith("turno 1, tavolo 1 · C'è una parità")
    assert rank("faentino", read(file), best=1, ties=("lot",)).rows
    with pytest.raises(MissingNumber):
        rank("faentino", read(file), best=1, order="percentage")


def test_a_level_duel_is_asked_for_or_left_to_the_referee() -> None:
    source = 'id = "x"\ntitle = "X"\nties = "{ties}"\n[[term]]\nid = "p"\nkind = "points"\n[special]\n'
    source += "duel = [31, 15]"
    file = season("A=60 B=50 C=40 D=30")
    seats = [{"player": "E", "points": 50}, {"player": "F", "points": 50}]
    file["round"][0]["table"].append({"number": 2, "kind": "duel", "seat": seats})
    for ties, said in (
        ("break", "C'è una parità"),
        ("keep", "per E, F la formula non prevede"),
    ):
        with pytest.raises(Unscorable) as asked:
            standings(read_formula(source.format(ties=ties), name="x"), read(file))
        assert f"\n- turno 1, tavolo 2 · {said}" in asked.value.report("it")


def test_an_open_place_is_told_as_it_is_and_cites_all_it_may_be() -> None:
    source = """
id = "x"
title = "X"
ties = "break"
[[term]]
id = "place"
kind = "place"
by_place = [12, 5, 5, 1]
clauses = [["001-FP13a"], ["001-FP13b"], ["001-FP13c"], ["001-FP13d"]]
"""
    cards = read_formula(source, name="x").cards(bare(60, 40, 40, 20))
    assert [card.place for card in cards] == [1, 2, 2, 4]
    assert [card.lines[0].reason("it") for card in cards[1:3]] == ["2° posto", "2° posto"]
    assert [card.lines[0].clauses for card in cards[1:3]] == [("001-FP13b", "001-FP13c")] * 2


def test_six_level_seats_are_looked_at_in_two_orders_only() -> None:
    source = 'id = "x"\ntitle = "X"\nties = "break"\n[[term]]\nid = "p"\nkind = "points"'
    sheet = bare(*[20] * 6)
    with pytest.raises(MissingNumber) as missing:
        placings(sheet, Treatment("break"))
    assert len(list(ways(sheet, missing.value))) == 2
    assert {card.score for card in read_formula(source, name="x").cards(sheet)} == {20}


def test_a_place_in_the_middle_that_is_paid_otherwise_is_asked_for() -> None:
    """In both orders looked at the second of three is the same: what it gets must be what the others get."""
    source = 'id = "x"\ntitle = "X"\nties = "break"\n[[term]]\nid = "p"\nkind = "place"\nby_place = '
    with pytest.raises(MissingNumber):
        read_formula(f"{source}[12, 5, 7, 5]", name="x").cards(bare(60, 40, 40, 40))
    cards = read_formula(f"{source}[12, 5, 5, 5]", name="x").cards(bare(60, 40, 40, 40))
    assert [card.score for card in cards] == exactly(12, 5, 5, 5)


def test_an_open_tie_above_the_cut_is_not_asked_for() -> None:
    """C's tie for third counts whoever wins it: the result left out is worth less."""
    file = tables({"A": 60, "B": 50, "C": 30, "D": 30}, {"A": 60, "B": 50, "E": 40, "C": 0})
    table = rank("spartaco", read(file), best=1, ties=("wins", "lot"))
    assert lines(table) == ["1 A 160", "2 B 90", "3 E 80", "4 C 70", "4 D 70"]


@pytest.mark.parametrize("formula", INDIFFERENT)
def test_cards_of_the_others_are_the_same_while_a_tie_is_open(formula: str) -> None:
    open_tie = load_formula(formula).cards(bare(60, 50, 30, 30))
    broken = load_formula(formula).cards(bare(60, 50, 30, 30, _3={"lot": [2]}, _4={"lot": [1]}))
    assert [card.lines for card in open_tie[:2]] == [card.lines for card in broken[:2]]


def test_what_is_missing_is_asked_for_as_a_count_or_as_a_tie() -> None:
    count = MissingNumber("points", ("Anna",)).sentence("it")
    assert count == "Manca un numero: scrivi, per Anna, i punti tavolo contati (points)."
    out = MissingNumber("eliminated", ("Anna",)).sentence("it")
    assert out.startswith("Manca un numero: scrivi, per Anna, ")
    tie = MissingNumber("cards", ("Anna", "Bruno")).sentence("it")
    assert tie.startswith("C'è una parità: per lo spareggio scrivi, per Anna, Bruno, ")


BY_PLACE = """
id = "posti"
title = "Posti"
ties = "break"

[[term]]
id = "place"
kind = "place"
by_place = [10, 5, 1, 1]
clauses = [["001-FP3b"], ["001-FP3c"], ["001-FP3d"], ["001-FP3e"]]
"""


def test_only_who_is_tied_is_told_the_clauses_of_several_places() -> None:
    cards = read_formula(BY_PLACE, name="posti.toml").cards(bare(60, 50, 30, 30))
    assert [card.lines[0].clauses for card in cards] == [
        ("001-FP3b",),
        ("001-FP3c",),
        *[("001-FP3d", "001-FP3e")] * 2,
    ]
