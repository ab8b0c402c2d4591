"""The results of a tournament: rounds of tables, absences, penalties, teams, lots, and stated rules.

The score of a game is never negative, but a total may be: penalties are subtracted in full.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from kamchatka.ids import ClauseId
from kamchatka.scoring.formula.loading import read_formula
from kamchatka.scoring.formula.model import Formula, RankingTie
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.sheet.incidents import Incident
from kamchatka.scoring.sheet.model import Kind, TableSheet, Target

Absences = Literal["zero", "none"]
"""An absence is a result of 0, which may be discarded; or no result at all."""
Scope = Literal["counted", "all"]
"""The results over which tie-breaks count wins, second places and so on."""
Order = Literal["sum", "percentage"]


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayedTable:
    """A table of a round, with the sheet of its game where one was played."""

    round: int
    number: int
    """The organisers' number; some tie-breaks treat a lower number as a harder table."""
    decides: int | None = None
    """The tournament rank of its first place, the other places following; None if it decides no rank."""
    kind: Kind = "table"
    void: bool = False
    players: tuple[str, ...]
    sheet: TableSheet | None = None
    """None for void tables, byes, and duels with only an outcome."""
    awards: Mapping[str, Number] = field(default_factory=dict)
    """Scores awarded by the referee, overriding the formula: byes, duels, void tables."""
    places: Mapping[str, int] = field(default_factory=dict)
    """The outcome of a duel without a sheet."""
    incidents: tuple[Incident, ...] = ()
    doubts: tuple[Incident, ...] = ()
    """Unlikely combinations of numbers; standings show only a few of them."""
    scored: list[tuple[Formula, tuple[Any, ...]]] = field(
        default_factory=list, init=False, repr=False, compare=False
    )
    """Cache: the last formula that scored the table, and its results."""


@dataclass(frozen=True)
class ResultsRound:
    """A round of the tournament."""

    number: int
    tables: tuple[PlayedTable, ...]
    absent: tuple[str, ...] = ()
    summed: bool = True
    """Whether its results are summed; those of a final often are not."""
    is_open: bool = False
    """Whether tables are still playing, so that their results are missing."""


@dataclass(frozen=True, kw_only=True)
class Penalty:
    """Points subtracted, or ranking places lost, with the clause."""

    plain_as = "player target points|written places round clause reason|some"

    player: str
    target: Target
    points: Number = 0
    """Points to subtract; never negative."""
    places: int = 0
    round: int | None = None
    ranking: str = ""
    """The ranking it applies to; empty: the one of this tournament."""
    clause: ClauseId | None = None
    reason: str = ""


@dataclass(frozen=True)
class Team:
    """Players whose results count together."""

    name: str
    players: tuple[str, ...]


@dataclass(frozen=True)
class Lot:
    """Lots or dice drawn to break a tie in the ranking; more is better."""

    player: str
    """The player, or the team in a team ranking."""
    drawn: tuple[int, ...]
    draw: str = ""
    """The draw of lots it belongs to: only lots of the same draw are compared."""


@dataclass(frozen=True)
class StatedFormula:
    """The formula a file names, with its options."""

    name: str
    """Its id or file name."""
    source: str
    options: Mapping[str, object]

    def chosen(self, options: Mapping[str, object] | None = None) -> Formula:
        """The formula; the given options override the stated ones. Raises UnknownOption."""
        return read_formula(self.source, name=self.name, options={**self.options, **(options or {})})


@dataclass(frozen=True, kw_only=True)
class StatedRules:
    """The rules of the standings stated by a file or a person; None or empty if not stated."""

    best: int | None = None
    drop: int | None = None
    """Number of summed rounds to discard; an alternative to `best`."""
    absences: Absences | None = None
    games: int | None = None
    ties: tuple[RankingTie, ...] | None = None
    scope: Scope | None = None
    order: Order | None = None
    teams: bool | None = None
    format: str = ""
    """Display name of the tournament format."""

    def under(self, typed: "StatedRules") -> "StatedRules":
        """These rules, overridden by the typed ones."""
        said = {key: value for key, value in vars(typed).items() if value not in (None, "")}
        if {"best", "drop"} & said.keys():
            said = {"best": None, "drop": None} | said
        return replace(self, **said)


