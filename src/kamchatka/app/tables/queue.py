"""The queue of calls for a judge in the hall, and how a call is closed."""

from collections.abc import Mapping

from sqlalchemy import select

from kamchatka.app.tables.keeper import Timer
from kamchatka.app.tables.tables import OpenTable, QueueRow, open_tables, table_stream
from kamchatka.app.tournaments.opening import OpenTournament
from kamchatka.ids import PersonId
from kamchatka.messages import Language
from kamchatka.referee.calls import CloseCall
from kamchatka.referee.command import TableCommand
from kamchatka.referee.timing import ResumeClock
from kamchatka.referee.views import announcements
from kamchatka.store import schema
from kamchatka.store.log import LogReader

ASKING = ("judge-called", "incident-forwarded")
"""The kinds of events that add to the queue."""


def queue(reading: LogReader, desk: OpenTournament) -> list[QueueRow]:
    """Every open call and forwarded incident of the round, oldest first."""
    rows = (row for live in asking_tables(reading, desk) for row in live.queue())
    return sorted(rows, key=lambda row: (row.at, row.table))


def asking_tables(reading: LogReader, desk: OpenTournament) -> list[OpenTable]:
    """The tables with a call or forwarded incident in this round, closed or not."""
    asking = _tables_asking(reading, desk)
    return open_tables(reading, desk, asking) if asking else []


def _tables_asking(reading: LogReader, desk: OpenTournament) -> set[int]:
    """The tables with a call or forwarded incident in this round, closed or not, found without a fold."""
    if not desk.tournament.rounds:
        return set()
    played, events = desk.tournament.rounds[-1], schema.events
    streams = {table_stream(desk.id, played.number, number): number for number in played.tables}
    wanted = select(events.c.stream).distinct().where(events.c.stream.in_(streams), events.c.kind.in_(ASKING))
    return {streams[stream] for stream in reading.connection.execute(wanted).scalars()}


def hall_announcements(
    reading: LogReader, desk: OpenTournament, timer: Timer, lang: Language
) -> Mapping[str, tuple[int, ...]]:
    """Announcements to read out in the hall, with the tables they concern."""
    now = timer()
    said: dict[str, tuple[int, ...]] = {}
    for live in open_tables(reading, desk):
        for notice in announcements(live.table, now):
            words = notice.sentence(lang)
            said[words] = (*said.get(words, ()), live.table.opened.table)
    return said


def closing(live: OpenTable, number: int, timer: Timer, by: PersonId | None = None) -> list[TableCommand]:
    """The commands that close a call: the clock resumes unless the table has another open call."""
    others = any(each.number != number for each in live.table.open_calls)
    goes_on = live.stands_for_call and not others
    return [CloseCall(number, by), *([ResumeClock(timer())] if goes_on else [])]
