"""Tournaments put aside.

revision: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

WORDS = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Create the table of tournaments put aside, empty."""
    op.create_table(
        "shelf",
        *(sa.Column(column, WORDS, nullable=False) for column in ("tournament", "at", "actor")),
        sa.PrimaryKeyConstraint("tournament", name="pk_shelf"),
        sqlite_with_rowid=False,
    )
