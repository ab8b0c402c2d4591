"""The report of a run as plain data: every share and mean with its 95 % interval."""

from dataclasses import dataclass
from typing import Any

from kamchatka.rulebook.model import Rulebook
from kamchatka.simulate.intervals import Interval, wilson
from kamchatka.simulate.objectives import objective_ids
from kamchatka.simulate.plan import SimulationPlan
from kamchatka.simulate.run import Run
from kamchatka.simulate.summary import HALF_POINTS, RunSummary


@dataclass(frozen=True)
class ReportLine:
    """A share of wins: of whom, out of how many games, and the share at an even table."""

    name: str
    wins: int
    tries: int
    even: float
    rate: Interval

    def as_json(self) -> dict[str, Any]:
        rate = self.rate.as_json()
        return {"wins": self.wins, "tries": self.tries, "even": self.even, "rate": rate.pop("value"), **rate}


def by_seat(summary: RunSummary) -> list[ReportLine]:
    """Each seat's share of the games."""
    games, even = summary.games, 1 / summary.seats
    return [
        ReportLine(str(n + 1), wins, games, even, wilson(wins, games)) for n, wins in enumerate(summary.wins)
    ]


def by_bot(plan: SimulationPlan, summary: RunSummary) -> list[ReportLine]:
    """Each bot's share of the games, over all its seats; `even` is its share of the seats."""
    return [
        ReportLine(name, it.wins, it.tries, plan.bots.count(name) / plan.seats, wilson(it.wins, it.tries))
        for name, it in summary.bots.items()
    ]


def by_objective(rulebook: Rulebook, summary: RunSummary) -> list[ReportLine]:
    """Each objective's share of the games in which it was held, best first."""
    ids, even = objective_ids(rulebook), 1 / summary.seats
    lines = [
        ReportLine(ids[card], it.wins, it.tries, even, wilson(it.wins, it.tries))
        for card, it in summary.objectives.items()
    ]
    return sorted(lines, key=lambda line: (-line.rate.value, line.name))


def laps_at(summary: RunSummary, share: float) -> int:
    """The quantile of laps: this share of the games does not exceed it."""
    due, seen = share * summary.games, 0
    for laps, games in enumerate(summary.laps):
        seen += games
        if seen >= due and seen > 0:
            return laps
    return 0


def mean_of(counts: list[int]) -> float:
    """The mean of a histogram."""
    total = sum(counts)
    return sum(number * times for number, times in enumerate(counts)) / total if total else 0.0


def without_zeros(counts: list[int]) -> dict[str, int]:
    """The counts other than 0, by number."""
    return {str(number): times for number, times in enumerate(counts) if times}


def figures(plan: SimulationPlan, summary: RunSummary) -> dict[str, Any]:
    """All figures of the games, without times or threads."""
    return {
        "wins_by_seat": summary.wins,
        "no_winner": summary.nobody,
        "endings": {name: times for name, times in summary.endings.items() if times},
        "by_seat": [{"seat": n + 1, **line.as_json()} for n, line in enumerate(by_seat(summary))],
        "by_bot": [{"bot": line.name, **line.as_json()} for line in by_bot(plan, summary)],
        "by_objective": [
            {"objective": line.name, **line.as_json()} for line in by_objective(plan.rulebook, summary)
        ],
        "ending_rates": {
            name: wilson(times, summary.games).as_json() for name, times in summary.endings.items() if times
        },
        "places_by_seat": summary.places,
        "turns_per_game": summary.turns.mean,
        "laps_per_game": mean_of(summary.laps),
        "rolls_per_game": summary.rolls.mean,
        "steps_per_game": summary.steps.mean,
        "conquests_per_game": summary.conquests.mean,
        "eliminations_per_game": mean_of(summary.eliminations),
        "turns": summary.turns.interval().as_json(),
        "conquests": summary.conquests.interval().as_json(),
        "laps_quantiles": {str(percent): laps_at(summary, percent / 100) for percent in (5, 50, 95)},
        "games_by_laps": without_zeros(summary.laps),
        "games_by_eliminations": without_zeros(summary.eliminations),
        "points_by_seat": [each.interval(HALF_POINTS).as_json() for each in summary.points],
        "conquests_by_seat": [each.interval().as_json() for each in summary.conquered],
        "results_digest": summary.digest,
    }


def per_second(number: int, seconds: float) -> float:
    """A rate; 0 if nothing was timed."""
    return number / seconds if seconds > 0 else 0.0


def run_json(run: Run) -> dict[str, Any]:
    """The whole report as JSON data."""
    plan, summary = run.plan, run.summary
    return {
        **plan.as_json(),
        "seats": plan.seats,
        "games": summary.games,
        "games_asked": run.asked,
        "games_resumed": run.resumed,
        "interrupted": run.interrupted,
        "threads": run.threads,
        "compiled": run.compiled,
        "seconds": round(run.seconds, 6),
        "cpu_seconds": round(run.cpu_seconds, 6),
        "games_per_second": round(per_second(run.played, run.seconds), 3),
        "games_per_cpu_second": round(per_second(run.played, run.cpu_seconds), 3),
        **figures(plan, summary),
    }
