"""Tables changed by hand at the desk: swaps, moves, arrivals and no-shows, places, the start of games."""

from collections.abc import Iterator
from contextlib import contextmanager

from starlette.responses import HTMLResponse, Response

from kamchatka.app.tournament.desk import Desk, named
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
from kamchatka.tournament.command import open_round
from kamchatka.tournament.state import Round
from kamchatka.tournament.views.tables import tables_in_words
from kamchatka.web.access import JUDGES, ORGANISERS, LockedRouter
from kamchatka.web.forms import number_in
from kamchatka.web.routes.desk.draw import changed
from kamchatka.web.visit import AtDesk, DeskForm

router = LockedRouter()
NEW_TABLE = "nuovo"


@router.form("/organizza/{id}/sorteggio/scambia", ORGANISERS)
def swap_seats(at: DeskForm) -> Response:
    """Two people change seats."""
    desk = at.desk
    one, other = (desk.entrant(at.field(key)) for key in ("uno", "altro"))
    with _named(desk):
        tables = swapped(open_round(desk.tournament), one, other)
    reason = at.field("motivo")
    at.execute(ArrangeTables(tables, reason), note=reason)
    return changed(at, "draw_page.swapped", one=desk.names[one], other=desk.names[other])


@router.form("/organizza/{id}/sorteggio/sposta", ORGANISERS)
def move_people(at: DeskForm) -> Response:
    """Some people go to another table, or to a new one."""
    desk = at.desk
    found = open_round(desk.tournament)
    people = [desk.entrant(each) for each in at.fields("chi")]
    if not people:
        raise NotUnderstood("nobody_named")
    to = _table(found, at.field("tavolo"))
    reason = at.field("motivo")
    at.execute(ArrangeTables(moved(found, people, to), reason), note=reason)
    return changed(at, "draw_page.moved", who=", ".join(desk.names[who] for who in people), table=to)


def _table(found: Round, typed: str) -> int:
    """The number of a table; of a new one, the next that is free."""
    if typed == NEW_TABLE:
        return max(found.tables, default=0) + 1
    number = number_in(typed)
    if not number:
        known = ", ".join(map(str, found.tables))
        raise NotUnderstood("no_such_table", table=typed, round=found.number, known=known)
    return number


@router.form("/organizza/{id}/sorteggio/arrivo", ORGANISERS)
def seat_arrival(at: DeskForm) -> Response:
    """Seat somebody who came after the draw, where it was proposed."""
    desk = at.desk
    who, reason = desk.entrant(at.field("chi")), text("draw_page.reason.arrival", at.lang)
    at.execute(SeatArrival(who, reason), note=reason)
    return changed(at, "draw_page.seated", who=desk.names[who])


@router.page("/organizza/{id}/sorteggio/assente", ORGANISERS)
def ask_no_show(at: AtDesk, chi: str = "") -> HTMLResponse:
    """How to do without somebody who did not come to the table."""
    desk = at.desk
    who = desk.entrant(chi)
    with _named(desk):
        proposal = proposal_for_no_show(desk.tournament, who)
    return at.page(
        "desk/no_show.html",
        "draw",
        who=desk.names[who],
        entrant=desk.tournament.entrants[who].number,
        proposal=proposal,
        tables=tables_in_words(proposal, desk.names),
        may_accept=bool(proposal.tables),
    )


@router.form("/organizza/{id}/sorteggio/assente", ORGANISERS)
def cover_no_show(at: DeskForm) -> Response:
    """Do without them, as proposed."""
    desk = at.desk
    who, reason = desk.entrant(at.field("chi")), text("draw_page.reason.no_show", at.lang)
    at.execute(CoverNoShow(who, reason), note=reason)
    return changed(at, "draw_page.covered", who=desk.names[who])


@router.form("/organizza/{id}/sorteggio/sede", ORGANISERS)
def set_venue(at: DeskForm) -> Response:
    """Say where a table stands."""
    number = _table(open_round(at.desk.tournament), at.field("tavolo"))
    at.execute(SetVenue(number, at.field("sede")), note=at.field("motivo"))
    return changed(at, "draw_page.venue_set", table=number)


@router.form("/organizza/{id}/sorteggio/inizia", JUDGES)
def start_tables(at: DeskForm) -> Response:
    """Games begin, at one table or at all of them."""
    found, typed = open_round(at.desk.tournament), at.field("tavolo")
    if not typed:
        at.execute(StartTables(), note=at.field("motivo"))
        return changed(at, "draw_page.all_begun")
    number = _table(found, typed)
    at.execute(StartTables((number,)), note=at.field("motivo"))
    return changed(at, "draw_page.table_begun", table=number)


@contextmanager
def _named(desk: Desk) -> Iterator[None]:
    """Let a refusal call people by name."""
    try:
        yield
    except Refusal as refusal:
        raise named(refusal, desk.names) from None
