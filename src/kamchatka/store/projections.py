"""Tables derived from the log alone: updated with every append, and rebuilt when their version changes."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Protocol

from sqlalchemy import Connection, Select, delete, insert, select

from kamchatka.store import schema
from kamchatka.store.chain import StoredEvent

PERSON = re.compile(r"\bp-[0-9a-f]{16}\b")
"""A person's id in events."""
AT_ONCE = 5000
"""Rows of the log held in memory at a time."""


class Projection(Protocol):
    """A derived table; with a new version it is rebuilt when the database is next opened for writing."""

    name: str
    version: int

    def clear(self, connection: Connection) -> None:
        """Empty the table."""

    def add(self, connection: Connection, events: Sequence[StoredEvent]) -> None:
        """Add the rows derived from these events."""


class Mentions:
    """Which events mention a person, for exports of personal data."""

    name = "mentions"
    version = 1

    def clear(self, connection: Connection) -> None:
        """Delete all mentions."""
        connection.execute(delete(schema.mentions))

    def add(self, connection: Connection, events: Sequence[StoredEvent]) -> None:
        """Index the people in these events: in the payload, the stream name and the actor."""
        rows = [
            {"person": person, "stream": each.stream, "sequence": each.sequence}
            for each in events
            for person in sorted(mentioned(each))
        ]
        if rows:
            connection.execute(insert(schema.mentions), rows)


def mentioned(event: StoredEvent) -> set[str]:
    """The ids of people that an event mentions."""
    return set(PERSON.findall(f"{event.stream} {event.actor} {event.payload}"))


def streamed(connection: Connection, wanted: Select[Any]) -> Iterator[StoredEvent]:
    """Rows of the log, read in batches."""
    found = connection.execute(wanted, execution_options={"yield_per": AT_ONCE})
    for some in found.partitions():
        yield from map(StoredEvent._make, some)


def rebuild_if_older(connection: Connection, projections: Iterable[Projection]) -> None:
    """Rebuild every projection whose version has changed."""
    table = schema.projections
    kept = dict(connection.execute(select(table.c.name, table.c.version)).all())
    for projection in projections:
        if kept.get(projection.name) != projection.version:
            rebuild(connection, projection)


def rebuild(connection: Connection, projection: Projection) -> None:
    """Rebuild a projection from the whole log."""
    table = schema.projections
    projection.clear(connection)
    events = streamed(connection, select(schema.events).order_by(*schema.events.primary_key))
    while some := list(islice(events, AT_ONCE)):
        projection.add(connection, some)
    connection.execute(delete(table).where(table.c.name == projection.name))
    connection.execute(insert(table).values(name=projection.name, version=projection.version))
