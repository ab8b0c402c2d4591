"""Standings: totals in order, every tie told apart with its reason or reported as open."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain
from typing import NamedTuple

from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.results.model import Penalty, Results
from kamchatka.scoring.results.penalties import places_of, total_penalties
from kamchatka.scoring.standings.counting import Counting, Rules
from kamchatka.scoring.standings.entries import Entry
from kamchatka.scoring.standings.placed import Placed
from kamchatka.scoring.standings.result import Key, Result
from kamchatka.scoring.standings.scored import Scored
from kamchatka.scoring.standings.teams import penalties_by_team
from kamchatka.scoring.standings.tie_reason import TieReason
from kamchatka.scoring.standings.ties import TieBreaks, best_points


class Row(NamedTuple):
    """A line of the standings."""

    rank: int | None
    """Shared while a tie is open; None for whoever has played too few games."""
    entry: Entry
    because: Callable[[], TieReason] | None = None
    """What tells it from its equals, if there are any; only worked out for who wants to know."""
    moved: int = 0
    """Places lost by a penalty."""

    @property
    def tie(self) -> TieReason | None:
        """Why it stands where it does among equals; None without equals."""
        return self.because() if self.because else None


@dataclass(frozen=True)
class Standings:
    """The rows, the ranked ones first, and what they were made with."""

    formula: Formula
    rules: Rules
    rows: tuple[Row, ...]

    def row(self, name: str) -> Row | None:
        """The line of a player or a team."""
        return next((row for row in self.rows if row.entry.name == name), None)


def standings(
    formula: Formula,
    results: Results,
    rules: Rules | None = None,
    *,
    placed: Placed | None = None,
    teams: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Standings:
    """The standings of players, or of teams. Raises Unscorable, or MissingNumber where a tie needs one."""
    chosen = rules or Rules()
    scored = Scored(
        formula,
        placed or Placed(results),
        progress,
        shares=chosen.order == "percentage",
        absences=chosen.absences == "zero",
    )
    members: dict[str, tuple[str, ...]] = {player: (player,) for player in results.players}
    penalties = total_penalties(results, chosen.ranking)
    if teams:
        members = {team.name: team.players for team in results.teams}
        penalties = penalties_by_team(results.teams, penalties)
        if chosen.best is None:
            chosen = replace(chosen, best=formula.standings.team_best)
    ranking = _Ranking(formula, chosen, results, scored, members=members, penalties=penalties)
    return Standings(formula, chosen, ranking.rows())


class _Ranking:
    """Puts entries in order."""

    def __init__(
        self,
        formula: Formula,
        rules: Rules,
        results: Results,
        scored: Scored,
        *,
        members: Mapping[str, tuple[str, ...]],
        penalties: Mapping[str, tuple[Penalty, ...]],
    ) -> None:
        self.formula = formula
        self.rules = rules
        self.rounds = [each.number for each in results.rounds]
        self.lots = results.lots
        self.scored = scored
        self.members = members
        """Whose results count together, by the name that stands in the ranking."""
        self.penalties = penalties
        lost = (each.points for listed in penalties.values() for each in listed)
        self.counting = Counting(formula, rules, chain(scored.numbers(), lost))

    def rows(self) -> tuple[Row, ...]:
        """All rows."""
        lost = self.penalties
        entries = [
            Entry(
                self.counting,
                name,
                self.scored.keys(players),
                partial(self.scored.results, players),
                lost.get(name, ()),
            )
            for name, players in self.members.items()
        ]
        enough = {entry.name for entry in entries if not self.rules.games or entry.games >= self.rules.games}
        ranked = [entry for entry in entries if entry.name in enough]
        below = [entry for entry in entries if entry.name not in enough]
        below.sort(key=lambda entry: entry.name)
        below.sort(key=lambda entry: entry.worth, reverse=True)
        breaks = self._breaks(len(self.rounds), cache(self._previous))
        rows = _moved(_ranked(ranked, breaks, self._leading(len(self.rounds))))
        return (*rows, *(Row(None, entry) for entry in below))

    def _breaks(self, rounds: int, previous: Callable[[], Mapping[str, int]]) -> TieBreaks:
        ties = self.formula.standings.ties if self.rules.ties is None else self.rules.ties
        return TieBreaks(
            criteria=tuple(dict.fromkeys(ties)),  # a criterion asked for again has nothing to add
            scope=self.rules.scope,
            rounds=rounds,
            columns=len(self.formula.columns),
            parts=self.counting.parts,
            lots=self.lots,
            previous=previous,
        )

    def _previous(self) -> Mapping[str, int]:
        """Ranks after the round before; those of earlier rounds only if a tie goes back that far."""
        done = len(self.rounds) - 1
        return self._ranks_after(done, cache(lambda: self._from_the_first(done - 1))) if done else {}

    def _from_the_first(self, done: int) -> Mapping[str, int]:
        """Ranks after so many rounds, found round by round: no tie goes deeper than one round."""
        ranks: Mapping[str, int] = {}
        for number in range(1, done + 1):
            ranks = self._ranks_after(number, partial(_known, ranks))
        return ranks

    def _ranks_after(self, done: int, before: Callable[[], Mapping[str, int]]) -> Mapping[str, int]:
        """Ranks after so many rounds, without lots: what a lot decided then decides nothing now."""
        last = self.rounds[done - 1]
        entries = []
        for name, players in self.members.items():
            known = [result for result in self.scored.results(players) if result.part.round <= last]
            lost = tuple(
                each for each in self.penalties.get(name, ()) if each.round is None or each.round <= last
            )
            if known:
                keys = [result.key for result in known]
                entries.append(Entry(self.counting, name, keys, partial(_as_they_are, known), lost))
        breaks = self._breaks(done, before)
        breaks = replace(breaks, criteria=tuple(each for each in breaks.criteria if each != "lot"))
        rows = _ranked(entries, breaks, self._leading(done))
        return {row.entry.name: row.rank for row in rows if row.rank is not None}

    def _leading(self, rounds: int) -> Callable[[Entry], Key]:
        """What the ranking after so many rounds goes by."""
        if rounds == 1 and self.formula.standings.after_first == "table-points":
            return lambda entry: (best_points(entry),)
        return lambda entry: entry.worth


def _as_they_are(results: list[Result]) -> list[Result]:
    return results


def _known(ranks: Mapping[str, int]) -> Mapping[str, int]:
    return ranks


def _ranked(entries: list[Entry], breaks: TieBreaks, leading: Callable[[Entry], Key]) -> list[Row]:
    """Rows of these entries, equal ones told apart."""
    by_total: dict[Key, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_total[leading(entry)].append(entry)
    rows: list[Row] = []
    for total in sorted(by_total, reverse=True):
        rows += _among_equals(by_total[total], len(rows) + 1, breaks)
    return rows


def _among_equals(tied: list[Entry], rank: int, breaks: TieBreaks) -> list[Row]:
    """Rows of all who have one total, from this rank on.

    A reason is given against the next one down, for the last against the one before.
    """
    if len(tied) == 1:
        return [Row(rank, tied[0])]
    groups = breaks.split(tied)
    rows: list[Row] = []
    for number, group in enumerate(groups):
        if len(group) > 1:
            reason = partial(TieReason, "lot", tuple(entry.name for entry in group), is_open=True)
        else:
            beside = groups[number + 1] if number + 1 < len(groups) else groups[number - 1]
            reason = partial(breaks.between, group[0], beside[0], tied)
        first = rank + len(rows)
        rows += [Row(first, entry, reason) for entry in group]
    return rows


def _moved(rows: list[Row]) -> list[Row]:
    """The rows after penalties that cost places: down by so many, never between two who share a rank."""
    falling = [row for row in rows if places_of(row.entry.penalties)]
    if not falling:
        return rows
    order = list(rows)
    for row in reversed(falling):
        at = next(place for place, each in enumerate(order) if each is row)
        places = min(places_of(row.entry.penalties), len(order) - 1 - at)
        if not places:
            continue
        del order[at]
        at += places
        while at < len(order) and not order[at].moved and order[at].rank == order[at - 1].rank:
            at += 1
        order.insert(at, row._replace(moved=places))
    firsts: dict[int | None, int] = {}
    ranks = [
        number if row.moved else firsts.setdefault(row.rank, number) for number, row in enumerate(order, 1)
    ]
    return [row._replace(rank=rank) for row, rank in zip(order, ranks, strict=True)]
