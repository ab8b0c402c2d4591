"""SQLite and PostgreSQL databases: opening, migration, transactions and error messages.

SQLite has one writing connection in one process: a lock file keeps other processes from writing, and tells
them who holds it. Readers have read-only connections of their own, which never block. PostgreSQL lets several
processes write; row locks of the log keep them apart.
"""

import contextlib
import errno
import json
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from threading import RLock
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    QueuePool,
    StaticPool,
    Text,
    create_engine,
    event,
    inspect,
    make_url,
)
from sqlalchemy import (
    text as sql,
)
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from kamchatka.lockfile import LockHeld, locked
from kamchatka.refusals import NotPossibleNow, NotUnderstood
from kamchatka.store import schema
from kamchatka.store.schema import HEAD, metadata
from kamchatka.store.schema_check import alterations
from kamchatka.store.turns import Turns

POSTGRES = ("postgresql", "postgres", "postgresql+psycopg")
PATIENCE = 5.0
"""Timeout in seconds for another command that writes, or for a lock inside the database."""
LONGEST_WAIT = 30.0
"""Timeout in seconds for the one writing connection of a file; after it the request is refused as busy."""
MANY_PAGES = 25_000
"""Pages of 4 KB from which a file gets only the quick check, so that a site with years of events starts."""
WIPED = (
    *("people", "notes", "words", "requests", "actions", "accounts", "sessions", "links"),
    *("events", "texts"),
)
"""Tables that hold personal data, or a club's own rules; events of earlier versions hold words."""
TROUBLES = {
    "SQLITE_FULL": "disk_full",
    "SQLITE_READONLY": "read_only",
    "SQLITE_CANTOPEN": "cannot_open",
    "SQLITE_PERM": "cannot_open",
    "SQLITE_IOERR": "disk_error",
    "SQLITE_CORRUPT": "damaged",
    "SQLITE_NOTADB": "damaged",
    "SQLITE_BUSY": "busy",
    "SQLITE_ERROR": "damaged",  # missing or altered tables
    "53100": "disk_full",
    "25006": "read_only",
    "40": "busy",
    "55P03": "busy",
    "42": "not_ours",
    "57": "unreachable",
    "08": "unreachable",
    "28": "unreachable",
    "3D": "unreachable",
}
"""Refusal codes by the error names of SQLite and the error codes of PostgreSQL, or their beginnings."""


@dataclass(frozen=True)
class Holder:
    """The holder of the write lock: its command, and its address if it is a server."""

    what: str
    address: str = ""


@dataclass
class Commits:
    """A number that changes with every commit: odd while one is under way, when readers may see it or not."""

    number: int = 0

    @contextlib.contextmanager
    def under_way(self) -> Iterator[None]:
        """While a transaction commits."""
        self.number += 1
        try:
            yield
        finally:
            self.number += 1


