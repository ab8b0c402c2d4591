"""Playing time: nothing but play uses it up, whatever the machine and its time of day do."""

import json
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kamchatka.app.files import data_folder, database_path
from kamchatka.app.office import open_office
from kamchatka.app.tables.keeper import (
    EVERY,
    PATIENCE,
    Beat,
    beat_file,
    keep,
    last_beat,
    stop_since,
    system_timer,
)
from kamchatka.app.tables.stops import wake
from kamchatka.clock import SECOND, ClockReading, GameClock, minutes_and_seconds
from kamchatka.referee.timing import ResumeAfterStop, StartClock
from kamchatka.store.database import Holder
from tests.referee.judge import Judge
from tests.referee.tables import Table

MINUTE = 60
ASKED = "fermo 3:12: giocati o restituiti (di norma)? «table clock --played» o «--back»"


def at(seconds: int, run: str = "run") -> ClockReading:
    """A reading of the steady clock."""
    return ClockReading(run, seconds * SECOND)


def set_day(monkeypatch: pytest.MonkeyPatch, when: datetime) -> None:
    """What the time of day is for commands from now on."""
    monkeypatch.setattr("kamchatka.cli.office.open_office", partial(open_office, clock=lambda: when))


@given(st.lists(st.integers(0, 10_000), max_size=20))
def test_only_what_lies_between_start_and_stop_is_played(waits: list[int]) -> None:
    clock, now, played = GameClock(limit=10**9), 0, 0
    for number, wait in enumerate(waits):
        clock = clock.stopped(at(now)) if number % 2 else clock.started(at(now))
        played += 0 if number % 2 else wait
        now += wait
        assert clock.elapsed(at(now)) == played * SECOND
        assert clock.left(at(now)) == 10**9 - played * SECOND


def test_a_machine_that_was_off_counts_until_its_last_reading() -> None:
    clock = GameClock(90 * MINUTE * SECOND).started(at(100))
    resumed = clock.resumed(at(400), at(5, "other"))
    assert minutes_and_seconds(resumed.left(at(5, "other"))) == "85:00"
    assert minutes_and_seconds(resumed.left(at(65, "other"))) == "84:00"
    assert minutes_and_seconds(GameClock(0).left(at(0))) == "0:00"
    assert minutes_and_seconds(GameClock(0).started(at(0)).left(at(150))) == "+2:30"


@pytest.mark.clause("000-2e")
def test_paused_for_all_at_41_minutes_it_is_41_minutes_six_minutes_later(judge: Judge) -> None:
    judge.sits("challenge", *(f"P{number}" for number in range(1, 9)))
    for table in ("1", "2"):
        judge.type("open", table)
    judge.type("clock", "1", "--start")
    judge.wait(-(3 * MINUTE + 30) + 7 * MINUTE)
    judge.type("clock", "2", "--start")
    judge.wait(75 * MINUTE + 30)
    judge.type("clock", "1", "--extend", "0", "--stop")
    judge.type("clock", "1", "--go")
    times = {table: judge.show(table)["time"] for table in (1, 2)}
    assert times == {1: "41:00", 2: "44:30"}
    assert judge.type("clock", "--all", "--stop")["tables"] == 2
    judge.wait(6 * MINUTE)
    assert {table: judge.show(table)["time"] for table in (1, 2)} == times
    refused = judge.refused("turn", "2")
    assert (refused["code"], refused["clause"]) == ("all_stopped", "000-2e")
    assert judge.refused("clock", "2", "--go")["clause"] == "000-2e"
    judge.type("call", "2", "--seat", "A")  # a judge may be called at any moment
    assert judge.type("clock", "--all", "--go")["tables"] == 2
    assert {table: judge.show(table)["time"] for table in (1, 2)} == times
    judge.wait(MINUTE)
    assert [judge.show(table)["time"] for table in (1, 2)] == ["40:00", "43:30"]
    assert judge.show(1)["state"] == "playing"  # a stop of all makes nobody late


@pytest.mark.clause("000-2e")
def test_a_stop_of_all_holds_where_no_clock_was_started(judge: Judge) -> None:
    judge.sits("challenge", *(f"P{number}" for number in range(1, 13)))
    for table in ("1", "2"):
        judge.type("open", table)
    assert judge.refused("clock", "--all", "--stop")["code"] == "no_clock_runs"
    judge.type("clock", "1", "--start")
    judge.type("clock", "--all", "--stop")
    judge.type("open", "3")
    for table in ("2", "3"):
        assert judge.show(int(table))["notices"] == ["Tutti i tavoli sono fermi."]
        assert judge.refused("clock", table, "--start")["clause"] == "000-2e"
        assert judge.refused("turn", table)["code"] == "all_stopped"
        judge.type("call", table, "--seat", "A")
    assert [each["notices"][0] for each in judge.type("show")] == ["Tutti i tavoli sono fermi."] * 3
    judge.type("clock", "--all", "--go")
    for table in ("2", "3"):
        assert judge.show(int(table))["notices"] == []
        assert judge.type("clock", table, "--start")["running"]


