"""What people send from an online table: open, join, actions, the commands of a seat."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from limits import RateLimitItemPerMinute
from starlette.exceptions import HTTPException
from starlette.responses import Response

from kamchatka.app.games.online import seating
from kamchatka.app.games.online.playing import Answer, Until, play, withdraw
from kamchatka.app.games.online.refusals import TooLarge, Unknown
from kamchatka.app.office import Actor, Role
from kamchatka.app.register.accounts.passwords import MINUTES, network_of
from kamchatka.events import LoggedEvent
from kamchatka.game.record_text import record_to_text
from kamchatka.ids import ActionId
from kamchatka.refusals import Refusal
from kamchatka.scoring.numbers import whole
from kamchatka.web.play.play_visit import AtPlay, PlayForm, PlayVisit
from kamchatka.web.play.seat_door import COOKIE, let_sit, new_token, token_of
from kamchatka.web.site.forms import check_encoding, request_up_to
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.pages import as_file

router = LockedRouter()
OPENED = RateLimitItemPerMinute(20, MINUTES)
"""Tables opened from one network."""
CODES = RateLimitItemPerMinute(10, MINUTES)
"""Wrong codes from one network."""
MOST_BYTES = 4096
NO_CHAIR = "-"
"""A chair of the form that the table does not have."""


@router.form("/gioca/apri", Need.NOTHING)
def open_table(at: PlayForm) -> Response:
    """Open a table, and take its first chair."""
    at.tries.limit(OPENED, "open table", network_of(at.client_address))
    token = token_of(at.request) or new_token()
    chairs = [bot for bot in at.fields("posto") if bot != NO_CHAIR]
    opening = seating.opening(at.words, chairs, seating.device_of(token), at.visitor.account)
    actor = Actor(Role.PLAYER, at.visitor.account or "anybody")
    response = _go_to(at, at.hall.open_new(actor, at.action, opening))
    let_sit(response, token)
    return response


@router.form("/gioca/entra", Need.NOTHING)
def enter_by_code(at: PlayForm) -> Response:
    """Go to the table of a short code."""
    at.tries.check(CODES, "table code", network_of(at.client_address))
    try:
        id = at.hall.of_code(at.field("codice"))
    except Unknown:
        at.tries.limit(CODES, "table code", network_of(at.client_address))
        raise
    return _go_to(at, id)


def _go_to(at: PlayVisit, id: str) -> Response:
    return at.data({"id": id, "address": f"/gioca/{id}"}) if at.wants_data else at.done(f"/gioca/{id}")


@router.form("/gioca/{id}/siedi", Need.NOTHING)
def take_chair(at: PlayForm) -> Response:
    """Take a chair; or move a seat to this device, by its code."""
    token = token_of(at.request) or new_token()
    device, live = seating.device_of(token), at.live
    code, chair = at.field("codice"), at.field("posto")
    name, account = at.field("nome"), at.visitor.account
    if code:
        at.tries.limit(CODES, "seat code", at.id, network_of(at.client_address))

    def decide() -> list[LoggedEvent]:
        if code:
            return [seating.move_seat(live, code, device, at.hall.timer())]
        wanted = whole(chair) if chair else None
        return [seating.take_chair(live.table, name, wanted, device, account)]

    def work() -> None:
        actor = Actor(Role.PLAYER, f"{at.id}-guest")
        asked = [at.id, "sit", name, chair, code, device]
        at.hall.change(live, actor, at.action, asked, lambda _, __: decide())

    at.request.cookies[COOKIE] = token  # the answer shows the table as this seat sees it
    response = at.answer(work)
    let_sit(response, token)
    return response


@router.form("/gioca/{id}/fai/lascia", Need.SEAT)
def leave(at: PlayForm) -> Response:
    """Leave the table: before the start the chair is free again, then the seat withdraws."""
    live, chair = at.live, at.seat

    def work() -> None:
        if live.table.game is not None:
            withdraw(at.hall, live, chair, at.own_action(at.action))
        else:
            _change(at, "lascia", lambda: seating.leave_chair(live.table, chair))

    at.slow_down()
    return at.answer(work)


@router.form("/gioca/{id}/fai/codice", Need.SEAT)
def show_seat_code(at: PlayForm) -> Response:
    """A code that moves this seat to another device, once."""
    at.slow_down()
    return at.data({"code": seating.seat_code(at.live, at.seat, at.hall.timer())})


def _command(name: str, kind: type[seating.SeatCommand]) -> None:
    @router.form(f"/gioca/{{id}}/fai/{name}", Need.SEAT)
    def execute(at: PlayForm) -> Response:
        at.slow_down()
        table, chair = at.live.table, at.seat

        def work() -> None:
            command = seating.read_command(name, at.words)
            _change(at, name, lambda: command.decide(table, chair))
            if name == "rivincita":
                seating.open_rematch(at.hall, at.live)

        return at.answer(work)

    execute.__doc__ = kind.__doc__


for _name, _kind in seating.SEAT_COMMANDS.items():
    _command(_name, _kind)


def _change(at: PlayVisit, name: str, decide: Callable[[], list[LoggedEvent]]) -> None:
    """Change the table for the visitor's seat."""
    asked = [at.id, at.seat, name, sorted(at.words.items())]
    at.hall.change(at.live, at.actor, at.own_action(at.action), asked, lambda _, __: decide())


# Actions


@dataclass(frozen=True)
class MoveRequest:
    """The actions that a page sends."""

    id: ActionId
    version: int
    actions: tuple[str, ...]
    until: Until


async def body_of(request: Request) -> bytes:
    """The body of a request, up to the limit of one with actions."""
    check_encoding(request.headers)
    return await request_up_to(request, MOST_BYTES, TooLarge("too_large")).body()


@router.form("/gioca/{id}/mosse", Need.SEAT)
def play_actions(at: AtPlay, body: Annotated[bytes, Depends(body_of)]) -> Response:
    """Play one or several actions, in the notation of records."""
    try:
        at.slow_down()
        asked = read_moves(body)
    except Refusal as refusal:
        return at.refuse(refusal)

    def work() -> Answer:
        return play(
            at.hall,
            at.live,
            at.seat,
            asked.actions,
            seen=asked.version,
            action=at.own_action(asked.id),
            until=asked.until,
        )

    return at.answer(work)


def read_moves(body: bytes) -> MoveRequest:
    """Parse a request with actions; Unknown if it is none."""
    try:
        found = json.loads(body)
        id, version, actions = found["id"], found["version"], found["actions"]
        until = found.get("until")
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
        raise Unknown("move_request") from None
    fits = (
        isinstance(id, str)
        and re.fullmatch(r"[a-z0-9-]{8,64}", id) is not None
        and type(version) is int
        and isinstance(actions, list)
        and all(isinstance(line, str) for line in actions)
        and (until is None or until == "end" or (type(until) is int and until > 0))
    )
    if not fits:
        raise Unknown("move_request")
    return MoveRequest(ActionId(id), version, tuple(actions), until)


@router.page("/gioca/{id}/partita", Need.NOTHING)
def download_record(at: AtPlay) -> Response:
    """The record of a game that is over; `verify` and `replay` accept it."""
    with at.live.lock:
        table = at.live.table
        if table.game is None or not table.is_closed:
            raise HTTPException(404)
        content = record_to_text(table.record())
    return as_file(Response(content, media_type="text/plain; charset=utf-8"), f"tavolo-{at.id}.partita")
