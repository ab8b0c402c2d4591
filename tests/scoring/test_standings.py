"""Standings: what is added up, what is discarded, who is ranked at all."""

from fractions import Fraction
from pathlib import Path

import pytest

from kamchatka.scoring.formula.loading import load_formula, read_formula
from kamchatka.scoring.standings.ranking import standings
from tests.scoring.rounds import counted, data, exactly, lines, order, rank, read, rounds, score, ties

THREE = rounds(
    "A=62 B=55 C=40 D=21",
    "B=70 D=66 A=50 C=30",
    "D=60 A=58 B=44 C=12",
)


def test_results_are_added_up() -> None:
    assert lines(rank("standard", THREE)) == ["1 A 25.7", "2 B 25.69", "3 D 23.47", "4 C 11.82"]


def test_only_the_two_best_results_count() -> None:
    # Standard points of A: 12.62, 5.40 and 7.55; the worst is left out.
    table = rank(
        "standard", rounds("A=62 B=50 C=40 D=21", "B=62 C=55 A=40 D=21", "C=62 A=55 B=40 D=21"), best=2
    )
    assert score(table, "A") == Fraction("20.17")
    assert counted(table, "A") == [1, 3]


def test_one_of_three_results_is_dropped_before_qualification() -> None:
    results = rounds("A=62 B=50 C=40 D=21", "B=62 C=50 A=40 D=21", "B=62 C=50 D=40 A=out1")
    assert lines(rank("conversione-150", results))[:2] == ["1 B 388.24", "2 C 236"]
    assert lines(rank("conversione-150", results, best=2)) == [
        "1 B 300.24",
        "2 A 210.12",
        "3 C 176",
        "4 D 100",
    ]


def test_the_best_three_of_four_games_count() -> None:
    # A: 200, 88, 60 and 10, of which the 10 is discarded; E played twice only: 200 + 88.
    results = rounds(
        "A=130 B=118 C=95 D=60 | E=130 F=118 G=95 H=60",
        "B=130 A=118 C=95 D=60 | F=130 E=118 G=95 H=60",
        "B=130 D=118 A=95 C=60 | -E F=130 I=128 G=95 H=60",
        "B=130 D=118 C=95 A=out1 | -E F=130 I=128 G=95 H=60",
        rulebook="milano",
    )
    table = rank("milano", results, best=3)
    assert score(table, "A") == 348
    assert counted(table, "A") == [1, 2, 3]
    assert score(table, "E") == 288


def test_an_absence_is_a_zero_that_can_be_discarded() -> None:
    results = rounds("A=62 B=55 C=40 D=21", "-A B=62 C=55 D=40", "A=62 B=55 C=40 D=21")
    two = rank("bonus-50", results, best=2)
    assert counted(two, "A") == [1, 3]
    three = rank("bonus-50", results, best=3)
    assert counted(three, "A") == [1, 2, 3]
    without = rank("bonus-50", results, best=3, absences="none")
    assert counted(without, "A") == [1, 3]
    assert [score(table, "A") for table in (two, three, without)] == [224, 224, 224]


def test_a_game_of_no_points_counts_before_an_absence() -> None:
    table = rank("bonus-50", rounds("-A B=62 C=55 D=40", "B=62 C=55 D=40 A=out1"), best=1)
    assert counted(table, "A") == [2]


def test_who_played_once_is_not_classified() -> None:
    results = rounds(
        "A=40 B=32 C=25 D=18 E=10", "A=40 B=32 C=25 D=18 -E", "A=40 B=32 C=25 D=18 -E", rulebook="primavera"
    )
    table = rank("primavera", results, games=2)
    assert lines(table)[-1] == "- E 0"
    assert [row.rank for row in table.rows] == [1, 2, 3, 4, None]


@pytest.mark.clause("001-FP6a")
def test_one_win_with_ninety_points_beats_none_with_a_hundred_and_sixty() -> None:
    results = rounds("A=50 B=45 C=29 D=20 | E=90 F=80 G=1 H=1", "C=60 D=45 A=40 B=20 | E=90 F=80 G=1 H=1")
    table = standings(load_formula("vittorie", {"bonus": 0}), results)
    assert [(row.entry.name, row.entry.total) for row in table.rows[:4]] == [
        ("E", exactly(2, 180)),
        ("A", exactly(1, 90)),
        ("C", exactly(1, 89)),
        ("F", exactly(0, 160)),
    ]


