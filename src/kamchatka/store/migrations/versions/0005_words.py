"""Words about people, outside the log; hashes of events from before an erasure.

revision: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

WORDS = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create both tables, empty: words in older events stay there until a person is erased."""
    op.create_table(
        "words",
        *(sa.Column(column, WORDS, nullable=False) for column in ("feed", "code", "salt", "content")),
        sa.PrimaryKeyConstraint("feed", "code", name="pk_words"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "former_heads",
        sa.Column("stream", WORDS, nullable=False),
        sa.Column("sequence", NUMBER, nullable=False),
        sa.Column("hash", WORDS, nullable=False),
        sa.Column("at", WORDS, nullable=False),
        sa.PrimaryKeyConstraint("stream", "sequence", name="pk_former_heads"),
        sqlite_with_rowid=False,
    )
    if op.get_bind().dialect.name == "postgresql":
        # PostgreSQL's statistics would keep words of erased people.
        op.execute("ALTER TABLE words ALTER COLUMN content SET STATISTICS 0")
