"""Sequential test of a win rate: play until the evidence decides between two hypotheses.

A trial is a deal played from every seat, and its outcome the share won. Wald's test needs the likelihoods of
the outcomes; here they are normal with the spread seen so far, which holds however the games of a deal depend
on each other (the generalised test that chess engines are tuned with).
"""

from dataclasses import dataclass
from math import log

BETTER, NOT_BETTER, UNDECIDED = "better", "not-better", "undecided"


@dataclass(frozen=True, kw_only=True)
class Hypotheses:
    """Two win rates, and the risks of taking one for the other."""

    null: float
    """The rate of a bot that is no better."""
    better: float
    alpha: float = 0.05
    """Risk of calling a bot better that is not."""
    beta: float = 0.05
    """Risk of missing one that is."""


@dataclass
class SequentialTest:
    """The evidence of the deals so far."""

    hypotheses: Hypotheses
    seats: int
    deals: int = 0
    total: int = 0
    squares: int = 0

    def add(self, wins: int) -> None:
        """Add a deal with the games won from its seats."""
        self.deals += 1
        self.total += wins
        self.squares += wins * wins

    @property
    def evidence(self) -> float:
        """Logarithm of the likelihood ratio of the two hypotheses."""
        # Two imagined deals, one lost and one won from every seat, keep the spread from zero.
        count, total, squares = self.deals + 2, self.total + self.seats, self.squares + self.seats**2
        spread = (squares - total * total / count) / count / self.seats**2
        low, high = self.hypotheses.null, self.hypotheses.better
        return (high - low) * (self.total / self.seats - self.deals * (low + high) / 2) / spread

    @property
    def bounds(self) -> tuple[float, float]:
        """The evidence at which the test ends, either way."""
        alpha, beta = self.hypotheses.alpha, self.hypotheses.beta
        return log(beta / (1 - alpha)), log((1 - beta) / alpha)

    @property
    def verdict(self) -> str:
        low, high = self.bounds
        if self.evidence >= high:
            return BETTER
        return NOT_BETTER if self.evidence <= low else UNDECIDED
