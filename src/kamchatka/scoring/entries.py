"""Whoever stands in a ranking, player or team: all results, those that count, and the total."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import lcm
from typing import Literal

from kamchatka.scoring.formula import Formula, RankingTie
from kamchatka.scoring.numbers import Number, ratio
from kamchatka.scoring.penalties import points_of
from kamchatka.scoring.results import Penalty
from kamchatka.scoring.scored import Key, Result

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


@dataclass(frozen=True)
class Entry:
    """A player or a team in the standings."""

    name: str
    results: tuple[Result, ...]
    """All of them, the best first."""
    counted: tuple[Result, ...]
    """Those that count, the best first."""
    total: Key
    """What the ranking compares: the columns added up one by one, penalties taken off; or a percentage."""
    score: Number
    """The column people call the score, or the percentage."""
    all: Key
    """The columns over all results, none discarded."""
    penalties: tuple[Penalty, ...] = ()

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(1 for result in self.results if result.is_game)

    def over(self, scope: Scope) -> tuple[Result, ...]:
        """The results a tie-break looks at."""
        return self.counted if scope == "counted" else self.results


def common_denominator(results: Iterable[Result]) -> int:
    """Every number of these results is a whole number of parts of this size.

    Sorting and adding tens of thousands of results is several times faster in whole numbers.
    """
    return lcm(*{number.denominator for result in results for number in result.key})


def make_entry(
    formula: Formula,
    rules: Rules,
    name: str,
    results: Iterable[Result],
    *,
    penalties: tuple[Penalty, ...] = (),
    parts: int,
) -> Entry:
    """The entry of whoever has these results; `parts` is their common denominator."""
    listed = [
        (_worth(result, parts), result)
        for result in results
        if rules.absences == "zero" or result.kind != "absence"
    ]
    listed.sort(key=lambda each: each[0], reverse=True)
    ordered = tuple(result for _, result in listed)
    counted = ordered if rules.best is None else ordered[: rules.best]
    score, lost = formula.columns.index(formula.score), points_of(penalties)
    keys = [worth[0] for worth, _ in listed]
    whole = _less(_sum(keys, len(formula.columns), parts), score, lost)
    total = whole
    if len(counted) < len(ordered):
        total = _less(_sum(keys[: len(counted)], len(formula.columns), parts), score, lost)
    if rules.order == "percentage":
        own = [worth[0] for worth, result in listed[: len(counted)] if result.kind not in AWARDED]
        total = _less(_sum(own, len(formula.columns), parts), score, lost)
        given_out = sum(result.given_out for result in counted if result.kind not in AWARDED)
        share = ratio(100 * total[score], given_out) if given_out else 0
        total = (share,)
        score = 0
    return Entry(name, ordered, counted, total, total[score], whole, penalties)


Worth = tuple[tuple[int, ...], bool, int, bool, Number, int]


def _worth(result: Result, parts: int) -> Worth:
    """Better results first: by key; then what ties may ask for: games, places, RisiKo!, table points."""
    key = tuple(number.numerator * (parts // number.denominator) for number in result.key)
    return key, result.is_game, -result.place, result.objective, result.points or 0, -result.round


def _sum(keys: list[tuple[int, ...]], columns: int, parts: int) -> Key:
    return tuple(ratio(sum(key[column] for key in keys), parts) for column in range(columns))


def _less(key: Key, score: int, points: Number) -> Key:
    if not points:
        return key
    return tuple(value - points if column == score else value for column, value in enumerate(key))
