"""The board page: the map, and the same facts as tables."""

from starlette.responses import HTMLResponse

from kamchatka.board import load_board
from kamchatka.web.rules.board_data import decks, page_data, rows
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.map_drawing import drawing
from kamchatka.web.site.visit import AtSite

router = LockedRouter()


@router.page("/mappa", Need.NOTHING)
def show_board(at: AtSite) -> HTMLResponse:
    """The whole board on one page; the script makes the map interactive, the tables work without it."""
    lang = at.lang
    board = load_board()
    return at.render(
        "board.html",
        drawing=drawing(lang),
        rows=rows(board, lang),
        names={territory.id: territory.name(lang) for territory in board.territories},
        continents=[(continent.id, continent.name(lang), continent.bonus) for continent in board.continents],
        decks=decks(board, lang),
        borders=len(board.borders),
        data=page_data(lang),
    )
