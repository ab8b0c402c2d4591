"""Commands for a table's clock, computed from monotonic clock readings."""

from typing import Annotated

from kamchatka.clock import SECOND, ClockReading
from kamchatka.command import Meaning, Steady
from kamchatka.referee.command import JUDGES, OFFICIAL, TableCommand, must_go_on
from kamchatka.referee.events import (
    ClockExtended,
    ClockInterrupted,
    ClockResumed,
    ClockStarted,
    ClockStopped,
    InterruptionSettled,
    StopScope,
)
from kamchatka.referee.state import RefereedTable
from kamchatka.refusals import NotPossibleNow, NotUnderstood

MOST_EXTENSION = 3600
"""Maximum seconds added or removed by one extension."""


class StartClock(TableCommand):
    """Start playing time."""

    name = "start-clock"
    typed = "clock --start"
    help = "Parte il tempo · time begins."
    roles = JUDGES
    now: Steady
    ends: Annotated[str, Meaning("ends")]
    """The end as a time of day, to be announced."""

    def decide(self, table: RefereedTable) -> list[object]:
        """Allowed once, before time expires."""
        must_go_on(table)
        if table.has_expired:
            raise NotPossibleNow("expired_already", lap=table.course.last_lap)
        if table.ends:
            raise NotPossibleNow("clock_started", table=table.opened.table, ends=table.ends)
        return [ClockStarted(self.now, self.ends)]


class StopClock(TableCommand):
    """Stop playing time, at this table or as part of a stop of all tables."""

    name = "stop-clock"
    typed = "clock --stop"
    help = "Ferma il tempo · stop the clock."
    roles = JUDGES
    during_stop = True
    now: Steady
    scope: StopScope = "table"

    def decide(self, table: RefereedTable) -> list[object]:
        """Needs a running clock; a stop of all tables replaces a stop of this one."""
        if table.clock.is_running:
            return [ClockStopped(self.now, self.scope)]
        if self.scope == "all" and table.stopped_for == "table":
            return [self._until_now(table), ClockStopped(self.now, "all")]
        raise NotPossibleNow("clock_stands", table=table.opened.table)

    def _until_now(self, table: RefereedTable) -> ClockResumed:
        assert table.stopped_at is not None
        return ClockResumed(self.now, "table", self.now.since(table.stopped_at) // SECOND)


class ResumeClock(TableCommand):
    """Resume playing time; the stopped time is given back."""

    name = "resume-clock"
    typed = "clock --go"
    help = "Riparte: il fermo è restituito · go on."
    roles = JUDGES
    during_stop = True
    now: Steady
    scope: StopScope = "table"

    def decide(self, table: RefereedTable) -> list[object]:
        """A stop of all tables can only end for all."""
        if table.stopped_at is None:
            code = "clock_runs" if table.ends else "clock_not_started"
            raise NotPossibleNow(code, table=table.opened.table)
        if table.stopped_for != self.scope:
            raise NotPossibleNow("all_stopped", clause="000-2e")
        return [ClockResumed(self.now, self.scope, self.now.since(table.stopped_at) // SECOND)]


class ExtendClock(TableCommand):
    """Give this table more time, or less."""

    name = "extend-clock"
    typed = "clock --extend"
    help = "Minuti in più · more minutes."
    roles = JUDGES
    during_stop = True
    seconds: Annotated[int, Meaning("minutes", "extend", "minuti", help, place="option")]

    def decide(self, table: RefereedTable) -> list[object]:
        """Needs a game in play."""
        must_go_on(table)
        if not self.seconds or abs(self.seconds) > MOST_EXTENSION:
            raise NotUnderstood("extension", most=MOST_EXTENSION // 60)
        return [ClockExtended(self.seconds)]


class ResumeAfterStop(TableCommand):
    """Resume after a computer stop: count play up to the last stored reading and from now on."""

    during_stop = True
    last: ClockReading
    now: ClockReading
    seconds: int

    def decide(self, table: RefereedTable) -> list[object]:
        """Skips clocks that were not running."""
        if not table.clock.is_running:
            return []
        return [ClockInterrupted(self.last, self.now, self.seconds)]


class SettleInterruption(TableCommand):
    """Decide whether the table played while the computer was stopped."""

    name = "settle-interruption"
    typed = "clock --played"
    help = "Il fermo: giocato o restituito · played or not."
    roles = OFFICIAL
    during_stop = True
    was_played: Annotated[bool, Meaning("flag", "played", "giocato", help, place="option", off="back")]

    def decide(self, table: RefereedTable) -> list[object]:
        """Needs an unsettled interruption."""
        if not table.unsettled:
            raise NotPossibleNow("nothing_to_settle", table=table.opened.table)
        return [InterruptionSettled(self.was_played, table.unsettled)]
