"""Equal totals in the standings: which criterion decides, with which two numbers, and what stays open."""

import pytest

from kamchatka.messages import Language
from kamchatka.scoring.formula.loading import load_formula
from kamchatka.scoring.sheet.places import MissingNumber
from kamchatka.scoring.standings.entries import Rules
from kamchatka.scoring.standings.ranking import Standings, standings
from tests.scoring.rounds import data, lines, order, rank, read, rounds, ties


def among(table: Standings, *names: str) -> list[str]:
    """Rows of these players alone, in short."""
    return [line for line in lines(table) if line.split()[1] in names]


def reasons(table: Standings, *names: str) -> list[str]:
    """Why these players stand where they do."""
    found = ties(table)
    return [found[name] for name in names]


def sentence(table: Standings, name: str, lang: Language = "it") -> str:
    """The same in words."""
    row = table.row(name)
    assert row is not None
    assert row.tie is not None
    return row.tie.sentence(lang)


@pytest.mark.clause("003-13e")
def test_more_wins_come_first() -> None:
    # A: 200 and 10. B: 100, 70 and 40 without a win.
    results = rounds(
        "A=90 x=80 y=70 z=60 | p=90 B=90 q=80 r=70",
        "x=90 y=80 z=70 A=out1 | p=90 q=85 B=80 r=70",
        "p=90 q=85 r=80 B=1 -A",
        rulebook="milano",
    )
    table = rank("milano", results)
    assert [line.split()[1:] for line in among(table, "A", "B")] == [["A", "210"], ["B", "210"]]
    assert reasons(table, "A", "B") == ["wins: 1 > 0", "wins: 0 < 1"]
    assert sentence(table, "A") == "a pari punti davanti a B (vittorie: 1 contro 0) [003-13e]"
    assert sentence(table, "B", "en") == "level, behind A (wins: 0 against 1) [003-13e]"


@pytest.mark.clause("003-13f")
def test_then_more_objectives_reached() -> None:
    table = rank("milano", rounds("B=90 p=80 q=70 r=60 | A=R x=10 y=9 z=8", rulebook="milano"))
    assert among(table, "A", "B") == ["1 A 200", "2 B 200"]
    assert reasons(table, "A", "B") == ["objectives: 1 > 0", "objectives: 0 < 1"]


@pytest.mark.clause("003-13g")
def test_then_more_second_places() -> None:
    # A second at the floor of its band, B third without a gap: 80 each.
    results = rounds(
        "B=90 p=80 q=70 r=60 | A=90 x=80 y=70 z=60",
        "p=90 q=90 B=90 r=10 | x=100 A=50 y=40 z=30",
        rulebook="milano",
    )
    table = rank("milano", results)
    assert [line.split()[1:] for line in among(table, "A", "B")] == [["A", "280"], ["B", "280"]]
    assert reasons(table, "A", "B") == ["seconds: 1 > 0", "seconds: 0 < 1"]


@pytest.mark.clause("003-13h")
def test_then_more_table_points_in_the_best_game() -> None:
    results = rounds("B=133 p=80 q=70 r=60 | A=141 x=80 y=70 z=60", rulebook="milano")
    table = rank("milano", results)
    assert among(table, "A", "B") == ["1 A 200", "2 B 200"]
    assert reasons(table, "A", "B") == ["best-table-points: 141 > 133", "best-table-points: 133 < 141"]


def test_the_best_game_is_the_best_result_not_the_most_points() -> None:
    results = rounds(
        "A=90 x=80 y=70 z=60 | B=95 p=80 q=70 r=60",
        "x=190 A=150 y=70 z=60 | p=190 B=150 q=70 r=60",
        rulebook="milano",
    )
    assert reasons(rank("milano", results), "B") == ["best-table-points: 95 > 90"]


@pytest.mark.clause("003-13e", "003-13h")
def test_wins_are_those_of_all_games_unless_a_house_looks_at_the_counted_ones() -> None:
    results = rounds(
        "A=90 x=80 y=70 z=60 | B=95 p=80 q=70 r=60",
        "A=91 x=80 y=70 z=60 | p=90 q=80 r=70 B=60",
        rulebook="milano",
    )
    everything = rank("milano", results, best=1)
    assert (order(everything).split()[0], ties(everything)["A"]) == ("A", "wins: 2 > 1")
    house = standings(load_formula("milano", {"tie-scope": "counted"}), results, Rules(best=1))
    for counted in (house, rank("milano", results, best=1, scope="counted")):
        assert (order(counted).split()[:2], ties(counted)["B"]) == (["B", "A"], "best-table-points: 95 > 91")


