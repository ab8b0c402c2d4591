"""The tournaments put aside in this installation: kept, but in no list. In no archive."""

from sqlalchemy import Connection, delete, insert, select

from kamchatka.store import schema


def put_aside(connection: Connection) -> set[str]:
    """The ids of the tournaments put aside."""
    return set(connection.execute(select(schema.shelf.c.tournament)).scalars())


def put(connection: Connection, tournament: str, at: str, actor: str) -> None:
    """Put a tournament aside, from now on."""
    take_back(connection, tournament)
    connection.execute(insert(schema.shelf).values(tournament=tournament, at=at, actor=actor))


def take_back(connection: Connection, tournament: str) -> bool:
    """List a tournament again; False if it was not put aside."""
    row = schema.shelf.c.tournament == tournament
    return bool(connection.execute(delete(schema.shelf).where(row)).rowcount)
