"""The shipped formulas: their ids, their options choice by choice, their cards with reasons and clauses."""

from fractions import Fraction

import pytest

from kamchatka import ledger
from kamchatka.messages import LANGUAGES
from kamchatka.scoring.formula.loading import catalogue, load_formula, read_formula
from tests.scoring.builders import cards, exactly, keys, scores

IDS = {
    *("conversione-150", "conversione-200", "bonus-50", "vittorie", "triestino", "standard", "faentino"),
    *("spartaco", "medagliere", "maialino", "veronese", "milano", "primavera"),
    *("raduno", "open", "master", "squadre"),
}
TIED, LEVEL, WON = "58 58 40 21", "50 50 50 21", "R 55 40 21"
FIVE_OUT = "70 out4 out3 out2 out1"

CHOICES = [
    ("conversione-150", "decimals", "1/100", "62 50 40 21", "150.12 88 60 40"),
    ("conversione-150", "decimals", "1/10", "62 50 40 21", "151.2 88 60 40"),
    ("conversione-150", "decimals", "digits", "62 50 40 21", "150.12 88 60 40"),
    ("conversione-150", "decimals", "digits", "62 55 40 21", "150.7 93 60 40"),
    ("conversione-150", "decimals", "digits", "62 62 40 21", "150 100 60 40"),
    ("conversione-150", "decimals", "1/10", "R 55 40 21", "150.45 80 60 40"),
    ("conversione-150", "decimals", "digits", "R 0 out2 out1", "151 80 20 10"),
    ("conversione-150", "decimals", "digits", "R 81 40 21", "150.19 81 60 40"),
    ("conversione-150", "risiko", 100, "R 72 40 21", "150.28 80 60 40"),
    ("conversione-150", "risiko", 86, "R 72 40 21", "150.28 86 60 40"),
    ("conversione-150", "fourth-out", 40, FIVE_OUT, "150.7 40 30 20 10"),
    ("conversione-150", "fourth-out", 30, FIVE_OUT, "150.7 30 30 20 10"),
    ("conversione-150", "ties", "break", TIED, "150 100 62 40"),
    ("conversione-150", "ties", "keep", TIED, "150 150 62 40"),
    ("bonus-50", "bonus", 50, "62 55 40 21", "112 55 40 21"),
    ("bonus-50", "bonus", 0, "62 55 40 21", "62 55 40 21"),
    ("bonus-50", "ties", "keep", TIED, "83 83 40 21"),
    ("bonus-50", "ties", "break", TIED, "108 58 40 21"),
    ("vittorie", "bonus", 0, "62 55 40 21", "62 55 40 21"),
    ("vittorie", "bonus", 75, "62 55 40 21", "137 55 40 21"),
    ("triestino", "risiko", 100, WON, "5000/27 2750/27 2000/27 350/9"),
    ("triestino", "risiko", 86, WON, "17200/101 11000/101 8000/101 4200/101"),
    ("standard", "scale", [12, 7, 5, 3, 2], "62 55 40 21", "12.62 7.55 5.40 3.21"),
    ("standard", "scale", [10, 6, 4], "62 55 40 21", "10.62 6.55 4.40 0.21"),
    ("standard", "fourth-out", 4, FIVE_OUT, "12.7 4 3 2 1"),
    ("standard", "fourth-out", 3, FIVE_OUT, "12.7 3 3 2 1"),
    ("standard", "ties", "break", TIED, "12.58 7.58 5.40 3.21"),
    ("standard", "ties", "keep", TIED, "12.58 12.58 5.40 3.21"),
    ("faentino", "risiko", 100, "R 72 40 21", "110 10 10 10"),
    ("faentino", "risiko", 86, "R 72 40 21", "110 50 10 10"),
    ("faentino", "ties", "break", TIED, "100 50 10 10"),
    ("faentino", "ties", "keep", TIED, "100 100 10 10"),
    ("spartaco", "malus", "gap", WON, "186 55 40 21"),
    ("spartaco", "malus", "flat", WON, "186 -14 -14 -14"),
    ("spartaco", "risiko", 86, WON, "186 55 40 21"),
    ("spartaco", "risiko", 100, WON, "186 41 26 7"),
    ("spartaco", "eliminated", "formula", "62 55 40 out1", "162 93 78 38"),
    ("spartaco", "eliminated", "zero", "62 55 40 out1", "162 93 78 0"),
    ("spartaco", "ties", "break", TIED, "158 100 82 63"),
    ("spartaco", "ties", "keep", TIED, "158 158 82 63"),
    ("maialino", "share", "half", TIED, "59 59 25 10.5"),
    ("maialino", "share", "pooled", TIED, "64 64 25 10.5"),
    ("maialino", "eliminated-bonus", "by-order", "70 out3 out2 out1", "95 10 5 0"),
    ("maialino", "eliminated-bonus", "none", "70 out3 out2 out1", "95 0 0 0"),
    ("maialino", "fifth-bonus", 0, "62 55 40 21 12", "91 37.5 25 10.5 6"),
    ("maialino", "fifth-bonus", 2, "62 55 40 21 12", "91 37.5 25 10.5 8"),
    ("maialino", "risiko", 100, WON, "110 37.5 25 10.5"),
    ("maialino", "risiko", 86, WON, "103 37.5 25 10.5"),
    ("maialino", "ties", "keep", TIED, "59 59 25 10.5"),
    ("maialino", "ties", "break", TIED, "89 39 25 10.5"),
    ("veronese", "eliminated-bonus", "by-order", "70 out3 out2 out1", "170 60 40 20"),
    ("veronese", "eliminated-bonus", "none", "70 out3 out2 out1", "170 0 0 0"),
    ("veronese", "fifth-bonus", 0, "62 55 40 21 12", "162 115 80 41 12"),
    ("veronese", "fifth-bonus", 10, "62 55 40 21 12", "162 115 80 41 22"),
    ("veronese", "risiko", 100, WON, "200 115 80 41"),
    ("veronese", "risiko", 86, WON, "186 115 80 41"),
    ("veronese", "ties", "break", TIED, "158 118 80 41"),
    ("veronese", "ties", "keep", TIED, "158 158 80 41"),
    ("milano", "risiko", "counted", "R180 100 40 21", "200 80 60 40"),
    ("milano", "risiko", 172, "R180 160 40 21", "200 88 60 40"),
    ("milano", "risiko", 100, "R180 90 40 21", "200 90 60 40"),
    ("milano", "risiko", 86, "R180 80 70 21", "200 94 64 40"),
    ("milano", "tie-scope", "all", "62 55 40 21", "200 93 60 40"),
    ("milano", "tie-scope", "counted", "62 55 40 21", "200 93 60 40"),
    ("primavera", "zero-ties", "share-worst", "62 55 out2 out1", "31.7 14.3 0 0"),
    ("primavera", "zero-ties", "elimination-order", "62 55 out2 out1", "31.7 14.3 0.8 0"),
    ("primavera", "after-first", "total", "62 55 40 21", "31.7 14.3 4.8 0"),
    ("primavera", "after-first", "table-points", "62 55 40 21", "31.7 14.3 4.8 0"),
    ("primavera", "least-total", "none", "62 55 40 21", "31.7 14.3 4.8 0"),
    ("primavera", "least-total", 0, "62 55 40 21", "31.7 14.3 4.8 0"),
    ("triestino", "decimals", "all", "62 55 40 21", "12400/89 11000/89 8000/89 4200/89"),
    ("triestino", "decimals", 0, "62 55 40 21", "139 124 90 47"),
    ("triestino", "decimals", 1, "62 55 40 21", "139.3 123.6 89.9 47.2"),
    ("triestino", "decimals", 2, "62 55 40 21", "139.33 123.60 89.89 47.19"),
    ("triestino", "decimals", 4, "62 55 40 21", "139.3258 123.5955 89.8876 47.1910"),
]
"""Formula, option, value, table, scores: what each choice does where it matters."""

