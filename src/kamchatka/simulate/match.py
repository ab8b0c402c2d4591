"""Matches: one bot against others of one kind, the same deals from every seat, as small jobs.

A deal is a stream of luck: a game's number under the seed. All matches of a run play the same deals, so bots
are compared over the same luck as far as their choices agree.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import numpy as np

from kamchatka.bots import BOTS
from kamchatka.bots.characters import Characters
from kamchatka.bots.thinking import thinks
from kamchatka.rulebook.model import Rulebook
from kamchatka.rulebook.tables import pack
from kamchatka.simulate.batch import never
from kamchatka.simulate.contestants import Contestant, line_up
from kamchatka.simulate.intervals import Interval, wilson
from kamchatka.simulate.jobs import SimulationJob, Workshop
from kamchatka.simulate.run import nothing
from kamchatka.simulate.sprt import UNDECIDED, Hypotheses, SequentialTest

DEALS_A_JOB = 5
"""Few, so that a job of the slowest bot ends within a minute and little is lost with its worker."""
DECIDING = (
    *("bots", "game/odds/duel.py", "rules", "rulebook/tables.py", "stream.py"),
    *("simulate/compiled.py", "simulate/match.py", "simulate/playout.py"),
    *("simulate/results.py", "simulate/thinking.py"),
)
"""Folders and files whose code decides a game. How they are compiled does not: a test compares."""
SENTENCES = "explaining.py"
"""The one module of the bots that decides nothing."""


@dataclass(frozen=True, kw_only=True)
class Conditions:
    """What the matches of a run have in common."""

    rulebook: Rulebook
    label: str
    """The regulation as requested."""
    seats: int
    laps: int
    seed: int

    @property
    def parity(self) -> float:
        """The share of games won by a bot that is as strong as the others."""
        return 1 / self.seats

    def as_json(self) -> dict[str, Any]:
        return {
            "rulebook": self.label,
            "digest": self.rulebook.digest(),
            "seats": self.seats,
            "laps": self.laps,
            "seed": self.seed,
        }


@dataclass(frozen=True)
class Match:
    """One bot against others of one kind."""

    one: Contestant
    others: Contestant


@dataclass(frozen=True)
class MatchResult:
    """Games of a match, and how many the one bot won."""

    match: Match
    games: int
    wins: int

    @property
    def interval(self) -> Interval:
        """The win rate with its interval."""
        return wilson(self.wins, self.games)

    def as_json(self) -> dict[str, Any]:
        return {
            "one": self.match.one.label,
            "others": self.match.others.label,
            "games": self.games,
            "wins": self.wins,
            "win_rate": self.interval.as_json(),
        }


def ordered(names: Iterable[str]) -> list[str]:
    """Each name once, in the order of the bots; others follow."""
    known = list(BOTS)
    return sorted(set(names), key=lambda name: (known.index(name) if name in known else len(known), name))


def code_digest() -> str:
    """A digest of all that decides a game but the regulation: rules, luck, bots and their parameters."""
    digest, package = hashlib.sha256(), files("kamchatka")
    for name in DECIDING:
        part = package.joinpath(name)
        for file in sorted(part.iterdir(), key=lambda each: each.name) if part.is_dir() else (part,):
            if file.is_file() and file.name != SENTENCES:
                digest.update(f"{name} {file.name} ".encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def play_deals(
    tables: bytes,
    seated: tuple[tuple[int, int], Characters],
    seats: int,
    laps: int,
    seed: int,
    first: int,
    count: int,
) -> list[int]:
    """For each of these deals, the games that the one bot wins from the seats."""
    from kamchatka.simulate.compiled import TABLES, rows_compiled  # noqa: PLC0415 - the compiler
    from kamchatka.simulate.thinking import thinking_rows  # noqa: PLC0415 - the compiler

    record = np.frombuffer(tables, dtype=TABLES).copy()
    numbers, characters = seated
    one, other = numbers
    play = thinking_rows if any(map(thinks, numbers)) else rows_compiled
    wins = np.zeros(count, dtype=np.int64)
    for seat in range(seats):
        bots = [one if each == seat else other for each in range(seats)]
        rows = play(record, bots, range(first, first + count), laps=laps, base=seed, characters=characters)
        wins += rows["winner"][:, 0] == seat
    return [int(number) for number in wins]


def jobs_of(conditions: Conditions, match: Match, deals: range) -> Iterator[SimulationJob]:
    """The jobs of a match; the result of each is `play_deals`."""
    tables = pack(conditions.rulebook)
    seated = line_up(match.one, match.others)
    for first in range(deals.start, deals.stop, DEALS_A_JOB):
        count = min(DEALS_A_JOB, deals.stop - first)
        identity = {
            **conditions.as_json(),
            **{"one": match.one.as_json(), "others": match.others.as_json()},
            **{"first_deal": first, "deals": count},
        }
        arguments = (tables, seated, conditions.seats, conditions.laps, conditions.seed, first, count)
        yield SimulationJob(identity, play_deals, arguments)


def deals_for(games: int, seats: int) -> range:
    """The deals of at least this many games."""
    return range(-(-games // seats))


def play_matches(
    conditions: Conditions,
    matches: Sequence[Match],
    deals: range,
    workshop: Workshop,
    *,
    progress: Callable[[int], None] = nothing,
    stop: Callable[[], bool] = never,
) -> list[MatchResult]:
    """The results of the matches; after a stop request, those of the games played until then."""
    jobs = [(match, job) for match in matches for job in jobs_of(conditions, match, deals)]
    games, wins = dict.fromkeys(matches, 0), dict.fromkeys(matches, 0)
    played = workshop.run([job for _, job in jobs], stop)
    for (match, _), result in zip(jobs, played, strict=False):
        games[match] += conditions.seats * len(result)
        wins[match] += sum(result)
        progress(conditions.seats * len(result))
    return [MatchResult(match, games[match], wins[match]) for match in matches if games[match]]


@dataclass(frozen=True)
class SequentialResult:
    """How a sequential test ended, and the games it took."""

    result: MatchResult
    hypotheses: Hypotheses
    evidence: float
    bounds: tuple[float, float]
    verdict: str

    def as_json(self) -> dict[str, Any]:
        hypotheses = self.hypotheses
        return {
            **self.result.as_json(),
            "verdict": self.verdict,
            "evidence": self.evidence,
            "bounds": list(self.bounds),
            "null": hypotheses.null,
            "better": hypotheses.better,
            "alpha": hypotheses.alpha,
            "beta": hypotheses.beta,
        }


def play_test(
    conditions: Conditions,
    match: Match,
    hypotheses: Hypotheses,
    deals: range,
    workshop: Workshop,
    *,
    progress: Callable[[int], None] = nothing,
    stop: Callable[[], bool] = never,
) -> SequentialResult:
    """Play until the evidence decides, asked after every job in their order, or the deals are over."""
    test = SequentialTest(hypotheses, conditions.seats)
    for result in workshop.run(list(jobs_of(conditions, match, deals)), stop):
        for wins in result:
            test.add(wins)
        progress(conditions.seats * len(result))
        if test.verdict != UNDECIDED:
            break
    found = MatchResult(match, conditions.seats * test.deals, test.total)
    return SequentialResult(found, hypotheses, test.evidence, test.bounds, test.verdict)
