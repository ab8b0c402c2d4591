"""The clock of a table, as arithmetic over readings of the machine's steady clock.

Nothing here looks at the time of day, which people and networks set forward and back: a stop costs no playing
time, whatever that clock does meanwhile. Readings are compared only within one run of the machine.
"""

from dataclasses import dataclass, replace

SECOND = 1000
"""Of a reading, in milliseconds."""


@dataclass(frozen=True)
class ClockReading:
    """What the steady clock says: milliseconds since the machine was switched on, and in which run of it."""

    run: str
    ms: int

    def since(self, earlier: "ClockReading") -> int:
        """Milliseconds gone by; 0 where nobody can tell, because the machine was switched off in between."""
        return max(0, self.ms - earlier.ms) if self.run == earlier.run else 0


@dataclass(frozen=True)
class GameClock:
    """How long a table has played, and how long it may."""

    limit: int
    """Milliseconds of play, with what was added."""
    played: int = 0
    """Milliseconds before the stretch that runs now."""
    since: ClockReading | None = None
    """When that stretch began; None while the clock stands."""

    @property
    def is_running(self) -> bool:
        """Whether playing time goes by."""
        return self.since is not None

    def elapsed(self, now: ClockReading) -> int:
        """Milliseconds played so far."""
        return self.played + (now.since(self.since) if self.since else 0)

    def left(self, now: ClockReading) -> int:
        """Milliseconds of play left; negative once time is over."""
        return self.limit - self.elapsed(now)

    def started(self, now: ClockReading) -> "GameClock":
        """Running from here on."""
        return replace(self, since=now)

    def stopped(self, now: ClockReading) -> "GameClock":
        """Standing, with what was played kept."""
        return replace(self, played=self.elapsed(now), since=None)

    def extended(self, ms: int) -> "GameClock":
        """With more time to play, or less."""
        return replace(self, limit=self.limit + ms)

    def resumed(self, last: ClockReading, now: ClockReading) -> "GameClock":
        """Running again after a stop that nobody asked for: played until the last reading that was kept."""
        return replace(self, played=self.elapsed(last), since=now)


def minutes_and_seconds(ms: int) -> str:
    """ "41:00"; time over is told with a plus, "+2:30"."""
    seconds = abs(ms) // SECOND
    return f"{'+' if ms < 0 else ''}{seconds // 60}:{seconds % 60:02d}"
