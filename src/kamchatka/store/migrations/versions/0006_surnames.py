"""The surname within a person's name.

revision: 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

WORDS = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Add the column, empty: surnames are guessed until somebody confirms them."""
    for name in ("people", "requests"):
        if op.get_bind().dialect.name == "postgresql":
            op.execute(f"ALTER TABLE {name} ADD COLUMN surname TEXT COLLATE \"C\" NOT NULL DEFAULT ''")
            op.execute(f"ALTER TABLE {name} ALTER COLUMN surname DROP DEFAULT")
            # PostgreSQL's statistics would keep surnames of erased people.
            op.execute(f"ALTER TABLE {name} ALTER COLUMN surname SET STATISTICS 0")
            continue
        # Made anew: the text of an altered table would differ from that of a new one.
        columns = [str(column["name"]) for column in sa.inspect(op.get_bind()).get_columns(name)]
        op.rename_table(name, f"former_{name}")
        op.create_table(
            name,
            *(sa.Column(column, WORDS, nullable=False) for column in (*columns, "surname")),
            sa.PrimaryKeyConstraint(columns[0], name=f"pk_{name}"),
            sqlite_with_rowid=False,
        )
        op.execute(f"INSERT INTO {name} SELECT *, '' FROM former_{name}")
        op.drop_table(f"former_{name}")
