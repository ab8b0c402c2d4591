"""The tournaments of this installation, for those who may find them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from kamchatka.app.history import PublicNames
from kamchatka.app.office import Office
from kamchatka.app.register.consent import day_in_rome
from kamchatka.app.tournaments.opening import TOURNAMENTS, tournament_in
from kamchatka.messages import Language
from kamchatka.store.log import LogReader
from kamchatka.tournament.views.listing import EventRow, Phase, event_row

MOST_KNOWN = 500
_known: dict[tuple[str, str, Language], EventRow] = {}
"""Lines by event, hash of its last event and language: as long as nothing happens they are the same."""


@dataclass(frozen=True)
class ListedEvent:
    """A tournament in a list, as one visitor finds it."""

    row: EventRow
    phase: Phase
    winners: tuple[str, ...]
    """As they may be called where everybody reads it."""
    is_own: bool
    """Whether the visitor runs it or judges in it."""


def events_for(office: Office, lang: Language, is_own: Callable[[str], bool]) -> list[ListedEvent]:
    """The tournaments somebody may find: those that are shown and their own; what goes on now comes first."""
    now = office.clock()
    found = []
    with office.reading() as reading:
        name = PublicNames(reading, lang, day_in_rome(now))
        for feed, number in reading.feeds().items():
            if not feed.startswith(TOURNAMENTS):
                continue
            row = _row(reading, feed, number, lang)
            own = is_own(row.id)
            if own or row.is_shown:
                winners = tuple(name(who) for who in row.winners)
                found.append(ListedEvent(row, row.phase(now), winners, own))
    return sorted(found, key=_order)


def _row(reading: LogReader, feed: str, number: int, lang: Language) -> EventRow:
    [last] = reading.feed(feed, after=number - 1)
    id = feed.removeprefix(TOURNAMENTS)
    key = (id, last.hash, lang)
    if key not in _known:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        made = event_row(
            id, tournament_in(reading, id, lang).tournament, datetime.fromisoformat(last.at), lang
        )
        _known[key] = made
    return _known[key]


def _order(event: ListedEvent) -> tuple[int, float, str]:
    """What goes on first, then what comes, the soonest first, then what is over, the latest first."""
    day = event.row.day.toordinal() if event.row.day else 10**9 if event.phase == "coming" else 0
    when = -event.row.last.timestamp() if event.phase == "past" else float(day)
    return (("running", "coming", "past").index(event.phase), when, event.row.name)
