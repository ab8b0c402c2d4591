"""The device that sits at an online table: a cookie for all tables, of which they know only a hash."""

import secrets

from fastapi import Request
from starlette.responses import Response

from kamchatka.app.games.online.hall import TableHall
from kamchatka.app.games.online.live import LiveTable
from kamchatka.app.games.online.refusals import Forbidden, Unknown
from kamchatka.app.games.online.seating import device_of
from kamchatka.app.office import Actor, Role

COOKIE, PATH = "giocatore", "/gioca"
LASTS = 400 * 24 * 60 * 60
"""In seconds: the longest that browsers keep a cookie."""
TOKEN_BYTES = 16
LONGEST_TOKEN = 64


def token_of(request: Request) -> str:
    """What this browser holds, or empty."""
    token = request.cookies.get(COOKIE, "")
    return token if len(token) <= LONGEST_TOKEN else ""


def device(request: Request) -> str:
    """What tables know of this browser, or empty."""
    return device_of(token_of(request))


def chair_of(request: Request, live: LiveTable) -> int | None:
    """The chair that this browser holds at a table."""
    chair = live.table.chair_of(device(request))
    if chair is not None:
        request.state.seat = chair
    return chair


def seated_actor(request: Request) -> Actor:
    """Who sits at the table in the address; Forbidden for everybody else."""
    hall: TableHall = request.app.state.tables
    id = request.path_params["id"]
    try:
        chair = chair_of(request, hall.live(id))
    except Unknown:
        chair = None
    if chair is None:
        raise Forbidden("not_your_seat")
    return Actor(Role.PLAYER, f"{id}-{chair}")


def new_token() -> str:
    """A token for a browser that has none."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def let_sit(response: Response, token: str) -> None:
    """Set the token as a cookie for the pages of online tables."""
    response.set_cookie(COOKIE, token, max_age=LASTS, path=PATH, httponly=True, samesite="lax")
