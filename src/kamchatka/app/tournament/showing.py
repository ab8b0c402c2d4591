"""What everybody may see of a tournament: the tournament itself, or what it was when last published."""

from dataclasses import dataclass

from kamchatka.app.tournament.desk import Desk
from kamchatka.tournament.events import ActionUndone, StandingsPublished
from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import Tournament, folded, standing


@dataclass(frozen=True)
class Showing:
    """A tournament as everybody may see it."""

    id: str
    tournament: Tournament
    """As it stands: who plays where, and what comes next."""
    results: Tournament
    """Whose results and standings are shown."""
    last: int | None
    """The last round whose results are shown; None: every one."""
    names: Names
    version: int


def showing(desk: Desk) -> Showing:
    """The tournament with the results that everybody may see."""
    now = desk.tournament
    if now.visibility.results == "live":
        return Showing(desk.id, now, now, None, desk.names, desk.version)
    then, last = _as_published(desk)
    return Showing(desk.id, now, then, last, desk.names, desk.version)


def _as_published(desk: Desk) -> tuple[Tournament, int]:
    """The tournament when its standings were last made public, and up to which round; nothing before that."""
    undone = {each.event.action for each in desk.occurrences if isinstance(each.event, ActionUndone)}
    published = [
        (at, each.event.round)
        for at, each in enumerate(desk.occurrences, 1)
        if isinstance(each.event, StandingsPublished) and each.action not in undone
    ]
    if not published:
        return desk.tournament, 0
    until, last = published[-1]
    return folded(desk.tournament.setup, standing(desk.occurrences[:until])), last
