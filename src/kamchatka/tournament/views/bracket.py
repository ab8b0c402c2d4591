"""The bracket, from the first knock-out tables to the final: where players came from and who qualified."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kamchatka.ids import PersonId
from kamchatka.messages import Language, Phrase
from kamchatka.scoring.sheet.places import MissingNumber
from kamchatka.tournament.cutting import following
from kamchatka.tournament.events import Qualifier
from kamchatka.tournament.format.model import Stage
from kamchatka.tournament.progress import winners
from kamchatka.tournament.scores import Names, board_by_ids, places_at
from kamchatka.tournament.state import Round, StageEntry, Table, Tournament
from kamchatka.tournament.views.people import People, PersonRow
from kamchatka.tournament.views.ranking import why_qualified

BY_TABLE = ("winners", "losers", "best-losers")
"""Sources that take players from the tables of a stage, not from the standings."""


@dataclass(frozen=True)
class BracketSeat(PersonRow):
    """A player at a table of the bracket, or waiting for one."""

    why: Phrase | None
    """How the player qualified; None in a stage everybody enters."""
    place: int = 0
    """Place at the table; 0: not known yet."""
    goes_on: bool = False
    """Whether the player also plays in a later stage."""
    is_gone: bool = False
    """Whether the player has withdrawn or been disqualified since."""


@dataclass(frozen=True)
class BracketTable:
    """A table of the bracket."""

    round: int
    table: Table
    seats: tuple[BracketSeat, ...]

    @property
    def group(self) -> int:
        """The number of the parallel final the table leads to."""
        return self.table.seated.group


@dataclass(frozen=True)
class BracketStage:
    """One column: a stage, its tables, and the players without a table yet."""

    stage: Stage
    groups: int = 1
    """Number of parallel groups; each has its own winner."""
    tables: tuple[BracketTable, ...] = ()
    waiting: tuple[BracketSeat, ...] = ()
    """Qualified players without a table yet."""
    direct: tuple[BracketSeat, ...] = ()
    """Players who skip this stage."""
    is_ahead: bool = False
    """Whether the players of the stage are not known yet."""

    def name(self, lang: Language) -> str:
        """The display name of the stage."""
        return self.stage.name(lang)


@dataclass(frozen=True)
class Bracket:
    """The stages after the qualifying rounds, in order."""

    stages: tuple[BracketStage, ...]
    winners: tuple[str, ...]


def has_bracket(tournament: Tournament) -> bool:
    """Whether the format has a stage that not everybody plays."""
    return len(tournament.format.stages) > 1


def bracket(tournament: Tournament, names: Names, rounds: Sequence[Round]) -> Bracket:
    """The bracket with the tables of these rounds: all for the desk, `public_rounds` for the public."""
    return Bracket(tuple(_Columns(tournament, names, rounds).listed()), winners(tournament, names))


class _Columns:
    """Builds the columns of a bracket."""

    def __init__(self, tournament: Tournament, names: Names, rounds: Sequence[Round]) -> None:
        self.tournament = tournament
        self.rounds = rounds
        self.people = People(tournament, names)
        self.board = board_by_ids(tournament)

    def listed(self) -> Iterator[BracketStage]:
        """The first stage if its tables decide who qualifies, then a column per cut, then later stages."""
        cuts, stages = self.tournament.cuts, self.tournament.format.stages
        if _decides_by_table(stages):
            yield self._column(StageEntry(stage=stages[0].id, qualified=()), cuts)
        for cut in cuts:
            yield self._column(cut, [each for each in cuts if each.after_round > cut.after_round])
        after = following(self.tournament)
        ahead = stages[stages.index(after) :] if after else ()
        yield from (BracketStage(stage, is_ahead=True) for stage in ahead)

    def _column(self, cut: StageEntry, later: Sequence[StageEntry]) -> BracketStage:
        until = later[0].after_round if later else len(self.tournament.rounds)
        on = {who for one in later for who in one.people}
        why = {each.person: why_qualified(each) for each in (*cut.qualified, *cut.direct)}
        played = [each for each in self.rounds if cut.after_round < each.number <= until]
        tables = tuple(
            BracketTable(each.number, table, tuple(self._seats(each.number, table, why, on)))
            for each in played
            for table in each.tables.values()
            if each.stage_of(table) == cut.stage
        )
        seated = {seat.person for table in tables for seat in table.seats}
        return BracketStage(
            stage=self.tournament.stage_named(cut.stage),
            groups=cut.groups,
            tables=tables,
            waiting=tuple(self._waits(each) for each in cut.qualified if each.person not in seated),
            direct=tuple(self._waits(each) for each in cut.direct),
        )

    def _seats(
        self, round: int, table: Table, why: Mapping[PersonId, Phrase], on: set[PersonId]
    ) -> Iterator[BracketSeat]:
        places = self._places(round, table)
        for who in table.seated.seats:
            yield self._seat(who, why.get(who), places.get(who, 0), who in on)

    def _places(self, round: int, table: Table) -> Mapping[str, int]:
        """Places at the table once its result is settled; empty while a tie is unbroken."""
        played = next((each for each in self.board.tables_of(round) if each.number == table.number), None)
        if played is None or played.void:
            return {}
        try:
            return places_at(played)
        except MissingNumber:
            return {}  # an unbroken tie at a table that needs no single winner

    def _waits(self, each: Qualifier) -> BracketSeat:
        return self._seat(each.person, why_qualified(each))

    def _seat(self, who: PersonId, why: Phrase | None, place: int = 0, goes_on: bool = False) -> BracketSeat:
        is_gone = self.tournament.entrants[who].status != "playing"
        return BracketSeat(**vars(self.people(who)), why=why, place=place, goes_on=goes_on, is_gone=is_gone)


def _decides_by_table(stages: Sequence[Stage]) -> bool:
    """Whether the tables of the first stage, not the standings, decide who plays the second."""
    return any(
        source.who in BY_TABLE and source.stage in ("", stages[0].id)
        for stage in stages[1:2]
        for source in stage.enters
    )
