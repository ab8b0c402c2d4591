"""The official judge's page, for a phone or a tablet: the queue, the table, the ruling."""

from starlette.responses import HTMLResponse, Response

from kamchatka.app.tables.bench import (
    ANY_CASE,
    MEASURES,
    BenchRow,
    BenchTable,
    Decision,
    bench_rows,
    bench_table,
    decided,
    standing_tables,
)
from kamchatka.app.tables.keeper import system_timer
from kamchatka.app.tables.stops import wake
from kamchatka.app.tables.tables import execute_at, live_in
from kamchatka.app.tournaments.opening import sentences
from kamchatka.referee.casebook.rulings import AMOUNTS
from kamchatka.referee.casebook.views import case_rows
from kamchatka.refusals import Refusal
from kamchatka.store.log import LogReader
from kamchatka.web.hall.round_time import time_of_round
from kamchatka.web.site.forms import number_in
from kamchatka.web.site.locks import JUDGES, LockedRouter
from kamchatka.web.site.visit import AtDesk, DeskForm, DeskVisit

router = LockedRouter()
ANSWER = "r-"
"""Prefix of the fields that answer the questions of a case."""


@router.page("/organizza/{id}/arbitro", JUDGES)
def show_bench(at: AtDesk) -> HTMLResponse:
    """The queue, and the table that is looked at: the first that waits, or the one in the address."""
    desk, time, table, refused = at.desk, time_of_round(at), None, ""
    with at.office.reading() as reading:
        rows = bench_rows(reading, desk, at.office.clock(), at.lang)
        try:
            table = _table(at, reading, rows)
        except Refusal as refusal:
            refused = refusal.on_page(at.lang)
    return at.page(
        "hall/bench.html",
        "judges",
        rows=rows,
        table=table,
        refused=refused,
        notices=[each.on_page(at.lang) for each in table.view.notices] if table else [],
        time=time,
        standing=standing_tables(rows),
        followed=[each.table for each in time.tables] if time else [],
        cases=list(case_rows(desk.tournament.setup.rulebook, at.lang)),
        measures=MEASURES,
        amounts=AMOUNTS,
        any_case=ANY_CASE,
        case=at.query.get("caso", ""),
        answer=ANSWER,
    )


def _table(at: DeskVisit, reading: LogReader, rows: list[BenchRow]) -> BenchTable | None:
    query = at.query
    number, kind = number_in(query.get("tavolo", "")), query.get("che", "")
    wanted = [each for each in rows if each.row.table == number] if number else rows
    row = next((each for each in wanted if kind in ("", f"{each.row.call and 'c'}{each.row.number}")), None)
    if not (number or row):
        return None
    live = live_in(reading, at.desk.id, number or (row.row.table if row else 0))
    written = {name.removeprefix(ANSWER): said for name, said in query.items() if name.startswith(ANSWER)}
    return bench_table(
        reading, live, row, system_timer, at.lang, asked=Decision(query.get("caso", ""), written)
    )


@router.form("/organizza/{id}/arbitro/{table}", JUDGES)
def decide(at: DeskForm, table: int) -> Response:
    """Record a decision: the casebook's ruling, or another with its reason."""
    office, id = at.office, at.desk.id
    wake(office, at.request.app.state.home, system_timer, only=id)
    other = at.field("decisione") == "altra"
    decision = Decision(
        case=at.field("caso") or ANY_CASE,
        answers={name.removeprefix(ANSWER): said for name, said in at.sent if name.startswith(ANSWER)},
        measure=at.field("misura") if other else "",
        amount=at.field("quanto"),
        conquests=at.field("conquiste"),
        judge=at.field("giudice"),
        offender=at.field("contro") if other else "",
        minutes=at.field("minuti"),
        reason=at.field("motivo"),
        call=number_in(at.field("chiamata")),
        incident=number_in(at.field("incidente")),
        goes_on=bool(at.field("riparti")),
    )
    with office.reading() as reading:
        commands = decided(reading, live_in(reading, id, table), decision, system_timer, at.lang)
    outcome = execute_at(office, at.actor, id, table, *commands, note=decision.reason, action=at.action)
    said = " ".join(sentences(office, outcome.events, at.desk.names, at.lang))
    return at.done("/arbitro", "bench.decided", table=table, said=said)
