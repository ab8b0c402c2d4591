"""One's own account, and for administrators everybody's."""

from dataclasses import dataclass

from fastapi import Request
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from kamchatka.app.accounts import links, own, register
from kamchatka.app.accounts.passwords import SHORTEST
from kamchatka.app.accounts.register import Kind
from kamchatka.app.accounts.sessions import SignedIn
from kamchatka.app.tournament.desk import listed, open_desk
from kamchatka.web.access import LockedRouter, Need, actor_of
from kamchatka.web.forms import FormBody, done, field_of, office_of
from kamchatka.web.hosts import is_only_here, outside_address
from kamchatka.web.language import language_of
from kamchatka.web.moments import ago, day_of
from kamchatka.web.pages import is_fragment, render, unkept
from kamchatka.web.qr import qr_svg
from kamchatka.web.routes.doors import client_address
from kamchatka.web.visitors import visitor_of

router = LockedRouter()

ALL = "/account/tutti"
OFFERED = (Kind.ORGANISER, Kind.ADMINISTRATOR)


@dataclass(frozen=True)
class NewLink:
    """A link that was just made: shown once, since only its hash is kept."""

    name: str
    address: str
    qr: Markup
    expires: str
    is_only_here: bool


def new_link(request: Request, name: str, token: str, lasts: str) -> NewLink:
    """The link of a token, as somebody gives it away."""
    address = f"{outside_address(request)}/invito/{token}"
    return NewLink(name, address, qr_svg(address), lasts, is_only_here(request))


@router.page("/account", Need.ACCOUNT)
def show_account(request: Request) -> HTMLResponse:
    """Name, password, the browsers it is open in, and what one is to which event."""
    office, me, lang = office_of(request), _me(request), language_of(request)
    now = office.clock()
    events = [open_desk(office, id, lang) for id in listed(office) if id in me.grants]
    return render(
        request,
        "doors/account.html",
        me=me.account,
        roles=[(desk.id, desk.tournament.settings.name, me.grants[desk.id]) for desk in events],
        sessions=[(each, ago(each.seen, now, lang)) for each in own.own_sessions(office, me)],
        shortest=SHORTEST,
    )


@router.form("/account/nome", Need.ACCOUNT)
def rename(request: Request, form: FormBody) -> Response:
    """Choose how one is called."""
    own.rename(office_of(request), _me(request), field_of(form, "nome"))
    return done(request, "/account", "accounts.said.renamed")


@router.form("/account/password", Need.ACCOUNT)
def change_password(request: Request, form: FormBody) -> Response:
    """Choose a password; every other browser has to enter again."""
    own.change_password(
        office_of(request),
        request.app.state.tries,
        _me(request),
        login=field_of(form, "nome"),
        new=str(form.get("nuova", "")),
        old=str(form.get("vecchia", "")),
        address=client_address(request),
    )
    return done(request, "/account", "accounts.said.password")


@router.form("/account/sessioni/altre", Need.ACCOUNT)
def end_other_sessions(request: Request) -> Response:
    """Close the account everywhere else."""
    own.end_other_sessions(office_of(request), _me(request))
    return done(request, "/account", "accounts.said.others_ended")


@router.form("/account/sessioni/{handle}/chiudi", Need.ACCOUNT)
def end_session(request: Request, handle: str) -> Response:
    """Close the account in one browser."""
    own.end_session(office_of(request), _me(request), handle)
    return done(request, "/account", "accounts.said.session_ended")


# --- everybody's ---


@router.page(ALL, Need.ADMINISTRATOR)
def show_accounts(request: Request) -> HTMLResponse:
    """Every account, the invitations that wait, and the form for another one."""
    return _accounts(request)


@router.form(ALL, Need.ADMINISTRATOR)
def add_account(request: Request, form: FormBody) -> HTMLResponse:
    """A link to send to somebody who shall make events, or administer."""
    name, kind = field_of(form, "nome"), field_of(form, "genere") or Kind.ORGANISER
    token = links.invite_organiser(office_of(request), actor_of(request), name, kind)
    return _accounts(request, new_link(request, name, token, "accounts.link.days"))


@router.form(ALL + "/{account}/link", Need.ADMINISTRATOR)
def make_link(request: Request, account: str) -> HTMLResponse:
    """A link for somebody who lost the password, or the browser they were in."""
    office, actor = office_of(request), actor_of(request)
    token = links.make_entry_link(office, actor, account)
    [name] = [each.name for each in register.listing(office, actor) if each.id == account]
    return _accounts(request, new_link(request, name, token, "accounts.link.minutes"))


@router.form(ALL + "/{account}/sospendi", Need.ADMINISTRATOR)
def disable(request: Request, account: str) -> Response:
    """Let an account in no more."""
    register.disable(office_of(request), actor_of(request), account)
    return done(request, ALL, "accounts.said.disabled")


@router.form(ALL + "/{account}/riattiva", Need.ADMINISTRATOR)
def enable(request: Request, account: str) -> Response:
    """Let an account in again."""
    register.enable(office_of(request), actor_of(request), account)
    return done(request, ALL, "accounts.said.enabled")


@router.form(ALL + "/{account}/elimina", Need.ADMINISTRATOR)
def remove(request: Request, account: str) -> Response:
    """Forget an account."""
    register.remove(office_of(request), actor_of(request), account)
    return done(request, ALL, "accounts.said.removed")


@router.form("/account/inviti/{handle}/ritira", Need.ADMINISTRATOR)
def withdraw(request: Request, handle: str) -> Response:
    """Let an invitation open nothing any more."""
    links.withdraw(office_of(request), actor_of(request), handle)
    return done(request, ALL, "accounts.said.withdrawn")


def _accounts(request: Request, link: NewLink | None = None) -> HTMLResponse:
    office, actor, lang = office_of(request), actor_of(request), language_of(request)
    page = render(
        request,
        "doors/parts/everybody.html" if is_fragment(request) else "doors/everybody.html",
        accounts=[
            (each, day_of(each.created, lang), each.id == visitor_of(request).account)
            for each in register.listing(office, actor)
        ],
        pending=[(each, day_of(each.expires, lang)) for each in links.pending(office, actor)],
        link=link,
        kinds=OFFERED,
    )
    return unkept(page) if link else page


def _me(request: Request) -> SignedIn:
    me = visitor_of(request).signed_in
    assert me is not None, "the guard lets nobody else in"
    return me