@dataclass(frozen=True, kw_only=True)
class Results:
    """All input of the standings."""

    title: str = ""
    formula: StatedFormula | None = None
    rules: StatedRules = StatedRules()
    rounds: tuple[ResultsRound, ...]
    penalties: tuple[Penalty, ...] = ()
    teams: tuple[Team, ...] = ()
    lots: tuple[Lot, ...] = ()

    def tables(self) -> Iterator[PlayedTable]:
        """Every table, round by round."""
        for each in self.rounds:
            yield from each.tables

    @property
    def summed(self) -> tuple[ResultsRound, ...]:
        """The rounds whose results are summed."""
        return tuple(each for each in self.rounds if each.summed)

    @cached_property
    def players(self) -> tuple[str, ...]:
        """All players seated or absent in some round, in file order."""
        found: dict[str, None] = {}
        for each in self.rounds:
            for table in each.tables:
                found.update(dict.fromkeys(table.players))
            found.update(dict.fromkeys(each.absent))
        return tuple(found)

    @cached_property
    def known(self) -> frozenset[str]:
        """The players, as a set."""
        return frozenset(self.players)

    @cached_property
    def result_penalties(self) -> Mapping[tuple[str, int], list[Penalty]]:
        """Penalties on a single result, by player and round."""
        found: dict[tuple[str, int], list[Penalty]] = defaultdict(list)
        for each in self.penalties:
            if each.target == "result" and each.round is not None:
                found[each.player, each.round].append(each)
        return dict(found)

    def until(self, last: int) -> "Results":
        """The results up to and including a round, without penalties of later rounds."""
        return replace(
            self,
            rounds=tuple(each for each in self.rounds if each.number <= last),
            penalties=tuple(each for each in self.penalties if each.round is None or each.round <= last),
        )

    def without_finals(self) -> "Results":
        """The summed rounds, with no table deciding a rank: the qualification without the final."""
        return replace(self, rounds=tuple(_undecided(each) for each in self.summed))


def _undecided(each: ResultsRound) -> ResultsRound:
    return replace(each, tables=tuple(replace(table, decides=None) for table in each.tables))


def without_result(results: Results) -> tuple[Penalty, ...]:
    """Penalties on an absence: without effect if absences are no results."""
    absent = {(player, each.number) for each in results.rounds for player in each.absent}
    return tuple(
        each
        for each in results.penalties
        if each.target == "result" and each.round is not None and (each.player, each.round) in absent
    )


def total_penalties(results: Results, ranking: str) -> Mapping[str, tuple[Penalty, ...]]:
    """Penalties of each player on the total and in this ranking; those of other rankings are left out."""
    found: dict[str, list[Penalty]] = defaultdict(list)
    for penalty in results.penalties:
        if penalty.target == "total" or (penalty.target == "ranking" and penalty.ranking in ("", ranking)):
            found[penalty.player].append(penalty)
    return {player: tuple(listed) for player, listed in found.items()}


def penalties_due(results: Results) -> Iterator[Penalty]:
    """Penalties that a regulation prescribes for withdrawals and the file does not contain yet.

    Never applied automatically: a judge decides and records them.
    """
    written = {(each.player, each.round) for each in results.penalties if each.target != "result"}
    for table in results.tables():
        if table.sheet is None:
            continue
        rulebook = table.sheet.rulebook
        for seat in table.sheet.seats:
            settled = {(seat.player, table.round), (seat.player, None)} & written
            if rulebook.withdrawal.ranking_penalty and seat.status == "withdrawn" and not settled:
                yield Penalty(
                    player=seat.player,
                    target="ranking",
                    points=rulebook.withdrawal.ranking_penalty,
                    round=table.round,
                    clause=next(iter(rulebook.entry("withdrawal.ranking_penalty").clauses), None),
                )
