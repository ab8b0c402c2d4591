"""Exact counts over many games: any order and grouping of blocks gives the same sums."""

import hashlib
from dataclasses import dataclass, field

import numpy as np

from kamchatka.bots import BOTS
from kamchatka.rules.layout import MOST_LAPS, NOBODY, SEATS
from kamchatka.simulate.intervals import Interval, mean_interval
from kamchatka.simulate.rows import Rows
from kamchatka.simulate.selfplay import ENDINGS

MOST_OBJECTIVES = 127
HALF_POINTS = 2


@dataclass
class Moments:
    """Sum and sum of squares of integers."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, numbers: np.ndarray) -> None:
        """Add numbers."""
        exact = numbers.astype(np.int64)
        self.count += len(exact)
        self.total += int(exact.sum())
        self.squares += int((exact * exact).sum())

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    def interval(self, unit: int = 1) -> Interval:
        """The mean with its interval; `unit` is how many of the numbers make one."""
        return mean_interval(self.total, self.squares, self.count, unit)


@dataclass
class Shares:
    """Number of tries and of wins."""

    tries: int = 0
    wins: int = 0


@dataclass
class RunSummary:
    """Counts of the games so far; its size does not grow with their number."""

    seats: int
    games: int = 0
    nobody: int = 0
    """Games without a place 1."""
    wins: list[int] = field(init=False)
    places: list[list[int]] = field(init=False)
    """Number of times each seat came first, second, …"""
    endings: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ENDINGS.values(), 0))
    bots: dict[str, Shares] = field(default_factory=dict)
    objectives: dict[int, Shares] = field(default_factory=dict)
    laps: list[int] = field(default_factory=lambda: [0] * (MOST_LAPS + 2))
    """Games by number of laps started."""
    eliminations: list[int] = field(default_factory=lambda: [0] * SEATS)
    """Games by number of seats eliminated."""
    turns: Moments = field(default_factory=Moments)
    rolls: Moments = field(default_factory=Moments)
    steps: Moments = field(default_factory=Moments)
    conquests: Moments = field(default_factory=Moments)
    points: list[Moments] = field(init=False)
    conquered: list[Moments] = field(init=False)

    def __post_init__(self) -> None:
        self.wins = [0] * self.seats
        self.places = [[0] * self.seats for _ in range(self.seats)]
        self.points = [Moments() for _ in range(self.seats)]
        self.conquered = [Moments() for _ in range(self.seats)]
        self._digest = hashlib.sha256()

    @property
    def digest(self) -> str:
        """SHA-256 of the rows in the order they were added."""
        return self._digest.hexdigest()

    def add(self, rows: Rows) -> None:
        """Add games."""
        self._digest.update(rows.tobytes())
        self.games += len(rows)
        winner = rows["winner"][:, 0]
        self.nobody += int((winner == NOBODY).sum())
        for number, name in ENDINGS.items():
            self.endings[name] += int((rows["ending"][:, 0] == number).sum())
        add_counts(self.laps, rows["laps"][:, 0])
        add_counts(self.eliminations, rows["eliminations"][:, 0])
        for name in ("turns", "rolls", "steps"):
            moments: Moments = getattr(self, name)
            moments.add(rows[name][:, 0])
        self.conquests.add(rows["conquests"].sum(axis=1))
        for seat in range(self.seats):
            self.wins[seat] += int((winner == seat).sum())
            add_counts(self.places[seat], rows["place"][:, seat] - 1)
            self.points[seat].add(rows["points"][:, seat])
            self.conquered[seat].add(rows["conquests"][:, seat])
        self._add_objectives(rows, winner)
        self._add_bots(rows, winner)

    def _add_objectives(self, rows: Rows, winner: np.ndarray) -> None:
        dealt = np.zeros(MOST_OBJECTIVES + 1, dtype=np.int64)
        won = dealt.copy()
        for seat in range(self.seats):
            cards = rows["objective"][:, seat]
            dealt += np.bincount(cards[cards >= 0], minlength=len(dealt))
            won += np.bincount(cards[(cards >= 0) & (winner == seat)], minlength=len(won))
        for card in np.flatnonzero(dealt):
            shares = self.objectives.setdefault(int(card), Shares())
            shares.tries += int(dealt[card])
            shares.wins += int(won[card])

    def _add_bots(self, rows: Rows, winner: np.ndarray) -> None:
        """Count games a bot took part in and won, however many seats it had."""
        seated = rows["bot"][:, : self.seats]
        victor = np.where(winner >= 0, seated[np.arange(len(rows)), winner], -1)
        for name, number in BOTS.items():
            took_part = int((seated == number).any(axis=1).sum())
            if took_part:
                shares = self.bots.setdefault(name, Shares())
                shares.tries += took_part
                shares.wins += int((victor == number).sum())


def add_counts(counts: list[int], numbers: np.ndarray) -> None:
    """Add to a histogram of numbers from 0."""
    for number, times in enumerate(np.bincount(numbers, minlength=len(counts)).tolist()):
        counts[number] += times
