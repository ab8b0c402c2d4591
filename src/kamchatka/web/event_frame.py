"""The frame of an event's pages: its name and its tabs, for the desk and for everybody."""

from collections.abc import Mapping
from dataclasses import dataclass

from fastapi import Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse

from kamchatka.app.referee.queue import queue
from kamchatka.app.tournament.desk import Desk, open_desk
from kamchatka.refusals import NotUnderstood
from kamchatka.tournament.views.bracket import has_bracket
from kamchatka.web.forms import office_of
from kamchatka.web.language import language_of
from kamchatka.web.pages import render

DESK = "/organizza"
PUBLIC = "/tornei"
DESK_TABS = {
    "board": "",
    "entries": "/iscritti",
    "rollcall": "/appello",
    "draw": "/sorteggio",
    "results": "/referti",
    "cut": "/taglio",
    "standings": "/classifica",
    "judges": "/giudici",
    "print": "/stampa",
    "log": "/registro",
    "settings": "/impostazioni",
}
PUBLIC_TABS = {
    "standings": "",
    "tables": "/tavoli",
    "outcomes": "/risultati",
    "bracket": "/tabellone",
    "rules": "/regole",
}


@dataclass(frozen=True)
class Tab:
    """A tab of an event: its name by code, its address, and how much waits there."""

    code: str
    address: str
    waiting: int = 0


@dataclass(frozen=True)
class EventFrame:
    """What stands above every page of an event."""

    id: str
    name: str
    home: str
    public: str
    tabs: tuple[Tab, ...]
    current: str


def desk_of(request: Request) -> Desk:
    """The event of the address, as it stands; not found if there is none."""
    try:
        return open_desk(office_of(request), request.path_params["id"], language_of(request))
    except NotUnderstood:
        raise HTTPException(404) from None  # which events there are is nobody's business here


def desk_page(
    request: Request, template: str, desk: Desk, tab: str, *, status: int = 200, **values: object
) -> HTMLResponse:
    """A page of the desk."""
    with office_of(request).reading() as reading:
        waiting = {"judges": len(queue(reading, desk))}
    tabs = {name: path for name, path in DESK_TABS.items() if name != "cut" or has_bracket(desk.tournament)}
    frame = _frame(desk, DESK, tabs, tab, waiting)
    return render(request, template, status=status, event=frame, **values)


def public_page(
    request: Request, template: str, desk: Desk, tab: str, *, status: int = 200, **values: object
) -> HTMLResponse:
    """A page of the event for everybody."""
    frame = _frame(desk, PUBLIC, PUBLIC_TABS, tab)
    return render(request, template, status=status, event=frame, **values)


def _frame(
    desk: Desk, base: str, tabs: Mapping[str, str], current: str, waiting: Mapping[str, int] | None = None
) -> EventFrame:
    home = f"{base}/{desk.id}"
    return EventFrame(
        id=desk.id,
        name=desk.tournament.settings.name,
        home=home,
        public=f"{PUBLIC}/{desk.id}",
        tabs=tuple(
            Tab(f"web.tabs.{name}", home + path, (waiting or {}).get(name, 0)) for name, path in tabs.items()
        ),
        current=f"web.tabs.{current}" if current else "",
    )
