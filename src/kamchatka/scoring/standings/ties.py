"""Break equal totals by ordered criteria, each with the two numbers that decided.

Lots are numbers that were drawn and recorded: if they are missing, the tie stays open and is reported.
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
"""The numbers a criterion compares, most important first; more is better."""
NOBODY = 10**9
"""A place or table number worse than any real one, for players without one."""
LOWER_IS_BETTER: tuple[RankingTie, ...] = ("last-table", "previous-rank")
MOST_NAMES = 6
PLACES = 6
HALVES = {1: 2, 2: 1}
"""Half points for a place, by the number of results that share it: 2 alone, 1 if shared by two, else 0."""


@dataclass(frozen=True)
class TieReason:
    """Why an entry is ahead of or behind another with the same total, or that a lot is still to be drawn."""

    criterion: RankingTie
    versus: tuple[str, ...]
    """The entries it was compared with: the next in the standings; for an open tie, all of them."""
    own: Number = 0
    other: Number = 0
    nth: int = 1
    """Which of several numbers decided: for example the second best result."""
    is_open: bool = False
    clauses: tuple[ClauseId, ...] = ()
    """Clauses that state the criterion."""
    format: str = ""
    """The format that states the criterion, if no clause does."""

    @property
    def code(self) -> str:
        """The reason in machine-readable form: `wins: 2 > 1`, or `lot: open`."""
        if self.is_open:
            return "lot: open"
        own, other = self._numbers
        sign = ">" if own > other else "<"
        said = ["-" if number == NOBODY else written(number) for number in (own, other)]
        return f"{self.criterion}: {said[0]} {sign} {said[1]}"

    @property
    def _numbers(self) -> tuple[Number, Number]:
        """The two numbers for display: tables and ranks count from 1, and the lowest is best."""
        if self.criterion in LOWER_IS_BETTER:
            return -self.own, -self.other
        return self.own, self.other

    def sentence(self, lang: Language) -> str:
        """The reason as a sentence, with the source of the criterion if known."""
        reason = self.reason(lang)
        if self.clauses:
            return f"{reason} [{' '.join(self.clauses)}]"
        if self.format:
            return f"{reason} {text('standings.tie.format', lang, format=self.format)}"
        return reason

    def reason(self, lang: Language) -> str:
        """The reason without its source."""
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
    """Entries that are still tied, usually just one, and their vector for each criterion so far."""

    entries: list[StandingsEntry]
    found: tuple[tuple[RankingTie, Vector], ...]


@dataclass(frozen=True, kw_only=True)
class TieBreaks:
    """The criteria of one ranking and the data they need beside the entries."""

    criteria: tuple[RankingTie, ...]
    scope: Scope
    rounds: int
    """Number of rounds the standings cover."""
    columns: int
    lots: tuple[Lot, ...]
    previous: Callable[[], Mapping[str, int]]
    """Ranks after the previous round; called only if a tie gets that far."""

    def groups(self, tied: list[StandingsEntry]) -> list[TieGroup]:
        """Entries with equal totals, split in order; an open tie stays one group. Raises MissingNumber."""
        return self._split(TieGroup(tied, ()), 0, ())

    def between(self, one: TieGroup, other: TieGroup) -> TieReason:
        """The criterion that separates two groups with equal totals, seen from the first."""
        pairs = zip(one.found, other.found, strict=False)
        criterion, own, others = next((name, a, b) for (name, a), (_, b) in pairs if a != b)
        at = next(each for each, number in enumerate(own) if number != others[each])
        nth = at // self.columns + 1 if criterion == "next-best-results" else at + 1
        return TieReason(criterion, (other.entries[0].name,), own[at], others[at], nth)

    def _split(self, group: TieGroup, at: int, done: tuple[str, ...]) -> list[TieGroup]:
        """The group split by the criteria from index `at` on; lots by the draws not in `done`."""
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
        """The next draw in which every tied entry has a lot; None if there is none."""
        for draw, drawn in self._drawn.items():
            if draw not in done and all(entry.name in drawn for entry in tied):
                return draw
        return None

    @cached_property
    def _drawn(self) -> Mapping[str, Mapping[str, tuple[int, ...]]]:
        """Drawn lots by draw, then by name."""
        found: dict[str, dict[str, tuple[int, ...]]] = {}
        for lot in self.lots:
            found.setdefault(lot.draw, {})[lot.player] = lot.drawn
        return found

    def _vectors(self, criterion: RankingTie, tied: Sequence[StandingsEntry], draw: str) -> list[Vector]:
        """The vectors of a criterion for each entry, all equal if it does not apply.

        Padded with 0 to one length: a game not played counts as 0.
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
    """Number of times this place was reached. Raises MissingNumber if a tie for it is open."""
    halves = 0
    for result in results:
        if result.open_tie is not None and result.place <= place < result.place + result.sharing:
            raise result.open_tie
        if result.place == place:
            halves += HALVES.get(result.sharing, 0)
    return ratio(halves, 2)


def _best_table_points(entry: StandingsEntry, scope: Scope) -> Vector:
    """Table points of the best game; if several are equally good, the highest."""
    results = entry.settled(scope)
    return (max((_points(result) for result in results if result.key == results[0].key), default=0),)


def _points(result: Result) -> Number:
    if result.points is None:
        raise MissingNumber("points", (result.player,))
    return result.points


def _total_table_points(entry: StandingsEntry, scope: Scope) -> Vector:
    return (sum(_points(result) for result in entry.settled(scope)),)


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
    "total-table-points": _total_table_points,
}


def best_points(entry: StandingsEntry) -> Number:
    """The highest table points of any game."""
    return max((_points(result) for result in entry.results), default=0)


def _last_table(entry: StandingsEntry) -> Number:
    """The negated number of the last table played, since a lower number is better."""
    games = [result for result in entry.results if result.is_game]
    last = max(games, key=lambda result: result.round, default=None)
    return -last.table if last else -NOBODY
