"""The frame of an event's pages: its name and tabs, for the desk and for the public."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from kamchatka.app.office import Office
from kamchatka.app.tables.queue import queue
from kamchatka.app.tournaments.opening import OpenTournament, stream_of
from kamchatka.tournament.progress import unconfirmed
from kamchatka.tournament.views.bracket import has_bracket

DESK = "/organizza"
PUBLIC = "/tornei"
DESK_TABS = {
    "board": "",
    "entries": "/iscritti",
    "rollcall": "/appello",
    "cash": "/cassa",
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
    """A tab: its message code, its address, and the number of things waiting there."""

    code: str
    address: str
    waiting: int = 0


@dataclass(frozen=True)
class EventFrame:
    """The head of every page of an event."""

    id: str
    name: str
    home: str
    public: str
    tabs: tuple[Tab, ...]
    current: str
    live: str = ""
    """Address of the page's live stream; empty: the page stays as it is."""
    number: int = 0
    """Number of the last event that the page shows."""

    @property
    def waiting(self) -> int:
        """Number of things that wait at the desk: calls, incidents, sheets."""
        return sum(tab.waiting for tab in self.tabs)


def desk_frame(office: Office, desk: OpenTournament, tab: str, may: Callable[[str], bool]) -> EventFrame:
    """The frame of a desk page, with the tabs that the visitor may open."""
    with office.reading() as reading:
        number = reading.number(stream_of(desk.id))
        waiting = {"judges": len(queue(reading, desk)), "results": len(unconfirmed(desk.tournament))}
    shown = {name: path for name, path in DESK_TABS.items() if may(path)}
    needless = {
        "cut": not has_bracket(desk.tournament),
        "cash": not desk.tournament.settings.fee,
    }
    tabs = {name: path for name, path in shown.items() if not needless.get(name)}
    frame = _frame(desk, DESK, tabs, tab, waiting)
    return replace(frame, live=f"{frame.home}/vivo", number=number)


def public_frame(desk: OpenTournament, tab: str, path: str, number: int) -> EventFrame:
    """The frame of the public page with this path and query, made of so many events.

    Pages that few people read at once, such as a player's, are only told that something changed.
    """
    tabs = {
        code: path for code, path in PUBLIC_TABS.items() if code != "bracket" or has_bracket(desk.tournament)
    }
    frame = _frame(desk, PUBLIC, tabs, tab)
    of = {"di": path} if path.partition("?")[0] in pushed_paths(desk.id) else {"di": ""}
    return replace(frame, live=f"{frame.home}/vivo?{urlencode(of)}", number=number)


def screen_of(id: str) -> str:
    """Address of the screen of an event."""
    return f"/schermo/{id}"


def pushed_paths(id: str) -> set[str]:
    """Public pages of an event whose new content is sent to all who follow them."""
    below = {*PUBLIC_TABS.values(), "/classifica", "/dove-siedo"}
    return {f"{PUBLIC}/{id}{each}" for each in below} | {screen_of(id)}


def _frame(
    desk: OpenTournament,
    base: str,
    tabs: Mapping[str, str],
    current: str,
    waiting: Mapping[str, int] | None = None,
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
