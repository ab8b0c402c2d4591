"""The printed formulas, clause by clause, each with the example of its clause."""

from typing import Any

import pytest

from tests.scoring.builders import exactly, keys, order, scores, sheet
from tests.scoring.rounds import rank, rounds, score


def case(
    clause: str, formula: str, table: str, expected: str, rulebook: str = "rtu", **options: object
) -> Any:
    """One table of one clause; places whose score the clause does not speak of are written `-`."""
    name = f"{clause} {table}" + "".join(f" {key}={value}" for key, value in options.items())
    marks = pytest.mark.clause(clause)
    return pytest.param(formula, rulebook, table, options, expected, id=name, marks=marks)


CONVERSIONE = [
    case("001-FP3b", "conversione-150", "62 55 40 21", "150.07 93 60 40"),
    case("001-FP3b", "conversione-150", "62 42 40 21", "150.2 80 60 40"),
    case("001-FP3c", "conversione-150", "62 55 40 21", "- 93 - -"),
    case("001-FP3c", "conversione-150", "62 42 40 21", "- 80 - -"),
    case("001-FP3c", "conversione-150", "62 27 25 21", "- 80 - -"),
    case("001-FP3d", "conversione-150", "62 55 50 21", "- - 68 -"),
    case("001-FP3d", "conversione-150", "62 55 40 21", "- - 60 -"),
    case("001-FP3e", "conversione-150", "62 55 50 47", "- - - 45"),
    case("001-FP3e", "conversione-150", "62 55 40 21", "- - - 40"),
    case("001-FP3f", "conversione-150", "62 55 out2 out1", "150.07 93 20 10"),
    case("001-FP3f", "conversione-150", "70 out3 out2 out1", "150.70 30 20 10"),
    case("001-FP3f", "conversione-150", "70 out4 out3 out2 out1", "150.70 40 30 20 10"),
    case("001-FP3g", "conversione-150", "R 55 40 21", "150.45 80 60 40"),
    case("001-FP3g", "conversione-150", "R 21 20 10", "150.79 80 60 40"),
    case("001-FP3h", "conversione-150", "62 55 40 21 12", "150.07 93 70 50 40"),
    case("001-FP3i", "conversione-150", "62 55 40 21 12", "- 93 - - -"),
    case("001-FP3i", "conversione-150", "62 47 40 21 12", "- 90 - - -"),
    case("001-FP3j", "conversione-150", "62 55 54 21 12", "- - 72 - -"),
    case("001-FP3j", "conversione-150", "62 55 40 21 12", "- - 70 - -"),
    case("001-FP3k", "conversione-150", "62 60 58 56 12", "- - - 54 -"),
    case("001-FP3k", "conversione-150", "62 55 40 21 12", "- - - 50 -"),
    case("001-FP3l", "conversione-150", "62 60 58 56 53", "- - - - 41"),
    case("001-FP3l", "conversione-150", "62 55 40 21 12", "- - - - 40"),
    case("001-FP4a", "conversione-200", "62 55 40 21", "200.07 93 60 40"),
    case("001-FP4a", "conversione-200", "R 55 40 21", "200.45 80 60 40"),
    case("001-FP4c", "conversione-200", "62 55 40 21 12", "200.07 93 70 50 40"),
]

BONUS = [
    case("001-FP5a", "bonus-50", "62 55 40 21", "112 55 40 21"),
    case("001-FP5b", "bonus-50", "48 40 30 20", "68 40 30 20", bonus=20),
    case("001-FP5b", "bonus-50", "48 40 30 20", "98 40 30 20", bonus=50),
    case("001-FP5b", "bonus-50", "90 70 10 5", "140 70 10 5"),
    case("001-FP5c", "bonus-50", "R 55 40 21", "150 55 40 21"),
    case("001-FP5c", "bonus-50", "R 55 40 21", "120 55 40 21", bonus=20),
    case("001-FP5d", "bonus-50", "58 58 40 21", "83 83 40 21"),
    case("001-FP5e", "bonus-50", "50 50 50 21", "50 50 50 21"),
    case("001-FP5e", "bonus-50", "44 44 44 44", "44 44 44 44"),
]

