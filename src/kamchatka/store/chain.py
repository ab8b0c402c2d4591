"""The hash chain: the hash of an event covers the event before it in its stream, and seals of erasable data.

Imports nothing large: the second process that verifies a long log (`second_process.py`) must start fast.
"""

import contextlib
import hashlib
import re
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

NOTHING = bytes(32).hex()
"""The previous hash of the first event of a stream."""
PEOPLE = "person/"
"""Prefix of the streams of people."""
CODE = re.compile(r"w-[0-9a-f]{64}")
"""What an event holds instead of a word about a person (`words.py`)."""
CODED = '"w-'
"""Begins a code in a payload."""


class StoredEvent(NamedTuple):
    """A row of the log. No field contains a line break."""

    stream: str
    sequence: int
    feed: str
    number: int
    kind: str
    version: int
    at: str
    actor: str
    action: str
    sealed: str
    payload: str
    hash: str


def link(previous: str, event: tuple[Any, ...]) -> str:
    """The hash of an event after the event with the hash `previous`, over the bytes as stored."""
    stream, sequence, feed, number, kind, version, at, actor, action, sealed, payload, _ = event
    said = (
        f"{previous}\n{stream}\n{sequence}\n{feed}\n{number}\n{kind}\n{version}\n{at}\n{actor}\n{action}\n{sealed}"
        f"\n{payload}"
    )
    return hashlib.sha256(said.encode()).hexdigest()


def is_plain(words: str) -> bool:
    """Whether the text is printable ASCII, as all fields of an event are: safe in every database and copy."""
    return words.isascii() and words.isprintable()


def is_text(words: str) -> bool:
    """Whether every database can store this note or name."""
    return "\0" not in words and not any("\ud800" <= sign <= "\udfff" for sign in words)


def text_digest(kind: str, content: str) -> str:
    """The digest by which a tournament refers to a pinned text."""
    return hashlib.sha256(f"{kind}\n{content}".encode()).hexdigest()


def new_salt() -> str:
    """A random salt, so that a sealed text cannot be guessed."""
    return secrets.token_hex(16)


def seal(salt: str, content: str) -> str:
    """The salted hash of an erasable text, for the log: it reveals nothing once text and salt are deleted."""
    # The length prevents moving the first line of a text into its salt.
    return hashlib.sha256(f"{len(content)}\n{salt}\n{content}".encode()).hexdigest()


def code_of(salt: str, word: str) -> str:
    """The code of a word in events: it seals the word."""
    return f"w-{seal(salt, word)}"


@dataclass(frozen=True)
class Breach:
    """The first fault found in the log: its kind and its place."""

    why: str
    stream: str
    sequence: int | None = None


@dataclass(frozen=True)
class Head:
    """The version and hash of a stream at some moment, as printed on paper or sent to players."""

    stream: str
    sequence: int
    hash: str
    """A prefix is enough."""

    def __str__(self) -> str:
        return f"{self.stream}:{self.sequence}:{self.hash[:16]}"


class Chain:
    """Verifies events one by one, each stream in order, and collects their seals."""

    def __init__(
        self, heads: Iterable[Head] = (), former: Mapping[tuple[str, int], str] | None = None
    ) -> None:
        self._former = former or {}
        """Hashes of events before their feed was sealed anew, which heads may still name."""
        self._heads: dict[tuple[str, int], list[Head]] = {}
        for head in heads:
            self._heads.setdefault((head.stream, head.sequence), []).append(head)
        self._last: dict[str, tuple[int, str]] = {}
        self.sealed: dict[tuple[str, int], str] = {}
        """Seals by stream and sequence: of notes, and in streams of people of their data."""
        self.codes: set[tuple[str, str]] = set()
        """The feeds and codes of sealed words."""

    def broken_by(self, events: Iterable[tuple[Any, ...]]) -> Breach | None:
        """The first fault in the next rows of the log, if any."""
        stream, last, previous = "", 0, NOTHING
        for event in events:
            at, sequence, feed, _, _, _, _, _, _, sealed, payload, found = event
            if at != stream:
                self._last[stream] = (last, previous)
                last, previous = self._last.get(at, (0, NOTHING))
                stream = at
            last += 1
            if sequence != last:
                return Breach("missing", stream, last)
            if link(previous, event) != found:
                return Breach("altered", stream, last)
            previous = found
            if sealed:
                self.sealed[stream, last] = sealed
            if CODED in payload:
                self.codes.update((feed, code) for code in CODE.findall(payload))
            if self._heads and not self._is_head(stream, last, found):
                return Breach("other_head", stream, last)
        self._last[stream] = (last, previous)
        return None

    def _is_head(self, stream: str, sequence: int, found: str) -> bool:
        place = stream, sequence
        hashes = found, self._former.get(place, "")
        return all(any(map(str.startswith, hashes, [head.hash] * 2)) for head in self._heads.pop(place, []))

    def notes(self) -> dict[tuple[str, int], str]:
        """The seal of each note."""
        return {place: seal for place, seal in self.sealed.items() if not place[0].startswith(PEOPLE)}

    def people(self) -> dict[str, tuple[int, str]]:
        """The last sequence of each person's stream, and its seal; empty once erased."""
        streams = ((name, last) for name, (last, _) in self._last.items() if name.startswith(PEOPLE))
        return {name: (last, self.sealed.get((name, last), "")) for name, last in streams}

    def join(self, other: "Chain") -> None:
        """Add the results of a chain that verified other streams."""
        self._last |= other._last
        self.sealed |= other.sealed
        self.codes |= other.codes
        self._heads = {place: head for place, head in self._heads.items() if place in other._heads}

    def missing_head(self) -> Iterator[Breach]:
        """Heads that match no event: the end of their stream was cut off."""
        for stream, sequence in self._heads:
            yield Breach("cut", stream, sequence)


def broken_part(
    driver: Any, chain: Chain, which: str = "", stream: str = "", counts: Mapping[str, int] | None = None
) -> Breach | None:
    """Verify the events of all streams, or of those before or from a given one, on a driver's connection.

    Uses the raw rows of the driver: any conversion is slow for a million of them. With the counts of the
    feeds, later events are ignored.
    """
    is_sqlite = isinstance(driver, sqlite3.Connection)
    where = f"WHERE stream {which} {'?' if is_sqlite else '%s'}" if which else ""
    wanted = f"SELECT {', '.join(StoredEvent._fields)} FROM events {where} ORDER BY stream, sequence"
    with contextlib.closing(driver.cursor(**({} if is_sqlite else {"name": "part"}))) as cursor:
        cursor.execute(wanted, (stream,) if which else ())
        if counts is None:
            return chain.broken_by(cursor)
        return chain.broken_by(event for event in cursor if event[3] <= counts.get(event[2], 0))
