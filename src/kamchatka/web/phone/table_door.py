"""Access of a phone to a table: a cookie limited to the table's pages."""

from fastapi import Request
from starlette.responses import Response

from kamchatka.app.office import Office
from kamchatka.app.tournaments.passes import Phone, TablePlace, phone_at
from kamchatka.refusals import NotAllowed
from kamchatka.web.site.forms import number_in

COOKIE = "tavolo"
LASTS = 16 * 60 * 60
"""In seconds: longer than a round; access ends earlier, with the round."""


def place_of(request: Request) -> TablePlace:
    """The table in the address; an invalid number becomes 0, which no round has."""
    values = request.path_params
    return TablePlace(values["id"], number_in(values["round"]), number_in(values["table"]))


def page_of(place: TablePlace) -> str:
    """Address of a table's page."""
    return f"/tavolo/{place}"


def count_of(place: TablePlace) -> str:
    """Address of a table's final count."""
    return f"{page_of(place)}/conta"


def phone_of(request: Request) -> Phone:
    """The phone at the table in the address; NotAllowed without a valid token or after the round."""
    found: Phone | None = getattr(request.state, "phone", None)
    if found is None:
        office: Office = request.app.state.office
        found = phone_at(office, place_of(request), request.cookies.get(COOKIE, ""))
        if found is None:
            raise NotAllowed("no_pass")
        request.state.phone = found
    return found


def let_phone_in(response: Response, place: TablePlace, token: str) -> None:
    """Set the phone's token as a cookie for this table's pages."""
    response.set_cookie(COOKIE, token, max_age=LASTS, path=page_of(place), httponly=True, samesite="lax")
