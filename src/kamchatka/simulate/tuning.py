"""Tuning: evolution of a bot's parameters towards the best worst win rate against a pool of opponents.

Each generation the evolution strategy (CMA-ES) proposes candidates around its present best guess. All of them
play the same deals, new ones in each generation, every deal from every seat, one candidate against the others
of one kind; a candidate is worth its lowest win rate. The matches are jobs: repeated from the start with the
results kept in its file, a run comes to where it was stopped and goes on as if it had not been.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, log, pi, sqrt
from statistics import fmean
from typing import Any

import numpy as np

from kamchatka.bots.characters import trait_names
from kamchatka.simulate.batch import never
from kamchatka.simulate.contestants import Contestant, OwnRow, limits_of
from kamchatka.simulate.jobs import Workshop
from kamchatka.simulate.match import Conditions, Match, play_matches
from kamchatka.simulate.run import nothing
from kamchatka.stream import below, seeded

LEAST_STEP = 20
"""A weight near zero is varied as if it were this large."""
MEAN_SHARE = 0.01
"""How much the mean win rate counts beside the worst: it decides between equals."""
HALF = 1 << 30


@dataclass(frozen=True, kw_only=True)
class TuningPlan:
    """Everything that determines a tuning run."""

    conditions: Conditions
    bot: Contestant
    start: OwnRow
    """The temperament of the bot to improve."""
    pool: tuple[Contestant, ...]
    deals: int
    """Deals of each match of a generation."""
    population: int
    generations: int
    spread: float
    """Standard deviation of the first candidates, as a share of each parameter."""

    @property
    def games(self) -> int:
        """Games of a generation."""
        return self.population * len(self.pool) * self.deals * self.conditions.seats


@dataclass(frozen=True)
class Generation:
    """What one generation came to."""

    number: int
    best: float
    """The worst win rate of its best candidate: flattered, since it was chosen for it."""
    mean: float
    """The mean of the candidates' worst win rates."""
    row: tuple[int, ...]
    """The parameters in the middle of the search after it."""

    def as_json(self) -> dict[str, Any]:
        row = dict(zip(trait_names(), self.row, strict=True))
        return {"number": self.number, "best": self.best, "mean": self.mean, "parameters": row}


def steps_of(row: Sequence[int]) -> list[float]:
    """How far one unit of the search moves each parameter: counts by two, weights by their size."""
    limits = [limits_of(trait) for trait in trait_names()]
    return [
        2.0 if most - least < 100 else float(max(abs(value), LEAST_STEP))
        for value, (least, most) in zip(row, limits, strict=True)
    ]


def normal_numbers(seed: int) -> Callable[[int, int], Any]:
    """A source of normally distributed numbers from the reproducible stream."""
    state = seeded(seed, 0)

    def draw(rows: int, columns: int) -> Any:
        nonlocal state
        drawn = []
        for _ in range(rows * columns):
            state, length = below(state, HALF)
            state, turn = below(state, HALF)
            drawn.append(sqrt(-2 * log((length + 1) / HALF)) * cos(2 * pi * turn / HALF))
        return np.array(drawn).reshape(rows, columns)

    return draw


def generations_of(
    plan: TuningPlan,
    workshop: Workshop,
    *,
    progress: Callable[[int], None] = nothing,
    stop: Callable[[], bool] = never,
) -> Iterator[Generation]:
    """The generations; fewer after a stop request."""
    from cma import CMAEvolutionStrategy  # type: ignore[import-untyped]  # noqa: PLC0415 - slow to import

    start = plan.start
    steps = steps_of(start.row)
    options = {
        **{"popsize": plan.population, "randn": normal_numbers(plan.conditions.seed), "seed": np.nan},
        **{"verbose": -9, "verb_log": 0, "verb_disp": 0},
    }
    search = CMAEvolutionStrategy(np.zeros(len(start.row)), plan.spread, options)

    def row_at(point: Any) -> tuple[int, ...]:
        values = (
            round(value + step * move) for value, step, move in zip(start.row, steps, point, strict=True)
        )
        limits = (limits_of(trait) for trait in trait_names())
        return tuple(
            min(max(value, least), most) for value, (least, most) in zip(values, limits, strict=True)
        )

    for number in range(plan.generations):
        points = search.ask()
        candidates = [replace(plan.bot, own=OwnRow(start.temperament, row_at(point))) for point in points]
        # Each once: rounding may make two candidates the same.
        matches = dict.fromkeys(Match(one, other) for one in candidates for other in plan.pool)
        deals = range(number * plan.deals, (number + 1) * plan.deals)
        results = play_matches(plan.conditions, [*matches], deals, workshop, progress=progress, stop=stop)
        if sum(each.games for each in results) < len(matches) * plan.deals * plan.conditions.seats:
            return
        won = {each.match: each.interval.value for each in results}
        rates = [[won[Match(one, other)] for other in plan.pool] for one in candidates]
        worst = [min(each) for each in rates]
        search.tell(points, [-(min(each) + MEAN_SHARE * fmean(each)) for each in rates])
        yield Generation(number + 1, max(worst), fmean(worst), row_at(search.result.xfavorite))
