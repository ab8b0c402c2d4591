"""At the table: a phone opened by the QR of the paper writes the sheet, another one confirms it."""

from dataclasses import replace
from typing import Any

from fastapi import Request
from limits import RateLimitItemPerMinute
from starlette.responses import HTMLResponse, Response

from kamchatka.app.accounts.passwords import MINUTES, Tries, network_of
from kamchatka.app.tournament.desk import Desk, open_public_desk
from kamchatka.app.tournament.passes import (
    TablePlace,
    confirm_sheet,
    has_code,
    join,
    joining_number,
    needs_number,
    send_sheet,
    senders,
)
from kamchatka.ids import PersonId
from kamchatka.refusals import NotPossibleNow, NotUnderstood, Refusal
from kamchatka.tournament.events import SeatResult
from kamchatka.tournament.views.sheets import SheetView, sheet, tried
from kamchatka.web.access import LockedRouter, Need
from kamchatka.web.forms import FormBody, done, field_of, number_in, office_of
from kamchatka.web.language import language_of
from kamchatka.web.pages import render
from kamchatka.web.routes.doors import client_address
from kamchatka.web.sheet_form import field_name, sheet_action, statuses, typed_seats
from kamchatka.web.table_door import let_phone_in, page_of, phone_of, place_of

router = LockedRouter()
WRONG = RateLimitItemPerMinute(5, MINUTES)
"""Wrong codes from an address, and wrong numbers at a table."""
OTHER = "altra"
"""The address asks for the form again: other numbers than those that were sent."""


# --- coming in ---


@router.page("/t/{id}/{round}/{table}/{code}", Need.NOTHING)
def show_pass(request: Request, code: str) -> HTMLResponse:
    """Who sits there, and a button; looking at the page changes nothing."""
    place = _known(request, code)
    return render(
        request,
        "table/open.html",
        **_frame(request, _desk(request), place),
        code=code,
        wants_number=needs_number(office_of(request), place),
    )


@router.form("/t/{id}/{round}/{table}/{code}", Need.NOTHING)
def open_pass(request: Request, code: str, form: FormBody) -> Response:
    """Let this phone in: the first by the code, each further one by the number that the first shows."""
    place, tries = _known(request, code), _tries(request)
    tries.check(WRONG, "joining", str(place))
    try:
        token = join(office_of(request), place, code, field_of(form, "numero").replace(" ", ""))
    except Refusal as refusal:
        if refusal.code == "wrong_joining":
            tries.limit(WRONG, "joining", str(place))
        raise
    response = done(request, page_of(place))
    let_phone_in(request, response, place, token)
    return response


def _known(request: Request, code: str) -> TablePlace:
    """The table that a code opens; whoever guesses has five tries, which shut out nobody with a right one.

    A whole hall may come from one address, and scan the papers of the round before.
    """
    place = place_of(request)
    if not has_code(office_of(request), place, code):
        _tries(request).limit(WRONG, "pass", network_of(client_address(request)))
        raise NotPossibleNow("pass_over")
    return place


def _tries(request: Request) -> Tries:
    tries: Tries = request.app.state.tries
    return tries


def _desk(request: Request) -> Desk:
    return open_public_desk(office_of(request), request.path_params["id"], language_of(request))


# --- the sheet ---


@router.page("/tavolo/{id}/{round}/{table}", Need.TABLE_PASS)
def show_table(request: Request) -> HTMLResponse:
    """The form; or what was sent, to be confirmed by somebody else; or that all is done."""
    desk, phone = _desk(request), phone_of(request)
    return _page(request, desk, _standing(request, desk, phone.place))


def _standing(request: Request, desk: Desk, place: TablePlace) -> SheetView:
    return sheet(desk.tournament, desk.names, place.round, place.table, language_of(request))


def _page(
    request: Request, desk: Desk, view: SheetView, typed: SheetView | None = None, chosen: str = ""
) -> HTMLResponse:
    phone, office = phone_of(request), office_of(request)
    with office.reading() as reading:
        is_sender = phone.device in senders(reading, phone.place)
    writes = view.state == "empty" or (OTHER in request.query_params and not view.stands)
    return render(
        request,
        "table/sheet.html" if writes or typed else "table/sent.html",
        status=422 if typed else 200,
        **_frame(request, desk, phone.place),
        view=typed or view,
        standing=view,
        is_new=typed is None,
        chosen=chosen,
        is_sender=is_sender,
        number=joining_number(office, phone.place),
        confirmation=desk.tournament.settings.confirmation,
        statuses=statuses(desk.tournament.setup.rulebook),
        field_name=field_name,
    )


def _frame(request: Request, desk: Desk, place: TablePlace) -> dict[str, Any]:
    seats = desk.tournament.rounds[place.round - 1].tables[place.table].seated.seats
    return {
        "event": desk.tournament.settings.name,
        "place": place,
        "seats": [desk.names[who] for who in seats],
        "address": page_of(place),
    }


@router.form("/tavolo/{id}/{round}/{table}/prova", Need.TABLE_PASS)
def try_sheet(request: Request, form: FormBody) -> HTMLResponse:
    """Places and scores of what is typed so far, or what is still missing."""
    desk, place = _desk(request), phone_of(request).place
    seats = _typed(desk, place, form)
    lang = language_of(request)
    view = (
        tried(desk.tournament, desk.names, lang, round=place.round, table=place.table, seats=seats)
        if seats
        else replace(_standing(request, desk, place), state="empty")
    )
    return render(request, "table/placing.html", view=view, field_name=field_name, is_new=True)


def _typed(desk: Desk, place: TablePlace, form: FormBody) -> tuple[SeatResult, ...] | None:
    return typed_seats(form, desk.tournament.rounds[place.round - 1].tables[place.table])


@router.form("/tavolo/{id}/{round}/{table}", Need.TABLE_PASS)
def send(request: Request, form: FormBody) -> Response:
    """Send the numbers, in the name of somebody at the table."""
    desk, phone = _desk(request), phone_of(request)
    place, lang = phone.place, language_of(request)
    seats = _typed(desk, place, form)
    if seats is None:
        raise NotUnderstood("nothing_typed")
    view = tried(desk.tournament, desk.names, lang, round=place.round, table=place.table, seats=seats)
    if view.state in ("refused", "asked"):
        return _page(request, desk, _standing(request, desk, place), view, field_of(form, "chi"))
    by = _seated(desk, place, field_of(form, "chi"))
    send_sheet(office_of(request), phone, seats, by, sheet_action(form, place.table, seats, by))
    return done(request, page_of(place))


@router.form("/tavolo/{id}/{round}/{table}/conferma", Need.TABLE_PASS)
def confirm(request: Request, form: FormBody) -> Response:
    """Confirm the numbers that another phone sent."""
    desk, phone = _desk(request), phone_of(request)
    by = _seated(desk, phone.place, field_of(form, "chi"))
    action = sheet_action(form, phone.place.table, "confirm", by, field_of(form, "visto"))
    standing = _standing(request, desk, phone.place)
    if not standing.stands and standing.mark != field_of(form, "visto"):
        raise NotPossibleNow("changed_on_page")
    confirm_sheet(office_of(request), phone, by, action)
    return done(request, page_of(phone.place))


def _seated(desk: Desk, place: TablePlace, seat: str) -> PersonId:
    """Somebody at the table by their seat, from 1."""
    people = desk.tournament.rounds[place.round - 1].tables[place.table].seated.seats
    if not 1 <= number_in(seat) <= len(people):
        raise NotUnderstood("who_are_you")
    return people[number_in(seat) - 1]
