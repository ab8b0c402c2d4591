"""Equal totals told apart by ordered criteria, each with the two numbers that decided; never silently.

Lots are numbers somebody drew and wrote down: where they are missing, the tie stays open and says so.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import zip_longest

from kamchatka.scoring.formula.model import RankingTie
from kamchatka.scoring.numbers import Number, ratio
from kamchatka.scoring.results.model import Lot
from kamchatka.scoring.sheet.placing import MissingNumber
from kamchatka.scoring.standings.counting import Scope
from kamchatka.scoring.standings.entries import Entry
from kamchatka.scoring.standings.result import Result
from kamchatka.scoring.standings.tie_reason import NOBODY, TieReason

Vector = tuple[Number, ...]
"""What a criterion compares, the most important number first; more is better."""

IN_PARTS: tuple[RankingTie, ...] = ("best-result", "next-best-results", "total-of-all")
PLACES = 6


@dataclass(frozen=True, kw_only=True)
class TieBreaks:
    """The criteria of one ranking and what they need to know beside the entries."""

    criteria: tuple[RankingTie, ...]
    scope: Scope
    rounds: int
    """How many rounds the standings cover."""
    columns: int
    parts: int
    """What totals and results are counted in."""
    lots: tuple[Lot, ...]
    previous: Callable[[], Mapping[str, int]]
    """Ranks after the round before; only asked where a tie gets that far."""
    covered: dict[int, bool] = field(default_factory=dict)
    """By groups with one total, whether all of them drew lots."""

    def split(self, tied: list[Entry]) -> list[list[Entry]]:
        """Entries with equal totals, in order; an open tie stays together. Raises MissingNumber."""
        return self._split(tied, 0, ())

    def _split(self, tied: list[Entry], at: int, done: tuple[str, ...]) -> list[list[Entry]]:
        """The rest of the criteria; of lots, the draws that have not been looked at."""
        if len(tied) == 1:
            return [tied]
        if at == len(self.criteria):
            return [sorted(tied, key=lambda entry: entry.name)]
        draw = self._draw(self.criteria[at], tied, done)
        if draw is None:
            return self._split(tied, at + 1, ())
        values = self.values(self.criteria[at], tied, draw)
        groups: dict[Vector, list[Entry]] = {}
        for entry, value in zip(tied, values, strict=True):
            groups.setdefault(value, []).append(entry)
        again = (at, (*done, draw)) if self.criteria[at] == "lot" else (at + 1, ())
        return [part for value in sorted(groups, reverse=True) for part in self._split(groups[value], *again)]

    def between(self, one: Entry, other: Entry, tied: list[Entry]) -> TieReason:
        """What told two of those with one total apart, seen from the first."""
        for place, criterion in enumerate(self.criteria):
            draws = self._draws_among(one, tied, place) if criterion == "lot" else ("",)
            for draw in draws:
                own, others = self.values(criterion, (one, other), draw)
                if own != others:
                    at = next(each for each, number in enumerate(own) if number != others[each])
                    nth = at // self.columns + 1 if criterion == "next-best-results" else at + 1
                    parts = self.parts if criterion in IN_PARTS else 1
                    numbers = ratio(own[at], parts), ratio(others[at], parts)
                    return TieReason(criterion, (other.name,), *numbers, nth)
        raise AssertionError("entries told apart by nothing")

    def _draws_among(self, one: Entry, tied: list[Entry], place: int) -> Iterator[str]:
        """The draws looked at for all who are still level with somebody when it comes to lots, in order."""
        if len(self._drawn) == 1 and self._all_drew(tied):
            yield from self._drawn
            return
        level = [entry for entry in tied if self._level_before(one, entry, place)]
        done: tuple[str, ...] = ()
        while (draw := self._draw("lot", level, done)) is not None:
            yield draw
            drawn, done = self._drawn[draw], (*done, draw)
            level = [entry for entry in level if _same(drawn[entry.name], drawn[one.name])]

    def _all_drew(self, tied: list[Entry]) -> bool:
        """Whether all with one total have a lot in the first draw; asked again for each of them."""
        if id(tied) not in self.covered:
            [drawn, *_] = self._drawn.values()
            self.covered[id(tied)] = all(entry.name in drawn for entry in tied)
        return self.covered[id(tied)]

    def _level_before(self, one: Entry, other: Entry, place: int) -> bool:
        """Whether no criterion before this one tells the two apart."""
        for criterion in self.criteria[:place]:
            own, others = self.values(criterion, (one, other), "")
            if own != others:
                return False
        return True

    def _draw(self, criterion: RankingTie, tied: Sequence[Entry], done: tuple[str, ...]) -> str | None:
        """The next draw in which everybody tied has a lot; None if there is none. Criteria need no draw."""
        if criterion != "lot":
            return ""
        return next(
            (
                draw
                for draw, drawn in self._drawn.items()
                if draw not in done and all(entry.name in drawn for entry in tied)
            ),
            None,
        )

    @cached_property
    def _drawn(self) -> Mapping[str, Mapping[str, tuple[int, ...]]]:
        """By draw, then by name."""
        found: dict[str, dict[str, tuple[int, ...]]] = {}
        for lot in self.lots:
            found.setdefault(lot.draw, {})[lot.player] = lot.drawn
        return found

    def values(self, criterion: RankingTie, tied: Sequence[Entry], draw: str) -> list[Vector]:
        """What this criterion compares, for each entry; alike for all where it does not apply."""
        if criterion == "lot":
            return _level([self._drawn[draw][entry.name] for entry in tied])
        return _level([self._vector(criterion, entry) for entry in tied])

    def _vector(self, criterion: RankingTie, entry: Entry) -> Vector:
        if criterion == "previous-rank":
            return (-self.previous().get(entry.name, NOBODY),)
        if criterion == "table-points-after-first":
            return (best_points(entry) if self.rounds == 1 else 0,)
        if criterion == "last-table":
            return (_last_table(entry) if self.rounds > 1 else 0,)
        if criterion == "total-of-all":
            return entry.worth_of_all
        return _CRITERIA[criterion](entry, self.scope)


def _level(vectors: list[Vector]) -> list[Vector]:
    """All of one length: a result that was never played is worth nothing, not less."""
    lengths = set(map(len, vectors))
    if len(lengths) == 1:
        return vectors
    length = max(lengths)
    return [vector + (0,) * (length - len(vector)) for vector in vectors]


def _same(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether two lots are worth the same: one that was never thrown is worth nothing."""
    return all(a == b for a, b in zip_longest(one, other, fillvalue=0))


