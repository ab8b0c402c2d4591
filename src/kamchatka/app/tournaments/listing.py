"""The list of tournaments, as a visitor may see it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from kamchatka.app.history import PublicNames
from kamchatka.app.office import Office
from kamchatka.app.register.consent import day_in_rome
from kamchatka.app.tournaments.opening import listed_in, stream_of, tournament_in
from kamchatka.app.tournaments.unreadable import UnreadableTournament, as_unreadable
from kamchatka.messages import Language
from kamchatka.store import shelf
from kamchatka.store.log import LogReader
from kamchatka.tournament.settings import YEARS
from kamchatka.tournament.views.listing import EventRow, Phase, event_row

MOST_KNOWN = 500
_known: dict[tuple[str, str, Language], EventRow] = {}
"""Cache of rows, by event, hash of its last event and language."""


@dataclass(frozen=True)
class ListedEvent:
    """A tournament in the list, as one visitor sees it."""

    row: EventRow
    phase: Phase
    winners: tuple[str, ...]
    """Their public names."""
    is_own: bool
    """Whether the visitor organises it or judges in it."""


@dataclass(frozen=True)
class EventList:
    """The tournaments that a visitor may see."""

    events: list[ListedEvent]
    """Public ones and their own; running ones first."""
    unreadable: list[UnreadableTournament]
    """Their own that cannot be read."""
    aside: list[str]
    """The ids of their own that were put aside."""


def events_for(office: Office, lang: Language, is_own: Callable[[str], bool]) -> EventList:
    """The tournaments a visitor may see; one that cannot be read hides no other."""
    now = office.clock()
    found, unreadable = [], []
    with office.reading() as reading:
        name = PublicNames(reading, lang, day_in_rome(now))
        feeds = reading.feeds()
        for id in listed_in(reading):
            own = is_own(id)
            try:
                row = row_in(reading, id, feeds[stream_of(id)], lang)
                with as_unreadable(id):
                    if own or row.is_shown:
                        winners = tuple(name(who) for who in row.winners)
                        found.append(ListedEvent(row, row.phase(now), winners, own))
            except UnreadableTournament as error:
                unreadable += [error] if own else []
        aside = sorted(filter(is_own, shelf.put_aside(reading.connection)))
    return EventList(sorted(found, key=_order), unreadable, aside)


def row_in(reading: LogReader, id: str, number: int, lang: Language) -> EventRow:
    """The row of a tournament with this number of events; UnreadableTournament if it cannot be read."""
    with as_unreadable(id):
        [last] = reading.feed(stream_of(id), after=number - 1)
        key = (id, last.hash, lang)
        if key not in _known:
            if len(_known) >= MOST_KNOWN:
                _known.clear()
            at = datetime.fromisoformat(last.at)
            row = event_row(id, tournament_in(reading, id, lang).tournament, at, lang)
            if row.day and row.day.year not in YEARS:
                raise ValueError(row.day)
            _known[key] = row
        return _known[key]


def _order(event: ListedEvent) -> tuple[int, float, str]:
    """Sort key: running events first, then coming ones by date, then past ones, latest first."""
    day = event.row.day.toordinal() if event.row.day else 10**9 if event.phase == "coming" else 0
    when = -event.row.last.timestamp() if event.phase == "past" else float(day)
    return (("running", "coming", "past").index(event.phase), when, event.row.name)
