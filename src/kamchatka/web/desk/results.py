"""The sheets of a round: a grid to type them from paper, row by row or all at once."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import PurePath
from types import MappingProxyType
from typing import Any

from starlette.datastructures import UploadFile
from starlette.responses import HTMLResponse, Response

from kamchatka.app.tournaments.opening import OpenTournament
from kamchatka.app.tournaments.sheets import read_tables
from kamchatka.messages import text
from kamchatka.refusals import NotPossibleNow, NotUnderstood, Refusal
from kamchatka.scoring.results.source import NotWords, words_of
from kamchatka.tournament.recording import ApproveResult, ConfirmResult, RecordSheet, TypeSheet, WriteSheet
from kamchatka.tournament.state import Round, Table
from kamchatka.tournament.views.sheets import (
    SheetView,
    preview_sheet,
    seat_in_words,
    sheet,
    sheets,
    table_list,
)
from kamchatka.web.desk.sheet_form import REASON, SEEN, field_name, sheet_action, statuses, typed_seats
from kamchatka.web.hall.round_time import time_of_round
from kamchatka.web.site.locks import JUDGES, SHEETS, SHEETS_VIEW, LockedRouter
from kamchatka.web.site.pages import existing, numbered
from kamchatka.web.site.visit import AtDesk, DeskForm, DeskVisit

router = LockedRouter()
MOST_BYTES = 2_000_000
TABLE = "/referti/{round}/{table}"
ROW = f"/organizza/{{id}}{TABLE}"


def round_in(desk: OpenTournament, number: int) -> Round:
    """A published round by number; 404 if there is none."""
    return numbered(desk.tournament.public_rounds, number)


def table_in(desk: OpenTournament, round: int, number: int) -> Table:
    """A table of a published round; 404 if there is none."""
    return existing(round_in(desk, round).tables.get(number))


@router.page("/organizza/{id}/referti", SHEETS_VIEW)
def show_sheets(at: AtDesk, turno: int = 0) -> HTMLResponse:
    """The sheets of a round, by default the last."""
    rounds = at.desk.tournament.public_rounds
    if not rounds:
        return at.page("desk/results.html", "results", round=None)
    return _grid(at, turno or len(rounds))


@dataclass(frozen=True)
class GridRow:
    """A row of the grid: a table's sheet and what the row asks for."""

    view: SheetView
    wants_reason: bool = False
    """Whether the typed numbers correct the recorded ones, which needs a reason."""
    meanwhile: str = ""
    """The typed numbers, if a phone has meanwhile sent others."""

    @property
    def is_refused(self) -> bool:
        """Whether the typed numbers were not recorded."""
        return self.wants_reason or bool(self.meanwhile) or self.view.state in ("refused", "asked")


def _grid(at: DeskVisit, number: int, typed: Mapping[int, GridRow] = MappingProxyType({})) -> HTMLResponse:
    """The whole page; `typed` holds rows that were refused, as typed."""
    desk = at.desk
    played = round_in(desk, number)
    found = sheets(desk.tournament, desk.names, number, at.lang)
    return at.page(
        "desk/results.html",
        "results",
        status=422 if typed else 200,
        round=played,
        rounds=[each.number for each in desk.tournament.public_rounds],
        rows=[typed.get(view.table) or GridRow(view) for view in found],
        wrong=list(typed.values()),
        **_shared(at, played),
    )


def _shared(at: DeskVisit, played: Round) -> dict[str, Any]:
    """Template values for the page head and for rows."""
    tables = played.tables.values()
    lacking = [table.number for table in tables if not table.is_settled]
    return {
        "home": at.home,
        "settled": len(tables) - len(lacking),
        "tables": len(tables),
        "lacking": table_list(lacking, 4) if lacking else None,
        "statuses": statuses(at.desk.tournament.setup.rulebook),
        "field_name": field_name,
        "is_open": not played.is_closed,
        "types": at.may("/referti", "POST"),
        "decides": at.may(f"{TABLE}/correggi", "POST"),
        "opens": at.may(TABLE),
        "played": played.number,
        "time": time_of_round(at) if not played.is_closed else None,
    }


def _answer(at: DeskVisit, row: GridRow) -> HTMLResponse:
    """One row and the page head, as a fragment."""
    return at.render(
        "desk/parts/sheet_answer.html",
        status=422 if row.is_refused else 200,
        row=row,
        **_shared(at, round_in(at.desk, row.view.round)),
    )


@router.form(ROW, SHEETS)
def write_row(at: DeskForm, round: int, table: int) -> Response:
    """Record one sheet; responds with the recorded row, or with the typed row and its faults."""
    row, after = _write(at, table_in(at.desk, round, table), round)
    if at.is_fragment:
        return _answer(after, row)
    if row.is_refused:
        return _grid(at, round, {table: row})
    return at.done(f"/referti?turno={round}#t{table}", "results_page.written", table=table)


