"""Penalties: given by the official judge with a reason, listed with it; and exclusions."""

from fastapi import Request
from starlette.responses import HTMLResponse, Response

from kamchatka.app.tournament.desk import Desk, carry_out
from kamchatka.app.tournament.results import penalty_trail
from kamchatka.ids import ClauseId, PersonId
from kamchatka.refusals import NotUnderstood
from kamchatka.scoring.sheet.model import Target
from kamchatka.tournament.command import Command
from kamchatka.tournament.entries import DisqualifyPlayer
from kamchatka.tournament.recording import GivePenalty
from kamchatka.tournament.views.people import entrants
from kamchatka.web.access import JUDGES, OFFICIAL, LockedRouter, actor_of, may_open
from kamchatka.web.event_frame import desk_of, desk_page
from kamchatka.web.forms import FormBody, action_of, done, field_of, office_of
from kamchatka.web.language import language_of
from kamchatka.web.moments import time_of
from kamchatka.web.visitors import visitor_of

router = LockedRouter()
TARGETS: tuple[Target, ...] = ("total", "result", "ranking")


@router.page("/organizza/{id}/penalita", JUDGES)
def show_penalties(request: Request, id: str, giocatore: str = "") -> HTMLResponse:
    """Those given so far, and a form for another."""
    desk = desk_of(request)
    return desk_page(
        request,
        "desk/penalties.html",
        desk,
        "standings",
        people=entrants(desk.tournament, desk.names),
        chosen=giocatore,
        rounds=[each.number for each in desk.tournament.public_rounds],
        targets=TARGETS,
        may_give=may_open(OFFICIAL, visitor_of(request), id),
        trail=penalty_trail(office_of(request), desk, language_of(request)),
        home=f"/organizza/{desk.id}",
        time_of=time_of,
    )


@router.form("/organizza/{id}/penalita", OFFICIAL)
def give_penalty(request: Request, id: str, form: FormBody) -> Response:
    """Take points or places from somebody."""
    desk = desk_of(request)
    who, reason = _person(desk, field_of(form, "giocatore")), field_of(form, "motivo")
    target = field_of(form, "bersaglio")
    if target not in TARGETS:
        raise NotUnderstood("unknown_word", given=target, known=", ".join(TARGETS))
    asked = GivePenalty(
        person=who,
        target=target,
        points=field_of(form, "punti") or 0,
        places=_number(field_of(form, "posti")),
        round=_number(field_of(form, "turno")) or None,
        clause=_clause(field_of(form, "clausola")),
        reason=reason,
    )
    _carry_out(request, id, asked, form)
    here = f"/organizza/{id}/penalita"
    return done(request, here, "results_page.penalty_page.given", name=desk.names[who])


@router.form("/organizza/{id}/penalita/escludi", OFFICIAL)
def exclude(request: Request, id: str, form: FormBody) -> Response:
    """Exclude somebody from the tournament."""
    desk = desk_of(request)
    who = _person(desk, field_of(form, "giocatore"))
    asked = DisqualifyPlayer(who, field_of(form, "motivo"), _clause(field_of(form, "clausola")))
    _carry_out(request, id, asked, form)
    here = f"/organizza/{id}/penalita"
    return done(request, here, "results_page.penalty_page.disqualified", name=desk.names[who])


def _carry_out(request: Request, id: str, command: Command, form: FormBody) -> None:
    note = field_of(form, "motivo")
    carry_out(office_of(request), actor_of(request), id, command, note=note, action=action_of(form))


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
