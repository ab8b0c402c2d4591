"""Erasing what is stored about people beside their own data: notes, words in events, requests and links.

What erasing removes is found by the same functions that show it before (`traces`), so nothing is removed
unseen.
"""

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple
from unicodedata import normalize

from sqlalchemy import Table, delete, insert, select, update

from kamchatka.events import Bearer
from kamchatka.full_name import full_name
from kamchatka.store import schema
from kamchatka.store.chain import CODE, StoredEvent
from kamchatka.store.log import WORD, LogReader, LogWriter, for_drivers
from kamchatka.store.people import rows as rows_of
from kamchatka.store.projections import streamed
from kamchatka.store.words import NEUTRAL, Sealing, neutral_word, replaced

RESEAL = for_drivers(
    "UPDATE events SET payload = :payload, hash = :hash WHERE stream = :stream AND sequence = :sequence"
)
Row = dict[str, Any]
SHORTEST_PHONE = 6
"""Digits from which a phone number in a text points at its owner."""


class Trace(NamedTuple):
    """Something stored about a person outside their own data."""

    kind: Literal["word", "note", "request", "link", "event", "text", "account", "person"]
    place: str
    """The event, tournament or stream it belongs to."""
    said: str
    is_erased: bool = True
    """Whether erasing the person removes it; the organiser decides on what it leaves."""


@dataclass(frozen=True)
class Subject:
    """The people to be erased: their ids, and what texts call them by."""

    ids: frozenset[str]
    rows: tuple[Row, ...]
    """Their data, where they are known."""

    def is_named(self, said: str) -> bool:
        """Whether a text contains a full name, an e-mail address or a phone number of theirs.

        A name of one word, such as Rosa, would match too much and is skipped.
        """
        return any(pattern.search(_plain(said)) for pattern in self._patterns)

    @cached_property
    def _patterns(self) -> list[re.Pattern[str]]:
        both = [(row["name"], full_name(row["name"], row["surname"]).listed) for row in self.rows]
        names = [name for pair in both for name in dict.fromkeys(pair) if " " in name]
        phones = [row["phone"] for row in self.rows if _digits(row["phone"]) >= SHORTEST_PHONE]
        clues = [*names, *phones, *(row["email"] for row in self.rows if row["email"])]
        return [re.compile(rf"(?i)(?<!\w){re.escape(_plain(clue))}(?!\w)") for clue in clues]

    def is_one(self, row: Mapping[str, Any]) -> bool:
        """Whether a request or a link is theirs: the same address, or the same name in any order and no
        other birthday.
        """
        for own in self.rows:
            if any(own[clue] and own[clue] == row.get(clue) for clue in ("email", "phone")):
                return True
            born = {own["born"], row.get("born", "")} - {""}
            if _orders(own) & _orders(row) and len(born) < 2:
                return True
        return False


def subject_of(reading: LogReader, ids: Iterable[str]) -> Subject:
    """The people with these ids, all ids of each."""
    whom = frozenset(ids)
    known = (row for row in rows_of(reading.connection, whom) if row["name"])
    return Subject(whom, tuple(known))


def _orders(row: Mapping[str, Any]) -> set[str]:
    """A name as it is written and surname first, in small letters."""
    listed = full_name(row["name"], row.get("surname", "")).listed
    return {_plain(name).casefold() for name in (row["name"], listed)}


def _digits(phone: str) -> int:
    return sum(map(str.isdigit, phone))


def _plain(said: str) -> str:
    return normalize("NFC", " ".join(said.split()))


# --- finding ---


class _WordUse(NamedTuple):
    """A word in an event."""

    event: StoredEvent
    word: str
    bearer: Bearer
    person: str
    """Who bears it; empty if the event names nobody."""
    is_literal: bool
    """Whether the event itself holds the word, as those of earlier versions do."""


def _words(reading: LogReader) -> Iterator[_WordUse]:
    """All words of all feeds that were not erased."""
    table, worded = schema.events, reading.codec.worded
    wanted = select(table).where(table.c.kind.in_(list(worded))).order_by(table.c.feed, table.c.number)
    for event in streamed(reading.connection, wanted):
        said: list[tuple[str, str]] = []

        def note(name: str, word: str, said: list[tuple[str, str]] = said) -> str:
            said.append((name, word))
            return word

        data = json.loads(event.payload)
        replaced(data, worded[event.kind], note)
        for name, word in said:
            is_literal = not CODE.fullmatch(word)
            spoken = word if is_literal else reading.words(event.feed).get(word, "")
            if spoken and not NEUTRAL.fullmatch(spoken):
                bearer = worded[event.kind][name]
                yield _WordUse(event, spoken, bearer, str(data.get("person", "")), is_literal)


def _words_about(reading: LogReader, whom: Subject) -> dict[tuple[str, str], list[_WordUse]]:
    """The words, by feed, that these people bear or that name them, with all their uses."""
    found: dict[tuple[str, str], list[_WordUse]] = defaultdict(list)
    for use in _words(reading):
        found[use.event.feed, use.word].append(use)
    return {
        (feed, word): uses
        for (feed, word), uses in sorted(found.items())
        if any(use.person in whom.ids for use in uses) or whom.is_named(word)
    }


def _is_gone(reading: LogReader, whom: Subject, uses: Collection[_WordUse]) -> bool:
    """Whether a word goes with these people: always their own, that of a group unless others bear it."""
    if any(use.person in whom.ids and use.bearer == "person" for use in uses):
        return True
    others = {use.person for use in uses} - whom.ids
    return not any(rows_of(reading.connection, others))