@pytest.mark.clause("003-13f", "003-13g")
def test_objectives_and_second_places_are_those_of_all_games() -> None:
    """What one game of two discards still decides: a RisiKo!, or a second place."""
    objective = rounds(
        "A=90 x=80 y=70 z=60 w=50 | B=90 p=80 q=70 r=60 s=50",
        "A=R x=80 y=70 z=60 | B=100 p=80 q=70 r=60",
        rulebook="milano",
    )
    assert ties(rank("milano", objective, best=1))["A"] == "objectives: 1 > 0"
    assert ties(rank("milano", objective, best=1, scope="counted"))["A"] == "lot: open"
    second = rounds(
        "A=90 x=80 y=70 z=60 | B=90 p=80 q=70 r=60",
        "x=91 A=80 y=70 z=60 | p=92 q=80 B=70 r=60",
        rulebook="milano",
    )
    assert ties(rank("milano", second, best=1))["B"] == "seconds: 0 < 1"
    assert ties(rank("milano", second, best=1, scope="counted"))["A"] == "lot: open"


@pytest.mark.clause("004-S9a")
def test_the_harder_last_table_comes_first_from_the_second_game_on() -> None:
    # 31.8 and 14.4 each, 46.2 in all: A played its last game at table 1, B at table 3.
    results = rounds(
        "B=40 p=32 q=25 r=18 | s=40 t=1 u=1 v=1 | A=40 x=32 y=25 z=18",
        "x=40 A=34 y=25 z=18 | s=40 t=1 u=1 v=1 | p=40 B=34 q=25 r=18",
        rulebook="primavera",
    )
    table = rank("primavera", results)
    assert [line.split()[1:] for line in among(table, "A", "B")] == [["A", "46.2"], ["B", "46.2"]]
    assert reasons(table, "A", "B") == ["last-table: 1 < 3", "last-table: 3 > 1"]
    assert sentence(table, "A") == (
        "a pari punti davanti a B (tavolo dell'ultima partita: 1 contro 3) [004-S9a]"
    )


@pytest.mark.clause("004-S9b")
def test_table_points_decide_after_the_first_game() -> None:
    results = rounds("B=48 p=40 q=25 r=18 | A=62 x=54 y=25 z=18", rulebook="primavera")
    table = rank("primavera", results)
    assert among(table, "A", "B") == ["1 A 31.8", "2 B 31.8"]
    assert reasons(table, "A") == ["table-points-after-first: 62 > 48"]


def test_table_points_of_the_first_game_decide_nothing_later() -> None:
    first = "B=48 p=40 q=25 r=18 | A=62 x=54 y=25 z=18"
    results = rounds(first, "B=48 p=40 q=25 r=18 | A=62 x=54 y=25 z=18", rulebook="primavera")
    assert ties(rank("primavera", results))["B"] == "last-table: 1 < 2"


def test_the_circuit_looks_at_the_best_result_then_at_the_next_ones() -> None:
    best = rounds("A=62 x=10 y=5 z=1 | p=90 B=70 q=5 r=1", "x=62 A=20 y=5 z=1 | p=90 B=62 q=5 r=1")
    assert reasons(rank("raduno", best), "A") == ["best-result: 112 > 70"]
    # 100, 50 and 1 against 100, 30 and 21.
    second = rounds(
        "B=50 p=10 q=5 r=1 | A=50 x=10 y=5 z=1",
        "p=60 B=30 q=2 r=1 | x=60 A=50 y=2 z=1",
        "p=60 B=21 q=2 r=1 | x=60 y=2 A=1 z=0",
    )
    table = rank("raduno", second)
    assert [line.split()[1:] for line in among(table, "A", "B")] == [["A", "151"], ["B", "151"]]
    assert reasons(table, "A") == ["next-best-results: 50 > 30"]
    assert sentence(table, "A") == "a pari punti davanti a B (2° miglior risultato: 50 contro 30)"


def test_the_circuit_last_looks_at_the_round_before() -> None:
    # 100 and 30 each; after the first round p had 110, A 100 and B 30.
    results = rounds("A=50 x=10 y=5 z=1 | p=60 B=30 q=2 r=1", "p=60 A=30 y=2 z=1 | B=50 x=10 q=5 r=1")
    assert reasons(rank("raduno", results), "A", "B") == ["previous-rank: 2 < 3", "previous-rank: 3 > 2"]


def test_who_came_later_ranks_behind_everybody_of_the_round_before() -> None:
    results = rounds("A=0 B=10 C=20 D=30", "E=0 B=10 C=20 D=30 -A")
    table = rank("raduno", results)
    assert sentence(table, "E") == (
        "a pari punti dietro a A (posizione dopo il turno precedente: - contro 4)"
    )


def test_discarded_results_tell_equals_apart() -> None:
    results = rounds(
        "A=50 x=1 y=1 z=1 | B=50 p=1 q=1 r=1", "x=60 A=50 y=1 z=1 | p=60 B=50 q=1 r=1", "x=60 A=20 B=10 p=1"
    )
    table = rank("bonus-50", results, best=2)
    assert reasons(table, "A") == ["total-of-all: 170 > 160"]


