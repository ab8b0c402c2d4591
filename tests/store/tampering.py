"""Everything somebody with a database tool may do to a log, and whether checking it finds them out."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from sqlalchemy import Connection, Table, and_, delete, insert, select
from sqlalchemy.exc import IntegrityError

from kamchatka.app.office import Office
from kamchatka.store import schema
from kamchatka.store.chain import NOTHING, Breach, Head, StoredEvent, link
from kamchatka.store.verifying import Verdict, verify
from tests.store.histories import heads_of

Row = dict[str, Any]
Place = tuple[str, int | None]
"""A stream and a place in it, or any place in it; of a feed its name and number."""

UNGUARDED = {("texts", "feed")}
"""Columns that no event seals yet."""


@dataclass(frozen=True)
class Change:
    """Rows that are taken away and rows that are put in, and where checking may say it happened."""

    what: str
    removed: Sequence[tuple[Table, Row]]
    added: Sequence[tuple[Table, Row]]
    places: set[Place]
    is_whole: bool = False
    """Nothing in the database gives it away: only a head that somebody kept."""

    def apply(self, connection: Connection) -> None:
        """Do it; IntegrityError if the database itself does not let it be done."""
        for table, row in self.removed:
            connection.execute(
                delete(table).where(and_(*(key == row[key.name] for key in table.primary_key)))
            )
        for table, row in self.added:
            connection.execute(insert(table).values(**row))


class Tables:
    """What stands in the database before it is touched."""

    def __init__(self, connection: Connection) -> None:
        kept = (schema.events, schema.feeds, schema.people, schema.notes, schema.texts, schema.words)
        self.rows = {
            table: [dict(row) for row in connection.execute(select(table)).mappings()] for table in kept
        }
        self.events = sorted(StoredEvent(**row) for row in self.rows[schema.events])

    def length(self, stream: str) -> int:
        """How many events a stream has."""
        return sum(event.stream == stream for event in self.events)

    def feed(self, feed: str) -> Row:
        """The row that counts a feed."""
        return next(row for row in self.rows[schema.feeds] if row["feed"] == feed)


def _of_events(what: str, old: Sequence[StoredEvent], new: Sequence[StoredEvent], *places: Place) -> Change:
    def rows(events: Sequence[StoredEvent]) -> list[tuple[Table, Row]]:
        return [(schema.events, event._asdict()) for event in events]

    return Change(what, rows(old), rows(new), set(places or [min((e.stream, e.sequence) for e in old)]))


def edit(found: Tables, luck: Random) -> Change:
    """Another value in one column of one row."""
    table = luck.choice([table for table, rows in found.rows.items() if rows])
    row = luck.choice(found.rows[table])
    column = luck.choice([name for name in row if (table.name, name) not in UNGUARDED])
    new = {**row, column: _other(row[column], luck.choice(found.rows[table])[column], luck)}
    places = _places(table, row, found) | _places(table, new, found)
    return Change(f"edit {column}: {row} -> {new}", [(table, row)], [(table, new)], places)


def remove(found: Tables, luck: Random) -> Change:
    """One row less."""
    table = luck.choice([table for table, rows in found.rows.items() if rows and table is not schema.texts])
    row = luck.choice(found.rows[table])
    places = _places(table, row, found)
    if table is schema.events and row["sequence"] == found.length(row["stream"]):
        places = {(row["feed"], row["number"])}
    return Change(f"remove {table}: {row}", [(table, row)], [], places)


def forge(found: Tables, luck: Random) -> Change:
    """One row more, beside the log."""
    table = luck.choice((schema.feeds, schema.people, schema.notes, schema.texts, schema.words))
    event = luck.choice(found.events)
    row = dict.fromkeys(table.c.keys(), "x") | {
        "feed": f"{event.feed}-2",
        "number": luck.randint(1, 3),
        "person": luck.choice((event.stream.removeprefix("person/"), "p-00000000000000ff")),
        "stream": event.stream,
        "sequence": luck.choice((event.sequence, 99)),
    }
    if table is schema.notes and luck.random() < 0.3:
        row |= {"salt": "", "content": ""}
    row = {column.name: row[column.name] for column in table.c}
    return Change(f"forge {table}: {row}", [], [(table, row)], _places(table, row, found))


def append(found: Tables, luck: Random) -> Change:
    """An event more at the end of a stream: with any hash, not counted, or of a request nobody made."""
    last = luck.choice([event for event in found.events if event.sequence == found.length(event.stream)])
    count = found.feed(last.feed)
    new = last._replace(sequence=last.sequence + 1, number=count["number"] + 1, sealed="", hash="0" * 64)
    way = luck.choice(("any hash", "not counted", "unknown request"))
    if way == "any hash":
        return _of_events(f"append {way}", [], [new], (new.stream, new.sequence))
    new = new._replace(action="forged" if way == "unknown request" else new.action)
    new = new._replace(hash=link(last.hash, new))
    if way == "not counted":
        return _of_events(f"append {way}", [], [new], (new.feed, new.number))
    change = _of_events(f"append {way}", [], [new], (new.stream, new.sequence))
    recounted = [*change.added, (schema.feeds, {**count, "number": new.number})]
    return replace(change, removed=[(schema.feeds, count)], added=recounted)


def swap(found: Tables, luck: Random) -> Change:
    """Two events that exchange their payloads, hashes, numbers or places."""
    one, other = luck.sample(found.events, 2)
    names = luck.choice(
        (["payload"], ["hash"], ["feed", "number"], ["stream", "sequence"], ["payload", "hash"])
    )
    new = [
        mine._replace(**{name: getattr(theirs, name) for name in names})
        for mine, theirs in ((one, other), (other, one))
    ]
    changed = [old for old, after in zip((one, other), new, strict=True) if old != after]
    return _of_events(f"swap {names}: {one} {other}", [one, other], new, *_first(changed))


def renumber(found: Tables, luck: Random) -> Change:
    """All events of a stream or a feed from one on, a place later or earlier."""
    start, step = luck.choice(found.events), luck.choice((-1, 1))
    if luck.random() < 0.5:
        old = [e for e in found.events if e.stream == start.stream and e.sequence >= start.sequence]
        new = [event._replace(sequence=event.sequence + step) for event in old]
    else:
        old = [e for e in found.events if e.feed == start.feed and e.number >= start.number]
        new = [event._replace(number=event.number + step) for event in old]
    return _of_events(f"renumber {start} by {step}", old, new)


def move_line(found: Tables, luck: Random) -> Change:
    """A note whose first line is hidden in its salt."""
    row = luck.choice(found.rows[schema.notes])
    first, _, rest = row["content"].partition("\n")
    new = {**row, "salt": f"{row['salt']}\n{first}", "content": rest}
    return Change(
        f"move a line of {row}",
        [(schema.notes, row)],
        [(schema.notes, new)],
        _places(schema.notes, row, found),
    )


def cut(found: Tables, luck: Random) -> Change:
    """The end of a tournament gone, with its notes, and the counter put back."""
    start = luck.choice([event for event in found.events if not event.stream.startswith("person/")])
    gone = [event for event in found.events if event.feed == start.feed and event.number >= start.number]
    places = {(event.stream, event.sequence) for event in gone}
    notes = [
        (schema.notes, row) for row in found.rows[schema.notes] if (row["stream"], row["sequence"]) in places
    ]
    count = found.feed(start.feed)
    less = [(schema.feeds, {**count, "number": start.number - 1})] if start.number > 1 else []
    removed = [*((schema.events, event._asdict()) for event in gone), *notes, (schema.feeds, count)]
    heads: set[Place] = {(stream, found.length(stream)) for stream, _ in places}
    return Change(f"cut {start}", removed, less, heads, is_whole=True)


def rewrite(found: Tables, luck: Random) -> Change:
    """A stream in which something else happened, with all hashes right."""
    start = luck.choice(found.events)
    old = [event for event in found.events if event.stream == start.stream]
    previous, new = NOTHING, []
    for event in old:
        changed = event._replace(at="2026-11-21T23:59:59.000000Z") if event == start else event
        previous = link(previous, changed)
        new.append(changed._replace(hash=previous))
    change = _of_events(f"rewrite {start}", old, new, (start.stream, len(old)))
    return replace(change, is_whole=True)


TRICKS: tuple[Callable[[Tables, Random], Change], ...] = (
    *(edit, edit, edit, edit, remove, forge, append, swap, swap),
    *(renumber, move_line, cut, rewrite),
)


def _first(events: Sequence[StoredEvent]) -> list[Place]:
    return [min((event.stream, event.sequence) for event in events)] if events else []


def _places(table: Table, row: Row, found: Tables) -> set[Place]:
    """Where checking may say that this row is wrong."""
    if table is schema.events:
        stream, sequence = row["stream"], row["sequence"]
        return {(stream, min(max(sequence, 1), found.length(stream) + 1))}
    if table is schema.notes:
        return {(row["stream"], row["sequence"])}
    return {(f"person/{row['person']}" if table is schema.people else row["feed"], None)}


def _other(value: object, theirs: object, luck: Random) -> object:
    if isinstance(value, int):
        return luck.choice((value + 1, value - 1, 0, -value, value + 1000, theirs))
    text = str(value)
    at = luck.randrange(len(text) + 1)
    return luck.choice(
        (text + " ", text[:-1], text.swapcase(), "", f"{text[:at]}x{text[at:]}", text + "\n", theirs)
    )


@contextlib.contextmanager
def touched(office: Office) -> Iterator[Connection]:
    """A connection on which anything may be done: it is taken back at the end."""
    assert office.store.database.writer is not None
    with office.store.database.writer.connect() as connection, connection.begin() as transaction:
        yield connection
        transaction.rollback()


def verdict_after(office: Office, change: Change, heads: Sequence[Head] = ()) -> Verdict | None:
    """What checking says after a change; nothing if the database did not let it be done."""
    with touched(office) as connection:
        try:
            change.apply(connection)
        except IntegrityError:
            return None
        return verify(connection, heads)


def undetected(office: Office, changes: int, seed: int) -> list[str]:
    """Of so many random changes those that checking does not find, or finds elsewhere."""
    luck, heads, tried, faults = Random(seed), heads_of(office), 0, []
    with office.reading() as reading:
        found = Tables(reading.connection)
    while tried < changes:
        change = luck.choice(TRICKS)(found, luck)
        if not _is_change(change):
            continue
        verdict = verdict_after(office, change, heads if change.is_whole else ())
        if verdict is not None:
            tried += 1
            if not _is_found(verdict.broken, change.places):
                faults.append(f"{change.what}: {verdict.broken}, not {change.places}")
    return faults


def _is_change(change: Change) -> bool:
    def content(rows: Sequence[tuple[Table, Row]]) -> list[str]:
        return sorted(f"{table} {row}" for table, row in rows)

    return content(change.removed) != content(change.added)


def _is_found(broken: Breach | None, places: set[Place]) -> bool:
    return broken is not None and bool({(broken.stream, broken.sequence), (broken.stream, None)} & places)
