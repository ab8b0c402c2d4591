"""When time is over at this table: after the minutes of the regulation, or after so many laps."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta

from kamchatka.game.game import Game
from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.sections.clock import Starts
from kamchatka.rules.ending import time_is_over
from kamchatka.rules.layout import LAST_LAP, PHASE, REINFORCEMENT, ROLL_OFF, TURN


class TimeLimit:
    """Minutes from the moment the regulation says, laps from the first; 0 where there is no such limit."""

    def __init__(
        self,
        minutes: int = 0,
        laps: int = 0,
        *,
        starts: Starts = "signal",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.minutes, self.laps = minutes, laps
        self._starts, self._now = starts, now
        self._began: float | None = None

    @classmethod
    def of(
        cls, book: Rulebook, minutes: int | None, laps: int, now: Callable[[], float] = time.monotonic
    ) -> "TimeLimit":
        """The limit of a new game: the regulation's own minutes unless others, or laps, were asked for."""
        if minutes is None:
            minutes = 0 if laps else book.clock.minutes
        return cls(minutes, laps, starts=book.clock.starts, now=now)

    def starts_now(self, game: Game) -> bool:
        """Whether the clock has just started: at once, or with the first reinforcements of the first turn."""
        due = self._starts == "signal" or game.position.now[TURN] > 0
        if self._began is not None or not due:
            return False
        self._began = self._now()
        return True

    def is_over(self, game: Game) -> bool:
        """Whether the time limit has just been passed and nobody has said so yet."""
        now = game.position.now
        if game.is_over or now[LAST_LAP] or not REINFORCEMENT <= now[PHASE] < ROLL_OFF:
            return False
        if self.laps and time_is_over(game.position, self.laps):
            return True
        return bool(self.minutes) and self._minutes_played() >= self.minutes

    def ends_at(self, started: datetime) -> datetime:
        """When time is over on the wall, pauses apart, if the clock starts at this moment."""
        return started + timedelta(minutes=self.minutes)

    def minutes_left(self) -> int:
        """Whole minutes still to play, at least one: what to resume with."""
        return max(1, self.minutes - int(self._minutes_played()))

    def _minutes_played(self) -> float:
        return 0 if self._began is None else (self._now() - self._began) / 60
