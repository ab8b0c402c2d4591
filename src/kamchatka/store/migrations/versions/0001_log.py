"""The log, the erasable tables beside it, and the first projection.

revision: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

WORDS = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

TABLES = {
    "events": (
        ("stream", "sequence", "feed", "number", "kind", "version", "at", "actor", "action", "sealed"),
        ("payload", "hash"),
        ("stream", "sequence"),
    ),
    "feeds": (("feed", "number"), (), ("feed",)),
    "actions": (("action", "fingerprint"), (), ("action",)),
    "texts": (("feed", "digest", "kind", "content"), (), ("feed", "digest")),
    "projections": (("name", "version"), (), ("name",)),
    "mentions": (("person", "stream", "sequence"), (), ("person", "stream", "sequence")),
    "people": (
        ("person", "salt", "merged_into"),
        ("name", "club", "email", "phone", "born", "consent"),
        ("person",),
    ),
    "notes": (("stream", "sequence", "salt", "content"), (), ("stream", "sequence")),
}
PERSONAL = [*(("people", name) for name in TABLES["people"][1]), ("notes", "content")]
NUMBERS = {"sequence", "number", "version"}


def upgrade() -> None:
    """Create the tables of the first schema."""
    for name, (first, second, key) in TABLES.items():
        columns = [
            sa.Column(column, NUMBER if column in NUMBERS else WORDS, nullable=False)
            for column in (*first, *second)
        ]
        unique = [sa.UniqueConstraint("feed", "number", name="uq_events_feed_number")]
        op.create_table(
            name,
            *columns,
            sa.PrimaryKeyConstraint(*key, name=f"pk_{name}"),
            *(unique if name == "events" else ()),
            sqlite_with_rowid=False,
        )
    op.create_index("ix_events_action", "events", ["action"])
    if op.get_bind().dialect.name == "postgresql":
        # PostgreSQL's statistics would keep names of erased people.
        for table, column in PERSONAL:
            op.execute(f"ALTER TABLE {table} ALTER COLUMN {column} SET STATISTICS 0")
