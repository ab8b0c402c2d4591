"""Whether anybody touched the log: every hash, every number, and what the log has sealed."""

import hashlib
import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, func, select
from sqlalchemy import text as sql

from kamchatka.ids import PersonId
from kamchatka.store import schema
from kamchatka.store.chain import NOTHING, StoredEvent, link, seal
from kamchatka.store.people import STREAMS, rows, seal_of, stream_of

AT_ONCE = 5000


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
    """How many events were looked at, and the first fault."""

    events: int
    broken: Broken | None


class Chain:
    """Checks events one by one, each stream in its order; remembers what they sealed."""

    def __init__(self, heads: Iterable[Head] = ()) -> None:
        self._heads = {(head.stream, head.sequence): head for head in heads}
        self._last: dict[str, tuple[int, str]] = {}
        self.count = 0
        self.notes: dict[tuple[str, int], str] = {}
        """The seal of each note."""
        self.people: dict[str, tuple[int, str]] = {}
        """The last event of each stream of a person, and what it sealed; nothing once erased."""

    def begin(self, stream: str, sequence: int, last: str) -> None:
        """Go on from an event that was checked before."""
        self._last[stream] = (sequence, last)

    def broken_by(self, event: StoredEvent) -> Broken | None:
        """What is wrong with the next event, if anything is."""
        stream, sequence = event.stream, event.sequence
        last, previous = self._last.get(stream, (0, NOTHING))
        self.count += 1
        if sequence != last + 1:
            return Broken("missing", stream, last + 1)
        if link(previous, event) != event.hash:
            return Broken("altered", stream, sequence)
        self._last[stream] = (sequence, event.hash)
        if stream.startswith(STREAMS):
            self.people[stream] = (sequence, event.sealed)
        elif event.sealed:
            self.notes[stream, sequence] = event.sealed
        head = self._heads.pop((stream, sequence), None) if self._heads else None
        if head and not event.hash.startswith(head.hash):
            return Broken("other_head", stream, sequence)
        return None

    def missing_head(self) -> Iterator[Broken]:
        """Heads that no event had: the end of their stream was cut off."""
        for head in self._heads.values():
            yield Broken("cut", head.stream, head.sequence)


def verify(connection: Connection, heads: Iterable[Head] = ()) -> Verdict:
    """Look at the whole log; the heads are what other people hold of it."""
    chain = Chain(heads)
    for event in all_events(connection):
        broken = chain.broken_by(event)
        if broken:
            return Verdict(chain.count, broken)
    checks = (
        *(chain.missing_head(), _feeds(connection), _actions(connection)),
        *(sealed_wrongly(connection, chain), _texts(connection)),
    )
    return Verdict(chain.count, next(itertools.chain(*checks), None))


def all_events(connection: Connection) -> Iterator[StoredEvent]:
    """Every event, stream by stream, without holding them all."""
    table = schema.events
    wanted = select(table).order_by(table.c.stream, table.c.sequence)
    for some in connection.execution_options(yield_per=AT_ONCE).execute(wanted).partitions():
        yield from map(StoredEvent._make, some)


def _feeds(connection: Connection) -> Iterator[Broken]:
    """Feeds whose numbers have a gap, or that say they had more events than there are."""
    table = schema.events
    found = select(table.c.feed, func.count(), func.min(table.c.number), func.max(table.c.number))
    counted = {feed: rest for feed, *rest in connection.execute(found.group_by(table.c.feed))}
    kept: dict[str, int] = dict(connection.execute(select(schema.feeds)).all())
    for feed in sorted(counted.keys() | kept.keys()):
        if counted.get(feed, [0, 1, 0]) != [kept.get(feed, 0), 1, kept.get(feed, 0)]:
            yield _gap(connection, feed)


def _gap(connection: Connection, feed: str) -> Broken:
    """Which event of a feed is missing: that after the one with the last number before the gap."""
    table = schema.events
    wanted = select(table.c.stream, table.c.sequence, table.c.number).where(table.c.feed == feed)
    stream, sequence = feed, 0
    for at, row in enumerate(connection.execute(wanted.order_by(table.c.number)), start=1):
        if row.number != at:
            break
        stream, sequence = row.stream, row.sequence
    return Broken("gap", stream, sequence + 1)


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
    for place in sorted(chain.notes.keys() | notes.keys()):
        row = notes.get(place)
        is_erased = row is not None and not row.salt and not row.content
        if not row or not (is_erased or seal(row.salt, row.content) == chain.notes.get(place)):
            yield Broken("note", *place)
    people = {stream_of(PersonId(row["person"])): seal_of(row) for row in rows(connection)}
    for stream in sorted(chain.people.keys() | people.keys()):
        sequence, sealed = chain.people.get(stream, (0, ""))
        if sealed != people.get(stream, ""):
            yield Broken("person", stream, sequence)


def _texts(connection: Connection) -> Iterator[Broken]:
    """Texts that are not what their digest says."""
    for row in connection.execute(select(schema.texts)):
        if hashlib.sha256(row.content.encode()).hexdigest() != row.digest:
            yield Broken("text", row.feed)