@dataclass(frozen=True)
class Database:
    """An open database: a reading engine, and a writing one unless it was opened for reading."""

    name: str
    """For messages: a file, or a URL without its password."""
    writer: Engine | None
    reader: Engine
    turns: Turns = field(default_factory=Turns)
    """Queue for the one writing connection of a file."""
    commits: Commits = field(default_factory=Commits)
    """The commits of this process, which for a file are all there are."""
    alone: contextlib.AbstractContextManager[object] = field(default_factory=contextlib.nullcontext)
    """Held by every transaction in memory, where all threads share one connection."""

    @property
    def is_sqlite(self) -> bool:
        """Whether it is a file on this computer."""
        return self.reader.dialect.name == "sqlite"

    @property
    def version(self) -> int | None:
        """Number that changes with every commit; None if other processes may write too."""
        return self.commits.number if self.is_sqlite and self.writer is not None else None

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """A read transaction: one snapshot, whatever others write meanwhile."""
        with refusing(self.name), self.alone, self.reader.connect() as connection, connection.begin():
            yield connection

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """A write transaction: at its end all of it is on the disk, or nothing."""
        assert self.writer is not None, "opened for reading"
        with (
            refusing(self.name),
            self.alone,
            self._turn(),
            self.writer.connect() as connection,
            connection.begin() as transaction,
        ):
            yield connection
            with self.commits.under_way():
                transaction.commit()

    def _turn(self) -> contextlib.AbstractContextManager[None]:
        return self.turns.mine(LONGEST_WAIT) if self.is_sqlite else contextlib.nullcontext()

    def check_pages(self) -> None:
        """NotPossibleNow if an SQLite file is corrupt in a way that the hash chain does not show.

        An index that lost a row hides an event; a text column that holds bytes breaks its reader. Large
        files get only the quick check, which does not compare indexes with their tables.
        """
        if not self.is_sqlite or isinstance(self.reader.pool, StaticPool):
            return
        with self.reading() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            how = "integrity_check" if pages < MANY_PAGES else "quick_check"
            found = set(connection.exec_driver_sql(f"PRAGMA {how}(1)").scalars())
            # The hashes cover events, and mentions can be rebuilt.
            for table in set(metadata.sorted_tables) - {schema.events, schema.mentions}:
                kinds = {each.name: "text" if isinstance(each.type, Text) else "integer" for each in table.c}
                odd = " OR ".join(f"typeof({name}) <> '{kind}'" for name, kind in kinds.items())
                wanted = f"SELECT 1 FROM {table} WHERE {odd} LIMIT 1"
                found.update(connection.exec_driver_sql(wanted).scalars())
        if found != {"ok"}:
            raise NotPossibleNow("damaged", name=self.name)

    def check_schema(self) -> None:
        """NotPossibleNow if somebody changed the tables, or planted a trigger or the like."""
        with self.reading() as connection:
            found = alterations(connection)
        if found:
            raise NotPossibleNow("altered_schema", name=self.name, what=found[0])

    def wipe(self) -> bool:
        """Vacuum the database, so that no deleted data stay in free pages; False if readers prevent it."""
        assert self.writer is not None, "opened for reading"
        with refusing(self.name):
            if not self.is_sqlite:
                alone = self.writer.execution_options(isolation_level="AUTOCOMMIT")
                with alone.connect() as connection:
                    if not _is_unread(connection):
                        return False
                    for table in WIPED:
                        connection.exec_driver_sql(f"VACUUM (FULL, ANALYZE) {table}")
                return True
            with self._turn(), contextlib.closing(self.writer.raw_connection()) as raw:
                cursor = raw.cursor()
                try:
                    cursor.execute("VACUUM")
                    cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                    is_busy, *_ = cursor.fetchone() or (1,)
                    return not is_busy
                except sqlite3.Error as error:
                    raise DBAPIError(None, None, error) from error  # as SQLAlchemy would


def _is_unread(connection: Connection) -> bool:
    """Wait until nobody sees a PostgreSQL database as it was; False if somebody still does after a while.

    A vacuum keeps every deleted row that a transaction begun earlier may still see.
    """
    now = connection.exec_driver_sql("SELECT pg_current_xact_id()::xid").scalar_one()
    earlier = sql(
        "SELECT 1 FROM pg_stat_activity WHERE age(backend_xmin) > age(CAST(:now AS xid))"
        " AND coalesce(datname, current_database()) = current_database() LIMIT 1"
    )
    until = time.monotonic() + PATIENCE
    while connection.execute(earlier, {"now": str(now)}).scalar():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


@contextlib.contextmanager
def refusing(name: str) -> Iterator[None]:
    """Turn database errors into refusals that say what to do; programming errors pass through."""
    try:
        yield
    except (PoolTimeout, TimeoutError) as error:
        raise NotPossibleNow("busy", name=name) from error
    except DBAPIError as error:
        cause = error.orig
        code = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or ""
        found = next((told for begin, told in TROUBLES.items() if code.startswith(begin)), None)
        if found is None and error.connection_invalidated:
            found = "unreachable"
        if found is None and not code and not isinstance(cause, sqlite3.Error):
            found = "unreachable"  # the driver could not connect
        if found is None and not code and isinstance(cause, sqlite3.DatabaseError):
            found = "damaged"  # invalid text, or an error from the second process
        if found is None:
            raise
        raise NotPossibleNow(found, name=name) from error
    except UnicodeDecodeError as error:  # of a damaged schema
        raise NotPossibleNow("damaged", name=name) from error


