"""Links that let in whoever holds them, once: looking at one changes nothing, using it spends it."""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from sqlalchemy import Connection

from kamchatka.app.office import Actor, Office, Role
from kamchatka.app.register.accounts import register
from kamchatka.app.register.accounts.own import new_hash, set_password
from kamchatka.app.register.accounts.register import Kind, checked_name, known, make, writing
from kamchatka.app.register.accounts.sessions import HANDLE, SignedIn, begin, kept, later, new_token
from kamchatka.ids import AccountId
from kamchatka.refusals import NotPossibleNow, NotUnderstood
from kamchatka.store import accounts
from kamchatka.store.accounts import AccountRow, LinkRow

INVITED = (Role.ORGANISER, Role.OFFICIAL_JUDGE)
"""What a link can make of somebody in an event; a table's own pass makes the others."""


class Purpose(StrEnum):
    """What a link is for."""

    SETUP = "set-up"
    """Printed where the program runs: the administrator."""
    INVITATION = "invitation"
    """An account for somebody new, or a role for somebody who has one."""
    ENTRY = "entry"
    """An account whose password was lost, or that never had one."""


LASTS = {
    Purpose.SETUP: timedelta(minutes=10),
    Purpose.ENTRY: timedelta(minutes=10),
    Purpose.INVITATION: timedelta(days=7),
}


@dataclass(frozen=True)
class Link:
    """A link that can be used, as whoever holds it sees it."""

    purpose: Purpose
    name: str
    """Whom it was made for."""
    kind: Kind
    tournament: str
    role: Role | None
    expires: str
    handle: str


@dataclass(frozen=True)
class Password:
    """The name and password that somebody chooses while using a link."""

    login: str
    password: str


# --- making them ---


def needs_setup(office: Office) -> bool:
    """Whether no administrator could enter without a link."""
    with office.reading() as reading:
        return not any(
            row.kind == Kind.ADMINISTRATOR and row.password and not row.disabled
            for row in accounts.everybody(reading.connection)
        )


def make_setup_link(office: Office) -> str:
    """The token of a link for whoever runs the program; those printed before open nothing any more."""
    with writing(office) as connection:
        end_setup_links(connection, office)
        return _make(connection, office, Purpose.SETUP, kind=Kind.ADMINISTRATOR)


def end_setup_links(connection: Connection, office: Office) -> None:
    """Let the set-up links that were printed open nothing any more."""
    old = [
        each.token
        for each in accounts.open_links(connection, office.now(), "")
        if each.purpose == Purpose.SETUP
    ]
    accounts.end_links(connection, old)


def close_setup(office: Office) -> None:
    """The program stops: its link opens nothing any more."""
    with writing(office) as connection:
        end_setup_links(connection, office)


def invite(office: Office, actor: Actor, name: str, tournament: str, role: str) -> str:
    """The token of a link that gives a role in an event."""
    actor.must_be(Role.ORGANISER)
    if role not in INVITED:
        raise NotUnderstood("invited_role")
    with writing(office) as connection:
        who = checked_name(name)
        return _make(connection, office, Purpose.INVITATION, name=who, tournament=tournament, role=role)


def invite_organiser(office: Office, actor: Actor, name: str, kind: str = Kind.ORGANISER) -> str:
    """The token of a link that makes an account that may make events, or administer."""
    actor.must_be()
    if kind not in list(Kind):
        raise NotUnderstood("invited_role")
    with writing(office) as connection:
        return _make(connection, office, Purpose.INVITATION, name=checked_name(name), kind=kind)


def make_entry_link(office: Office, actor: Actor, id: str) -> str:
    """The token of a link to an account whose password was lost; it stays valid until the link is used."""
    actor.must_be()
    with writing(office) as connection:
        row = known(connection, id)
        if row.disabled:
            raise NotPossibleNow("account_disabled")
        return _make(connection, office, Purpose.ENTRY, account=row.account, name=row.name)


