"""A person's own account: name, password and sessions."""

from dataclasses import dataclass

from sqlalchemy import Connection

from kamchatka.app.office import Office
from kamchatka.app.register.accounts.account_register import (
    checked_login,
    checked_name,
    known,
    plain_login,
    writing,
)
from kamchatka.app.register.accounts.passwords import Tries, checked_password, hashed, matches
from kamchatka.app.register.accounts.sessions import HANDLE, SignedIn
from kamchatka.ids import AccountId
from kamchatka.refusals import NotAllowed
from kamchatka.store import accounts


@dataclass(frozen=True)
class OwnSession:
    """A session of one's own account."""

    handle: str
    created: str
    seen: str
    device: str
    is_this: bool


def own_sessions(office: Office, me: SignedIn) -> list[OwnSession]:
    """The sessions of one's own account, newest first."""
    with office.reading() as reading:
        rows = accounts.sessions_of(reading.connection, me.account.id, office.now())
    return [
        OwnSession(row.token[:HANDLE], row.created, row.seen, row.device, row.token[:HANDLE] == me.session)
        for row in rows
    ]


def end_session(office: Office, me: SignedIn, handle: str) -> None:
    """End one of one's own sessions."""
    with writing(office) as connection:
        rows = accounts.sessions_of(connection, me.account.id, office.now())
        accounts.end_sessions(connection, [row.token for row in rows if row.token[:HANDLE] == handle])


def end_other_sessions(office: Office, me: SignedIn) -> None:
    """End all of one's own sessions but this one."""
    with writing(office) as connection:
        _end_others(connection, office, me)


def rename(office: Office, me: SignedIn, name: str) -> None:
    """Change one's name in lists and in the log."""
    with writing(office) as connection:
        accounts.change(connection, me.account.id, name=checked_name(name))


def change_password(
    office: Office, tries: Tries, me: SignedIn, *, login: str, new: str, old: str = "", address: str = ""
) -> None:
    """Set login and password; an existing password must be given, and other sessions end."""
    with office.reading() as reading:
        row = known(reading.connection, me.account.id)
    if row.password:
        tries.count(row.login, address, me.session)
        if not matches(row.password, old):
            raise NotAllowed("old_password")
        tries.forgive(row.login, me.session)
    hash = new_hash(login, new)
    with writing(office) as connection:
        set_password(connection, row.account, login, hash)
        _end_others(connection, office, me)


def new_hash(login: str, password: str) -> str:
    """Validate and hash a new password. Slow, so call it before the write transaction."""
    return hashed(checked_password(password, plain_login(login)))


def set_password(connection: Connection, id: AccountId, login: str, hash: str) -> None:
    """Set the login and the password hash of an account."""
    accounts.change(connection, id, login=checked_login(connection, login, own=id), password=hash)


def _end_others(connection: Connection, office: Office, me: SignedIn) -> None:
    rows = accounts.sessions_of(connection, me.account.id, office.now())
    accounts.end_sessions(connection, [row.token for row in rows if row.token[:HANDLE] != me.session])
