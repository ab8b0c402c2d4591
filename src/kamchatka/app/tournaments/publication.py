"""Publishing the standings: the last publication, and what a new one would change."""

from dataclasses import dataclass

from kamchatka.app.tournaments.opening import OpenTournament
from kamchatka.tournament.events import PublishedRow, StandingsPublished
from kamchatka.tournament.folding import not_undone
from kamchatka.tournament.recording import published_rows


@dataclass(frozen=True)
class PlaceChange:
    """A published place that would change; None: not ranked."""

    name: str
    before: int | None
    now: int | None


@dataclass(frozen=True, kw_only=True)
class Publication:
    """The last publication, and what a new one would change."""

    round: int
    """The last closed round, whose standings would be published; 0: none."""
    last: int
    """The round whose standings were published last; 0: never."""
    at: str
    """Time of that publication."""
    is_current: bool
    """Whether nothing has changed since that publication."""
    changes: tuple[PlaceChange, ...]
    """Changes since the last publication, the best place first."""


def publication(desk: OpenTournament) -> Publication:
    """The state of the publication. Raises Unscorable or MissingNumber."""
    tournament = desk.tournament
    closed = max((each.number for each in tournament.rounds if each.is_closed), default=0)
    counted = not_undone(desk.occurrences)
    published = [(each.event, each.at) for each in counted if isinstance(each.event, StandingsPublished)]
    if not published:
        return Publication(round=closed, last=0, at="", is_current=False, changes=())
    event, at = published[-1]
    return Publication(
        round=closed,
        last=event.round,
        at=at,
        is_current=tournament.published == closed,
        changes=_changes(desk, event.rows) if closed else (),
    )


def _changes(desk: OpenTournament, told: tuple[PublishedRow, ...]) -> tuple[PlaceChange, ...]:
    before = {row.person: row.rank for row in told}
    found = [
        PlaceChange(desk.names[row.person], before.get(row.person), row.rank)
        for row in published_rows(desk.tournament)
        if before.get(row.person) != row.rank
    ]
    return tuple(found) if told else ()
