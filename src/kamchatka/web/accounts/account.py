"""The visitor's own account, and for administrators all accounts."""

from dataclasses import dataclass

from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from kamchatka.app.register.accounts import account_register as register
from kamchatka.app.register.accounts import links, own
from kamchatka.app.register.accounts.account_register import Kind
from kamchatka.app.register.accounts.passwords import SHORTEST
from kamchatka.app.register.accounts.sessions import SignedIn
from kamchatka.app.tournaments.listing import open_listed
from kamchatka.messages.moments import ago, day_of
from kamchatka.web.site.hosts import is_only_here, outside_address
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.pages import unkept
from kamchatka.web.site.qr import qr_svg
from kamchatka.web.site.visit import AtSite, SiteForm, Visit

router = LockedRouter()

ALL = "/account/tutti"
OFFERED = (Kind.ORGANISER, Kind.ADMINISTRATOR)


@dataclass(frozen=True)
class NewLink:
    """A new link: shown once, since only its hash is stored."""

    name: str
    address: str
    qr: Markup
    expires: str
    is_only_here: bool


def new_link(at: Visit, name: str, token: str, lasts: str) -> NewLink:
    """The link for a token, with the address and QR code to pass on."""
    address = f"{outside_address(at.request)}/invito/{token}"
    return NewLink(name, address, qr_svg(address), lasts, is_only_here(at.request))


@router.page("/account", Need.ACCOUNT)
def show_account(at: AtSite) -> HTMLResponse:
    """Name, password, open sessions, and the account's role in each event."""
    office, me, lang = at.office, _me(at), at.lang
    now = office.clock()
    events = open_listed(office, lang, only=me.grants.__contains__).desks
    return at.render(
        "doors/account.html",
        me=me.account,
        roles=[(desk.id, desk.tournament.settings.name, me.grants[desk.id]) for desk in events],
        sessions=[(each, ago(each.seen, now, lang)) for each in own.own_sessions(office, me)],
        shortest=SHORTEST,
    )


@router.form("/account/nome", Need.ACCOUNT)
def rename(at: SiteForm) -> Response:
    """Change the account's name."""
    own.rename(at.office, _me(at), at.field("nome"))
    return at.done("/account", "accounts.said.renamed")


@router.form("/account/password", Need.ACCOUNT)
def change_password(at: SiteForm) -> Response:
    """Change the password; all other sessions end."""
    own.change_password(
        at.office,
        at.tries,
        _me(at),
        login=at.field("nome"),
        new=str(at.form.get("nuova", "")),
        old=str(at.form.get("vecchia", "")),
        address=at.client_address,
    )
    return at.done("/account", "accounts.said.password")


@router.form("/account/sessioni/altre", Need.ACCOUNT)
def end_other_sessions(at: AtSite) -> Response:
    """End all sessions but this one."""
    own.end_other_sessions(at.office, _me(at))
    return at.done("/account", "accounts.said.others_ended")


@router.form("/account/sessioni/{handle}/chiudi", Need.ACCOUNT)
def end_session(at: AtSite, handle: str) -> Response:
    """End one session."""
    own.end_session(at.office, _me(at), handle)
    return at.done("/account", "accounts.said.session_ended")


# --- all accounts ---


@router.page(ALL, Need.ADMINISTRATOR)
def show_accounts(at: AtSite) -> HTMLResponse:
    """All accounts, open invitations, and the form to invite."""
    return _accounts(at)


@router.form(ALL, Need.ADMINISTRATOR)
def add_account(at: SiteForm) -> HTMLResponse:
    """Create an invitation for a new event creator or administrator."""
    name, kind = at.field("nome"), at.field("genere") or Kind.ORGANISER
    token = links.invite_organiser(at.office, at.actor, name, kind)
    return _accounts(at, new_link(at, name, token, "accounts.link.days"))


@router.form(ALL + "/{account}/link", Need.ADMINISTRATOR)
def make_link(at: AtSite, account: str) -> HTMLResponse:
    """Create a login link for an account whose owner lost the password or the session."""
    token = links.make_entry_link(at.office, at.actor, account)
    [name] = [each.name for each in register.listing(at.office, at.actor) if each.id == account]
    return _accounts(at, new_link(at, name, token, "accounts.link.minutes"))


@router.form(ALL + "/{account}/sospendi", Need.ADMINISTRATOR)
def disable(at: AtSite, account: str) -> Response:
    """Disable an account: it can no longer log in."""
    register.disable(at.office, at.actor, account)
    return at.done(ALL, "accounts.said.disabled")


@router.form(ALL + "/{account}/riattiva", Need.ADMINISTRATOR)
def enable(at: AtSite, account: str) -> Response:
    """Enable an account again."""
    register.enable(at.office, at.actor, account)
    return at.done(ALL, "accounts.said.enabled")


@router.form(ALL + "/{account}/elimina", Need.ADMINISTRATOR)
def remove(at: AtSite, account: str) -> Response:
    """Delete an account."""
    register.remove(at.office, at.actor, account)
    return at.done(ALL, "accounts.said.removed")


@router.form("/account/inviti/{handle}/ritira", Need.ADMINISTRATOR)
def withdraw(at: AtSite, handle: str) -> Response:
    """Revoke an invitation."""
    links.withdraw(at.office, at.actor, handle)
    return at.done(ALL, "accounts.said.withdrawn")


def _accounts(at: Visit, link: NewLink | None = None) -> HTMLResponse:
    office, actor, lang = at.office, at.actor, at.lang
    page = at.render(
        "doors/parts/everybody.html" if at.is_fragment else "doors/everybody.html",
        accounts=[
            (each, day_of(each.created, lang), each.id == at.visitor.account)
            for each in register.listing(office, actor)
        ],
        pending=[(each, day_of(each.expires, lang)) for each in links.pending(office, actor)],
        link=link,
        kinds=OFFERED,
    )
    return unkept(page) if link else page


def _me(at: Visit) -> SignedIn:
    me = at.visitor.signed_in
    assert me is not None, "the guard lets nobody else in"
    return me
