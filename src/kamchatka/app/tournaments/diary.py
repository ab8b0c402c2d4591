"""The log of a tournament and its tables, by request, newest first."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import get_args

from sqlalchemy import select

from kamchatka.app.events import EVENTS
from kamchatka.app.history import LogLine, log_lines
from kamchatka.app.office import Office
from kamchatka.app.tournaments.opening import OpenTournament, fold_in, stream_of
from kamchatka.events import Subject
from kamchatka.messages import Language
from kamchatka.refusals import NotUnderstood
from kamchatka.store import schema
from kamchatka.store.chain import Head, StoredEvent

SUBJECTS: tuple[Subject, ...] = get_args(Subject)
PAGE = 60
"""Events on a page."""


def kinds_of(subject: Subject) -> tuple[str, ...]:
    """The kinds of events with this subject."""
    return tuple(each.stored_as for each in EVENTS if each.subject == subject)


@dataclass(frozen=True)
class DiaryRow:
    """One request: its author and its events."""

    at: str
    who: str
    sentences: tuple[str, ...]
    """In the order of the events."""
    note: str
    is_undone: bool
    round: int
    """The round of a request at one live table, which its sentences do not name; else 0."""
    table: int


@dataclass(frozen=True)
class Diary:
    """A page of the log; anyone may note the head to prove it later."""

    rows: tuple[DiaryRow, ...]
    head: Head
    events: int
    """Number of events in the whole log."""
    older: int
    """The `before` of the next page; 0 if there is none."""


def diary(
    office: Office, id: str, lang: Language, *, subject: Subject | None = None, before: int = 0
) -> Diary:
    """A page of a tournament's log, before this event number if given; NotUnderstood if it does not exist."""
    feed, table = stream_of(id), schema.events
    wanted = select(table).where(table.c.feed == feed).order_by(table.c.number.desc()).limit(PAGE + 1)
    if before:
        wanted = wanted.where(table.c.number < before)
    if subject:
        wanted = wanted.where(table.c.kind.in_(kinds_of(subject)))
    with office.reading() as reading:
        own = reading.stream(feed)
        if not own:
            raise NotUnderstood("unknown_stream", stream=feed)
        found = [StoredEvent(*row) for row in reading.connection.execute(wanted)]
        fold = fold_in(reading, id)
        entries = list(log_lines(reading, reversed(found[:PAGE]), lang, fold.tournament.format.stages))
        return Diary(
            tuple(_rows(entries, fold.undone)),
            Head(feed, own[-1].sequence, own[-1].hash),
            reading.feeds(feed)[feed],
            found[PAGE - 1].number if len(found) > PAGE else 0,
        )


def latest(office: Office, desk: OpenTournament, lang: Language, most: int) -> list[DiaryRow]:
    """The last requests, newest first; of a long one, only its last events."""
    feed = stream_of(desk.id)
    with office.reading() as reading:
        events = reading.feed(feed, after=max(0, reading.feeds(feed)[feed] - PAGE), most=PAGE)
        return _rows(log_lines(reading, events, lang, desk.tournament.format.stages), ())[:most]


def _rows(entries: Iterable[LogLine], undone: Collection[str]) -> list[DiaryRow]:
    rows = []
    for action, group in groupby(entries, key=lambda entry: entry.event.action):
        of_request = list(group)
        first = of_request[0]
        streams = {entry.event.stream for entry in of_request}
        round, table = _live_table(first.event) if len(streams) == 1 else (0, 0)
        rows.append(
            DiaryRow(
                at=first.event.at,
                who=first.who,
                sentences=tuple(entry.sentence for entry in of_request),
                note=" ".join(entry.note for entry in of_request if entry.note),
                is_undone=action in undone,
                round=round,
                table=table,
            )
        )
    return rows[::-1]


def _live_table(event: StoredEvent) -> tuple[int, int]:
    """Round and table of an event, from a stream such as `tournament/raduno/2/9`; zeros for other streams."""
    own = f"{event.feed}/"
    if not event.stream.startswith(own):
        return 0, 0
    round, _, table = event.stream.removeprefix(own).partition("/")
    return int(round), int(table)
