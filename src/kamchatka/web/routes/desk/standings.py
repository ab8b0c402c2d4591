"""The standings at the desk: what to look at, publishing, what the public sees, what if, files."""

import io
import zipfile
from pathlib import Path

from fastapi import Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from kamchatka.app.tournament.desk import Desk, carry_out
from kamchatka.app.tournament.publication import publication
from kamchatka.app.tournament.sheets import results_files
from kamchatka.app.tournament.showing import mark_of
from kamchatka.scoring.sheet.places import MissingNumber
from kamchatka.scoring.standings.scored import Unscorable
from kamchatka.scoring.standings.whatif import WhatIf
from kamchatka.scoring.views.cells import csv_text
from kamchatka.scoring.views.notices import standings_notices
from kamchatka.scoring.views.standings import csv_rows, why_unscorable
from kamchatka.scoring.views.whatif import what_if_view, whatif_csv
from kamchatka.tournament.events import VisibilityChanged
from kamchatka.tournament.recording import PublishStandings
from kamchatka.tournament.settings import ChangeVisibility
from kamchatka.tournament.views.finding import LONGEST_QUERY
from kamchatka.tournament.views.ranking import event_what_if, excluded_notices
from kamchatka.tournament.views.standings import (
    StandingsPage,
    heading,
    reasons_for,
    rows_shown,
    standings_page,
)
from kamchatka.web.access import JUDGES, ORGANISERS, LockedRouter, actor_of
from kamchatka.web.charts import spark
from kamchatka.web.event_frame import desk_of, desk_page
from kamchatka.web.forms import FormBody, action_of, done, field_of, number_in, office_of
from kamchatka.web.language import language_of
from kamchatka.web.pages import as_file
from kamchatka.web.public_event import kept_view
from kamchatka.web.visitors import visitor_of

router = LockedRouter()
HOME = "/organizza/{id}/classifica"


@router.page(HOME, JUDGES)
def show_standings(request: Request, id: str) -> HTMLResponse:
    """The standings with everything the desk does about them."""
    return _page(request, "desk/standings.html")


@router.page(f"{HOME}/tabella", JUDGES)
def show_table(request: Request, id: str) -> HTMLResponse:
    """The table alone, to be put into the page."""
    return _page(request, "desk/parts/standings_table.html")


@router.page(f"{HOME}/perche/{{number}}", JUDGES)
def show_reasons(request: Request, id: str, number: str) -> HTMLResponse:
    """Why a row stands where it does, to be put below it."""
    desk, lang = desk_of(request), language_of(request)
    page = _scored(request, desk)
    row = page.row(number_in(number))
    if row is None:
        raise HTTPException(404)
    why = reasons_for(desk.tournament, page, row, lang)
    return desk_page(request, "public/reasons_part.html", desk, "standings", why=why, row=row, page=page)


@router.page(f"{HOME}.csv", JUDGES)
def load_standings(request: Request, id: str) -> Response:
    """The standings for a spreadsheet."""
    desk, lang = desk_of(request), language_of(request)
    page = _scored(request, desk)
    words = csv_text(csv_rows(page.view, lang, teams=page.is_of_teams), lang)
    return _file(words.encode("utf-8-sig"), f"{id}-classifica.csv", "text/csv; charset=utf-8")


@router.page(f"{HOME}/risultati/scarica", ORGANISERS)
def load_results(request: Request, id: str) -> Response:
    """The results as a file that gives the same standings anywhere; with a club's own texts, a folder."""
    found = results_files(office_of(request), id, Path(f"{id}.toml"))
    if len(found) == 1:
        [words] = found.values()
        return _file(words.encode(), f"{id}.toml", "application/toml; charset=utf-8")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as folder:
        for path, words in found.items():
            folder.writestr(path.name, words)
    return _file(packed.getvalue(), f"{id}-risultati.zip", "application/zip")


@router.page(f"{HOME}/e-se", JUDGES)
def show_what_if(request: Request, id: str, formula: str = "") -> HTMLResponse:
    """Who would have come first under every formula; one of them beside the event's own."""
    desk, lang = desk_of(request), language_of(request)
    view = what_if_view(_what_if(request, desk), lang, formula)
    own = desk.tournament.setup.formula
    return desk_page(request, "desk/what_if.html", desk, "standings", view=view, own=own)


