"""Whether anybody touched the log: every hash, every number, and what the log has sealed."""

import contextlib
import itertools
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

from sqlalchemy import Connection, func, select
from sqlalchemy import text as sql
from sqlalchemy.exc import DBAPIError

from kamchatka.ids import PersonId
from kamchatka.store import schema
from kamchatka.store.chain import NOTHING, StoredEvent, link, seal, text_digest
from kamchatka.store.database import opened
from kamchatka.store.people import STREAMS, rows, seal_of, stream_of

LARGE = 200_000
"""Events from which a second process is worth its start."""


@dataclass(frozen=True)
class Broken:
    """The first thing that is not as it was written, and where."""

    why: str
    stream: str
    sequence: int | None = None


@dataclass(frozen=True)
class Head:
    """How far a stream had come and its hash then, as printed on paper or sent to players."""

    stream: str
    sequence: int
    hash: str
    """Its beginning is enough."""

    def __str__(self) -> str:
        return f"{self.stream}:{self.sequence}:{self.hash[:16]}"


@dataclass(frozen=True)
class Verdict:
    """How many events the log has, and the first fault."""

    events: int
    broken: Broken | None


class Chain:
    """Checks events one by one, each stream in its order; remembers what they sealed."""

    def __init__(self, heads: Iterable[Head] = ()) -> None:
        self._heads = {(head.stream, head.sequence): head for head in heads}
        self._last: dict[str, tuple[int, str]] = {}
        self.sealed: dict[tuple[str, int], str] = {}
        """What events sealed: notes, and in the streams of people their data."""

    def broken_by(self, events: Iterable[tuple[Any, ...]]) -> Broken | None:
        """The first thing wrong with the events that follow, rows of the log, if anything is."""
        stream, last, previous = "", 0, NOTHING
        for event in events:
            at, sequence, _, _, _, _, _, _, _, sealed, _, found = event
            if at != stream:
                self._last[stream] = (last, previous)
                last, previous = self._last.get(at, (0, NOTHING))
                stream = at
            last += 1
            if sequence != last:
                return Broken("missing", stream, last)
            if link(previous, event) != found:
                return Broken("altered", stream, last)
            previous = found
            if sealed:
                self.sealed[stream, last] = sealed
            if self._heads and not self._is_head(stream, last, found):
                return Broken("other_head", stream, last)
        self._last[stream] = (last, previous)
        return None

    def _is_head(self, stream: str, sequence: int, found: str) -> bool:
        head = self._heads.pop((stream, sequence), None)
        return head is None or found.startswith(head.hash)

    def notes(self) -> dict[tuple[str, int], str]:
        """The seal of each note."""
        return {place: seal for place, seal in self.sealed.items() if not place[0].startswith(STREAMS)}

    def people(self) -> dict[str, tuple[int, str]]:
        """The last event of each stream of a person, and what it sealed: nothing once erased."""
        streams = ((name, last) for name, (last, _) in self._last.items() if name.startswith(STREAMS))
        return {name: (last, self.sealed.get((name, last), "")) for name, last in streams}

    def join(self, other: "Chain") -> None:
        """Take over what was found of other streams."""
        self._last |= other._last
        self.sealed |= other.sealed
        self._heads = {place: head for place, head in self._heads.items() if place in other._heads}

    def missing_head(self) -> Iterator[Broken]:
        """Heads that no event had: the end of their stream was cut off."""
        for head in self._heads.values():
            yield Broken("cut", head.stream, head.sequence)


def verify(connection: Connection, heads: Iterable[Head] = ()) -> Verdict:
    """Look at the whole log; the heads are what other people hold of it."""
    chain = Chain(heads)
    count = connection.execute(select(func.count()).select_from(schema.events)).scalar_one()
    broken = _two_parts(connection, chain, count) if count >= LARGE else _part(connection, chain)
    if broken:
        return Verdict(count, broken)
    checks = (
        *(chain.missing_head(), _feeds(connection), _actions(connection)),
        *(sealed_wrongly(connection, chain), _texts(connection)),
    )
    return Verdict(count, next(itertools.chain(*checks), None))


