"""How the results of one ranking are added up: exactly, and fast enough for thousands."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import lcm
from typing import Literal

from kamchatka.scoring.formula.model import Formula, RankingTie
from kamchatka.scoring.numbers import Number, ratio
from kamchatka.scoring.results.model import Penalty
from kamchatka.scoring.results.penalties import points_of
from kamchatka.scoring.standings.result import Key, Result

Absences = Literal["zero", "none"]
"""An absence is a result of nothing, which may be discarded; or no result at all."""
Scope = Literal["counted", "all"]
"""Which results wins, second places and the like are counted over."""
Order = Literal["sum", "percentage"]
AWARDED = ("bye", "void")
"""Results without a table whose points could be shared out: they have no part in a percentage."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """How results become standings."""

    best: int | None = None
    """How many results count; None: all."""
    absences: Absences = "zero"
    games: int = 0
    """Games that must have been played to be ranked."""
    scope: Scope = "counted"
    order: Order = "sum"
    ties: tuple[RankingTie, ...] | None = None
    """What breaks ties, in order; None: as the formula says."""
    ranking: str = ""
    """Which ranking this is, for penalties that name one."""


class Counting:
    """What all entries of one ranking share.

    Numbers are counted in whole parts: adding, sorting and comparing fractions costs many times more.
    """

    def __init__(self, formula: Formula, rules: Rules, numbers: Iterable[Number]) -> None:
        """For rankings that add up these numbers."""
        least = formula.standings.least_total
        floor: Number | None = None if isinstance(least, str) else least
        self.rules = rules
        self.parts = lcm(*{number.denominator for number in numbers}, (floor or 0).denominator)
        self.column = formula.columns.index(formula.score)
        """The column people call the score."""
        self._nothing = (0,) * len(formula.columns)
        self._floor = None if floor is None else self._whole(floor)

    def in_parts(self, keys: list[Key]) -> list[Key]:
        """What results are worth, in parts."""
        if self.parts == 1:
            return keys
        return [tuple([self._whole(number) for number in key]) for key in keys]

    def is_cut(self, count: int) -> bool:
        """Whether some of so many results do not count."""
        return self.rules.best is not None and count > self.rules.best

    def added(self, keys: Iterable[Key], penalties: tuple[Penalty, ...]) -> Key:
        """Keys added up column by column, penalties taken off the score."""
        if not penalties and self._floor is None:
            return tuple(map(sum, zip(self._nothing, *keys, strict=True)))
        found = list(map(sum, zip(self._nothing, *keys, strict=True)))
        found[self.column] -= self._whole(points_of(penalties))
        if self._floor is not None:
            found[self.column] = max(found[self.column], self._floor)
        return tuple(found)

    def share(self, counted: Sequence[Result], penalties: tuple[Penalty, ...]) -> Key:
        """The part of all the points given out at the tables that were played, in hundredths."""
        played = [result for result in counted if result.part.kind not in AWARDED]
        own = self.added(self.in_parts([result.key for result in played]), penalties)[self.column]
        given_out = sum(result.given_out for result in played)
        return (ratio(100 * own, self.parts * given_out) if given_out else 0,)

    def true(self, key: Key) -> Key:
        """Parts as the numbers people know."""
        return tuple([ratio(number, self.parts) for number in key])

    def _whole(self, number: Number) -> int:
        return number.numerator * (self.parts // number.denominator)
