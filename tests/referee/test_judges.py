"""Judges: calls from any seat at any moment, rulings by who may, rosters without gaps."""

from datetime import UTC, datetime

import pytest

from kamchatka.app.tables.tables import evening_of
from tests.referee.judge import FOUR, Judge


@pytest.mark.clause("000-2d")
def test_any_seat_calls_the_judge_in_any_phase(judge: Judge) -> None:
    seats = judge.opens("challenge")
    for seat in "ABCD":  # before the first turn
        judge.type("call", "1", "--seat", seat)
    judge.type("call", "1", "--seat", "D")  # who waits already is counted once
    assert [each["player"] for each in judge.show()["calls"]] == seats
    for number in range(1, 5):
        judge.type("call", "1", "--close", str(number))
    judge.type("clock", "1", "--start")
    judge.type("clock", "--all", "--stop")  # all tables stand still, and a seat still calls
    now = judge.type("call", "1", "--seat", "C", "--phase", "combat")
    assert (now["turn"], now["state"]) == ("A", "call")
    assert now["calls"][0] == {
        "number": 5,
        "player": seats[2],
        "phase": "combat",
        "answered": False,
    }
    assert judge.refused("turn", "1")["code"] == "all_stopped"
    judge.type("clock", "--all", "--go")
    judge.wait(120 * 60)
    judge.reach_closing()
    judge.type("call", "1", "--seat", "A")
    judge.roll("--dice", "1,1")
    judge.type("call", "1", "--seat", "B")  # the game is over
    queue = judge.type("call")
    assert [(each["table"], each["player"], each["call"]) for each in queue[1:]] == [
        (1, seats[0], "closing-roll"),
        (1, seats[1], "over"),
    ]
    assert all(each["at"].endswith("Z") for each in queue)
    for number in range(5, 8):
        judge.type("call", "1", "--close", str(number))
    assert judge.type("call") == []
    assert judge.refused("call", "1", "--close", "1")["code"] == "call_closed"
    assert judge.refused("call", "1", "--seat", "Zeno")["code"] == "not_entered"
    assert judge.refused("call", "1", "--seat", "A", "--phase", "boh")["code"] == "unknown_word"


def test_a_call_is_answered_once_and_the_queue_is_in_order_of_time(judge: Judge) -> None:
    people = [f"P{number}" for number in range(1, 9)]
    judge.sits("rtu", *people)
    judge.type("open", "1")
    judge.type("open", "2")
    judge.type("call", "2", "--seat", "A")
    judge.type("call", "1", "--seat", "B")
    assert [each["table"] for each in judge.type("call")] == [2, 1]
    judge.type("call", "2", "--answer", "1", "--by", "Ugo Bassi")
    assert judge.refused("call", "2", "--answer", "1")["code"] == "call_answered"
    assert [each["answered"] for each in judge.type("call")] == [True, False]
    assert judge.refused("call", "1", "--answer", "9")["code"] == "no_such_call"


@pytest.mark.clause("000-2h")
def test_only_the_official_judge_appoints_table_judges(judge: Judge) -> None:
    id = judge.organiser.open("tre-partite")
    judge.organiser.enter(id, *FOUR)
    judge.organiser.type("judge", id, "Ada Neri", "--table", "--by", "Ugo Bassi")
    for appointing in ("Ada Neri", "Anna"):
        refused = judge.organiser.refused("judge", id, "Ivo Galli", "--table", "--by", appointing)
        assert (refused["code"], refused["clause"]) == ("appointed_by", "000-2h")
        assert appointing in refused["sentence"]
    judge.organiser.type("judge", id, "Ivo Galli", "--table", "--by", "Ugo Bassi")
    judge.id = id
    judge.organiser.type("draw", id, "--seed", "seme")
    judge.type("open", "1")
    judge.type("call", "1", "--seat", "A")
    judge.type("call", "1", "--close", "1", "--by", "Ivo Galli")


