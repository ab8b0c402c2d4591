"""Penalties: given by the official judge with a reason, listed with it; and exclusions."""

from starlette.responses import HTMLResponse, Response

from kamchatka.app.tournament.desk import Desk
from kamchatka.app.tournament.results import penalty_trail
from kamchatka.ids import ClauseId, PersonId
from kamchatka.refusals import NotUnderstood
from kamchatka.scoring.sheet.model import Target
from kamchatka.tournament.entries import DisqualifyPlayer
from kamchatka.tournament.recording import GivePenalty
from kamchatka.tournament.views.people import entrants
from kamchatka.web.access import JUDGES, OFFICIAL, LockedRouter, may_open
from kamchatka.web.moments import time_of
from kamchatka.web.visit import AtDesk, DeskForm

router = LockedRouter()
TARGETS: tuple[Target, ...] = ("total", "result", "ranking")


@router.page("/organizza/{id}/penalita", JUDGES)
def show_penalties(at: AtDesk, giocatore: str = "") -> HTMLResponse:
    """Those given so far, and a form for another."""
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
        home=at.home,
        time_of=time_of,
    )


@router.form("/organizza/{id}/penalita", OFFICIAL)
def give_penalty(at: DeskForm) -> Response:
    """Take points or places from somebody."""
    desk = at.desk
    who, reason = _person(desk, at.field("giocatore")), at.field("motivo")
    target = at.field("bersaglio")
    if target not in TARGETS:
        raise NotUnderstood("unknown_word", given=target, known=", ".join(TARGETS))
    asked = GivePenalty(
        person=who,
        target=target,
        points=at.field("punti") or 0,
        places=_number(at.field("posti")),
        round=_number(at.field("turno")) or None,
        clause=_clause(at.field("clausola")),
        reason=reason,
    )
    at.execute(asked, note=reason)
    return at.done("/penalita", "results_page.penalty_page.given", name=desk.names[who])


@router.form("/organizza/{id}/penalita/escludi", OFFICIAL)
def exclude(at: DeskForm) -> Response:
    """Exclude somebody from the tournament."""
    desk = at.desk
    who = _person(desk, at.field("giocatore"))
    reason = at.field("motivo")
    at.execute(DisqualifyPlayer(who, reason, _clause(at.field("clausola"))), note=reason)
    return at.done("/penalita", "results_page.penalty_page.disqualified", name=desk.names[who])


def _person(desk: Desk, number: str) -> PersonId:
    """Somebody by number, as the form's list names them."""
    if not number:
        raise NotUnderstood("not_entered", who="-")
    return desk.entrant(f"#{number}")


def _number(words: str) -> int:
    if not words:
        return 0
    if not words.isascii() or not words.isdigit() or len(words) > 4:
        raise NotUnderstood("typed_number", given=words[:20])
    return int(words)


def _clause(words: str) -> ClauseId | None:
    return ClauseId(words) if words else None
