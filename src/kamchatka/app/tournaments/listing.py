"""The list of tournaments, as a visitor may see it."""

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


def events_for(office: Office, lang: Language, is_own: Callable[[str], bool]) -> list[ListedEvent]:
    """The tournaments a visitor may see: public ones and their own; running ones first."""
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
    """Sort key: running events first, then coming ones by date, then past ones, latest first."""
    day = event.row.day.toordinal() if event.row.day else 10**9 if event.phase == "coming" else 0
    when = -event.row.last.timestamp() if event.phase == "past" else float(day)
    return (("running", "coming", "past").index(event.phase), when, event.row.name)
