"""A4 pages to print, for the wall, the tables and the register."""

from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup
from starlette.responses import HTMLResponse

from kamchatka.app.tournaments.passes import pass_paths
from kamchatka.app.tournaments.receipt import draw_story
from kamchatka.tournament.seating.views import receipt_view
from kamchatka.tournament.state import Round
from kamchatka.tournament.views.people import entrants
from kamchatka.tournament.views.tables import LETTERS, places, tables
from kamchatka.web.desk.results import TABLE
from kamchatka.web.site.event_frame import PUBLIC
from kamchatka.web.site.hosts import is_only_here, outside_address
from kamchatka.web.site.locks import VIEW, LockedRouter
from kamchatka.web.site.moments import day_of, time_of
from kamchatka.web.site.pages import numbered
from kamchatka.web.site.qr import qr_svg
from kamchatka.web.site.visit import AtDesk, DeskVisit

router = LockedRouter()
Paper = Literal["tavoli", "nomi", "referti", "ricevuta", "appello", "sala"]
OF_ROUND: tuple[Paper, ...] = ("tavoli", "nomi", "referti", "ricevuta")
"""Papers that need a drawn round."""


@dataclass(frozen=True)
class PaperHead:
    """Head of every printed page."""

    what: Paper
    event: str
    place: str
    stage: str
    round: int
    is_draft: bool
    printed: str
    back: str


@router.page("/organizza/{id}/stampa", VIEW)
def show_papers(at: AtDesk, turno: int = 0) -> HTMLResponse:
    """The papers that can be printed now."""
    rounds = at.desk.tournament.rounds
    chosen = turno if 0 < turno <= len(rounds) else len(rounds)
    return at.page(
        "desk/papers.html",
        "print",
        rounds=[each.number for each in rounds],
        round=chosen,
        of_round=OF_ROUND,
        public=f"{PUBLIC}/{at.id}",
        is_only_here=is_only_here(at.request),
    )


@router.page("/organizza/{id}/stampa/{what}", VIEW)
def show_paper(at: AtDesk, what: Paper, turno: int = 0) -> HTMLResponse:
    """One paper, without the frame of the site."""
    desk, tournament, names = at.desk, at.desk.tournament, at.desk.names
    rounds = tournament.rounds
    drawn = numbered(rounds, turno or len(rounds)) if what in OF_ROUND else None
    head = _head(at, what, drawn)
    number = drawn.number if drawn else 0
    match what:
        case "tavoli" | "referti":
            return at.render(
                f"print/{what}.html",
                paper=head,
                tables=tables(tournament, names, number),
                letters=LETTERS,
                passes=_passes(at, number) if what == "referti" else {},
            )
        case "nomi":
            return at.render("print/nomi.html", paper=head, rows=places(tournament, names, number))
        case "ricevuta":
            assert drawn is not None
            return at.render(
                "print/ricevuta.html",
                paper=head,
                view=receipt_view(tournament, names, drawn),
                story=draw_story(at.office, desk, number, at.lang),
            )
        case "appello":
            return at.render("print/appello.html", paper=head, rows=entrants(tournament, names))
        case "sala":
            address = f"{outside_address(at.request)}{PUBLIC}/{at.id}"
            return at.render("print/sala.html", paper=head, address=address, qr=qr_svg(address))


def _passes(at: DeskVisit, round: int) -> dict[int, Markup]:
    """QR code of each table, with which phones open its sheet; empty if phones cannot reach the server."""
    if is_only_here(at.request) or not at.may(f"{TABLE}/telefoni", "POST"):
        return {}
    outside = outside_address(at.request)
    paths = pass_paths(at.office, at.desk, round)
    return {number: qr_svg(f"{outside}{path}") for number, path in paths.items()}


def _head(at: DeskVisit, what: Paper, drawn: Round | None) -> PaperHead:
    tournament, lang, now = at.desk.tournament, at.lang, at.office.now()
    return PaperHead(
        what=what,
        event=tournament.settings.name,
        place=tournament.settings.place,
        stage=tournament.stage_names(drawn, lang) if drawn else "",
        round=drawn.number if drawn else 0,
        is_draft=bool(drawn and drawn.is_draft),
        printed=f"{day_of(now, lang)}, {time_of(now)}",
        back=f"{at.home}/stampa",
    )