@pytest.mark.clause("000-2e")
def test_a_game_that_ends_during_a_stop_of_all_is_counted_after_it(judge: Judge) -> None:
    judge.opens("rtu")
    judge.type("clock", "1", "--start")
    judge.type("clock", "--all", "--stop")
    assert judge.rules("other", "A", "--effect", "game-won")["over"]
    assert judge.refused("count", "1", "--points=B=40")["code"] == "all_stopped"
    judge.type("clock", "--all", "--go")
    judge.type("count", "1", "--points=B=40")


def test_a_table_that_stood_alone_ends_later_than_the_round(judge: Judge) -> None:
    judge.opens("rtu")
    judge.type("clock", "1", "--start")
    ends = judge.show()["ends"]
    judge.wait(10 * MINUTE)
    now = judge.type("call", "1", "--seat", "B", "--stop")
    assert (now["state"], now["running"], now["time"]) == ("call", False, "95:00")
    judge.wait(4 * MINUTE)
    now = judge.type("call", "1", "--close", "1")
    assert (now["state"], now["running"], now["time"]) == ("late", True, "95:00")
    later = datetime.strptime(ends, "%H:%M").replace(tzinfo=UTC) + timedelta(minutes=4)
    assert now["ends"] == later.strftime("%H:%M")


def test_time_stands_until_the_last_call_is_settled(judge: Judge) -> None:
    judge.opens("rtu")
    judge.type("clock", "1", "--start")
    judge.type("call", "1", "--seat", "B", "--stop")
    judge.wait(MINUTE)
    judge.type("call", "1", "--seat", "C", "--stop")
    assert not judge.type("call", "1", "--close", "1")["running"]
    judge.wait(MINUTE)
    now = judge.type("call", "1", "--close", "2")
    assert (now["running"], now["time"]) == (True, "105:00")


def test_a_clock_the_judge_stopped_waits_for_the_judge(judge: Judge) -> None:
    judge.opens("rtu")
    judge.type("clock", "1", "--start")
    judge.wait(MINUTE)
    judge.type("clock", "1", "--stop")
    judge.type("call", "1", "--seat", "B", "--stop")
    assert not judge.type("call", "1", "--close", "1")["running"]
    assert judge.type("clock", "1", "--go")["running"]


