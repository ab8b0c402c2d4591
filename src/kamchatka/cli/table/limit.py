"""When time is over at this table: after so many minutes, or after so many laps."""

import time
from dataclasses import dataclass, field

from kamchatka.game.game import Game
from kamchatka.rules.layout import LAST_LAP, PHASE, REINFORCEMENT, ROLL_OFF
from kamchatka.simulate.playout import time_is_over


@dataclass(frozen=True)
class Limit:
    """Minutes from now, laps from the first; 0 where there is no such limit."""

    minutes: int = 0
    laps: int = 0
    began: float = field(default_factory=time.monotonic)

    def is_over(self, game: Game) -> bool:
        """Whether the time limit has just been passed and nobody has said so yet."""
        now = game.position.now
        if game.is_over or now[LAST_LAP] or not REINFORCEMENT <= now[PHASE] < ROLL_OFF:
            return False
        if self.laps and time_is_over(game.position, self.laps):
            return True
        return bool(self.minutes) and time.monotonic() - self.began >= 60 * self.minutes

    def minutes_left(self) -> int:
        """Whole minutes still to play, at least one: what to resume with."""
        return max(1, self.minutes - int((time.monotonic() - self.began) / 60))
