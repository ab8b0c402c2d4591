"""Whoever stands in a ranking, player or team: all results, those that count, and the total."""

from collections.abc import Callable, Sequence

from kamchatka.scoring.numbers import Number
from kamchatka.scoring.results.model import Penalty
from kamchatka.scoring.standings.counting import Counting, Scope
from kamchatka.scoring.standings.result import Key, Result


class Entry:
    """A player or a team in the standings.

    Only its worth is found for everybody; the rest when a tie, or somebody, asks for it.
    """

    __slots__ = ("_counting", "_keys", "_listed", "_look", "_ordered", "name", "penalties", "worth")

    def __init__(
        self,
        counting: Counting,
        name: str,
        keys: list[Key],
        look: Callable[[], Sequence[Result]],
        penalties: tuple[Penalty, ...] = (),
    ) -> None:
        """Results are looked for only when they are asked for; keys say what each of them is worth."""
        self.name = name
        self.penalties = penalties
        self._counting = counting
        self._look = look
        self._listed: Sequence[Result] | None = None
        self._ordered: tuple[Result, ...] | None = None
        self._keys = counting.in_parts(keys)
        if counting.rules.order == "percentage":
            self.worth = counting.share(self.over("counted") if keys else (), penalties)
        else:
            self.worth = counting.added(self.keys("counted"), penalties)
        """What the ranking compares: columns added up one by one, in parts; or a percentage."""

    @property
    def total(self) -> Key:
        """The columns added up one by one, penalties taken off; or a percentage."""
        return self.worth if self._counting.rules.order == "percentage" else self._counting.true(self.worth)

    @property
    def score(self) -> Number:
        """The column people call the score, or the percentage."""
        return self.total[0 if self._counting.rules.order == "percentage" else self._counting.column]

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(1 for result in self.over("all") if result.part.is_game)

    @property
    def results(self) -> tuple[Result, ...]:
        """All of them, the best first."""
        if self._ordered is None:
            keys, listed = self._keys, self.over("all")
            order = sorted(range(len(keys)), key=lambda at: (keys[at], *_beside(listed[at])), reverse=True)
            self._ordered = tuple(listed[at] for at in order)
        return self._ordered

    @property
    def counted(self) -> tuple[Result, ...]:
        """Those that count, the best first."""
        return self.results[: self._counting.rules.best]

    @property
    def worth_of_all(self) -> Key:
        """The columns over all results, none discarded, in parts."""
        return self._counting.added(self._keys, self.penalties)

    def over(self, scope: Scope) -> Sequence[Result]:
        """The results a tie-break looks at, in any order."""
        if self._is_cut(scope):
            self._check_the_cut()
            return self.counted
        if self._listed is None:
            self._listed = self._look()
        return self._listed

    def keys(self, scope: Scope) -> Sequence[Key]:
        """What those are worth, in parts, in any order."""
        return (
            sorted(self._keys, reverse=True)[: self._counting.rules.best]
            if self._is_cut(scope)
            else self._keys
        )

    def _check_the_cut(self) -> None:
        """Raise MissingNumber if a tie nobody has broken decides which of equal results count."""
        best = self._counting.rules.best or 0
        counted, discarded = self.results[:best], self.results[best:]
        if counted and counted[-1].key == discarded[0].key:
            for result in self.results:
                if result.key == counted[-1].key and result.part.open is not None:
                    raise result.part.open

    def _is_cut(self, scope: Scope) -> bool:
        return scope == "counted" and self._counting.is_cut(len(self._keys))


def _beside(result: Result) -> tuple[bool, Number, int, bool, Number, int]:
    """Of results that are worth the same, the better one: the larger share, then what ties may ask for."""
    part = result.part
    return part.is_game, -result.given_out, -part.place, part.objective, part.points or 0, -part.round
