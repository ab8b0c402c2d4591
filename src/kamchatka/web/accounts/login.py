"""Logging in by name and password or by a link, and logging out."""

from starlette.responses import HTMLResponse, Response

from kamchatka.app.register.accounts import links, sessions
from kamchatka.app.register.accounts.links import Link, Password, Purpose
from kamchatka.app.register.accounts.passwords import SHORTEST
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.refusals import NotPossibleNow, NotUnderstood
from kamchatka.web.site.event_frame import DESK
from kamchatka.web.site.hosts import is_local
from kamchatka.web.site.language import own_path
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.pages import unkept
from kamchatka.web.site.visit import AtSite, SiteForm, Visit
from kamchatka.web.site.visitors import device_marks, let_in, send_out, token_of

router = LockedRouter()

SETUP = (Purpose.SETUP,)
INVITED = (Purpose.INVITATION, Purpose.ENTRY)
BROWSERS = (
    *(("edg", "Edge"), ("opr/", "Opera"), ("firefox", "Firefox"), ("fxios", "Firefox")),
    *(("crios", "Chrome"), ("chrom", "Chrome"), ("safari", "Safari")),
)
"""Marks in user agents, in order of precedence: browsers at the top also send the marks of later ones."""
SYSTEMS = (
    *(("iphone", "iPhone"), ("ipad", "iPad"), ("android", "Android"), ("windows", "Windows")),
    *(("mac os", "Mac"), ("cros", "Chromebook"), ("linux", "Linux")),
)


@router.page("/entra", Need.NOTHING)
def show_door(at: AtSite, torna: str = "/") -> HTMLResponse:
    """The login form; before the set-up, on the server's own computer, also where to find the set-up link."""
    needs_setup = is_local(at.request) and links.needs_setup(at.office)
    return at.render("doors/enter.html", back=own_path(torna), needs_setup=needs_setup)


@router.form("/entra", Need.NOTHING)
def enter(at: SiteForm) -> Response:
    """Start a session and redirect to the page the visitor wanted."""
    return _entered(at, _logged_in(at), own_path(at.field("torna")))


def _logged_in(at: Visit) -> str:
    """The token of a new session, from the name and password in the form."""
    return sessions.log_in(
        at.office,
        at.tries,
        at.field("nome"),
        _password(at),
        address=at.client_address,
        device=_device(at),
        marks=device_marks(at.request),
        leaving=token_of(at.request),
    )


@router.form("/esci", Need.NOTHING)
def leave(at: AtSite) -> Response:
    """End this session."""
    sessions.log_out(at.office, token_of(at.request))
    response = at.done("/", "accounts.said.out")
    send_out(at.request, response)
    return response


@router.page("/avvio/{token}", Need.NOTHING)
def show_setup(at: AtSite, token: str) -> HTMLResponse:
    """A button that uses the link; opening the page does not."""
    link = _looked_at(at, token, SETUP)
    if link is None:
        return at.render("doors/over.html", status=410, sentence="accounts.setup.over")
    return unkept(at.render("doors/setup.html", is_local=is_local(at.request), shortest=SHORTEST))


@router.form("/avvio/{token}", Need.NOTHING)
def set_up(at: SiteForm, token: str) -> Response:
    """Log the administrator in: on the server's own computer by the link alone, elsewhere with a password."""
    password = None if is_local(at.request) else Password(at.field("nome"), _password(at))
    entered = links.use(
        at.office,
        token,
        SETUP,
        device=_device(at),
        password=password,
        leaving=token_of(at.request),
    )
    return _entered(at, entered, "/organizza", "accounts.said.set_up")


@router.page("/invito/{token}", Need.NOTHING)
def show_invitation(at: AtSite, token: str) -> HTMLResponse:
    """What the invitation is for, and a button to accept it."""
    link = _looked_at(at, token, INVITED)
    if link is None:
        return at.render("doors/over.html", status=410, sentence="refused.link_over")
    return unkept(at.render("doors/invitation.html", link=link, event_name=_event_name(at, link)))


@router.form("/invito/{token}", Need.NOTHING)
def accept(at: SiteForm, token: str) -> Response:
    """Accept an invitation: with the current session, an existing account or a new one."""
    office, me = at.office, at.visitor.signed_in
    link = links.look_at(office, token, INVITED)
    if at.field("come") == "account":
        leaving = _logged_in(at)
        me = sessions.find(office, leaving)
    else:
        leaving = token_of(at.request)
    entered = links.use(
        office,
        token,
        INVITED,
        device=_device(at),
        name=at.field("nome"),
        me=me,
        leaving=leaving,
    )
    if link.purpose == Purpose.ENTRY:
        return _entered(at, entered, "/account", "accounts.said.entered")
    return _entered(at, entered, f"{DESK}/{link.tournament}" if link.tournament else DESK)


def _entered(at: Visit, token: str, address: str, code: str = "") -> Response:
    response = at.done(address, code)
    let_in(at.request, response, token)
    return response


def _password(at: Visit) -> str:
    """The password as typed, not stripped of spaces."""
    return str(at.form.get("password", ""))


def _looked_at(at: Visit, token: str, purposes: tuple[Purpose, ...]) -> Link | None:
    try:
        return links.look_at(at.office, token, purposes)
    except NotPossibleNow:
        return None


def _event_name(at: Visit, link: Link) -> str:
    if not link.tournament:
        return ""
    try:
        desk = open_tournament(at.office, link.tournament, at.lang)
    except NotUnderstood:
        return link.tournament  # a demonstration that was deleted
    return desk.tournament.settings.name


def _device(at: Visit) -> str:
    """Browser and system by the user agent, such as `Firefox, Android`; empty if unknown."""
    said = at.request.headers.get("user-agent", "").lower()
    found = [next((name for sign, name in known if sign in said), "") for known in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found))
