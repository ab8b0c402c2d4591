"""The installation that commands work on: its database, opened to read or to write."""

import contextlib
from collections.abc import Iterator
from typing import Annotated

import typer
from rich.console import Console

from kamchatka.app.office import Office, open_office
from kamchatka.app.saving import database_path
from kamchatka.cli.output import language
from kamchatka.messages import text
from kamchatka.store.database import Holder

Database = Annotated[
    str,
    typer.Option(
        "--database",
        envvar="KAMCHATKA_DATABASE",
        metavar="URL",
        help="Un altro archivio, per esempio postgresql://nome@host/base"
        " · another database, such as postgresql://name@host/base",
    ),
]


@contextlib.contextmanager
def reading(database: str) -> Iterator[Office]:
    """The installation, to look at; works beside a running server."""
    with _working(), open_office(database or database_path()) as office:
        yield office


@contextlib.contextmanager
def writing(database: str, command: str) -> Iterator[Office]:
    """The installation, to change; refused while another process writes to the same file."""
    with _working(), open_office(database or database_path(), Holder(command)) as office:
        yield office


@contextlib.contextmanager
def _working() -> Iterator[None]:
    """A sign of life on a terminal, for what takes long."""
    with Console(stderr=True).status(text("log.cli.working", language())):
        yield
