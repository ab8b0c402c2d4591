"""The home page: what Kamchatka is and what can be done with it now."""

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from kamchatka.app.records import examples
from kamchatka.app.story_table import MOST_DICE
from kamchatka.board import load_board
from kamchatka.ledger import summary
from kamchatka.rulebook import shipped
from kamchatka.scoring.formula.loading import catalogue
from kamchatka.web.pages import render

router = APIRouter()


@router.api_route("/", methods=["GET", "HEAD"])
def home(request: Request) -> HTMLResponse:
    """Cards that lead to each part, with a number that says how much is there."""
    proof = summary()
    regulations = len(shipped())
    cards = (
        ("rulebooks", "/regolamenti", regulations),
        ("compare", "/confronta", regulations * (regulations - 1) // 2),
        ("board", "/mappa", len(load_board().territories)),
        ("games", "/partite", len(examples())),
        ("odds", "/probabilita", 2 * MOST_DICE),
        ("scores", "/punteggi", len(catalogue())),
        ("clauses", "/clausole", proof["total"]),
    )
    return render(request, "home.html", cards=cards, summary=proof)
