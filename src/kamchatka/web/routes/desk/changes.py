"""Arrivals and no-shows after the draw: how to seat somebody more, or to do without somebody."""

from starlette.responses import HTMLResponse, Response

from kamchatka.app.tournament.desk import named
from kamchatka.messages import text
from kamchatka.refusals import Refusal
from kamchatka.tournament.arranging import CoverNoShow, SeatArrival, proposal_for_no_show
from kamchatka.tournament.views.tables import tables_in_words
from kamchatka.web.access import ORGANISERS, LockedRouter
from kamchatka.web.routes.desk.draw import changed
from kamchatka.web.visit import AtDesk, DeskForm

router = LockedRouter()


@router.form("/organizza/{id}/sorteggio/arrivo", ORGANISERS)
def seat_arrival(at: DeskForm) -> Response:
    """Seat somebody who came after the draw, where it was proposed."""
    desk = at.desk
    who, reason = desk.entrant(at.field("chi")), text("draw_page.reason.arrival", at.lang)
    at.execute(SeatArrival(who, reason), note=reason)
    return changed(at, "draw_page.seated", who=desk.names[who])


@router.page("/organizza/{id}/sorteggio/assente", ORGANISERS)
def ask_no_show(at: AtDesk, chi: str = "") -> HTMLResponse:
    """How to do without somebody who did not come to the table."""
    desk = at.desk
    who = desk.entrant(chi)
    try:
        proposal = proposal_for_no_show(desk.tournament, who)
    except Refusal as refusal:
        raise named(refusal, desk.names) from None
    return at.page(
        "desk/no_show.html",
        "draw",
        who=desk.names[who],
        entrant=desk.tournament.entrants[who].number,
        proposal=proposal,
        tables=tables_in_words(proposal, desk.names),
        may_accept=bool(proposal.tables),
    )


@router.form("/organizza/{id}/sorteggio/assente", ORGANISERS)
def cover_no_show(at: DeskForm) -> Response:
    """Do without them, as proposed."""
    desk = at.desk
    who, reason = desk.entrant(at.field("chi")), text("draw_page.reason.no_show", at.lang)
    at.execute(CoverNoShow(who, reason), note=reason)
    return changed(at, "draw_page.covered", who=desk.names[who])
