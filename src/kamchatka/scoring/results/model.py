"""The results of a tournament: rounds of tables, who was absent, penalties, teams, lots, and stated rules.

Scores of a game never fall below zero, totals may: a penalty is taken in full.
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
"""An absence is a result of nothing, which may be discarded; or no result at all."""
Scope = Literal["counted", "all"]
"""Which results wins, second places and the like are counted over."""
Order = Literal["sum", "percentage"]


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayedTable:
    """A table of a round, with the sheet of its game where one was played."""

    round: int
    number: int
    """As the organisers numbered it; where standings ask, a lower number is a harder table."""
    decides: int | None = None
    """The rank of the tournament that its first place gives, the others following; None: it gives none."""
    kind: Kind = "table"
    void: bool = False
    players: tuple[str, ...]
    sheet: TableSheet | None = None
    """None for void tables, byes, and duels of which only the outcome is known."""
    awards: Mapping[str, Number] = field(default_factory=dict)
    """Scores the referee gives, whatever the formula says: byes, duels, void tables."""
    places: Mapping[str, int] = field(default_factory=dict)
    """Of a duel without a sheet: who won."""
    incidents: tuple[Incident, ...] = ()
    doubts: tuple[Incident, ...] = ()
    """Numbers that seldom stand together; of a whole season only a few are told."""
    scored: list[tuple[Formula, tuple[Any, ...]]] = field(
        default_factory=list, init=False, repr=False, compare=False
    )
    """The last formula that scored it, and the results: asked again, they are not worked out again."""


@dataclass(frozen=True)
class ResultsRound:
    """A round of the tournament."""

    number: int
    tables: tuple[PlayedTable, ...]
    absent: tuple[str, ...] = ()
    summed: bool = True
    """Whether its results are added up; those of a final often are not."""


@dataclass(frozen=True, kw_only=True)
class Penalty:
    """Points taken away, or places lost in the ranking, with the clause behind it."""

    plain_as = "player target points|written places round clause reason|some"

    player: str
    target: Target
    points: Number = 0
    """Never negative: so many points less."""
    places: int = 0
    round: int | None = None
    ranking: str = ""
    """Which ranking; nothing: the one of this tournament."""
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
    """Or the team, in a ranking of teams."""
    drawn: tuple[int, ...]
    draw: str = ""
    """Which draw it was: lots are only compared with others of the same one."""


@dataclass(frozen=True)
class StatedFormula:
    """The formula a file names, with the options it chooses."""

    name: str
    """Its id, or the name of its file."""
    source: str
    options: Mapping[str, object]

    def chosen(self, options: Mapping[str, object] | None = None) -> Formula:
        """The formula, these options put before the stated ones. Raises UnknownOption."""
        return read_formula(self.source, name=self.name, options={**self.options, **(options or {})})


@dataclass(frozen=True, kw_only=True)
class StatedRules:
    """How standings are made, as far as somebody says so: None and nothing where they do not."""

    best: int | None = None
    drop: int | None = None
    """How many of the summed rounds are discarded; stated instead of `best`."""
    absences: Absences | None = None
    games: int | None = None
    ties: tuple[RankingTie, ...] | None = None
    scope: Scope | None = None
    order: Order | None = None
    teams: bool | None = None
    format: str = ""
    """What people call the format of the tournament."""

    def under(self, typed: "StatedRules") -> "StatedRules":
        """These rules where nothing else was typed."""
        said = {key: value for key, value in vars(typed).items() if value not in (None, "")}
        if {"best", "drop"} & said.keys():
            said = {"best": None, "drop": None} | said
        return replace(self, **said)


@dataclass(frozen=True, kw_only=True)
class Results:
    """All that standings are made from."""

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
        """The rounds whose results are added up."""
        return tuple(each for each in self.rounds if each.summed)

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Everybody seated or absent in some round, in the order of the file."""
        found: dict[str, None] = {}
        for each in self.rounds:
            for table in each.tables:
                found.update(dict.fromkeys(table.players))
            found.update(dict.fromkeys(each.absent))
        return tuple(found)

    @cached_property
    def known(self) -> frozenset[str]:
        """The same, to ask for a name."""
        return frozenset(self.players)

    @cached_property
    def result_penalties(self) -> Mapping[tuple[str, int], list[Penalty]]:
        """Those on a result, by player and round."""
        found: dict[tuple[str, int], list[Penalty]] = defaultdict(list)
        for each in self.penalties:
            if each.target == "result" and each.round is not None:
                found[each.player, each.round].append(each)
        return dict(found)

    def until(self, last: int) -> "Results":
        """The results up to a round, as they stood after it: penalties of later rounds left out."""
        return replace(
            self,
            rounds=tuple(each for each in self.rounds if each.number <= last),
            penalties=tuple(each for each in self.penalties if each.round is None or each.round <= last),
        )

    def without_finals(self) -> "Results":
        """The summed rounds, no table of which decides a rank: the way to a final, not the final."""
        return replace(self, rounds=tuple(_undecided(each) for each in self.summed))


def _undecided(each: ResultsRound) -> ResultsRound:
    return replace(each, tables=tuple(replace(table, decides=None) for table in each.tables))


def without_result(results: Results) -> tuple[Penalty, ...]:
    """Penalties on the result of an absence: where an absence is no result, they take nothing."""
    absent = {(player, each.number) for each in results.rounds for player in each.absent}
    return tuple(
        each
        for each in results.penalties
        if each.target == "result" and each.round is not None and (each.player, each.round) in absent
    )


def total_penalties(results: Results, ranking: str) -> Mapping[str, tuple[Penalty, ...]]:
    """What each player loses on the total and in this ranking; other rankings are not touched."""
    found: dict[str, list[Penalty]] = defaultdict(list)
    for penalty in results.penalties:
        if penalty.target == "total" or (penalty.target == "ranking" and penalty.ranking in ("", ranking)):
            found[penalty.player].append(penalty)
    return {player: tuple(listed) for player, listed in found.items()}


def penalties_due(results: Results) -> Iterator[Penalty]:
    """What a regulation takes from whoever withdrew from a game, and nobody has written down yet.

    Never taken by itself: a judge decides, and the file says so.
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
