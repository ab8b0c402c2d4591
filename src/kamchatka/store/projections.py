"""Tables put together from the log alone: kept up to date with every append, and rebuilt from nothing."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Protocol

from sqlalchemy import Connection, Select, delete, insert, select

from kamchatka.store import schema
from kamchatka.store.chain import StoredEvent

PERSON = re.compile(r"\bp-[0-9a-f]{16}\b")
"""How people are called in events."""
AT_ONCE = 5000
"""Rows of the log in memory at a time."""


class Projection(Protocol):
    """One such table; a raised version has it rebuilt when the database is next opened for writing."""

    name: str
    version: int

    def clear(self, connection: Connection) -> None:
        """Empty the table."""

    def add(self, connection: Connection, events: Sequence[StoredEvent]) -> None:
        """Add what these events say."""


class Mentions:
    """Which events speak of a person: what an export gives back."""

    name = "mentions"
    version = 1

    def clear(self, connection: Connection) -> None:
        """Forget all mentions."""
        connection.execute(delete(schema.mentions))

    def add(self, connection: Connection, events: Sequence[StoredEvent]) -> None:
        """Find the people in these events: in the payload, the name of the stream, and as who acted."""
        rows = [
            {"person": person, "stream": each.stream, "sequence": each.sequence}
            for each in events
            for person in sorted(mentioned(each))
        ]
        if rows:
            connection.execute(insert(schema.mentions), rows)


def mentioned(event: StoredEvent) -> set[str]:
    """The people an event speaks of."""
    return set(PERSON.findall(f"{event.stream} {event.actor} {event.payload}"))


def streamed(connection: Connection, wanted: Select[Any]) -> Iterator[StoredEvent]:
    """Rows of the log, as many as there may be, without holding them all."""
    found = connection.execute(wanted, execution_options={"yield_per": AT_ONCE})
    for some in found.partitions():
        yield from map(StoredEvent._make, some)


def rebuild_if_older(connection: Connection, projections: Iterable[Projection]) -> None:
    """Put together again every projection whose way of doing it has changed."""
    table = schema.projections
    kept = dict(connection.execute(select(table.c.name, table.c.version)).all())
    for projection in projections:
        if kept.get(projection.name) != projection.version:
            rebuild(connection, projection)


def rebuild(connection: Connection, projection: Projection) -> None:
    """Put a projection together from the whole log."""
    table = schema.projections
    projection.clear(connection)
    events = streamed(connection, select(schema.events).order_by(*schema.events.primary_key))
    while some := list(islice(events, AT_ONCE)):
        projection.add(connection, some)
    connection.execute(delete(table).where(table.c.name == projection.name))
    connection.execute(insert(table).values(name=projection.name, version=projection.version))
