"""Penalties: on a result before it is chosen, on the total, on a ranking; places lost."""

from fractions import Fraction

import pytest

from kamchatka.scoring.files import FaultySheet
from kamchatka.scoring.results.model import penalties_due
from tests.scoring.rounds import counted, data, lines, rank, read, rounds, score

GAMES = ("A=62 B=55 C=40 D=21", "A=62 B=55 C=40 D=21")


def penalty(player: str, target: str, **further: object) -> list[dict[str, object]]:
    """One penalty, as the file holds it."""
    return [{"player": player, "target": target, **further}]


@pytest.mark.parametrize("points", [7, -7])
def test_a_penalty_always_takes_away(points: int) -> None:
    results = rounds(*GAMES, penalty=penalty("B", "total", points=points))
    assert lines(rank("bonus-50", results)) == ["1 A 224", "2 B 103", "3 C 80", "4 D 42"]


def test_a_penalty_on_a_result_may_make_it_the_one_discarded() -> None:
    results = rounds(*GAMES, penalty=penalty("A", "result", points=100, round=1))
    table = rank("bonus-50", results, best=1)
    assert lines(table)[0] == "1 A 112"
    assert counted(table, "A") == [2]
    assert lines(rank("bonus-50", results))[0] == "1 A 124"


@pytest.mark.clause("004-P4")
def test_seven_points_off_a_ranking_that_is_named() -> None:
    # 31.8 and 8.5 make 40.3; the annual ranking has 33.3, the tournament's own is not touched.
    off = penalty("A", "ranking", points=7, ranking="annual", clause="004-P4", reason="disturbed table 2")
    results = rounds(
        "A=40 B=32 C=25 D=18 E=10", "B=105 A=40 C=25 D=18 E=10", rulebook="primavera", penalty=off
    )
    annual, own = rank("primavera", results, ranking="annual"), rank("primavera", results)
    a, same = annual.row("A"), own.row("A")
    assert a is not None
    assert same is not None
    assert (str(same.entry.score), str(a.entry.score)) == ("403/10", "333/10")
    assert [(each.clause, each.reason) for each in a.entry.penalties] == [("004-P4", "disturbed table 2")]


@pytest.mark.clause("004-B21a")
def test_who_withdraws_loses_twenty_five_points_in_the_general_ranking() -> None:
    # F holds 46.2 when it withdraws in the third round: the regulation says what is due, the judge writes it.
    file = data(
        "F=40 B=32 C=25 D=18 E=10",
        "B=40 F=34 C=25 D=18 E=10",
        "B=40 C=34 D=25 E=18 F=10",
        rulebook="primavera",
    )
    file["round"][2]["table"][0]["seat"][4].update(status="withdrawn", points=0)
    assert score(rank("primavera", read(file)), "F") == Fraction("46.2")
    (due,) = penalties_due(read(file))
    assert (due.player, due.target, due.round, due.clause) == ("F", "ranking", 3, "004-B21a")
    file["penalty"] = penalty("F", "ranking", points=int(due.points), round=3, clause="004-B21a")
    assert score(rank("primavera", read(file)), "F") == Fraction("21.2")
    assert list(penalties_due(read(file))) == []


def test_a_void_game_has_no_result_to_take_points_from() -> None:
    file = data(*GAMES, penalty=penalty("A", "result", points=7, round=2))
    table = file["round"][1]["table"][0]
    table.update(void=True, seat=[{"player": name} for name in "ABCD"])
    with pytest.raises(FaultySheet) as raised:
        read(file)
    assert [fault.code for fault in raised.value.faults] == ["penalty_on_void"]
    table["seat"][0]["award"] = 40
    assert score(rank("bonus-50", read(file)), "A") == 145


def test_a_total_may_fall_below_zero() -> None:
    results = rounds(*GAMES, penalty=penalty("D", "total", points=50))
    assert lines(rank("bonus-50", results))[-1] == "4 D -8"


def test_places_lost_in_the_ranking() -> None:
    results = rounds(*GAMES, penalty=penalty("A", "ranking", places=2))
    table = rank("bonus-50", results)
    assert lines(table) == ["1 B 110", "2 C 80", "3 A 224", "4 D 42"]
    assert [row.moved for row in table.rows] == [0, 0, 2, 0]


def test_places_lost_never_more_than_there_are_and_never_between_equals() -> None:
    last = rounds(*GAMES, penalty=penalty("C", "ranking", places=9))
    assert lines(rank("bonus-50", last)) == ["1 A 224", "2 B 110", "3 D 42", "4 C 80"]
    equals = rounds("A=62 B=55 C=55 D=21", penalty=penalty("A", "ranking", places=1))
    assert lines(rank("bonus-50", equals)) == ["1 B 55", "1 C 55", "3 A 112", "4 D 21"]


def test_a_penalty_counts_from_its_round_on() -> None:
    results = rounds(*GAMES, penalty=penalty("B", "total", points=30, round=2))
    assert lines(rank("bonus-50", results.until(1)))[1] == "2 B 55"
    assert lines(rank("bonus-50", results))[1:3] == ["2 B 80", "3 C 80"]


def test_one_of_two_who_share_a_rank_may_lose_places() -> None:
    results = rounds("A=62 B=55 C=55 D=21", penalty=penalty("B", "ranking", places=1))
    assert lines(rank("bonus-50", results, ties=("lot",))) == ["1 A 112", "2 C 55", "3 B 55", "4 D 21"]
    further = rounds("A=62 B=55 C=55 D=21", penalty=penalty("B", "ranking", places=2))
    assert lines(rank("bonus-50", further, ties=("lot",))) == ["1 A 112", "2 C 55", "3 D 21", "4 B 55"]


def test_a_penalty_for_a_round_that_was_not_played_is_refused() -> None:
    with pytest.raises(FaultySheet) as caught:
        rounds(*GAMES, penalty=penalty("A", "result", points=3, round=9, reason=12))
    assert [f"{fault.code} {fault.where}" for fault in caught.value.faults] == [
        "not_text penalty.1.reason",
        "unknown_round penalty.1.round",
    ]
