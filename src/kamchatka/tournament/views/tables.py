"""Tables and seats of a round, and proposals after the draw."""

from dataclasses import dataclass

from kamchatka.messages import Language, Phrase, text
from kamchatka.scoring.views.notices import Notice
from kamchatka.tournament.arranging import Proposal
from kamchatka.tournament.format.model import Stage
from kamchatka.tournament.scores import Names
from kamchatka.tournament.seating.exchanges import SeatMove
from kamchatka.tournament.seating.views import changes_in_words
from kamchatka.tournament.state import Round, Table, Tournament
from kamchatka.tournament.views.people import People, PersonRow, by_name

LETTERS = "ABCDEF"
"""Names of the seats."""


@dataclass(frozen=True)
class DrawnTableView:
    """A drawn table without its objective set, which is secret."""

    plain_as = "table=table.number kind=table.seated.kind stage=stage_id|some seats"

    table: Table
    seats: tuple[PersonRow, ...]
    stage: Stage | None = None
    """The stage of the table, where the round's tables are of several."""

    @property
    def stage_id(self) -> str:
        """The id of its stage; empty: the round's."""
        return self.stage.id if self.stage else ""


def tables(tournament: Tournament, names: Names, round: int) -> list[DrawnTableView]:
    """The tables of a round, in order."""
    people, played = People(tournament, names), tournament.rounds[round - 1]
    return [
        DrawnTableView(table, tuple(map(people, table.seated.seats)), tournament.stage_at(played, table))
        for table in played.tables.values()
    ]


@dataclass(frozen=True, kw_only=True)
class PlaceView(PersonRow):
    """A person's seat; table 0: a bye."""

    table: int
    seat: str
    """The letter of the seat."""


def places(tournament: Tournament, names: Names, round: int) -> list[PlaceView]:
    """Everybody's seat in a round, sorted by name."""
    return by_name(
        PlaceView(**vars(who), table=0 if view.table.seated.kind == "bye" else view.table.number, seat=seat)
        for view in tables(tournament, names, round)
        for seat, who in zip(LETTERS, view.seats, strict=False)
    )


@dataclass(frozen=True)
class SeatChoice:
    """A table that may take a late arrival."""

    plain_as = "table size effect"

    move: SeatMove
    size: int
    """Its size with the arrival."""

    @property
    def table(self) -> int:
        """The number of the table."""
        return self.move.table

    @property
    def effect(self) -> Phrase:
        """Wishes that fail or no longer fail with it."""
        return changes_in_words(self.move.changes)

    def label(self, lang: Language) -> str:
        """The table in a list to choose from."""
        size = text(f"tournament.size.{self.size}", lang)
        return text("tournament.seat_choice", lang, table=self.table, size=size, effect=self.effect(lang))


def seat_choices(found: Round, proposal: Proposal) -> tuple[SeatChoice, ...]:
    """The tables a late arrival may sit at, the proposed one first."""
    return tuple(
        SeatChoice(each, len(found.tables[each.table].seated.seats) + 1) for each in proposal.choices
    )


def proposal_notice(proposal: Proposal, names: Names) -> Notice:
    """A proposal after the draw, as a notice."""
    return Notice(f"tournament.proposal.{proposal.code}", {"tables": tables_in_words(proposal, names)})


def tables_in_words(proposal: Proposal, names: Names) -> str:
    """The proposed tables, as text."""
    return "; ".join(
        f"{number}: {', '.join(names[who] for who in people)}" for number, people in proposal.tables.items()
    )
