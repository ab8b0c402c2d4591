"""The doors: entering by name and password or by a link, and leaving."""

from fastapi import Request
from starlette.responses import HTMLResponse, Response

from kamchatka.app.accounts import links, sessions
from kamchatka.app.accounts.links import Link, Password, Purpose
from kamchatka.app.accounts.passwords import SHORTEST
from kamchatka.app.tournament.desk import open_desk
from kamchatka.refusals import NotPossibleNow, NotUnderstood
from kamchatka.web.access import LockedRouter, Need
from kamchatka.web.event_frame import DESK
from kamchatka.web.forms import FormBody, done, field_of, office_of
from kamchatka.web.hosts import is_local
from kamchatka.web.language import language_of, own_path
from kamchatka.web.pages import render, unkept
from kamchatka.web.visitors import let_in, send_out, token_of, visitor_of

router = LockedRouter()

SETUP = (Purpose.SETUP,)
INVITED = (Purpose.INVITATION, Purpose.ENTRY)
BROWSERS = (
    *(("edg", "Edge"), ("opr/", "Opera"), ("firefox", "Firefox"), ("fxios", "Firefox")),
    *(("crios", "Chrome"), ("chrom", "Chrome"), ("safari", "Safari")),
)
"""The first that is named: later ones stand in the names of earlier ones too."""
SYSTEMS = (
    *(("iphone", "iPhone"), ("ipad", "iPad"), ("android", "Android"), ("windows", "Windows")),
    *(("mac os", "Mac"), ("cros", "Chromebook"), ("linux", "Linux")),
)


@router.page("/entra", Need.NOTHING)
def show_door(request: Request, torna: str = "/") -> HTMLResponse:
    """Name and password; at the computer itself, before the set-up, also where its link is."""
    needs_setup = is_local(request) and links.needs_setup(office_of(request))
    return render(request, "doors/enter.html", back=own_path(torna), needs_setup=needs_setup)


@router.form("/entra", Need.NOTHING)
def enter(request: Request, form: FormBody) -> Response:
    """A new session, and on to where the visitor was going."""
    token = sessions.log_in(
        office_of(request),
        request.app.state.tries,
        field_of(form, "nome"),
        str(form.get("password", "")),
        address=client_address(request),
        device=_device(request),
        leaving=token_of(request),
    )
    return _entered(request, token, own_path(field_of(form, "torna")))


@router.form("/esci", Need.NOTHING)
def leave(request: Request) -> Response:
    """End this session."""
    sessions.log_out(office_of(request), token_of(request))
    response = done(request, "/", "accounts.said.out")
    send_out(request, response)
    return response


@router.page("/avvio/{token}", Need.NOTHING)
def show_setup(request: Request, token: str) -> HTMLResponse:
    """A button; looking at the page does not use the link up."""
    link = _looked_at(request, token, SETUP)
    if link is None:
        return render(request, "doors/over.html", status=410, sentence="accounts.setup.over")
    return unkept(render(request, "doors/setup.html", is_local=is_local(request), shortest=SHORTEST))


@router.form("/avvio/{token}", Need.NOTHING)
def set_up(request: Request, token: str, form: FormBody) -> Response:
    """Let the administrator in: at the computer itself by the link alone, elsewhere with a password."""
    password = None if is_local(request) else _password(form)
    entered = links.use(
        office_of(request),
        token,
        SETUP,
        device=_device(request),
        password=password,
        leaving=token_of(request),
    )
    return _entered(request, entered, "/organizza", "accounts.said.set_up")


@router.page("/invito/{token}", Need.NOTHING)
def show_invitation(request: Request, token: str) -> HTMLResponse:
    """What somebody is invited to, and a button."""
    link = _looked_at(request, token, INVITED)
    if link is None:
        return render(request, "doors/over.html", status=410, sentence="refused.link_over")
    return unkept(render(request, "doors/invitation.html", link=link, event_name=_event_name(request, link)))


@router.form("/invito/{token}", Need.NOTHING)
def accept(request: Request, token: str, form: FormBody) -> Response:
    """Use an invitation up: as whoever is in, by an account that exists, or as somebody new."""
    office, me = office_of(request), visitor_of(request).signed_in
    link = links.look_at(office, token, INVITED)
    if field_of(form, "come") == "account":
        own = sessions.log_in(
            office,
            request.app.state.tries,
            field_of(form, "nome"),
            str(form.get("password", "")),
            address=client_address(request),
            device=_device(request),
            leaving=token_of(request),
        )
        me, leaving = sessions.find(office, own), own
    else:
        leaving = token_of(request)
    entered = links.use(
        office,
        token,
        INVITED,
        device=_device(request),
        name=field_of(form, "nome"),
        me=me,
        leaving=leaving,
    )
    if link.purpose == Purpose.ENTRY:
        return _entered(request, entered, "/account", "accounts.said.entered")
    return _entered(request, entered, f"{DESK}/{link.tournament}" if link.tournament else DESK)


def client_address(request: Request) -> str:
    """The address a visitor comes from, as the connection tells it: headers are believed only where the
    server was told that another one stands in front of it.
    """
    return request.client.host if request.client else ""


def _entered(request: Request, token: str, address: str, code: str = "") -> Response:
    response = done(request, address, code)
    let_in(request, response, token)
    return response


def _password(form: FormBody) -> Password:
    return Password(field_of(form, "nome"), str(form.get("password", "")))


def _looked_at(request: Request, token: str, purposes: tuple[Purpose, ...]) -> Link | None:
    try:
        return links.look_at(office_of(request), token, purposes)
    except NotPossibleNow:
        return None


def _event_name(request: Request, link: Link) -> str:
    if not link.tournament:
        return ""
    try:
        desk = open_desk(office_of(request), link.tournament, language_of(request))
    except NotUnderstood:
        return link.tournament  # it was a demonstration, and is gone
    return desk.tournament.settings.name


def _device(request: Request) -> str:
    """What the browser says it is, such as `Firefox, Android`; nothing if it says nothing we know."""
    said = request.headers.get("user-agent", "").lower()
    found = [next((name for sign, name in known if sign in said), "") for known in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found))
