"""A small tournament with its first round drawn."""

from collections.abc import Sequence

from kamchatka.app.office import Office
from kamchatka.app.tournaments.opening import OpenTournament
from kamchatka.tournament.events import SeatResult
from kamchatka.tournament.state import Table
from tests.tournament.played import invented, opened, played


def drawn(office: Office, players: int = 8, *, name: str = "Prova", format: str = "tre-partite") -> str:
    """A tournament whose first round is drawn; gives its id."""
    id = opened(office, invented(players), format, name)
    played(office, id, until=lambda desk: desk.tournament.open_round is not None)
    return id


def table(desk: OpenTournament, number: int) -> Table:
    """A table of the last round."""
    return desk.tournament.rounds[-1].tables[number]


def points(of: Table, given: Sequence[int]) -> tuple[SeatResult, ...]:
    """A sheet of points by seat."""
    return tuple(SeatResult(who, {"points": each}) for who, each in zip(of.seated.seats, given, strict=True))
