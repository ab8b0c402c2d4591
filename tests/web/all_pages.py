"""Every page of the site with something on it: events at several moments, and the addresses they have.

The addresses come from the routes, so that a new page is in the list by itself; what stands in the
braces of an address is said here once.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext

from kamchatka.app.commands.execution import execute
from kamchatka.app.games.records import examples
from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.app.register.people import register
from kamchatka.app.tournaments.lists import ListedPlayer
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.passes import TablePlace, join, pass_path
from kamchatka.tournament.recording import RecordSheet
from kamchatka.web import create_app
from kamchatka.web.phone.table_door import COOKIE as TABLE_COOKIE
from tests.tournament.played import invented, opened, played
from tests.tournament.small_event import points, table
from tests.web.matrix import LOCKS
from tests.web.site import served, session_cookies

MOMENTS = {"iscrizioni": 12, "si-gioca": 16, "finito": 12}
"""Events by id, and how many play in each."""
VALUES = {
    "number": "1",
    "numero": "1",
    "round": "2",
    "table": "2",
    "slug": "le-torri",
    "persona": "nessuno",
    "name": "die-out",
    "token": "nessuno",
    "code": "nessuno",
    "what": "tavoli",
}
OF_ID = {"/regolamenti": "rtu", "/partite": next(iter(examples()))}
"""What `{id}` is outside of events."""
AT_EVERY_MOMENT = (
    *("/tornei/{id}", "/tornei/{id}/tavoli", "/tornei/{id}/tabellone", "/tornei/{id}/dove-siedo"),
    *("/organizza/{id}", "/organizza/{id}/iscritti", "/organizza/{id}/appello", "/organizza/{id}/sorteggio"),
    *("/organizza/{id}/referti", "/organizza/{id}/classifica", "/organizza/{id}/taglio"),
)
"""Pages that are other pages when entries are open, and when all is over."""
PLAYED = "si-gioca"
NO_PAGES = (".json", ".csv", ".svg", ".txt", "/scarica", "/vivo")
"""How addresses of files, fragments and streams end."""
LONG = ("/clausole",)
"""Of which a part stands in MORE: all of it is only more of the same."""
MORE = (
    *("/confronta?a=rtu&b=milano", "/clausole?cerca=001-E", "/probabilita?attacco=0", "/non-esiste"),
    *("/casi/die-out?regolamento=rtu&neutral=yes", "/punteggi?punti1=55&punti2=55&punti3=1&punti4=0"),
)


class Site(NamedTuple):
    """A site with events on it, and a browser that is signed in and let in at one table."""

    address: str
    office: Office
    cookies: dict[str, str]
    phone: str

    def context(self, browser: Browser, size: tuple[int, int], scheme: str = "light") -> BrowserContext:
        """A browser window of its administrator."""
        context = browser.new_context(
            base_url=self.address,
            viewport={"width": size[0], "height": size[1]},
            locale="it-IT",
            color_scheme="dark" if scheme == "dark" else "light",
        )
        context.set_default_timeout(20_000)
        cookies = {**self.cookies, TABLE_COOKIE: self.phone}
        named = [{"name": name, "value": value, "url": self.address} for name, value in cookies.items()]
        context.add_cookies(named)  # type: ignore[arg-type]
        return context


def is_page(context: BrowserContext, path: str) -> bool:
    """Whether a page is there, and not a part of one or a file."""
    answer = context.request.get(path)
    return answer.headers["content-type"].startswith("text/html") and answer.text().startswith("<!doctype")


@contextmanager
def full_site(make: Callable[[Office], str] | None = None) -> Iterator[Site]:
    """The site while it is served, with an event of each moment or what else is to be made."""
    with open_office(None) as office:
        place = TablePlace((make or make_events)(office), int(VALUES["round"]), int(VALUES["table"]))
        phone = join(office, place, pass_path(office, place).rpartition("/")[2])
        with served(create_app(office=office)) as address:
            yield Site(address, office, session_cookies(office), phone)


def make_events(office: Office, people: Callable[[int], list[ListedPlayer]] = invented) -> str:
    """One event that takes entries, one being played, one that is over; gives the one being played."""
    for id, players in MOMENTS.items():
        made = opened(office, people(players), "tre-partite-finale", id.replace("-", " ").capitalize())
        assert made == id
    played(office, "si-gioca", until=lambda desk: len(desk.tournament.rounds) == 2)
    sheet = points(table(open_tournament(office, "si-gioca"), 1), [60, 40, 30, 20])
    execute(office, TERMINAL, "si-gioca", RecordSheet(table=1, seats=sheet))
    played(office, "finito")
    return PLAYED


def addresses(played: str = PLAYED) -> list[str]:
    """Every page by address, those of an event at the moments that make another page of it."""
    found = list(MORE)
    for method, path in LOCKS:
        if method != "GET" or path in LONG or path.endswith(NO_PAGES):
            continue
        base = path.partition("/{id}")[0]
        moments = [played, *(id for id in MOMENTS if id != PLAYED)]
        ids = moments if path in AT_EVERY_MOMENT else [OF_ID.get(base, played)]
        found += [_filled(path, {**VALUES, "id": id}) for id in ids]
    return found


def person_pages(office: Office) -> list[str]:
    """The pages of people in the register, whose ids no list of addresses can know."""
    one, other = (each.id for each in register(office)[:2])
    return [
        *(f"/anagrafe/unisci?chi={one}&chi={other}", f"/anagrafe/{one}"),
        f"/anagrafe/{one}/cancella",
    ]


def _filled(path: str, values: Mapping[str, str]) -> str:
    return re.sub(r"{(\w+)}", lambda name: values[name[1]], path)
