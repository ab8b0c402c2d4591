"""The cut at the desk, with its reasons and reserves, and the end: winners, podium, what is left to do."""

from fastapi import Request
from starlette.responses import HTMLResponse, Response

from kamchatka.app.tournament.desk import carry_out, new_seed
from kamchatka.tournament.command import rankable
from kamchatka.tournament.entries import WithdrawPlayer
from kamchatka.tournament.recording import PublishStandings
from kamchatka.tournament.rounds import CutStage
from kamchatka.tournament.settings import CloseTournament
from kamchatka.tournament.views.bracket import bracket
from kamchatka.tournament.views.cut import cut_page, finale
from kamchatka.web.access import JUDGES, ORGANISERS, LockedRouter, actor_of
from kamchatka.web.event_frame import desk_of, desk_page
from kamchatka.web.forms import FormBody, action_of, done, field_of, office_of
from kamchatka.web.language import language_of

router = LockedRouter()


@router.page("/organizza/{id}/taglio", JUDGES)
def show_cut(request: Request, id: str) -> HTMLResponse:
    """Who would play on, or does; the bracket below."""
    desk, lang = desk_of(request), language_of(request)
    with rankable():
        view = cut_page(desk.tournament, desk.names, lang)
        columns = bracket(desk.tournament, desk.names, desk.tournament.rounds)
    return desk_page(request, "desk/cut.html", desk, "cut", view=view, bracket=columns, seed=new_seed())


@router.form("/organizza/{id}/taglio", ORGANISERS)
def make_cut(request: Request, id: str, form: FormBody) -> Response:
    """Settle who plays on, as it was shown."""
    seed = field_of(form, "seme") or new_seed()
    carry_out(office_of(request), actor_of(request), id, CutStage(seed), action=action_of(form))
    return done(request, f"/organizza/{id}/taglio", "cut_page.done")


@router.form("/organizza/{id}/taglio/ritiro", ORGANISERS)
def withdraw(request: Request, id: str, form: FormBody) -> Response:
    """Somebody who qualified plays no longer: a reserve comes in by another cut."""
    desk, reason = desk_of(request), field_of(form, "motivo")
    who = desk.entrant(field_of(form, "chi"))
    office, actor = office_of(request), actor_of(request)
    carry_out(office, actor, id, WithdrawPlayer(who), note=reason, action=action_of(form))
    return done(request, f"/organizza/{id}/taglio", "cut_page.withdrawn", who=desk.names[who])


@router.page("/organizza/{id}/proclama", JUDGES)
def show_finale(request: Request, id: str) -> HTMLResponse:
    """Who won, and what is left to do."""
    desk, lang = desk_of(request), language_of(request)
    with rankable():
        view = finale(desk.tournament, desk.names, lang)
    return desk_page(request, "desk/finale.html", desk, "board", view=view)


@router.form("/organizza/{id}/proclama/pubblica", ORGANISERS)
def publish(request: Request, id: str, form: FormBody) -> Response:
    """Make the final standings public."""
    carry_out(office_of(request), actor_of(request), id, PublishStandings(), action=action_of(form))
    return done(request, f"/organizza/{id}/proclama", "cut_page.finale.published")


@router.form("/organizza/{id}/proclama/chiudi", ORGANISERS)
def close(request: Request, id: str, form: FormBody) -> Response:
    """Put the tournament away."""
    carry_out(office_of(request), actor_of(request), id, CloseTournament(), action=action_of(form))
    return done(request, f"/organizza/{id}/proclama", "cut_page.finale.closed")
