"""Accounts, roles, sessions and links: mutable rows, outside the log and every archive."""

import secrets
from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, delete, insert, select, update

from kamchatka.ids import AccountId
from kamchatka.store import schema
from kamchatka.store.log import UNLESS_THERE, for_drivers

SECRET_BYTES = 32


class AccountRow(NamedTuple):
    """An account of the site."""

    account: AccountId
    login: str
    name: str
    password: str
    kind: str
    created: str
    disabled: str = ""


class GrantRow(NamedTuple):
    """The role of an account in an event."""

    account: AccountId
    tournament: str
    role: str
    created: str


class SessionRow(NamedTuple):
    """A signed-in browser."""

    token: str
    account: AccountId
    created: str
    seen: str
    expires: str
    device: str


class LinkRow(NamedTuple):
    """A single-use link."""

    token: str
    purpose: str
    account: str
    name: str
    kind: str
    tournament: str
    role: str
    created: str
    expires: str
    spent: str = ""


def new_account_id() -> AccountId:
    """A random opaque id."""
    return AccountId(f"u-{secrets.token_hex(8)}")


def add(connection: Connection, *rows: AccountRow | SessionRow | LinkRow) -> None:
    """Insert rows."""
    tables: dict[type[Any], Table] = {
        AccountRow: schema.accounts,
        SessionRow: schema.sessions,
        LinkRow: schema.links,
    }
    for row in rows:
        connection.execute(insert(tables[type(row)]).values(**row._asdict()))


# --- accounts ---


def everybody(connection: Connection) -> list[AccountRow]:
    """All accounts, sorted by name."""
    found = [AccountRow(*row) for row in connection.execute(select(schema.accounts))]
    return sorted(found, key=lambda each: (each.name.casefold(), each.account))


def account(connection: Connection, id: str) -> AccountRow | None:
    """The account of this id."""
    table = schema.accounts
    found = connection.execute(select(table).where(table.c.account == id)).one_or_none()
    return AccountRow(*found) if found else None


def account_by_login(connection: Connection, login: str) -> AccountRow | None:
    """The account with this login."""
    table = schema.accounts
    found = connection.execute(select(table).where(table.c.login == login)).one_or_none()
    return AccountRow(*found) if found else None


def change(connection: Connection, id: AccountId, **values: str) -> None:
    """Update columns of an account."""
    table = schema.accounts
    connection.execute(update(table).where(table.c.account == id).values(**values))


def remove(connection: Connection, id: AccountId) -> None:
    """Delete an account with its roles, sessions and links."""
    for table in (schema.accounts, schema.grants, schema.sessions, schema.links):
        connection.execute(delete(table).where(table.c.account == id))


# --- grants ---

GRANT = for_drivers(
    "INSERT INTO grants (account, tournament, role, created)"
    " VALUES (:account, :tournament, :role, :created)"
    " ON CONFLICT (account, tournament) DO UPDATE SET role = excluded.role, created = excluded.created"
)


def grant(connection: Connection, row: GrantRow) -> None:
    """Set the role of an account in an event, replacing its earlier one."""
    connection.exec_driver_sql(GRANT[connection.dialect.name], row._asdict())


def grants_of(connection: Connection, id: str) -> dict[str, str]:
    """The roles of an account, by event."""
    table = schema.grants
    found = connection.execute(select(table.c.tournament, table.c.role).where(table.c.account == id))
    return dict(found.all())


def grants_in(connection: Connection, tournament: str) -> list[GrantRow]:
    """All roles in an event, oldest first."""
    table = schema.grants
    wanted = select(table).where(table.c.tournament == tournament)
    return [GrantRow(*row) for row in connection.execute(wanted.order_by(table.c.created, table.c.account))]


def take_back(connection: Connection, tournament: str, *accounts: str) -> None:
    """Delete the roles of these accounts in an event; without accounts, all its roles and links."""
    table = schema.grants
    wanted = delete(table).where(table.c.tournament == tournament)
    connection.execute(wanted.where(table.c.account.in_(accounts)) if accounts else wanted)
    if not accounts:
        connection.execute(delete(schema.links).where(schema.links.c.tournament == tournament))


