"""The standings of an event for everybody: its first page, and what they are printed and loaded as."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import Response

from kamchatka.scoring.sheet.places import MissingNumber
from kamchatka.scoring.standings.scored import Unscorable
from kamchatka.scoring.views.cells import csv_text
from kamchatka.scoring.views.formula import formula_view
from kamchatka.scoring.views.standings import csv_rows, why_unscorable
from kamchatka.tournament.views.finding import LONGEST_QUERY
from kamchatka.tournament.views.public import event_head
from kamchatka.tournament.views.standings import StandingsPage, heading, reasons_for, rows_shown
from kamchatka.web.access import LockedRouter, Need
from kamchatka.web.forms import number_in
from kamchatka.web.pages import csv_file, existing
from kamchatka.web.public_event import AtEvent, PublicEvent, kept

router = LockedRouter()


@router.page("/tornei/{id}", Need.NOTHING)
@kept
def show_event(event: AtEvent) -> Response:
    """The event's own page: its standings, where people sit, how points are counted."""
    try:
        stages = event.bracket.stages
    except (Unscorable, MissingNumber):
        stages = ()
    return event.page(
        "public/event.html",
        "standings",
        stages=stages,
        formula=formula_view(event.showing.tournament.setup.formula, event.lang),
        **standings_values(event),
    )


@router.page("/tornei/{id}/classifica", Need.NOTHING)
@kept
def show_standings(event: AtEvent) -> Response:
    """The standings alone, to be put into a page."""
    return event.page("public/standings_part.html", "standings", **standings_values(event))


@router.page("/tornei/{id}/classifica/stampa", Need.NOTHING)
@kept
def print_standings(event: AtEvent) -> Response:
    """All standings on paper."""
    values = standings_values(event, everything=True)
    return event.page("public/standings_print.html", "standings", **values)


@router.page("/tornei/{id}/classifica.csv", Need.NOTHING)
@kept
def load_standings(event: AtEvent) -> Response:
    """All standings for a spreadsheet."""
    page = _scored(event)
    words = csv_text(csv_rows(page.view, event.lang, teams=page.is_of_teams), event.lang)
    file = csv_file(words, f"{event.id}-classifica.csv")
    file.headers["x-robots-tag"] = "noindex"
    return file


@router.page("/tornei/{id}/classifica/{number}", Need.NOTHING)
@kept
def show_reasons(event: AtEvent, number: str) -> Response:
    """Why a row stands where it does, to be put below it."""
    page = _scored(event)
    row = existing(page.row(number_in(number)))
    why = reasons_for(event.showing.results, page, row, event.lang)
    return event.page("public/reasons_part.html", "standings", why=why, row=row, page=page)


def _scored(event: PublicEvent) -> StandingsPage:
    """The standings; not found while something is missing."""
    try:
        return event.standings
    except (Unscorable, MissingNumber):
        raise HTTPException(404) from None


def standings_values(event: PublicEvent, *, everything: bool = False) -> dict[str, Any]:
    """What the head of the event and the table of standings show: its rows, or why there are none."""
    query, lang, tournament = event.query, event.lang, event.showing.tournament
    try:
        page = event.standings
    except (Unscorable, MissingNumber) as problem:
        return {"head": event_head(tournament, lang), "page": None, "problem": why_unscorable(problem, lang)}
    asked = query.get("cerca", "").strip()[:LONGEST_QUERY]
    winners = tuple(row.name for row in page.rows if row.rank == 1) if page.moment == "final" else ()
    return {
        "head": event_head(tournament, lang, winners),
        "page": page,
        "problem": "",
        "heading": heading(page, lang),
        "choice": rows_shown(page, asked, everything=everything or "tutti" in query),
        "rules": page.standings.rules,
        "is_published": event.showing.last is not None,
    }
