"""Public standings: on the event's first page, printed, as CSV, and embedded in other sites."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import Response

from kamchatka.scoring.views.cells import csv_text
from kamchatka.scoring.views.formula import formula_view
from kamchatka.scoring.views.standings import csv_rows, scored
from kamchatka.tournament.progress import is_proclaimed
from kamchatka.tournament.views.finding import LONGEST_QUERY
from kamchatka.tournament.views.public import event_head
from kamchatka.tournament.views.standings import StandingsPage, heading, reasons_for, rows_shown
from kamchatka.web.public.event import AtEvent, PublicEvent, kept
from kamchatka.web.site.forms import number_in
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.pages import csv_file, existing
from kamchatka.web.site.security import framed_by

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


@router.page("/tornei/{id}/classifica/stampa", Need.NOTHING)
@kept
def print_standings(event: AtEvent) -> Response:
    """The full standings, to print."""
    values = _standings_values(event, everything=True)
    return event.page("public/standings_print.html", "standings", **values)


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


def _standings_values(event: PublicEvent, *, everything: bool = False) -> dict[str, Any]:
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
        "choice": rows_shown(page, asked, everything=everything or "tutti" in query),
        "rules": page.standings.rules,
        "is_published": event.showing.last is not None,
    }
