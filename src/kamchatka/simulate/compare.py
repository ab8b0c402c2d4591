"""Compare two regulations over the same games: same seeds, same bots, each difference with its interval.

Games with the same number share their luck until a changed value first matters, so the two results of a
game are compared as a pair: the more similar two regulations are, the narrower the interval.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kamchatka.simulate.batch import CHUNK, Player, never, play_blocks
from kamchatka.simulate.intervals import Interval, paired_shares
from kamchatka.simulate.plan import SimulationPlan
from kamchatka.simulate.report import by_seat, figures, mean_of, per_second
from kamchatka.simulate.rows import Rows
from kamchatka.simulate.run import nothing
from kamchatka.simulate.selfplay import ENDINGS
from kamchatka.simulate.summary import HALF_POINTS, Moments, RunSummary

METHOD = "paired: Newcombe 1998 (method 10, no continuity correction) for shares, normal for means; B - A"


@dataclass
class Pairs:
    """Number of pairs in which something happened in both games, in one alone, in neither."""

    both: int = 0
    only_a: int = 0
    only_b: int = 0
    neither: int = 0

    def add(self, a: Any, b: Any) -> None:
        """Add pairs from two boolean arrays."""
        self.both += int((a & b).sum())
        self.only_a += int((a & ~b).sum())
        self.only_b += int((~a & b).sum())
        self.neither += int((~a & ~b).sum())

    def interval(self) -> Interval:
        """Share in B minus share in A."""
        return paired_shares(self.both, self.only_a, self.only_b, self.neither)


@dataclass(frozen=True)
class FigureDifference:
    """One figure of both sides, and B minus A with its interval."""

    name: str
    a: float
    b: float
    interval: Interval

    @property
    def is_beyond_chance(self) -> bool:
        """Whether chance alone is an unlikely explanation."""
        return not self.interval.holds(0)


@dataclass
class Comparison:
    """The results of two plans with the same seats, game by game."""

    a: SimulationPlan
    b: SimulationPlan
    asked: int
    threads: int
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    same: int = 0
    """Games that were identical under both."""
    seats: list[Pairs] = field(init=False)
    endings: dict[str, Pairs] = field(default_factory=lambda: {name: Pairs() for name in ENDINGS.values()})
    points: list[Moments] = field(init=False)
    lengths: dict[str, Moments] = field(init=False)

    def __post_init__(self) -> None:
        seats = self.a.seats
        self.of_a, self.of_b = RunSummary(seats), RunSummary(seats)
        self.seats = [Pairs() for _ in range(seats)]
        self.points = [Moments() for _ in range(seats)]
        self.lengths = {name: Moments() for name in ("turns", "laps", "rolls", "conquests", "eliminations")}

    @property
    def games(self) -> int:
        """Pairs of games played."""
        return self.of_a.games

    @property
    def interrupted(self) -> bool:
        return self.games < self.asked

    def add(self, a: Rows, b: Rows) -> None:
        """Add the games of both: row n of each has the same number."""
        self.of_a.add(a)
        self.of_b.add(b)
        alike = (a["checksum"][:, 0] == b["checksum"][:, 0]) & (a["steps"][:, 0] == b["steps"][:, 0])
        self.same += int(alike.sum())
        for seat, pairs in enumerate(self.seats):
            pairs.add(a["winner"][:, 0] == seat, b["winner"][:, 0] == seat)
            self.points[seat].add(b["points"][:, seat].astype(np.int64) - a["points"][:, seat])
        for number, name in ENDINGS.items():
            self.endings[name].add(a["ending"][:, 0] == number, b["ending"][:, 0] == number)
        for name, moments in self.lengths.items():
            moments.add(b[name].sum(axis=1, dtype=np.int64) - a[name].sum(axis=1, dtype=np.int64))

    def wins(self) -> list[FigureDifference]:
        """Each seat's share of the games, by its number."""
        lines = zip(by_seat(self.of_a), by_seat(self.of_b), self.seats, strict=True)
        return [
            FigureDifference(a.name, a.rate.value, b.rate.value, pairs.interval()) for a, b, pairs in lines
        ]

    def shares_of_endings(self) -> list[FigureDifference]:
        """The share of each ending that occurred."""
        a, b = self.of_a.endings, self.of_b.endings
        return [
            FigureDifference(name, a[name] / self.games, b[name] / self.games, pairs.interval())
            for name, pairs in self.endings.items()
            if pairs.neither < self.games
        ]

    def means(self) -> list[FigureDifference]:
        """Mean length and fighting of a game."""
        a, b = self.of_a, self.of_b
        means = {
            "turns": (a.turns.mean, b.turns.mean),
            "laps": (mean_of(a.laps), mean_of(b.laps)),
            "rolls": (a.rolls.mean, b.rolls.mean),
            "conquests": (a.conquests.mean, b.conquests.mean),
            "eliminations": (mean_of(a.eliminations), mean_of(b.eliminations)),
        }
        return [FigureDifference(name, *means[name], each.interval()) for name, each in self.lengths.items()]

    def mean_points(self) -> list[FigureDifference]:
        """Mean points on the board of each seat, by its number."""
        sides = zip(self.of_a.points, self.of_b.points, self.points, strict=True)
        intervals = [[each.interval(HALF_POINTS) for each in three] for three in sides]
        return [FigureDifference(str(n), a.value, b.value, c) for n, (a, b, c) in enumerate(intervals, 1)]

    def as_json(self) -> dict[str, Any]:
        """The comparison as JSON data; `a` and `b` hold the figures of each."""
        sides = {
            name: {**plan.as_json(), "games": self.games, **figures(plan, summary)}
            for name, plan, summary in (("a", self.a, self.of_a), ("b", self.b, self.of_b))
        }
        return {
            "method": METHOD,
            "games": self.games,
            "games_asked": self.asked,
            "interrupted": self.interrupted,
            "seed": self.a.seed,
            "threads": self.threads,
            "seconds": round(self.seconds, 6),
            "cpu_seconds": round(self.cpu_seconds, 6),
            "games_per_second": round(per_second(2 * self.games, self.seconds), 3),
            "same_games": self.same,
            "difference": {
                "win_rate_by_seat": [each.interval.as_json() for each in self.wins()],
                "endings": {each.name: each.interval.as_json() for each in self.shares_of_endings()},
                "points_by_seat": [each.interval.as_json() for each in self.mean_points()],
                **{each.name: each.interval.as_json() for each in self.means()},
            },
            **sides,
        }


def play_comparison(
    a: SimulationPlan,
    b: SimulationPlan,
    games: int,
    players: tuple[Player, Player],
    *,
    threads: int = 1,
    chunk: int = CHUNK,
    progress: Callable[[int], None] = nothing,
    stop: Callable[[], bool] = never,
) -> Comparison:
    """Play the same game numbers under both plans and compare them pair by pair."""
    found = Comparison(a, b, games, threads)
    play_a, play_b = players

    def play_both(numbers: range) -> tuple[Rows, Rows]:
        return play_a(numbers), play_b(numbers)

    began = time.perf_counter()
    for block in play_blocks(play_both, range(games), threads=threads, chunk=chunk, stop=stop):
        found.add(*block.rows)
        found.cpu_seconds += block.cpu_seconds
        progress(len(block.games))
    found.seconds = time.perf_counter() - began
    return found
