"""At the table: a phone that scanned the QR code sends the sheet, another one confirms it."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any

from fastapi import Depends
from limits import RateLimitItemPerMinute
from starlette.responses import HTMLResponse, Response

from kamchatka.app.register.accounts.passwords import MINUTES, network_of
from kamchatka.app.tournaments.opening import OpenTournament, open_public_tournament
from kamchatka.app.tournaments.passes import (
    Phone,
    TablePlace,
    confirm_sheet,
    has_code,
    join,
    joining_number,
    needs_number,
    send_sheet,
    sent_sheets,
)
from kamchatka.ids import PersonId
from kamchatka.refusals import NotPossibleNow, NotUnderstood, Refusal
from kamchatka.tournament.events import SeatResult
from kamchatka.tournament.state import Table
from kamchatka.tournament.views.sheets import SheetView, preview_sheet, sheet
from kamchatka.web.desk.sheet_form import field_name, sheet_action, statuses, typed_seats
from kamchatka.web.phone.table_door import let_phone_in, page_of, phone_of, place_of
from kamchatka.web.site.forms import number_in, status_of
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.visit import Visit, asking, sending

router = LockedRouter()
WRONG = RateLimitItemPerMinute(5, MINUTES)
"""Limit on wrong codes per network, and on wrong joining numbers per table."""
OTHER = "altra"
"""Query parameter that reopens the form, to send different numbers."""


@dataclass(frozen=True)
class TableVisit(Visit):
    """A request about the table in the address."""

    @property
    def place(self) -> TablePlace:
        """The table in the address, which may not exist."""
        return place_of(self.request)

    @property
    def phone(self) -> Phone:
        """The phone that sent the request."""
        return phone_of(self.request)

    @cached_property
    def desk(self) -> OpenTournament:
        """The event as the public may see it."""
        return open_public_tournament(self.office, self.place.id, self.lang)

    @property
    def table(self) -> Table:
        """The table, in a round being played."""
        return self.desk.tournament.rounds[self.place.round - 1].tables[self.place.table]

    @property
    def standing(self) -> SheetView:
        """The recorded sheet."""
        place = self.place
        return sheet(self.desk.tournament, self.desk.names, place.round, place.table, self.lang)

    def preview(self, seats: tuple[SeatResult, ...]) -> SheetView:
        """The sheet as it would be with these numbers."""
        place, desk = self.place, self.desk
        return preview_sheet(
            desk.tournament, desk.names, self.lang, round=place.round, table=place.table, seats=seats
        )

    def seated(self) -> PersonId:
        """The player whom the form names as sender, by seat from 1."""
        people = self.table.seated.seats
        seat = number_in(self.field("chi"))
        if not 1 <= seat <= len(people):
            raise NotUnderstood("who_are_you")
        return people[seat - 1]

    def frame(self) -> dict[str, Any]:
        """Template values of the head of a table's pages."""
        return {
            "event": self.desk.tournament.settings.name,
            "place": self.place,
            "seats": [self.desk.names[who] for who in self.table.seated.seats],
            "address": page_of(self.place),
        }


AtTable = Annotated[TableVisit, Depends(asking(TableVisit))]
TableForm = Annotated[TableVisit, Depends(sending(TableVisit))]


# --- joining ---


@router.page("/t/{id}/{round}/{table}/{code}", Need.NOTHING)
def show_pass(at: AtTable, code: str) -> HTMLResponse:
    """The players of the table, and a button to join; opening the page changes nothing."""
    _check_code(at, code)
    wants_number = needs_number(at.office, at.place)
    return at.render("table/open.html", **at.frame(), code=code, wants_number=wants_number)


@router.form("/t/{id}/{round}/{table}/{code}", Need.NOTHING)
def open_pass(at: TableForm, code: str) -> Response:
    """Let this phone join: the first by the code, further ones by the number the first phone shows."""
    _check_code(at, code)
    place = at.place
    at.tries.check(WRONG, "joining", str(place))
    try:
        token = join(at.office, place, code, at.field("numero").replace(" ", ""))
    except Refusal as refusal:
        if refusal.code == "wrong_joining":
            at.tries.limit(WRONG, "joining", str(place))
        raise
    response = at.done(page_of(place))
    let_phone_in(response, place, token)
    return response


