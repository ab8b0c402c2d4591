"""What is printed of a round: where everybody sits, by name."""

from dataclasses import dataclass

from kamchatka.tournament.clubs import ClubBadge
from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import Tournament
from kamchatka.tournament.views.tables import tables

LETTERS = "ABCDEF"
"""What seats are called."""


@dataclass(frozen=True)
class PlaceView:
    """Where somebody sits; table 0: resting this round."""

    name: str
    entrant: int
    badge: ClubBadge | None
    table: int
    seat: str
    venue: str


def places(tournament: Tournament, names: Names, round: int) -> list[PlaceView]:
    """Where everybody sits in a round, by name."""
    found = [
        PlaceView(
            seat.name,
            seat.number,
            seat.badge,
            0 if view.table.seated.kind == "bye" else view.table.number,
            LETTERS[at],
            view.table.venue,
        )
        for view in tables(tournament, names, round)
        for at, seat in enumerate(view.seats)
    ]
    return sorted(found, key=lambda row: (row.name.casefold(), row.entrant))
