"""The list of tournaments, as a visitor may see it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from kamchatka.app.history import PublicNames
from kamchatka.app.office import Office
from kamchatka.app.register.consent import day_in_rome
from kamchatka.app.tournaments.opening import (
    TOURNAMENTS,
    OpenTournament,
    fold_in,
    listed_in,
    stream_of,
    tournament_in,
)
from kamchatka.app.tournaments.unreadable import UnreadableTournament, as_unreadable
from kamchatka.messages import Language
from kamchatka.store import shelf
from kamchatka.store.log import LogReader
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
    rows, unreadable = [], []
    with office.reading() as reading:
        feeds = reading.feeds(TOURNAMENTS)
        for id in listed_in(reading):
            own = is_own(id)
            try:
                row = row_in(reading, id, feeds[stream_of(id)], lang)
            except UnreadableTournament as error:
                unreadable += [error] if own else []
            else:
                rows += [(row, own)] if own or row.is_shown else []
        name = PublicNames(reading, lang, day_in_rome(now), {who for row, _ in rows for who in row.winners})
        found = [ListedEvent(row, row.phase(now), tuple(map(name, row.winners)), own) for row, own in rows]
        aside = sorted(filter(is_own, shelf.put_aside(reading.connection)))
    return EventList(sorted(found, key=_order), unreadable, aside)


@dataclass(frozen=True)
class OpenTournaments:
    """Tournaments opened together, and those that cannot be read."""

    desks: list[OpenTournament]
    unreadable: list[UnreadableTournament]


def open_listed(
    office: Office, lang: Language = "it", *, only: Callable[[str], bool] | None = None
) -> OpenTournaments:
    """All listed tournaments, or those whose id `only` accepts."""
    with office.reading() as reading:
        return open_listed_in(reading, lang, only=only)


def open_listed_in(
    reading: LogReader, lang: Language = "it", *, only: Callable[[str], bool] | None = None
) -> OpenTournaments:
    """The same, within a transaction; one that cannot be read hides no other."""
    desks, unreadable, feeds = [], [], reading.feeds(TOURNAMENTS)
    for id in listed_in(reading):
        if only is None or only(id):
            try:
                row_in(reading, id, feeds[stream_of(id)], lang)
                desks.append(tournament_in(reading, id, lang))
            except UnreadableTournament as found:
                unreadable.append(found)
    return OpenTournaments(desks, unreadable)


def row_in(reading: LogReader, id: str, number: int, lang: Language) -> EventRow:
    """The row of a tournament with this number of events; UnreadableTournament if it cannot be read."""
    with as_unreadable(id):
        [last] = reading.feed(stream_of(id), after=number - 1)
        key = (id, last.hash, lang)
        row = _known.get(key)
        if row is None:
            if len(_known) >= MOST_KNOWN:
                _known.clear()
            at = datetime.fromisoformat(last.at).astimezone()  # old copies may give no zone
            row = _known[key] = event_row(id, fold_in(reading, id).tournament, at, lang)
        return row


def _order(event: ListedEvent) -> tuple[int, float, str]:
    """Sort key: running events first, then coming ones by date, then past ones, latest first."""
    day = event.row.day.toordinal() if event.row.day else 10**9 if event.phase == "coming" else 0
    when = -event.row.last.timestamp() if event.phase == "past" else float(day)
    return (("running", "coming", "past").index(event.phase), when, event.row.name)
