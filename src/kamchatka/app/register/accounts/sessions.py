"""Signing in and out: a session is a random token in one browser, and can be ended from another."""

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from kamchatka.app.office import Office, Role
from kamchatka.app.register.accounts import installation_secret
from kamchatka.app.register.accounts.account_register import Account, account_of, plain_login
from kamchatka.app.register.accounts.passwords import Tries, matches
from kamchatka.ids import AccountId
from kamchatka.refusals import NotAllowed
from kamchatka.store import accounts
from kamchatka.store.accounts import SessionRow

LASTS = timedelta(days=30)
SEEN_EVERY = timedelta(minutes=15)
TOKEN_BYTES = 32
MARK_BYTES = 16
HANDLE = 16
"""Length of the hash prefix that identifies a session on its owner's page."""


@dataclass(frozen=True)
class SignedIn:
    """A signed-in browser: its account, and the account's role in each event."""

    account: Account
    grants: Mapping[str, Role]
    session: str
    """The handle of the session."""


def new_token() -> str:
    """256 random bits, for a URL or a cookie."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def kept(token: str) -> str:
    """The hash of a token, as stored in the database."""
    return hashlib.sha256(token.encode("utf-8", errors="surrogatepass")).hexdigest()


def later(office: Office, after: timedelta) -> str:
    """The time after this interval, as written in the log."""
    return replace(office, clock=lambda: office.clock() + after).now()


def find(office: Office, token: str) -> SignedIn | None:
    """The session of a token; None if it has expired or does not exist."""
    with office.reading() as reading:
        found = accounts.session(reading.connection, kept(token), office.now())
        if found is None:
            return None
        session, row = found
        grants = accounts.grants_of(reading.connection, row.account)
    roles = {event: Role(role) for event, role in grants.items()}
    return SignedIn(account_of(row), roles, session.token[:HANDLE])


def mark_seen(office: Office, token: str) -> None:
    """Record that a session is in use, at most every quarter of an hour."""
    now = office.now()
    with office.reading() as reading:
        found = accounts.session(reading.connection, kept(token), now)
    if found and datetime.fromisoformat(found[0].seen) + SEEN_EVERY < datetime.fromisoformat(now):
        with office.store.database.writing() as connection:
            accounts.mark_seen(connection, kept(token), now)


def begin(connection: Connection, office: Office, account: AccountId, device: str, leaving: str = "") -> str:
    """Begin a session; returns its new token. `leaving` is the browser's old token, which ends."""
    token, now = new_token(), office.now()
    accounts.sweep(connection, now)
    accounts.end_sessions(connection, [kept(leaving)])
    row = SessionRow(kept(token), account, now, now, later(office, LASTS), device[:80])
    accounts.add(connection, row)
    return token


def log_in(
    office: Office,
    tries: Tries,
    login: str,
    password: str,
    *,
    address: str,
    device: str,
    marks: Mapping[str, str] | None = None,
    leaving: str = "",
) -> str:
    """Begin a session with login and password; returns its token. NotAllowed or TooManyTries otherwise.

    `marks` are the browser's device marks, by account. Neither the answer nor its timing reveals whether the
    login exists.
    """
    login = plain_login(login)
    with office.reading() as reading:
        row = accounts.account_by_login(reading.connection, login)
    known = _known_device(office, row.account, (marks or {}).get(row.account, "")) if row else ""
    tries.count(login, address, known)
    if not matches(row.password if row else "", password) or row is None or row.disabled:
        raise NotAllowed("login")
    tries.forgive(login, known)
    with office.store.database.writing() as connection:
        return begin(connection, office, row.account, device, leaving)


def log_out(office: Office, token: str) -> None:
    """End a session."""
    with office.store.database.writing() as connection:
        accounts.end_sessions(connection, [kept(token)])


# --- devices that signed in before ---


def device_mark(office: Office, account: AccountId) -> str:
    """A new mark for a browser that signed in to an account; it outlasts the session and opens nothing."""
    device = secrets.token_urlsafe(MARK_BYTES)
    return f"{device}.{_signature(office, account, device)}"


def _known_device(office: Office, account: AccountId, mark: str) -> str:
    """The device in a mark that this installation made for the account, or empty."""
    device, _, signature = mark.partition(".")
    if not signature:
        return ""
    wanted = _signature(office, account, device).encode()
    return device if hmac.compare_digest(wanted, signature.encode("utf-8", "replace")) else ""


def _signature(office: Office, account: AccountId, device: str) -> str:
    key = hmac.digest(installation_secret(office), b"device mark", "sha256")
    return hmac.digest(key, f"{account}/{device}".encode("utf-8", "replace"), "sha256").hex()