def test_a_second_at_its_floor_is_ahead_of_a_third_with_as_many() -> None:
    results = rounds("p=60 q=60 B=60 r=10 | x=90 A=20 y=10 z=5")
    table = rank("conversione-150", results)
    assert [line.split()[1:] for line in among(table, "A", "B")] == [["A", "80"], ["B", "80"]]
    assert reasons(table, "A") == ["better-places: 1 > 0"]
    assert sentence(table, "A") == "a pari punti davanti a B (piazzamenti al 2° posto: 1 contro 0)"


def test_an_open_tie_shares_the_rank_and_says_that_a_lot_is_missing() -> None:
    table = rank("bonus-50", rounds(" | ".join(f"{n}=62 {n}x=10 {n}y=9 {n}z=8" for n in "ABC")))
    assert lines(table)[:4] == ["1 A 112", "1 B 112", "1 C 112", "4 Ax 10"]
    assert sentence(table, "B") == "a pari punti in 3, da sorteggiare: A, B, C"
    assert sentence(table, "B", "en") == "3 level, to be settled by lot: A, B, C"


def test_recorded_lots_settle_it() -> None:
    written = " | ".join(f"{n}=62 {n}x=10 {n}y=9 {n}z=8" for n in "ABC")
    lots = [{"player": "A", "lot": [3, 1]}, {"player": "B", "lot": [3, 5]}, {"player": "C", "lot": 6}]
    table = rank("bonus-50", rounds(written, lot=lots))
    assert lines(table)[:3] == ["1 C 112", "2 B 112", "3 A 112"]
    assert reasons(table, "C", "B", "A") == ["lot: 6 > 3", "lot: 5 > 1", "lot: 1 < 5"]
    lacking = rank("bonus-50", rounds(written, lot=lots[:2]))
    assert lines(lacking)[:3] == ["1 A 112", "1 B 112", "1 C 112"]
    equal = [{"player": "A", "lot": [4]}, {"player": "B", "lot": [4]}, {"player": "C", "lot": [6]}]
    assert lines(rank("bonus-50", rounds(written, lot=equal)))[:3] == ["1 C 112", "2 A 112", "2 B 112"]


def test_lots_are_compared_within_one_draw() -> None:
    written = " | ".join(f"{n}=62 {n}x=10 {n}y=9 {n}z=8" for n in "ABC")
    first = [{"player": "A", "lot": 6, "draw": "1"}, {"player": "B", "lot": 2, "draw": "1"}]
    second = [{"player": player, "lot": lot, "draw": "2"} for player, lot in (("A", 1), ("B", 1), ("C", 5))]
    apart = [*first, {"player": "C", "lot": 5, "draw": "2"}]
    assert ties(rank("bonus-50", rounds(written, lot=apart)))["C"] == "lot: open"
    # The second draw puts C ahead; A and B, level in it, are told apart by the draw of those two.
    table = rank("bonus-50", rounds(written, lot=[*first, *second]))
    assert lines(table)[:3] == ["1 C 112", "2 A 112", "3 B 112"]
    assert reasons(table, "C", "A", "B") == ["lot: 5 > 1", "lot: 6 > 2", "lot: 2 < 6"]
    again = rank("bonus-50", rounds(written, lot=[*first, *second]), ties=("lot", "wins", "lot"))
    assert lines(again)[:3] == lines(table)[:3]


def test_half_a_win_for_two_who_share_the_first_place_and_none_for_three() -> None:
    # bonus-50 keeps ties at the table: A and B share 58 and the bonus; C wins alone with 33.
    results = rounds("A=58 B=58 x=40 y=21 | C=33 p=3 q=2 r=1")
    table = rank("bonus-50", results)
    assert among(table, "A", "B", "C") == ["1 C 83", "2 A 83", "2 B 83"]
    assert ties(table) == {"C": "wins: 1 > 0.5", "A": "lot: open", "B": "lot: open"}
    three = rank("bonus-50", rounds("A=50 B=50 C=50 y=21 | x=90 D=50 q=2 r=1"))
    assert ties(three) == dict.fromkeys("ABCD", "lot: open")


def test_criteria_may_be_chosen_for_a_tournament() -> None:
    results = rounds("A=62 x=10 y=9 z=8 | B=60 p=10 q=9 r=8", "B=62 p=10 q=9 r=8 | A=60 x=10 y=9 z=8")
    assert ties(rank("bonus-50", results, ties=("last-table", "lot")))["B"] == "last-table: 1 < 2"


