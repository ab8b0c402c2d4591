"""Pending requests to enter an event.

revision: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

WORDS = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
COLUMNS = (
    *("request", "tournament", "at", "name", "club", "email", "phone", "born", "consent"),
    "rules",
)
PERSONAL = ("name", "club", "email", "phone", "born", "consent")


def upgrade() -> None:
    """Create the table of requests, empty."""
    op.create_table(
        "requests",
        *(sa.Column(column, WORDS, nullable=False) for column in COLUMNS),
        sa.PrimaryKeyConstraint("request", name="pk_requests"),
        sqlite_with_rowid=False,
    )
    if op.get_bind().dialect.name == "postgresql":
        # PostgreSQL's statistics would keep names of refused people.
        for column in PERSONAL:
            op.execute(f"ALTER TABLE requests ALTER COLUMN {column} SET STATISTICS 0")
