"""The judges of an event: who waits for them, who they are and when, and the clocks of the hall."""

from dataclasses import dataclass
from typing import Literal

from fastapi import Request
from starlette.responses import HTMLResponse, Response

from kamchatka.app.referee.keeper import system_timer
from kamchatka.app.referee.queue import closing, hall_clock, queue
from kamchatka.app.referee.stops import stop_all, wake
from kamchatka.app.referee.tables import QueueRow, act, open_live
from kamchatka.app.tournament.desk import Desk, carry_out
from kamchatka.app.tournament.entering import register_person
from kamchatka.ids import PersonId
from kamchatka.referee.calls import AnswerCall
from kamchatka.referee.casebook.loading import find_case
from kamchatka.referee.command import TableCommand
from kamchatka.refusals import NotUnderstood
from kamchatka.tournament.command import Command
from kamchatka.tournament.events import JudgeRole
from kamchatka.tournament.officials import DeclareConflict, PlanSession, RosterJudge
from kamchatka.tournament.settings import NameJudge, RemoveJudge
from kamchatka.tournament.views.officials import officials
from kamchatka.web.access import JUDGES, LockedRouter, actor_of
from kamchatka.web.event_frame import desk_of, desk_page
from kamchatka.web.forms import FormBody, action_of, done, field_of, office_of
from kamchatka.web.language import language_of
from kamchatka.web.moments import ago, time_of
from kamchatka.web.pages import is_fragment, render
from kamchatka.web.people_form import known_events

router = LockedRouter()
ROLES: dict[str, JudgeRole] = {"ufficiale": "official-judge", "tavolo": "table-judge"}
CallAction = Literal["arrivo", "risolta"]


@dataclass(frozen=True)
class Waiting:
    """Somebody who waits, and since when."""

    row: QueueRow
    case: str
    """What happened, if it is an incident."""
    time: str
    age: str


def _waiting(request: Request, desk: Desk) -> list[Waiting]:
    office, lang = office_of(request), language_of(request)
    with office.reading() as reading:
        rows = queue(reading, desk)
    return [
        Waiting(
            row,
            find_case(row.incident).name(lang) if row.incident else "",
            time_of(row.at),
            ago(row.at, office.clock(), lang),
        )
        for row in rows
    ]


@router.page("/organizza/{id}/giudici", JUDGES)
def show_judges(request: Request, id: str) -> HTMLResponse:
    """Calls first, then who judges and when."""
    desk, office, lang = desk_of(request), office_of(request), language_of(request)
    view = officials(desk.tournament, desk.names)
    with office.reading() as reading:
        clock = hall_clock(reading, desk, system_timer, lang)
    return desk_page(
        request,
        "desk/judges.html",
        desk,
        "judges",
        waiting=_waiting(request, desk),
        clock=clock,
        rulebook=desk.tournament.settings.rulebook.id,
        view=view,
        people=[(each.person, each.name) for each in view.judges],
        event_id=id,
    )


@router.page("/organizza/{id}/chiamate", JUDGES)
def show_calls(request: Request, id: str) -> HTMLResponse:
    """Who waits, alone."""
    return render(request, "desk/parts/calls.html", waiting=_waiting(request, desk_of(request)), event_id=id)


@router.form("/organizza/{id}/chiamate/{table}/{number}/{what}", JUDGES)
def settle_call(
    request: Request, id: str, *, table: int, number: int, what: CallAction, form: FormBody
) -> Response:
    """A judge is on the way, or what was asked is settled: then a clock that stood for it goes on."""
    desk, office = desk_of(request), office_of(request)
    wake(office, request.app.state.home, system_timer, only=id)
    commands: list[TableCommand] = [AnswerCall(number)]
    if what == "risolta":
        commands = closing(open_live(office, id, table), number, system_timer)
    act(office, actor_of(request), id, table, *commands, action=action_of(form))
    if is_fragment(request):
        return render(request, "desk/parts/calls.html", waiting=_waiting(request, desk), event_id=id)
    return done(request, f"/organizza/{id}/giudici", f"judges_page.{what}", table=table)


@router.form("/organizza/{id}/giudici", JUDGES)
def name_judge(request: Request, id: str, form: FormBody) -> Response:
    """Make somebody a judge; an official judge takes the place of the one before."""
    desk, name = desk_of(request), field_of(form, "nome")
    role = ROLES.get(field_of(form, "ruolo"), "table-judge")
    among = known_events(request)
    person = register_person(office_of(request), actor_of(request), desk, name, among=among)
    return _carried_out(request, id, form, NameJudge(person, role), "named", name=name)


@router.form("/organizza/{id}/giudici/togli", JUDGES)
def remove_judge(request: Request, id: str, form: FormBody) -> Response:
    """Let somebody be a judge no longer."""
    desk, who = desk_of(request), PersonId(field_of(form, "giudice"))
    name = desk.names.get(who, "")
    return _carried_out(request, id, form, RemoveJudge(who), "removed", name=name)


@router.form("/organizza/{id}/giudici/sessione", JUDGES)
def plan_session(request: Request, id: str, form: FormBody) -> Response:
    """Say when play takes place."""
    session = field_of(form, "sessione")
    asked = PlanSession(session, field_of(form, "dalle"), field_of(form, "alle"))
    return _carried_out(request, id, form, asked, "planned", session=session)


@router.form("/organizza/{id}/giudici/turno", JUDGES)
def roster_judge(request: Request, id: str, form: FormBody) -> Response:
    """Say when a judge is there."""
    desk, who = desk_of(request), PersonId(field_of(form, "giudice"))
    session = field_of(form, "sessione")
    asked = RosterJudge(session, who, field_of(form, "dalle"), field_of(form, "alle"))
    return _carried_out(request, id, form, asked, "rostered", name=desk.names.get(who, ""), session=session)


@router.form("/organizza/{id}/giudici/legame", JUDGES)
def declare_tie(request: Request, id: str, form: FormBody) -> Response:
    """Say that a judge has a tie to somebody who plays."""
    desk, who = desk_of(request), PersonId(field_of(form, "giudice"))
    player = field_of(form, "giocatore")
    asked = DeclareConflict(who, desk.entrant(player))
    return _carried_out(request, id, form, asked, "tied", name=desk.names.get(who, ""), player=player)


@router.form("/organizza/{id}/giudici/tempo", JUDGES)
def stop_hall(request: Request, id: str, form: FormBody) -> Response:
    """Stop every clock of the hall, or let all of them go on."""
    what = field_of(form, "fa")
    if what not in ("ferma", "riparti"):
        raise NotUnderstood("unknown_word", given=what, known="ferma, riparti")
    desk_of(request)
    office = office_of(request)
    wake(office, request.app.state.home, system_timer, only=id)
    count = stop_all(office, actor_of(request), id, system_timer, resume=what == "riparti")
    return done(request, f"/organizza/{id}/giudici", f"judges_page.{what}", count=count)


def _carried_out(
    request: Request, id: str, form: FormBody, asked: Command, code: str, **values: str
) -> Response:
    carry_out(office_of(request), actor_of(request), id, asked, action=action_of(form))
    return done(request, f"/organizza/{id}/giudici", f"judges_page.{code}", **values)
