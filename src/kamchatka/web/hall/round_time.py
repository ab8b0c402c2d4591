"""The clock of a round at the desk: started for all tables, stopped, resumed, and given time at one table."""

from collections.abc import Mapping

from starlette.responses import Response

from kamchatka.app.commands.reading import WordContext, read
from kamchatka.app.tables.keeper import system_timer
from kamchatka.app.tables.round_clock import RoundClock, round_clock, start_round
from kamchatka.app.tables.stops import stop_all, wake
from kamchatka.app.tables.tables import execute_at, open_live
from kamchatka.referee.command import TableCommand
from kamchatka.referee.timing import ExtendClock, ResumeClock, SettleInterruption, StopClock
from kamchatka.refusals import NotUnderstood
from kamchatka.web.site.forms import number_in
from kamchatka.web.site.locks import JUDGES, LockedRouter
from kamchatka.web.site.visit import DeskForm, DeskVisit

router = LockedRouter()
PAGES = {"results": "/referti", "judges": "/giudici", "bench": "/arbitro"}
"""Pages to return to; by default the board."""
OF_ONE: Mapping[str, tuple[type[TableCommand], str]] = {
    "ferma": (StopClock, "one_stopped"),
    "riparti": (ResumeClock, "one_resumed"),
    "minuti": (ExtendClock, "given"),
    "giocato": (SettleInterruption, "stop_played"),
    "restituito": (SettleInterruption, "stop_given_back"),
}
"""What a form may do to the clock of one table, and the message after it."""


def time_of_round(at: DeskVisit) -> RoundClock | None:
    """The clock of the open round; None if it has not started."""
    if at.desk.tournament.open_round is None:
        return None
    with at.office.reading() as reading:
        return round_clock(reading, at.desk, system_timer)


@router.form("/organizza/{id}/via", JUDGES)
def start(at: DeskForm) -> Response:
    """Start the clocks of all tables of the round."""
    count = start_round(at.office, at.actor, at.desk.id, system_timer, at.action)
    return _done(at, "started", count=count)


@router.form("/organizza/{id}/tempo", JUDGES)
def stop_hall(at: DeskForm) -> Response:
    """Stop or resume all clocks of the hall."""
    what = at.field("fa")
    if what not in ("ferma", "riparti"):
        raise NotUnderstood("unknown_word", given=what, known="ferma, riparti")
    _wake(at)
    note, resume = at.field("motivo"), what == "riparti"
    count = stop_all(at.office, at.actor, at.id, system_timer, resume=resume, note=note, action=at.action)
    return _done(at, "resumed" if resume else "stopped", count=count)


@router.form("/organizza/{id}/tempo/tavolo", JUDGES)
def change_table(at: DeskForm) -> Response:
    """Stop or resume the clock of one table, give it minutes, or say whether it played during a stop."""
    what, table = at.field("fa"), number_in(at.field("tavolo"))
    if what not in OF_ONE:
        raise NotUnderstood("unknown_word", given=what, known=", ".join(OF_ONE))
    _wake(at)
    live = open_live(at.office, at.desk.id, table)
    kind, said = OF_ONE[what]
    words = {"seconds": at.field("minuti"), "was_played": "si" if what == "giocato" else "no"}
    command = read(kind, WordContext(at.office, at.desk, live), words)
    execute_at(at.office, at.actor, at.id, table, command, note=at.field("motivo"), action=at.action)
    if not isinstance(command, ExtendClock):
        return _done(at, said, table=table)
    minutes = command.seconds // 60
    return _done(at, "given" if minutes > 0 else "taken", table=table, minutes=abs(minutes))


def _wake(at: DeskVisit) -> None:
    wake(at.office, at.request.app.state.home, system_timer, only=at.desk.id)


def _done(at: DeskVisit, code: str, **values: object) -> Response:
    return at.done(PAGES.get(at.field("pagina"), ""), f"round_time.{code}", **values)