@router.page(f"{HOME}/e-se.csv", JUDGES)
def load_what_if(request: Request, id: str) -> Response:
    """The place of everybody under every formula."""
    desk, lang = desk_of(request), language_of(request)
    words = csv_text(whatif_csv(_what_if(request, desk), lang), lang)
    return _file(words.encode("utf-8-sig"), f"{id}-e-se.csv", "text/csv; charset=utf-8")


@router.form(f"{HOME}/pubblica", ORGANISERS)
def publish(request: Request, id: str, form: FormBody) -> Response:
    """Make the standings public."""
    carry_out(office_of(request), actor_of(request), id, PublishStandings(), action=action_of(form))
    return done(request, HOME.format(id=id), "desk_standings.published")


@router.form("/organizza/{id}/pubblico", ORGANISERS)
def change_visibility(request: Request, id: str, form: FormBody) -> Response:
    """Choose what everybody sees."""
    sites = field_of(form, "siti").lower().replace(",", " ").split()
    chosen = VisibilityChanged(
        is_shown=bool(field_of(form, "visibile")),
        results="published" if field_of(form, "risultati") == "published" else "live",
        may_index=bool(field_of(form, "motori")),
        embedders=tuple(dict.fromkeys(sites)),
    )
    asked = ChangeVisibility(chosen)
    carry_out(office_of(request), actor_of(request), id, asked, action=action_of(form))
    return done(request, f"{HOME.format(id=id)}#pubblico", "desk_standings.seen")


def _page(request: Request, template: str) -> HTMLResponse:
    desk, lang, query = desk_of(request), language_of(request), request.query_params
    asked = query.get("cerca", "").strip()[:LONGEST_QUERY]
    stage, last = _stage(desk, query.get("fase", ""))
    page, problem, notices, published = None, "", [], None
    try:
        page = _standings(request, desk, last)
        published = publication(desk)
        notices = [
            *excluded_notices(desk.tournament, desk.names),
            *standings_notices(page.results, page.standings),
        ]
    except (Unscorable, MissingNumber) as missing:
        problem = why_unscorable(missing, lang)
    return desk_page(
        request,
        template,
        desk,
        "standings",
        page=page,
        problem=problem,
        heading=heading(page, lang) if page else "",
        choice=rows_shown(page, asked, everything="tutti" in query) if page else None,
        rules=page.standings.rules if page else None,
        spark=spark,
        notices=[(each.kind, each.sentence(lang)) for each in notices],
        publication=published,
        visibility=desk.tournament.visibility,
        penalties=len(desk.tournament.penalties),
        stages=[each for each in desk.tournament.format.stages if desk.tournament.rounds_of(each.id)],
        stage=stage,
        runs=visitor_of(request).runs(desk.id),
        site=str(request.base_url).rstrip("/"),
    )


def _stage(desk: Desk, wanted: str) -> tuple[str, int | None]:
    """The stage whose standings are asked for, and its last round; not found if it was not played."""
    if not wanted:
        return "", None
    rounds = [each.number for each in desk.tournament.rounds if each.stage == wanted]
    if not rounds:
        raise HTTPException(404)
    return wanted, rounds[-1]


def _standings(request: Request, desk: Desk, last: int | None) -> StandingsPage:
    mark = mark_of(office_of(request), desk.id)
    lang = language_of(request)
    key = ("desk", desk.id, last)
    return kept_view(request, key, mark, lambda: standings_page(desk.tournament, desk.names, lang, last))


def _scored(request: Request, desk: Desk) -> StandingsPage:
    """The standings of the stage that is asked for; not found while something is missing."""
    try:
        return _standings(request, desk, _stage(desk, request.query_params.get("fase", ""))[1])
    except (Unscorable, MissingNumber):
        raise HTTPException(404) from None


def _what_if(request: Request, desk: Desk) -> WhatIf:
    mark = mark_of(office_of(request), desk.id)
    key = ("what-if", desk.id)
    return kept_view(request, key, mark, lambda: event_what_if(desk.tournament, desk.names))


def _file(content: bytes, name: str, kind: str) -> Response:
    return Response(content, media_type=kind, headers=as_file(name))
