"""Public standings: on the event's first page, as PDF and CSV, and embedded in other sites."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from kamchatka.app.tournaments.papers import make, public_source
from kamchatka.documents.catalogue import paper
from kamchatka.scoring.views.cells import csv_text
from kamchatka.scoring.views.formula import formula_view
from kamchatka.scoring.views.standings import csv_rows, scored
from kamchatka.tournament.progress import is_proclaimed
from kamchatka.tournament.views.finding import LONGEST_QUERY
from kamchatka.tournament.views.public import event_head
from kamchatka.tournament.views.standings import StandingsPage, heading, reasons_for, rows_shown
from kamchatka.web.public.event import AtEvent, PublicEvent, kept, kept_view
from kamchatka.web.site.event_frame import PUBLIC
from kamchatka.web.site.forms import number_in
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.pages import csv_file, existing
from kamchatka.web.site.security import framed_by
from kamchatka.web.site.work_queue import in_turn

router = LockedRouter()


@router.page("/tornei/{id}", Need.NOTHING)
@kept
def show_event(event: AtEvent) -> Response:
    """The event's first page: standings, seat search, how points are counted."""
    stages, _ = scored(lambda: event.bracket.stages, event.lang)
    return event.page(
        "public/event.html",
        "standings",
        stages=stages or (),
        formula=formula_view(event.showing.tournament.setup.formula, event.lang),
        **_standings_values(event),
    )


@router.page("/tornei/{id}/classifica", Need.NOTHING)
@kept
def show_standings(event: AtEvent) -> Response:
    """The standings alone, as a fragment."""
    return event.page("public/standings_part.html", "standings", **_standings_values(event))


@router.page("/incorpora/{id}", Need.NOTHING)
@kept
def embed(event: AtEvent) -> Response:
    """The standings to embed in sites the organiser allows; 404 if none is allowed."""
    sites = event.showing.tournament.visibility.embedders
    if not sites:
        raise HTTPException(404)
    page = event.page("public/embed.html", "standings", **_standings_values(event))
    page.headers["content-security-policy"] = framed_by(sites)
    return page


@router.page("/tornei/{id}/classifica.pdf", Need.NOTHING)
@in_turn
@kept
def print_standings(event: AtEvent) -> Response:
    """The full standings as a paper, made once for all visitors while nothing changes."""
    shown, site = event.showing, event.request.app.state.site

    def make_paper() -> bytes | None:
        source = public_source(event.office, shown, event.lang, site.public.rstrip("/"))
        standings = paper("classifica")
        return make(source, standings).pdf if standings.is_ready(source) else None

    made = existing(kept_view(event, ("paper", event.id), event.mark, make_paper))
    named = {
        "content-disposition": f'inline; filename="{event.id}-classifica.pdf"',
        "x-robots-tag": "noindex",
    }
    return Response(made, media_type="application/pdf", headers=named)


@router.page("/tornei/{id}/classifica/stampa", Need.NOTHING)
def redirect_to_paper(event: AtEvent) -> Response:
    """The old address of the standings to print."""
    return RedirectResponse(f"{PUBLIC}/{event.showing.desk.id}/classifica.pdf", 303)


@router.page("/tornei/{id}/classifica.csv", Need.NOTHING)
@kept
def load_standings(event: AtEvent) -> Response:
    """The full standings as CSV."""
    page = _scored(event)
    rows = csv_rows(page.view, event.lang, teams=page.is_of_teams, clubs=page.clubs)
    words = csv_text(rows, event.lang)
    file = csv_file(words, f"{event.id}-classifica.csv")
    file.headers["x-robots-tag"] = "noindex"
    return file


@router.page("/tornei/{id}/classifica/{number}", Need.NOTHING)
@kept
def show_reasons(event: AtEvent, number: str) -> Response:
    """The reasons for a row's place, as a fragment to show below it."""
    page = _scored(event)
    row = existing(page.row(number_in(number)))
    why = reasons_for(event.showing.results, page, row, event.lang)
    return event.page("public/reasons_part.html", "standings", why=why, row=row, page=page)


def _scored(event: PublicEvent) -> StandingsPage:
    """The standings; 404 while numbers are missing."""
    return existing(scored(lambda: event.standings, event.lang)[0])


def _standings_values(event: PublicEvent) -> dict[str, Any]:
    """Template values of the head and the standings table: its rows, or why there are none."""
    query, lang, tournament = event.query, event.lang, event.showing.tournament
    page, problem = scored(lambda: event.standings, lang)
    if page is None:
        return {"head": event_head(tournament, lang), "page": None, "problem": problem}
    asked = query.get("cerca", "").strip()[:LONGEST_QUERY]
    proclaimed = is_proclaimed(event.showing.results)
    winners = tuple(row.name for row in page.rows if row.rank == 1) if proclaimed else ()
    return {
        "head": event_head(tournament, lang, winners),
        "page": page,
        "problem": "",
        "heading": heading(page, lang),
        "choice": rows_shown(page, asked, everything="tutti" in query),
        "rules": page.standings.rules,
        "is_published": event.showing.last is not None,
    }