def _gone_notes(reading: LogReader, whom: Subject) -> list[Row]:
    """The notes on events about these people, and those that name them; notes they wrote stay."""
    notes, events = schema.notes, schema.events
    same = (events.c.stream == notes.c.stream) & (events.c.sequence == notes.c.sequence)
    written = select(notes, events.c.payload).join(events, same).where(notes.c.content != "")
    return [
        dict(row)
        for row in reading.connection.execute(written).mappings()
        if any(who in row["stream"] or who in row["payload"] for who in whom.ids)
        or whom.is_named(row["content"])
    ]


def _gone_rows(reading: LogReader, whom: Subject, table: Table) -> list[Row]:
    """The requests or links of these people."""
    found = reading.connection.execute(select(table).order_by(*table.primary_key)).mappings()
    return [row for row in map(dict, found) if whom.is_one(row)]


def _left(reading: LogReader, whom: Subject) -> Iterator[Trace]:
    """Free texts that name these people and stay."""
    connection, events, texts = reading.connection, schema.events, schema.texts
    # Canonical JSON has spaces only inside texts, and every name that is looked for has one.
    with_text = events.c.payload.contains(" ") | events.c.payload.contains("@")
    for event in streamed(connection, select(events).where(with_text)):
        fields = reading.codec.worded.get(event.kind, ())
        others = replaced(json.loads(event.payload), fields, lambda *_: "")
        if whom.is_named(json.dumps(others, ensure_ascii=False)):
            yield Trace("event", f"{event.stream}:{event.sequence}", event.kind, is_erased=False)
    for pinned in connection.execute(select(texts)):
        if whom.is_named(pinned.content):
            yield Trace("text", pinned.feed, pinned.kind, is_erased=False)
    for account in connection.execute(select(schema.accounts)):
        if whom.is_one({"name": account.name, "email": account.login}):
            yield Trace("account", account.account, account.name, is_erased=False)
    for row in rows_of(connection):
        for said in (row["club"], row["consent"]):
            if row["person"] not in whom.ids and whom.is_named(said):
                yield Trace("person", row["person"], said, is_erased=False)


def traces(reading: LogReader, ids: Iterable[str]) -> Iterator[Trace]:
    """Everything that erasing these people removes beside their own data, and what it leaves."""
    whom = subject_of(reading, ids)
    for (feed, word), uses in _words_about(reading, whom).items():
        yield Trace("word", feed, word, _is_gone(reading, whom, uses))
    for row in _gone_notes(reading, whom):
        yield Trace("note", f"{row['stream']}:{row['sequence']}", row["content"])
    for row in _gone_rows(reading, whom, schema.requests):
        said = ", ".join(filter(None, (row[each] for each in ("name", "club", "email", "phone", "born"))))
        yield Trace("request", row["tournament"], said)
    for row in _gone_rows(reading, whom, schema.links):
        yield Trace("link", row["tournament"], row["name"])
    yield from _left(reading, whom)


# --- removing ---


def erase_traces(writing: LogWriter, whom: Subject) -> None:
    """Remove the notes, words, requests and links of these people."""
    connection = writing.connection
    for table in (schema.requests, schema.links):
        [key] = table.primary_key
        gone = [row[key.name] for row in _gone_rows(writing, whom, table)]
        connection.execute(delete(table).where(key.in_(gone)))
    emptied = update(schema.notes).values(salt="", content="")
    for row in _gone_notes(writing, whom):
        place = (schema.notes.c.stream == row["stream"]) & (schema.notes.c.sequence == row["sequence"])
        connection.execute(emptied.where(place))
    for (feed, word), uses in _words_about(writing, whom).items():
        if _is_gone(writing, whom, uses):
            writing.hold(feed)
            if any(use.is_literal for use in uses):
                seal_feed(writing, feed)
            _forget_word(writing, feed, word)
    # A request may have contained the name, and its hash would confirm a guess.
    connection.execute(update(schema.actions).values(fingerprint=""))


def _forget_word(writing: LogWriter, feed: str, word: str) -> None:
    """Erase a word: all its codes get the same neutral one."""
    table = schema.words
    codes = [code for code, said in writing.words(feed).items() if said == word]
    of_word = (table.c.feed == feed) & table.c.code.in_(codes)
    neutral = neutral_word(min(codes))
    writing.connection.execute(update(table).where(of_word).values(salt="", content=neutral))
    writing.words_read.pop(feed, None)


def seal_feed(writing: LogWriter, feed: str) -> bool:
    """Seal all events of a feed, and keep their former hashes; False if its events hold no words."""
    table, sealing = schema.events, Sealing(writing.codec)
    events = list(
        streamed(writing.connection, select(table).where(table.c.feed == feed).order_by(table.c.number))
    )
    changed = [(event, new) for event in events if (new := sealing.seal(event)).hash != event.hash]
    if not changed:
        return False
    keep_former(writing, (event for event, _ in changed))
    keep_words(writing, feed, sealing)
    writing.run(RESEAL, [new._asdict() for _, new in changed])
    return True


def keep_former(writing: LogWriter, events: Iterable[StoredEvent]) -> None:
    """Keep the hashes that these events have before they are sealed."""
    at = writing.stamp.at
    rows = [
        {"stream": each.stream, "sequence": each.sequence, "hash": each.hash, "at": at} for each in events
    ]
    if rows:
        writing.connection.execute(insert(schema.former_heads), rows)


def keep_words(writing: LogWriter, feed: str, sealing: Sealing) -> None:
    """Store the words that were sealed, unless their codes are known."""
    rows = [
        {"feed": feed, "code": code, "salt": salt, "content": word}
        for word, (salt, code) in sealing.words.items()
    ]
    if rows:
        writing.run(WORD, rows)
    writing.words_read.pop(feed, None)
