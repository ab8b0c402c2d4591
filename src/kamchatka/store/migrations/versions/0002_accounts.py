"""Accounts, with roles, sessions and links; and the installation's secrets.

revision: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

WORDS = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TABLES = {
    "accounts": ("account", "login", "name", "password", "kind", "created", "disabled"),
    "grants": ("account", "tournament", "role", "created"),
    "sessions": ("token", "account", "created", "seen", "expires", "device"),
    "links": (
        *("token", "purpose", "account", "name", "kind", "tournament", "role"),
        *("created", "expires", "spent"),
    ),
    "secrets": ("name", "value"),
}
KEYS = {"grants": ("account", "tournament")}
PERSONAL = [("accounts", "login"), ("accounts", "name"), ("sessions", "device"), ("links", "name")]


def upgrade() -> None:
    """Create the tables of accounts, empty."""
    for name, columns in TABLES.items():
        unique = [sa.UniqueConstraint("login", name="uq_accounts_login")]
        op.create_table(
            name,
            *(sa.Column(column, WORDS, nullable=False) for column in columns),
            sa.PrimaryKeyConstraint(*KEYS.get(name, columns[:1]), name=f"pk_{name}"),
            *(unique if name == "accounts" else ()),
            sqlite_with_rowid=False,
        )
    op.create_index("ix_sessions_account", "sessions", ["account"])
    if op.get_bind().dialect.name == "postgresql":
        # PostgreSQL's statistics would keep names from deleted accounts.
        for table, column in PERSONAL:
            op.execute(f"ALTER TABLE {table} ALTER COLUMN {column} SET STATISTICS 0")
