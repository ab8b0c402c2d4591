"""Access to an event's desk: roles, invitations by link and QR code, and revoking both."""

from starlette.responses import HTMLResponse, Response

from kamchatka.app.register.accounts import account_register as register
from kamchatka.app.register.accounts import links
from kamchatka.messages.moments import day_of
from kamchatka.web.accounts.account import NewLink, new_link
from kamchatka.web.site.locks import ORGANISERS, LockedRouter
from kamchatka.web.site.pages import unkept
from kamchatka.web.site.visit import AtDesk, DeskForm, DeskVisit

router = LockedRouter()


@router.page("/organizza/{id}/accessi", ORGANISERS)
def show_access(at: AtDesk) -> HTMLResponse:
    """Roles, open invitations, and the form to invite."""
    return _access(at)


@router.form("/organizza/{id}/accessi", ORGANISERS)
def invite(at: DeskForm) -> HTMLResponse:
    """Create an invitation to a role: a link to send or to show as a QR code."""
    name, role = at.field("nome"), at.field("ruolo")
    token = links.invite(at.office, at.actor, name, at.desk.id, role)
    return _access(at, new_link(at, name, token, "accounts.link.days"))


@router.form("/organizza/{id}/accessi/{account}/togli", ORGANISERS)
def revoke(at: AtDesk, account: str) -> Response:
    """Remove an account's role in this event."""
    register.revoke(at.office, at.actor, at.id, account)
    return at.done("/accessi", "accounts.said.revoked")


@router.form("/organizza/{id}/accessi/inviti/{handle}/ritira", ORGANISERS)
def withdraw(at: AtDesk, handle: str) -> Response:
    """Revoke an invitation."""
    links.withdraw(at.office, at.actor, handle, at.id)
    return at.done("/accessi", "accounts.said.withdrawn")


def _access(at: DeskVisit, link: NewLink | None = None) -> HTMLResponse:
    office, actor, lang, me = at.office, at.actor, at.lang, at.visitor.account
    holders = register.role_holders(office, actor, at.desk.id)
    page = at.page(
        "doors/parts/access.html" if at.is_fragment else "doors/access.html",
        "judges",
        home=f"{at.home}/accessi",
        holders=[(each, day_of(each.since, lang), each.account.id == me) for each in holders],
        pending=[(each, day_of(each.expires, lang)) for each in links.pending(office, actor, at.id)],
        link=link,
        roles=links.INVITED,
    )
    return unkept(page) if link else page