STANDARD = [
    case("001-FP8a", "standard", "62 55 40 21", "12.62 7.55 5.40 3.21"),
    case("001-FP8b", "standard", "62 55 40 21", "12.62 7.55 5.40 3.21"),
    case("001-FP8b", "standard", "62 55 40 21 12", "12.62 7.55 5.40 3.21 2.12"),
    case("001-FP8c", "standard", "62 55 out2 out1", "12.62 7.55 2 1"),
    case("001-FP8c", "standard", "70 out4 out3 out2 out1", "12.70 4 3 2 1"),
    case("001-FP8d", "standard", "R 55 40 21", "13 7.55 5.40 3.21"),
]

STEPS = [
    case("001-FP9a", "faentino", "62 55 40 21", "100 50 10 10"),
    case("001-FP9a", "faentino", "R 55 40 21", "110 10 10 10"),
    case("001-FP9b", "faentino", "62 47 40 21", "100 50 10 10"),
    case("001-FP9c", "faentino", "62 46 40 21", "100 10 10 10"),
    case("001-FP9d", "faentino", "62 55 out2 out1", "100 50 0 0"),
    case("001-FP9d", "faentino", "10 out3 out2 out1", "100 0 0 0"),
    case("001-FP10a", "spartaco", "62 55 40 21", "162 93 78 59"),
    case("001-FP10b", "spartaco", "R 55 40 21", "186 55 40 21"),
    case("001-FP10c", "spartaco", "62 55 40 21", "162 93 78 59"),
    case("001-FP10c", "spartaco", "62 55 40 out1", "162 93 78 38"),
    case("001-FP10d", "spartaco", "R 55 40 21", "- 55 40 21"),
]

PLACE_BONUS = [
    case("001-FP12a", "maialino", "62 55 40 21", "91 37.5 25 10.5"),
    case("001-FP12b", "maialino", "62 55 40 21", "91 37.5 25 10.5"),
    case("001-FP12b", "maialino", "62 55 40 21 12", "91 37.5 25 10.5 6"),
    case("001-FP12c", "maialino", "58 58 40 21", "59 59 25 10.5"),
    case("001-FP12c", "maialino", "62 45 45 21", "91 27.5 27.5 10.5"),
    case("001-FP12c", "maialino", "62 55 40 40", "91 37.5 22.5 22.5"),
    case("001-FP12c", "maialino", "62 55 40 40 12", "91 37.5 22.5 22.5 6"),
    case("001-FP12c", "maialino", "58 58 40 40", "59 59 22.5 22.5"),
    case("001-FP12d", "maialino", "50 50 50 21", "35 35 35 10.5"),
    case("001-FP12d", "maialino", "50 50 50 21 12", "35 35 35 10.5 6"),
    case("001-FP12e", "maialino", "62 40 40 40", "91 20 20 20"),
    case("001-FP12e", "maialino", "44 44 44 44", "22 22 22 22"),
    case("001-FP12e", "maialino", "62 55 40 40 40", "91 37.5 20 20 20"),
    case("001-FP12e", "maialino", "62 40 40 40 40", "91 20 20 20 20"),
    case("001-FP12e", "maialino", "44 44 44 44 12", "22 22 22 22 6"),
    case("001-FP13a", "veronese", "62 55 40 21", "162 - - -"),
    case("001-FP13b", "veronese", "62 55 40 21", "- 115 - -"),
    case("001-FP13c", "veronese", "62 55 40 21", "- - 80 -"),
    case("001-FP13d", "veronese", "62 55 40 21", "- - - 41"),
]

