"""Every line of a card cites the clauses that gave its amount, and says all that made the number."""

import pytest

from kamchatka.ids import ClauseId
from kamchatka.scoring.formula.loading import load_formula, read_formula
from kamchatka.scoring.numbers import written
from tests.scoring.builders import cards, sheet

FAR = "distacco di 41, oltre 15"
LINES = [
    ("faentino", "62 47 40 21", 2, "50 · distacco di 15, entro 15 · 001-FP9b"),
    ("faentino", "62 47 40 21", 4, f"10 · {FAR} · 001-FP9c"),
    ("faentino", "R 59 40 21", 2, f"10 · {FAR}; un RisiKo! vale 100 punti tavolo · 001-FP9c"),
    ("standard", "62 55 40 21", 1, "0.62 · 62 punti tavolo, diviso 100 · 001-FP8a"),
    (
        "standard",
        "R 55 40 21",
        1,
        "1 · 100 punti tavolo, diviso 100; un RisiKo! vale 100 punti tavolo · 001-FP8a 001-FP8d",
    ),
    ("bonus-50", "62 55 40 21", 1, "50 · 1° posto · 001-FP5a 001-FP5b"),
    ("bonus-50", "58 58 40 21", 1, "25 · 1° posto in due: metà di 50 · 001-FP5d"),
    ("bonus-50", "50 50 50 21", 1, "0 · 1° posto in 3: nessun premio · 001-FP5e"),
    (
        "bonus-50",
        "R 55 40 21",
        1,
        "100 · 100 punti tavolo; un RisiKo! vale 100 punti tavolo · 001-FP5a 001-FP5c",
    ),
    ("maialino", "62 55 40 21", 1, "60 · 1° posto · 001-FP12b"),
    ("maialino", "58 58 40 21", 1, "30 · 1° posto in due: metà di 60 · 001-FP12c"),
    ("maialino", "50 50 50 21", 1, "10 · 1° posto in 3 · 001-FP12d"),
    ("maialino", "62 40 40 40", 2, "0 · 2° posto in 3: nessun premio · 001-FP12e"),
    (
        "conversione-150",
        "R 55 40 21",
        1,
        "150.45 · 151 meno 0,01 per ciascuno dei 55 punti tavolo del secondo · 001-FP3g",
    ),
    (
        "conversione-200",
        "R 55 40 21",
        1,
        "200.45 · 201 meno 0,01 per ciascuno dei 55 punti tavolo del secondo · 001-FP4a",
    ),
    (
        "conversione-150",
        "R 72 40 21",
        2,
        "80 · 100 meno il distacco dal vincitore (28), ma non meno di 80;"
        " un RisiKo! vale 100 punti tavolo · 001-FP3c",
    ),
    ("open", "62 55 40", 2, "41.25 · 55 punti tavolo, per 0,75 · "),
    (
        "master",
        "62 55 40 21 12",
        2,
        "0.069 · 55 punti tavolo, per 1,25, arrotondati a 69, diviso 1000 · ",
    ),
    (
        "master",
        "84 81 40 21 12",
        2,
        "0.1 · 81 punti tavolo, per 1,25, arrotondati a 102, ma non più di 100, diviso 1000 · ",
    ),
]


@pytest.mark.parametrize(("formula", "table", "seat", "line"), LINES)
def test_a_line_says_what_made_its_number_and_cites_the_clause_that_did(
    formula: str, table: str, seat: int, line: str
) -> None:
    amount, reason, clauses = line.split(" · ")
    found = [
        (written(each.amount), each.reason("it"), each.clauses)
        for each in cards(formula, "rtu", table)[seat - 1].lines
    ]
    assert (amount, reason, tuple(map(ClauseId, clauses.split()))) in found


def test_a_size_only_the_clauses_do_not_speak_of_is_scored_without_them() -> None:
    source = """
id = "x"
title = "X"
ties = "break"
[[term]]
id = "points"
kind = "points"
clauses = { 4 = ["001-FP5a"] }
"""
    formula = read_formula(source, name="x.toml")
    assert [card.lines[0].clauses for card in cards(formula, "rtu", "62 55 40")] == [(), (), ()]
    assert cards(formula, "rtu", "62 55 40 21")[0].lines[0].clauses == (ClauseId("001-FP5a"),)


def test_a_score_that_just_reaches_its_floor_was_not_lifted() -> None:
    second, third = load_formula("conversione-150").cards(sheet("rtu", "62 42 20 5"))[1:3]
    assert (second.score, second.lines[0].whys) == (80, ("gap_to_winner",))
    assert (third.score, third.lines[0].whys) == (60, ("gap_floor",))


LEAD = """
id = "vantaggio"
title = "Vantaggio"
ties = "break"
objective_points = 100

[[term]]
id = "lead"
kind = "gap_to_second"
per_point = 1
"""


def test_a_lead_that_depends_on_the_worth_of_a_risiko_says_so() -> None:
    formula = read_formula(LEAD, name="vantaggio.toml")
    told = [formula.cards(sheet("rtu", said))[0].lines[0] for said in ("R 42 20 5", "62 42 20 5")]
    assert [(line.amount, line.objective) for line in told] == [(58, 100), (20, None)]
