"""The result of one table: its scores and reasons, its history, corrections."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from kamchatka.app.games.online.hall import TableHall
from kamchatka.app.tournaments.opening import OpenTournament
from kamchatka.app.tournaments.passes import (
    TablePlace,
    joining_number,
    pass_path,
    phones_at,
    revoke,
    short_codes,
)
from kamchatka.app.tournaments.results import result_trail
from kamchatka.ids import PersonId
from kamchatka.messages import text
from kamchatka.tournament.recording import ChooseVersion, WriteSheet, winners_wanted
from kamchatka.tournament.state import Table
from kamchatka.tournament.views.sheets import SheetView, preview_sheet, sheet
from kamchatka.web.desk.results import ROW, TABLE, GridRow, round_in, table_in
from kamchatka.web.desk.sheet_form import REASON, field_name, sheet_action, statuses, typed_seats
from kamchatka.web.site.hosts import outside_address
from kamchatka.web.site.locks import JUDGES, VIEW, LockedRouter
from kamchatka.web.site.qr import qr_svg
from kamchatka.web.site.visit import AtDesk, DeskForm, DeskVisit

router = LockedRouter()


@router.page(ROW, VIEW)
def show_table(at: AtDesk, round: int, table: int) -> HTMLResponse:
    """The result with its history."""
    table_in(at.desk, round, table)
    return _page(at, sheet(at.desk.tournament, at.desk.names, round, table, at.lang))


def _page(at: DeskVisit, view: SheetView, typed: SheetView | None = None, reason: str = "") -> HTMLResponse:
    desk, played = at.desk, round_in(at.desk, view.round)
    numbers = {seat.person: desk.tournament.entrants[seat.person].number for seat in view.seats}
    return at.page(
        "desk/table_result.html",
        "results",
        status=422 if typed else 200,
        view=view,
        row=GridRow(typed or view),
        reason=reason,
        numbers=numbers,
        sender=lambda version: _sender(desk, view, version),
        trail=result_trail(at.office, desk, view.round, view.table, at.lang),
        may_void=not winners_wanted(desk.tournament, played.stage_of(played.tables[view.table])),
        is_open=not played.is_closed,
        home=at.home,
        online=_online(at, view),
        field_name=field_name,
        statuses=statuses(desk.tournament.setup.rulebook),
        **_phones(at, view),
    )


def _online(at: DeskVisit, view: SheetView) -> list[str]:
    """The online tables where this one is played, for judges."""
    if view.state != "empty" or not at.may("/gioca", "POST"):
        return []
    hall: TableHall = at.request.app.state.tables
    return hall.of_event(at.id, view.round, view.table)


def _phones(at: DeskVisit, view: SheetView) -> dict[str, Any]:
    """The table's pass and the phones it let in, while the round is played."""
    is_over = round_in(at.desk, view.round).is_closed or view.state == "bye"
    if is_over or not at.may(f"{TABLE}/telefoni", "POST"):
        return {"phones": None}
    office, place = at.office, TablePlace(at.id, view.round, view.table)
    address = f"{outside_address(at.request)}{pass_path(office, place)}"
    return {
        "phones": [
            each.said(at.desk.names, at.lang) if each else text("table_page.phones.unsaid", at.lang)
            for each in phones_at(office, place)
        ],
        "number": joining_number(office, place),
        "short": short_codes(office, at.desk, view.round).get(view.table, ""),
        "address": address,
        "qr": qr_svg(address),
    }


def _sender(desk: OpenTournament, view: SheetView, version: int) -> int:
    """The number of the entrant who sent a version of the sheet."""
    result = desk.tournament.rounds[view.round - 1].tables[view.table].result
    assert result is not None, "versions are shown only where there are some"
    who = result.versions[version].sent_by
    return desk.tournament.entrants[who].number if who else 0


@router.form(f"{ROW}/correggi", JUDGES)
def correct_table(at: DeskForm, round: int, table: int) -> Response:
    """Correct the result, with a reason; or record the first one."""
    desk, lang, here = at.desk, at.lang, f"/referti/{round}/{table}"
    found = table_in(desk, round, table)
    seats = typed_seats(at.form, found)
    reason = at.field(field_name(table, REASON))
    now = sheet(desk.tournament, desk.names, round, table, lang)
    if seats is None:
        return at.done(here, "results_page.table_page.unchanged", table=table)
    view = preview_sheet(desk.tournament, desk.names, lang, round=round, table=table, seats=seats)
    if view.state in ("refused", "asked"):
        return _page(at, now, view, reason)
    action = sheet_action(at.form, table, round, seats, reason)
    asked = WriteSheet(round=round, table=table, seats=seats, reason=reason)
    wrote = at.execute(asked, action=action).is_news_to(desk)
    stood = found.is_void or (found.result is not None and found.result.is_confirmed)
    code = "table_page.unchanged" if not wrote else "table_page.corrected" if stood else "written"
    return at.done(here, f"results_page.{code}", table=table)


@router.form(f"{ROW}/decidi", JUDGES)
def decide_table(at: DeskForm, round: int, table: int) -> Response:
    """Decide between conflicting sheets: accept the numbers of one sender."""
    desk = at.desk
    sender = _entrant(desk, table_in(desk, round, table), at.field("di"))
    action = sheet_action(at.form, table, "decide", sender)
    at.execute(ChooseVersion(table, sender), action=action)
    here = f"/referti?turno={round}#t{table}"
    return at.done(here, "results_page.table_page.chosen", table=table, name=desk.names[sender])


def _entrant(desk: OpenTournament, table: Table, number: str) -> PersonId:
    """A person at the table, by entrant number."""
    people = (who for who in table.seated.seats if str(desk.tournament.entrants[who].number) == number)
    found = next(people, None)
    if found is None:
        raise HTTPException(400)
    return found


@router.form(f"{ROW}/telefoni", JUDGES)
def revoke_pass(at: DeskForm, round: int, table: int) -> Response:
    """Revoke the table's pass and log its phones out."""
    table_in(at.desk, round, table)
    revoke(at.office, at.actor, TablePlace(at.id, round, table), at.action)
    return at.done(f"/referti/{round}/{table}", "table_page.phones.revoked", table=table)
