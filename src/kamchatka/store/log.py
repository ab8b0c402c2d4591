"""The log: read a stream or a feed, append to it, all in one transaction with what stands beside it."""

import contextlib
import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, CursorResult, Table, delete, select

from kamchatka.ids import ActionId
from kamchatka.refusals import NotPossibleNow, NotUnderstood
from kamchatka.store import schema
from kamchatka.store.chain import (
    NOTHING,
    PEOPLE,
    StoredEvent,
    is_plain,
    is_text,
    link,
    new_salt,
    seal,
    text_digest,
)
from kamchatka.store.codec import Codec, EncodedEvent, canonical
from kamchatka.store.database import Database, Holder, in_memory, opened, take_turn
from kamchatka.store.projections import Mentions, Projection, rebuild_if_older
from kamchatka.store.snapshots import Snapshot, Snapshots


def for_drivers(words: str) -> dict[str, str]:
    """A statement as each driver wants it, for those that every append makes: put together and looked up by
    SQLAlchemy they would cost a fifth of its time.
    """
    return {"sqlite": words, "postgresql": re.sub(r":(\w+)", r"%(\1)s", words)}


def new_row(table: Table, clash: str = "") -> dict[str, str]:
    """The statement that adds a row to a table; what to do if its key is there already."""
    names = table.c.keys()
    values = ", ".join(f":{name}" for name in names)
    return for_drivers(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({values}) {clash}")


UNLESS_THERE = "ON CONFLICT DO NOTHING"
ADD = new_row(schema.events)
CLAIM = new_row(schema.actions, UNLESS_THERE)
PIN = new_row(schema.texts, UNLESS_THERE)
NOTE = new_row(schema.notes, UNLESS_THERE)
LAST = for_drivers(
    "SELECT sequence, hash, feed FROM events WHERE stream = :stream ORDER BY sequence DESC LIMIT 1"
)
COUNT_UP = for_drivers(
    "INSERT INTO feeds (feed, number) VALUES (:feed, :more)"
    " ON CONFLICT (feed) DO UPDATE SET number = feeds.number + :more RETURNING number"
)
"""Takes the next numbers of a feed, and on PostgreSQL its row: other writers of the feed wait here."""
MARK = for_drivers(
    "SELECT (SELECT hash FROM events WHERE feed = :feed ORDER BY number DESC LIMIT 1) AS last,"
    " (SELECT sum(number) FROM feeds WHERE feed > :people AND feed < :beyond) AS people"
)
"""The last event of a feed, and how much has happened to anybody's data."""

SINCE = for_drivers(
    f"SELECT {', '.join(StoredEvent._fields)} FROM events"
    " WHERE stream = :stream AND sequence >= :since ORDER BY sequence"
)
BEGINNING = for_drivers("SELECT DISTINCT stream FROM events WHERE stream > :prefix AND stream < :beyond")

Values = dict[str, Any]
State = TypeVar("State")


@dataclass(frozen=True)
class Stamp:
    """When, by whom and at which request something is written."""

    at: str
    actor: str
    action: ActionId


def _beyond(prefix: str) -> str:
    """What comes after everything that begins so."""
    return prefix[:-1] + chr(ord(prefix[-1]) + 1)


class LogReader:
    """One moment of the database."""

    def __init__(self, connection: Connection, codec: Codec, snapshots: Snapshots) -> None:
        self.connection = connection
        self.codec = codec
        self.snapshots = snapshots

    def stream(self, stream: str, since: int = 1) -> list[StoredEvent]:
        """Everything that happened to one thing, in order; or only from some event on."""
        return [StoredEvent._make(row) for row in self.run(SINCE, {"stream": stream, "since": since})]

    def state(
        self,
        stream: str,
        carry: Callable[[State | None, Sequence[StoredEvent]], State],
        key: Hashable = None,
    ) -> State | None:
        """What a stream comes to; None if it has no events.

        `carry` gives the state after more events, from None after the first ones: it is asked only for those
        that came since the last time, in whichever transaction that was. The state depends on nothing but
        these events and the key.
        """
        kept = self._kept(stream)
        rows = self.stream(stream, kept.sequence if kept else 1)
        before: State | None = None
        if kept and kept.key == key and rows and rows[0].hash == kept.hash:
            before, rows = kept.state, rows[1:]
        elif kept:
            rows = self.stream(stream)
        if not rows:
            return before
        state = carry(before, rows)
        self._keep(stream, Snapshot(key, rows[-1].sequence, rows[-1].hash, state))
        return state

    def _kept(self, stream: str) -> Snapshot | None:
        return self.snapshots.get(stream)

    def _keep(self, stream: str, snapshot: Snapshot) -> None:
        self.snapshots.put(stream, snapshot)

    def feed(self, feed: str, after: int = 0, most: int = 1000) -> list[StoredEvent]:
        """What happened in a feed after a number: the next ones, at most so many."""
        table = schema.events
        wanted = select(table).where(table.c.feed == feed, table.c.number > after)
        return self._events(wanted.order_by(table.c.number).limit(most))

    def of_action(self, action: ActionId) -> list[StoredEvent]:
        """What came of a request."""
        table = schema.events
        return self._events(
            select(table).where(table.c.action == action).order_by(table.c.feed, table.c.number)
        )

    def feeds(self) -> dict[str, int]:
        """Every feed, and how many events it has."""
        table = schema.feeds
        return dict(self.connection.execute(select(table).order_by(table.c.feed)).all())

    def streams(self, prefix: str) -> set[str]:
        """The streams whose names begin so."""
        return set(self.run(BEGINNING, {"prefix": prefix, "beyond": _beyond(prefix)}).scalars())

    def version(self, stream: str) -> int:
        """How many events a stream has: what a writer must have seen."""
        return self._last(stream)[0]

    def mark(self, feed: str) -> str:
        """What stays the same as long as nothing happens in a feed, nor to anybody's data; nothing if
        the feed has no event.
        """
        found: Any = self.run(MARK, {"feed": feed, "people": PEOPLE, "beyond": _beyond(PEOPLE)}).one()
        return f"{found.last}-{found.people or 0}" if found.last else ""

    def note(self, event: StoredEvent) -> str:
        """The note of an event, or nothing if it has none or it was erased."""
        table = schema.notes
        wanted = select(table.c.content).where(
            table.c.stream == event.stream, table.c.sequence == event.sequence
        )
        return self.connection.execute(wanted).scalar() or ""

    def feeds_mentioning(self, person: str) -> set[str]:
        """The feeds whose events speak of somebody."""
        events, mentions = schema.events, schema.mentions
        same = (events.c.stream == mentions.c.stream) & (events.c.sequence == mentions.c.sequence)
        wanted = select(events.c.feed).distinct().join(mentions, same).where(mentions.c.person == person)
        return set(self.connection.execute(wanted).scalars())

    def people_in(self, streams: Collection[str]) -> set[str]:
        """Everybody of whom these streams speak."""
        table = schema.mentions
        wanted = select(table.c.person).distinct().where(table.c.stream.in_(list(streams)))
        return set(self.connection.execute(wanted).scalars())

    def pinned(self, feed: str, digest: str) -> str:
        """The text that a feed calls by this digest; NotPossibleNow if it is gone."""
        table = schema.texts
        wanted = select(table.c.content).where(table.c.feed == feed, table.c.digest == digest)
        found: str | None = self.connection.execute(wanted).scalar()
        if found is None:
            raise NotPossibleNow("text_gone", feed=feed, digest=digest[:12])
        return found

    def decode(self, event: StoredEvent) -> object:
        """The event of the domain in a row of the log."""
        return self.codec.decode(EncodedEvent(event.kind, event.version, event.payload))

    def run(
        self, statement: dict[str, str], values: dict[str, Any] | list[dict[str, Any]]
    ) -> CursorResult[Any]:
        """Run one of the statements above."""
        return self.connection.exec_driver_sql(statement[self.connection.dialect.name], values)

    def _events(self, wanted: object) -> list[StoredEvent]:
        return [StoredEvent(*row) for row in self.connection.execute(wanted)]  # type: ignore[call-overload]

    def _last(self, stream: str) -> tuple[int, str, str]:
        found: Any = self.run(LAST, {"stream": stream}).one_or_none()
        return tuple(found) if found else (0, NOTHING, "")


class LogWriter(LogReader):
    """A transaction that may append. Whoever appends to several feeds does so in the order of their names,
    or two of them could wait for each other.
    """

    def __init__(
        self,
        connection: Connection,
        codec: Codec,
        snapshots: Snapshots,
        projections: Sequence[Projection],
        stamp: Stamp,
    ) -> None:
        super().__init__(connection, codec, snapshots)
        self.projections = projections
        self.stamp = stamp
        self.unpublished: dict[str, Snapshot] = {}
        """Of this transaction, which others know once it is on the disk."""

    def _kept(self, stream: str) -> Snapshot | None:
        return self.unpublished.get(stream) or super()._kept(stream)

    def _keep(self, stream: str, snapshot: Snapshot) -> None:
        self.unpublished[stream] = snapshot

    def is_repeated(self, content: object) -> bool:
        """Whether this request was carried out before, in which case nothing must be done again.

        Only its id and a salted fingerprint of the content are kept. NotUnderstood if other content came
        under the same id.
        """
        said = canonical(content)
        salt = new_salt()
        claim = {"action": self.stamp.action, "fingerprint": f"{salt}:{seal(salt, said)}"}
        if self.run(CLAIM, claim).rowcount:
            return False
        table = schema.actions
        kept = select(table.c.fingerprint).where(table.c.action == self.stamp.action)
        salt, _, sealed = str(self.connection.execute(kept).scalar_one()).partition(":")
        if sealed and seal(salt, said) != sealed:
            raise NotUnderstood("other_content", action=self.stamp.action)
        return True

    def hold(self, *feeds: str) -> None:
        """Let nobody else append to these feeds until the end: what is read of them from here on stays true.

        PostgreSQL would otherwise let two people decide by the same row. For what has no version to expect.
        """
        for feed in sorted(feeds):
            self.run(COUNT_UP, {"feed": feed, "more": 0})

    def append(
        self, stream: str, expected: int, *events: object, feed: str = "", note: str = "", sealed: str = ""
    ) -> list[StoredEvent]:
        """Write what happened; the note, or the seal of what is kept elsewhere, goes with the first event.

        NotPossibleNow if the stream is not as long as whoever decided this had seen, NotUnderstood for
        characters that not every database keeps.
        """
        feed = feed or stream
        names = (stream, feed, self.stamp.at, self.stamp.actor, self.stamp.action, sealed)
        if not is_text(note) or not all(map(is_plain, names)):
            raise NotUnderstood("odd_text")
        counted = self.run(COUNT_UP, {"feed": feed, "more": len(events)}).scalar_one()
        number = counted - len(events)
        sequence, previous, kept_feed = self._last(stream)
        if sequence != expected:
            raise NotPossibleNow("changed_meanwhile", stream=stream, expected=expected, found=sequence)
        assert kept_feed in ("", feed), "a stream belongs to one feed"
        if note:
            sealed = self._write_note(stream, sequence + 1, note)
        rows: list[StoredEvent] = []
        for event in events:
            sequence, number, encoded = sequence + 1, number + 1, self.codec.encode(event)
            row = StoredEvent(
                *(stream, sequence, feed, number, encoded.kind, encoded.version),
                *(self.stamp.at, self.stamp.actor, self.stamp.action, sealed, encoded.payload),
                hash="",
            )
            previous, sealed = link(previous, row), ""
            rows.append(row._replace(hash=previous))
        self.add(rows)
        return rows

    def add(self, rows: Sequence[StoredEvent]) -> None:
        """Keep rows that already have their place and their hash."""
        if rows:
            self.run(ADD, [row._asdict() for row in rows])
            for projection in self.projections:
                projection.add(self.connection, rows)

    def pin(self, feed: str, kind: str, content: str) -> str:
        """Keep the text of a regulation, formula or format as the feed is played by it; gives its digest."""
        digest = text_digest(kind, content)
        row = {"feed": feed, "digest": digest, "kind": kind, "content": content}
        self.run(PIN, row)
        return digest

    def _write_note(self, stream: str, sequence: int, note: str) -> str:
        salt = new_salt()
        self.run(NOTE, {"stream": stream, "sequence": sequence, "salt": salt, "content": note})
        return seal(salt, note)


def take_out(writing: LogWriter, feeds: Iterable[str], people: Iterable[str] = ()) -> None:
    """Remove feeds and people as if they had never been: for demonstrations alone, never for real events."""
    names, connection = list(feeds), writing.connection
    of_feeds = schema.events.c.feed.in_(names)
    streams = select(schema.events.c.stream).where(of_feeds)
    for table in (schema.notes, schema.mentions):
        connection.execute(delete(table).where(table.c.stream.in_(streams)))
    actions = select(schema.events.c.action).where(of_feeds)
    connection.execute(delete(schema.actions).where(schema.actions.c.action.in_(actions)))
    connection.execute(delete(schema.events).where(of_feeds))
    for table in (schema.feeds, schema.texts):
        connection.execute(delete(table).where(table.c.feed.in_(names)))
    connection.execute(delete(schema.people).where(schema.people.c.person.in_(list(people))))


@dataclass(frozen=True)
class Store:
    """An open database and the events it holds."""

    database: Database
    codec: Codec
    projections: tuple[Projection, ...]
    snapshots: Snapshots = field(default_factory=Snapshots)

    @contextlib.contextmanager
    def reading(self) -> Iterator[LogReader]:
        """Read one moment."""
        with self.database.reading() as connection:
            yield LogReader(connection, self.codec, self.snapshots)

    @contextlib.contextmanager
    def writing(self, stamp: Stamp) -> Iterator[LogWriter]:
        """Write all of it or nothing."""
        with self.database.writing() as connection:
            writing = LogWriter(connection, self.codec, self.snapshots, self.projections, stamp)
            yield writing
        for stream, snapshot in writing.unpublished.items():
            self.snapshots.put(stream, snapshot)


@contextlib.contextmanager
def open_store(
    place: str | Path | None,
    codec: Codec,
    writer: Holder | None = None,
    projections: Iterable[Projection] = (Mentions(),),
) -> Iterator[Store]:
    """The store at a path or an address, or in memory where none is given; to write, say who you are."""
    with opened(place, writer) if place else in_memory() as database:
        store = Store(database, codec, tuple(projections))
        if writer or not place:
            with database.writing() as connection:
                take_turn(connection)
                rebuild_if_older(connection, store.projections)
        yield store