def test_time_of_day_is_never_looked_at(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    judge.opens("rtu")
    judge.type("clock", "1", "--start")
    for hours in (1, -1, 24, -24 * 3650):
        set_day(monkeypatch, datetime(2026, 3, 29, 2, 30, tzinfo=UTC) + timedelta(hours=hours))
        judge.wait(MINUTE)
        judge.turn()
    assert judge.show()["time"] == "101:00"
    assert [each["seconds"] for each in judge.show()["turns"]] == [60, 60, 60, 60]


def keeping(judge: Judge) -> None:
    """The program that keeps the time starts, and writes one reading."""
    with open_office(database_path(), Holder("test")) as office:
        wake(office, data_folder(), judge.timer, patience=PATIENCE)
        keep(data_folder(), judge.timer(), office.clock())


def test_the_program_that_keeps_the_time_is_killed_in_play(judge: Judge) -> None:
    judge.opens("rtu")
    words = [sys.executable, "-m", "kamchatka", "table", "clock", judge.id, "--keep"]
    for _ in range(2):
        beat_file(data_folder()).unlink(missing_ok=True)
        with subprocess.Popen(words, stdout=subprocess.DEVNULL) as program:
            for _ in range(300):
                if last_beat(data_folder()) is not None:
                    break
                time.sleep(0.1)
            program.kill()
        beat = last_beat(data_folder())
        assert beat is not None
        assert 0 <= system_timer().since(beat.reading) < 60 * SECOND
    judge.reading = system_timer()
    judge.type("clock", "1", "--start")
    judge.wait(5 * MINUTE)
    assert judge.show()["time"] == "100:00"


def test_killed_and_started_again_the_judge_is_asked_once(judge: Judge) -> None:
    judge.opens("rtu")
    judge.type("clock", "1", "--start")
    judge.wait(20 * MINUTE)
    keeping(judge)  # its last reading before it is killed
    judge.wait(3 * MINUTE + 12)
    keeping(judge)  # started again
    now = judge.show()
    assert now["time"] == "85:00"
    assert now["notices"] == [ASKED]
    judge.wait(20)
    keeping(judge)  # two readings are nearer than that when nobody stopped it
    now = judge.type("clock", "1", "--back")
    assert (now["time"], now["notices"], now["state"]) == ("84:40", [], "late")
    assert judge.refused("clock", "1", "--back")["code"] == "nothing_to_settle"
    keeping(judge)
    assert judge.show()["notices"] == []


def test_a_stop_that_was_played_counts(judge: Judge) -> None:
    judge.opens("rtu")
    judge.type("clock", "1", "--start")
    keeping(judge)
    judge.wait(3 * MINUTE + 12)
    keeping(judge)
    assert judge.show()["time"] == "105:00"
    assert judge.type("clock", "1", "--played")["time"] == "101:48"


@pytest.mark.parametrize("hours", [0, 1, -1])
def test_switched_off_and_on_again_no_playing_time_is_lost(judge: Judge, hours: int) -> None:
    judge.opens("rtu")
    judge.type("clock", "1", "--start")
    judge.wait(20 * MINUTE)
    keep(data_folder(), judge.reading, datetime.now(UTC) - timedelta(hours=hours))
    judge.reading = ClockReading("after", 7)  # the machine counts from nothing again
    assert judge.turn("--who", "A")["time"] == "85:00"
    judge.wait(MINUTE)
    assert judge.show()["time"] == "84:00"
    assert len(judge.show()["notices"]) == (1 if hours > 0 else 0)


def test_where_nobody_kept_the_time_the_last_tap_tells(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    def day(minutes: int) -> None:
        when = datetime(2026, 3, 14, 21, tzinfo=UTC) + timedelta(minutes=minutes)
        set_day(monkeypatch, when)

    day(0)
    judge.opens("rtu")
    judge.type("clock", "1", "--start")
    day(20)
    judge.wait(20 * MINUTE)
    judge.turn()
    day(32)
    judge.reading = ClockReading("after", 7)  # switched off twelve minutes after that tap, or less
    now = judge.turn()
    assert now["time"] == "85:00"
    assert now["notices"][0].startswith("fermo 12:00: giocati o restituiti")
    assert judge.type("clock", "1", "--played")["time"] == "73:00"
    day(30)  # the time of day was set back meanwhile: how long it was nobody can say, but it is asked
    judge.reading = ClockReading("again", 3)
    assert judge.turn()["notices"][0].startswith("fermo 0:01")


def test_readings_that_nobody_can_read_are_no_readings(tmp_path: Path) -> None:
    assert last_beat(tmp_path) is None
    keep(tmp_path, at(12), datetime(2026, 1, 1, tzinfo=UTC))
    beat = last_beat(tmp_path)
    assert beat is not None
    assert stop_since(beat, at(20), datetime(2025, 1, 1, tzinfo=UTC)) == 8
    assert stop_since(beat, at(1, "other"), datetime(2026, 1, 1, 0, 1, tzinfo=UTC)) == 60
    assert stop_since(beat, at(1, "other"), datetime(2025, 1, 1, tzinfo=UTC)) == 0
    (tmp_path / "orologio.json").write_text(json.dumps({"reading": 3}))
    assert last_beat(tmp_path) is None


def test_no_stop_restart_or_jump_ever_costs_playing_time() -> None:
    """A thousand evenings in which the program is killed, the machine switched off and its clock set."""
    for seed in range(1000):
        luck, table = Random(seed), Table("rtu")
        now, day, played = at(luck.randrange(1000)), datetime(2026, 3, 29, 1, tzinfo=UTC), 0
        table.do(StartClock(now, "23:00"))
        for stops in range(1, luck.randrange(2, 13)):
            day += timedelta(seconds=luck.choice((0, 3600, -3600, 86400, -86400 * 3650)))
            seconds = luck.randrange(1, 900)
            # The program runs, and its last reading is at most ten seconds old; then it stops for a while.
            now = ClockReading(now.run, now.ms + seconds * SECOND)
            played += seconds
            beat = Beat(ClockReading(now.run, now.ms - luck.randrange(EVERY) * SECOND), day.isoformat())
            off = luck.randrange(PATIENCE, 600)
            if luck.random() < 0.5:
                now = ClockReading(f"{now.run}+", luck.randrange(100) * SECOND)
            else:
                now = ClockReading(now.run, now.ms + off * SECOND)
            table.do(ResumeAfterStop(beat.reading, now, stop_since(beat, now, day + timedelta(seconds=off))))
            elapsed = table.live.clock.elapsed(now) // SECOND
            assert played - EVERY * stops <= elapsed <= played, seed


@pytest.mark.clause("003-9b")
def test_the_end_is_announced_at_the_start(judge: Judge) -> None:
    for rulebook, minutes in (("milano", 105), ("rtu", 90)):
        judge.sits(rulebook)
        judge.type("open", "1", *(("--minutes", "90") if rulebook == "rtu" else ()))
        before = datetime.now(UTC).astimezone()
        now = judge.type("clock", "1", "--start")
        expected = {(before + timedelta(minutes=minutes, seconds=each)).strftime("%H:%M") for each in (0, 30)}
        assert now["ends"] in expected
        told = f"Annuncio: si gioca 105 minuti, fino alle {now['ends']} [003-9b]."
        assert now["announcements"] == ([told] if rulebook == "milano" else [])
        judge.turn()
        assert judge.refused("clock", "1", "--start")["code"] == "clock_started"


@pytest.mark.clause("001-E1")
def test_games_last_from_90_to_105_minutes(judge: Judge) -> None:
    judge.sits("rtu")
    for minutes in ("89", "106"):
        refused = judge.refused("open", "1", "--minutes", minutes)
        assert (refused["code"], refused["clause"]) == ("playing_time", "001-E1")
    judge.type("open", "1", "--minutes", "90")
    judge.type("clock", "1", "--start")
    judge.wait(89 * MINUTE + 59)
    assert judge.refused("expire", "1")["sentence"] == "Mancano ancora 0:01: il tempo non è scaduto."
    judge.wait(1)
    now = judge.type("expire", "1")
    assert (now["laps_left"], now["time"]) == (1, "0:00")
    judge.wait(150)
    assert judge.show()["time"] == "+2:30"


def test_no_time_begins_once_it_is_over(judge: Judge) -> None:
    judge.opens("rtu")
    judge.type("expire", "1")
    refused = judge.refused("clock", "1", "--start")
    assert refused["sentence"] == "Il tempo è già scaduto: l'ultimo giro è il 2."
    judge.type("count", "1", "--end", "--reason", "tardi")
    assert judge.refused("clock", "1", "--start")["code"] == "game_over"


@pytest.mark.clause("004-B20a")
def test_the_stopwatch_of_a_turn_is_kept(judge: Judge) -> None:
    judge.opens("primavera")
    judge.type("clock", "1", "--start")
    judge.wait(250)
    assert judge.show()["turn_seconds"] == 250
    judge.turn()
    judge.wait(30)
    judge.type("clock", "1", "--stop")
    judge.wait(600)  # nobody plays
    judge.type("clock", "1", "--go")
    judge.turn()
    assert [each["seconds"] for each in judge.show()["turns"]] == [250, 30]
    assert judge.show()["notices"] == []  # it only informs


@pytest.mark.clause("004-B20b")
def test_a_limit_of_turns_is_set_on_request_from_the_next_turn_on(judge: Judge) -> None:
    judge.opens("primavera")
    judge.type("clock", "1", "--start")
    judge.wait(240)
    assert judge.rules("slow-play", "A", "--no-asked")["ruling"]["rule"] == "good-sense"
    now = judge.rules("slow-play", "A", "--asked", "--minutes", "3")
    assert (now["ruling"]["clauses"], now["turn_limit"]) == (["004-B20b"], None)
    assert now["notices"] == []
    assert judge.turn()["turn_limit"] == 180


@pytest.mark.clause("004-B20c")
def test_past_the_limit_the_player_must_pass(judge: Judge) -> None:
    seats = judge.opens("primavera")
    judge.type("clock", "1", "--start")
    judge.rules("slow-play", "A", "--asked", "--minutes", "3")
    judge.turn()
    judge.wait(180)
    now = judge.rules("slow-play", "B")  # the table knows that there is a limit, and how long the turn is
    assert (now["ruling"]["rule"], now["turn"], now["notices"]) == ("in-time", "B", [])
    judge.wait(1)
    [told] = judge.show()["notices"]
    assert told.startswith(f"{seats[1]} gioca da 3:01, il limite è 3:00")
    now = judge.rules("slow-play", "B", "--conquests", "1")
    assert (now["ruling"]["clauses"], now["turn"]) == (["004-B20c"], "C")


def test_two_minutes_apart_are_two_minutes(judge: Judge) -> None:
    judge.opens("rtu")
    judge.type("clock", "1", "--start")
    found = []
    for _ in range(4):
        judge.wait(120)
        found.append(judge.turn()["time"])
    minutes = [int(each.partition(":")[0]) for each in found]
    assert [before - after for before, after in pairwise(minutes)] == [2, 2, 2]
