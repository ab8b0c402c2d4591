"""Tables and seats of a round, and proposals after the draw."""

from dataclasses import dataclass

from kamchatka.scoring.views.notices import Notice
from kamchatka.tournament.arranging import Proposal
from kamchatka.tournament.format.model import Stage
from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import Table, Tournament
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


def proposal_notice(proposal: Proposal, names: Names) -> Notice:
    """A proposal after the draw, as a notice."""
    return Notice(f"tournament.proposal.{proposal.code}", {"tables": tables_in_words(proposal, names)})


def tables_in_words(proposal: Proposal, names: Names) -> str:
    """The proposed tables, as text."""
    return "; ".join(
        f"{number}: {', '.join(names[who] for who in people)}" for number, people in proposal.tables.items()
    )
