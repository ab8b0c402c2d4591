"""Comparison of a database with the schema: no hash shows a planted trigger that changes what is written."""

from collections.abc import Iterator, Mapping
from functools import cache

from sqlalchemy import Connection, Text
from sqlalchemy import text as sql
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from kamchatka.store.schema import metadata

OUR_VERSION = "alembic_version"
"""The table of the migrations."""
PLANTED = """
SELECT 'trigger ' || tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace
UNION SELECT 'rule ' || rulename FROM pg_rules WHERE schemaname = current_schema()
UNION SELECT 'policy ' || policyname FROM pg_policies WHERE schemaname = current_schema()
UNION SELECT 'constraint ' || conname FROM pg_constraint
    WHERE connamespace = current_schema()::regnamespace AND contype IN ('c', 'f', 'x')
"""
"""What a PostgreSQL executes or enforces by itself; we have none of it."""
COLUMNS = """
SELECT 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' '
    || coalesce(collation_name, '') || ' ' || coalesce(column_default, '')
FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = ANY (:tables)
UNION SELECT 'index ' || indexname FROM pg_indexes
    WHERE schemaname = current_schema() AND tablename = ANY (:tables)
"""


def alterations(connection: Connection) -> list[str]:
    """What differs from the schema of this version, by kind and name; empty if nothing does."""
    return sorted(_in_file(connection) if connection.dialect.name == "sqlite" else _in_server(connection))


def _in_file(connection: Connection) -> Iterator[str]:
    wanted = sql("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name <> :ours")
    rows = connection.execute(wanted, {"ours": OUR_VERSION}).all()
    found = {f"{kind} {name}": " ".join(said.split()) for kind, name, said in rows if not _is_own(name)}
    expected = _written()
    yield from (each for each in found.keys() | expected.keys() if found.get(each) != expected.get(each))


def _is_own(name: str) -> bool:
    """Whether SQLite keeps this table for itself, such as its statistics."""
    return name.startswith("sqlite_")


@cache
def _written() -> Mapping[str, str]:
    """The statements that make our tables in a file, by kind and name."""
    dialect = sqlite.dialect()
    statements = {}
    for table in metadata.sorted_tables:
        statements[f"table {table.name}"] = str(CreateTable(table).compile(dialect=dialect))
        for index in table.indexes:
            statements[f"index {index.name}"] = str(CreateIndex(index).compile(dialect=dialect))
    return {name: " ".join(said.split()) for name, said in statements.items()}


def _in_server(connection: Connection) -> Iterator[str]:
    yield from connection.execute(sql(PLANTED)).scalars()
    tables = {"tables": [table.name for table in metadata.sorted_tables]}
    found = set(connection.execute(sql(COLUMNS), tables).scalars())
    yield from (" ".join(each.split()[:2]) for each in found ^ set(_expected()))


def _expected() -> Iterator[str]:
    for table in metadata.sorted_tables:
        for column in table.c:
            kind, collation = ("text", "C") if isinstance(column.type, Text) else ("bigint", "")
            yield f"column {table.name}.{column.name} {kind} NO {collation} "
        yield from (f"index {each.name}" for each in table.indexes)
        yield from (f"index {each.name}" for each in table.constraints)
