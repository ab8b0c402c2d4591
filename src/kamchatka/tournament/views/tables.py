"""The tables of a round, and what could be done about them after the draw."""

from dataclasses import dataclass

from kamchatka.ids import PersonId
from kamchatka.scoring.views.notices import Notice
from kamchatka.tournament.arranging import Proposal
from kamchatka.tournament.clubs import ClubBadge, badges
from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import Table, Tournament


@dataclass(frozen=True)
class SeatView:
    """A seat of a drawn table."""

    person: PersonId
    entrant: int
    name: str
    badge: ClubBadge | None


@dataclass(frozen=True)
class TableView:
    """A drawn table; the set of objectives is a secret and not here."""

    table: Table
    seats: tuple[SeatView, ...]


def tables(tournament: Tournament, names: Names, round: int) -> list[TableView]:
    """The tables of a round, in order."""
    clubs = badges(each.club for each in tournament.entrants.values())
    found = []
    for table in tournament.rounds[round - 1].tables.values():
        people = [tournament.entrants[who] for who in table.seated.seats]
        seats = (
            SeatView(each.person, each.number, names[each.person], clubs.get(each.club)) for each in people
        )
        found.append(TableView(table, tuple(seats)))
    return found


def proposal_notice(proposal: Proposal, names: Names) -> Notice:
    """What could be done after the draw."""
    said = "; ".join(
        f"{number}: {', '.join(names[who] for who in people)}" for number, people in proposal.tables.items()
    )
    return Notice(f"tournament.proposal.{proposal.code}", {"tables": said})
