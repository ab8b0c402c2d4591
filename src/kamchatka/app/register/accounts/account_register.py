"""The accounts of an installation: create, disable, enable, remove; and their roles in each event."""

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from unicodedata import normalize

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import Connection

from kamchatka.app.office import Actor, Office, Role
from kamchatka.ids import AccountId
from kamchatka.messages import text
from kamchatka.refusals import NotPossibleNow, NotUnderstood
from kamchatka.store import accounts
from kamchatka.store.accounts import AccountRow, GrantRow
from kamchatka.store.database import take_turn
from kamchatka.store.people import Name

TRUST = list(Role)
"""Roles, the most trusted first."""
ASSISTANTS = (Role.ROLL_CALLER, Role.SHEET_TYPIST, Role.OBSERVER)
"""Roles of which the latest invitation decides."""
LOGIN = re.compile(r"[^\s/\\?#&=]{3,80}")
NAME: TypeAdapter[str] = TypeAdapter(Name)


class Kind(StrEnum):
    """Kind of account: what it may do outside of events."""

    ADMINISTRATOR = "administrator"
    ORGANISER = "organiser"
    """May create events."""
    MEMBER = "member"


@dataclass(frozen=True)
class Account:
    """An account of the site."""

    id: AccountId
    login: str
    """Empty until one is chosen."""
    name: str
    kind: Kind
    has_password: bool
    is_disabled: bool
    created: str


@dataclass(frozen=True)
class RoleHolder:
    """An account with a role in an event."""

    account: Account
    role: Role
    since: str


def account_of(row: AccountRow) -> Account:
    """The account without its password hash."""
    return Account(
        id=row.account,
        login="" if row.login == row.account else row.login,
        name=row.name,
        kind=Kind(row.kind),
        has_password=bool(row.password),
        is_disabled=bool(row.disabled),
        created=row.created,
    )


@contextlib.contextmanager
def writing(office: Office) -> Iterator[Connection]:
    """A transaction that changes accounts, serialised: two people may choose the same login."""
    with office.store.database.writing() as connection:
        take_turn(connection)
        yield connection


def listing(office: Office, actor: Actor) -> list[Account]:
    """Every account, by name."""
    actor.must_be()
    with office.reading() as reading:
        return [account_of(row) for row in accounts.everybody(reading.connection)]


def plain_login(typed: str) -> str:
    """A login as stored: without case and surrounding spaces."""
    return normalize("NFKC", typed).casefold().strip()


def checked_name(typed: str) -> str:
    """Validate a display name; NotUnderstood if it is invalid."""
    try:
        return NAME.validate_python(typed)
    except ValidationError:
        raise NotUnderstood("account_name", wanted=lambda lang: text("refused.wanted.name", lang)) from None


def checked_login(connection: Connection, typed: str, own: str = "") -> str:
    """Validate a login; NotUnderstood if it is invalid, NotPossibleNow if it is taken."""
    login = plain_login(typed)
    if not LOGIN.fullmatch(login) or not login.isprintable():
        raise NotUnderstood("login_name")
    other = accounts.account_by_login(connection, login)
    if other and other.account != own:
        raise NotPossibleNow("login_taken", login=login)
    return login


def make(connection: Connection, now: str, kind: Kind, name: str) -> AccountRow:
    """Create an account; until it has a password, it signs in by a link."""
    id = accounts.new_account_id()
    row = AccountRow(id, login=id, name=name, password="", kind=kind, created=now)
    accounts.add(connection, row)
    return row


def known(connection: Connection, id: str) -> AccountRow:
    """The account of an id; NotUnderstood if there is none."""
    found = accounts.account(connection, id)
    if found is None:
        raise NotUnderstood("unknown_account")
    return found


def disable(office: Office, actor: Actor, id: str) -> None:
    """Disable an account; its past actions keep its name."""
    actor.must_be()
    with writing(office) as connection:
        row = known(connection, id)
        _not_oneself(actor, row)
        accounts.change(connection, row.account, disabled=office.now(), password="")
        send_away(connection, row.account)


def enable(office: Office, actor: Actor, id: str) -> None:
    """Enable an account again; it signs in by a new link."""
    actor.must_be()
    with writing(office) as connection:
        accounts.change(connection, known(connection, id).account, disabled="")


def remove(office: Office, actor: Actor, id: str) -> None:
    """Delete an account: the log keeps its opaque id and role, but no name."""
    actor.must_be()
    with writing(office) as connection:
        row = known(connection, id)
        _not_oneself(actor, row)
        accounts.remove(connection, row.account)
    office.store.database.wipe()  # if readers prevent it, the next wipe removes the rest


def _not_oneself(actor: Actor, row: AccountRow) -> None:
    """NotPossibleNow for one's own account, so that one administrator always remains."""
    if row.account == actor.id:
        raise NotPossibleNow("own_account")


def send_away(connection: Connection, id: AccountId) -> None:
    """End every session of an account."""
    tokens = [each.token for each in accounts.sessions_of(connection, id, now="")]
    accounts.end_sessions(connection, tokens)


# --- roles in an event ---


def role_holders(office: Office, actor: Actor, tournament: str) -> list[RoleHolder]:
    """The accounts with a role in an event: the most trusted role first, then by date."""
    actor.must_be(Role.ORGANISER)
    with office.reading() as reading:
        rows = {row.account: row for row in accounts.everybody(reading.connection)}
        found = [
            RoleHolder(account_of(rows[each.account]), Role(each.role), each.created)
            for each in accounts.grants_in(reading.connection, tournament)
        ]
    return sorted(found, key=lambda each: TRUST.index(each.role))


def grant(connection: Connection, now: str, id: AccountId, tournament: str, role: Role) -> None:
    """Give an account a role in an event, unless it has a more trusted one."""
    had = accounts.grants_of(connection, id).get(tournament)
    is_other = role in ASSISTANTS and had in ASSISTANTS and had != role
    if had is None or is_other or TRUST.index(role) < TRUST.index(Role(had)):
        accounts.grant(connection, GrantRow(id, tournament, role, now))


def grant_maker(connection: Connection, now: str, actor: Actor, tournament: str) -> None:
    """Make the creator of an event its organiser; the terminal has no account and needs no role."""
    if accounts.account(connection, actor.id):
        grant(connection, now, AccountId(actor.id), tournament, Role.ORGANISER)


def revoke(office: Office, actor: Actor, tournament: str, id: str) -> None:
    """Revoke a role in an event; the last organiser stays."""
    actor.must_be(Role.ORGANISER)
    with writing(office) as connection:
        holders = accounts.grants_in(connection, tournament)
        organisers = {each.account for each in holders if each.role == Role.ORGANISER}
        if organisers == {id} and actor.role != Role.ADMINISTRATOR:
            raise NotPossibleNow("last_organiser")
        accounts.take_back(connection, tournament, id)
