"""The door of a table: a cookie that only its own pages get, and what it opens."""

from fastapi import Request
from starlette.responses import Response

from kamchatka.app.office import Office
from kamchatka.app.tournaments.passes import Phone, TablePlace, phone_at
from kamchatka.refusals import NotAllowed
from kamchatka.web.site.forms import number_in
from kamchatka.web.site.visitors import is_https

COOKIE = "tavolo"
LASTS = 16 * 60 * 60
"""Seconds: longer than any round of a day; the end of the round ends it before."""


def place_of(request: Request) -> TablePlace:
    """The table of the address; one that cannot be is number 0, which no round has."""
    values = request.path_params
    return TablePlace(values["id"], number_in(values["round"]), number_in(values["table"]))


def page_of(place: TablePlace) -> str:
    """Where the sheet of a table is written."""
    return f"/tavolo/{place}"


def phone_of(request: Request) -> Phone:
    """The phone at the table of the address; NotAllowed unless it was let in there, and its round goes on."""
    found: Phone | None = getattr(request.state, "phone", None)
    if found is None:
        office: Office = request.app.state.office
        found = phone_at(office, place_of(request), request.cookies.get(COOKIE, ""))
        if found is None:
            raise NotAllowed("no_pass")
        request.state.phone = found
    return found


def let_phone_in(request: Request, response: Response, place: TablePlace, token: str) -> None:
    """Give the phone its token, for the pages of this table alone."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=LASTS,
        path=page_of(place),
        httponly=True,
        samesite="lax",
        secure=is_https(request),
    )
