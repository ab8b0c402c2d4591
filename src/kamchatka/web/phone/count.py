"""The final count on a phone: one counts and sends, another one sees the same numbers and confirms."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import JsonValue
from starlette.responses import HTMLResponse, Response

from kamchatka.app.tables.phone_count import RecordedGame, close_table, recorded_game
from kamchatka.app.tournaments.passes import confirm_sheet, joining_number, sent_sheets
from kamchatka.board import load_board
from kamchatka.ids import PersonId
from kamchatka.refusals import Refusal
from kamchatka.scoring.sheet.ticking import objective_cards
from kamchatka.tournament.views.counting import CountView, count_view, ways_of
from kamchatka.web.desk.sheet_form import field_name, sheet_action, statuses
from kamchatka.web.phone.count_form import WAYS, TypedCount, typed_count
from kamchatka.web.phone.table_door import count_of, page_of
from kamchatka.web.phone.table_visit import AtTable, TableForm, TableVisit
from kamchatka.web.site.forms import status_of
from kamchatka.web.site.live import feed_number
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.map_drawing import ticking_map
from kamchatka.web.site.visit import AtSite

router = LockedRouter()
OTHER = "altra"
"""Query parameter that reopens the form, to send different numbers."""
A_DAY = 24 * 60 * 60


@router.page("/mappa.svg", Need.NOTHING)
def show_map(at: AtSite) -> Response:
    """The map on which territories are ticked; phones load it once."""
    headers = {"cache-control": f"public, max-age={A_DAY}", "vary": "Accept-Language, Cookie"}
    return Response(ticking_map(at.lang), media_type="image/svg+xml", headers=headers)


@router.page("/tavolo/{id}/{round}/{table}/conta", Need.TABLE_PASS)
def show_count(at: AtTable) -> HTMLResponse:
    """The count, the sent sheet to be confirmed by another phone, or the confirmed sheet."""
    return _page(at)


@router.form("/tavolo/{id}/{round}/{table}/conta/prova", Need.TABLE_PASS)
def try_count(at: TableForm) -> HTMLResponse:
    """Sums, places and scores of what was typed so far, or what is missing; without scripts, as a page."""
    typed = _typed(at)
    if not at.is_fragment:
        return _page(at, typed, is_new=True)
    return at.render("table/count_parts.html", **_values(at, typed))


@router.form("/tavolo/{id}/{round}/{table}/conta", Need.TABLE_PASS)
def send(at: TableForm) -> Response:
    """Close the table in the name of a player; what cannot be sent comes back as typed."""
    typed = _typed(at)
    view = _view(at, typed)
    try:
        by = at.seated()
        if not view.is_ready:
            return _page(at, typed, is_new=False)
        action = sheet_action(at.form, at.place.table, view.results, by)
        close_table(at.office, at.phone, view.results, by, action, way=view.way, ticks=typed.ticks)
    except Refusal as refusal:
        return _page(at, typed, refusal, is_new=False)
    return at.done(count_of(at.place))


@router.form("/tavolo/{id}/{round}/{table}/conta/conferma", Need.TABLE_PASS)
def confirm(at: TableForm) -> Response:
    """Confirm the numbers that another phone sent."""
    seen = at.field("visto")
    try:
        by = at.seated()
        action = sheet_action(at.form, at.place.table, "confirm", by, seen)
        confirm_sheet(at.office, at.phone, by, action, seen)
    except Refusal as refusal:
        return _page(at, refusal=refusal)
    return at.done(count_of(at.place))


def _typed(at: TableVisit) -> TypedCount:
    ways = ways_of(at.desk.tournament.setup.rulebook, at.table)
    return typed_count(at.form, at.table, ways, WAYS.get(at.query.get("modo", ""), "points"))


def _game(at: TableVisit) -> RecordedGame:
    with at.office.reading() as reading:
        return recorded_game(reading, at.desk, at.place)


def _view(at: TableVisit, typed: TypedCount) -> CountView:
    """The count with what is recorded of the game."""
    cells: dict[PersonId, Mapping[str, JsonValue]] = dict(typed.cells)
    if not typed.is_empty:
        for who, recorded in _game(at).cells.items():
            cells[who] = {**cells.get(who, {}), **recorded}
    desk, place = at.desk, at.place
    view = count_view(
        desk.tournament,
        desk.names,
        at.lang,
        round=place.round,
        table=place.table,
        way=typed.way,
        typed=cells,
        ticks=typed.ticks,
    )
    return replace(view, sheet=replace(view.sheet, state="empty"), lacks=()) if typed.is_empty else view


def _values(at: TableVisit, typed: TypedCount) -> dict[str, Any]:
    """Template values of the parts that follow what was typed."""
    board = load_board()
    return {
        "count": _view(at, typed),
        "place": at.place,
        "field_name": field_name,
        "continents": [
            (each.name(at.lang), [board.territory(land) for land in each.territories])
            for each in board.continents
        ],
        "cards": objective_cards(at.desk.tournament.setup.rulebook),
        "address": page_of(at.place),
    }


def _page(
    at: TableVisit, typed: TypedCount | None = None, refusal: Refusal | None = None, *, is_new: bool = True
) -> HTMLResponse:
    """The page of the count; a refused form comes back as typed, with the reason beside its field."""
    if refusal is not None and refusal.code in ("no_pass", "table_redrawn"):
        raise refusal
    feed, standing, phone = feed_number(at.office, at.place.id), at.standing, at.phone
    with at.office.reading() as reading:
        sent = sent_sheets(reading, phone.place)
    held_by = phone.holder.person if phone.holder else None
    own = next((who for device, who in reversed(sent) if device == phone.device), held_by)
    writes = typed or standing.state == "empty" or (OTHER in at.query and not standing.stands)
    refused = status_of(refusal) if refusal else 200 if is_new else 422
    shown = {"view": standing} if not writes else {**_values(at, typed or _typed(at)), "game": _game(at)}
    return at.render(
        "table/count.html" if writes else "table/sent.html",
        status=refused,
        **{**at.frame(), **shown},
        feed=feed,
        standing=standing,
        is_new=is_new,
        writer="dictated" if phone.is_judge else "who",
        chosen=at.field("chi") or at.query.get("chi") or str(_seat(at, own)),
        refusal=refusal
        and {"code": refusal.code, "sentence": refusal.on_page(at.lang), "clause": refusal.clause},
        is_sender=any(device == phone.device for device, _ in sent[-1:]),
        number=joining_number(at.office, phone.place),
        confirmation=at.desk.tournament.settings.confirmation,
        statuses=statuses(at.desk.tournament.setup.rulebook),
    )


def _seat(at: TableVisit, person: PersonId | None) -> int:
    """The seat of a player, from 1; 0 if none."""
    people = at.table.seated.seats
    return people.index(person) + 1 if person in people else 0
