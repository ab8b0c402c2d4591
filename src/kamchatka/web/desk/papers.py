"""The papers of an event as PDF, with a picture of each and what was printed."""

from urllib.parse import urlencode

from starlette.responses import HTMLResponse, Response

from kamchatka.app.tournaments.papers import (
    make,
    note_print,
    paper_for,
    paper_rows,
    paper_source,
    thumbnail,
)
from kamchatka.documents.paper import SHELVES
from kamchatka.documents.source import PaperSource
from kamchatka.messages.moments import day_of
from kamchatka.tournament.views.desk import paper_notices
from kamchatka.tournament.views.people import entrants
from kamchatka.web.site.forms import number_in
from kamchatka.web.site.hosts import is_only_here, outside_address
from kamchatka.web.site.locks import JUDGES, LockedRouter
from kamchatka.web.site.visit import AtDesk, DeskForm, DeskVisit
from kamchatka.web.site.work_queue import in_turn

router = LockedRouter()
UNCHANGING = {"cache-control": "private, max-age=86400, immutable"}
"""For pictures whose address has the hash of the log and the language."""


def _source(at: DeskVisit, round: int, who: str = "") -> PaperSource:
    """What papers are made of; 0 is the last round."""
    site = "" if is_only_here(at.request) else outside_address(at.request)
    return paper_source(at.office, at.desk, at.lang, round, site, who=who)


@router.page("/organizza/{id}/stampa", JUDGES)
def show_papers(at: AtDesk, turno: int = 0) -> HTMLResponse:
    """The papers, on their shelves."""
    source = _source(at, turno)
    rows = paper_rows(at.office, at.desk, source, at.actor)
    return at.page(
        "desk/papers.html",
        "print",
        rounds=[each.number for each in at.desk.tournament.rounds],
        round=source.round,
        hash=source.hash[:12],
        today=day_of(at.office.now(), at.lang),
        shelves={shelf: [row for row in rows if row.paper.shelf == shelf] for shelf in SHELVES},
        people=entrants(at.desk.tournament, at.desk.names),
        is_only_here=is_only_here(at.request),
        notices=list(paper_notices(at.desk.tournament.settings)),
    )


@router.page("/organizza/{id}/stampa/{what}.pdf", JUDGES)
@in_turn
def show_paper(at: AtDesk, what: str, turno: int = 0, chi: str = "") -> Response:
    """A paper as PDF; `chi` is the player it is for, where a paper may be for one."""
    chosen, source = paper_for(at.actor, what), _source(at, turno, chi)
    name = f"{chosen.id}-{source.round}.pdf" if chosen.shelf == "round" else f"{chosen.id}.pdf"
    shown = {"content-disposition": f'inline; filename="{at.id}-{name}"'}
    return Response(make(source, chosen).pdf, media_type="application/pdf", headers=shown)


@router.page("/organizza/{id}/stampa/{what}.png", JUDGES)
@in_turn
def show_thumbnail(at: AtDesk, what: str, turno: int = 0) -> Response:
    """A small picture of a paper."""
    drawn = thumbnail(_source(at, turno), paper_for(at.actor, what))
    return Response(drawn, media_type="image/png", headers=UNCHANGING)


@router.form("/organizza/{id}/stampa/{what}", JUDGES)
def print_paper(at: DeskForm, what: str) -> Response:
    """Note that a paper is printed, and show that it is being made until it opens."""
    round = number_in(at.field("turno")) or 0
    chosen = paper_for(at.actor, what)
    who = at.field("chi")
    note_print(at.office, at.actor, _source(at, round, who), chosen, at.action)
    asked = urlencode({"turno": round, **({"chi": who} if who else {})})
    return at.page(
        "desk/paper_making.html",
        "print",
        paper=chosen.title(at.lang),
        address=f"{at.home}/stampa/{chosen.id}.pdf?{asked}",
    )
