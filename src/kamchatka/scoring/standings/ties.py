"""Equal totals told apart by ordered criteria, each with the two numbers that decided; never silently.

Lots are numbers somebody drew and wrote down: where they are missing, the tie stays open and says so.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from kamchatka.ids import ClauseId
from kamchatka.messages import Language, text
from kamchatka.scoring.formula.model import RankingTie
from kamchatka.scoring.numbers import Number, ratio, shown, written
from kamchatka.scoring.results.model import Lot, Scope
from kamchatka.scoring.sheet.places import MissingNumber
from kamchatka.scoring.standings.entries import StandingsEntry
from kamchatka.scoring.standings.scored import Result

Vector = tuple[Number, ...]
"""What a criterion compares, the most important number first; more is better."""
NOBODY = 10**9
"""Stands for a place or a table nobody had: worse than any."""
LOWER_IS_BETTER: tuple[RankingTie, ...] = ("last-table", "previous-rank")
MOST_NAMES = 6
PLACES = 6
HALVES = {1: 2, 2: 1}
"""How much of its place a result has: all of it, half if two share it, nothing if more do."""


@dataclass(frozen=True)
class TieReason:
    """Why somebody with the same total is ahead or behind, or that a lot has still to be drawn."""

    criterion: RankingTie
    versus: tuple[str, ...]
    """Whom it was told apart from: the next in the standings; of an open tie, all who are in it."""
    own: Number = 0
    other: Number = 0
    nth: int = 1
    """Which of several numbers decided: the second best result, the third…"""
    is_open: bool = False
    clauses: tuple[ClauseId, ...] = ()
    """Those that state the criterion."""
    format: str = ""
    """The format that states it, where no clause does."""

    @property
    def code(self) -> str:
        """The reason for programs: `wins: 2 > 1`, or `lot: open`."""
        if self.is_open:
            return "lot: open"
        own, other = self._numbers
        sign = ">" if own > other else "<"
        said = ["-" if number == NOBODY else written(number) for number in (own, other)]
        return f"{self.criterion}: {said[0]} {sign} {said[1]}"

    @property
    def _numbers(self) -> tuple[Number, Number]:
        """The two numbers as people know them: tables and ranks count from 1, the lowest being the best."""
        if self.criterion in LOWER_IS_BETTER:
            return -self.own, -self.other
        return self.own, self.other

    def sentence(self, lang: Language) -> str:
        """The reason in words, with what states the criterion as far as it is known."""
        reason = self.reason(lang)
        if self.clauses:
            return f"{reason} [{' '.join(self.clauses)}]"
        if self.format:
            return f"{reason} {text('standings.tie.format', lang, format=self.format)}"
        return reason

    def reason(self, lang: Language) -> str:
        """The reason in words alone."""
        names = ", ".join(self.versus[:MOST_NAMES]) + ("…" if len(self.versus) > MOST_NAMES else "")
        if self.is_open:
            return text("standings.tie.open", lang, names=names, count=len(self.versus))
        own, other = ("-" if number == NOBODY else shown(number, lang) for number in self._numbers)
        values = {"own": own, "other": other, "nth": self.nth}
        what = text(f"standings.criterion.{self.criterion.replace('-', '_')}", lang, **values)
        code = "ahead" if self.own > self.other else "behind"
        return text(f"standings.tie.{code}", lang, names=names, what=what)


@dataclass(frozen=True)
class TieGroup:
    """Those no criterion told apart, mostly one alone, and what each criterion found of them in order."""

    entries: list[StandingsEntry]
    found: tuple[tuple[RankingTie, Vector], ...]


@dataclass(frozen=True, kw_only=True)
class TieBreaks:
    """The criteria of one ranking and what they need to know beside the entries."""

    criteria: tuple[RankingTie, ...]
    scope: Scope
    rounds: int
    """How many rounds the standings cover."""
    columns: int
    lots: tuple[Lot, ...]
    previous: Callable[[], Mapping[str, int]]
    """Ranks after the round before; only asked where a tie gets that far."""

    def groups(self, tied: list[StandingsEntry]) -> list[TieGroup]:
        """Entries with equal totals, in order; an open tie stays together. Raises MissingNumber."""
        return self._split(TieGroup(tied, ()), 0, ())

    def between(self, one: TieGroup, other: TieGroup) -> TieReason:
        """What told two groups with one total apart, seen from the first."""
        pairs = zip(one.found, other.found, strict=False)
        criterion, own, others = next((name, a, b) for (name, a), (_, b) in pairs if a != b)
        at = next(each for each, number in enumerate(own) if number != others[each])
        nth = at // self.columns + 1 if criterion == "next-best-results" else at + 1
        return TieReason(criterion, (other.entries[0].name,), own[at], others[at], nth)

    def _split(self, group: TieGroup, at: int, done: tuple[str, ...]) -> list[TieGroup]:
        """The group told apart by the criteria from this one on; of lots, by the draws not yet looked at."""
        if len(group.entries) == 1:
            return [group]
        if at == len(self.criteria):
            return [TieGroup(sorted(group.entries, key=lambda entry: entry.name), group.found)]
        criterion = self.criteria[at]
        draw = self._draw(group.entries, done) if criterion == "lot" else ""
        if draw is None:
            return self._split(group, at + 1, ())
        parts: dict[Vector, list[StandingsEntry]] = {}
        for entry, vector in zip(group.entries, self._vectors(criterion, group.entries, draw), strict=True):
            parts.setdefault(vector, []).append(entry)
        again = (at, (*done, draw)) if criterion == "lot" else (at + 1, ())
        return [
            smaller
            for vector in sorted(parts, reverse=True)
            for smaller in self._split(TieGroup(parts[vector], (*group.found, (criterion, vector))), *again)
        ]

    def _draw(self, tied: Sequence[StandingsEntry], done: tuple[str, ...]) -> str | None:
        """The next draw in which everybody tied has a lot; None if there is none."""
        for draw, drawn in self._drawn.items():
            if draw not in done and all(entry.name in drawn for entry in tied):
                return draw
        return None

    @cached_property
    def _drawn(self) -> Mapping[str, Mapping[str, tuple[int, ...]]]:
        """By draw, then by name."""
        found: dict[str, dict[str, tuple[int, ...]]] = {}
        for lot in self.lots:
            found.setdefault(lot.draw, {})[lot.player] = lot.drawn
        return found

    def _vectors(self, criterion: RankingTie, tied: Sequence[StandingsEntry], draw: str) -> list[Vector]:
        """What this criterion compares for each entry, alike for all where it does not apply.

        All of one length: a result that was never played is worth nothing, not less.
        """
        if criterion == "lot":
            vectors: list[Vector] = [self._drawn[draw][entry.name] for entry in tied]
        else:
            vectors = [self._vector(criterion, entry) for entry in tied]
        length = max(map(len, vectors))
        return [vector + (0,) * (length - len(vector)) for vector in vectors]

    def _vector(self, criterion: RankingTie, entry: StandingsEntry) -> Vector:
        if criterion == "previous-rank":
            return (-self.previous().get(entry.name, NOBODY),)
        if criterion == "table-points-after-first":
            return (best_points(entry) if self.rounds == 1 else 0,)
        if criterion == "last-table":
            return (_last_table(entry) if self.rounds > 1 else 0,)
        if criterion == "total-of-all":
            return entry.total_of_all
        return _CRITERIA[criterion](entry, self.scope)


def _count(place: int) -> Callable[[StandingsEntry, Scope], Vector]:
    return lambda entry, scope: (_times(place, entry.settled(scope)),)


def _times(place: int, results: Sequence[Result]) -> Number:
    """How often this place was had. Raises MissingNumber where a tie for it is open."""
    halves = 0
    for result in results:
        if result.open_tie is not None and result.place <= place < result.place + result.sharing:
            raise result.open_tie
        if result.place == place:
            halves += HALVES.get(result.sharing, 0)
    return ratio(halves, 2)


def _best_table_points(entry: StandingsEntry, scope: Scope) -> Vector:
    """Table points of the best game; of several as good, the most."""
    results = entry.settled(scope)
    return (max((_points(result) for result in results if result.key == results[0].key), default=0),)


def _points(result: Result) -> Number:
    if result.points is None:
        raise MissingNumber("points", (result.player,))
    return result.points


_CRITERIA: dict[RankingTie, Callable[[StandingsEntry, Scope], Vector]] = {
    "wins": _count(1),
    "seconds": _count(2),
    "objectives": lambda entry, scope: (sum(result.objective for result in entry.settled(scope)),),
    "better-places": lambda entry, scope: tuple(
        _times(place, entry.settled(scope)) for place in range(1, PLACES + 1)
    ),
    "best-result": lambda entry, scope: next((result.key for result in entry.over(scope)), ()),
    "next-best-results": lambda entry, scope: tuple(
        number for result in entry.over(scope) for number in result.key
    ),
    "best-table-points": _best_table_points,
}


def best_points(entry: StandingsEntry) -> Number:
    """The most table points of a game."""
    return max((_points(result) for result in entry.results), default=0)


def _last_table(entry: StandingsEntry) -> Number:
    """The number of the last table played, lower being better."""
    games = [result for result in entry.results if result.is_game]
    last = max(games, key=lambda result: result.round, default=None)
    return -last.table if last else -NOBODY
