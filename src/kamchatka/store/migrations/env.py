"""Run by Alembic inside the transaction that `upgrade` began: if interrupted, nothing changes."""

from alembic import context

from kamchatka.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot change a table in place
    transaction_per_migration=False,
)
context.run_migrations()
