"""Upgrades of a database to a schema that is planted for the test, and interrupted at any moment."""

import itertools
import multiprocessing
import shutil
import time
from collections.abc import Callable
from importlib.resources import as_file, files
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from random import Random

import psycopg
from sqlalchemy import Connection, Engine, create_engine, make_url
from sqlalchemy import text as sql

from kamchatka.app.office import Office, open_office
from kamchatka.store.database import Database, _writer, upgrade, version_of
from kamchatka.store.schema import HEAD
from tests.store.histories import archive_of, heads_of

NEXT = f"{int(HEAD) + 1:04}"
PLANTED = f'''
"""A place for every event, filled in from what stands there."""
import sqlalchemy as sa
from alembic import op

revision = "{NEXT}"
down_revision = "{HEAD}"


def upgrade():
    how = {{"recreate": "always"}} if op.get_bind().dialect.name == "sqlite" else {{}}
    with op.batch_alter_table("events", table_kwargs={{"sqlite_with_rowid": False}}, **how) as batch:
        batch.add_column(sa.Column("hall", sa.Text(), nullable=False, server_default=""))
    # halfway
    op.execute("UPDATE events SET hall = 'hall of ' || feed")
    op.create_index("ix_events_hall", "events", ["hall"])
'''
PRELOADED = [
    "kamchatka.store.database",
    "alembic.command",
    "alembic.config",
    "psycopg",
    "tests.store.migrating",
]


CARELESS = """
    import os
    op.get_bind().connection.commit()
    os.kill(os.getpid(), 9)
"""


def planted(folder: Path, careless: bool = False) -> Path:
    """A copy of the migrations with one more, in this folder; a careless one commits halfway and dies."""
    with as_file(files("kamchatka.store") / "migrations") as ours:
        shutil.copytree(ours, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / f"{NEXT}_hall.py").write_text(
        PLANTED.replace("    # halfway\n", CARELESS if careless else ""), encoding="utf-8"
    )
    return folder


def shape(connection: Connection) -> list[tuple[object, ...]]:
    """Everything a database says of its tables, but for that of the migrations."""
    if connection.dialect.name == "sqlite":
        wanted = "SELECT name, sql FROM sqlite_master WHERE tbl_name <> 'alembic_version' ORDER BY name"
        return [tuple(row) for row in connection.execute(sql(wanted))]
    columns = (
        "SELECT table_name, column_name, data_type, is_nullable, collation_name, column_default"
        " FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'alembic_version'"
        " ORDER BY table_name, ordinal_position"
    )
    indexes = (
        "SELECT indexname, indexdef FROM pg_indexes"
        " WHERE schemaname = 'public' AND tablename <> 'alembic_version' ORDER BY indexname"
    )
    return [tuple(row) for wanted in (columns, indexes) for row in connection.execute(sql(wanted))]


def upgrade_planted(office: Office, scripts: Path) -> None:
    """Bring an open installation to the planted schema."""
    assert office.store.database.writer is not None
    upgrade(office.store.database.writer, scripts, NEXT)


def copies_of(place: str | Path, folder: Path) -> Callable[[], str | Path]:
    """What makes, whenever it is called, the same copy anew of a database that nobody has open."""
    if isinstance(place, Path):
        numbers = itertools.count()
        return lambda: shutil.copy(place, folder / f"copy-{next(numbers)}.db")
    url = make_url(place)
    copied = url.set(database=f"{url.database}_copy")

    def copy() -> str:
        administration = url.set(database="postgres").render_as_string(hide_password=False)
        with psycopg.connect(administration, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {copied.database} WITH (FORCE)")
            connection.execute(f"CREATE DATABASE {copied.database} TEMPLATE {url.database}")
        return copied.render_as_string(hide_password=False)

    return copy


def engine_of(place: str | Path) -> Engine:
    """A plain engine, which upgrades nothing."""
    if isinstance(place, Path):
        return create_engine(f"sqlite:///{place}")
    return create_engine(make_url(place).set(drivername="postgresql+psycopg"))


def _upgrade_in_child(place: str | Path, scripts: Path, started: Pipe) -> None:
    engine = _writer(place) if isinstance(place, Path) else engine_of(place)
    started.send("now")
    upgrade(engine, scripts, NEXT)
    started.send("done")


class Upgrades:
    """Child processes that upgrade, and may be killed while they do."""

    def __init__(self, scripts: Path) -> None:
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(PRELOADED)
        self._scripts = scripts

    def run(self, place: str | Path, seconds: float | None = None) -> float:
        """Start one, and kill it after so many seconds if it has not ended; how long it went on."""
        ours, theirs = self._context.Pipe()
        child = self._context.Process(target=_upgrade_in_child, args=(place, self._scripts, theirs))
        child.start()
        theirs.close()
        assert ours.recv() == "now"
        began = time.perf_counter()
        ours.poll(seconds)
        if seconds is not None:
            child.kill()
        child.join()
        assert seconds is not None or child.exitcode == 0
        ended = time.perf_counter() - began
        ours.close()
        return ended


def interruption_faults(
    fresh: Callable[[], str | Path], scripts: Path, kills: int, luck: Random, careless: Path | None = None
) -> tuple[list[str], int]:
    """Kill so many upgrades of what `fresh` makes: what was neither old nor new, and how many were old.

    Upgrades by careless scripts die by themselves.
    """
    upgrades, faults, old = Upgrades(scripts), [], 0
    place = fresh()
    before = state(place)
    whole = upgrades.run(place)
    after = state(place)
    if after[0] != NEXT or after[2:] != before[2:]:
        faults.append("the whole upgrade changed what is kept, or did nothing")
    place = fresh()
    for number in range(kills):
        if careless:
            Upgrades(careless).run(place, 30)
        else:
            upgrades.run(place, luck.uniform(0, whole))
        found = state(place)
        old += found == before
        if found not in (before, after):
            faults.append(f"interruption {number} left {found[:2]}")
        if found != before:
            place = fresh()
    upgrades.run(place)
    if state(place) != after:
        faults.append("the last upgrade did not complete")
    return faults, old


def state(place: str | Path) -> tuple[object, ...]:
    """Version, shape, archive and heads of a database of any version, without changing anything."""
    engine = engine_of(place)
    try:
        with engine.connect() as connection:
            if engine.dialect.name != "sqlite":  # whoever was killed may not have noticed yet
                connection.execute(sql("SELECT pg_advisory_xact_lock(7463)"))
            version, found = version_of(connection), shape(connection)
        with open_office(None) as memory:  # an office around a database that `opened` would refuse
            store = type(memory.store)(Database(str(place), None, engine), memory.store.codec, ())
            office = Office(store, memory.clock)
            return version, found, archive_of(office), heads_of(office)
    finally:
        engine.dispose()
