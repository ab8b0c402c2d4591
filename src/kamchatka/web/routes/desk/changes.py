"""Tables changed by hand at the desk: swaps, moves, arrivals and no-shows, places, the start of games."""

from collections.abc import Iterator
from contextlib import contextmanager

from fastapi import Request
from starlette.datastructures import FormData
from starlette.responses import HTMLResponse, Response

from kamchatka.app.tournament.desk import Desk, carry_out, named
from kamchatka.ids import PersonId
from kamchatka.messages import text
from kamchatka.refusals import NotUnderstood, Refusal
from kamchatka.tournament.arranging import (
    ArrangeTables,
    CoverNoShow,
    SeatArrival,
    SetVenue,
    StartTables,
    moved,
    proposal_for_no_show,
    swapped,
)
from kamchatka.tournament.command import Command, open_round
from kamchatka.tournament.state import Round
from kamchatka.tournament.views.tables import tables_in_words
from kamchatka.web.access import JUDGES, ORGANISERS, LockedRouter, actor_of
from kamchatka.web.event_frame import desk_of, desk_page
from kamchatka.web.forms import FormBody, action_of, field_of, number_in, office_of
from kamchatka.web.language import language_of
from kamchatka.web.routes.desk.draw import changed

router = LockedRouter()
NEW_TABLE = "nuovo"


@router.form("/organizza/{id}/sorteggio/scambia", ORGANISERS)
def swap_seats(request: Request, id: str, form: FormBody) -> Response:
    """Two people change seats."""
    desk = desk_of(request)
    one, other = (desk.entrant(field_of(form, key)) for key in ("uno", "altro"))
    with _named(desk):
        tables = swapped(open_round(desk.tournament), one, other)
    _arrange(request, desk, form, ArrangeTables(tables, field_of(form, "motivo")))
    return changed(request, desk, "draw_page.swapped", one=desk.names[one], other=desk.names[other])


@router.form("/organizza/{id}/sorteggio/sposta", ORGANISERS)
def move_people(request: Request, id: str, form: FormBody) -> Response:
    """Some people go to another table, or to a new one."""
    desk = desk_of(request)
    found = open_round(desk.tournament)
    people = [desk.entrant(each) for each in form.getlist("chi") if isinstance(each, str)]
    if not people:
        raise NotUnderstood("nobody_named")
    to = _table(found, field_of(form, "tavolo"))
    _arrange(request, desk, form, ArrangeTables(moved(found, people, to), field_of(form, "motivo")))
    return changed(request, desk, "draw_page.moved", who=_names(desk, people), table=to)


def _table(found: Round, typed: str) -> int:
    """The number of a table; of a new one, the next that is free."""
    if typed == NEW_TABLE:
        return max(found.tables, default=0) + 1
    number = number_in(typed)
    if not number:
        raise NotUnderstood("no_such_table", table=typed, round=found.number, known=_known(found))
    return number


def _known(found: Round) -> str:
    return ", ".join(map(str, found.tables))


@router.form("/organizza/{id}/sorteggio/arrivo", ORGANISERS)
def seat_arrival(request: Request, id: str, form: FormBody) -> Response:
    """Seat somebody who came after the draw, where it was proposed."""
    desk = desk_of(request)
    who, reason = desk.entrant(field_of(form, "chi")), text("draw_page.reason.arrival", language_of(request))
    _arrange(request, desk, form, SeatArrival(who, reason), reason)
    return changed(request, desk, "draw_page.seated", who=desk.names[who])


@router.page("/organizza/{id}/sorteggio/assente", ORGANISERS)
def ask_no_show(request: Request, id: str, chi: str = "") -> HTMLResponse:
    """How to do without somebody who did not come to the table."""
    desk = desk_of(request)
    who = desk.entrant(chi)
    with _named(desk):
        proposal = proposal_for_no_show(desk.tournament, who)
    return desk_page(
        request,
        "desk/no_show.html",
        desk,
        "draw",
        who=desk.names[who],
        entrant=desk.tournament.entrants[who].number,
        proposal=proposal,
        tables=tables_in_words(proposal, desk.names),
        may_accept=bool(proposal.tables),
    )


@router.form("/organizza/{id}/sorteggio/assente", ORGANISERS)
def cover_no_show(request: Request, id: str, form: FormBody) -> Response:
    """Do without them, as proposed."""
    desk = desk_of(request)
    who, reason = desk.entrant(field_of(form, "chi")), text("draw_page.reason.no_show", language_of(request))
    _arrange(request, desk, form, CoverNoShow(who, reason), reason)
    return changed(request, desk, "draw_page.covered", who=desk.names[who])


@router.form("/organizza/{id}/sorteggio/sede", ORGANISERS)
def set_venue(request: Request, id: str, form: FormBody) -> Response:
    """Say where a table stands."""
    desk = desk_of(request)
    number = _table(open_round(desk.tournament), field_of(form, "tavolo"))
    _arrange(request, desk, form, SetVenue(number, field_of(form, "sede")))
    return changed(request, desk, "draw_page.venue_set", table=number)


@router.form("/organizza/{id}/sorteggio/inizia", JUDGES)
def start_tables(request: Request, id: str, form: FormBody) -> Response:
    """Games begin, at one table or at all of them."""
    desk = desk_of(request)
    found, typed = open_round(desk.tournament), field_of(form, "tavolo")
    if not typed:
        _arrange(request, desk, form, StartTables())
        return changed(request, desk, "draw_page.all_begun")
    number = _table(found, typed)
    _arrange(request, desk, form, StartTables((number,)))
    return changed(request, desk, "draw_page.table_begun", table=number)


def _arrange(request: Request, desk: Desk, form: FormData, command: Command, note: str = "") -> None:
    said = note or field_of(form, "motivo")
    carry_out(office_of(request), actor_of(request), desk.id, command, note=said, action=action_of(form))


@contextmanager
def _named(desk: Desk) -> Iterator[None]:
    """Let a refusal call people by name."""
    try:
        yield
    except Refusal as refusal:
        raise named(refusal, desk.names) from None


def _names(desk: Desk, people: list[PersonId]) -> str:
    return ", ".join(desk.names[who] for who in people)
