"""The game clock of a table: arithmetic on readings of the machine's monotonic clock.

The time of day is never used, since people and networks adjust it. Readings are comparable only within one
boot of the machine.
"""

from dataclasses import dataclass, replace

SECOND = 1000
"""Milliseconds in a second: readings are in milliseconds."""


@dataclass(frozen=True)
class ClockReading:
    """A reading of the monotonic clock: milliseconds since boot, and the id of that boot."""

    run: str
    ms: int

    def since(self, earlier: "ClockReading") -> int:
        """Milliseconds since an earlier reading; 0 (unknown) if the machine rebooted in between."""
        return max(0, self.ms - earlier.ms) if self.run == earlier.run else 0


@dataclass(frozen=True)
class GameClock:
    """Playing time of a table: the limit, and the time used."""

    limit: int
    """Milliseconds of play allowed, extensions included."""
    played: int = 0
    """Milliseconds played before the current stretch."""
    since: ClockReading | None = None
    """Start of the current stretch; None while the clock is stopped."""

    @property
    def is_running(self) -> bool:
        """Whether playing time is counted now."""
        return self.since is not None

    def elapsed(self, now: ClockReading) -> int:
        """Milliseconds played so far."""
        return self.played + (now.since(self.since) if self.since else 0)

    def left(self, now: ClockReading) -> int:
        """Milliseconds of play left; negative once time is over."""
        return self.limit - self.elapsed(now)

    def started(self, now: ClockReading) -> "GameClock":
        """The clock running from this reading on."""
        return replace(self, since=now)

    def stopped(self, now: ClockReading) -> "GameClock":
        """The clock stopped at this reading."""
        return replace(self, played=self.elapsed(now), since=None)

    def extended(self, ms: int) -> "GameClock":
        """The clock with more time to play, or less if negative."""
        return replace(self, limit=self.limit + ms)

    def resumed(self, last: ClockReading, now: ClockReading) -> "GameClock":
        """The clock running again after a crash or power cut: play counts up to the last saved reading."""
        return replace(self, played=self.elapsed(last), since=now)


def minutes_and_seconds(ms: int) -> str:
    """ "41:00"; overtime is shown with a plus, "+2:30"."""
    seconds = abs(ms) // SECOND
    return f"{'+' if ms < 0 else ''}{seconds // 60}:{seconds % 60:02d}"
