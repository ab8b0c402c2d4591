"""An entry of a ranking, player or team: all results, those that count, and the total."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kamchatka.scoring.formula.model import Formula, RankingTie
from kamchatka.scoring.numbers import Number, ratio
from kamchatka.scoring.results.model import Absences, Order, Penalty, Results, Scope, StatedRules
from kamchatka.scoring.standings.scored import Key, Result

AWARDED = ("bye", "void")
"""Results without a table score to share: they are left out of percentages."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """How results become standings."""

    best: int | None = None
    """Number of results that count; None for all."""
    absences: Absences = "zero"
    games: int = 0
    """Minimum number of games played to be ranked."""
    scope: Scope | None = None
    """The results that tie-break criteria look at; None for those the formula says."""
    order: Order = "sum"
    ties: tuple[RankingTie, ...] | None = None
    """Tie-break criteria in order; None for those of the formula."""
    ranking: str = ""
    """Name of this ranking, for penalties that refer to one."""
    format: str = ""
    """Display name of the tournament format, cited for tie-breaks without a clause."""


def rules_of(stated: StatedRules, results: Results, *, ranking: str = "") -> Rules:
    """The stated rules, applied to these results; discarding always leaves at least one round."""
    best = stated.best
    if stated.drop is not None:
        best = max(1, len(results.summed) - stated.drop)
    others = ("absences", "games", "scope", "order", "ties", "format")
    said = {name: getattr(stated, name) for name in others if getattr(stated, name) is not None}
    return Rules(best=best, ranking=ranking, **said)


@dataclass(frozen=True, kw_only=True)
class StandingsEntry:
    """A player or a team in the standings."""

    name: str
    results: tuple[Result, ...]
    """Results of the summed rounds, best first."""
    counted: tuple[Result, ...]
    """Results that count, best first."""
    beside: tuple[Result, ...] = ()
    """Results of rounds that are not summed: only displayed."""
    total: Key
    """The key the ranking compares: summed columns minus penalties; or a percentage."""
    total_of_all: Key
    """The columns summed over all results, without discards."""
    score: Number
    """The score column, or the percentage."""
    games: int
    """Number of games played."""
    penalties: tuple[Penalty, ...]
    """Penalties on total and ranking."""

    def over(self, scope: Scope) -> tuple[Result, ...]:
        """The results a tie-break considers, best first."""
        return self.results if scope == "all" else self.counted

    def settled(self, scope: Scope) -> tuple[Result, ...]:
        """Like `over`, but raises MissingNumber if an unbroken tie decides which equal results count."""
        if scope == "counted":
            _check_cut(self.results, len(self.counted))
        return self.over(scope)


def entry_of(
    name: str, results: Iterable[Result], penalties: tuple[Penalty, ...], formula: Formula, rules: Rules
) -> StandingsEntry:
    """The entry of a player or a team with these results. Raises MissingNumber."""
    is_share = rules.order == "percentage"
    ordered = tuple(sorted(results, key=lambda result: _quality(result, is_share), reverse=True))
    counted = ordered[: rules.best]
    column = formula.columns.index(formula.score)
    if is_share:
        _check_cut(ordered, len(counted))
        total: Key = (_share(counted, penalties, formula),)
    else:
        total = _added(counted, penalties, formula)
    return StandingsEntry(
        name=name,
        results=ordered,
        counted=counted,
        total=total,
        total_of_all=_added(ordered, penalties, formula),
        score=total[0 if is_share else column],
        games=sum(result.is_game for result in ordered),
        penalties=penalties,
    )


def _check_cut(results: Sequence[Result], counted: int) -> None:
    """Raise MissingNumber if an unbroken tie decides which of equal results count."""
    if not 0 < counted < len(results):
        return
    last = results[counted - 1].key
    if last == results[counted].key:
        for result in results:
            if result.key == last and result.open_tie is not None:
                raise result.open_tie


def _quality(result: Result, is_share: bool) -> tuple[Key, bool, Number, int, bool, Number, int]:
    """Sort key of a result: its value; if equal, the larger share, then the tie-break numbers."""
    given_out = result.given_out if is_share else 0
    played = result.is_game, -given_out, -result.place
    return result.key, *played, result.objective, result.points or 0, -result.round


def _added(results: Iterable[Result], penalties: tuple[Penalty, ...], formula: Formula) -> Key:
    """Results summed by column, minus penalties on the score."""
    nothing = (0,) * len(formula.columns)
    columns = zip(nothing, *(result.key for result in results), strict=True)
    found: list[Number] = [sum(numbers) for numbers in columns]
    column, least = formula.columns.index(formula.score), formula.standings.least_total
    found[column] -= sum(penalty.points for penalty in penalties)
    if not isinstance(least, str):
        found[column] = max(found[column], least)
    return tuple(found)


def _share(counted: Iterable[Result], penalties: tuple[Penalty, ...], formula: Formula) -> Number:
    """Percentage of all points given out at the played tables."""
    played = [result for result in counted if result.kind not in AWARDED]
    own = _added(played, penalties, formula)[formula.columns.index(formula.score)]
    given_out = sum(result.given_out for result in played)
    return ratio(100 * own, given_out) if given_out else 0
