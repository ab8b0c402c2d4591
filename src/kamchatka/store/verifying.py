"""Verification of the log: all hashes, all numbers, and the data that the log has sealed."""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Connection, func, select
from sqlalchemy import text as sql
from sqlalchemy.exc import DBAPIError

from kamchatka.ids import PersonId
from kamchatka.store import schema
from kamchatka.store.chain import (
    CODED,
    NOTHING,
    Breach,
    Chain,
    Head,
    StoredEvent,
    broken_part,
    code_of,
    link,
    seal,
    text_digest,
)
from kamchatka.store.people import rows, seal_of, stream_of
from kamchatka.store.second_process import checking
from kamchatka.store.words import NEUTRAL

MANY_EVENTS = 200_000
"""Number of events from which starting a second process pays off."""


@dataclass(frozen=True)
class Verdict:
    """Number of events in the log, and the first fault."""

    events: int
    broken: Breach | None
    sealed_anew: Mapping[str, str] = field(default_factory=dict)
    """The streams that were sealed anew when a person was erased, and when: earlier heads are found still."""


def verify(connection: Connection, heads: Iterable[Head] = ()) -> Verdict:
    """Verify the whole log, also against heads that other people have kept."""
    former = {(row.stream, row.sequence): row for row in connection.execute(select(schema.former_heads))}
    chain = Chain(heads, {place: row.hash for place, row in former.items()})
    count = connection.execute(select(func.count()).select_from(schema.events)).scalar_one()
    try:
        if count >= MANY_EVENTS:
            broken = _two_parts(connection, chain, count)
        else:
            broken = broken_part(connection.connection.driver_connection, chain)
    except connection.dialect.loaded_dbapi.Error as error:
        raise DBAPIError(None, None, error) from error  # as SQLAlchemy would
    if broken:
        return Verdict(count, broken)
    checks = (
        *(chain.missing_head(), _feeds(connection), _actions(connection)),
        *(sealed_wrongly(connection, chain), _texts(connection)),
        *(_words(connection, chain), former_wrongly(connection)),
    )
    sealed_anew = {stream: row.at for (stream, _), row in sorted(former.items())}
    return Verdict(count, next(itertools.chain(*checks), None), sealed_anew)


def _two_parts(connection: Connection, chain: Chain, count: int) -> Breach | None:
    """Verify the later streams in a second process, which halves the time on a laptop."""
    table = schema.events
    order = select(table.c.stream).order_by(*table.primary_key)
    middle = connection.execute(order.limit(1).offset(count // 2)).scalar_one()
    if connection.dialect.name == "sqlite":
        file = connection.exec_driver_sql("PRAGMA database_list").all()[0].file
        place = f"{Path(file).as_uri()}?mode=ro"
    else:
        plain = connection.engine.url.set(drivername="postgresql")
        place = plain.render_as_string(hide_password=False)
    counts: dict[str, int] = dict(connection.execute(select(schema.feeds)).all())
    driver = connection.connection.driver_connection
    with checking(place, chain, middle, counts) as later:
        broken = broken_part(driver, chain, "<", middle)
        try:
            other, other_broken = later()
        except EOFError:  # it was killed: verify them here
            return broken or broken_part(driver, chain, ">=", middle)
    chain.join(other)
    return broken or other_broken


def _feeds(connection: Connection) -> Iterator[Breach]:
    """Feeds whose numbers have a gap, or whose count differs from their number of events."""
    table = schema.events
    found = select(table.c.feed, func.count(), func.min(table.c.number), func.max(table.c.number))
    counted = {feed: rest for feed, *rest in connection.execute(found.group_by(table.c.feed))}
    kept: dict[str, int] = dict(connection.execute(select(schema.feeds)).all())
    for feed in sorted(counted.keys() | kept.keys()):
        if counted.get(feed, [0, 1, 0]) != [kept.get(feed, 0), 1, kept.get(feed, 0)]:
            yield _gap(connection, feed, kept.get(feed, 0))


def _gap(connection: Connection, feed: str, kept: int) -> Breach:
    """The first number of a feed that is missing, or beyond the count of the feed."""
    table = schema.events
    wanted = select(table.c.number).where(table.c.feed == feed).order_by(table.c.number)
    numbers = enumerate(connection.execute(wanted).scalars(), start=1)
    last = 0
    for last, number in numbers:
        if number != last:
            return Breach("gap", feed, last)
    return Breach("gap", feed, min(last, kept) + 1)


def _actions(connection: Connection) -> Iterator[Breach]:
    """Events whose request id is no longer known, so that the request could be executed again."""
    wanted = sql(
        "SELECT stream, sequence FROM events WHERE action NOT IN (SELECT action FROM actions)"
        " ORDER BY stream, sequence LIMIT 1"
    )
    for stream, sequence in connection.execute(wanted):
        yield Breach("unknown_action", stream, sequence)


def sealed_wrongly(connection: Connection, chain: Chain) -> Iterator[Breach]:
    """Notes and people that differ from their seals, or are missing although not erased."""
    notes = {(row.stream, row.sequence): row for row in connection.execute(select(schema.notes))}
    sealed_notes = chain.notes()
    for place in sorted(sealed_notes.keys() | notes.keys()):
        row = notes.get(place)
        is_erased = row is not None and not row.salt and not row.content
        sealed = sealed_notes.get(place)
        if not row or not sealed or not (is_erased or seal(row.salt, row.content) == sealed):
            yield Breach("note", *place)
    people = {stream_of(PersonId(row["person"])): seal_of(row) for row in rows(connection)}
    sealed_people = chain.people()
    for stream in sorted(sealed_people.keys() | people.keys()):
        sequence, sealed = sealed_people.get(stream, (0, ""))
        if sealed != people.get(stream, ""):
            yield Breach("person", stream, sequence)


def _texts(connection: Connection) -> Iterator[Breach]:
    """Pinned texts that do not match their digest."""
    for row in connection.execute(select(schema.texts)):
        if text_digest(row.kind, row.content) != row.digest:
            yield Breach("text", row.feed)


def _words(connection: Connection, chain: Chain) -> Iterator[Breach]:
    """Words that differ from their codes in events, or are missing although not erased."""
    rows = {(row.feed, row.code): row for row in connection.execute(select(schema.words))}
    for place in sorted(chain.codes ^ rows.keys()):
        yield Breach("word", place[0])
    for (feed, code), row in sorted(rows.items()):
        is_erased = not row.salt and NEUTRAL.fullmatch(row.content)
        if not is_erased and code_of(row.salt, row.content) != code:
            yield Breach("word", feed)


def former_wrongly(connection: Connection) -> Iterator[Breach]:
    """Former hashes that do not belong to the events of today.

    From one event to the next they must follow as today's do; only where words were sealed this cannot be
    recomputed, since the words may be erased.
    """
    table, heads = schema.events, schema.former_heads
    kept = {(row.stream, row.sequence): row.hash for row in connection.execute(select(heads))}
    for stream in sorted({stream for stream, _ in kept}):
        previous = NOTHING
        wanted = select(table).where(table.c.stream == stream).order_by(table.c.sequence)
        for event in map(StoredEvent._make, connection.execute(wanted).all()):
            former = kept.pop((stream, event.sequence), "")
            if former and CODED not in event.payload and link(previous, event) != former:
                yield Breach("former", stream, event.sequence)
            previous = former or event.hash
    for place in sorted(kept):
        yield Breach("former", *place)
