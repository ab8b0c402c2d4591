"""Requests to enter an event: mutable rows, outside the log and every archive."""

import secrets
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select

from kamchatka.store import schema
from kamchatka.store.people import Person


class RequestRow(NamedTuple):
    """A request to enter an event."""

    request: str
    tournament: str
    at: str
    name: str
    club: str
    email: str
    phone: str
    born: str
    consent: str
    rules: str
    surname: str = ""

    @property
    def person(self) -> Person:
        """The data for the register; they were validated when the request arrived."""
        return Person.model_construct(None, **{name: getattr(self, name) for name in Person.model_fields})


def new_request_id() -> str:
    """A random opaque id."""
    return f"r-{secrets.token_hex(8)}"


def add(connection: Connection, row: RequestRow) -> None:
    """Insert a request."""
    connection.execute(insert(schema.requests).values(row._asdict()))


def waiting(connection: Connection, tournament: str, most: int | None = None) -> list[RequestRow]:
    """The pending requests for an event, oldest first, at most `most`."""
    table = schema.requests
    wanted = select(table).where(table.c.tournament == tournament).order_by(table.c.at, table.c.request)
    return [RequestRow(*row) for row in connection.execute(wanted.limit(most))]


def count(connection: Connection, tournament: str) -> int:
    """Number of pending requests for an event."""
    table = schema.requests
    wanted = select(func.count()).select_from(table).where(table.c.tournament == tournament)
    return connection.execute(wanted).scalar_one()


def find(connection: Connection, tournament: str, request: str) -> RequestRow | None:
    """A request to enter this event by its id."""
    table = schema.requests
    same = (table.c.tournament == tournament) & (table.c.request == request)
    row = connection.execute(select(table).where(same)).one_or_none()
    return RequestRow(*row) if row else None


def remove(connection: Connection, request: str) -> bool:
    """Delete a request; False if it is gone already."""
    return (
        connection.execute(delete(schema.requests).where(schema.requests.c.request == request)).rowcount > 0
    )


def remove_all(connection: Connection, tournament: str) -> None:
    """Delete all requests for an event."""
    connection.execute(delete(schema.requests).where(schema.requests.c.tournament == tournament))


def forget_before(connection: Connection, at: str) -> None:
    """Delete undecided requests made before this time."""
    connection.execute(delete(schema.requests).where(schema.requests.c.at < at))