def pending(office: Office, actor: Actor, tournament: str = "") -> list[Link]:
    """The invitations to an event, or to accounts, that nobody has used yet."""
    actor.must_be(*([Role.ORGANISER] if tournament else []))
    with office.reading() as reading:
        rows = accounts.open_links(reading.connection, office.now(), tournament)
    return [_link(row) for row in rows if row.purpose == Purpose.INVITATION]


def withdraw(office: Office, actor: Actor, handle: str, tournament: str = "") -> None:
    """Let an invitation open nothing any more."""
    actor.must_be(*([Role.ORGANISER] if tournament else []))
    with writing(office) as connection:
        rows = accounts.open_links(connection, office.now(), tournament)
        accounts.end_links(connection, [row.token for row in rows if row.token[:HANDLE] == handle])


# --- using them ---


def look_at(office: Office, token: str, purposes: tuple[Purpose, ...]) -> Link:
    """What a link is for, without using it; NotPossibleNow if it opens nothing (any more)."""
    with office.reading() as reading:
        return _link(_usable(accounts.link(reading.connection, kept(token)), office, purposes))


def use(
    office: Office,
    token: str,
    purposes: tuple[Purpose, ...],
    *,
    device: str,
    name: str = "",
    password: Password | None = None,
    me: SignedIn | None = None,
    leaving: str = "",
) -> str:
    """Spend a link; gives the token of a new session.

    An invitation goes to the account of whoever is in, else to a new one of this name.
    """
    look_at(office, token, purposes)
    hash = new_hash(password.login, password.password) if password else ""
    with writing(office) as connection:
        row = _usable(accounts.link(connection, kept(token)), office, purposes)
        if not accounts.spend(connection, row.token, office.now()):
            raise NotPossibleNow("link_over")
        account = _account(connection, office, row, name, me)
        if row.tournament:
            register.grant(connection, office.now(), account, row.tournament, Role(row.role))
        if password:
            set_password(connection, account, password.login, hash)
        return begin(connection, office, account, device, leaving)


def _account(
    connection: Connection, office: Office, row: LinkRow, name: str, me: SignedIn | None
) -> AccountId:
    """Whom a link lets in."""
    if row.purpose == Purpose.INVITATION:
        if me is None:
            return make(connection, office.now(), Kind(row.kind), checked_name(name or row.name)).account
        if list(Kind).index(Kind(row.kind)) < list(Kind).index(me.account.kind):
            accounts.change(connection, me.account.id, kind=row.kind)
        return me.account.id
    if row.purpose == Purpose.SETUP:
        found = _administrator(connection)
        if found is None:
            return make(connection, office.now(), Kind.ADMINISTRATOR, "").account
    else:
        found = known(connection, row.account)
    # Whoever lost a password chooses a new one; whoever may have found it is sent away.
    accounts.change(connection, found.account, password="")
    register.send_away(connection, found.account)
    return found.account


def _administrator(connection: Connection) -> AccountRow | None:
    rows = accounts.everybody(connection)
    found = [row for row in rows if row.kind == Kind.ADMINISTRATOR and not row.disabled]
    return min(found, key=lambda row: row.created, default=None)


def _make(connection: Connection, office: Office, purpose: Purpose, **of: str) -> str:
    token = new_token()
    accounts.sweep(connection, office.now())
    what = {"account": "", "name": "", "kind": Kind.MEMBER, "tournament": "", "role": "", **of}
    dates = {"created": office.now(), "expires": later(office, LASTS[purpose])}
    accounts.add(connection, LinkRow(token=kept(token), purpose=purpose, **what, **dates))
    return token


def _usable(row: LinkRow | None, office: Office, purposes: tuple[Purpose, ...]) -> LinkRow:
    if row is None or row.purpose not in purposes or row.spent or row.expires <= office.now():
        raise NotPossibleNow("link_over")
    return row


def _link(row: LinkRow) -> Link:
    return Link(
        purpose=Purpose(row.purpose),
        name=row.name,
        kind=Kind(row.kind),
        tournament=row.tournament,
        role=Role(row.role) if row.role else None,
        expires=row.expires,
        handle=row.token[:HANDLE],
    )
