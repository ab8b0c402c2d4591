"""Whoever stands in a ranking, player or team: all results, those that count, and the total."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import Literal

from kamchatka.scoring.formula import Formula, RankingTie
from kamchatka.scoring.numbers import Number, ratio
from kamchatka.scoring.penalties import points_of
from kamchatka.scoring.result import Key, Result
from kamchatka.scoring.results import Penalty

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


class Entry:
    """A player or a team in the standings.

    Only the total is worked out for everybody; the rest when a tie, or somebody, asks for it.
    """

    def __init__(
        self,
        formula: Formula,
        rules: Rules,
        name: str,
        results: Iterable[Result],
        *,
        penalties: tuple[Penalty, ...] = (),
        parts: int,
    ) -> None:
        self.name = name
        self.penalties = penalties
        self._rules = rules
        self._parts = parts
        """The common denominator of all results of the ranking."""
        self._nothing = (0,) * len(formula.columns)
        self._column = formula.columns.index(formula.score)
        least = formula.standings.least_total
        self._least = None if isinstance(least, str) else least
        self._listed = list(results)
        if rules.absences == "none":
            self._listed = [result for result in self._listed if result.part.kind != "absence"]
        self.total = self._share() if rules.order == "percentage" else self._total()
        """What the ranking compares: columns added up one by one, penalties taken off; or a percentage."""

    @property
    def score(self) -> Number:
        """The column people call the score, or the percentage."""
        return self.total[0 if self._rules.order == "percentage" else self._column]

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(1 for result in self._listed if result.part.is_game)

    @cached_property
    def results(self) -> tuple[Result, ...]:
        """All of them, the best first."""
        keys = self._whole(self._listed)
        order = sorted(range(len(keys)), key=lambda at: (keys[at], *_beside(self._listed[at])), reverse=True)
        return tuple(self._listed[at] for at in order)

    @property
    def counted(self) -> tuple[Result, ...]:
        """Those that count, the best first."""
        return self.results[: self._rules.best]

    @property
    def all(self) -> Key:
        """The columns over all results, none discarded."""
        if self._rules.order == "sum" and not self._is_cut:
            return self.total
        return self._sum(self._whole(self._listed))

    def over(self, scope: Scope) -> Sequence[Result]:
        """The results a tie-break looks at, in any order."""
        return self.counted if scope == "counted" and self._is_cut else self._listed

    @property
    def _is_cut(self) -> bool:
        """Whether some results do not count."""
        return self._rules.best is not None and len(self._listed) > self._rules.best

    def _total(self) -> Key:
        keys = self._whole(self._listed)
        if self._is_cut:
            keys = sorted(keys, reverse=True)[: self._rules.best]
        return self._sum(keys)

    def _share(self) -> Key:
        """The part of all the points given out at the tables that were played, in hundredths."""
        played = [result for result in self.counted if result.part.kind not in AWARDED]
        own = self._sum(self._whole(played))[self._column]
        given_out = sum(result.given_out for result in played)
        return (ratio(100 * own, given_out) if given_out else 0,)

    def _whole(self, results: Sequence[Result]) -> list[Key]:
        """Keys in whole parts: sorting and adding thousands of results is faster in whole numbers."""
        parts = self._parts
        if parts == 1:
            return [result.key for result in results]
        return [
            tuple([number.numerator * (parts // number.denominator) for number in result.key])
            for result in results
        ]

    def _sum(self, keys: Sequence[Key]) -> Key:
        """Keys in whole parts added up, as true numbers, the penalties taken off the score."""
        found = [ratio(sum(numbers), self._parts) for numbers in zip(self._nothing, *keys, strict=True)]
        if self.penalties:
            found[self._column] -= points_of(self.penalties)
        if self._least is not None:
            found[self._column] = max(found[self._column], self._least)
        return tuple(found)


def _beside(result: Result) -> tuple[bool, int, bool, Number, int]:
    """Of results that are worth the same, the better one: what ties may ask for later."""
    part = result.part
    return part.is_game, -part.place, part.objective, part.points or 0, -part.round


def common_denominator(results: Iterable[Result]) -> int:
    """Every number of these results is a whole number of parts of this size."""
    return lcm(*{number.denominator for result in results for number in result.key})
