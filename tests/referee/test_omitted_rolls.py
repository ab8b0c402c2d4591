"""Closing rolls that somebody forgot (001-C27)."""

from typing import Any

import pytest

from tests.referee.judge import Judge


def begun(judge: Judge, rulebook: str = "rtu", words: tuple[str, ...] = ()) -> list[str]:
    """D owes the first closing roll of a table, and forgets it: A is in turn."""
    seats = judge.opens(rulebook, words=words)
    judge.reach_closing()
    now = judge.roll("--forgotten")
    assert (now["turn"], now["lap"], now["due"]) == ("A", 3, False)
    return seats


def ruled(judge: Judge, number: int = 1, *words: str) -> dict[str, Any]:
    """The official judge rules the incident that the forgotten roll opened."""
    found: dict[str, Any] = judge.type(
        "incident", "1", "omitted-roll", "--settles", str(number), *words, "--by", "Ugo Bassi"
    )
    return found


def kinds(answer: dict[str, Any]) -> list[str]:
    """What the ruling does."""
    return [each["kind"] for each in answer["ruling"]["effects"]]


@pytest.mark.clause("001-C27a")
def test_noticed_while_the_next_one_plays_the_dice_are_thrown(judge: Judge) -> None:
    seats = begun(judge)
    assert judge.show()["incidents"] == [{"number": 1, "case": "omitted-roll", "player": seats[3]}]
    assert judge.refused("roll", "1", "--late", "--dice", "5,5")["code"] == "no_late_roll"
    now = ruled(judge)
    assert (kinds(now), "001-C27a" in now["ruling"]["clauses"]) == (["closing-roll-late", "warning"], True)
    assert now["notices"][0].startswith(f"{seats[3]} tira adesso la sdadata dimenticata")
    now = judge.roll("--late", "--dice", "5,5")
    assert (now["turn"], now["over"]) == ("A", False)
    assert judge.refused("roll", "1", "--late", "--dice", "2,2")["code"] == "no_late_roll"  # once
    begun(judge)
    judge.turn()
    assert kinds(ruled(judge))[0] == "closing-roll-late"  # A has ended the turn and not yet rolled
    now = judge.roll("--late", "--dice", "2,2")
    assert (now["over"], now["ending"]) == (True, "closing")


def test_a_late_roll_has_the_set_of_its_own_moment(judge: Judge) -> None:
    judge.opens("rtu")
    judge.reach_closing()
    judge.roll("--dice", "6,6")
    for _ in range(3):
        judge.turn()
        judge.roll("--dice", "6,6")
    assert judge.turn()["set"] == [4, 5]
    judge.roll("--forgotten")
    ruled(judge)
    # D forgot a roll with 4 and 5; A would roll with 4 and 5 too, and a 5 closes.
    assert judge.roll("--late", "--dice", "4,1")["over"]


@pytest.mark.clause("001-C27b")
def test_once_the_next_one_has_rolled_the_roll_is_lost(judge: Judge) -> None:
    begun(judge)
    judge.turn()
    judge.roll("--dice", "6,6")
    now = ruled(judge)
    assert (kinds(now), "001-C27b" in now["ruling"]["clauses"]) == (["closing-roll-lost", "warning"], True)
    assert judge.refused("roll", "1", "--late", "--dice", "2,2")["code"] == "no_late_roll"
    assert judge.show()["turn"] == "B"
    # Who conquers three territories does not roll: the following one must have begun to place armies.
    for over, kind in (("--over", "closing-roll-lost"), ("--no-over", "closing-roll-late")):
        begun(judge)
        judge.turn("--conquests", "3")
        asked = judge.refused("incident", "1", "omitted-roll", "--settles", "1")
        assert (asked["code"], asked["missing"]) == ("unanswered", ["over"])
        assert kinds(ruled(judge, 1, over))[0] == kind
    assert judge.roll("--late", "--dice", "2,2")["over"]


@pytest.mark.clause("001-C27c")
def test_the_first_omission_is_a_warning(judge: Judge) -> None:
    seats = begun(judge)
    now = ruled(judge)
    assert [(each["kind"], each["player"]) for each in now["effects"]] == [
        ("closing-roll-late", seats[3]),
        ("warning", seats[3]),
    ]
    assert "001-C27c" in now["ruling"]["clauses"]
    assert (now["seats"][3]["status"], now["incidents"]) == ("playing", [])


@pytest.mark.clause("001-C27d")
def test_the_second_omission_excludes_as_first_eliminated(judge: Judge) -> None:
    seats = begun(judge, words=("--formula", "conversione-150"))
    assert judge.turn("--out", "C")["due"]
    judge.roll("--dice", "6,6")
    assert judge.turn("--conquests", "2")["due"]
    judge.roll("--dice", "6,6")
    ruled(judge)
    judge.turn()
    judge.roll("--forgotten")
    now = ruled(judge, 2)
    assert (now["ruling"]["answers"]["before"], now["ruling"]["clauses"]) == (1, ["001-C27d"])
    assert [each["status"] for each in now["seats"]] == ["playing", "playing", "eliminated", "excluded"]
    judge.turn()
    assert judge.roll("--dice", "1,3")["over"]
    judge.type("count", "1", "--points", "A=60", "--points", "B=50")
    judge.type("sign", "1")
    judge.organiser.type("close", judge.id)
    rows = judge.organiser.standings(judge.id)
    # D is the first one out; C, whom A eliminated before, counts as the second.
    assert (rows[seats[3]]["total"], rows[seats[2]]["total"]) == ("10", "20")


def test_nobody_signs_before_the_omission_is_ruled(judge: Judge) -> None:
    begun(judge)
    judge.turn()
    judge.roll("--dice", "2,2")
    judge.type("count", "1", "--points=A=60", "--points=B=50", "--points=C=40", "--points=D=30")
    assert judge.refused("sign", "1")["code"] == "incident_open"
    ruled(judge)
    judge.type("sign", "1")


def test_a_regulation_that_says_nothing_leaves_it_to_the_judge(judge: Judge) -> None:
    begun(judge, "milano")
    assert judge.show()["incidents"] == []
    now = judge.rules("omitted-roll", "D", "--effect", "closing-roll-late")
    assert now["ruling"]["standing"] == "silent"
    assert judge.roll("--late", "--dice", "2,2")["over"]


def test_where_it_is_only_offered_the_roll_may_be_left_alone(judge: Judge) -> None:
    judge.opens("rtu")
    judge.reach_closing()
    assert judge.refused("roll", "1", "--declined")["code"] == "roll_compulsory"
    judge.opens("primavera")
    judge.reach_closing()
    assert judge.show()["optional"]
    assert judge.roll("--declined")["turn"] == "B"


def test_dice_that_cannot_be_are_refused_and_the_program_can_throw_them(judge: Judge) -> None:
    judge.opens("rtu")
    assert judge.refused("roll", "1", "--dice", "2,2")["code"] == "no_roll_due"
    judge.reach_closing()
    for dice in ("7,1", "4", "1,1,2", "x"):
        assert judge.refused("roll", "1", "--dice", dice)["code"] == "closing_dice"
    assert judge.refused("turn", "1")["code"] == "roll_due"
    now = judge.roll()
    assert now["over"] or now["turn"] == "A"
