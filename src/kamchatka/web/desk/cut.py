"""The cut, with its reasons and reserves, and the end of the event: winners, podium, what is left to do."""

from starlette.responses import HTMLResponse

from kamchatka.app.tournaments.opening import new_seed
from kamchatka.tournament.command import rankable
from kamchatka.tournament.views.bracket import bracket
from kamchatka.tournament.views.cut import cut_page, finale, lots_drawn
from kamchatka.tournament.views.draw import may_draw_now
from kamchatka.web.site.locks import VIEW, LockedRouter
from kamchatka.web.site.visit import AtDesk

router = LockedRouter()


@router.page("/organizza/{id}/taglio", VIEW)
def show_cut(at: AtDesk) -> HTMLResponse:
    """Who qualifies, provisionally or for good; the bracket below."""
    desk = at.desk
    with rankable():
        view = cut_page(desk.tournament, desk.names, at.lang)
        columns = bracket(desk.tournament, desk.names, desk.tournament.rounds)
    return at.page(
        "desk/cut.html",
        "cut",
        view=view,
        bracket=columns,
        seed=new_seed(),
        drawn=lots_drawn(desk.tournament, desk.names),
        may_draw=may_draw_now(desk.tournament),
        is_drawn=desk.tournament.open_round is not None,
    )


@router.page("/organizza/{id}/proclama", VIEW)
def show_finale(at: AtDesk) -> HTMLResponse:
    """The winners, and what is left to do."""
    desk = at.desk
    with rankable():
        view = finale(desk.tournament, desk.names, at.lang)
    drawn = lots_drawn(desk.tournament, desk.names)
    return at.page("desk/finale.html", "board", view=view, drawn=drawn, seed=new_seed())