def test_the_format_is_named_where_no_clause_states_the_criterion() -> None:
    results = rounds("B=133 p=80 q=70 r=60 | A=141 x=80 y=70 z=60", rulebook="milano")
    printed = rank("milano", results, format="Raduno")
    assert sentence(printed, "A").endswith("(punti tavolo nella miglior partita: 141 contro 133) [003-13h]")
    chosen = rank("milano", results, format="Raduno", ties=("best-table-points", "lot"))
    assert sentence(chosen, "A") == (
        "a pari punti davanti a B (punti tavolo nella miglior partita: 141 contro 133) "
        "(spareggi del formato Raduno)"
    )
    assert ties(chosen)["A"] == ties(printed)["A"] == "best-table-points: 141 > 133"
    level = rank("bonus-50", rounds("A=62 x=10 y=9 z=8 | B=62 p=10 q=9 r=8"), format="Raduno")
    assert sentence(level, "A", "en") == (
        "2 level, to be settled by lot: A, B (tie-breaks of the format Raduno)"
    )


def test_points_nobody_wrote_down_are_asked_for_only_where_a_tie_needs_them() -> None:
    file = data("A=R x=10 y=9 z=8 | B=62 p=10 q=9 r=8")
    del file["round"][0]["table"][0]["seat"][0]["points"]
    assert ties(rank("medagliere", read(file)))["A"] == "lot: open"
    with pytest.raises(MissingNumber) as raised:
        rank("medagliere", read(file), ties=("best-table-points",))
    assert raised.value.players == ("A",)


def test_lots_that_not_all_drew_are_no_reason_where_a_later_criterion_told_them_apart() -> None:
    said = "a=40 b=30 c=20 d=10 | e=40 f=30 g=20 h=10"
    table = rank(
        "standard", rounds(said, said, lot=[{"player": "a", "lot": [3]}]), ties=("lot", "last-table")
    )
    assert order(table) == "a e b f c g d h"
    assert ties(table)["a"] == "last-table: 1 < 2"
    assert ties(table)["e"] == "last-table: 2 > 1"


def test_who_came_later_has_no_rank_of_the_round_before() -> None:
    results = rounds("A=0 B=10 C=20 D=30", "E=0 B=10 C=20 D=30 -A")
    assert ties(rank("raduno", results))["E"] == "previous-rank: - > 4"


def test_ranks_of_the_round_before_were_told_apart_by_the_same_criteria() -> None:
    # 62 each after the first round, when A had won; 124 each and a win each after the second.
    results = rounds("A=12 x=10 y=5 z=1 | p=90 B=62 q=2 r=1", "B=12 x=10 y=5 z=1 | p=90 A=62 q=2 r=1")
    table = rank("bonus-50", results, ties=("previous-rank", "wins", "lot"))
    assert reasons(table, "A", "B") == ["previous-rank: 2 < 3", "previous-rank: 3 > 2"]


def test_a_draw_of_some_who_are_level_tells_nobody_apart() -> None:
    written = " | ".join(f"{n}=62 {n}x=10 {n}y=9 {n}z=8" for n in "ABC")
    drawn = {"1": {"A": 4, "B": 4, "C": 4}, "2": {"A": 1, "B": 6}, "3": {"A": 5, "B": 3, "C": 1}}
    lots = [{"player": n, "lot": lot, "draw": draw} for draw, all in drawn.items() for n, lot in all.items()]
    table = rank("bonus-50", rounds(written, lot=lots))
    assert lines(table)[:3] == ["1 A 112", "2 B 112", "3 C 112"]
    assert reasons(table, "A", "B", "C") == ["lot: 5 > 3", "lot: 3 > 1", "lot: 1 < 3"]


def test_a_whole_field_with_one_total_is_told_apart_by_lots() -> None:
    names = [f"p{number:03}" for number in range(400)]
    tables = " | ".join(" ".join(f"{name}=20" for name in names[at : at + 4]) for at in range(0, 400, 4))
    lots = [{"player": name, "lot": [number // 2]} for number, name in enumerate(names)]
    table = rank("bonus-50", rounds(tables, lot=lots[2:]))
    assert {row.rank for row in table.rows} == {1}
    assert {row.tie.code for row in table.rows if row.tie} == {"lot: open"}
    table = rank("bonus-50", rounds(tables, lot=lots[::2] + lots[1::2]))
    assert [row.rank for row in table.rows] == [rank for rank in range(1, 400, 2) for _ in range(2)]
    alone = [{"player": name, "lot": [number]} for number, name in enumerate(names)]
    table = rank("bonus-50", rounds(tables, lot=alone))
    assert order(table) == " ".join(reversed(names))
    assert [row.tie.code for row in table.rows if row.tie] == [
        *(f"lot: {number} > {number - 1}" for number in range(399, 0, -1)),
        "lot: 0 < 1",
    ]
