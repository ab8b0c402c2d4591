"""The event log: read and append streams and feeds, with their notes and pinned texts, in one transaction."""

import contextlib
import json
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
    CODE,
    CODED,
    NOTHING,
    PEOPLE,
    StoredEvent,
    code_of,
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
from kamchatka.store.words import replaced, spoken


def for_drivers(words: str) -> dict[str, str]:
    """A statement in each driver's parameter style, for the statements of every append: compiled by
    SQLAlchemy, they would take a fifth of its time.
    """
    return {"sqlite": words, "postgresql": re.sub(r":(\w+)", r"%(\1)s", words)}


def new_row(table: Table, clash: str = "") -> dict[str, str]:
    """The INSERT statement of a table, with an optional conflict clause."""
    names = table.c.keys()
    values = ", ".join(f":{name}" for name in names)
    return for_drivers(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({values}) {clash}")


UNLESS_THERE = "ON CONFLICT DO NOTHING"
ADD = new_row(schema.events)
CLAIM = new_row(schema.actions, UNLESS_THERE)
PIN = new_row(schema.texts, UNLESS_THERE)
NOTE = new_row(schema.notes, UNLESS_THERE)
WORD = new_row(schema.words, UNLESS_THERE)
LAST = for_drivers(
    "SELECT sequence, hash, feed FROM events WHERE stream = :stream ORDER BY sequence DESC LIMIT 1"
)
COUNT_UP = for_drivers(
    "INSERT INTO feeds (feed, number) VALUES (:feed, :more)"
    " ON CONFLICT (feed) DO UPDATE SET number = feeds.number + :more RETURNING number"
)
"""Reserves the next numbers of a feed; on PostgreSQL other writers of the feed block on its row lock."""
MARK = for_drivers(
    "SELECT (SELECT hash FROM events WHERE feed = :feed ORDER BY number DESC LIMIT 1) AS last,"
    " (SELECT sum(number) FROM feeds WHERE feed > :people AND feed < :beyond) AS people"
)
"""The hash of a feed's last event, and the number of events in all streams of people."""

PEOPLE_EVENTS = for_drivers("SELECT sum(number) FROM feeds WHERE feed > :people AND feed < :beyond")

SINCE = for_drivers(
    f"SELECT {', '.join(StoredEvent._fields)} FROM events"
    " WHERE stream = :stream AND sequence >= :since ORDER BY sequence"
)
ERASED_PEOPLE = for_drivers(
    "SELECT (SELECT count(*) FROM feeds WHERE feed > :people AND feed < :beyond)"
    " - (SELECT count(*) FROM people)"
)
ERASED = for_drivers("SELECT count(*) FROM words WHERE feed = :feed AND salt = ''")
BEGINNING = for_drivers("SELECT DISTINCT stream FROM events WHERE stream > :prefix AND stream < :beyond")

Values = dict[str, Any]
State = TypeVar("State")


@dataclass(frozen=True)
class Stamp:
    """The time, actor and request id of all events in a transaction."""

    at: str
    actor: str
    action: ActionId


def _beyond(prefix: str) -> str:
    """Exclusive upper bound of the strings with this prefix."""
    return prefix[:-1] + chr(ord(prefix[-1]) + 1)


class LogReader:
    """Reads the log within one transaction."""

    def __init__(self, connection: Connection, codec: Codec, snapshots: Snapshots) -> None:
        self.connection = connection
        self.codec = codec
        self.snapshots = snapshots
        self.words_read: dict[str, dict[str, str]] = {}
        """The words of the feeds read in this transaction, by code."""

    def stream(self, stream: str, since: int = 1) -> list[StoredEvent]:
        """The events of a stream in order, from the sequence number `since` on."""
        return [StoredEvent._make(row) for row in self.run(SINCE, {"stream": stream, "since": since})]

    def state(
        self,
        stream: str,
        carry: Callable[[State | None, Sequence[StoredEvent]], State],
        key: Hashable = None,
    ) -> State | None:
        """The state folded from a stream; None if it has no events.

        `carry` folds more events into a state, which is None at first; it gets only the events after the
        cached snapshot. The state must depend on nothing but the events, their words and the key.
        """
        key = key, self.run(ERASED, {"feed": stream}).scalar_one()
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
        """The next events of a feed after a number, at most `most`."""
        table = schema.events
        wanted = select(table).where(table.c.feed == feed, table.c.number > after)
        return self._events(wanted.order_by(table.c.number).limit(most))

    def of_action(self, action: ActionId) -> list[StoredEvent]:
        """The events that a request caused."""
        table = schema.events
        return self._events(
            select(table).where(table.c.action == action).order_by(table.c.feed, table.c.number)
        )

    def feeds(self, prefix: str = "") -> dict[str, int]:
        """Number of events in every feed whose name has this prefix; each person is a feed too."""
        table = schema.feeds
        wanted = select(table).order_by(table.c.feed)
        if prefix:
            wanted = wanted.where(table.c.feed >= prefix, table.c.feed < _beyond(prefix))
        return dict(self.connection.execute(wanted).all())

    def number(self, feed: str) -> int:
        """The number of a feed's last event; 0: it has none."""
        found = self.connection.execute(select(schema.feeds.c.number).where(schema.feeds.c.feed == feed))
        return found.scalar() or 0

    def streams(self, prefix: str) -> set[str]:
        """The streams whose names have this prefix."""
        return set(self.run(BEGINNING, {"prefix": prefix, "beyond": _beyond(prefix)}).scalars())

    def first_events(self, prefix: str) -> list[StoredEvent]:
        """The first event of every stream whose name has this prefix."""
        table = schema.events
        named = table.c.stream > prefix, table.c.stream < _beyond(prefix)
        return self._events(select(table).where(*named, table.c.sequence == 1).order_by(table.c.at))

    def version(self, stream: str) -> int:
        """Number of events in a stream: the version that a writer must have seen."""
        return self._last(stream)[0]

    def last_hash(self, stream: str) -> str:
        """The hash of a stream's last event, which vouches for all events before it."""
        return self._last(stream)[1]

    def mark(self, feed: str) -> str:
        """Cache version of a feed: changes with its events and any person's data; empty: no events."""
        found: Any = self.run(MARK, {"feed": feed, "people": PEOPLE, "beyond": _beyond(PEOPLE)}).one()
        return f"{found.last}-{found.people or 0}" if found.last else ""

    def people_number(self) -> int:
        """Number of events in all streams of people: changes with any person's data."""
        found = self.run(PEOPLE_EVENTS, {"people": PEOPLE, "beyond": _beyond(PEOPLE)}).scalar()
        return int(found or 0)

    def erased_people(self) -> int:
        """Number of people who were erased."""
        return int(self.run(ERASED_PEOPLE, {"people": PEOPLE, "beyond": _beyond(PEOPLE)}).scalar_one())

    def has_hash(self, event: StoredEvent, hash: str) -> bool:
        """Whether this is the event's hash, or was before its feed was sealed anew."""
        table = schema.former_heads
        same = (table.c.stream == event.stream) & (table.c.sequence == event.sequence)
        return hash in (event.hash, self.connection.execute(select(table.c.hash).where(same)).scalar())

    def note(self, event: StoredEvent) -> str:
        """The note of an event; empty if it has none, or if it was erased."""
        table = schema.notes
        wanted = select(table.c.content).where(
            table.c.stream == event.stream, table.c.sequence == event.sequence
        )
        return self.connection.execute(wanted).scalar() or ""

    def feeds_mentioning(self, person: str) -> set[str]:
        """The feeds with events that mention a person."""
        events, mentions = schema.events, schema.mentions
        same = (events.c.stream == mentions.c.stream) & (events.c.sequence == mentions.c.sequence)
        wanted = select(events.c.feed).distinct().join(mentions, same).where(mentions.c.person == person)
        return set(self.connection.execute(wanted).scalars())

    def people_in(self, streams: Collection[str]) -> set[str]:
        """Ids of the people that these streams mention."""
        table = schema.mentions
        wanted = select(table.c.person).distinct().where(table.c.stream.in_(list(streams)))
        return set(self.connection.execute(wanted).scalars())

    def pinned(self, feed: str, digest: str) -> str:
        """The text that a feed has pinned under this digest; NotPossibleNow if it is gone."""
        table = schema.texts
        wanted = select(table.c.content).where(table.c.feed == feed, table.c.digest == digest)
        found: str | None = self.connection.execute(wanted).scalar()
        if found is None:
            raise NotPossibleNow("text_gone", feed=feed, digest=digest[:12])
        return found

    def decode(self, event: StoredEvent) -> object:
        """The domain event of a stored row, with its words."""
        payload = event.payload
        if CODED in payload:
            payload = spoken(payload, self.words(event.feed))
        return self.codec.decode(EncodedEvent(event.kind, event.version, payload))

    def words(self, feed: str) -> dict[str, str]:
        """The words of a feed by their codes."""
        if feed not in self.words_read:
            table = schema.words
            wanted = select(table.c.code, table.c.content).where(table.c.feed == feed)
            self.words_read[feed] = dict(self.connection.execute(wanted.order_by(table.c.code)).all())
        return self.words_read[feed]

    def run(
        self, statement: dict[str, str], values: dict[str, Any] | list[dict[str, Any]]
    ) -> CursorResult[Any]:
        """Execute a statement made by `for_drivers`."""
        return self.connection.exec_driver_sql(statement[self.connection.dialect.name], values)

    def _events(self, wanted: object) -> list[StoredEvent]:
        return [StoredEvent(*row) for row in self.connection.execute(wanted)]  # type: ignore[call-overload]

    def _last(self, stream: str) -> tuple[int, str, str]:
        found: Any = self.run(LAST, {"stream": stream}).one_or_none()
        return tuple(found) if found else (0, NOTHING, "")


class LogWriter(LogReader):
    """A transaction that may append. Append to several feeds in order of their names, to avoid deadlocks."""

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
        """Snapshots of this transaction, published after the commit."""

    def _kept(self, stream: str) -> Snapshot | None:
        return self.unpublished.get(stream) or super()._kept(stream)

    def _keep(self, stream: str, snapshot: Snapshot) -> None:
        self.unpublished[stream] = snapshot

    def is_repeated(self, content: object) -> bool:
        """Whether this request was executed before; then it must not be executed again.

        Only its id and a salted hash of its content are stored. NotUnderstood if the same id was used for
        other content.
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
        """Lock these feeds until the transaction ends: what is read of them from here on stays true.

        For decisions without an expected version: on PostgreSQL two writers could decide on the same row.
        """
        for feed in sorted(feeds):
            self.run(COUNT_UP, {"feed": feed, "more": 0})

    def append(
        self, stream: str, expected: int, *events: object, feed: str = "", note: str = "", sealed: str = ""
    ) -> list[StoredEvent]:
        """Append events to a stream; the note, or the seal of erasable data, goes with the first event.

        NotPossibleNow if the version of the stream is not `expected`, NotUnderstood for characters that not
        every database can store.
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
                *(self.stamp.at, self.stamp.actor, self.stamp.action, sealed, self._coded(feed, encoded)),
                hash="",
            )
            previous, sealed = link(previous, row), ""
            rows.append(row._replace(hash=previous))
        self.add(rows)
        return rows

    def _coded(self, feed: str, encoded: EncodedEvent) -> str:
        """The payload with codes instead of words, which are stored beside the log."""

        def code(_: str, word: str) -> str:
            known = self.words(feed)
            found = next((code for code, said in known.items() if said == word), "")
            if not found:
                if not is_text(word):
                    raise NotUnderstood("odd_text")
                salt = new_salt()
                found = code_of(salt, word)
                self.run(WORD, {"feed": feed, "code": found, "salt": salt, "content": word})
                known[found] = word
            return found

        payload, names = encoded.payload, self.codec.worded.get(encoded.kind)
        if names:
            payload = canonical(replaced(json.loads(payload), names, code))
        if CODED in payload and not self.words(feed).keys() >= set(CODE.findall(payload)):
            raise NotUnderstood("odd_text")  # it would pass for a word that is missing
        return payload

    def add(self, rows: Sequence[StoredEvent]) -> None:
        """Insert rows that already have their numbers and hash, and update the projections."""
        if rows:
            self.run(ADD, [row._asdict() for row in rows])
            for projection in self.projections:
                projection.add(self.connection, rows)

    def pin(self, feed: str, kind: str, content: str) -> str:
        """Store the text of a regulation, formula or format that a feed uses; returns its digest."""
        digest = text_digest(kind, content)
        row = {"feed": feed, "digest": digest, "kind": kind, "content": content}
        self.run(PIN, row)
        return digest

    def _write_note(self, stream: str, sequence: int, note: str) -> str:
        salt = new_salt()
        self.run(NOTE, {"stream": stream, "sequence": sequence, "salt": salt, "content": note})
        return seal(salt, note)