@pytest.mark.clause("000-2i")
def test_a_table_judge_verifies_and_does_the_final_computation(judge: Judge) -> None:
    seats = judge.sits("challenge")
    judge.organiser.type("judge", judge.id, "Ada Neri", "--table")
    judge.type("open", "1", "--judge", "Ada Neri")
    by = ("--by", "Ada Neri")
    judge.type("expire", "1", *by)
    counted = zip(seats, (62, 55, 40, 21), strict=True)
    words = [word for name, points in counted for word in ("--points", f"{name}={points}")]
    judge.type("count", "1", "--end", "--reason", "tardi", *words, *by)
    assert judge.show()["asked"] == []
    judge.type("incident", "1", "over-limit", "--offender", "A", "--armies", "90", *by)  # no discipline
    refused = judge.refused("clock", "1", "--back", *by)
    assert refused["code"] == "role"
    judge.type("sign", "1")
    judge.organiser.type("close", judge.id)
    rows = judge.organiser.standings(judge.id)
    assert [rows[name]["rank"] for name in seats] == [1, 2, 3, 4]
    # Somebody who is no judge does neither.
    judge.sits("challenge")
    judge.type("open", "1")
    assert judge.refused("expire", "1", "--by", "Anna")["clause"] == "001-J4"


@pytest.mark.clause("000-2j")
def test_a_table_judge_can_only_forward_what_is_discipline(judge: Judge) -> None:
    seats = judge.sits("primavera")
    judge.organiser.type("judge", judge.id, "Ada Neri", "--table")
    judge.type("open", "1")
    for case in ("coarse-language", "penalty --expulsion", "other"):
        name, *answers = case.split()
        now = judge.rules(name, "B", *answers, by="Ada Neri")
        assert (now["forwarded"], now["effects"]) == (True, [])
        assert now["seats"][1]["status"] == "playing"
    queue = judge.type("call")
    assert [(each["incident"], each["player"]) for each in queue] == [
        ("coarse-language", seats[1]),
        ("penalty", seats[1]),
        ("other", seats[1]),
    ]
    assert judge.show()["notices"] == [
        f"Caso n. {number} «{case}» ({seats[1]}): decide il giudice ufficiale."
        for number, case in enumerate(("coarse-language", "penalty", "other"), 1)
    ]
    # What was answered before is not asked again.
    now = judge.type("incident", "1", "penalty", "--settles", "2", "--by", "Ugo Bassi")
    assert (now["forwarded"], now["seats"][1]["status"]) == (False, "excluded")
    assert len(judge.type("call")) == 2
    assert judge.refused("incident", "1", "penalty", "--settles", "2")["code"] == "no_such_incident"
    assert judge.refused("incident", "1", "penalty", "--settles", "1")["code"] == "no_such_incident"
    # What only puts things right is ruled at once.
    assert not judge.rules("over-limit", "C", "--armies", "104", by="Ada Neri")["forwarded"]


@pytest.mark.clause("002-21a")
def test_incidents_of_all_tables_reach_the_referee(judge: Judge) -> None:
    judge.sits("aziendale", *(f"P{number}" for number in range(1, 17)))
    judge.organiser.type("judge", judge.id, "Ada Neri", "--table")
    assert [judge.type("open", each)["table"] for each in "1234"] == [1, 2, 3, 4]
    assert judge.type("call") == []
    for table in ("1", "1", "4"):
        judge.type("incident", table, "other", "--offender", "A", "--by", "Ada Neri")
    assert [each["table"] for each in judge.type("call")] == [1, 1, 4]


def test_rulings_beyond_the_table_reach_the_tournament(judge: Judge) -> None:
    seats = judge.opens("primavera", words=("--formula", "primavera"))
    judge.rules("penalty", "B", "--points")
    words = ("disruption", "--offender", "C", "--resumes")
    assert judge.refused("incident", "1", *words)["clause"] == "000-2g"  # never without a reason
    judge.rules("disruption", "C", "--resumes")
    refused = judge.organiser.refused("rollcall", judge.id, "--present", seats[2])
    assert refused["code"] == "is_disqualified"


