"""At the table: a phone that scanned the QR code joins."""

from limits import RateLimitItemPerMinute
from starlette.responses import HTMLResponse, Response

from kamchatka.app.register.accounts.passwords import MINUTES, network_of
from kamchatka.app.tournaments.passes import has_code, join, needs_number
from kamchatka.refusals import NotPossibleNow, Refusal
from kamchatka.web.phone.table_door import let_phone_in, page_of
from kamchatka.web.phone.table_visit import AtTable, TableForm, TableVisit
from kamchatka.web.site.locks import LockedRouter, Need

router = LockedRouter()
WRONG = RateLimitItemPerMinute(5, MINUTES)
"""Limit on wrong codes per network, and on wrong joining numbers per table."""


@router.page("/t/{id}/{round}/{table}/{code}", Need.NOTHING)
def show_pass(at: AtTable, code: str) -> HTMLResponse:
    """The players of the table, and a button to join; opening the page changes nothing."""
    _check_code(at, code)
    wants_number = needs_number(at.office, at.place)
    return at.render("table/open.html", **at.frame(), code=code, wants_number=wants_number)


@router.form("/t/{id}/{round}/{table}/{code}", Need.NOTHING)
def open_pass(at: TableForm, code: str) -> Response:
    """Let this phone join: the first by the code, further ones by the number the first phone shows."""
    _check_code(at, code)
    place = at.place
    at.tries.check(WRONG, "joining", str(place))
    try:
        token = join(at.office, place, code, at.field("numero").replace(" ", ""))
    except Refusal as refusal:
        if refusal.code == "wrong_joining":
            at.tries.limit(WRONG, "joining", str(place))
        raise
    response = at.done(page_of(place))
    let_phone_in(response, place, token)
    return response


def _check_code(at: TableVisit, code: str) -> None:
    """Refuse a wrong code. Only wrong codes count towards the limit, which never blocks a correct one.

    A whole hall may share one address and scan papers of the previous round.
    """
    if not has_code(at.office, at.place, code):
        at.tries.limit(WRONG, "pass", network_of(at.client_address))
        raise NotPossibleNow("pass_over")
