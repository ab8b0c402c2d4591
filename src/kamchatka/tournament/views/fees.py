"""The entry fees: who paid, who owes, and the totals."""

from dataclasses import dataclass

from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import Tournament
from kamchatka.tournament.views.people import EntrantRow, entrants


@dataclass(frozen=True)
class FeesView:
    """The fees of everybody who paid or still plays, by surname; amounts in cents."""

    rows: tuple[EntrantRow, ...]
    paid: int
    payers: int
    owing: int
    """Number of people who still owe the fee."""
    due: int
    """What they owe at most: members may owe less."""


def fees(tournament: Tournament, names: Names) -> FeesView:
    """Who paid how much; people who left without paying owe nothing."""
    fee = tournament.settings.fee
    rows = [
        row
        for row in entrants(tournament, names)
        if row.entrant.paid is not None or row.entrant.status == "playing"
    ]
    paid = [row.entrant.paid for row in rows if row.entrant.paid is not None]
    owing = len(rows) - len(paid)
    return FeesView(tuple(rows), sum(paid), len(paid), owing, owing * fee)
