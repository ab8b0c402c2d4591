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
def test_noticed_once_the_next_one_has_rolled_the_roll_is_lost(judge: Judge) -> None:
    begun(judge)
    judge.turn()
    judge.roll("--dice", "6,6")
    now = ruled(judge, 1, "--over")
    assert (kinds(now), "001-C27b" in now["ruling"]["clauses"]) == (["closing-roll-lost", "warning"], True)
    assert judge.refused("roll", "1", "--late", "--dice", "2,2")["code"] == "no_late_roll"
    assert judge.show()["turn"] == "B"


@pytest.mark.clause("001-C27a")
@pytest.mark.parametrize("conquests", ["0", "3"])
def test_noticed_in_time_the_dice_are_thrown_however_late_it_is_ruled(judge: Judge, conquests: str) -> None:
    """Ruled after the next player has rolled, or has gone on without a roll: the tap was in time."""
    begun(judge)
    if judge.turn("--conquests", conquests)["due"]:
        judge.roll("--dice", "6,6")
    judge.turn("--conquests", "3")
    assert kinds(ruled(judge))[0] == "closing-roll-late"
    now = judge.roll("--late", "--dice", "2,2")
    assert (now["over"], now["ending"]) == (True, "closing")


@pytest.mark.clause("001-C27a")
def test_each_forgotten_roll_waits_for_its_own_ruling(judge: Judge) -> None:
    begun(judge)
    for _ in range(3):
        judge.turn()
        judge.roll("--dice", "6,6")
    judge.turn()
    judge.roll("--forgotten")  # D again
    assert kinds(ruled(judge, 1))[0] == "closing-roll-late"
    judge.roll("--late", "--dice", "6,6")
    assert judge.refused("roll", "1", "--late", "--dice", "6,6")["code"] == "no_late_roll"


def absent(judge: Judge, *gone: str, lap: int = 2) -> list[str]:
    """Time is over and these have withdrawn; the lap of the first closing rolls begins."""
    seats = judge.opens("rtu")
    for letter in gone:
        judge.rules("withdrawal", letter, "--no-refusal")
    judge.type("expire", "1")
    judge.turn("--lap", str(lap))
    return seats


@pytest.mark.clause("001-C23d")
def test_whose_dice_are_thrown_is_said_before_they_are(judge: Judge) -> None:
    seats = absent(judge, "D")
    judge.turn()
    judge.turn()
    # C plays the last turn of the last lap: it makes no roll of its own, but the first one, of D.
    ahead = f"A fine turno {seats[2]} tira la sdadata di {seats[3]}, che è assente, con 4: la partita"
    assert ahead in judge.reads("show", "1")
    assert "nessuna sdadata" not in judge.reads("show", "1")
    now = judge.show()
    assert (now["rolls"], now["set"], now["roller"], now["whose"]) == (True, [4], seats[2], seats[3])
    assert f"Adesso la sdadata di {seats[3]}, che è assente, con 4" in judge.reads("turn", "1")
    due = judge.refused("turn", "1")
    assert (due["code"], due["sentence"][:60]) == (
        "absent_roll_due",
        f"Prima c'è la sdadata di {seats[3]}, assente, che tira {seats[2]} (chiudono 4)"[:60],
    )
    judge.roll("--dice", "6,6")
    for _ in range(2):
        judge.turn()
        judge.roll("--dice", "6,6")
    said = judge.reads("show", "1").splitlines()
    at = next(at for at, line in enumerate(said) if "sdadata" in line)
    # C rolls its own dice with 4, then those of D, which open the next set.
    assert said[at] == f"A fine turno sdadata con 4: la partita finisce 3/36 delle volte. Tira {seats[2]}."
    assert said[at + 1] == (
        f"Poi {seats[2]} tira la sdadata di {seats[3]}, che è assente, con 4, 5: "
        "la partita finisce 7/36 delle volte."
    )


@pytest.mark.clause("001-C27a", "001-C27c", "001-C23d")
def test_dice_forgotten_in_one_pass_are_one_lapse_each_with_its_own_set(judge: Judge) -> None:
    seats = absent(judge, "D")
    for _ in range(3):
        judge.turn()
    judge.roll("--dice", "6,6")  # those of D
    for _ in range(2):
        judge.turn()
        judge.roll("--dice", "6,6")
    judge.turn()
    told = [judge.roll("--forgotten")["events"] for _ in range(2)]
    assert told[0][0] == f"{seats[2]} ha dimenticato la sdadata."
    assert told[1] == [f"{seats[2]} ha dimenticato la sdadata di {seats[3]}, che è assente."]
    assert judge.show()["incidents"] == [{"number": 2, "case": "omitted-roll", "player": seats[2]}]
    now = ruled(judge, 2)
    assert kinds(now) == ["closing-roll-late", "warning"]
    assert [each.rpartition("chiudono ")[2] for each in now["notices"][:2]] == ["4.", "4, 5."]
    assert f"dimenticata di {seats[3]}," in now["notices"][1]
    assert not judge.roll("--late", "--dice", "4,1")["over"]  # a 5 does not close C's own slot
    now = judge.roll("--late", "--dice", "4,1")
    assert (now["over"], now["ending"]) == (True, "closing")
    assert judge.refused("roll", "1", "--late", "--dice", "2,2")["code"] == "game_over"


@pytest.mark.clause("001-C27d")
def test_a_pass_with_two_slots_forgotten_again_is_the_second_lapse(judge: Judge) -> None:
    absent(judge, "D")
    for _ in range(3):
        judge.turn()
    judge.roll("--forgotten")  # those of D, by C
    ruled(judge, 2)
    judge.roll("--late", "--dice", "6,6")
    for _ in range(2):
        judge.turn()
        judge.roll("--dice", "6,6")
    judge.turn()
    judge.roll("--forgotten")
    judge.roll("--forgotten")
    assert [each["number"] for each in judge.show()["incidents"]] == [3]
    assert kinds(ruled(judge, 3)) == ["excluded", "neutral"]


@pytest.mark.clause("001-C27a")
def test_a_slot_forgotten_after_the_lapse_was_ruled_follows_that_ruling(judge: Judge) -> None:
    absent(judge, "D")
    for _ in range(3):
        judge.turn()
    judge.roll("--dice", "6,6")
    for _ in range(2):
        judge.turn()
        judge.roll("--dice", "6,6")
    judge.turn()
    judge.roll("--forgotten")
    ruled(judge, 2)
    judge.roll("--late", "--dice", "6,6")
    assert judge.roll("--forgotten")["incidents"] == []
    assert judge.roll("--late", "--dice", "4,1")["over"]


@pytest.mark.clause("001-C23e")
def test_nobody_rolls_for_whoever_refused_a_ruling_and_the_last_seat_passes_on(judge: Judge) -> None:
    seats = judge.opens("rtu")
    now = judge.rules("withdrawal", "D", "--refusal")
    assert now["seats"][3]["status"] == "excluded"
    judge.type("expire", "1")
    judge.turn("--lap", "2")
    for _ in range(2):
        assert not judge.turn()["due"]
    assert (
        f"A fine turno sdadata con 4: la partita finisce 3/36 delle volte. Tira {seats[2]}."
        in judge.reads("show", "1")
    )
    now = judge.turn()
    assert (now["turn"], now["due"], now["roller"], now["set"]) == ("C", True, seats[2], [4])
    now = judge.roll("--dice", "6,6")
    assert (now["turn"], now["due"]) == ("A", False)


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
    assert judge.turn("--out", "C", "--conquests", "1")["due"]
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
