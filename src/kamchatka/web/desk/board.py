"""First page of the desk: the next step, progress, things to check; and undoing the last request."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from starlette.responses import HTMLResponse, Response

from kamchatka.app.tables.keeper import system_timer
from kamchatka.app.tables.round_clock import planned_start, running_tables
from kamchatka.app.tournaments.diary import latest
from kamchatka.app.tournaments.hall import desk_items, round_tiles
from kamchatka.app.tournaments.opening import new_seed, sentences
from kamchatka.app.tournaments.undo import last_request, started_clocks, undo
from kamchatka.messages.moments import time_of
from kamchatka.tournament.command import reasoned
from kamchatka.tournament.events import SCREEN_PANELS
from kamchatka.tournament.views.board import COMMANDS, command_of, now
from kamchatka.tournament.views.naming import lone_stage
from kamchatka.tournament.views.rail import rail
from kamchatka.web.desk.copies import copy_panel
from kamchatka.web.desk.results import TABLE
from kamchatka.web.hall.round_time import time_of_round
from kamchatka.web.site.event_frame import DESK_TABS
from kamchatka.web.site.hosts import is_only_here, outside_address
from kamchatka.web.site.locks import ORGANISERS, SHEETS_VIEW, STAFF, LockedRouter
from kamchatka.web.site.qr import qr_svg
from kamchatka.web.site.visit import AtDesk, DeskForm, DeskVisit

router = LockedRouter()
MOST_TOLD = 6
"""Maximum number of requests of the log on the first page, and of events on the undo page."""
PAGE_OF_STEP: Mapping[str, str] = {
    "enter": "/iscritti",
    "rollcall": "/appello",
    "draw": "/sorteggio",
    "publish-tables": "/sorteggio",
    "begin": "/referti",
    "record": "/referti",
    "confirm": "/referti",
    "close": "/referti",
    "cut": "/taglio",
    "cut-again": "/taglio",
    "rules": "/impostazioni",
    "publish": "/proclama",
    "done": "/proclama",
}
PAGE_OF_PLACE: Mapping[str, str] = {
    "results": "/referti",
    "entries": "/iscritti",
    "rollcall": "/appello",
    "draw": "/sorteggio",
    "cut": "/taglio",
    "calls": "/arbitro",
    "judges": "/giudici",
    "settings": "/impostazioni",
}


@router.page("/organizza/{id}", STAFF)
def show_board(at: AtDesk) -> HTMLResponse:
    """The next step with its button, then everything else."""
    desk, lang = at.desk, at.lang
    sees_log = at.may("/registro")
    address = f"{outside_address(at.request)}/tornei/{desk.id}"
    shown = _tiles(at)
    tasks = desk_items(desk, lang)
    items = (*(shown["tiles"].watch if shown["tiles"] else ()), *tasks)
    return at.page(
        "desk/board.html",
        "board",
        **{**_now(at), **shown},
        items=[each for each in items if each.place == "sheet" or at.may(PAGE_OF_PLACE[each.place])],
        rail=rail(desk.tournament, lang),
        log=latest(at.office, desk, lang, MOST_TOLD) if sees_log else (),
        time=time_of_round(at),
        screen=desk.tournament.screen,
        screen_panels=SCREEN_PANELS,
        copy=copy_panel(at) if at.visitor.runs(desk.id) else None,
        qr=qr_svg(address),
        address=address.partition("://")[2],
        only_here=is_only_here(at.request),
    )


@router.page("/organizza/{id}/adesso", STAFF)
def show_now(at: AtDesk) -> HTMLResponse:
    """The next step alone, as a fragment."""
    return at.render("desk/parts/now.html", **_now(at))


@router.page("/organizza/{id}/tavoli", SHEETS_VIEW)
def show_tiles(at: AtDesk) -> HTMLResponse:
    """The table tiles alone, as a fragment."""
    return at.render("desk/parts/tiles.html", **_tiles(at))


def _now(at: DeskVisit) -> dict[str, Any]:
    desk = at.desk
    with at.office.reading() as reading:
        running, planned = running_tables(reading, desk), planned_start(reading, desk)
    view = now(desk.tournament, desk.names, at.lang, running)
    page = PAGE_OF_STEP[view.what]
    own = next((name for name, path in DESK_TABS.items() if path and at.may(path)), "board")
    return {
        "now": view,
        "is_own": at.may(page) and (at.may("/referti", "POST") or at.may("/appello", "POST")),
        "page": f"{at.home}{page if at.may(page) else DESK_TABS[own]}",
        "label": f"web.tabs.{own}"
        if not at.may(page)
        else "board_page.see"
        if view.what in COMMANDS
        else f"board_page.button.{view.what}",
        "home": at.home,
        "command": command_of(view, desk.tournament, desk.names) if at.visitor.runs(desk.id) else "",
        "seed": new_seed(),
        "may_start": view.what == "begin" and at.may("/via", "POST"),
        "planned": time_of(planned) if planned else "",
    }


def _tiles(at: DeskVisit) -> dict[str, Any]:
    sees_tables, opens_sheets = at.may("/tavoli"), at.may(TABLE)

    def sheet_page(round: int, table: int) -> str:
        return TABLE.format(round=round, table=table) if opens_sheets else f"/referti?turno={round}#t{table}"

    return {
        "tiles": round_tiles(at.office, at.desk, system_timer, at.lang) if sees_tables else None,
        "lone": partial(lone_stage, at.desk.tournament, lang=at.lang),
        "home": at.home,
        "pages": PAGE_OF_PLACE,
        "sheet_page": sheet_page,
        "shown": at.query.get("mostra", ""),
    }


@router.page("/organizza/{id}/annulla", ORGANISERS)
def ask_undo(at: AtDesk) -> HTMLResponse:
    """What an undo would revert."""
    desk, lang = at.desk, at.lang
    last, events = last_request(desk)
    words = sentences(at.office, events, desk.names, lang, desk.tournament.format.stages)
    return at.page(
        "desk/undo.html",
        "board",
        last=last,
        clocks=started_clocks(at.office, desk, last),
        facts=words[:MOST_TOLD],
        more=max(0, len(words) - MOST_TOLD),
    )


@router.form("/organizza/{id}/annulla", ORGANISERS)
def undo_last(at: DeskForm) -> Response:
    """Undo the request that was shown, with a reason."""
    desk, lang, reason = at.desk, at.lang, at.field("motivo")
    reasoned(reason)
    events = undo(at.office, at.actor, at.id, reason, at.action, seen=at.field("ultima"))
    words = sentences(at.office, events[:1], desk.names, lang, desk.tournament.format.stages)
    code = "board_page.undo_page.done" if words else ""
    return at.done(code=code, what="".join(words))
