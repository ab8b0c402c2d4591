"""Host names this server answers to, and addresses at which others reach it; no DNS lookups.

Unknown host names are refused, to prevent DNS rebinding.
"""

import re
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from fastapi import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

FORWARDING = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
"""Headers that a reverse proxy adds. Clients can forge them, so they only ever reduce trust."""
HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?")
# Nothing is sent to these: connecting a UDP socket to them reveals our own address on each network.
PROBES = ("192.0.2.1", "192.168.0.1", "192.168.1.1", "10.0.0.1", "172.16.0.1")


@dataclass(frozen=True, kw_only=True)
class Site:
    """How clients reach the server, besides its IP addresses."""

    names: Sequence[str] = ()
    """Host names, such as `torneo.local`."""
    public: str = ""
    """The https address of the reverse proxy, if there is one."""
    is_lan: bool = False
    """Whether it serves the local network."""

    def knows(self, name: str) -> bool:
        """Whether this is one of the site's names."""
        given = {*self.names, urlsplit(self.public).hostname or ""}
        return name.rstrip(".") in {each.lower().rstrip(".") for each in given if each}

    def is_asked(self, scope: Scope) -> bool:
        """Whether a request names this site, a loopback name, or the address that it reached."""
        asked = [value for name, value in scope["headers"] if name == b"host"]
        name = host_name(asked[0].decode("latin-1")) if len(asked) == 1 else ""
        address = _address(name)
        if address is None:
            return name == "localhost" or self.knows(name)
        reached = _address((scope.get("server") or ("",))[0])
        return address.is_loopback or address == reached or self.knows(name)

    def is_public(self, host: str) -> bool:
        """Whether a Host header names the reverse proxy."""
        return bool(self.public) and host_name(host) == (urlsplit(self.public).hostname or "").lower()


class KnownHosts:
    """Middleware: answers only to loopback names, the address the client reached, and the site's names."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self.app = app
        self.site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self.site.is_asked(scope):
            await self.app(scope, receive, send)
        else:
            await Response(status_code=421)(scope, receive, send)


def host_name(host: str) -> str:
    """The name or address in a Host header, without its port; empty if malformed."""
    found = HOST.fullmatch(host.lower())
    return (found[1] or found[2]) if found else ""


def is_local(request: Request) -> bool:
    """Whether the request comes from this computer and uses a loopback name."""
    if any(name in request.headers for name in FORWARDING):
        return False
    return request.client is not None and _is_loopback(request.client.host) and _is_loopback(_asked(request))


def outside_address(request: Request) -> str:
    """Base URL that others can open, for links and QR codes."""
    site: Site = request.app.state.site
    if site.public:
        return site.public.rstrip("/")
    found = lan_addresses() if site.is_lan and _is_loopback(_asked(request)) else []
    if found:
        return web_address(found[0], request.url.port or 80)
    return f"{request.url.scheme}://{request.url.netloc}"


def is_only_here(request: Request) -> bool:
    """Whether `outside_address` works on this computer only."""
    return _is_loopback(host_name(urlsplit(outside_address(request)).netloc))


def lan_addresses() -> list[str]:
    """Addresses at which other devices can reach us, most likely first."""
    found: list[str] = []
    for probe in PROBES:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            # An error means that we have no address on that network.
            if asking.connect_ex((probe, 9)) == 0:
                found.append(asking.getsockname()[0])
    return [address for address in dict.fromkeys(found) if not address.startswith("127.")]


def web_address(host: str, port: int) -> str:
    """The http address, as people type it."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _asked(request: Request) -> str:
    return host_name(request.headers.get("host", ""))


def _is_loopback(name: str) -> bool:
    address = _address(name)
    return name == "localhost" or (address is not None and address.is_loopback)


def _address(name: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(name)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
