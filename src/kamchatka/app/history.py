"""The log in sentences, and its verification."""

import re
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date

from sqlalchemy import func, select

from kamchatka.app.events import sentence
from kamchatka.app.office import Office
from kamchatka.app.register.consent import public_name
from kamchatka.full_name import FullName
from kamchatka.ids import PersonId
from kamchatka.messages import Language, has_text, text
from kamchatka.refusals import NotUnderstood
from kamchatka.store import accounts as store_accounts
from kamchatka.store import people, schema
from kamchatka.store.chain import PEOPLE, Breach, Head, StoredEvent
from kamchatka.store.log import LogReader
from kamchatka.store.people import Person
from kamchatka.store.projections import mentioned
from kamchatka.store.verifying import Verdict, verify
from kamchatka.tournament.format.model import Stage


@dataclass(frozen=True)
class LogLine:
    """One event in words, for people."""

    event: StoredEvent
    who: str
    sentence: str
    note: str


@dataclass(frozen=True)
class StreamHistory:
    """The events of one stream; anyone may note the head to prove them later."""

    entries: tuple[LogLine, ...]
    head: Head


def streams(office: Office) -> dict[str, int]:
    """Number of events in every stream."""
    table = schema.events
    wanted = select(table.c.stream, func.max(table.c.sequence)).group_by(table.c.stream)
    with office.reading() as reading:
        return dict(reading.connection.execute(wanted.order_by(table.c.stream)).all())


def history(office: Office, stream: str, lang: Language) -> StreamHistory:
    """The history of a stream; NotUnderstood if it does not exist."""
    with office.reading() as reading:
        events = reading.stream(stream) or reading.stream(f"{PEOPLE}{stream}")
        if not events:
            raise NotUnderstood("unknown_stream", stream=stream)
        entries = tuple(log_lines(reading, events, lang))
    return StreamHistory(entries, Head(events[-1].stream, events[-1].sequence, events[-1].hash))


def entries_of(reading: LogReader, whom: Iterable[PersonId], lang: Language) -> Iterator[LogLine]:
    """All events that mention a person, given all ids of that person."""
    events, mentions = schema.events, schema.mentions
    places = (events.c.stream == mentions.c.stream) & (events.c.sequence == mentions.c.sequence)
    wanted = select(events).distinct().join(mentions, places).where(mentions.c.person.in_(list(whom)))
    order = (events.c.feed, events.c.number)  # not by time: a clock may be wrong
    found = [StoredEvent(*row) for row in reading.connection.execute(wanted.order_by(*order))]
    yield from log_lines(reading, found, lang)


def check(office: Office, heads: Iterable[Head] = ()) -> Verdict:
    """Verify the log; NotPossibleNow if the database file is damaged, or its schema was altered."""
    office.store.database.check_schema()
    with ThreadPoolExecutor(1) as beside, office.reading() as reading:
        pages = beside.submit(office.store.database.check_pages)
        try:
            return verify(reading.connection, heads)
        finally:
            pages.result()


def head_of(words: str) -> Head:
    """Parse a head as printed or sent; NotUnderstood if it is invalid."""
    rest, _, found = words.strip().rpartition(":")
    stream, _, sequence = rest.rpartition(":")
    if not (re.fullmatch(r"\d{1,12}", sequence, re.ASCII) and re.fullmatch(r"[0-9a-fA-F]{16,64}", found)):
        raise NotUnderstood("bad_head", head=words)
    return Head(stream, int(sequence), found.lower())


def broken_sentence(broken: Breach, lang: Language) -> str:
    """The fault in the log, its place, and what to do."""
    return text(f"log.broken.{broken.why}", lang, stream=broken.stream, sequence=broken.sequence)


class PersonNames:
    """Current names of people in the register; erased people get a neutral name.

    The people given are read at once; any other is read when asked for, while the transaction lasts.
    """

    def __init__(self, reading: LogReader, lang: Language, whom: Iterable[str] = ()) -> None:
        self._connection = reading.connection
        self._rows = people.final_rows(self._connection, whom)
        self._lang = lang

    def __contains__(self, who: str) -> bool:
        return self._row(who) is not None

    def __call__(self, who: PersonId) -> FullName:
        """The name of a person, or of the entry they were merged into."""
        row = self._row(who)
        shown = self._shown(people.person_in(row)) if row else ""
        return shown if isinstance(shown, FullName) else FullName(shown or self._nobody(who))

    def _row(self, who: str) -> dict[str, str] | None:
        if who not in self._rows:
            self._rows |= people.final_rows(self._connection, [who])
        return self._rows[who]

    def _nobody(self, who: PersonId) -> str:
        return text("log.somebody", self._lang, id=who[-4:].upper())

    def _shown(self, person: Person) -> str:
        return person.full_name


class PublicNames(PersonNames):
    """Names for public pages: minors by their initials, people without consent not at all."""

    def __init__(self, reading: LogReader, lang: Language, day: date, whom: Iterable[str] = ()) -> None:
        super().__init__(reading, lang, whom)
        self._day = day

    def _shown(self, person: Person) -> str:
        return public_name(person, self._day)


def log_lines(
    reading: LogReader, events: Iterable[StoredEvent], lang: Language, stages: Sequence[Stage] = ()
) -> Iterator[LogLine]:
    """Events in words, for people; of a tournament, with the names of its stages."""
    accounts: dict[str, str] = {row.account: row.name for row in store_accounts.everybody(reading.connection)}
    events = list(events)
    name = PersonNames(reading, lang, set[str]().union(*map(mentioned, events)))
    for event in events:
        said = sentence(reading.decode(event), lang, name, stages)
        role, _, actor = event.actor.partition("/")
        code = f"log.roles.{role}"
        who = text(code, lang) if has_text(code, lang) else role
        called = name(PersonId(actor)) if actor in name else accounts.get(actor)
        if called:
            who = f"{who} ({called})"
        yield LogLine(event, who, said, reading.note(event) if event.sealed else "")
