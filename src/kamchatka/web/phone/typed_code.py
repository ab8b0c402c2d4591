"""The short code printed beside a table's QR code, typed by a phone that cannot scan it."""

from limits import RateLimitItemPerMinute
from starlette.responses import HTMLResponse, Response

from kamchatka.app.register.accounts.passwords import MINUTES, network_of
from kamchatka.app.tournaments.passes import path_by_short_code
from kamchatka.refusals import Refusal
from kamchatka.web.site.forms import status_of
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.visit import AtSite, SiteForm

router = LockedRouter()
WRONG = RateLimitItemPerMinute(20, MINUTES)
"""Limit on wrong short codes per network. It also blocks correct ones: a short code could be guessed."""


@router.page("/t", Need.NOTHING)
def show_form(at: AtSite) -> HTMLResponse:
    """Where to type the code."""
    return at.render("table/typed.html", typed="", fault="")


@router.form("/t", Need.NOTHING)
def enter(at: SiteForm) -> Response:
    """Lead to the pass of the table with this code."""
    network, typed = network_of(at.client_address), at.field("codice")
    at.tries.check(WRONG, "short code", network)
    try:
        path = path_by_short_code(at.office, typed)
    except Refusal as refusal:
        at.tries.limit(WRONG, "short code", network)
        fault = refusal.on_page(at.lang)
        return at.render("table/typed.html", status=status_of(refusal), typed=typed[:9], fault=fault)
    return at.done(path)
