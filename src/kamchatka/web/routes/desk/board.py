"""The first page of the desk: what to do now, how far the event is, what to look at; and undoing the last."""

from collections.abc import Mapping
from typing import Any

from fastapi import Request
from starlette.responses import HTMLResponse, Response

from kamchatka.app.history import latest
from kamchatka.app.referee.keeper import system_timer
from kamchatka.app.tournament.desk import Desk, event_in_words, names_in, stream_of
from kamchatka.app.tournament.hall import desk_items, round_tiles
from kamchatka.app.tournament.undoing import last_request, undo
from kamchatka.tournament.command import reasoned
from kamchatka.tournament.views.board import now
from kamchatka.tournament.views.rail import rail
from kamchatka.web.access import JUDGES, ORGANISERS, LockedRouter, actor_of
from kamchatka.web.event_frame import desk_of, desk_page
from kamchatka.web.forms import FormBody, action_of, done, field_of, office_of
from kamchatka.web.hosts import is_only_here, outside_address
from kamchatka.web.language import language_of
from kamchatka.web.moments import time_of
from kamchatka.web.pages import render
from kamchatka.web.qr import qr_svg
from kamchatka.web.routes.desk.copies import copy_panel

router = LockedRouter()
MOST_TOLD = 6
"""Sentences of the log that the page shows, and facts of a request that the undo page does."""
PAGE_OF_STEP: Mapping[str, str] = {
    "enter": "/iscritti",
    "rollcall": "/appello",
    "draw": "/sorteggio",
    "publish-tables": "/sorteggio",
    "record": "/referti",
    "confirm": "/referti",
    "close": "/referti",
    "cut": "/taglio",
    "rules": "/impostazioni",
    "publish": "/proclama",
    "done": "/proclama",
}
PAGE_OF_PLACE: Mapping[str, str] = {
    "results": "/referti",
    "entries": "/iscritti",
    "rollcall": "/appello",
    "draw": "/sorteggio",
    "calls": "/chiamate",
    "judges": "/giudici",
    "settings": "/impostazioni",
}


@router.page("/organizza/{id}", JUDGES)
def show_board(request: Request, id: str) -> HTMLResponse:
    """One sentence and one button, then everything else."""
    desk, lang = desk_of(request), language_of(request)
    address = f"{outside_address(request)}/tornei/{desk.id}"
    return desk_page(
        request,
        "desk/board.html",
        desk,
        "board",
        **_now(request, desk),
        **_tiles(request, desk),
        rail=rail(desk.tournament, lang),
        tasks=tuple(desk_items(desk, lang)),
        log=latest(office_of(request), stream_of(desk.id), lang, MOST_TOLD),
        time_of=time_of,
        copy=copy_panel(request, desk.id),
        qr=qr_svg(address),
        address=address.partition("://")[2],
        only_here=is_only_here(request),
    )


@router.page("/organizza/{id}/adesso", JUDGES)
def show_now(request: Request, id: str) -> HTMLResponse:
    """The one sentence alone."""
    return render(request, "desk/parts/now.html", **_now(request, desk_of(request)))


@router.page("/organizza/{id}/tavoli", JUDGES)
def show_tiles(request: Request, id: str) -> HTMLResponse:
    """The tables alone."""
    return render(request, "desk/parts/tiles.html", **_tiles(request, desk_of(request)))


def _now(request: Request, desk: Desk) -> dict[str, Any]:
    view = now(desk.tournament, desk.names, language_of(request))
    return {"now": view, "page": f"/organizza/{desk.id}{PAGE_OF_STEP[view.what]}"}


def _tiles(request: Request, desk: Desk) -> dict[str, Any]:
    tiles = round_tiles(office_of(request), desk, system_timer, language_of(request))
    return {
        "tiles": tiles,
        "home": f"/organizza/{desk.id}",
        "pages": PAGE_OF_PLACE,
        "shown": request.query_params.get("mostra", ""),
    }


@router.page("/organizza/{id}/annulla", ORGANISERS)
def ask_undo(request: Request, id: str) -> HTMLResponse:
    """What an undo would take back."""
    desk, lang = desk_of(request), language_of(request)
    last, events = last_request(desk)
    words = [names_in(office_of(request), event_in_words(desk, event, lang), lang) for event in events]
    return desk_page(
        request,
        "desk/undo.html",
        desk,
        "board",
        last=last,
        facts=words[:MOST_TOLD],
        more=max(0, len(words) - MOST_TOLD),
    )


@router.form("/organizza/{id}/annulla", ORGANISERS)
def undo_last(request: Request, id: str, form: FormBody) -> Response:
    """Take back what was shown, with a reason."""
    office, lang, reason = office_of(request), language_of(request), field_of(form, "motivo")
    desk = desk_of(request)
    reasoned(reason)
    events = undo(office, actor_of(request), id, reason, action_of(form), seen=field_of(form, "ultima"))
    words = [names_in(office, event_in_words(desk, event, lang), lang) for event in events[:1]]
    code = "board_page.undo_page.done" if words else ""
    return done(request, f"/organizza/{id}", code, what="".join(words))
