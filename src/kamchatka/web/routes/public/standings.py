"""The standings of an event for everybody: its first page, and what they are printed and loaded as."""

from collections.abc import Callable
from typing import Any

from fastapi import Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from kamchatka.scoring.sheet.places import MissingNumber
from kamchatka.scoring.standings.scored import Unscorable
from kamchatka.scoring.views.cells import csv_text
from kamchatka.scoring.views.formula import formula_view
from kamchatka.scoring.views.standings import csv_rows, why_unscorable
from kamchatka.tournament.views.finding import LONGEST_QUERY
from kamchatka.tournament.views.public import event_head
from kamchatka.tournament.views.standings import heading, reasons_for, rows_shown
from kamchatka.web.access import LockedRouter, Need
from kamchatka.web.charts import spark
from kamchatka.web.forms import number_in
from kamchatka.web.language import language_of
from kamchatka.web.pages import as_file
from kamchatka.web.public_event import PublicEvent, answered, event_of

router = LockedRouter()


@router.page("/tornei/{id}", Need.NOTHING)
def show_event(request: Request, id: str) -> Response:
    """The event's own page: its standings, where people sit, how points are counted."""
    return answered(event_of(request), _event_page)


@router.page("/tornei/{id}/classifica", Need.NOTHING)
def show_standings(request: Request, id: str) -> Response:
    """The standings alone, to be put into a page."""
    return answered(event_of(request), _part("public/standings_part.html"))


@router.page("/tornei/{id}/classifica/stampa", Need.NOTHING)
def print_standings(request: Request, id: str) -> Response:
    """All standings on paper."""
    return answered(event_of(request), _part("public/standings_print.html", everything=True))


@router.page("/tornei/{id}/classifica.csv", Need.NOTHING)
def load_standings(request: Request, id: str) -> Response:
    """All standings for a spreadsheet."""
    return answered(event_of(request), _csv)


@router.page("/tornei/{id}/classifica/{number}", Need.NOTHING)
def show_reasons(request: Request, id: str, number: str) -> Response:
    """Why a row stands where it does, to be put below it."""
    return answered(event_of(request), lambda event: _reasons(event, number))


def standings_values(event: PublicEvent, *, everything: bool = False) -> dict[str, Any]:
    """What the table of standings is rendered from: its rows, or why there are none."""
    query = event.request.query_params
    lang = language_of(event.request)
    try:
        page = event.standings
    except (Unscorable, MissingNumber) as problem:
        return {"page": None, "problem": why_unscorable(problem, lang)}
    asked = query.get("cerca", "").strip()[:LONGEST_QUERY]
    return {
        "page": page,
        "problem": "",
        "heading": heading(page, lang),
        "choice": rows_shown(page, asked, everything=everything or "tutti" in query),
        "spark": spark,
        "rules": page.standings.rules,
        "is_published": event.showing.last is not None,
    }


def head_values(event: PublicEvent) -> dict[str, Any]:
    """What stands above the pages of an event."""
    return {"head": event_head(event.showing.tournament, language_of(event.request), _winners(event))}


def _winners(event: PublicEvent) -> tuple[str, ...]:
    """Who has won, as far as everybody may know."""
    try:
        page = event.standings
    except (Unscorable, MissingNumber):
        return ()
    return tuple(row.name for row in page.rows if row.rank == 1) if page.moment == "final" else ()


def _event_page(event: PublicEvent) -> Response:
    formula = event.showing.tournament.setup.formula
    try:
        stages = event.bracket.stages
    except (Unscorable, MissingNumber):
        stages = ()
    return event.page(
        "public/event.html",
        "standings",
        stages=stages,
        formula=formula_view(formula, language_of(event.request)),
        **head_values(event),
        **standings_values(event),
    )


def _part(template: str, *, everything: bool = False) -> Callable[[PublicEvent], Response]:
    def make(event: PublicEvent) -> Response:
        return event.page(
            template, "standings", **head_values(event), **standings_values(event, everything=everything)
        )

    return make


def _csv(event: PublicEvent) -> Response:
    lang = language_of(event.request)
    try:
        page = event.standings
    except (Unscorable, MissingNumber):
        raise HTTPException(404) from None
    words = csv_text(csv_rows(page.view, lang, teams=page.is_of_teams), lang)
    headers = {**as_file(f"{event.id}-classifica.csv"), "x-robots-tag": "noindex"}
    return Response(words.encode("utf-8-sig"), media_type="text/csv; charset=utf-8", headers=headers)


def _reasons(event: PublicEvent, number: str) -> Response:
    lang = language_of(event.request)
    try:
        page = event.standings
    except (Unscorable, MissingNumber):
        raise HTTPException(404) from None
    row = page.row(number_in(number))
    if row is None:
        raise HTTPException(404)
    why = reasons_for(event.showing.results, page, row, lang)
    return event.page("public/reasons_part.html", "standings", why=why, row=row, page=page)
