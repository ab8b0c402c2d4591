"""What judges set right at a table, and what they must see of it."""

import pytest

from tests.referee.judge import Judge


def test_a_turn_set_while_a_roll_is_due_leaves_that_roll_as_it_was(judge: Judge) -> None:
    seats = judge.opens("rtu")
    judge.reach_closing()
    assert (judge.show()["turn"], judge.show()["set"]) == ("D", [4])
    judge.type("turn", "1", "--set", seats[3], "--reason", "non aveva finito")
    assert judge.turn()["set"] == [4]
    judge.roll("--dice", "6,6")
    judge.turn()
    assert judge.show()["set"] == [4]


def test_of_two_forgotten_rolls_each_ruling_is_about_its_own(judge: Judge) -> None:
    seats = judge.opens("rtu")
    judge.reach_closing()
    judge.roll("--forgotten")
    judge.turn()
    judge.roll("--forgotten")
    judge.type("incident", "1", "omitted-roll", "--settles", "1", "--over", "--by", "Ugo Bassi")
    now = judge.type("incident", "1", "omitted-roll", "--settles", "2", "--no-over", "--by", "Ugo Bassi")
    assert any(seats[0] in notice and "4" in notice for notice in now["notices"])
    assert judge.roll("--late", "--dice", "2,2")["over"] is True


def test_the_judge_sees_who_left_and_what_was_ruled(judge: Judge) -> None:
    seats = judge.opens("rtu")
    judge.rules("over-limit", "C", "--armies", "134", "--found")
    judge.rules("withdrawal", "D", "--no-refusal")
    _, printed, _ = judge.organiser.terminal.type("it", "table", "show", judge.id, "1")
    assert f"Per {seats[2]} vale: limite di armate: 126." in printed
    assert f"{seats[3]}: ritirato." in printed


def test_who_is_last_may_be_said_after_laps_were_recorded(judge: Judge) -> None:
    seats = judge.opens("rtu")
    judge.type("turn", "1", "--lap", "4")
    now = judge.type("expire", "1", "--turn", seats[2], "--last", seats[1])
    assert (now["player"], now["turn"], now["lap"]) == (seats[2], "A", 4)


def test_letters_are_those_that_were_shown_when_they_were_typed(judge: Judge) -> None:
    seats = judge.opens("rtu")
    now = judge.type("expire", "1", "--turn", "A", "--out", "D", "--last", "B")
    # Carla began: whoever was A before is C from now on.
    assert [each["player"] for each in now["seats"]] == [seats[2], seats[3], seats[0], seats[1]]
    assert (now["player"], now["turn"]) == (seats[0], "C")
    assert [each["player"] for each in now["seats"] if each["status"] != "playing"] == [seats[3]]


def test_whoever_passes_first_says_whose_turn_it_was(judge: Judge) -> None:
    seats = judge.opens("rtu")
    now = judge.turn("--who", "C", "--conquests", "1")
    assert (now["turn"], now["lap"], now["corrections"]) == ("D", 1, 0)
    assert [each["player"] for each in now["turns"]] == [seats[2]]
    refusal = judge.refused("turn", "1", "--who", "B")
    assert refusal["code"] == "against_record"
    judge.type("turn", "1", "--undo")
    assert judge.show()["turn"] == "A"


def test_an_end_without_answers_says_what_it_takes_for_granted(judge: Judge) -> None:
    seats = judge.opens("rtu")
    [said] = judge.type("expire", "1")["notices"]
    assert said.startswith(f"Nessuno ha detto di chi è il turno: si conta che sia di {seats[0]}")
    judge.type("turn", "1", "--undo")
    now = judge.type("expire", "1", "--turn", seats[1], "--last", seats[0])
    assert (now["player"], now["notices"]) == (seats[1], [])


def test_a_ruling_that_did_nothing_in_the_tournament_is_taken_back_at_the_table(judge: Judge) -> None:
    judge.opens("primavera")
    judge.rules("over-limit", "C", "--armies", "110", "--found")
    assert judge.show()["seats"][2]["army_limit"] == 90
    judge.type("turn", "1", "--undo")
    assert judge.show()["seats"][2]["army_limit"] == 100
    judge.rules("withdrawal", "B")
    assert judge.refused("turn", "1", "--undo")["code"] == "undone_in_tournament"


def test_the_tournament_does_not_take_back_a_table_that_has_taps(judge: Judge) -> None:
    judge.opens("rtu")
    judge.type("clock", "1", "--start")
    judge.turn()
    lap = judge.show()["turn"]
    refusal = judge.organiser.refused("undo", judge.id)
    assert refusal["code"] == "table_has_taps"
    assert f"table turn {judge.id} 1 --undo" in refusal["sentence"]
    assert judge.show()["turn"] == lap == "B"
    judge.type("turn", "1", "--undo")
    judge.type("turn", "1", "--undo")
    assert judge.refused("turn", "1", "--undo")["code"] == "nothing_to_undo"
    judge.organiser.type("undo", judge.id)
    assert judge.refused("show", "1")["code"] == "table_not_open"


def test_nor_the_draw_of_a_round_in_which_somebody_tapped(judge: Judge) -> None:
    judge.sits("rtu")
    judge.organiser.type("start", judge.id)
    judge.type("open", "1")
    judge.turn()
    judge.organiser.type("undo", judge.id)
    assert judge.organiser.refused("undo", judge.id)["code"] == "table_has_taps"
    assert judge.show()["turn"] == "B"


def test_what_the_tournament_took_back_is_no_longer_in_the_way_at_the_table(judge: Judge) -> None:
    judge.opens("rtu")
    judge.turn()
    judge.rules("withdrawal", "B", "--refusal")
    judge.organiser.type("undo", judge.id)
    judge.type("turn", "1", "--undo")
    assert judge.show()["turn"] == "A"


@pytest.mark.parametrize(
    "number", ["9" * 5000, "٣", "1e3", "-1"], ids=["5000 digits", "arabic", "e", "minus"]
)
def test_what_is_no_number_is_refused_wherever_it_is_typed(judge: Judge, number: str) -> None:
    seats = judge.opens("rtu")
    refused = [
        judge.refused("roll", "1", "--dice", f"{number},1"),
        judge.refused("count", "1", "--map", f"{seats[0]}:alaska={number}"),
        judge.refused("incident", "1", "other", "--effect", f"remove-armies={number}", "--reason", "prova"),
        judge.organiser.refused("settings", judge.id, f"--fee={number}"),
        judge.refused("call", "1", f"--seat={number}"),
    ]
    assert [each["code"] for each in refused] == [
        "closing_dice",
        "count_words",
        "unknown_effect",
        "not_euros",
        "not_entered",
    ]


def test_two_things_asked_at_once_are_refused(judge: Judge) -> None:
    judge.opens("rtu")
    judge.type("clock", "1", "--start")
    refused = judge.refused("clock", "1", "--stop", "--go")
    assert (refused["code"], refused["sentence"]) == (
        "one_at_a_time",
        "Una cosa per volta: --stop oppure --go.",
    )
    assert judge.show()["running"]
    assert judge.turn("--set", "B", "--lap", "3", "--reason", "visto")["lap"] == 3