MILANO = [
    case(clause, "milano", table, expected, "milano")
    for clause, table, expected in (
        ("003-11a", "62 55 40 21", "200 - - -"),
        ("003-11a", "62 55 40 21 12", "210 - - - -"),
        ("003-11a", "62 55 40 21 12 5", "215 - - - - -"),
        ("003-11b", "62 59 40 21", "- 97 - -"),
        ("003-11b", "62 59 40 21 12", "- 97 - - -"),
        ("003-11b", "62 59 40 21 12 5", "- 97 - - - -"),
        ("003-11b", "62 54 40 21", "- 92 - -"),
        ("003-11b", "62 54 40 21 12", "- 92 - - -"),
        ("003-11b", "62 54 40 21 12 5", "- 95 - - - -"),
        ("003-11b", "62 30 25 21", "- 80 - -"),
        ("003-11b", "62 30 25 21 12", "- 90 - - -"),
        ("003-11c", "62 55 50 21", "- - 68 -"),
        ("003-11c", "62 55 50 21 12", "- - 70 - -"),
        ("003-11c", "62 55 50 21 12 5", "- - 75 - - -"),
        ("003-11c", "62 61 60 21 12", "- - 78 - -"),
        ("003-11c", "62 61 60 21 12 5", "- - 78 - - -"),
        ("003-11c", "62 55 30 21", "- - 60 -"),
        ("003-11d", "62 55 50 45", "- - - 43"),
        ("003-11d", "62 55 50 45 12", "- - - 50 -"),
        ("003-11d", "62 55 50 45 12 5", "- - - 55 - -"),
        ("003-11d", "62 61 60 59 12", "- - - 57 -"),
        ("003-11d", "62 61 60 59 12 5", "- - - 57 - -"),
        ("003-11d", "62 55 50 21", "- - - 40"),
        ("003-11e", "62 61 60 59 56", "- - - - 44"),
        ("003-11e", "62 61 60 59 56 5", "- - - - 45 -"),
        ("003-11e", "62 61 60 59 58 5", "- - - - 46 -"),
        ("003-11e", "62 61 60 59 12", "- - - - 40"),
        ("003-11f", "62 61 61 60 60 60", "- - - - - 43"),
        ("003-11f", "62 61 60 59 58 32", "- - - - - 40"),
        ("003-11g", "130 118 95 60", "200 88 60 40"),
        ("003-11h", "130 118 95 60", "- - - 40"),
        ("003-11i", "62 55 out2 out1", "200 93 10 10"),
        ("003-11i", "62 out3 out2 out1", "200 10 10 10"),
    )
]

PRIMAVERA = [
    case(clause, "primavera", table, expected, "primavera")
    for clause, table, expected in (
        ("004-S1", "40 32 25 18", "31.8 - - -"),
        ("004-S2", "40 32 25 18", "- 14.2 - -"),
        ("004-S3", "40 32 25 18", "- - 5.5 -"),
        ("004-S4", "40 32 25 18", "- - - 0.8"),
        ("004-S5", "40 39 38 37 33", "- - - - 0.3"),
        ("004-S5", "40 39 38 37 10", "- - - - 0"),
        ("004-S6", "40 32 25 5", "- - - 0"),
    )
]


@pytest.mark.parametrize(
    ("formula", "rulebook", "table", "options", "expected"),
    [*CONVERSIONE, *BONUS, *STANDARD, *STEPS, *PLACE_BONUS, *MILANO, *PRIMAVERA],
)
def test_a_table_under_a_printed_formula(
    formula: str, rulebook: str, table: str, options: dict[str, object], expected: str
) -> None:
    found = scores(formula, rulebook, table, **options)
    wanted = expected.split()
    assert len(found) == len(wanted)
    spoken_of = [seat for seat, number in enumerate(wanted) if number != "-"]
    assert [found[seat] for seat in spoken_of] == exactly(*(wanted[seat] for seat in spoken_of))


