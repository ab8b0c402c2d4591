"""The results of a tournament: rounds of tables, who was absent, penalties, teams, lots."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from kamchatka.ids import ClauseId
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.sheet.incidents import Incident
from kamchatka.scoring.sheet.model import Kind, TableSheet

Target = Literal["result", "total", "ranking"]
"""What a penalty takes points from: one result, the total of the tournament, a ranking by its name."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayedTable:
    """A table of a round, with the sheet of its game where one was played."""

    round: int
    number: int
    """As the organisers numbered it; where standings ask, a lower number is a harder table."""
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


@dataclass(frozen=True)
class Round:
    """A round of the tournament."""

    number: int
    tables: tuple[PlayedTable, ...]
    absent: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Penalty:
    """Points taken away, or places lost in the ranking, with the clause behind it."""

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


@dataclass(frozen=True, kw_only=True)
class Results:
    """All that standings are made from."""

    title: str = ""
    rounds: tuple[Round, ...]
    penalties: tuple[Penalty, ...] = ()
    teams: tuple[Team, ...] = ()
    lots: tuple[Lot, ...] = ()

    def tables(self) -> Iterator[PlayedTable]:
        """Every table, round by round."""
        for each in self.rounds:
            yield from each.tables

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

    def until(self, last: int) -> "Results":
        """The results up to a round, as they stood after it: penalties of later rounds left out."""
        return Results(
            title=self.title,
            rounds=tuple(each for each in self.rounds if each.number <= last),
            penalties=tuple(each for each in self.penalties if each.round is None or each.round <= last),
            teams=self.teams,
            lots=self.lots,
        )