WINS = {"break": "1 0 0 0", "half": "1/2 1/2 0 0", "none": "0 0 0 0"}
INHERITED = {
    "conversione-200": "conversione-150",
    "raduno": "bonus-50",
    "open": "bonus-50",
    "squadre": "standard",
}


def test_the_catalogue_holds_the_formulas_people_know() -> None:
    assert set(catalogue()) == IDS


@pytest.mark.parametrize(
    ("formula", "option", "value", "table", "expected"),
    CHOICES,
    ids=[f"{formula} {option}={value} {table}" for formula, option, value, table, _ in CHOICES],
)
def test_a_choice_does_what_its_reading_says(
    formula: str, option: str, value: object, table: str, expected: str
) -> None:
    assert scores(formula, "rtu", table, **{option: value}) == exactly(*expected.split())


@pytest.mark.parametrize("formula", ["vittorie", "triestino", "medagliere"])
@pytest.mark.parametrize("choice", WINS)
def test_a_win_shared_by_two_counts_as_chosen(formula: str, choice: str) -> None:
    found = keys(formula, "rtu", TIED, shared_win=choice)
    assert [key[0] for key in found] == exactly(*WINS[choice].split())
    assert [key[0] for key in keys(formula, "rtu", LEVEL, shared_win="half")] == exactly(0, 0, 0, 0)[:4]


