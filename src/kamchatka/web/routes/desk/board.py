"""The first page of the desk: what to do now, how far the event is, what to look at."""

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from kamchatka.tournament.views.desk import desk as desk_view
from kamchatka.web.event_frame import desk_of, desk_page
from kamchatka.web.language import language_of

router = APIRouter()


@router.api_route("/organizza/{id}", methods=["GET", "HEAD"])
def show_board(request: Request, id: str) -> HTMLResponse:
    """One sentence and one button, then everything else."""
    desk = desk_of(request)
    view = desk_view(desk.tournament, desk.names, language_of(request))
    return desk_page(request, "desk/board.html", desk, "board", view=view)