@pytest.mark.clause("001-FP3a")
def test_conversion_puts_every_second_ahead_of_the_thirds_elsewhere() -> None:
    _, far_second, _, _ = scores("conversione-150", "rtu", "90 30 25 21")
    _, _, near_third, _ = scores("conversione-150", "rtu", "90 89 89 21")
    assert [far_second, near_third] == exactly(80, 79)
    seconds = [scores("conversione-150", "rtu", f"60 {points} 0 0")[1] for points in range(61)]
    thirds = [scores("conversione-150", "rtu", f"60 60 {points} 0")[2] for points in range(60)]
    assert max(thirds) < min(seconds)


@pytest.mark.clause("001-FP4b")
def test_a_win_and_an_elimination_beat_two_excellent_seconds_only_with_200() -> None:
    seconds = [scores("conversione-200", "rtu", f"62 {points} 40 21")[1] for points in (61, 60)]
    assert seconds == exactly(99, 98)
    for formula, total in (("conversione-200", 210), ("conversione-150", 160)):
        win = scores(formula, "rtu", "62 62 40 21")[0]
        lost = scores(formula, "rtu", "62 55 40 out1")[3]
        assert win + lost == total
        assert (win + lost > sum(seconds)) == (formula == "conversione-200")


@pytest.mark.clause("001-FP4b")
@pytest.mark.parametrize(("formula", "ahead"), [("conversione-200", "A"), ("conversione-150", "B")])
def test_so_do_a_win_and_an_absence(formula: str, ahead: str) -> None:
    second = "-A -X -Y -Z W=62 B=60 C=40 D=21"
    found = rank(formula, rounds("A=62 X=62 Y=40 Z=21 | W=62 B=61 C=40 D=21", second))
    assert [score(found, name) for name in "AB"] == exactly(int(formula[-3:]), 197)
    assert next(row.entry.name for row in found.rows if row.entry.name in "AB") == ahead


@pytest.mark.clause("001-FP5b")
def test_a_larger_bonus_keeps_a_winner_ahead_of_a_second_elsewhere() -> None:
    second = scores("bonus-50", "rtu", "90 70 10 5")[1]
    assert scores("bonus-50", "rtu", "48 40 30 20", bonus=20)[0] < second
    assert scores("bonus-50", "rtu", "48 40 30 20")[0] > second


@pytest.mark.clause("001-FP6b")
def test_number_of_wins_with_and_without_a_bonus() -> None:
    plain = [exactly(1, 62), exactly(0, 55), exactly(0, 40), exactly(0, 21)]
    assert keys("vittorie", "rtu", "62 55 40 21", bonus=0) == plain
    assert keys("vittorie", "rtu", "62 55 40 21") == [exactly(1, 112), *plain[1:]]
    two, three = "58 58 40 21", "50 50 50 21"
    assert keys("vittorie", "rtu", two, shared_win="half")[:2] == [exactly("1/2", 83)] * 2
    assert keys("vittorie", "rtu", three, shared_win="half")[:3] == [exactly(0, 50)] * 3


@pytest.mark.parametrize(
    ("table", "total", "of"),
    [
        pytest.param("62 55 40 21", 178, 400, marks=pytest.mark.clause("001-FP7b")),
        pytest.param("62 55 40 21 12", 190, 500, marks=pytest.mark.clause("001-FP7c")),
    ],
)
def test_trieste_gives_each_its_part_of_the_whole(table: str, total: int, of: int) -> None:
    parts = exactly(*(f"{int(points) * of}/{total}" for points in table.split()))
    assert scores("triestino", "rtu", table) == parts
    assert sum(parts) == of
    assert [key[0] for key in keys("triestino", "rtu", table)][:3] == exactly(1, 0, 0)


def test_trieste_shares_nothing_among_those_who_stayed() -> None:
    assert scores("triestino", "rtu", "0 0 out2 out1") == exactly(100, 100, 0, 0)


@pytest.mark.clause("001-C21b")
def test_an_excluded_seat_counts_as_the_first_one_out() -> None:
    table = "62 55 out1 excluded"
    assert scores("conversione-150", "rtu", table) == exactly("150.07", 93, 20, 10)
    assert order(sheet("rtu", table)) == [1, 2, 3, 4]
