"""Bar R7, the schema: tables as written down, upgrades whole or not at all, and the same bytes everywhere."""

import hashlib
import io
import os
import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection
from sqlalchemy import text as sql

from kamchatka.app.events import PersonEntered
from kamchatka.app.history import check
from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.app.register.accounts.account_register import listing
from kamchatka.app.register.people import register
from kamchatka.ids import ActionId, PersonId
from kamchatka.refusals import NotPossibleNow
from kamchatka.store import schema
from kamchatka.store.archive import bring_in
from kamchatka.store.log import Stamp
from kamchatka.store.verifying import verify
from tests.plugins.databases import KINDS, TESTS, SteppingClock, address
from tests.store.histories import archive_of, empty, events_of, heads_of, live, play
from tests.store.migrating import (
    NEXT,
    copies_of,
    engine_of,
    interruption_faults,
    planted,
    shape,
    state,
    upgrade_planted,
)

SEED = 20261121
RELEASED = Path(__file__).parent / "released"
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "gw0")


@pytest.fixture(params=KINDS)
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """An empty database whose tables a test may change."""
    if request.param == "sqlite":
        return tmp_path / "fresh.db"
    return address(request.getfixturevalue("postgresql"), f"schema_{WORKER}")


def writer(office: Office) -> Connection:
    assert office.store.database.writer is not None
    return office.store.database.writer.connect()


def test_the_migrations_make_the_tables_of_the_schema(fresh: str | Path) -> None:
    with open_office(fresh, TESTS) as office, writer(office) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.metadata) == []
        migrated = shape(connection)
        connection.rollback()
        with connection.begin():
            schema.metadata.drop_all(connection)
            schema.metadata.create_all(connection)
            assert shape(connection) == migrated, "WITHOUT ROWID, collations and all"


def test_every_column_says_whose_data_it_holds_what_for_and_how_long() -> None:
    for table in schema.metadata.tables.values():
        for column in table.c:
            label = column.info.get("label")
            assert isinstance(label, schema.Label), f"{column} has no label"
            assert label.purpose, column
            assert label.kept, column


def test_upgrading_again_changes_nothing(fresh: str | Path) -> None:
    with open_office(fresh, TESTS) as office:
        live(office, Random(SEED), 10)
    before = state(fresh)
    with open_office(fresh, TESTS):
        assert state(fresh) == before


@pytest.fixture
def in_progress(fresh: str | Path) -> str | Path:
    """A store with fifty tables where something is going on."""
    with open_office(fresh, TESTS) as office:
        live(office, Random(SEED), 10)
        who = next(event.stream for event in events_of(office)).removeprefix("person/")
        for table in range(50):
            with office.store.writing(Stamp(office.now(), "organiser/x", ActionId(f"t-{table}"))) as writing:
                writing.is_repeated([])
                writing.append(
                    f"table/x{table:02}", 0, PersonEntered(PersonId(who)), feed="raduno", note="Via"
                )
    return fresh


def test_the_next_schema_keeps_every_byte_and_play_goes_on(in_progress: str | Path, tmp_path: Path) -> None:
    with open_office(in_progress, TESTS) as office:
        before = archive_of(office), heads_of(office)
        upgrade_planted(office, planted(tmp_path / "scripts"))
        assert (archive_of(office), heads_of(office)) == before
        with office.reading() as reading:
            filled = reading.connection.execute(sql("SELECT DISTINCT hall FROM events WHERE feed = 'raduno'"))
            assert filled.scalars().all() == ["hall of raduno"]
        play(office, Random(SEED), PersonId("p-00000000000000aa"), ActionId("later"))
        with office.reading() as reading:
            assert verify(reading.connection, before[1]).broken is None
    with pytest.raises(NotPossibleNow, match="newer_database"), open_office(in_progress, TESTS):
        pass


def test_an_upgrade_killed_at_any_moment_is_whole_or_nothing(in_progress: str | Path, tmp_path: Path) -> None:
    print(f"seed {SEED}")
    copies, scripts = copies_of(in_progress, tmp_path), planted(tmp_path / "scripts")
    faults, old = interruption_faults(copies, scripts, 10, Random(SEED))
    assert faults == []
    assert old > 0, "some were interrupted before the end"


def test_an_upgrade_that_is_not_one_transaction_is_found_out(in_progress: str | Path, tmp_path: Path) -> None:
    copies, scripts = copies_of(in_progress, tmp_path), planted(tmp_path / "scripts")
    careless = planted(tmp_path / "careless", careless=True)
    faults, _ = interruption_faults(copies, scripts, 1, Random(SEED), careless)
    assert [fault[:21] for fault in faults] == ["interruption 0 left ("]