HALVES = {1: 2, 2: 1}
"""How much of its place a result has: all of it, half if two share it, nothing if more do."""


def _count(place: int) -> Callable[[Entry, Scope], Vector]:
    return lambda entry, scope: (_times(place, entry.over(scope)),)


def _times(place: int, results: Sequence[Result]) -> Number:
    """How often this place was had. Raises MissingNumber where a tie for it is open."""
    halves = 0
    for part, _, _ in results:
        if part.open is not None and part.place <= place < part.place + part.sharing:
            raise part.open
        if part.place == place:
            halves += HALVES.get(part.sharing, 0)
    return ratio(halves, 2)


def _places(entry: Entry, scope: Scope) -> Vector:
    """Firsts, then seconds, then thirds…"""
    return tuple(_times(place, entry.over(scope)) for place in range(1, PLACES + 1))


def _next_best_results(entry: Entry, scope: Scope) -> Vector:
    """All results, the best first."""
    return tuple(number for key in sorted(entry.keys(scope), reverse=True) for number in key)


def _best_table_points(entry: Entry, scope: Scope) -> Vector:
    """Table points of the best game; of several as good, the most."""
    results = entry.over(scope)
    best = max((result.key for result in results), default=())
    return (max((_counted(result) for result in results if result.key == best), default=0),)


def _counted(result: Result) -> Number:
    if result.part.points is None:
        raise MissingNumber("points", (result.part.player,))
    return result.part.points


_CRITERIA: dict[RankingTie, Callable[[Entry, Scope], Vector]] = {
    "wins": _count(1),
    "seconds": _count(2),
    "objectives": lambda entry, scope: (sum(result.part.objective for result in entry.over(scope)),),
    "better-places": _places,
    "best-result": lambda entry, scope: max(entry.keys(scope), default=()),
    "next-best-results": _next_best_results,
    "best-table-points": _best_table_points,
}


def best_points(entry: Entry) -> Number:
    """The most table points of a game."""
    return max((_counted(result) for result in entry.results), default=0)


def _last_table(entry: Entry) -> Number:
    """The number of the last table played, lower being better."""
    games = [result.part for result in entry.results if result.part.is_game]
    last = max(games, key=lambda part: part.round, default=None)
    return -last.table if last else -NOBODY
