"""Run by Alembic, inside the one transaction that `upgrade` began: interrupted, it leaves nothing."""

from alembic import context

from kamchatka.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot change a table in place
    transaction_per_migration=False,
)
context.run_migrations()
