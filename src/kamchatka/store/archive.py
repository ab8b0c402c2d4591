"""The archive file for backups, exports and other clubs: JSON lines, the same from every database.

The first line is a header; then come feeds with their events, texts, words and notes, then people; the last
line holds the digest of all lines before it. Events are written as stored, so anyone can verify their hash
chain.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, BinaryIO

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from kamchatka.ids import PersonId
from kamchatka.refusals import NotPossibleNow, NotUnderstood
from kamchatka.store import erasure, people, schema
from kamchatka.store.chain import (
    CODE,
    CODED,
    PEOPLE,
    Chain,
    StoredEvent,
    code_of,
    is_plain,
    is_text,
    seal,
)
from kamchatka.store.codec import EncodedEvent, canonical
from kamchatka.store.log import (
    CLAIM,
    COUNT_UP,
    ERASED,
    NOTE,
    UNLESS_THERE,
    WORD,
    LogReader,
    LogWriter,
    new_row,
)
from kamchatka.store.projections import PERSON, mentioned, streamed
from kamchatka.store.verifying import former_wrongly
from kamchatka.store.words import NEUTRAL, Sealing, neutral_word

FORMER_HEAD = new_row(schema.former_heads, UNLESS_THERE)
FORMAT = "kamchatka-archive"
VERSION = 3
"""Since 2 it may hold words and former hashes, since 3 surnames; without them it has the earlier version."""
KINDS = ("event", "text", "word", "former_head", "note", "person")
BATCH = 500
LONGEST_LINE = 10_000_000
NUMBERS = {"sequence", "number", "version"}
MOST = 2**53
EARLIEST, LATEST = 1970, 2200
"""Years of plausible times."""


@dataclass(frozen=True)
class ArchiveSummary:
    """Number of events and people in an archive, or of those that an import added and erased."""

    events: int
    people: int
    erased: int = 0
    is_erasing: bool = field(default=False, compare=False)
    """Whether an import met people who are erased, so that their remains must be wiped."""


@dataclass(frozen=True)
class Outline:
    """When an archive was made, and the number and hash of the last event of each feed."""

    made: str
    last: Mapping[str, tuple[int, str]]


# --- writing ---


class Archive:
    """The lines of an archive: everything, or some feeds and the people they mention.

    Without people, it has neither their streams nor notes and words, which may hold names; events of earlier
    versions are sealed. With `until`, it ends with this event of each feed. Can be iterated once.
    """

    def __init__(
        self,
        reading: LogReader,
        *,
        made: str,
        only: Iterable[str] = (),
        with_people: bool = True,
        until: int = MOST,
    ) -> None:
        self._content = _content(reading, made, set(only), with_people, until)
        self._counts: Counter[str] = Counter()

    def __iter__(self) -> Iterator[bytes]:
        digest = hashlib.sha256()
        for each in self._content:
            line = canonical(each).encode() + b"\n"
            digest.update(line)
            self._counts.update(each.keys())
            yield line
        lines = self._counts["format"] + sum(self._counts[kind] for kind in KINDS)
        yield canonical({"digest": digest.hexdigest(), "lines": lines}).encode() + b"\n"

    @property
    def summary(self) -> ArchiveSummary:
        """Number of events and people written so far."""
        return ArchiveSummary(self._counts["event"], self._counts["person"])


def _content(
    reading: LogReader, made: str, only: set[str], with_people: bool, until: int
) -> Iterator[dict[str, object]]:
    connection, feeds = reading.connection, list(reading.feeds())
    own = [feed for feed in feeds if not feed.startswith(PEOPLE) and (not only or feed in only)]
    if only - set(feeds):
        raise NotUnderstood("unknown_feed", feed=min(only - set(feeds)))
    sealed = set(connection.execute(select(schema.words.c.feed).distinct()).scalars())
    split = connection.execute(select(schema.people.c.person).where(schema.people.c.surname != "").limit(1))
    version = 3 if with_people and split.first() else 2 if sealed.intersection(own) or not with_people else 1
    yield {"format": FORMAT, "version": version, "made": made, "people": with_people}
    spoken_of: set[str] = set()
    for feed in own:
        codes: set[str] = set()
        sealing = Sealing(reading.codec)
        for stored in _events(connection, feed, until):
            event = stored if with_people else sealing.seal(stored)
            spoken_of |= mentioned(event)
            codes.update(CODE.findall(event.payload) if CODED in event.payload else ())
            yield {"event": event._asdict()}
        yield from _of_feed(connection, feed, until, codes, with_people)
    if with_people:
        lines = (people.lineage(connection, PersonId(person)) for person in spoken_of)
        streams = {people.stream_of(person) for line in lines for person in line}
        chosen = [
            feed
            for feed in feeds
            if feed.startswith(PEOPLE) and (not only or feed in only or feed in streams)
        ]
        for feed in chosen:
            for event in _events(connection, feed):
                yield {"event": event._asdict()}
        names = {feed.removeprefix(PEOPLE) for feed in chosen}
        for row in people.rows(connection):
            if row["person"] in names:
                yield {"person": {key: value for key, value in row.items() if value or key != "surname"}}


def _events(connection: Connection, feed: str, until: int = MOST) -> Iterator[StoredEvent]:
    table = schema.events
    wanted = select(table).where(table.c.feed == feed, table.c.number <= until).order_by(table.c.number)
    return streamed(connection, wanted)


def _of_feed(
    connection: Connection, feed: str, until: int, codes: set[str], with_people: bool
) -> Iterator[dict[str, object]]:
    events = schema.events
    for kind, table in (("text", schema.texts), ("word", schema.words)):
        wanted = select(table).where(table.c.feed == feed).order_by(*table.primary_key)
        for row in connection.execute(wanted).mappings():
            if kind == "text" or (with_people and row["code"] in codes):
                yield {kind: dict(row)}
    for kind, table in (("former_head", schema.former_heads), ("note", schema.notes)):
        same = (events.c.stream == table.c.stream) & (events.c.sequence == table.c.sequence)
        wanted = select(table).join(events, same).where(events.c.feed == feed, events.c.number <= until)
        if with_people:
            for row in connection.execute(wanted.order_by(*table.primary_key)).mappings():
                yield {kind: dict(row)}


# --- reading ---


def outline(file: BinaryIO) -> Outline:
    """The outline of a whole archive; NotUnderstood if its digest is wrong."""
    made = ""
    last: dict[str, tuple[int, str]] = {}
    for number, each in _checked(_lines(file)):
        if number == 1:
            made = _made(each)
        match each:
            case {"event": {"feed": str(feed), "number": int(count), "hash": str(found)}}:
                last[feed] = (count, found)
    return Outline(made, last)


def opening(file: BinaryIO) -> tuple[str, StoredEvent]:
    """The date and the first event of an archive; checks its header, not its digest."""
    lines = _lines(file)
    made = _made(_object(next(lines, b""), 1))
    try:
        row = _object(next(lines, b""), 2)["event"]
        return made, StoredEvent(**_typed(StoredEvent._fields, row))  # type: ignore[arg-type]
    except (KeyError, TypeError, ValueError):
        raise NotUnderstood("archive_line", line=2) from None


def _made(header: dict[str, object]) -> str:
    """When an archive was made; NotUnderstood if its header gives no time."""
    made = str(header.get("made"))
    try:
        _check_time(made)
    except ValueError:
        raise NotUnderstood("archive_line", line=1) from None
    return made


def _check_time(words: str) -> None:
    """ValueError if this is no time as the log writes it, or so far from ours that no page can show it."""
    at = datetime.fromisoformat(words)
    if at.tzinfo is None or not EARLIEST <= at.year <= LATEST:
        raise ValueError(words)


def _lines(file: BinaryIO) -> Iterator[bytes]:
    return iter(lambda: file.readline(LONGEST_LINE + 1), b"")


def bring_in(writing: LogWriter, file: BinaryIO) -> ArchiveSummary:
    """Import everything of an archive that is missing here, or nothing at all.

    Events that both have must be equal; feeds and people that are newer here stay as they are. People erased
    here stay erased. NotUnderstood if the file is damaged, NotPossibleNow if the histories diverged.
    """
    arrival = _Arrival(writing)
    number = 0
    try:
        for number, each in _checked(_lines(file)):
            arrival.take(each, number)
        return arrival.finish()
    except (KeyError, TypeError, ValueError):
        raise NotUnderstood("archive_line", line=number) from None
    except IntegrityError:  # one of our streams, in another feed
        raise NotUnderstood("archive_damaged") from None


def _checked(content: Iterable[bytes]) -> Iterator[tuple[int, dict[str, object]]]:
    """Number and content of every line but the last, which must hold the digest of the others."""
    digest, held, number = hashlib.sha256(), b"", 0
    for number, line in enumerate(content, start=1):
        if len(line) > LONGEST_LINE:
            raise NotUnderstood("archive_line", line=number)
        if held:
            digest.update(held)
            yield number - 1, _object(held, number - 1)
        held = line
    last = _object(held, number) if number else {}
    if last.get("digest") != digest.hexdigest() or last.get("lines") != number - 1:
        raise NotUnderstood("archive_damaged")


def _object(line: bytes, number: int) -> dict[str, object]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise NotUnderstood("not_an_archive" if number == 1 else "archive_line", line=number) from None
    if not isinstance(found, dict) or (number == 1 and found.get("format") != FORMAT):
        raise NotUnderstood("not_an_archive" if number == 1 else "archive_line", line=number)
    if number == 1 and found.get("version") not in range(1, VERSION + 1):
        raise NotPossibleNow("newer_archive")
    return found


@dataclass
class _Arrival:
    """The import of one archive."""

    writing: LogWriter
    chain: Chain = field(default_factory=Chain)
    ours: dict[str, int] = field(default_factory=dict)
    """Number of events in each feed before the import."""
    kept: set[str] = field(default_factory=set)
    """Streams of people that diverged: ours are kept."""
    feeds: dict[str, str] = field(default_factory=dict)
    """The feed of each stream."""
    spoken_of: set[str] = field(default_factory=set)
    """The people that new events mention."""
    referred: set[str] = field(default_factory=set)
    """Those whom new events of other streams than people's mention."""
    batch: list[StoredEvent] = field(default_factory=list)
    events: int = 0
    grown: set[str] = field(default_factory=set)
    """Feeds with new events."""
    with_people: bool = False
    notes: set[tuple[str, int]] = field(default_factory=set)
    """The events whose notes were in the archive."""
    people: dict[str, dict[str, str]] = field(default_factory=dict)
    """The rows of people in the archive, by stream."""
    sealings: dict[str, Sealing] = field(default_factory=dict)
    """Of the feeds that were sealed here: their events arrive as they were before, or sealed."""
    former: list[StoredEvent] = field(default_factory=list)
    """Events whose hashes changed as they were sealed."""
    words: set[tuple[str, str]] = field(default_factory=set)
    """The feeds and codes of the words in the archive."""

    def take(self, each: dict[str, object], number: int) -> None:
        """Import one line; raises KeyError, TypeError or ValueError if its shape is wrong."""
        match each:
            case {"event": dict(row)}:
                event = StoredEvent(**_typed(StoredEvent._fields, row))
                _check_time(event.at)
                self.writing.codec.decode(EncodedEvent(event.kind, event.version, event.payload))
                if (
                    not all(is_plain(str(each)) for each in event)
                    or (event.stream.startswith(PEOPLE) and not PERSON.fullmatch(event.stream, len(PEOPLE)))
                    or self.feeds.setdefault(event.stream, event.feed) != event.feed
                ):
                    raise ValueError(number)
                self._event(event, number)
            case {"text": dict(row)}:
                self._text(_typed(schema.texts.c.keys(), row))
            case {"word": dict(row)}:
                self._word(_typed(schema.words.c.keys(), row))
            case {"former_head": dict(row)}:
                _check_time(row["at"])
                if row["stream"] not in self.feeds:
                    raise ValueError(number)
                self.writing.run(FORMER_HEAD, _typed(schema.former_heads.c.keys(), row))
            case {"note": dict(row)}:
                self._note(_typed(schema.notes.c.keys(), row))
            case {"person": dict(found)}:
                row = _typed(schema.people.c.keys(), {"surname": "", **found})
                if row["name"] or not row["merged_into"]:  # earlier versions emptied merged rows
                    people.Person.model_validate({name: row[name] for name in people.Person.model_fields})
                self.people[people.stream_of(row["person"])] = row
            case {"people": bool(with_people)} if number == 1:
                self.with_people = with_people
            case _:
                raise ValueError(number)

    def finish(self) -> ArchiveSummary:
        """Write the rest. NotUnderstood if a person or note is missing from an archive with people."""
        self._flush()
        arrived = erased = 0
        connection = self.writing.connection
        named = list(self.people.values())
        self._check_strangers()
        for stream, (_, sealed) in self.chain.people().items():
            row = self.people.pop(stream, None)
            if (people.seal_of(row) if row else "") != sealed or self.feeds[stream] != stream:
                raise NotUnderstood("archive_damaged")
            if stream not in self.grown:
                continue
            who = PersonId(stream.removeprefix(PEOPLE))
            known = list(people.rows(connection, [who]))
            people.forget(connection, [who])
            if row:
                connection.execute(insert(schema.people).values(**row))
                arrived += 1
            elif known:  # erased elsewhere since the last import
                named += known
                erased += 1
        if self.people:
            raise NotUnderstood("archive_damaged")
        self._check_merges()
        self._finish_notes()
        self._finish_words()
        return ArchiveSummary(self.events, arrived, erased, self._erase(named))

    def _erase(self, named: Iterable[dict[str, str]]) -> bool:
        """Erase what the archive brought about people who are erased; False if there is nobody."""
        here = {row["person"] for row in people.rows(self.writing.connection, self.spoken_of)}
        gone = {who for who in self.spoken_of - here if self.writing.version(people.stream_of(PersonId(who)))}
        if gone:
            rows = tuple(row for row in named if row["person"] in gone and row["name"])
            erasure.erase_traces(self.writing, erasure.Subject(frozenset(gone), rows))
        return bool(gone)

    def _check_strangers(self) -> None:
        """NotUnderstood if the archive refers to people of this installation without bringing them.

        A later copy of its events would carry out their data.
        """
        merged = {row["merged_into"] for row in self.people.values()}
        others = {who for who in self.referred | merged if people.stream_of(PersonId(who)) not in self.feeds}
        found = list(people.rows(self.writing.connection, others))
        if found:
            raise NotUnderstood("archive_strangers", count=len(found))

    def _check_merges(self) -> None:
        """NotPossibleNow if two people were merged in opposite directions here and there."""
        merged = (row for row in people.rows(self.writing.connection) if row["merged_into"])
        for row in merged:
            try:
                people.root_of(self.writing.connection, PersonId(row["person"]))
            except ValueError:
                raise NotPossibleNow("merge_circle", who=row["person"]) from None

    def _finish_notes(self) -> None:
        """Leave the notes empty that an archive without people lacks."""
        for stream, sequence in self.chain.notes().keys() - self.notes:
            if self.with_people:
                raise NotUnderstood("archive_damaged")
            self.writing.run(NOTE, {"stream": stream, "sequence": sequence, "salt": "", "content": ""})

    def _finish_words(self) -> None:
        """Store the words of sealed events; leave those empty that an archive without people lacks."""
        for feed, sealing in self.sealings.items():
            erasure.keep_words(self.writing, feed, sealing)
        erasure.keep_former(self.writing, self.former)
        for feed, code in self.chain.codes - self.words:
            if self.with_people:
                raise NotUnderstood("archive_damaged")
            row = {"feed": feed, "code": code, "salt": "", "content": neutral_word(code)}
            self.writing.run(WORD, row)
        if next(former_wrongly(self.writing.connection), None):
            raise NotUnderstood("archive_damaged")
        self.writing.words_read.clear()

    def _event(self, event: StoredEvent, line: int) -> None:
        if event.feed not in self.ours:
            table = schema.feeds
            wanted = select(table.c.number).where(table.c.feed == event.feed)
            self.writing.hold(event.feed)
            self.ours[event.feed] = self.writing.connection.execute(wanted).scalar_one()
            if self._is_sealed(event.feed):
                self.sealings[event.feed] = Sealing(self.writing.codec)
        broken = self.chain.broken_by([event])
        if broken:
            raise NotUnderstood("archive_broken", line=line, stream=broken.stream, sequence=broken.sequence)
        if event.feed in self.sealings:
            before, event = event, self.sealings[event.feed].seal(event)
            if event.number > self.ours[event.feed] and event.hash != before.hash:
                self.former.append(before)
        if event.number <= self.ours[event.feed]:
            self._compare(event)
        elif event.feed not in self.kept:
            self.grown.add(event.feed)
            self.spoken_of |= mentioned(event)
            self.referred |= set() if event.feed.startswith(PEOPLE) else mentioned(event)
            self.events += 1
            self.batch.append(event)
            if len(self.batch) >= BATCH:
                self._flush()

    def _is_sealed(self, feed: str) -> bool:
        """Whether a feed was sealed anew here, or before it came without people."""
        if self.writing.run(ERASED, {"feed": feed}).scalar_one():
            return True
        events, former = schema.events, schema.former_heads
        same = (events.c.stream == former.c.stream) & (events.c.sequence == former.c.sequence)
        wanted = select(former.c.hash).join(events, same).where(events.c.feed == feed).limit(1)
        return self.writing.connection.execute(wanted).scalar() is not None

    def _compare(self, event: StoredEvent) -> None:
        table = schema.events
        wanted = select(table.c.hash).where(table.c.feed == event.feed, table.c.number == event.number)
        found = self.writing.connection.execute(wanted).scalar()
        if found != event.hash and erasure.seal_feed(self.writing, event.feed):  # sealed anew there
            found = self.writing.connection.execute(wanted).scalar()
        if found != event.hash:
            if not event.feed.startswith(PEOPLE) or event.number == 1:
                raise NotPossibleNow("other_history", feed=event.feed, number=event.number)
            self.kept.add(event.feed)

    def _flush(self) -> None:
        batch = self.batch
        if not batch:
            return
        claimed = [{"action": action, "fingerprint": ""} for action in {event.action for event in batch}]
        self.writing.run(CLAIM, claimed)
        for feed in sorted({event.feed for event in batch}):
            numbers = [event.number for event in batch if event.feed == feed]
            counted = self.writing.run(COUNT_UP, {"feed": feed, "more": len(numbers)}).scalar_one()
            if numbers != list(range(counted - len(numbers) + 1, counted + 1)):
                raise NotUnderstood("archive_damaged")
        self.writing.add(batch)
        self.batch = []

    def _text(self, row: dict[str, str]) -> None:
        if (
            row["feed"] not in self.ours
            or self.writing.pin(row["feed"], row["kind"], row["content"]) != row["digest"]
        ):
            raise NotUnderstood("archive_damaged")

    def _word(self, row: dict[str, str]) -> None:
        is_erased = not row["salt"] and NEUTRAL.fullmatch(row["content"])
        if (
            (row["feed"], row["code"]) not in self.chain.codes
            or not is_text(row["content"])
            or not (is_erased or code_of(row["salt"], row["content"]) == row["code"])
        ):
            raise NotUnderstood("archive_damaged")
        self.words.add((row["feed"], row["code"]))
        self.writing.run(WORD, row)

    def _note(self, row: dict[str, Any]) -> None:
        place = row["stream"], row["sequence"]
        is_erased = not row["salt"] and not row["content"]
        sealed = self.chain.sealed[place]
        if not is_text(row["content"]) or not (is_erased or seal(row["salt"], row["content"]) == sealed):
            raise NotUnderstood("archive_damaged")
        self.notes.add(place)
        self.writing.run(NOTE, row)  # unless the event has one here, erased or not


def _typed(names: Iterable[str], row: dict[str, Any]) -> dict[str, Any]:
    """The row, if it has exactly these keys, with integers up to `MOST` for `NUMBERS`, else text.

    Raises KeyError or ValueError, also for a NUL in a text, which PostgreSQL cannot store.
    """
    for name in (*names, *row):
        value = row[name]
        if isinstance(value, bool) or not isinstance(value, int if name in NUMBERS else str):
            raise ValueError(name)
        if value > MOST if isinstance(value, int) else "\0" in value:
            raise ValueError(name)
    if len(row) != len(list(names)):
        raise KeyError
    return row