def take_out(writing: LogWriter, feeds: Iterable[str], people: Iterable[str] = ()) -> None:
    """Delete feeds and people without a trace: for demonstrations and trials, never for real events."""
    names, connection = list(feeds), writing.connection
    of_feeds = schema.events.c.feed.in_(names)
    streams = select(schema.events.c.stream).where(of_feeds)
    for table in (schema.notes, schema.mentions, schema.former_heads):
        connection.execute(delete(table).where(table.c.stream.in_(streams)))
    actions = select(schema.events.c.action).where(of_feeds)
    connection.execute(delete(schema.actions).where(schema.actions.c.action.in_(actions)))
    connection.execute(delete(schema.events).where(of_feeds))
    for table in (schema.feeds, schema.texts, schema.words):
        connection.execute(delete(table).where(table.c.feed.in_(names)))
    connection.execute(delete(schema.people).where(schema.people.c.person.in_(list(people))))


@dataclass(frozen=True)
class Store:
    """An open event log: the database, the codec and the caches."""

    database: Database
    codec: Codec
    projections: tuple[Projection, ...]
    snapshots: Snapshots = field(default_factory=Snapshots)

    @contextlib.contextmanager
    def reading(self) -> Iterator[LogReader]:
        """A read transaction."""
        with self.database.reading() as connection:
            yield LogReader(connection, self.codec, self.snapshots)

    @contextlib.contextmanager
    def writing(self, stamp: Stamp) -> Iterator[LogWriter]:
        """A write transaction: commits, or rolls back on an exception."""
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
    """Open the store at a path or URL, or in memory if none is given; writable if a writer is named."""
    with opened(place, writer) if place else in_memory() as database:
        store = Store(database, codec, tuple(projections))
        if writer or not place:
            with database.writing() as connection:
                take_turn(connection)
                rebuild_if_older(connection, store.projections)
        yield store