@pytest.mark.clause("001-J1")
def test_hours_without_a_judge_are_named(judge: Judge) -> None:
    organiser = judge.organiser
    id = organiser.open("tre-partite")
    [row] = organiser.type("roster", id, "sabato", "--hours", "14:00-22:00")["sessions"]
    assert row["uncovered"] == ["14:00-22:00"]
    organiser.type("roster", id, "sabato", "--hours", "14:00-20:00", "--judge", "Ugo Bassi")
    refused = organiser.refused("roster", id, "--check")
    assert (refused["code"], refused["clause"]) == ("uncovered_hours", "001-J1")
    assert refused["missing"] == ["20:00-22:00"]
    organiser.type("judge", id, "Ada Neri", "--table")
    organiser.type("roster", id, "sabato", "--hours", "19:30-22:00", "--judge", "Ada Neri")
    [row] = organiser.type("roster", id, "--check")["sessions"]
    assert (row["judges"], row["uncovered"]) == (["Ugo Bassi", "Ada Neri"], [])
    # A session may go past midnight, and a judge who goes home leaves a gap.
    organiser.type("roster", id, "notte", "--hours", "21:00-01:00")
    organiser.type("roster", id, "notte", "--hours", "00:00-01:00", "--judge", "Ada Neri")
    rows = organiser.type("roster", id)["sessions"]
    assert rows[1]["uncovered"] == ["21:00-00:00"]
    organiser.type("judge", id, "Ada Neri", "--remove")
    assert [row["uncovered"] for row in organiser.type("roster", id)["sessions"]] == [
        ["20:00-22:00"],
        ["21:00-01:00"],
    ]
    assert organiser.refused("roster", id, "domenica", "--hours", "9-12")["code"] == "hours"
    rows = organiser.type("roster", id, "giorno", "--hours", "09:05-09:05")["sessions"]
    assert rows[-1]["uncovered"] == ["09:05-09:05"], "a day and a night"


@pytest.mark.clause("001-J2")
def test_a_declared_tie_is_told_where_the_two_meet(judge: Judge) -> None:
    people = [f"P{number}" for number in range(1, 9)]
    seats = judge.sits("rtu", *people)
    judge.organiser.type("judge", judge.id, "Ada Neri", "--table")
    judge.organiser.type("conflict", judge.id, "Ada Neri", seats[2])
    now = judge.type("open", "1", "--judge", "Ada Neri")
    assert now["notices"] == [f"Ada Neri ha dichiarato un legame con {seats[2]} [001-J2]."]
    assert judge.type("open", "2", "--judge", "Ada Neri")["notices"] == []
    # Whoever plays at a table does not judge it.
    seats = judge.sits("rtu")
    judge.organiser.type("judge", judge.id, seats[0], "--table")
    refused = judge.refused("open", "1", "--judge", seats[0])
    assert (refused["code"], refused["clause"]) == ("judge_seated", "001-J2")


@pytest.mark.clause("004-B25e", "004-B25f")
def test_repeats_are_counted_by_the_table_itself(judge: Judge) -> None:
    seats = judge.opens("primavera", words=("--formula", "primavera"))
    assert judge.rules("coarse-language", "B")["effects"][-1]["kind"] == "warning"
    assert judge.rules("coarse-language", "C")["effects"][-1]["kind"] == "warning"  # of each alone
    assert judge.rules("die-out", "B")["ruling"]["answers"]["before"] == 0
    assert judge.rules("die-out", "B")["ruling"]["answers"]["before"] == 1
    now = judge.next_round(seats)
    assert {each["player"] for each in now["effects"]} == {seats[1], seats[2]}
    now = judge.rules("coarse-language", seats[1])  # this one counts through the tournament
    assert (now["ruling"]["answers"]["before"], now["effects"][-1]["kind"]) == (1, "cards-denied")
    assert judge.rules("die-out", seats[1])["ruling"]["answers"]["before"] == 0  # that one within a game


