"""Whether a visitor sits at the computer that runs Kamchatka.

Until people have roles, only whoever started it may take things away.
"""

from ipaddress import ip_address

from fastapi import Request

FORWARDING = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
"""What a server in front of ours adds; a stranger may send them too, so they only ever take away trust."""


def is_local(request: Request) -> bool:
    """Whether the request comes from this computer, asked for by one of its own names.

    The name matters: a page of another site could lead its own name to this computer's address.
    """
    if any(name in request.headers for name in FORWARDING):
        return False
    return request.client is not None and _is_loopback(request.client.host) and _is_loopback(_host(request))


def _host(request: Request) -> str:
    name = request.url.hostname or ""
    return "127.0.0.1" if name == "localhost" else name


def _is_loopback(address: str) -> bool:
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return (getattr(found, "ipv4_mapped", None) or found).is_loopback