def _part(connection: Connection, chain: Chain, which: str = "", stream: str = "") -> Broken | None:
    """Check the events of all streams, or of those before or from a certain one, stream by stream.

    The rows come as the driver gives them: over a million of them anything else shows.
    """
    driver = connection.connection.driver_connection
    assert driver is not None
    is_sqlite = connection.dialect.name == "sqlite"
    where = f"WHERE stream {which} {'?' if is_sqlite else '%s'}" if which else ""
    wanted = f"SELECT {', '.join(StoredEvent._fields)} FROM events {where} ORDER BY stream, sequence"
    with contextlib.closing(driver.cursor(**({} if is_sqlite else {"name": "part"}))) as cursor:
        try:
            cursor.execute(wanted, (stream,) if which else ())
            return chain.broken_by(cursor)
        except connection.dialect.loaded_dbapi.Error as error:
            raise DBAPIError(None, None, error) from error  # as everywhere else


def _two_parts(connection: Connection, chain: Chain, count: int) -> Broken | None:
    """The same by two processes, which halves the wait of a laptop with years of events."""
    table = schema.events
    order = select(table.c.stream).order_by(*table.primary_key)
    middle = connection.execute(order.limit(1).offset(count * 11 // 20)).scalar_one()
    place = connection.engine.url.render_as_string(hide_password=False)
    if connection.dialect.name == "sqlite":
        place = f"sqlite:///{connection.exec_driver_sql('PRAGMA database_list').all()[0].file}"
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        later = pool.submit(_later_part, place, chain, middle)
        broken = _part(connection, chain, "<", middle)
        other, other_broken = later.result()
    chain.join(other)
    return broken or other_broken


def _later_part(place: str, chain: Chain, middle: str) -> tuple[Chain, Broken | None]:
    with opened(place) as database, database.reading() as connection:
        broken = _part(connection, chain, ">=", middle)
        return chain, broken


def _feeds(connection: Connection) -> Iterator[Broken]:
    """Feeds whose numbers have a gap, or that say they had more events than there are."""
    table = schema.events
    found = select(table.c.feed, func.count(), func.min(table.c.number), func.max(table.c.number))
    counted = {feed: rest for feed, *rest in connection.execute(found.group_by(table.c.feed))}
    kept: dict[str, int] = dict(connection.execute(select(schema.feeds)).all())
    for feed in sorted(counted.keys() | kept.keys()):
        if counted.get(feed, [0, 1, 0]) != [kept.get(feed, 0), 1, kept.get(feed, 0)]:
            yield _gap(connection, feed, kept.get(feed, 0))


def _gap(connection: Connection, feed: str, kept: int) -> Broken:
    """The first number of a feed that no event has, or that was never given out."""
    table = schema.events
    wanted = select(table.c.number).where(table.c.feed == feed).order_by(table.c.number)
    numbers = enumerate(connection.execute(wanted).scalars(), start=1)
    last = 0
    for last, number in numbers:
        if number != last:
            return Broken("gap", feed, last)
    return Broken("gap", feed, min(last, kept) + 1)


def _actions(connection: Connection) -> Iterator[Broken]:
    """Events whose request is no longer known, so that it could be carried out a second time."""
    wanted = sql(
        "SELECT stream, sequence FROM events WHERE action NOT IN (SELECT action FROM actions)"
        " ORDER BY stream, sequence LIMIT 1"
    )
    for stream, sequence in connection.execute(wanted):
        yield Broken("unknown_action", stream, sequence)


def sealed_wrongly(connection: Connection, chain: Chain) -> Iterator[Broken]:
    """Notes and people that are not what the log has sealed, or that nobody erased and are gone."""
    notes = {(row.stream, row.sequence): row for row in connection.execute(select(schema.notes))}
    sealed_notes = chain.notes()
    for place in sorted(sealed_notes.keys() | notes.keys()):
        row = notes.get(place)
        is_erased = row is not None and not row.salt and not row.content
        sealed = sealed_notes.get(place)
        if not row or not sealed or not (is_erased or seal(row.salt, row.content) == sealed):
            yield Broken("note", *place)
    people = {stream_of(PersonId(row["person"])): seal_of(row) for row in rows(connection)}
    sealed_people = chain.people()
    for stream in sorted(sealed_people.keys() | people.keys()):
        sequence, sealed = sealed_people.get(stream, (0, ""))
        if sealed != people.get(stream, ""):
            yield Broken("person", stream, sequence)


def _texts(connection: Connection) -> Iterator[Broken]:
    """Texts that are not what their digest says."""
    for row in connection.execute(select(schema.texts)):
        if text_digest(row.kind, row.content) != row.digest:
            yield Broken("text", row.feed)