@pytest.mark.clause("004-B25e")
def test_a_warning_for_the_whole_tournament_is_given_there_too(judge: Judge) -> None:
    seats = judge.opens("primavera", words=("--formula", "primavera"))
    judge.rules("coarse-language", "B")
    lifted = judge.organiser.type("lift-sanction", judge.id, "1", "--reason", "non era bestemmia")
    assert lifted["events"] == [f"Ritirato il provvedimento 1, dato a {seats[1]}."]
    assert (
        judge.organiser.refused("lift-sanction", judge.id, "2", "--reason", "x")["code"] == "no_such_sanction"
    )


def test_a_table_that_is_followed_keeps_its_seats(judge: Judge) -> None:
    seats = judge.opens("rtu", *(f"P{number}" for number in range(1, 9)))
    refused = judge.organiser.refused("swap", judge.id, seats[0], "P8" if "P8" not in seats else "P1")
    assert refused["code"]
    # Drawn anew after an undo, it is another table, to be opened again.
    judge.organiser.type("undo", judge.id)
    assert judge.refused("show", "1")["code"] == "table_not_open"
    judge.type("open", "1")


def test_what_was_earned_before_is_served_at_the_next_table(judge: Judge) -> None:
    seats = judge.opens("primavera", words=("--formula", "primavera"))
    judge.rules("other", "D", "--effect", "army-limit=80", "--scope", "evening")
    judge.rules("penalty", "C", "--denial")  # of this game alone
    now = judge.next_round(seats)
    assert [each["kind"] for each in now["effects"]] == ["army-limit"]
    limits = {each["player"]: each["army_limit"] for each in now["seats"]}
    assert limits[seats[3]] == 80
    assert now["notices"] == [f"Per {seats[3]} vale: limite di armate: 80."]


@pytest.mark.parametrize(
    ("at", "evening"),
    [
        ("2026-05-09 21:00", "2026-05-09"),
        ("2026-05-10 00:40", "2026-05-09"),
        ("2026-05-10 05:59", "2026-05-09"),
        ("2026-05-10 06:00", "2026-05-10"),
    ],
)
def test_an_evening_goes_on_after_midnight(at: str, evening: str) -> None:
    here = datetime.fromisoformat(at).astimezone()
    assert str(evening_of(here.astimezone(UTC))) == evening


@pytest.mark.clause("004-B26k")
def test_who_does_not_say_pass_is_asked(judge: Judge) -> None:
    judge.opens("primavera")
    now = judge.type("turn", "1", "--no-pass")
    assert (now["turn"], now["turns"]) == ("A", [])
    assert judge.type("turn", "1", "--pass")["turn"] == "B"


def test_a_call_says_who_calls_when_and_whether_a_clock_stopped(judge: Judge) -> None:
    seats = judge.opens("rtu")
    assert judge.refused("call", "1")["sentence"].startswith("Chi chiama il giudice?")
    told = judge.reads("call", "1", "--seat", "B", "--stop")
    assert told.startswith("Il tempo di questo tavolo non era in corso: non c'è nulla da fermare.")
    assert f"Chiamata n. 1: {seats[1]} (preparazione)." in told
    assert "preparazione" in judge.reads("call")
    judge.type("clock", "1", "--start")
    assert "nulla da fermare" not in judge.reads("call", "1", "--seat", "C", "--stop")
    judge.type("clock", "1", "--go")
    assert judge.reads("clock", "--all", "--stop") == "Tavoli con il tempo fermo: 1.\n"


def test_a_ruling_that_is_refused_is_not_told_as_done(judge: Judge) -> None:
    judge.opens("rtu")
    words = ("table", "incident", judge.id, "1", "other", "--offender", "A", "--effect", "warning")
    status, out, err = judge.organiser.terminal.type("it", *words)
    assert (status, out) == (2, "")
    assert "[000-2g]" in err  # the written reason is missing


def test_dice_that_nobody_can_read_are_asked_for_by_their_number(judge: Judge) -> None:
    judge.opens("aziendale")
    refused = judge.refused("roll", "1", "--dice", "due")
    assert refused["sentence"] == "Numero di dadi da scrivere: 1, ognuno da 1 a 6."