@contextlib.contextmanager
def opened(place: str | Path, writer: Holder | None = None) -> Iterator[Database]:
    """Open the database at a path or URL; with a writer, migrate it and open it for writing too.

    Raises NotUnderstood for another kind of URL, NotPossibleNow if another process holds the write lock, the
    database is newer than this program, its schema was altered, or it commits without waiting for the disk.
    """
    with contextlib.ExitStack() as stack:
        if isinstance(place, str) and place.startswith("sqlite:///"):
            place = Path(place.removeprefix("sqlite:///"))
            if writer is None and not place.exists():
                raise NotPossibleNow("no_database", name=place)
        if isinstance(place, Path):
            database = _open_file(place, writer, stack)
        else:
            database = _open_server(place, writer, stack)
        yield database


@contextlib.contextmanager
def in_memory() -> Iterator[Database]:
    """A database in memory: for tests, and to read where nothing has been written yet."""
    engine = _sqlite_engine(
        lambda: sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None),
        begin="BEGIN",
        poolclass=StaticPool,
    )
    try:
        upgrade(engine)
        yield Database(":memory:", engine, engine, alone=RLock())
    finally:
        engine.dispose()


# --- SQLite ---


def _open_file(path: Path, writer: Holder | None, stack: contextlib.ExitStack) -> Database:
    with _as_trouble(path):
        path = path.resolve()  # one lock for all symbolic links to a database
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, "")
        try:
            path.stat()
        except FileNotFoundError:
            if writer is None:
                return stack.enter_context(in_memory())
    if writer is not None:
        with _as_trouble(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            _hold(path, writer, stack)
            path.touch(0o600)  # other users of the computer may not read it
        written: Engine | None = _writer(path)
        assert written is not None
        stack.callback(written.dispose)
        with refusing(str(path)):
            upgrade(written)
    else:
        written = None
    # In a read-only folder no process writes: the file is opened without a journal.
    alone = not os.access(path.parent, os.W_OK) and not path.with_name(path.name + "-wal").exists()
    address = f"{path.as_uri()}?{'immutable=1' if alone else 'mode=ro'}"
    reader = _sqlite_engine(
        lambda: sqlite3.connect(address, uri=True, **_CONNECTION),
        begin="BEGIN",
        pragmas=("PRAGMA query_only=ON", "PRAGMA cache_size=-65536"),
        pool_size=8,
        max_overflow=24,
    )
    stack.callback(reader.dispose)
    if written is None:
        with refusing(str(path)):
            if not _is_ready(reader):
                return stack.enter_context(in_memory())
    database = Database(str(path), written, reader)
    if written:
        database.check_schema()
    return database


_CONNECTION: dict[str, Any] = {
    "check_same_thread": False,
    "isolation_level": None,
    "timeout": PATIENCE,
}


def _writer(path: Path) -> Engine:
    return _sqlite_engine(
        lambda: sqlite3.connect(path, **_CONNECTION),
        begin="BEGIN IMMEDIATE",
        pragmas=(
            "PRAGMA journal_mode=WAL",
            "PRAGMA synchronous=FULL",
            "PRAGMA secure_delete=ON",
        ),
        pool_size=1,
        max_overflow=0,
    )


def _sqlite_engine(
    connect: Callable[[], sqlite3.Connection],
    begin: str,
    pragmas: tuple[str, ...] = (),
    poolclass: type[QueuePool | StaticPool] = QueuePool,
    **options: Any,
) -> Engine:
    engine = create_engine("sqlite://", creator=connect, poolclass=poolclass, hide_parameters=True, **options)

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: object) -> None:
        for pragma in pragmas:
            connection.execute(pragma)

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _hold(path: Path, writer: Holder, stack: contextlib.ExitStack) -> None:
    """Take the write lock: wait for another command to release it, but not for a server."""
    until = time.monotonic() + PATIENCE
    lock = path.with_name(path.name + ".lock")
    while True:
        try:
            stack.enter_context(locked(lock, json.dumps(vars(writer))))
            return
        except LockHeld as error:
            holder = _read_holder(error.holder)
            if holder.address:
                raise NotPossibleNow("held_by_server", name=path, address=holder.address) from None
            if time.monotonic() > until:
                raise NotPossibleNow("held_by_command", name=path, what=holder.what) from None
            time.sleep(0.05)


