"""Penalties and exclusions, given by the official judge with a reason."""

from starlette.responses import HTMLResponse

from kamchatka.app.tournaments.results import penalty_trail
from kamchatka.scoring.sheet.model import Target
from kamchatka.tournament.views.people import entrants
from kamchatka.web.site.locks import JUDGES, OFFICIAL, LockedRouter, may_open
from kamchatka.web.site.visit import AtDesk

router = LockedRouter()
TARGETS: tuple[Target, ...] = ("total", "result", "ranking")


@router.page("/organizza/{id}/penalita", JUDGES)
def show_penalties(at: AtDesk, giocatore: str = "") -> HTMLResponse:
    """The penalties so far, and the form for a new one."""
    desk = at.desk
    return at.page(
        "desk/penalties.html",
        "standings",
        people=entrants(desk.tournament, desk.names),
        chosen=giocatore,
        rounds=[each.number for each in desk.tournament.public_rounds],
        targets=TARGETS,
        may_give=may_open(OFFICIAL, at.visitor, at.id),
        trail=penalty_trail(at.office, desk, at.lang),
        numbers={who: each.number for who, each in desk.tournament.entrants.items()},
        home=at.home,
    )
