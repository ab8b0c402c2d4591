"""Judges of an event: open calls, the roster, and the clocks of the hall."""

from dataclasses import dataclass
from typing import Literal

from starlette.responses import HTMLResponse, Response

from kamchatka.app.tables.keeper import system_timer
from kamchatka.app.tables.queue import closing, hall_announcements, queue
from kamchatka.app.tables.stops import wake
from kamchatka.app.tables.tables import QueueRow, execute_at, open_live
from kamchatka.app.tournaments.entries import register_person
from kamchatka.messages.moments import ago, time_of
from kamchatka.referee.calls import AnswerCall
from kamchatka.referee.casebook.loading import find_case
from kamchatka.referee.command import TableCommand
from kamchatka.tournament.events import JudgeRole
from kamchatka.tournament.settings import NameJudge
from kamchatka.tournament.views.officials import officials
from kamchatka.web.desk.people_form import known_events
from kamchatka.web.hall.round_time import time_of_round
from kamchatka.web.site.locks import JUDGES, VIEW, LockedRouter
from kamchatka.web.site.visit import AtDesk, DeskForm, DeskVisit

router = LockedRouter()
ROLES: dict[str, JudgeRole] = {"ufficiale": "official-judge", "tavolo": "table-judge"}
BENCH = "/arbitro"
CallAction = Literal["arrivo", "risolta"]


@dataclass(frozen=True)
class Waiting:
    """An open call or incident, and how long it has been waiting."""

    row: QueueRow
    case: str
    """Name of the case, if it is an incident."""
    time: str
    age: str


def _waiting(at: DeskVisit) -> list[Waiting]:
    office, lang = at.office, at.lang
    with office.reading() as reading:
        rows = queue(reading, at.desk)
    return [
        Waiting(
            row,
            find_case(row.incident).name(lang) if row.incident else "",
            time_of(row.at),
            ago(row.at, office.clock(), lang),
        )
        for row in rows
    ]


@router.page("/organizza/{id}/giudici", VIEW)
def show_judges(at: AtDesk) -> HTMLResponse:
    """Open calls first, then the judges and their shifts."""
    desk = at.desk
    view = officials(desk.tournament, desk.names)
    with at.office.reading() as reading:
        announced = hall_announcements(reading, desk, system_timer, at.lang)
    return at.page(
        "desk/judges.html",
        "judges",
        waiting=_waiting(at),
        announced=announced,
        time=time_of_round(at),
        rulebook=desk.tournament.settings.rulebook.id,
        view=view,
        people=[(each.person, each.name) for each in view.judges],
        event_id=at.id,
    )


@router.page("/organizza/{id}/chiamate", VIEW)
def show_calls(at: AtDesk) -> HTMLResponse:
    """The open calls alone, as a fragment."""
    return at.render("desk/parts/calls.html", waiting=_waiting(at), event_id=at.id)


@router.form("/organizza/{id}/chiamate/{table}/{number}/{what}", JUDGES)
def settle_call(at: DeskForm, *, table: int, number: int, what: CallAction) -> Response:
    """Mark a call as taken or as settled; settling restarts a clock that was stopped for it."""
    id, office = at.desk.id, at.office
    wake(office, at.request.app.state.home, system_timer, only=id)
    commands: list[TableCommand] = [AnswerCall(number)]
    if what == "risolta":
        commands = closing(open_live(office, id, table), number, system_timer)
    execute_at(office, at.actor, id, table, *commands, action=at.action)
    if at.is_fragment and _back(at) != BENCH:
        return show_calls(at)
    return at.done(_back(at), f"judges_page.{what}", table=table)


@router.form("/organizza/{id}/giudici", JUDGES)
def name_judge(at: DeskForm) -> Response:
    """Appoint a judge; a new official judge replaces the previous one."""
    name, among = at.field("nome"), known_events(at.visitor)
    role = ROLES.get(at.field("ruolo"), "table-judge")
    person = register_person(at.office, at.actor, at.desk, name, among=among)
    at.execute(NameJudge(person, role))
    return at.done(_back(at), "judges_page.named", name=name)


def _back(at: DeskVisit) -> str:
    return BENCH if at.field("pagina") == "bench" else "/giudici"
