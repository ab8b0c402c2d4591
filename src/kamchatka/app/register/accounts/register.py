"""The accounts of an installation: made, named, switched off, removed; and their roles in each event."""

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
LOGIN = re.compile(r"[^\s/\\?#&=]{3,80}")
NAME: TypeAdapter[str] = TypeAdapter(Name)


class Kind(StrEnum):
    """What an account may do outside of events."""

    ADMINISTRATOR = "administrator"
    ORGANISER = "organiser"
    """Makes events."""
    MEMBER = "member"


@dataclass(frozen=True)
class Account:
    """Somebody who may enter."""

    id: AccountId
    login: str
    """The name to enter with; nothing until one is chosen."""
    name: str
    kind: Kind
    has_password: bool
    is_disabled: bool
    created: str


@dataclass(frozen=True)
class RoleHolder:
    """Somebody with a role in an event."""

    account: Account
    role: Role
    since: str


def account_of(row: AccountRow) -> Account:
    """An account, as people may see it."""
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
    """Change accounts, one after the other: two people may choose the same name."""
    with office.store.database.writing() as connection:
        take_turn(connection)
        yield connection


def listing(office: Office, actor: Actor) -> list[Account]:
    """Every account, by name."""
    actor.must_be()
    with office.reading() as reading:
        return [account_of(row) for row in accounts.everybody(reading.connection)]


def plain_login(typed: str) -> str:
    """A name to enter with, as it is kept: capitals and spaces around it make no difference."""
    return normalize("NFKC", typed).casefold().strip()


def checked_name(typed: str) -> str:
    """A name to show; NotUnderstood if it cannot be one."""
    try:
        return NAME.validate_python(typed)
    except ValidationError:
        raise NotUnderstood("account_name", wanted=lambda lang: text("refused.wanted.name", lang)) from None


def checked_login(connection: Connection, typed: str, own: str = "") -> str:
    """A name to enter with that nobody else has; NotUnderstood or NotPossibleNow otherwise."""
    login = plain_login(typed)
    if not LOGIN.fullmatch(login) or not login.isprintable():
        raise NotUnderstood("login_name")
    other = accounts.account_by_login(connection, login)
    if other and other.account != own:
        raise NotPossibleNow("login_taken", login=login)
    return login


def make(connection: Connection, now: str, kind: Kind, name: str) -> AccountRow:
    """A new account, which a link lets in until a password is chosen."""
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
    """Let an account in no more; what it did stays under its name."""
    actor.must_be()
    with writing(office) as connection:
        row = known(connection, id)
        _not_oneself(actor, row)
        accounts.change(connection, row.account, disabled=office.now(), password="")
        send_away(connection, row.account)


def enable(office: Office, actor: Actor, id: str) -> None:
    """Let an account in again, by a new link."""
    actor.must_be()
    with writing(office) as connection:
        accounts.change(connection, known(connection, id).account, disabled="")


def remove(office: Office, actor: Actor, id: str) -> None:
    """Forget an account: the log keeps its opaque id and its role, and no longer a name."""
    actor.must_be()
    with writing(office) as connection:
        row = known(connection, id)
        _not_oneself(actor, row)
        accounts.remove(connection, row.account)
    office.store.database.wipe()  # its readers may be at it now; whatever is left goes with the next one


def _not_oneself(actor: Actor, row: AccountRow) -> None:
    """So that an administrator is always left."""
    if row.account == actor.id:
        raise NotPossibleNow("own_account")


def send_away(connection: Connection, id: AccountId) -> None:
    """End every session of an account."""
    tokens = [each.token for each in accounts.sessions_of(connection, id, now="")]
    accounts.end_sessions(connection, tokens)


# --- roles in an event ---


def role_holders(office: Office, actor: Actor, tournament: str) -> list[RoleHolder]:
    """Who has which role in an event: organisers first, then in the order they came."""
    actor.must_be(Role.ORGANISER)
    with office.reading() as reading:
        rows = {row.account: row for row in accounts.everybody(reading.connection)}
        found = [
            RoleHolder(account_of(rows[each.account]), Role(each.role), each.created)
            for each in accounts.grants_in(reading.connection, tournament)
        ]
    return sorted(found, key=lambda each: TRUST.index(each.role))


def grant(connection: Connection, now: str, id: AccountId, tournament: str, role: Role) -> None:
    """Give an account a role in an event; nobody loses a more trusted one by it."""
    had = accounts.grants_of(connection, id).get(tournament)
    if had is None or TRUST.index(role) < TRUST.index(Role(had)):
        accounts.grant(connection, GrantRow(id, tournament, role, now))


def grant_maker(connection: Connection, now: str, actor: Actor, tournament: str) -> None:
    """Whoever makes an event is its organiser; the terminal has no account and needs no role."""
    if accounts.account(connection, actor.id):
        grant(connection, now, AccountId(actor.id), tournament, Role.ORGANISER)


def revoke(office: Office, actor: Actor, tournament: str, id: str) -> None:
    """Take a role in an event away; the event keeps an organiser."""
    actor.must_be(Role.ORGANISER)
    with writing(office) as connection:
        holders = accounts.grants_in(connection, tournament)
        organisers = {each.account for each in holders if each.role == Role.ORGANISER}
        if organisers == {id} and actor.role != Role.ADMINISTRATOR:
            raise NotPossibleNow("last_organiser")
        accounts.take_back(connection, tournament, id)
