"""Online tables of an event: opened and judged at its desk; the result is the sheet of the table."""

from starlette.exceptions import HTTPException
from starlette.responses import Response

from kamchatka.app.games.online import seating
from kamchatka.app.games.online.hall import TableHall
from kamchatka.app.games.online.live import LiveTable
from kamchatka.app.games.online.playing import judge
from kamchatka.app.games.online.refusals import Forbidden, NotNow, Unknown
from kamchatka.app.games.online.table import OnlineTable
from kamchatka.app.tournaments.sheets import read_record
from kamchatka.game.actions import (
    Action,
    DeclareLate,
    EndGame,
    ExcludeSeat,
    ExpireTime,
    FreezeSeat,
    WithdrawSeat,
)
from kamchatka.game.notation import action_to_text
from kamchatka.game.violations import RuleViolation
from kamchatka.ids import Seat
from kamchatka.messages import Language, text
from kamchatka.tournament.recording import RecordSheet
from kamchatka.web.play.play_visit import PlayVisit
from kamchatka.web.site.forms import number_in
from kamchatka.web.site.locks import JUDGES, LockedRouter
from kamchatka.web.site.visit import DeskForm, DeskVisit

router = LockedRouter()
OF_A_SEAT = (WithdrawSeat, ExcludeSeat, FreezeSeat, DeclareLate)
"""A judge's decisions about one seat."""


def _hall(at: DeskVisit) -> TableHall:
    hall: TableHall = at.request.app.state.tables
    return hall


def _live(at: DeskVisit, tavolo: str) -> LiveTable:
    """An online table of this event; 404 if it is none."""
    try:
        live = _hall(at).live(tavolo)
    except Unknown:
        raise HTTPException(404) from None
    if live.table.terms.event != at.id:
        raise HTTPException(404)
    return live


@router.form("/organizza/{id}/gioca", JUDGES)
def open_event_table(at: DeskForm) -> Response:
    """Open an online table for a table of a round."""
    place = at.id, number_in(at.field("turno_torneo")), number_in(at.field("tavolo_torneo"))
    opening = seating.event_opening(
        dict(at.sent), at.fields("posto"), at.desk.tournament.setup.rulebook, place
    )
    return at.redirect(f"/gioca/{_hall(at).open_new(at.actor, at.action, opening)}")


def decisions(at: PlayVisit) -> list[tuple[str, str]]:
    """What a judge may decide at this table now: the action in notation, and in words."""
    with at.live.lock:
        return [] if at.live.table.is_over else _decisions(at.live.table, at.lang)


def _decisions(table: OnlineTable, lang: Language) -> list[tuple[str, str]]:
    game = table.require_game()
    seats = [Seat(each) for each in range(game.seats)] if table.is_seated else []
    actions = [ExpireTime(), EndGame(), *(kind(seat) for kind in OF_A_SEAT for seat in seats)]
    return [
        (action_to_text(each), _in_words(table, each, lang)) for each in actions if not game.why_not(each)
    ]


def _in_words(table: OnlineTable, action: Action, lang: Language) -> str:
    name = table.shown_name(table.chair_at(action.seat)) if isinstance(action, OF_A_SEAT) else ""
    return text(f"online_table.judge.{type(action).__name__}", lang, name=name)


@router.form("/organizza/{id}/gioca/{tavolo}/giudice", JUDGES)
def judge_online(at: DeskForm, tavolo: str) -> Response:
    """A judge's action, with its reason."""
    live = _live(at, tavolo)
    land, owner, armies = (at.field(name) for name in ("territorio", "di", "armate"))
    line = f"corregge {land} = {owner} {armies}" if land else at.field("mossa")
    try:
        judge(_hall(at), live, at.actor, line, reason=at.field("motivo"), action=at.action)
    except RuleViolation as violation:
        said = violation.sentence(at.lang)
        raise Forbidden("rule", clause=violation.clause, said=said) from violation
    return at.redirect(f"/gioca/{tavolo}")


@router.form("/organizza/{id}/gioca/{tavolo}/referto", JUDGES)
def record_online(at: DeskForm, tavolo: str) -> Response:
    """Record the result of a finished game as the sheet of its table; players go by their names."""
    live = _live(at, tavolo)
    with live.lock:
        table = live.table
        if table.game is None or not table.game.is_over:
            raise NotNow("table_not_over")
        sheet = read_record(at.desk, table.record(), round=table.terms.round, table=table.terms.table or None)
    outcome = at.execute(RecordSheet(table=sheet.table, seats=sheet.seats, neutral=sheet.neutral))
    said = " ".join(outcome.sentences) or text("tournament.nothing", at.lang)
    return at.done(f"/referti?turno={sheet.round}", "web.said", said=said)
