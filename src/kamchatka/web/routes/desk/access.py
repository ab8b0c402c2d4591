"""Who may enter an event: roles, invitations by link and QR code, and taking them back."""

from typing import Any

from fastapi import Request
from starlette.responses import HTMLResponse, Response

from kamchatka.app.accounts import links, register
from kamchatka.app.tournament.desk import Desk
from kamchatka.web.access import ORGANISERS, LockedRouter, actor_of
from kamchatka.web.event_frame import desk_of, desk_page
from kamchatka.web.forms import FormBody, done, field_of, office_of
from kamchatka.web.language import language_of
from kamchatka.web.moments import day_of
from kamchatka.web.pages import is_fragment, render, unkept
from kamchatka.web.routes.account import NewLink, new_link
from kamchatka.web.visitors import visitor_of

router = LockedRouter()


@router.page("/organizza/{id}/accessi", ORGANISERS)
def show_access(request: Request, id: str) -> HTMLResponse:
    """Who has which role, who is invited, and the form to invite somebody."""
    return _access(request, desk_of(request))


@router.form("/organizza/{id}/accessi", ORGANISERS)
def invite(request: Request, id: str, form: FormBody) -> HTMLResponse:
    """A link to send, or to show as a code, to whoever shall help."""
    desk = desk_of(request)
    name, role = field_of(form, "nome"), field_of(form, "ruolo")
    token = links.invite(office_of(request), actor_of(request), name, desk.id, role)
    return _access(request, desk, new_link(request, name, token, "accounts.link.days"))


@router.form("/organizza/{id}/accessi/{account}/togli", ORGANISERS)
def revoke(request: Request, id: str, account: str) -> Response:
    """Take somebody's role in this event away."""
    register.revoke(office_of(request), actor_of(request), id, account)
    return done(request, f"/organizza/{id}/accessi", "accounts.said.revoked")


@router.form("/organizza/{id}/accessi/inviti/{handle}/ritira", ORGANISERS)
def withdraw(request: Request, id: str, handle: str) -> Response:
    """Let an invitation open nothing any more."""
    links.withdraw(office_of(request), actor_of(request), handle, id)
    return done(request, f"/organizza/{id}/accessi", "accounts.said.withdrawn")


def _access(request: Request, desk: Desk, link: NewLink | None = None) -> HTMLResponse:
    office, actor, lang = office_of(request), actor_of(request), language_of(request)
    id, me = desk.id, visitor_of(request).account
    holders = register.role_holders(office, actor, id)
    values: dict[str, Any] = {
        "home": f"/organizza/{id}/accessi",
        "holders": [(each, day_of(each.since, lang), each.account.id == me) for each in holders],
        "pending": [(each, day_of(each.expires, lang)) for each in links.pending(office, actor, id)],
        "link": link,
        "roles": links.INVITED,
    }
    if is_fragment(request):
        page = render(request, "doors/parts/access.html", **values)
    else:
        page = desk_page(request, "doors/access.html", desk, "judges", **values)
    return unkept(page) if link else page
