"""Standings: totals in order, every tie broken with a reason or reported as open.

Tables that decide ranks come before all totals: their players are ranked by their place there.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import TypeVar

from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.results.model import Lot, Penalty, PlayedTable, Results, total_penalties
from kamchatka.scoring.sheet.places import DECIDING, Decision, MissingNumber, Placing, placings
from kamchatka.scoring.standings.entries import Rules, StandingsEntry, entry_of
from kamchatka.scoring.standings.scored import Key, Result, results_by_player
from kamchatka.scoring.standings.ties import TieBreaks, TieReason, best_points

T = TypeVar("T")


@dataclass(frozen=True)
class DecidedPlace:
    """A place at a table that decides ranks; lower is better."""

    plain_as = "round table place"

    decides: int
    place: int
    round: int
    table: int
    by: Decision
    """What put the player ahead of the next place."""

    @property
    def order(self) -> tuple[int, int]:
        """The sort key of ranks: the same places at parallel tables are equal."""
        return self.decides, self.place


@dataclass(frozen=True)
class StandingsRow:
    """A line of the standings."""

    rank: int | None
    """Shared while a tie is open; None for a player with too few games."""
    entry: StandingsEntry
    tie: TieReason | None = None
    """Reason for the place among equal totals; None without equals."""
    moved: int = 0
    """Places lost by a penalty."""
    decided: DecidedPlace | None = None
    """Where the rank was decided; None if totals give it."""


@dataclass(frozen=True)
class Standings:
    """The rows, ranked ones first, and the formula and rules used."""

    formula: Formula
    rules: Rules
    rows: tuple[StandingsRow, ...]
    is_of_teams: bool = False

    def row(self, name: str) -> StandingsRow | None:
        """The row of a player or a team."""
        return next((row for row in self.rows if row.entry.name == name), None)


def standings(
    formula: Formula,
    results: Results,
    rules: Rules | None = None,
    *,
    teams: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Standings:
    """The standings of players or teams. Raises Unscorable, or MissingNumber if a tie needs a number."""
    chosen = rules or Rules()
    by_player = results_by_player(formula, results, absences=chosen.absences == "zero", progress=progress)
    lost = total_penalties(results, chosen.ranking)
    members: dict[str, tuple[str, ...]] = {player: (player,) for player in results.players}
    if teams:
        members = {team.name: team.players for team in results.teams}
        if chosen.best is None:
            chosen = replace(chosen, best=formula.standings.team_best)
    rounds = [each.number for each in results.summed]
    together = {name: tuple(_all_of(by_player, members[name])) for name in members}
    ranking = _Ranking(
        formula=formula,
        rules=chosen,
        rounds=rounds,
        results={name: [each for each in got if each.round in rounds] for name, got in together.items()},
        beside={
            name: tuple(each for each in got if each.round not in rounds) for name, got in together.items()
        },
        penalties={name: tuple(_all_of(lost, members[name])) for name in members},
        lots=results.lots,
        decided={} if teams else _decided(results),
    )
    return Standings(formula, chosen, tuple(ranking.rows()), teams)


def _decided(results: Results) -> dict[str, DecidedPlace]:
    """Each player's place at the last rank-deciding table. Raises MissingNumber."""
    found = {}
    for table in results.tables():
        if table.decides is not None and not table.void:
            for player, (place, by) in zip(table.players, _placings(table), strict=True):
                found[player] = DecidedPlace(table.decides, place, table.round, table.number, by)
    return found


def _placings(table: PlayedTable) -> tuple[Placing, ...]:
    """The places at a table; for a duel without a sheet, as recorded."""
    if table.sheet is None:
        return tuple(Placing(table.places[player], "") for player in table.players)
    try:
        return placings(table.sheet, DECIDING)
    except MissingNumber as missing:
        raise missing.at_table(table.round, table.number) from missing


def _all_of(listed: Mapping[str, Iterable[T]], players: tuple[str, ...]) -> Iterator[T]:
    """The values of all these players."""
    for player in players:
        yield from listed.get(player, ())