def _check_code(at: TableVisit, code: str) -> None:
    """Refuse a wrong code. Only wrong codes count towards the limit, which never blocks a correct one.

    A whole hall may share one address and scan papers of the previous round.
    """
    if not has_code(at.office, at.place, code):
        at.tries.limit(WRONG, "pass", network_of(at.client_address))
        raise NotPossibleNow("pass_over")


# --- the sheet ---


@router.page("/tavolo/{id}/{round}/{table}", Need.TABLE_PASS)
def show_table(at: AtTable) -> HTMLResponse:
    """The form, the sent sheet to be confirmed by another phone, or the confirmed sheet."""
    return _page(at)


def _page(at: TableVisit, typed: SheetView | None = None, refusal: Refusal | None = None) -> HTMLResponse:
    """The page of the table; a refused form comes back as typed, with the reason beside its field."""
    if refusal is not None and refusal.code in ("no_pass", "table_redrawn"):
        raise refusal
    view, phone = at.standing, at.phone
    with at.office.reading() as reading:
        sent = sent_sheets(reading, phone.place)
    own = next((who for device, who in reversed(sent) if device == phone.device), None)
    writes = view.state == "empty" or (OTHER in at.query and not view.stands)
    return at.render(
        "table/sheet.html" if writes or typed else "table/sent.html",
        status=status_of(refusal) if refusal else 422 if typed else 200,
        **at.frame(),
        view=typed or view,
        standing=view,
        is_new=typed is None,
        chosen=at.field("chi") or at.query.get("chi") or str(_seat(at, own)),
        refusal=refusal and {"code": refusal.code, "sentence": refusal.on_page(at.lang)},
        is_sender=any(device == phone.device for device, _ in sent[-1:]),
        number=joining_number(at.office, phone.place),
        confirmation=at.desk.tournament.settings.confirmation,
        statuses=statuses(at.desk.tournament.setup.rulebook),
        field_name=field_name,
    )


def _seat(at: TableVisit, person: PersonId | None) -> int:
    """The seat of a player, from 1; 0 if none."""
    people = at.table.seated.seats
    return people.index(person) + 1 if person in people else 0


@router.form("/tavolo/{id}/{round}/{table}/prova", Need.TABLE_PASS)
def try_sheet(at: TableForm) -> HTMLResponse:
    """Places and scores for the numbers typed so far, or what is missing."""
    seats = typed_seats(at.form, at.table)
    view = at.preview(seats) if seats else replace(at.standing, state="empty")
    return at.render("table/placing.html", view=view, field_name=field_name, is_new=True)


@router.form("/tavolo/{id}/{round}/{table}", Need.TABLE_PASS)
def send(at: TableForm) -> Response:
    """Send the numbers, in the name of a player at the table; what cannot be sent comes back as typed."""
    place = at.place
    empty = tuple(SeatResult(who, {}) for who in at.table.seated.seats)
    seats = typed_seats(at.form, at.table) or empty
    view = at.preview(seats)
    try:
        by = at.seated()
        if view.state in ("refused", "asked"):
            return _page(at, view)
        send_sheet(at.office, at.phone, seats, by, sheet_action(at.form, place.table, seats, by))
    except Refusal as refusal:
        return _page(at, view, refusal)
    return at.done(page_of(place))


@router.form("/tavolo/{id}/{round}/{table}/conferma", Need.TABLE_PASS)
def confirm(at: TableForm) -> Response:
    """Confirm the numbers that another phone sent."""
    seen, standing = at.field("visto"), at.standing
    try:
        by = at.seated()
        if not standing.stands and standing.mark != seen:
            raise NotPossibleNow("changed_on_page")
        action = sheet_action(at.form, at.place.table, "confirm", by, seen)
        confirm_sheet(at.office, at.phone, by, action)
    except Refusal as refusal:
        return _page(at, refusal=refusal)
    return at.done(page_of(at.place))
