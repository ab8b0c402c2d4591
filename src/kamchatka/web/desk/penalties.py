"""Warnings, penalties and exclusions, given and taken back by the official judge with a reason."""

from starlette.responses import HTMLResponse

from kamchatka import ledger
from kamchatka.app.tournaments.results import sanction_trail
from kamchatka.referee.casebook.discipline import sanction_clauses
from kamchatka.tournament.views.people import entrants
from kamchatka.web.site.locks import OFFICIAL, VIEW, LockedRouter, may_open
from kamchatka.web.site.visit import AtDesk

router = LockedRouter()


@router.page("/organizza/{id}/penalita", VIEW)
def show_penalties(at: AtDesk, giocatore: str = "") -> HTMLResponse:
    """What was given so far, and a form for each kind, with the regulation's clauses in words."""
    desk, settings = at.desk, at.desk.tournament.settings
    known = sanction_clauses(desk.tournament.setup.rulebook, settings.cases_off)
    return at.page(
        "desk/penalties.html",
        "standings",
        people=entrants(desk.tournament, desk.names),
        chosen=giocatore,
        rounds=[each.number for each in desk.tournament.public_rounds],
        clauses={
            kind: [(id, ledger.clause(id).rule(at.lang)) for id in clauses] for kind, clauses in known.items()
        },
        may_give=may_open(OFFICIAL, at.visitor, at.id),
        trail=sanction_trail(at.office, desk, at.lang),
        names=desk.names,
        numbers={who: each.number for who, each in desk.tournament.entrants.items()},
    )
