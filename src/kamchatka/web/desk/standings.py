"""The standings at the desk: things to check, publishing, visibility, what-if and downloads."""

import io
import zipfile
from functools import partial
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from kamchatka.app.tournaments.opening import OpenTournament, new_seed
from kamchatka.app.tournaments.public_state import mark_of
from kamchatka.app.tournaments.publication import publication
from kamchatka.app.tournaments.sheets import results_files
from kamchatka.scoring.standings.whatif import WhatIf
from kamchatka.scoring.views.cells import csv_text
from kamchatka.scoring.views.notices import Notice, standings_notices
from kamchatka.scoring.views.standings import csv_rows, scored
from kamchatka.scoring.views.whatif import what_if_view, whatif_csv
from kamchatka.tournament.events import VisibilityChanged
from kamchatka.tournament.settings import ChangeVisibility
from kamchatka.tournament.views.cut import lots_drawn, open_ties
from kamchatka.tournament.views.finding import LONGEST_QUERY
from kamchatka.tournament.views.ranking import event_what_if, excluded_notices
from kamchatka.tournament.views.standings import (
    StandingsPage,
    heading,
    reasons_for,
    rows_shown,
    standings_page,
)
from kamchatka.web.public.event import kept_view
from kamchatka.web.site.forms import number_in
from kamchatka.web.site.locks import ORGANISERS, VIEW, LockedRouter
from kamchatka.web.site.pages import as_file, csv_file, existing
from kamchatka.web.site.visit import AtDesk, DeskForm, DeskVisit

router = LockedRouter()
HOME = "/organizza/{id}/classifica"


@router.page(HOME, VIEW)
@router.page(f"{HOME}/tabella", VIEW)
def show_standings(at: AtDesk) -> HTMLResponse:
    """The standings with the desk's controls; htmx gets the table alone."""
    desk, lang, query = at.desk, at.lang, at.query
    is_table = at.request.url.path.endswith("/tabella")
    asked = query.get("cerca", "").strip()[:LONGEST_QUERY]
    stage, last = _stage(desk, query.get("fase", ""))
    found, problem = scored(lambda: (_standings(at, last), publication(desk)), lang)
    page, published = found or (None, None)
    notices: list[Notice] = []
    if page:
        notices += excluded_notices(desk.tournament, desk.names)
        notices += standings_notices(page.results, page.standings)
    return at.page(
        "desk/parts/standings_table.html" if is_table else "desk/standings.html",
        "standings",
        page=page,
        problem=problem,
        heading=heading(page, lang) if page else "",
        choice=rows_shown(page, asked, everything="tutti" in query) if page else None,
        rules=page.standings.rules if page else None,
        notices=[(each.kind, each.sentence(lang)) for each in notices],
        publication=published,
        visibility=desk.tournament.visibility,
        penalties=len(desk.tournament.penalties),
        stages=[each for each in desk.tournament.format.stages if desk.tournament.rounds_of(each.id)],
        stage=stage,
        ties=open_ties(desk.tournament, desk.names) if page else (),
        drawn=lots_drawn(desk.tournament, desk.names),
        seed=new_seed(),
        runs=at.visitor.runs(desk.id),
        site=str(at.request.base_url).rstrip("/"),
    )


@router.page(f"{HOME}/perche/{{number}}", VIEW)
def show_reasons(at: AtDesk, number: str) -> HTMLResponse:
    """The reasons for a row's place, as a fragment to show below it."""
    page = _scored(at)
    row = existing(page.row(number_in(number)))
    why = reasons_for(at.desk.tournament, page, row, at.lang)
    return at.page("public/reasons_part.html", "standings", why=why, row=row, page=page)


@router.page(f"{HOME}.csv", VIEW)
def load_standings(at: AtDesk) -> Response:
    """The standings as CSV."""
    page = _scored(at)
    rows = csv_rows(page.view, at.lang, teams=page.is_of_teams, clubs=page.clubs)
    words = csv_text(rows, at.lang)
    return csv_file(words, f"{at.id}-classifica.csv")


@router.page(f"{HOME}/risultati/scarica", ORGANISERS)
def load_results(at: AtDesk) -> Response:
    """The results as a file that reproduces these standings; a zip if the event uses a club's own texts."""
    found = results_files(at.office, at.id, Path(f"{at.id}.toml"))
    if len(found) == 1:
        [words] = found.values()
        return as_file(Response(words, media_type="application/toml; charset=utf-8"), f"{at.id}.toml")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as folder:
        for path, words in found.items():
            folder.writestr(path.name, words)
    return as_file(Response(packed.getvalue(), media_type="application/zip"), f"{at.id}-risultati.zip")


@router.page(f"{HOME}/e-se", VIEW)
def show_what_if(at: AtDesk, formula: str = "") -> HTMLResponse:
    """Winners under every formula; one formula compared with the event's own."""
    view = what_if_view(_what_if(at), formula)
    return at.page("desk/what_if.html", "standings", view=view, own=at.desk.tournament.setup.formula)


@router.page(f"{HOME}/e-se.csv", VIEW)
def load_what_if(at: AtDesk) -> Response:
    """Every player's place under every formula, as CSV."""
    return csv_file(csv_text(whatif_csv(_what_if(at), at.lang), at.lang), f"{at.id}-e-se.csv")


@router.form("/organizza/{id}/pubblico", ORGANISERS)
def change_visibility(at: DeskForm) -> Response:
    """Choose what the public sees."""
    sites = at.field("siti").lower().replace(",", " ").split()
    chosen = VisibilityChanged(
        is_shown=bool(at.field("visibile")),
        results="published" if at.field("risultati") == "published" else "live",
        may_index=bool(at.field("motori")),
        embedders=tuple(dict.fromkeys(sites)),
    )
    at.execute(ChangeVisibility(chosen))
    return at.done("/classifica#pubblico", "desk_standings.seen")


def _stage(desk: OpenTournament, wanted: str) -> tuple[str, int | None]:
    """The requested stage and its last round; 404 if it was not played."""
    if not wanted:
        return "", None
    rounds = [each.number for each in desk.tournament.rounds_of(wanted)]
    if not rounds:
        raise HTTPException(404)
    return wanted, rounds[-1]


def _standings(at: DeskVisit, last: int | None) -> StandingsPage:
    desk, mark = at.desk, mark_of(at.office, at.id)
    make = partial(standings_page, desk.tournament, desk.names, at.lang, last)
    return kept_view(at, ("desk", desk.id, last), mark, make)


def _scored(at: DeskVisit) -> StandingsPage:
    """The standings of the requested stage; 404 while numbers are missing."""
    _, last = _stage(at.desk, at.query.get("fase", ""))
    return existing(scored(lambda: _standings(at, last), at.lang)[0])


def _what_if(at: DeskVisit) -> WhatIf:
    desk, mark = at.desk, mark_of(at.office, at.id)
    return kept_view(at, ("what-if", desk.id), mark, partial(event_what_if, desk.tournament, desk.names))
