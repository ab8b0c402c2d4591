"""The cut at the desk, with its reasons and reserves, and the end: winners, podium, what is left to do."""

from starlette.responses import HTMLResponse, Response

from kamchatka.app.tournament.desk import new_seed
from kamchatka.tournament.command import rankable
from kamchatka.tournament.entries import WithdrawPlayer
from kamchatka.tournament.recording import PublishStandings
from kamchatka.tournament.rounds import CutStage
from kamchatka.tournament.settings import CloseTournament
from kamchatka.tournament.views.bracket import bracket
from kamchatka.tournament.views.cut import cut_page, finale
from kamchatka.web.access import JUDGES, ORGANISERS, LockedRouter
from kamchatka.web.visit import AtDesk, DeskForm

router = LockedRouter()


@router.page("/organizza/{id}/taglio", JUDGES)
def show_cut(at: AtDesk) -> HTMLResponse:
    """Who would play on, or does; the bracket below."""
    desk = at.desk
    with rankable():
        view = cut_page(desk.tournament, desk.names, at.lang)
        columns = bracket(desk.tournament, desk.names, desk.tournament.rounds)
    return at.page("desk/cut.html", "cut", view=view, bracket=columns, seed=new_seed())


@router.form("/organizza/{id}/taglio", ORGANISERS)
def make_cut(at: DeskForm) -> Response:
    """Settle who plays on, as it was shown."""
    at.execute(CutStage(at.field("seme") or new_seed()))
    return at.done("/taglio", "cut_page.done")


@router.form("/organizza/{id}/taglio/ritiro", ORGANISERS)
def withdraw(at: DeskForm) -> Response:
    """Somebody who qualified plays no longer: a reserve comes in by another cut."""
    who = at.desk.entrant(at.field("chi"))
    at.execute(WithdrawPlayer(who), note=at.field("motivo"))
    return at.done("/taglio", "cut_page.withdrawn", who=at.desk.names[who])


@router.page("/organizza/{id}/proclama", JUDGES)
def show_finale(at: AtDesk) -> HTMLResponse:
    """Who won, and what is left to do."""
    with rankable():
        view = finale(at.desk.tournament, at.desk.names, at.lang)
    return at.page("desk/finale.html", "board", view=view)


@router.form("/organizza/{id}/proclama/pubblica", ORGANISERS)
def publish(at: DeskForm) -> Response:
    """Make the final standings public."""
    at.execute(PublishStandings())
    return at.done("/proclama", "cut_page.finale.published")


@router.form("/organizza/{id}/proclama/chiudi", ORGANISERS)
def close(at: DeskForm) -> Response:
    """Put the tournament away."""
    at.execute(CloseTournament())
    return at.done("/proclama", "cut_page.finale.closed")