@pytest.mark.clause("001-FP7a")
def test_wins_come_before_the_share_of_the_table() -> None:
    # A wins twice narrowly, B once by far: B has the larger share and stands behind.
    results = rounds("A=26 C=25 D=25 E=24 | B=90 F=5 G=3 H=2", "A=26 C=25 D=25 E=24 | F=51 B=49 G=0 H=0")
    a, b, *_ = rank("triestino", results).rows
    assert (a.entry.name, a.entry.total) == ("A", exactly(2, 208))
    assert (b.entry.name, b.entry.total) == ("B", exactly(1, 556))


@pytest.mark.clause("001-FP11")
def test_the_medal_table_counts_firsts_then_seconds_then_thirds_then_fourths() -> None:
    # A (2,0,1,0) · B (1,3,0,0) · C (2,0,2,0) · D (2,0,1,3) · E (2,1,0,0); w to z fill the tables.
    results = rounds(
        "A=9 B=8 w=7 x=6 | C=9 w2=8 x2=7 D=6 | E=9 w3=8 x3=7 y3=6",
        "A=9 B=8 w=7 x=6 | C=9 w2=8 x2=7 D=6 | E=9 w3=8 x3=7 y3=6",
        "w=9 B=8 A=7 x=6 | w2=9 x2=8 C=7 D=6 | w3=9 E=8 x3=7 y3=6",
        "B=9 w=8 x=7 y=6 | D=9 w2=8 C=7 x2=6",
        "D=9 w2=8 x2=7 y2=6",
        "w2=9 x2=8 D=7 y2=6",
    )
    table = rank("medagliere", results)
    medals = {row.entry.name: row.entry.total[:4] for row in table.rows}
    assert medals["A"] == exactly(2, 0, 1, 0)
    assert medals["B"] == exactly(1, 3, 0, 0)
    assert medals["C"] == exactly(2, 0, 2, 0)
    assert medals["D"] == exactly(2, 0, 1, 3)
    assert medals["E"] == exactly(2, 1, 0, 0)
    assert [name for name in order(table).split() if name in "ABCDE"] == ["E", "C", "D", "A", "B"]


def test_a_bye_has_no_part_in_a_percentage() -> None:
    file = data("A=62 B=55 C=40 D=21")
    file["round"].append({"table": [{"kind": "bye", "seat": [{"player": "A", "award": 15}]}]})
    for absences in ("zero", "none"):
        table = rank("bonus-50", read(file), order="percentage", absences=absences)
        assert score(table, "A") == Fraction(100 * 112, 228)


def test_percentage_of_the_points_given_out_at_ones_tables() -> None:
    # 112 of 228, and 55 of 228 + 112 of 228.
    results = rounds("A=62 B=55 C=40 D=21 -E", "B=62 E=55 C=40 D=21 -A")
    table = rank("bonus-50", results, order="percentage", absences="none")
    assert table.rows[0].entry.name == "A"
    assert table.rows[0].entry.score == 100 * Fraction(112, 228)
    assert table.rows[1].entry.score == 100 * Fraction(167, 456)


def test_a_duel_gives_what_the_formula_prints() -> None:
    file = data("A=40 B=32 C=25 D=18 E=10", rulebook="primavera")
    duel = {"number": 2, "kind": "duel", "seat": [{"player": "F", "place": 2}, {"player": "G", "place": 1}]}
    file["round"][0]["table"].append(duel)
    scores = {row.entry.name: row.entry.score for row in rank("primavera", read(file)).rows}
    assert (scores["G"], scores["F"]) == exactly(31, 15)


def test_a_duel_with_points_finds_its_winner_by_them() -> None:
    file = data("A=40 B=32 C=25 D=18 E=10", rulebook="primavera")
    seats = [{"player": "F", "points": 12}, {"player": "G", "points": 30}]
    file["round"][0]["table"].append({"number": 2, "kind": "duel", "seat": seats})
    scores = {row.entry.name: row.entry.score for row in rank("primavera", read(file)).rows}
    assert (scores["G"], scores["F"]) == exactly(31, 15)


@pytest.mark.parametrize("award", [15, 1])
def test_a_bye_gives_what_the_referee_awards(award: int) -> None:
    file = data("A=40 B=32 C=25 D=18 E=10", rulebook="primavera")
    bye = {"number": 2, "kind": "bye", "seat": [{"player": "F", "award": award}]}
    file["round"][0]["table"].append(bye)
    row = rank("primavera", read(file)).row("F")
    assert row is not None
    assert row.entry.score == award
    assert row.entry.games == 0