# --- sessions ---


def session(connection: Connection, token: str, now: str) -> tuple[SessionRow, AccountRow] | None:
    """The unexpired session of a token and its account, unless that is disabled."""
    sessions, accounts = schema.sessions, schema.accounts
    wanted = (
        select(sessions, accounts)
        .join(accounts, sessions.c.account == accounts.c.account)
        .where(sessions.c.token == token, sessions.c.expires > now, accounts.c.disabled == "")
    )
    found = connection.execute(wanted).one_or_none()
    if found is None:
        return None
    width = len(SessionRow._fields)
    return SessionRow(*found[:width]), AccountRow(*found[width:])


def sessions_of(connection: Connection, id: AccountId, now: str) -> list[SessionRow]:
    """The unexpired sessions of an account, newest first."""
    table = schema.sessions
    wanted = select(table).where(table.c.account == id, table.c.expires > now)
    return [SessionRow(*row) for row in connection.execute(wanted.order_by(table.c.created.desc()))]


def mark_seen(connection: Connection, token: str, now: str) -> None:
    """Record when a session was last used."""
    table = schema.sessions
    connection.execute(update(table).where(table.c.token == token).values(seen=now))


def end_sessions(connection: Connection, tokens: Iterable[str]) -> None:
    """End these sessions."""
    connection.execute(delete(schema.sessions).where(schema.sessions.c.token.in_(list(tokens))))


# --- links ---


def link(connection: Connection, token: str) -> LinkRow | None:
    """The link of a token, used or not."""
    table = schema.links
    found = connection.execute(select(table).where(table.c.token == token)).one_or_none()
    return LinkRow(*found) if found else None


def open_links(connection: Connection, now: str, tournament: str) -> list[LinkRow]:
    """The usable links to an event, or without one if `tournament` is empty; oldest first."""
    table = schema.links
    wanted = select(table).where(table.c.tournament == tournament, table.c.spent == "", table.c.expires > now)
    return [LinkRow(*row) for row in connection.execute(wanted.order_by(table.c.created, table.c.token))]


def spend(connection: Connection, token: str, now: str) -> bool:
    """Mark a link as used; False if it was used before, has expired or does not exist."""
    table = schema.links
    usable = (table.c.token == token) & (table.c.spent == "") & (table.c.expires > now)
    return connection.execute(update(table).where(usable).values(spent=now, name="")).rowcount == 1


def end_links(connection: Connection, tokens: Iterable[str]) -> None:
    """Delete these links."""
    connection.execute(delete(schema.links).where(schema.links.c.token.in_(list(tokens))))


def sweep(connection: Connection, now: str) -> None:
    """Delete expired sessions and links."""
    for table in (schema.sessions, schema.links):
        connection.execute(delete(table).where(table.c.expires <= now))


# --- secrets ---

KEEP = for_drivers(f"INSERT INTO secrets (name, value) VALUES (:name, :value) {UNLESS_THERE}")


def secret(connection: Connection, name: str) -> bytes | None:
    """A secret of this installation; None if it does not exist yet."""
    table = schema.secrets
    found = connection.execute(select(table.c.value).where(table.c.name == name)).scalar()
    return bytes.fromhex(found) if found else None


def make_secret(connection: Connection, name: str) -> None:
    """Generate a secret, unless it exists."""
    made = {"name": name, "value": secrets.token_hex(SECRET_BYTES)}
    connection.exec_driver_sql(KEEP[connection.dialect.name], made)


def secret_names(connection: Connection, prefix: str) -> set[str]:
    """The names of secrets that begin with this prefix."""
    table = schema.secrets
    return set(connection.execute(select(table.c.name).where(table.c.name.startswith(prefix))).scalars())


def drop_secret(connection: Connection, name: str) -> None:
    """Delete a secret that is secret no more."""
    connection.execute(delete(schema.secrets).where(schema.secrets.c.name == name))
