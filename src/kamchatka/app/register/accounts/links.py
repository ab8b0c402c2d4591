"""Single-use links that sign in their holder: viewing a link changes nothing, using it spends it."""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from sqlalchemy import Connection

from kamchatka.app.office import Actor, Office, Role
from kamchatka.app.register.accounts import account_register as register
from kamchatka.app.register.accounts.account_register import Kind, checked_name, known, make, writing
from kamchatka.app.register.accounts.own import new_hash, set_password
from kamchatka.app.register.accounts.sessions import HANDLE, SignedIn, begin, kept, later, new_token
from kamchatka.ids import AccountId
from kamchatka.refusals import NotPossibleNow, NotUnderstood
from kamchatka.store import accounts
from kamchatka.store.accounts import AccountRow, LinkRow

INVITED = (Role.ORGANISER, Role.OFFICIAL_JUDGE, *register.ASSISTANTS)
"""Roles that an invitation can give in an event; others come with a table pass."""


class Purpose(StrEnum):
    """Purpose of a link."""

    SETUP = "set-up"
    """Signs in the administrator; printed on the terminal."""
    INVITATION = "invitation"
    """Creates an account, or gives a role to an existing one."""
    ENTRY = "entry"
    """Signs in an account that lost its password, or never had one."""


LASTS = {
    Purpose.SETUP: timedelta(minutes=10),
    Purpose.ENTRY: timedelta(minutes=10),
    Purpose.INVITATION: timedelta(days=7),
}


@dataclass(frozen=True)
class Link:
    """A usable link, as its holder sees it."""

    purpose: Purpose
    name: str
    """The name of the invited person."""
    kind: Kind
    tournament: str
    role: Role | None
    expires: str
    handle: str


@dataclass(frozen=True)
class Password:
    """The login and password chosen while using a link."""

    login: str
    password: str


# --- making them ---


def needs_setup(office: Office) -> bool:
    """Whether no administrator can sign in without a link."""
    with office.reading() as reading:
        return not any(
            row.kind == Kind.ADMINISTRATOR and row.password and not row.disabled
            for row in accounts.everybody(reading.connection)
        )


def make_setup_link(office: Office) -> str:
    """Create a set-up link for the administrator; returns its token. Earlier set-up links end."""
    with writing(office) as connection:
        end_setup_links(connection, office)
        return _make(connection, office, Purpose.SETUP, kind=Kind.ADMINISTRATOR)


def end_setup_links(connection: Connection, office: Office) -> None:
    """End all set-up links."""
    old = [
        each.token
        for each in accounts.open_links(connection, office.now(), "")
        if each.purpose == Purpose.SETUP
    ]
    accounts.end_links(connection, old)


def close_setup(office: Office) -> None:
    """End all set-up links when the program stops."""
    with writing(office) as connection:
        end_setup_links(connection, office)


def invite(office: Office, actor: Actor, name: str, tournament: str, role: str) -> str:
    """Create an invitation to a role in an event; returns its token."""
    actor.must_be(Role.ORGANISER)
    if role not in INVITED:
        raise NotUnderstood("invited_role")
    with writing(office) as connection:
        who = checked_name(name)
        return _make(connection, office, Purpose.INVITATION, name=who, tournament=tournament, role=role)


def invite_organiser(office: Office, actor: Actor, name: str, kind: str = Kind.ORGANISER) -> str:
    """Create an invitation for an organiser or administrator account; returns its token."""
    actor.must_be()
    if kind not in list(Kind):
        raise NotUnderstood("invited_role")
    with writing(office) as connection:
        return _make(connection, office, Purpose.INVITATION, name=checked_name(name), kind=kind)


def make_entry_link(office: Office, actor: Actor, id: str) -> str:
    """Create a sign-in link for an account; returns its token. The old password works until it is used."""
    actor.must_be()
    with writing(office) as connection:
        row = known(connection, id)
        if row.disabled:
            raise NotPossibleNow("account_disabled")
        return _make(connection, office, Purpose.ENTRY, account=row.account, name=row.name)


def pending(office: Office, actor: Actor, tournament: str = "") -> list[Link]:
    """The unused invitations to an event, or to accounts if none is given."""
    actor.must_be(*([Role.ORGANISER] if tournament else []))
    with office.reading() as reading:
        rows = accounts.open_links(reading.connection, office.now(), tournament)
    return [_link(row) for row in rows if row.purpose == Purpose.INVITATION]


def withdraw(office: Office, actor: Actor, handle: str, tournament: str = "") -> None:
    """Withdraw an invitation."""
    actor.must_be(*([Role.ORGANISER] if tournament else []))
    with writing(office) as connection:
        rows = accounts.open_links(connection, office.now(), tournament)
        accounts.end_links(connection, [row.token for row in rows if row.token[:HANDLE] == handle])


# --- using them ---


def look_at(office: Office, token: str, purposes: tuple[Purpose, ...]) -> Link:
    """The link of a token, without using it; NotPossibleNow if it is used, expired or unknown."""
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
    """Use a link; returns the token of a new session.

    An invitation goes to the signed-in account, else to a new account with this name.
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
    """The account that a link signs in."""
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
    # The old password may be in other hands: it is cleared and its sessions end.
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
