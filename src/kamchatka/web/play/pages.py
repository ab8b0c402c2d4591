"""The page of an online table in each of its states."""

from starlette.responses import HTMLResponse

from kamchatka.web.play.board_page import board_page
from kamchatka.web.play.lobby import late_page, note_seen, over_page, waiting_page
from kamchatka.web.play.play_visit import AtPlay
from kamchatka.web.site.locks import LockedRouter, Need

router = LockedRouter()


@router.page("/gioca/{id}", Need.NOTHING)
def show_table(at: AtPlay) -> HTMLResponse:
    """A table: its waiting room, its board, its end."""
    at.check_watching()
    found = at.envelope()
    if found.table.state in ("waiting", "ready"):
        page = waiting_page(at, found)
    elif found.table.state == "over":
        page = over_page(at, found)
    elif found.view is None:
        page = late_page(at, found)
    else:
        page = board_page(at, found)
    return note_seen(at, page, found.version) if found.table.me else page