def test_every_choice_of_every_option_is_tried_and_its_default_is_the_reading() -> None:
    tried = {(formula, option, str(value)) for formula, option, value, _, _ in CHOICES}
    tried |= {
        (name, "shared-win", choice) for name in ("vittorie", "triestino", "medagliere") for choice in WINS
    }
    for name in catalogue():
        own = INHERITED.get(name, name)
        for option, stated in load_formula(name).option.items():
            assert stated.reading.startswith("AMB-")
            for choice in stated.choices or [stated.default]:
                assert (own, option, str(choice)) in tried or (own, option) == ("vittorie", "bonus")
            if stated.choices:
                assert stated.default in stated.choices
    assert load_formula("vittorie").option["bonus"].default == 50


def test_defaults_are_the_recommended_readings() -> None:
    defaults = {
        (name, option): stated.default
        for name in catalogue()
        for option, stated in load_formula(name).option.items()
    }
    assert {str(value) for (_, option), value in defaults.items() if option == "ties"} == {"break", "keep"}
    kept = {name for (name, option), value in defaults.items() if (option, value) == ("ties", "keep")}
    assert kept == {"bonus-50", "raduno", "open", "maialino"}  # AMB-39
    assert {name: value for (name, option), value in defaults.items() if option == "risiko"} == {
        **dict.fromkeys(("conversione-150", "conversione-200", "triestino", "faentino"), 100),
        **dict.fromkeys(("maialino", "veronese"), 100),
        "spartaco": 86,  # AMB-33, AMB-42
        "milano": "counted",  # AMB-91
    }


