"""Closing rolls that somebody forgot (001-C27)."""

import pytest

from tests.referee.judge import Judge

LOST = ("roll_lost", "001-C27b")


def begun(judge: Judge) -> None:
    """D owes the first closing roll of an official table, and forgets it: A is in turn."""
    judge.opens("rtu")
    judge.reach_closing()
    now = judge.roll("--forgotten")
    assert (now["turn"], now["lap"], now["due"]) == ("A", 3, False)


@pytest.mark.clause("001-C27a")
def test_noticed_while_the_next_one_plays_the_dice_are_thrown(judge: Judge) -> None:
    begun(judge)
    now = judge.roll("--late", "--dice", "5,5")
    assert (now["turn"], now["over"]) == ("A", False)
    assert judge.refused("roll", "1", "--late", "--dice", "2,2")["code"] == "roll_lost"  # once
    begun(judge)
    judge.turn()
    now = judge.roll("--late", "--dice", "2,2")  # A has ended the turn and not yet rolled
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
    # D forgot a roll with 4 and 5; A would roll with 4 and 5 too, and a 5 closes.
    assert judge.roll("--late", "--dice", "4,1")["over"]


@pytest.mark.clause("001-C27b")
def test_once_the_next_one_has_rolled_the_roll_is_lost(judge: Judge) -> None:
    begun(judge)
    judge.turn()
    judge.roll("--dice", "6,6")
    refused = judge.refused("roll", "1", "--late", "--dice", "2,2")
    assert (refused["code"], refused["clause"]) == LOST
    assert judge.show()["turn"] == "B"
    # Who conquers three territories does not roll: the following one must have begun to place armies.
    begun(judge)
    judge.turn("--conquests", "3")
    refused = judge.refused("roll", "1", "--late", "--dice", "2,2", "--placed")
    assert (refused["code"], refused["clause"]) == LOST
    assert judge.roll("--late", "--dice", "2,2", "--not-placed")["over"]


@pytest.mark.clause("001-C27c")
def test_the_first_omission_is_a_warning(judge: Judge) -> None:
    judge.opens("rtu")
    judge.reach_closing()
    assert judge.show()["notices"] == []
    now = judge.roll("--forgotten")
    forgetful = now["seats"][3]
    assert (forgetful["omissions"], forgetful["status"]) == (1, "playing")
    assert f"{forgetful['player']}: sdadate dimenticate 1, ammonizione verbale." in now["notices"]


@pytest.mark.clause("001-C27d")
def test_the_second_omission_excludes_as_first_eliminated(judge: Judge) -> None:
    words = ("--formula", "conversione-150")
    seats = judge.opens("rtu", words=words)
    judge.reach_closing()
    judge.roll("--forgotten")
    for conquests in range(3):
        assert judge.turn("--conquests", str(conquests))["due"]
        judge.roll("--dice", "6,6")
    judge.turn()
    now = judge.roll("--forgotten")
    assert (now["seats"][3]["omissions"], now["seats"][3]["status"]) == (2, "excluded")
    assert [each["status"] for each in now["seats"][:3]] == ["playing"] * 3
    judge.turn()
    assert judge.roll("--dice", "1,3")["over"]
    judge.type("count", "1", "--points", "A=60", "--points", "B=50", "--points", "C=40")
    judge.type("sign", "1")
    judge.organiser.type("close", judge.id)
    rows = judge.organiser.standings(judge.id)
    assert rows[seats[3]]["total"] == "10"


def test_another_regulation_counts_omissions_and_excludes_nobody(judge: Judge) -> None:
    judge.opens("milano")
    judge.reach_closing()
    judge.roll("--forgotten")
    for _ in range(3):
        judge.turn()
        judge.roll("--dice", "6,6")
    judge.turn()
    now = judge.roll("--forgotten")
    assert (now["seats"][3]["omissions"], now["seats"][3]["status"]) == (2, "playing")


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
