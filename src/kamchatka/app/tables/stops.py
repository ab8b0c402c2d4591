"""Stops of all clocks of a round, and recovery after a stop of the computer."""

from datetime import datetime
from pathlib import Path

from kamchatka.app.office import TERMINAL, Actor, Office, Role, new_action
from kamchatka.app.tables.keeper import Beat, Timer, last_beat, stop_since
from kamchatka.app.tables.tables import OpenTable, open_tables, record_at
from kamchatka.app.tournaments.listing import open_listed_in
from kamchatka.app.tournaments.opening import tournament_in
from kamchatka.clock import SECOND, ClockReading
from kamchatka.ids import ActionId
from kamchatka.referee.timing import ResumeAfterStop, ResumeClock, StopClock
from kamchatka.refusals import NotPossibleNow
from kamchatka.store.log import LogReader, LogWriter


def wake(office: Office, folder: Path, timer: Timer, *, only: str = "", patience: int | None = None) -> int:
    """After a stop of the computer, resume running clocks from the last saved reading; returns how many.

    Without `patience` only a reboot counts as a stop, since commands come and go while the monotonic clock
    runs. A program that saves readings passes the seconds without one after which it must have been stopped.
    """
    now, last, at = timer(), last_beat(folder), office.clock()

    def stops(reading: LogReader) -> list[tuple[OpenTable, ResumeAfterStop]]:
        desks = [tournament_in(reading, only)] if only else open_listed_in(reading).desks
        tables = (live for desk in desks if desk.tournament.open_round for live in open_tables(reading, desk))
        found = ((live, _stop_of(live, last, now, at, patience)) for live in tables)
        return [(live, stop) for live, stop in found if stop is not None]

    with office.reading() as reading:
        count = len(stops(reading))

    def work(writing: LogWriter) -> None:
        for live, stop in stops(writing):
            record_at(writing, live, stop, "")

    if count:
        office.carry_out(TERMINAL, new_action(), ["wake", repr(now)], work)
    return count


def _stop_of(
    live: OpenTable, last: Beat | None, now: ClockReading, at: datetime, patience: int | None
) -> ResumeAfterStop | None:
    table = live.table
    since = table.clock.since
    if since is None or table.signed or table.course.is_over:
        return None
    kept = last if last and last.reading.run == since.run and last.reading.ms >= since.ms else None
    if now.run != since.run or now.ms < since.ms:
        if kept:
            return ResumeAfterStop(kept.reading, now, stop_since(kept, now, at))
        recorded = _last_event(live, since)
        return ResumeAfterStop(recorded.reading, now, max(1, stop_since(recorded, now, at)))
    if kept is None or patience is None or stop_since(kept, now, at) < patience:
        return None
    return ResumeAfterStop(kept.reading, now, stop_since(kept, now, at))


def _last_event(live: OpenTable, since: ClockReading) -> Beat:
    """Without a saved reading: the time of the last event at the table, by the time of day."""
    began = next(each.at for each in live.occurrences if getattr(each.event, "reading", None) == since)
    at = live.occurrences[-1].at
    seconds = (datetime.fromisoformat(at) - datetime.fromisoformat(began)).total_seconds()
    return Beat(ClockReading(since.run, since.ms + max(0, int(seconds)) * SECOND), at)


def stop_all(
    office: Office,
    actor: Actor,
    id: str,
    timer: Timer,
    *,
    resume: bool = False,
    note: str = "",
    action: ActionId | None = None,
) -> int:
    """Stop every clock of the round, or resume them; returns how many (000-2e). The hall reads the note."""
    actor.must_be(Role.ORGANISER, Role.OFFICIAL_JUDGE)
    now = timer()

    def work(writing: LogWriter) -> None:
        count = 0
        desk = tournament_in(writing, id)
        for live in open_tables(writing, desk):
            table = live.table
            stands = table.stopped_for == "all"
            if table.signed or not table.ends or stands != resume or (table.course.is_over and not stands):
                continue
            # The reason is said once, at the first table.
            record_at(
                writing,
                live,
                ResumeClock(now, "all") if resume else StopClock(now, "all"),
                "" if count else note,
            )
            count += 1

        if not count:
            raise NotPossibleNow("no_clock_runs" if not resume else "no_stop_of_all")

    stored = office.carry_out(actor, action or new_action(), [id, "all", resume, note], work)
    return sum(each.kind == ("clock-resumed" if resume else "clock-stopped") for each in stored)