@pytest.mark.parametrize(
    ("formula", "table", "expected"),
    [
        ("raduno", TIED, "83 83 40 21"),
        ("raduno", LEVEL, "50 50 50 21"),
        ("raduno", "62 55 40 21 12", "112 55 40 21 12"),
        ("open", "62 55 40 21 12", "127.5 68.75 50 26.25 15"),
        ("open", "62 55 40", "96.5 41.25 30"),
        ("open", "62 55 40 21", "112 55 40 21"),
        ("open", WON, "150 55 40 21"),
        ("open", "R 55 40 21 12", "150 68.75 50 26.25 15"),
        ("open", "80 55 40 21 12", "150 68.75 50 26.25 15"),
        ("open", "81 55 40 21 12", "150 68.75 50 26.25 15"),
        ("open", "79 55 40 21 12", "148.75 68.75 50 26.25 15"),
        ("open", "R 84 40 21 12", "150 105 50 26.25 15"),
        ("open", "84 84 40 21 12", "125 125 50 26.25 15"),
        ("open", "84 62 40 21", "134 62 40 21"),
        ("open", "R 55 40", "125 41.25 30"),
        ("master", "50 45 40 21", "1.05 0.045 0.04 0.021"),
        ("master", "62 55 40 21 12", "1.078 0.069 0.05 0.027 0.015"),
        ("master", "84 81 40 21 12", "1.1 0.1 0.05 0.027 0.015"),
        ("master", WON, "1.1 0.055 0.04 0.021"),
        ("master", "R 55 40 21 12", "1.1 0.069 0.05 0.027 0.015"),
        ("squadre", "62 55 40 21 12", "12.62 7.55 5.40 3.21 2.12"),
        ("squadre", "62 out3 out2 out1", "12.62 3 2 1"),
        ("squadre", WON, "13 7.55 5.40 3.21"),
    ],
)
def test_the_circuit_of_today(formula: str, table: str, expected: str) -> None:
    assert scores(formula, "rtu", table) == exactly(*expected.split())


def test_a_card_tells_every_point_with_its_reason_and_clause() -> None:
    winner, second, _, _ = cards("conversione-150", "rtu", "62 55 40 21")
    assert [(line.term, line.reason("it"), line.clauses) for line in winner.lines] == [
        ("first", "1° posto", ("001-FP3b",)),
        ("lead", "7 punti di vantaggio sul secondo", ("001-FP3b",)),
    ]
    assert [line.amount for line in winner.lines] == exactly(150, "0.07")
    assert [(line.reason("en"), line.clauses) for line in second.lines] == [
        ("100 less the gap to the winner (7)", ("001-FP3c",))
    ]
    five = cards("conversione-150", "rtu", "62 55 40 21 12")
    assert [card.lines[0].clauses for card in five] == [
        (f"001-FP3{letter}",) for letter in ("h", "i", "j", "k", "l")
    ]


@pytest.mark.parametrize("formula", catalogue())
def test_every_line_cites_clauses_that_exist_and_speaks_both_languages(formula: str) -> None:
    printed = load_formula(formula).source != ""
    book = {"milano": "milano", "primavera": "primavera"}.get(formula, "rtu")
    for table in ("62 55 40 21", "R 55 40 21", "62 55 out2 out1", TIED, "70 gone20 10 excluded", LEVEL):
        for card in cards(formula, book, table):
            assert card.lines or formula == "primavera"
            for line in card.lines:
                assert all(ledger.known(clause) for clause in line.clauses)
                assert bool(line.clauses) or not printed or line.term == "objective"
                assert all(line.reason(lang) for lang in LANGUAGES)


@pytest.mark.parametrize("formula", catalogue())
def test_titles_and_descriptions_are_there_in_both_languages(formula: str) -> None:
    loaded = load_formula(formula)
    assert loaded.id == formula
    for lang in LANGUAGES:
        assert loaded.name(lang)
        assert loaded.description(lang)
    for option in loaded.option.values():
        assert option.about != option.about_en


def test_a_value_may_be_chosen_by_an_option() -> None:
    source = """
id = "x"
title = "X"
ties = { by-option = "kind", strict = "break", mild = "keep" }
[[term]]
id = "place"
kind = "place"
by_place = [3, 1]
[option.kind]
default = "strict"
choices = ["strict", "mild"]
about = "Come"
about_en = "How"
"""
    strict, mild = (read_formula(source, name="x", options={"kind": kind}) for kind in ("strict", "mild"))
    assert (strict.ties, mild.ties) == ("break", "keep")
    assert scores(strict, "rtu", TIED) == exactly(3, 1, 0, 0)
    assert scores(mild, "rtu", TIED) == [Fraction(3), Fraction(3), Fraction(0), Fraction(0)]
