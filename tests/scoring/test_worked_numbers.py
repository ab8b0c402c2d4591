"""Every worked number of the readings, one row each, through real sheets and shipped formulas.

`table` lists the seats by place as `builders` reads them; a table beginning with @ is a final board. `column`
is the score, a part of the key (wins, first, second…), the place, or a number of the explanation (gap,
total, whole). A number printed with four decimals is compared after rounding, all others exactly.
"""

import csv
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from kamchatka.scoring.formula.loading import load_formula, read_formula
from kamchatka.scoring.formula.model import Formula, ScoreCard
from kamchatka.scoring.numbers import Number, shown
from kamchatka.scoring.sheet.model import SeatSheet
from tests.scoring.builders import continent, held, read_whole, rest, sheet

FILE = Path(__file__).with_name("worked_numbers.csv")
ROWS = list(csv.DictReader(FILE.read_text(encoding="utf-8").splitlines()))
ROUNDED = 4
PARTS = {"B1": 61, "B2": 84, "B3": 125, "B4": 154, "B5": 300, "B5 boundary": 13, "B6": 51, "E3": 7}
"""How many numbers each part prints, seat by seat."""

WITHOUT_MALUS = """
extends = "spartaco"
id = "spartaco-without-malus"
title = "Spartaco, without the malus"
[[term]]
id = "malus"
kind = "flat"
who = "losers-to-objective"
amount_each = 0
"""
"""A reading that is printed only to be called wrong: its numbers are reproduced all the same."""

AMERICA = (*continent("america_del_nord"), "cina", "siberia", "brasile")
COMPANY = ("argentina", "brasile", "peru", "venezuela", "africa_del_nord", "america_centrale")
BOARDS = {
    "@line-1": (AMERICA, "challenge-13", 1, 0),
    "@002-23q": (COMPANY, "aziendale-8", 23, 3),
}
"""Territories, objective, armies and cards of the first seat."""


def formula_of(row: Mapping[str, str]) -> Formula:
    """The formula of a row, with its options as they are written."""
    if row["formula"] == "spartaco-without-malus":
        return read_formula(WITHOUT_MALUS, name="spartaco-without-malus.toml")
    options: dict[str, object] = {}
    for words in row["options"].split():
        name, _, value = words.partition("=")
        options[name] = int(value) if value.isdigit() else value
    return load_formula(row["formula"], options)


def number_on(card: ScoreCard, formula: Formula, column: str) -> Number:
    """The number of a card that a row names."""
    if column == "score":
        return card.score
    if column == "place":
        return Fraction(card.place)
    if column in formula.columns:
        return card.key[formula.columns.index(column)]
    return Fraction([line.values[column] for line in card.lines if column in line.values][-1])


def seat_on_board(rulebook: str, name: str) -> SeatSheet:
    """The first seat of a final board; the second holds one territory, the rest is neutral."""
    lands, card, armies, cards = BOARDS[name]
    of_others = ("africa_del_sud", "giappone")
    places = dict.fromkeys(lands, 1) | {lands[0]: max(1, armies - len(lands) + 1)}
    deck = 'objective_card = "{}"' if rulebook != "primavera" else "# {}"
    first = "territories = { " + ", ".join(f"{land} = {n}" for land, n in places.items()) + " }"
    others_cards = (
        ("aziendale-1", "aziendale-2") if rulebook == "aziendale" else ("challenge-02", "challenge-03")
    )
    others = [f"{held(land)}\n{deck.format(own)}" for land, own in zip(of_others, others_cards, strict=True)]
    seats = (f"{first}\n{deck.format(card)}\ncards = {cards}", *others)
    return read_whole(rulebook, *seats, neutral=rest(*lands, *of_others)).sheet.seats[0]


def name_of(row: Mapping[str, str]) -> str:
    said = (row["source"], row["formula"] or row["rulebook"], row["table"], row["options"], row["column"])
    return " ".join(word for word in (*said, row["place"]) if word)


@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_a_worked_number(row: Mapping[str, str]) -> None:
    if row["table"].startswith("@"):
        seat = seat_on_board(row["rulebook"], row["table"])
        found = seat.points if row["column"] == "points" else seat.numbers["value-outside"]
    else:
        formula = formula_of(row)
        card = formula.cards(sheet(row["rulebook"], row["table"]))[int(row["place"]) - 1]
        found = number_on(card, formula, row["column"])
    if len(row["expected"].partition(".")[2]) == ROUNDED:
        assert shown(found, "en").rstrip("0") == row["expected"].rstrip("0")
    else:
        assert found == Fraction(row["expected"])


def test_no_worked_number_is_left_out() -> None:
    counted = Counter(row["source"] for row in ROWS if not row["source"].startswith("AMB"))
    assert counted == PARTS
