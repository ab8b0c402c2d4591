"""What is to be played: a regulation, who sits where, when time expires, the seed."""

from dataclasses import dataclass
from typing import Any

from kamchatka import __version__
from kamchatka.bots import bot_number
from kamchatka.rulebook.model import Rulebook

SECONDS_A_TURN = 90
"""How long a turn takes at a real table: docs/simulate.md says why."""
MOST_LAPS_PLANNED = 300
"""Laps before time expires that leave room for the closing laps under the rules' own bound of 400."""
SEED_LIMIT = 1 << 63


def laps_within_time(rulebook: Rulebook, seats: int) -> int:
    """Laps a real table is expected to finish before the regulation's clock runs out."""
    return max(1, rulebook.clock.minutes * 60 // (SECONDS_A_TURN * seats))


@dataclass(frozen=True, kw_only=True)
class SimulationPlan:
    """Everything a game depends on but its number."""

    rulebook: Rulebook
    label: str
    """The regulation as it was asked for: an id, perhaps with changed values."""
    bots: tuple[str, ...]
    """A name for each seat, in the order of play."""
    laps: int
    seed: int
    rotate: bool = False
    """Whether the bots move on by one seat with every game."""

    def __post_init__(self) -> None:
        self.rulebook.require_seats(self.seats)

    @property
    def seats(self) -> int:
        return len(self.bots)

    def bot_numbers(self) -> list[int]:
        """The policies as the loops know them; raises UnknownBot."""
        return [bot_number(name) for name in self.bots]

    def bot_of(self, seat: int, game: int) -> str:
        """Who sits there in this game."""
        return self.bots[(seat + (game if self.rotate else 0)) % self.seats]

    def as_json(self) -> dict[str, Any]:
        """What pins the plan: two plans with the same words play the same games."""
        return {
            "rulebook": self.label,
            "digest": self.rulebook.digest(),
            "bots": list(self.bots),
            "laps": self.laps,
            "seed": self.seed,
            "rotate": self.rotate,
            "version": __version__,
        }
