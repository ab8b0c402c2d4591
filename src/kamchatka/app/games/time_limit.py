"""The time limit of a digital table, in minutes or in laps."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta

from kamchatka.game.game import Game
from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.sections.clock import Starts
from kamchatka.rules.ending import time_is_over
from kamchatka.rules.layout import LAST_LAP, PHASE, REINFORCEMENT, ROLL_OFF, TURN


class TimeLimit:
    """Minutes from the start that the regulation defines, laps from the first; 0: no such limit."""

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
        """The limit of a new game: by default the minutes of the regulation, unless laps are given."""
        if minutes is None:
            minutes = 0 if laps else book.clock.minutes
        return cls(minutes, laps, starts=book.clock.starts, now=now)

    def starts_now(self, game: Game) -> bool:
        """Start the clock if it is due and return whether it started: at once, or with the first turn."""
        due = self._starts == "signal" or game.position.now[TURN] > 0
        if self._began is not None or not due:
            return False
        self._began = self._now()
        return True

    def is_over(self, game: Game) -> bool:
        """Whether the time limit has passed but the game has not registered it yet."""
        if not self._may_end(game):
            return False
        if self.laps and time_is_over(game.position, self.laps):
            return True
        return bool(self.minutes) and self._minutes_played() >= self.minutes

    def seconds_left(self, game: Game) -> float | None:
        """Seconds of play until the minutes are over; None without such a limit, or while it cannot pass."""
        if not self.minutes or self._began is None or not self._may_end(game):
            return None
        return max(0.0, 60 * (self.minutes - self._minutes_played()))

    @staticmethod
    def _may_end(game: Game) -> bool:
        now = game.position.now
        return not (game.is_over or now[LAST_LAP]) and REINFORCEMENT <= now[PHASE] < ROLL_OFF

    def ends_at(self, started: datetime) -> datetime:
        """The time of day at which time is over, without pauses, if the clock started at this moment."""
        return started + timedelta(minutes=self.minutes)

    def minutes_left(self) -> int:
        """Whole minutes left, at least one, to resume the game with."""
        return max(1, self.minutes - int(self._minutes_played()))

    def _minutes_played(self) -> float:
        return 0 if self._began is None else (self._now() - self._began) / 60
