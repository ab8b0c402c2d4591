"""The result of one table: how it stands and why, what was done about it; correcting it, voiding it."""

from typing import Any

from fastapi import Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from kamchatka.app.tournament.desk import Desk, carry_out
from kamchatka.app.tournament.passes import TablePlace, joining_number, pass_path, phones_at, revoke
from kamchatka.app.tournament.results import TypedSheet, decide_between, result_trail, write_sheet
from kamchatka.ids import PersonId
from kamchatka.tournament.recording import VoidGame, winners_wanted
from kamchatka.tournament.state import Table
from kamchatka.tournament.views.sheets import SheetView, sheet, tried
from kamchatka.web.access import JUDGES, LockedRouter, actor_of
from kamchatka.web.event_frame import desk_of, desk_page
from kamchatka.web.forms import FormBody, action_of, done, field_of, office_of
from kamchatka.web.hosts import outside_address
from kamchatka.web.language import language_of
from kamchatka.web.moments import time_of
from kamchatka.web.qr import qr_svg
from kamchatka.web.routes.desk.results import ROW, Row, round_in, table_in
from kamchatka.web.sheet_form import REASON, field_name, sheet_action, statuses, typed_seats

router = LockedRouter()


@router.page(ROW, JUDGES)
def show_table(request: Request, id: str, round: int, table: int) -> HTMLResponse:
    """How the result stands, and everything that was done about it."""
    desk = desk_of(request)
    table_in(desk, round, table)
    return _page(request, desk, sheet(desk.tournament, desk.names, round, table, language_of(request)))


def _page(
    request: Request, desk: Desk, view: SheetView, typed: SheetView | None = None, reason: str = ""
) -> HTMLResponse:
    played, lang = round_in(desk, view.round), language_of(request)
    numbers = {seat.person: desk.tournament.entrants[seat.person].number for seat in view.seats}
    return desk_page(
        request,
        "desk/table_result.html",
        desk,
        "results",
        status=422 if typed else 200,
        view=view,
        row=Row(typed or view),
        reason=reason,
        numbers=numbers,
        sender=lambda version: _sender(desk, view, version),
        trail=result_trail(office_of(request), desk, view.round, view.table, lang),
        may_void=not winners_wanted(desk.tournament, played.stage),
        is_open=not played.is_closed,
        home=f"/organizza/{desk.id}",
        field_name=field_name,
        statuses=statuses(desk.tournament.setup.rulebook),
        time_of=time_of,
        **_phones(request, desk, view),
    )


def _phones(request: Request, desk: Desk, view: SheetView) -> dict[str, Any]:
    """The pass of the table and who came in by it, while its round is played."""
    if round_in(desk, view.round).is_closed or view.state == "bye":
        return {"phones": None}
    office, place = office_of(request), TablePlace(desk.id, view.round, view.table)
    address = f"{outside_address(request)}{pass_path(office, place)}"
    return {
        "phones": phones_at(office, place),
        "number": joining_number(office, place),
        "address": address,
        "qr": qr_svg(address),
    }


def _sender(desk: Desk, view: SheetView, version: int) -> int:
    """The number of the entrant who sent a version of the sheet."""
    result = desk.tournament.rounds[view.round - 1].tables[view.table].result
    assert result is not None, "versions are shown only where there are some"
    who = result.versions[version].sent_by
    return desk.tournament.entrants[who].number if who else 0


@router.form(f"{ROW}/correggi", JUDGES)
def correct_table(request: Request, id: str, round: int, table: int, form: FormBody) -> Response:
    """Replace the result, with a reason; or write the first one."""
    desk, lang = desk_of(request), language_of(request)
    at = table_in(desk, round, table)
    seats = typed_seats(form, at)
    here = f"/organizza/{id}/referti/{round}/{table}"
    reason = field_of(form, field_name(table, REASON))
    now = sheet(desk.tournament, desk.names, round, table, lang)
    if seats is None:
        return done(request, here, "results_page.table_page.unchanged", table=table)
    view = tried(desk.tournament, desk.names, lang, round=round, table=table, seats=seats)
    if view.state in ("refused", "asked"):
        return _page(request, desk, now, view, reason)
    typed = TypedSheet(round, table, seats)
    action = sheet_action(form, table, round, seats, reason)
    office, actor = office_of(request), actor_of(request)
    wrote = write_sheet(office, actor, desk, typed, reason=reason, action=action)
    stood = at.is_void or (at.result is not None and at.result.is_confirmed)
    code = "table_page.unchanged" if not wrote else "table_page.corrected" if stood else "written"
    return done(request, here, f"results_page.{code}", table=table)


@router.form(f"{ROW}/decidi", JUDGES)
def decide_table(request: Request, id: str, round: int, table: int, form: FormBody) -> Response:
    """Let the numbers of one of those who sent different ones stand."""
    desk = desk_of(request)
    at = table_in(desk, round, table)
    sender = _entrant(desk, at, field_of(form, "di"))
    action = sheet_action(form, table, "decide", sender)
    decide_between(office_of(request), actor_of(request), desk, table=table, sender=sender, action=action)
    here = f"/organizza/{id}/referti?turno={round}#t{table}"
    return done(request, here, "results_page.table_page.chosen", table=table, name=desk.names[sender])


def _entrant(desk: Desk, table: Table, number: str) -> PersonId:
    """Somebody at a table by the number of the entrant."""
    people = (who for who in table.seated.seats if str(desk.tournament.entrants[who].number) == number)
    found = next(people, None)
    if found is None:
        raise HTTPException(400)
    return found


@router.form(f"{ROW}/telefoni", JUDGES)
def revoke_pass(request: Request, id: str, round: int, table: int, form: FormBody) -> Response:
    """Let the pass of the table and its phones open nothing any more."""
    table_in(desk_of(request), round, table)
    revoke(office_of(request), actor_of(request), TablePlace(id, round, table), action_of(form))
    here = f"/organizza/{id}/referti/{round}/{table}"
    return done(request, here, "table_page.phones.revoked", table=table)


@router.form(f"{ROW}/nulla", JUDGES)
def void_table(request: Request, id: str, round: int, table: int, form: FormBody) -> Response:
    """Declare the game void."""
    desk = desk_of(request)
    at = table_in(desk, round, table)
    at_fault = tuple(_entrant(desk, at, str(each)) for each in form.getlist("colpa"))
    reason = field_of(form, REASON)
    asked = VoidGame(round, table, reason, at_fault)
    carry_out(office_of(request), actor_of(request), id, asked, note=reason, action=action_of(form))
    here = f"/organizza/{id}/referti/{round}/{table}"
    return done(request, here, "results_page.table_page.voided", table=table)
