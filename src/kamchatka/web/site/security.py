"""Security middleware: strict headers on each response, and protection against CSRF."""

from collections.abc import Iterable
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kamchatka.web.site.errors import error_page
from kamchatka.web.site.visitors import ANYBODY, is_https

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
UNFRAMED = {"x-frame-options": "DENY"}
"""For browsers without `frame-ancestors`; this header cannot list allowed sites."""
VERSIONED, KEPT = "/static/vendor/", "public, max-age=31536000, immutable"
"""Files with their version in the address are cached for good."""
PRIVATE = "no-store"
RETRY_SECONDS = 60
"""When to try again after the disk was full."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def framed_by(sites: Iterable[str]) -> str:
    """The content security policy of a page that these sites may embed."""
    return HEADERS["content-security-policy"].replace(
        "frame-ancestors 'none'", f"frame-ancestors {' '.join(sites)}"
    )


class SecurityHeaders:
    """Adds the headers to each response; browsers revalidate public pages and do not store private ones."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                # A page with a policy of its own names the sites that may embed it.
                framing = {} if "content-security-policy" in headers else UNFRAMED
                for name, value in {**HEADERS, **framing}.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", _caching(scope))
                if message["status"] == HTTPStatus.INSUFFICIENT_STORAGE:
                    headers["retry-after"] = str(RETRY_SECONDS)
                if "set-cookie" in headers and is_https(Request(scope)):
                    message["headers"] = [_secured(*each) for each in message["headers"]]
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


def _caching(scope: Scope) -> str:
    """For how long browsers keep a response: not at all if it was made for one visitor."""
    state = scope.get("state", {})
    if state.get("visitor", ANYBODY).account or not {"phone", "seat"}.isdisjoint(state):
        return PRIVATE
    return KEPT if scope["path"].startswith(VERSIONED) else "no-cache"


def _secured(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """The header; a cookie is sent over https only."""
    is_open = name == b"set-cookie" and b"; secure" not in value.lower()
    return name, value + b"; Secure" if is_open else value


class OwnWritesOnly:
    """Refuses unsafe methods unless the request comes from our own pages (CSRF)."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (
            scope["type"] == "http"
            and scope["method"] not in SAFE_METHODS
            and not is_own(Headers(scope=scope), is_https=is_https(Request(scope)))
        ):
            response = error_page(Request(scope), 403, "foreign_site")
            await response(scope, receive, send)
            return
        await self.app(scope, receive, send)


def is_own(headers: Headers, *, is_https: bool) -> bool:
    """Whether the headers say that the request comes from a page of this site.

    Browsers send Sec-Fetch-Site only over https and to localhost; over plain http on a local network,
    the Origin must match the Host. Under https a page of the same name without it is another site.
    """
    scheme, _, origin = headers.get("origin", "").lower().partition("://")
    if is_https and scheme == "http":
        return False
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    return origin != "" and origin == headers.get("host", "").lower()
