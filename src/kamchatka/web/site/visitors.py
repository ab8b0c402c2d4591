"""The visitor of a page: the account of the browser's session, or anonymous."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fastapi import Request
from starlette.responses import Response

from kamchatka.app.office import Actor, Role
from kamchatka.app.register.accounts import sessions
from kamchatka.app.register.accounts.account_register import Kind
from kamchatka.app.register.accounts.sessions import SignedIn

COOKIE = "sessione"
HOST_ONLY = "__Host-"
"""Browsers bind a cookie with this prefix to this host, but accept it only over https."""
SECURE_COOKIE = f"{HOST_ONLY}{COOKIE}"
DEVICE_COOKIE = "dispositivo-"
"""Followed by an account that the browser has signed in to: strangers' wrong passwords do not lock it out."""
DEVICE_SECONDS = 400 * 24 * 60 * 60
"""The longest that browsers keep a cookie."""


@dataclass(frozen=True, kw_only=True)
class Visitor:
    """A visitor of a page; anonymous without an account."""

    account: str = ""
    """An opaque id."""
    name: str = ""
    is_administrator: bool = False
    may_create: bool = False
    grants: Mapping[str, Role] = field(default_factory=dict)
    """The role in each event, by the event's id."""
    signed_in: SignedIn | None = None

    def actor(self, event: str = "") -> Actor:
        """The visitor as use cases see it, in an event or outside events."""
        if self.is_administrator:
            return Actor(Role.ADMINISTRATOR, self.account)
        without = Role.ORGANISER if self.may_create and not event else Role.SPECTATOR
        return Actor(self.grants.get(event, without), self.account or "anybody")

    def runs(self, event: str) -> bool:
        """Whether the visitor is an organiser of an event."""
        return self.is_administrator or self.grants.get(event) == Role.ORGANISER


ANYBODY = Visitor()


def visitor_of(request: Request) -> Visitor:
    """The visitor, looked up once per request."""
    found: Visitor | None = getattr(request.state, "visitor", None)
    if found is None:
        request.state.visitor = ANYBODY  # for the error page, if the lookup fails
        request.state.visitor = found = _look_up(request)
    return found


def _look_up(request: Request) -> Visitor:
    token = token_of(request)
    signed_in = sessions.find(request.app.state.office, token) if token else None
    if signed_in is None:
        return ANYBODY
    account = signed_in.account
    return Visitor(
        account=account.id,
        name=account.name,
        is_administrator=account.kind == Kind.ADMINISTRATOR,
        may_create=account.kind != Kind.MEMBER,
        grants=signed_in.grants,
        signed_in=signed_in,
    )


def token_of(request: Request) -> str:
    """The browser's session token, or empty."""
    return request.cookies.get(_cookie(request, COOKIE), "")


def device_marks(request: Request) -> dict[str, str]:
    """The browser's device marks, by account."""
    prefix = _cookie(request, DEVICE_COOKIE)
    return {
        name.removeprefix(prefix): mark for name, mark in request.cookies.items() if name.startswith(prefix)
    }


def let_in(request: Request, response: Response, token: str) -> None:
    """Set the session cookie, and the one that makes the browser known to the account."""
    signed_in = sessions.find(request.app.state.office, token)
    assert signed_in is not None, "it has just begun"
    account = signed_in.account.id
    mark = sessions.device_mark(request.app.state.office, account)
    for name, value, seconds in (
        (COOKIE, token, int(sessions.LASTS.total_seconds())),
        (DEVICE_COOKIE + account, mark, DEVICE_SECONDS),
    ):
        response.set_cookie(_cookie(request, name), value, max_age=seconds, httponly=True, samesite="lax")


def send_out(request: Request, response: Response) -> None:
    """Delete the session cookie."""
    response.delete_cookie(_cookie(request, COOKIE), httponly=True, samesite="lax")


def _cookie(request: Request, name: str) -> str:
    return f"{HOST_ONLY}{name}" if is_https(request) else name


def is_https(request: Request) -> bool:
    """Whether the browser uses https, with us or with the reverse proxy."""
    return request.url.scheme == "https" or request.app.state.site.is_public(request.headers.get("host", ""))