@dataclass(frozen=True, kw_only=True)
class _Ranking:
    """The input of a ranking of players or teams, and its computation."""

    formula: Formula
    rules: Rules
    rounds: list[int]
    results: Mapping[str, list[Result]]
    """Results of the summed rounds."""
    beside: Mapping[str, tuple[Result, ...]]
    """Results of the other rounds."""
    penalties: Mapping[str, tuple[Penalty, ...]]
    """Penalties by player or team."""
    lots: tuple[Lot, ...]
    decided: Mapping[str, DecidedPlace]
    """Places of players who sat at a rank-deciding table."""

    def rows(self) -> list[StandingsRow]:
        """All rows: those decided at a table first, those with too few games last, without a rank.

        Until a table decides the first rank, totals give the ranks above those of a small final.
        """
        entries = [
            replace(self._entry(name, self.results[name], self.penalties[name]), beside=self.beside[name])
            for name in self.results
        ]
        others = [each for each in entries if each.name not in self.decided]
        ranked = [each for each in others if each.games >= self.rules.games]
        below = _by_total(each for each in others if each.games < self.rules.games)
        by_total = self._ranked(ranked, self._breaks(len(self.rounds), lambda: self.previous))
        first = min((each.decides for each in self.decided.values()), default=1)
        rows = [row for row in by_total if row.rank is not None and row.rank < first]
        later = by_total[len(rows) :]
        rows += self._decided_rows(
            _by_total(each for each in entries if each.name in self.decided), len(rows) + 1
        )
        shift = len(rows) + len(later) - len(by_total)
        rows += [replace(row, rank=row.rank + shift) for row in later if row.rank is not None]
        return _moved(rows) + [StandingsRow(None, each) for each in below]

    def _decided_rows(self, entries: list[StandingsEntry], first: int) -> list[StandingsRow]:
        """Rows of players at rank-deciding tables, from this rank on.

        Equal places at parallel tables share the rank.
        """
        entries.sort(key=lambda each: self.decided[each.name].order)
        rows: list[StandingsRow] = []
        for _, level in groupby(entries, key=lambda each: self.decided[each.name].order):
            rank = first + len(rows)
            rows += [StandingsRow(rank, each, decided=self.decided[each.name]) for each in level]
        return rows

    @cached_property
    def previous(self) -> Mapping[str, int]:
        """Ranks after the previous round, computed iteratively to avoid deep recursion."""
        ranks: Mapping[str, int] = {}
        for done in range(1, len(self.rounds)):
            ranks = self._ranks_after(done, ranks)
        return ranks

    def _ranks_after(self, done: int, before: Mapping[str, int]) -> Mapping[str, int]:
        """Ranks after `done` rounds, ignoring lots: a lot drawn then has no effect now."""
        last = self.rounds[done - 1]
        entries = []
        for name, results in self.results.items():
            known = [result for result in results if result.round <= last]
            lost = (each for each in self.penalties[name] if each.round is None or each.round <= last)
            if known:
                entries.append(self._entry(name, known, tuple(lost)))
        breaks = self._breaks(done, lambda: before)
        breaks = replace(breaks, criteria=tuple(each for each in breaks.criteria if each != "lot"))
        rows = self._ranked(entries, breaks)
        return {row.entry.name: row.rank for row in rows if row.rank is not None}

    def _entry(self, name: str, results: list[Result], penalties: tuple[Penalty, ...]) -> StandingsEntry:
        return entry_of(name, results, penalties, self.formula, self.rules)

    def _breaks(self, rounds: int, previous: Callable[[], Mapping[str, int]]) -> TieBreaks:
        ties = self.formula.standings.ties if self.rules.ties is None else self.rules.ties
        return TieBreaks(
            criteria=tuple(dict.fromkeys(ties)),  # a repeated criterion adds nothing
            scope=self.rules.scope or self.formula.standings.scope,
            rounds=rounds,
            columns=len(self.formula.columns),
            lots=self.lots,
            previous=previous,
        )

    def _ranked(self, entries: list[StandingsEntry], breaks: TieBreaks) -> list[StandingsRow]:
        """Rows of these entries, starting at rank 1, with ties broken."""
        by_points = breaks.rounds == 1 and self.formula.standings.after_first == "table-points"
        level: dict[Key, list[StandingsEntry]] = defaultdict(list)
        for entry in entries:
            level[(best_points(entry),) if by_points else entry.total].append(entry)
        rows: list[StandingsRow] = []
        for total in sorted(level, reverse=True):
            rows += _among_equals(level[total], 1 + len(rows), breaks)
        return [self._sourced(row) for row in rows]

    def _sourced(self, row: StandingsRow) -> StandingsRow:
        """The row, its tie citing the source of the criterion: the formula's clauses, else the format."""
        if row.tie is None:
            return row
        own = self.formula.standings
        states = self.rules.ties is None or list(self.rules.ties) == own.ties
        clauses = tuple(own.clauses.get(row.tie.criterion, ())) if states else ()
        return replace(row, tie=replace(row.tie, clauses=clauses, format=self.rules.format))


def _by_total(entries: Iterable[StandingsEntry]) -> list[StandingsEntry]:
    """Highest total first, equal ones by name."""
    return sorted(sorted(entries, key=lambda each: each.name), key=lambda each: each.total, reverse=True)


def _among_equals(tied: list[StandingsEntry], rank: int, breaks: TieBreaks) -> list[StandingsRow]:
    """Rows of entries with equal totals, starting at this rank.

    Each reason compares with the next row; the last one with the row before.
    """
    groups = breaks.groups(tied)
    rows: list[StandingsRow] = []
    for number, group in enumerate(groups):
        if len(group.entries) > 1:
            reason = TieReason("lot", tuple(entry.name for entry in group.entries), is_open=True)
        elif len(groups) > 1:
            reason = breaks.between(group, groups[number + 1 if number + 1 < len(groups) else number - 1])
        else:
            return [StandingsRow(rank, tied[0])]
        first = rank + len(rows)
        rows += [StandingsRow(first, entry, reason) for entry in group.entries]
    return rows


def _moved(rows: list[StandingsRow]) -> list[StandingsRow]:
    """The rows after place penalties: down by that many places, never between rows that share a rank."""
    falling = [row for row in rows if _places_lost(row.entry)]
    order = list(rows)
    for row in reversed(falling):
        at = next(place for place, each in enumerate(order) if each is row)
        places = min(_places_lost(row.entry), len(order) - 1 - at)
        if not places:
            continue
        del order[at]
        at += places
        while at < len(order) and not order[at].moved and order[at].rank == order[at - 1].rank:
            at += 1
        order.insert(at, replace(row, moved=places))
    firsts: dict[int | None, int] = {}
    return [
        replace(row, rank=number if row.moved else firsts.setdefault(row.rank, number))
        for number, row in enumerate(order, 1)
    ]


def _places_lost(entry: StandingsEntry) -> int:
    return sum(penalty.places for penalty in entry.penalties)