def _write(at: DeskVisit, table: Table, round: int) -> tuple[GridRow, DeskVisit]:
    """Record a typed row; the resulting row, and the visit after it."""
    desk, number = at.desk, table.number
    seats = typed_seats(at.form, table)
    if seats is None:
        return _standing(at, round, number), at
    view = preview_sheet(desk.tournament, desk.names, at.lang, round=round, table=number, seats=seats)
    if view.state in ("refused", "asked"):
        return GridRow(view), at
    seen = at.field(field_name(number, SEEN))
    sent = table.result if table.result and table.result.sent_by else None
    if seen == "empty" and sent and not sent.says_the_same(seats, {}):
        words = ", ".join(f"{seat.name} {seat_in_words(seat.cells, at.lang)}" for seat in view.seats)
        return replace(_standing(at, round, number), meanwhile=words), at
    reason = at.field(field_name(number, REASON))
    action = sheet_action(at.form, number, round, seats, reason)
    asked: WriteSheet | TypeSheet = WriteSheet(round=round, table=number, seats=seats, reason=reason)
    if not at.may(f"{TABLE}/correggi", "POST"):
        asked = TypeSheet(round=round, table=number, seats=seats)
    try:
        outcome = at.execute(asked, action=action)
    except Refusal as refusal:
        if refusal.code != "reason_missing":
            raise
        return GridRow(view, wants_reason=True), at
    after = at.reopened() if outcome.is_news_to(desk) else at
    return _standing(after, round, number), after


def _standing(at: DeskVisit, round: int, table: int) -> GridRow:
    """The row as recorded."""
    return GridRow(sheet(at.desk.tournament, at.desk.names, round, table, at.lang))


@router.form("/organizza/{id}/referti", SHEETS)
def write_round(at: DeskForm, turno: int = 0) -> Response:
    """Record all typed sheets; refused ones come back with their faults, by table."""
    desk = at.desk
    number = turno or len(desk.tournament.public_rounds)
    refused: dict[int, GridRow] = {}
    written = 0
    for table in round_in(desk, number).tables.values():
        if typed_seats(at.form, table) is None:
            continue
        row, _ = _write(at, table, number)
        if row.is_refused:
            refused[table.number] = row
        elif table.result is None:
            written += 1
    if refused:
        return _grid(at.reopened(), number, refused)
    code = "results_page.all_written" if written else "results_page.nothing_written"
    return at.done(f"/referti?turno={number}", code, count=written)


@router.form(f"{ROW}/conferma", JUDGES)
def confirm_row(at: DeskForm, round: int, table: int) -> Response:
    """Confirm a sheet sent by a phone."""
    return _do(at, ConfirmResult(table), (round, table))


@router.form(f"{ROW}/tieni", JUDGES)
def keep_row(at: DeskForm, round: int, table: int) -> Response:
    """Approve a result that looks odd."""
    return _do(at, ApproveResult(round, table), (round, table))


def _do(at: DeskVisit, command: ConfirmResult | ApproveResult, place: tuple[int, int]) -> Response:
    round, table = place
    table_in(at.desk, round, table)
    at.execute(command, action=sheet_action(at.form, table, repr(command)))
    if at.is_fragment:
        after = at.reopened()
        return _answer(after, _standing(after, round, table))
    code = "results_page.confirmed" if isinstance(command, ConfirmResult) else "results_page.kept"
    return at.done(f"/referti?turno={round}#t{table}", code, table=table)


@router.form("/organizza/{id}/referti/carica", JUDGES)
def upload_sheets(at: DeskForm) -> Response:
    """Record the sheets of an uploaded file, all or none."""
    desk = at.desk
    played = desk.tournament.open_round
    if played is None:
        raise NotPossibleNow("no_open_round")
    file = at.form.get("referti")
    if not isinstance(file, UploadFile) or not file.filename:
        raise NotUnderstood("no_file")
    data = file.file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise NotUnderstood("file_too_large", most=MOST_BYTES // 1_000_000)
    name = PurePath(file.filename).name
    try:
        source = words_of(data, PurePath(name).suffix.lower())
    except NotWords as wrong:
        raise NotUnderstood("faulty_file", said=text(wrong.code, at.lang, name=name)) from wrong
    typed = [
        each for each in read_tables(desk, name, source, round=played.number) if each.round == played.number
    ]
    if not typed:
        raise NotUnderstood("nothing_to_record", name=name, round=played.number)
    at.execute(*(RecordSheet(table=each.table, seats=each.seats, neutral=each.neutral) for each in typed))
    return at.done(f"/referti?turno={played.number}", "results_page.all_written", count=len(typed))