def test_a_dummy_counts_for_the_size_of_the_table() -> None:
    file = data("A=62 B=55 C=40", rulebook="rtu-2020")
    file["round"][0]["table"][0]["kind"] = "dummy"
    # The third of four: 80 less the gap, never below 60; tables of three the formula does not know.
    assert lines(rank("conversione-150", read(file))) == ["1 A 150.07", "2 B 93", "3 C 60"]


def test_a_void_table_gives_nothing_unless_the_referee_awards_it() -> None:
    file = data("A=62 B=55 C=40 D=21", "A=62 B=55 C=40 D=21")
    file["round"][1]["table"][0]["void"] = True
    assert lines(rank("bonus-50", read(file))) == ["1 A 112", "2 B 55", "3 C 40", "4 D 21"]
    file["round"][1]["table"][0]["seat"][3]["award"] = "31.5"
    table = rank("bonus-50", read(file))
    assert lines(table) == ["1 A 112", "2 B 55", "3 D 52.5", "4 C 40"]
    assert counted(table, "A") == [1]
    assert [row.entry.games for row in table.rows] == [1, 1, 1, 1]


def test_nobody_is_told_apart_silently() -> None:
    table = rank("bonus-50", rounds("A=62 B=55 C=40 D=21 | E=62 F=50 G=40 H=20"))
    equal = [row for row in table.rows if [r.entry.score for r in table.rows].count(row.entry.score) > 1]
    assert [row.entry.name for row in equal] == ["A", "E", "C", "G"]
    assert all(row.tie is not None for row in equal)
    assert ties(table) == dict.fromkeys("AECG", "lot: open")
    assert lines(table)[:2] == ["1 A 112", "1 E 112"]


def test_after_the_first_game_a_ranking_may_go_by_table_points() -> None:
    results = rounds("A=40 B=30 C=20 D=10 | E=80 F=79 G=78 H=77", rulebook="primavera")
    assert order(rank("primavera", results)).startswith("A E")
    by_points = load_formula("primavera", {"after-first": "table-points"})
    assert order(standings(by_points, results)) == "E F G H A B C D"
    later = rounds(
        "A=40 B=30 C=20 D=10 | E=80 F=79 G=78 H=77",
        "A=40 B=30 C=20 D=10 | E=80 F=79 G=78 H=77",
        rulebook="primavera",
    )
    assert order(standings(by_points, later)) == order(rank("primavera", later))


def test_penalties_may_be_kept_from_pushing_a_total_below_zero() -> None:
    lost = [{"player": "D", "points": 5, "target": "total"}]
    results = rounds("A=62 B=55 C=40 D=1", rulebook="primavera", penalty=lost)
    assert score(rank("primavera", results), "D") == -5
    floored = load_formula("primavera", {"least-total": 0})
    assert score(standings(floored, results), "D") == 0


def test_of_equal_results_the_larger_share_counts() -> None:
    """A has 62 twice, at a table of 180 points and at one of 130: with the bonus 112 of 230 and of 180."""
    results = rounds("A=62 B=58 C=40 D=20", "A=62 B=38 C=20 D=10")
    assert score(rank("bonus-50", results, best=1, order="percentage"), "A") == 100 * Fraction(112, 180)


def test_a_percentage_of_nothing_is_nothing() -> None:
    results = rounds("A=0 B=0 C=0 D=0 | E=50 F=30 G=20 H=0")
    table = rank("bonus-50", results, order="percentage")
    assert [row.entry.score for row in table.rows if row.entry.name in "ABCD"] == [0] * 4


def test_a_bye_scores_what_the_formula_prints_for_it() -> None:
    prose = Path(__file__).with_name("prose_formula.toml").read_text(encoding="utf-8")
    formula = read_formula(prose + "\n[special]\nbye = 7\n", name="a-voce.toml")
    file = data("A=62 B=55 C=40 D=21")
    file["round"][0]["table"].append({"kind": "bye", "seat": [{"player": "E"}]})
    row = standings(formula, read(file)).row("E")
    assert row is not None
    assert row.entry.score == 7
    file["round"][0]["table"][1]["seat"][0]["award"] = 9
    awarded = standings(formula, read(file)).row("E")
    assert awarded is not None
    assert awarded.entry.score == 9


@pytest.mark.parametrize("tables", [99, 100, 250])
def test_progress_adds_up_to_all_tables(tables: int) -> None:
    results = rounds(" | ".join(f"a{n}=60 b{n}=40" for n in range(tables)))
    steps: list[int] = []
    standings(load_formula("bonus-50"), results, progress=steps.append)
    assert (sum(steps), len(steps)) == (tables, tables // 100 + 1)
    assert len(standings(load_formula("bonus-50"), results).rows) == 2 * tables
