"""The plan of a simulation: a regulation, the bots of the seats, when time expires, the seed."""

from dataclasses import dataclass
from typing import Any

from kamchatka import __version__
from kamchatka.bots import bot_number, canonical_name
from kamchatka.bots.thinking import thinks
from kamchatka.rulebook.model import Rulebook

SECONDS_A_TURN = 90
"""Length of a turn at a real table: docs/simulate.md gives the reason."""
MOST_LAPS_PLANNED = 300
"""Limit of laps before time expires, which leaves room for the closing laps below the rules' bound of 400."""
SEED_LIMIT = 1 << 63


def laps_within_time(rulebook: Rulebook, seats: int) -> int:
    """Laps a real table is expected to finish within the regulation's time."""
    return max(1, rulebook.clock.minutes * 60 // (SECONDS_A_TURN * seats))


@dataclass(frozen=True, kw_only=True)
class SimulationPlan:
    """Everything that determines a game except its number."""

    rulebook: Rulebook
    label: str
    """The regulation as requested: an id, perhaps with changed values."""
    bots: tuple[str, ...]
    """A bot for each seat, in the order of play."""
    laps: int
    seed: int
    rotate: bool = False
    """Whether the bots shift by one seat with every game."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "bots", tuple(canonical_name(name) for name in self.bots))
        self.rulebook.require_seats(self.seats)

    @property
    def seats(self) -> int:
        return len(self.bots)

    def bot_numbers(self) -> list[int]:
        """The policy numbers of the bots; raises UnknownBot."""
        return [bot_number(name) for name in self.bots]

    @property
    def has_thinkers(self) -> bool:
        """Whether a bot searches, which takes a second or so for each game."""
        return any(thinks(number) for number in self.bot_numbers())

    def bot_of(self, seat: int, game: int) -> str:
        """The bot at this seat in this game."""
        return self.bots[(seat + (game if self.rotate else 0)) % self.seats]

    def as_json(self) -> dict[str, Any]:
        """The plan's identity: two plans with the same JSON play the same games."""
        return {
            "rulebook": self.label,
            "digest": self.rulebook.digest(),
            "bots": list(self.bots),
            "laps": self.laps,
            "seed": self.seed,
            "rotate": self.rotate,
            "version": __version__,
        }
