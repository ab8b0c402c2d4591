"""The clock of a round: one start for all its tables, and how the hall sees it.

Every table has a clock of its own, which can be stopped or extended; started together, they are one clock.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from kamchatka.app.office import Actor, Office, Role
from kamchatka.app.tables.keeper import Timer
from kamchatka.app.tables.tables import (
    OpenTable,
    begin_to_follow,
    evening_of,
    live_in,
    open_tables,
    record_at,
)
from kamchatka.app.tournaments.opening import OpenTournament, record, tournament_in
from kamchatka.clock import SECOND, ClockReading, minutes_and_seconds
from kamchatka.ids import ActionId
from kamchatka.referee.state import RefereedTable
from kamchatka.referee.timing import StartClock
from kamchatka.referee.views import Stage, stage_of
from kamchatka.refusals import NotPossibleNow
from kamchatka.store.log import LogReader, LogWriter
from kamchatka.tournament.arranging import StartTables
from kamchatka.tournament.command import public_round


def start_round(office: Office, actor: Actor, id: str, timer: Timer, action: ActionId) -> int:
    """Start the clocks of all tables of the round that have no result and do not run yet; returns how many.

    Tables that nobody follows yet are followed from now on, as closely as their judges like.
    """
    actor.must_be(Role.ORGANISER, Role.OFFICIAL_JUDGE)
    now = timer()

    def work(writing: LogWriter) -> None:
        started = 0
        desk = tournament_in(writing, id)
        played = public_round(desk.tournament)
        followed = {live.table.opened.table: live for live in open_tables(writing, desk)}
        for number, table in played.tables.items():
            live = followed.get(number)
            if not table.awaits or (live and (live.table.ends or live.table.has_expired)):
                continue
            if live is None:
                begin_to_follow(writing, tournament_in(writing, id), number, evening_of(office.clock()))
                live = live_in(writing, id, number)
            ends = office.clock().astimezone() + timedelta(minutes=live.table.opened.minutes)
            record_at(writing, live, StartClock(now, ends.strftime("%H:%M")), "")
            started += 1
        if not started:
            raise NotPossibleNow("round_started")
        record(writing, id, StartTables())

    stored = office.carry_out(actor, action, [id, "start"], work)
    return sum(each.kind == "clock-started" for each in stored)


def running_tables(reading: LogReader, desk: OpenTournament) -> frozenset[int]:
    """The tables of the round whose time was started."""
    lives = (live.table for live in open_tables(reading, desk))
    return frozenset(table.opened.table for table in lives if table.ends or table.has_expired)


def planned_start(reading: LogReader, desk: OpenTournament) -> str:
    """When the open round is to start; empty: not planned, or no table waits for it."""
    drawn, start = desk.tournament.open_round, desk.tournament.start
    if drawn is None or start is None or start.round != drawn.number:
        return ""
    return "" if running_tables(reading, desk).issuperset(drawn.unbegun) else start.at


@dataclass(frozen=True)
class TableClock:
    """The clock of a table beside that of the round."""

    table: int
    left: int
    """Milliseconds of play left; negative once time is over."""
    is_running: bool
    later: int
    """Seconds by which it ends later than the round."""
    lap: int
    """0: no lap or turn was recorded."""
    stage: Stage
    is_unsettled: bool
    """Whether a judge must say if the table played while the computer was stopped."""

    @property
    def time(self) -> str:
        """The time left, as people read it."""
        return minutes_and_seconds(self.left)

    @property
    def later_words(self) -> str:
        """By how much it ends later, as people read it."""
        return minutes_and_seconds(self.later * SECOND)


@dataclass(frozen=True)
class RoundClock:
    """The clock of the round, that of most of its tables."""

    round: int
    left: int
    """Milliseconds of play left; negative once time is over."""
    is_running: bool
    is_stopped: bool
    """Whether a judge has stopped all tables (000-2e)."""
    ends: str
    """Time of day at which it ends, if nothing stops it."""
    tables: tuple[TableClock, ...]
    why: str = ""
    """Why all tables stand, if the judge wrote it."""

    @property
    def time(self) -> str:
        """The time left, as people read it."""
        return minutes_and_seconds(self.left)

    @property
    def late(self) -> tuple[TableClock, ...]:
        """The tables that end later than the round."""
        return tuple(each for each in self.tables if each.later > 0 and each.stage != "over")


def round_clock(reading: LogReader, desk: OpenTournament, timer: Timer) -> RoundClock | None:
    """The clock of the last round; None before it was started."""
    lives = [live for live in open_tables(reading, desk) if live.table.ends]
    played = desk.tournament.round
    if not lives or played is None:
        return None
    now = timer()
    usual = _usual(lives, now)
    return RoundClock(
        round=played.number,
        left=usual.table.clock.left(now),
        is_running=usual.table.clock.is_running,
        is_stopped=any(live.table.stopped_for == "all" for live in lives),
        ends=usual.view(timer).ends,
        tables=tuple(_clock(live.table, now) for live in lives),
        why=_why(reading, lives),
    )


def _usual(lives: Sequence[OpenTable], now: ClockReading) -> OpenTable:
    """The table in the middle of those that play and run, by the time left."""
    playing = [live for live in lives if not live.table.course.is_over] or lives
    running = [live for live in playing if live.table.clock.is_running] or playing
    return sorted(running, key=lambda live: live.table.clock.left(now))[(len(running) - 1) // 2]


def _why(reading: LogReader, lives: Sequence[OpenTable]) -> str:
    """The note of the stop of all tables; one of them has it."""
    stopped = (live for live in lives if live.table.stopped_for == "all")
    stops = (
        [each for each in reading.stream(live.stream) if each.kind == "clock-stopped"][-1] for live in stopped
    )
    return next(filter(None, map(reading.note, stops)), "")


def _clock(table: RefereedTable, now: ClockReading) -> TableClock:
    return TableClock(
        table=table.opened.table,
        left=table.clock.left(now),
        is_running=table.clock.is_running,
        later=table.given_back,
        lap=table.course.lap if table.knows_lap else 0,
        stage=stage_of(table),
        is_unsettled=bool(table.unsettled),
    )
