"""The sheets of a round: a grid to type them from paper, row by row or all at once; the round's end."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath
from types import MappingProxyType
from typing import Any

from fastapi import Request
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from kamchatka.app.tournament.desk import Desk, carry_out
from kamchatka.app.tournament.results import TypedSheet, write_sheet
from kamchatka.app.tournament.sheets import read_tables
from kamchatka.messages import text
from kamchatka.refusals import NotPossibleNow, NotUnderstood, Refusal
from kamchatka.scoring.results.source import NotWords, words_of
from kamchatka.tournament.recording import ConfirmResult, KeepResult, RecordSheet
from kamchatka.tournament.rounds import CloseRound
from kamchatka.tournament.state import Round, Table
from kamchatka.tournament.views.sheets import SheetView, sheet, sheets, table_list, tried
from kamchatka.web.access import JUDGES, ORGANISERS, LockedRouter, actor_of
from kamchatka.web.event_frame import desk_of, desk_page
from kamchatka.web.forms import FormBody, action_of, done, field_of, is_fragment, office_of
from kamchatka.web.language import language_of
from kamchatka.web.pages import render
from kamchatka.web.sheet_form import REASON, SEEN, field_name, sheet_action, statuses, typed_seats

router = LockedRouter()
MOST_BYTES = 2_000_000
ROW = "/organizza/{id}/referti/{round}/{table}"


def round_in(desk: Desk, number: int) -> Round:
    """A round that was drawn and published; not found if there is none."""
    rounds = desk.tournament.public_rounds
    if not 1 <= number <= len(rounds):
        raise HTTPException(404)
    return rounds[number - 1]


def table_in(desk: Desk, round: int, number: int) -> Table:
    """A table of it; not found if there is none."""
    found = round_in(desk, round).tables.get(number)
    if found is None:
        raise HTTPException(404)
    return found


@router.page("/organizza/{id}/referti", JUDGES)
def show_sheets(request: Request, id: str, turno: int = 0) -> HTMLResponse:
    """The sheets of a round, of the last one if none is named."""
    desk = desk_of(request)
    rounds = desk.tournament.public_rounds
    if not rounds:
        return desk_page(request, "desk/results.html", desk, "results", round=None)
    return _grid(request, desk, turno or len(rounds))


@dataclass(frozen=True)
class Row:
    """A row of the grid: the sheet, and what it says beside."""

    view: SheetView
    wants_reason: bool = False
    """Whether what was typed differs from what stands: a correction."""
    meanwhile: bool = False
    """Whether a phone was quicker, with other numbers."""

    @property
    def is_refused(self) -> bool:
        """Whether what was typed was not written down."""
        return self.wants_reason or self.meanwhile or self.view.state in ("refused", "asked")


def _grid(
    request: Request, desk: Desk, number: int, typed: Mapping[int, Row] = MappingProxyType({})
) -> HTMLResponse:
    """The whole page; some rows may be as they were typed."""
    played = round_in(desk, number)
    found = sheets(desk.tournament, desk.names, number, language_of(request))
    return desk_page(
        request,
        "desk/results.html",
        desk,
        "results",
        status=422 if typed else 200,
        round=played,
        rounds=[each.number for each in desk.tournament.public_rounds],
        rows=[typed.get(view.table) or Row(view) for view in found],
        wrong=list(typed.values()),
        **_shared(desk, played),
    )


def _shared(desk: Desk, played: Round) -> dict[str, Any]:
    """What the head of the page and its rows are made of."""
    tables = played.tables.values()
    lacking = [table.number for table in tables if not table.is_settled]
    return {
        "home": f"/organizza/{desk.id}",
        "settled": len(tables) - len(lacking),
        "tables": len(tables),
        "lacking": table_list(lacking, 4) if lacking else None,
        "statuses": statuses(desk.tournament.setup.rulebook),
        "field_name": field_name,
        "is_open": not played.is_closed,
        "played": played.number,
    }


def _answer(request: Request, desk: Desk, row: Row) -> HTMLResponse:
    """One row and the head of the page."""
    return render(
        request,
        "desk/parts/sheet_answer.html",
        status=422 if row.is_refused else 200,
        row=row,
        **_shared(desk, round_in(desk, row.view.round)),
    )


@router.form(ROW, JUDGES)
def write_row(request: Request, id: str, round: int, table: int, form: FormBody) -> Response:
    """Write one sheet; answered with the row as it stands, or as it was typed with what is wrong."""
    desk = desk_of(request)
    row, after = _write(request, desk, table_in(desk, round, table), round, form)
    if is_fragment(request):
        return _answer(request, after, row)
    if row.is_refused:
        return _grid(request, desk, round, {table: row})
    address = f"/organizza/{id}/referti?turno={round}#t{table}"
    return done(request, address, "results_page.written", table=table)


def _write(request: Request, desk: Desk, table: Table, round: int, form: FormData) -> tuple[Row, Desk]:
    """What became of a typed row, and the event after it."""
    lang, number = language_of(request), table.number
    seats = typed_seats(form, table)
    if seats is None:
        return Row(sheet(desk.tournament, desk.names, round, number, lang)), desk
    view = tried(desk.tournament, desk.names, lang, round=round, table=number, seats=seats)
    if view.state in ("refused", "asked"):
        return Row(view), desk
    seen = field_of(form, field_name(number, SEEN))
    if seen == "empty" and table.result and not table.result.says_the_same(seats, {}):
        return Row(sheet(desk.tournament, desk.names, round, number, lang), meanwhile=True), desk
    reason = field_of(form, field_name(number, REASON))
    action = sheet_action(form, number, round, seats, reason)
    try:
        typed = TypedSheet(round, number, seats)
        wrote = write_sheet(office_of(request), actor_of(request), desk, typed, reason=reason, action=action)
    except Refusal as refusal:
        if refusal.code != "reason_missing":
            raise
        return Row(view, wants_reason=True), desk
    after = desk_of(request) if wrote else desk
    return Row(sheet(after.tournament, after.names, round, number, lang)), after


@router.form("/organizza/{id}/referti", JUDGES)
def write_round(request: Request, id: str, form: FormBody, turno: int = 0) -> Response:
    """Write all sheets that were typed; those that cannot stand come back with what is wrong, by table."""
    desk = desk_of(request)
    number = turno or len(desk.tournament.public_rounds)
    refused: dict[int, Row] = {}
    written = 0
    for table in round_in(desk, number).tables.values():
        if typed_seats(form, table) is None:
            continue
        row, _ = _write(request, desk, table, number, form)
        if row.is_refused:
            refused[table.number] = row
        elif table.result is None:
            written += 1
    if refused:
        return _grid(request, desk_of(request), number, refused)
    code = "results_page.all_written" if written else "results_page.nothing_written"
    return done(request, f"/organizza/{id}/referti?turno={number}", code, count=written)


@router.form(f"{ROW}/conferma", JUDGES)
def confirm_row(request: Request, id: str, round: int, table: int, form: FormBody) -> Response:
    """Let a sheet from a phone stand."""
    return _do(request, form, ConfirmResult(table), (round, table))


@router.form(f"{ROW}/tieni", JUDGES)
def keep_row(request: Request, id: str, round: int, table: int, form: FormBody) -> Response:
    """Say that a result which looks odd is right."""
    return _do(request, form, KeepResult(round, table), (round, table))


def _do(
    request: Request, form: FormData, command: ConfirmResult | KeepResult, place: tuple[int, int]
) -> Response:
    desk, (round, table) = desk_of(request), place
    table_in(desk, round, table)
    action = sheet_action(form, table, repr(command))
    carry_out(office_of(request), actor_of(request), desk.id, command, action=action)
    if is_fragment(request):
        after = desk_of(request)
        view = sheet(after.tournament, after.names, round, table, language_of(request))
        return _answer(request, after, Row(view))
    code = "results_page.confirmed" if isinstance(command, ConfirmResult) else "results_page.kept"
    return done(request, f"/organizza/{desk.id}/referti?turno={round}#t{table}", code, table=table)


@router.form("/organizza/{id}/referti/chiudi", ORGANISERS)
def close_round(request: Request, id: str, form: FormBody) -> Response:
    """End the round, if every sheet is there."""
    desk = desk_of(request)
    played = desk.tournament.open_round
    if str(played.number if played else 0) != field_of(form, "turno"):
        raise NotPossibleNow("round_closed_already", round=field_of(form, "turno")[:4])
    carry_out(office_of(request), actor_of(request), id, CloseRound(), action=action_of(form))
    return done(request, f"/organizza/{id}", "results_page.closed", round=len(desk.tournament.rounds))


@router.form("/organizza/{id}/referti/carica", JUDGES)
def upload_sheets(request: Request, id: str, form: FormBody) -> Response:
    """Write the sheets of a file, all of them or none."""
    desk = desk_of(request)
    played = desk.tournament.open_round
    if played is None:
        raise NotPossibleNow("no_open_round")
    file = form.get("referti")
    if not isinstance(file, UploadFile) or not file.filename:
        raise NotUnderstood("no_file")
    data = file.file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise NotUnderstood("file_too_large", most=MOST_BYTES // 1_000_000)
    name = PurePath(file.filename).name
    try:
        source = words_of(data, PurePath(name).suffix.lower())
    except NotWords as wrong:
        lang = language_of(request)
        raise NotUnderstood("faulty_file", said=text(wrong.code, lang, name=name)) from wrong
    typed = [
        each for each in read_tables(desk, name, source, round=played.number) if each.round == played.number
    ]
    if not typed:
        raise NotUnderstood("nothing_to_record", name=name, round=played.number)
    commands = [RecordSheet(table=each.table, seats=each.seats, neutral=each.neutral) for each in typed]
    carry_out(office_of(request), actor_of(request), id, *commands, action=action_of(form))
    address = f"/organizza/{id}/referti?turno={played.number}"
    return done(request, address, "results_page.all_written", count=len(typed))