def _read_holder(said: str) -> Holder:
    try:
        return Holder(**json.loads(said))
    except (ValueError, TypeError):  # the holder has not written its text yet
        return Holder("?")


@contextlib.contextmanager
def _as_trouble(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise NotPossibleNow("no_place", name=path, error=error) from error


# --- PostgreSQL ---


def _open_server(place: str, writer: Holder | None, stack: contextlib.ExitStack) -> Database:
    try:
        url = make_url(place)
    except (ArgumentError, ValueError):
        raise NotUnderstood("bad_address") from None
    if url.drivername not in POSTGRES:
        raise NotUnderstood("bad_address")
    url = url.set(drivername="postgresql+psycopg")
    try:
        engine = create_engine(
            url,
            isolation_level="READ COMMITTED",
            hide_parameters=True,  # errors must not contain people's names
            pool_pre_ping=True,
            pool_size=8,
            max_overflow=24,
            connect_args={
                "connect_timeout": PATIENCE,
                "options": f"-c lock_timeout={PATIENCE * 6:.0f}s",
            },
        )
    except ImportError as error:  # psycopg is an extra
        raise NotPossibleNow("no_driver") from error
    stack.callback(engine.dispose)
    # A whole archive is read from one snapshot.
    reader = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    shown = url.set(drivername="postgresql").render_as_string().replace("%2F", "/")
    database = Database(shown, engine if writer else None, reader)
    with refusing(database.name):
        if writer:
            with engine.connect() as connection:
                for setting in ("fsync", "synchronous_commit"):
                    if connection.exec_driver_sql(f"SHOW {setting}").scalar() == "off":
                        raise NotPossibleNow("unsafe", name=database.name, setting=setting)
            upgrade(engine)
            database.check_schema()
        elif not _is_ready(engine):
            return stack.enter_context(in_memory())
    return database


# --- the schema ---


def version_of(connection: Connection) -> str:
    """The last migration applied to a database; empty without tables. NotPossibleNow if it is not ours."""
    tables = inspect(connection).get_table_names()
    if "alembic_version" not in tables:
        if tables:
            raise NotPossibleNow("not_ours")
        return ""
    found = str(connection.execute(sql("SELECT version_num FROM alembic_version")).scalar() or "")
    if not re.fullmatch(r"\d{4}", found) or not {"events", "feeds", "actions"} <= set(tables):
        raise NotPossibleNow("not_ours")
    return found


def _is_ready(engine: Engine) -> bool:
    """Whether the tables exist; NotPossibleNow if they belong to another version of the program."""
    with engine.connect() as connection:
        found = version_of(connection)
    if found > HEAD:
        raise NotPossibleNow("newer_database")
    if found and found < HEAD:
        raise NotPossibleNow("older_database")
    return bool(found)


def take_turn(connection: Connection) -> None:
    """Hold an advisory lock on PostgreSQL until the transaction ends; a file has one writer anyway."""
    if connection.dialect.name != "sqlite":
        connection.execute(sql("SELECT pg_advisory_xact_lock(7463)"))


def upgrade(engine: Engine, scripts: Path | None = None, head: str = HEAD) -> None:
    """Migrate the schema in one transaction: if interrupted, nothing changes."""
    with engine.begin() as connection:
        take_turn(connection)
        found = version_of(connection)
        if found > head:
            raise NotPossibleNow("newer_database")
        if found < head:
            from alembic import command  # noqa: PLC0415  # takes a third of a second, once per database
            from alembic.config import Config  # noqa: PLC0415

            config = Config()
            config.set_main_option("script_location", str(scripts or files("kamchatka.store") / "migrations"))
            config.set_main_option("path_separator", "os")
            config.attributes["connection"] = connection
            command.upgrade(config, head)