def test_a_newer_database_is_refused_and_an_older_one_not_read(fresh: str | Path) -> None:
    with open_office(fresh, TESTS) as office:
        live(office, Random(SEED), 5)
    for version, writing, reading in ((NEXT, "newer", "newer"), ("0000", None, "older")):
        set_version(fresh, version)
        before = state(fresh)
        with pytest.raises(NotPossibleNow, match=f"{reading}_database"), open_office(fresh):
            pass
        if writing:
            with pytest.raises(NotPossibleNow, match=f"{writing}_database"), open_office(fresh, TESTS):
                pass
        assert state(fresh) == before


def set_version(place: str | Path, version: str) -> None:
    engine = engine_of(place)
    with engine.begin() as connection:
        connection.execute(sql("UPDATE alembic_version SET version_num = :version"), {"version": version})
    engine.dispose()


def test_the_same_history_gives_the_same_archive_everywhere(
    emptied: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    print(f"seed {SEED}")
    with ExitStack() as stack:
        clock = SteppingClock()
        places = (tmp_path / "kamchatka.db", emptied, None)
        offices = [stack.enter_context(open_office(place, TESTS, clock)) for place in places]
        for number in range(30):
            archives = []
            for office in offices:
                empty(office)
                clock.time = SteppingClock().time
                ids = Random(number)
                monkeypatch.setattr("secrets.token_hex", lambda size, ids=ids: ids.randbytes(size).hex())
                live(office, Random(number), 6)
                archives.append(archive_of(office))
            assert len(set(archives)) == 1, f"history {number}"
            other = offices[number % 3]
            empty(other)
            with other.store.writing(Stamp(other.now(), "administrator/x", ActionId("r"))) as writing:
                bring_in(writing, io.BytesIO(archives[0]))
            assert archive_of(other) == archives[0], f"history {number} brought in"


ARCHIVED = "107003ab015aa4eabfe76a0814be1fbbdff4a8b7355648e74efee4884dcfda1e"


@pytest.mark.parametrize(
    ("release", "digest", "accounts"),
    [("0001", ARCHIVED, []), ("0002", ARCHIVED, ["Anna Bianchi", "Çelik Öğe"])],
)
def test_a_database_of_every_release_is_brought_up_to_date(
    release: str, digest: str, accounts: list[str], tmp_path: Path
) -> None:
    """Made by `sqlite3 kamchatka.db .dump`; a new schema adds its own and leaves the older ones. Accounts are
    no part of an archive: its digest stays.
    """
    with closing(sqlite3.connect(tmp_path / "old.db")) as connection:
        connection.executescript((RELEASED / f"{release}.sql").read_text(encoding="utf-8"))
    with open_office(tmp_path / "old.db", TESTS) as office:
        assert check(office).broken is None
        assert hashlib.sha256(archive_of(office)).hexdigest() == digest
        assert {each.person.name for each in register(office)} == {"Anna Bianchi", "Çelik Öğe"}
        assert [each.name for each in listing(office, TERMINAL)] == accounts
        play(office, Random(SEED), PersonId("p-00000000000000aa"), ActionId("later"))
        assert check(office).broken is None


PLANTED = {
    "sqlite": {
        "trigger t": "CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM notes; END",
        "view v": "CREATE VIEW v AS SELECT name FROM people",
        "table events": "ALTER TABLE events ADD COLUMN hall TEXT DEFAULT ''",
        "index ix": "CREATE UNIQUE INDEX ix ON events (payload)",
        "index ix_events_action": "DROP INDEX ix_events_action",
    },
    "postgresql": {
        "trigger t": (
            "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NULL; END$$;"
            "CREATE TRIGGER t BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION f()"
        ),
        "rule r": "CREATE RULE r AS ON INSERT TO notes DO INSTEAD NOTHING",
        "policy p": "CREATE POLICY p ON people USING (name <> 'Anna')",
        "constraint c": "ALTER TABLE events ADD CONSTRAINT c CHECK (number < 9)",
        "column events.kind": "ALTER TABLE events ALTER COLUMN kind SET DEFAULT 'x'",
        "index ix_events_action": "DROP INDEX ix_events_action",
    },
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_planted_in_the_schema_is_found_at_the_start_and_by_verifying(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """A trigger changes what is written and leaves every hash right; reading, hence a backup, still works."""
    for number, (what, statement) in enumerate(PLANTED[kind].items()):
        if kind == "sqlite":
            fresh: str | Path = tmp_path / f"{number}.db"
        else:
            fresh = address(request.getfixturevalue("postgresql"), f"planted_{WORKER}_{number}")
        with open_office(fresh, TESTS) as office:
            live(office, Random(SEED), 2)
            assert check(office).broken is None
        engine = engine_of(fresh)
        with engine.begin() as connection:
            connection.exec_driver_sql(statement)
        engine.dispose()
        with pytest.raises(NotPossibleNow, match="altered_schema") as refused, open_office(fresh, TESTS):
            pass
        assert refused.value.values["what"] == what
        with open_office(fresh) as office:
            assert archive_of(office)
            with pytest.raises(NotPossibleNow, match="altered_schema"):
                check(office)
