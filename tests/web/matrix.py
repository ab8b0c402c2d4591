"""Every route of the site, every kind of visitor, and what each may open: bars S1, S5 and S10 walk them."""

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import httpx
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from sqlalchemy import select
from starlette.responses import Response
from starlette.routing import Mount

from kamchatka.app.games.online.events import ChairTaken, OnlineTableOpened, TableTerms
from kamchatka.app.games.online.seating import device_of
from kamchatka.app.games.online.table import PREFIX
from kamchatka.app.office import Office, Role, new_action
from kamchatka.app.tables.keeper import beat_file
from kamchatka.app.tournaments.passes import TablePlace, join, joining_number, pass_path
from kamchatka.rulebook import load
from kamchatka.rulebook.writing import written
from kamchatka.store.log import Stamp
from kamchatka.store.schema import metadata
from kamchatka.web import app as web_app
from kamchatka.web import create_app
from kamchatka.web.phone import table_door
from kamchatka.web.play import seat_door
from kamchatka.web.site.locks import READ, Door, EventRoles, Lock, LockedRouter, Need, locks_of
from kamchatka.web.site.security import HEADERS
from tests.web.site import answer_of, session_cookies

LOCKS: Mapping[Door, Lock] = locks_of(pages.router for pages in web_app.PAGES)
"""The lock of every door, as its route declares it."""
EVENT, OTHER = "raduno", "seconda-sala"
OWN = {"sec-fetch-site": "same-origin"}
EMBEDDED = "/incorpora/"
"""Pages that other sites may show in a frame: their policy says so itself."""
FEW = ("anonymous", "organiser")
"""Who opens what is the same for all of them."""
ASSISTANTS = ("roll caller", "sheet typist", "observer")
OUTSIDERS = (
    *("anonymous", "phone at the table", "player at an online table"),
    *("member", "judge", "table judge", *ASSISTANTS),
    *("organiser", "creator"),
)
"""Who has no part in the other event."""
PLACES: Mapping[Lock | None, str] = {
    Need.TABLE_PASS: "phone at the table",
    Need.SEAT: "player at an online table",
}
"""Locks that no account opens, and who does."""
LINK = re.compile(r"""(?:href|src|hx-get)="(/[^"#]*)""")


@dataclass(frozen=True)
class Kind:
    """A kind of visitor: the role they have in an event, or in the whole installation."""

    role: Role | None = None
    event: str = ""
    is_known: bool = True
    """Has an account."""
    is_seated: bool = False
    """Holds a phone that the pass of table 1 let in."""
    is_playing: bool = False
    """Sits at an online table."""


KINDS: Mapping[str, Kind] = {
    "anonymous": Kind(is_known=False),  # a spectator has no account either
    "phone at the table": Kind(is_known=False, is_seated=True),
    "player at an online table": Kind(is_known=False, is_playing=True),
    "member": Kind(),
    "judge of another event": Kind(Role.OFFICIAL_JUDGE, OTHER),
    "judge": Kind(Role.OFFICIAL_JUDGE, EVENT),
    "table judge": Kind(Role.TABLE_JUDGE, EVENT),
    "roll caller": Kind(Role.ROLL_CALLER, EVENT),
    "sheet typist": Kind(Role.SHEET_TYPIST, EVENT),
    "observer": Kind(Role.OBSERVER, EVENT),
    "organiser of another event": Kind(Role.ORGANISER, OTHER),
    "organiser": Kind(Role.ORGANISER, EVENT),
    "creator": Kind(Role.ORGANISER),
    "administrator": Kind(Role.ADMINISTRATOR),
}


def may_enter(kind: Kind, lock: Lock) -> bool:
    """What a lock promises, said once more and apart from the guard; KeyError for a lock nobody knows."""
    if lock is Need.TABLE_PASS:
        return kind.is_seated
    if lock is Need.SEAT:
        return kind.is_playing
    if kind.role == Role.ADMINISTRATOR:
        return True
    if isinstance(lock, EventRoles):
        return kind.event == EVENT and kind.role in lock.roles
    return {
        Need.NOTHING: True,
        Need.ACCOUNT: kind.is_known,
        Need.CREATOR: kind.role == Role.ORGANISER and not kind.event,
        Need.ADMINISTRATOR: False,
    }[lock]


def doors(app: FastAPI) -> list[tuple[str, str]]:
    """Method and path of every route, in the order they are tried; static files are no door."""
    found = [context for context in iter_route_contexts(app.routes) if not _is_files(context)]
    return [
        (method, context.path or "") for context in found for method in sorted(context.methods or ["GET"])
    ]


def _is_files(context: object) -> bool:
    return isinstance(getattr(context, "original_route", context), Mount)


def lock_lines(locks: Mapping[Door, Lock]) -> list[str]:
    """Every door with its lock, a line each; HEAD has the lock of GET."""
    return sorted(
        f"{path} {method} {_lock_words(lock)}" for (method, path), lock in locks.items() if method != "HEAD"
    )


def _lock_words(lock: Lock) -> str:
    return ", ".join(lock.roles) if isinstance(lock, EventRoles) else lock.value


def hollow(office: Office, home: Path) -> FastAPI:
    """The application with its guards, and behind every door an empty room that says which it is."""
    router = LockedRouter()
    router.locks.update(LOCKS)
    for method, path in doors(create_app(home, office=office)):
        router.add_api_route(path, room(method, path), methods=[method])
    pages = web_app.PAGES
    web_app.PAGES = (SimpleNamespace(router=router),)  # type: ignore[assignment]
    try:
        return create_app(home, office=office)
    finally:
        web_app.PAGES = pages


def room(method: str, path: str) -> Callable[[], Awaitable[Response]]:
    """An empty room that says which it is."""

    async def entered() -> Response:
        return Response(headers={"x-room": f"{method} {path}"})

    return entered


def filled(path: str) -> str:
    """An address of a path; its event is the one that roles are for."""
    return re.sub(r"\{(\w+)(?::\w+)?\}", lambda name: EVENT if name[1] == "id" else "1", path)


@dataclass(frozen=True)
class Visitor:
    """Somebody at this computer, with the cookies of their session."""

    app: FastAPI
    cookies: Mapping[str, str]

    async def ask(self, method: str, address: str, headers: Mapping[str, str] = OWN) -> httpx.Response:
        """The answer to one request."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {"host": "127.0.0.1", **({"cookie": cookies} if cookies else {}), **headers}
        return await answer_of(self.app, method, address, sent)


@asynccontextmanager
async def visitors(app: FastAPI, office: Office) -> AsyncIterator[dict[str, Visitor]]:
    """Somebody of each kind."""
    async with app.router.lifespan_context(app):
        yield {name: Visitor(app, _cookies(office, kind)) for name, kind in KINDS.items()}


def _cookies(office: Office, kind: Kind) -> Mapping[str, str]:
    if kind.is_seated:
        place = TablePlace(EVENT, 1, 1)
        code = pass_path(office, place).rpartition("/")[2]
        return {table_door.COOKIE: join(office, place, code, joining_number(office, place))}
    if kind.is_playing:
        return {seat_door.COOKIE: seated(office)}
    return session_cookies(office, kind.role, kind.event) if kind.is_known else {}


def seated(office: Office) -> str:
    """The token of a device that sits at the online table with the id of the event."""
    token, book, stream = "gettone", load("rtu"), f"{PREFIX}{EVENT}"
    with office.store.writing(Stamp(office.now(), "player/guest", new_action())) as writing:
        if not writing.version(stream):
            pinned = writing.pin(stream, "rulebook", written(book))
            terms = TableTerms(rulebook=book.id, digest=book.digest(), pinned=pinned, chairs=("", "", ""))
            taken = ChairTaken(0, "Anna", device_of(token))
            writing.append(stream, 0, OnlineTableOpened(terms, "", "00" * 32), taken)
    return token


def matrix_faults(app: FastAPI, office: Office, within: str = "/") -> tuple[list[str], int]:
    """Every cell that does not answer as its lock promises, and how many there are; `within` an address."""

    async def walk() -> tuple[list[str], int]:
        faults, cells = [], 0
        async with visitors(app, office) as clients:
            for method, path in (door for door in doors(app) if door[1].startswith(within)):
                lock = LOCKS.get((method, path))
                for name, client in clients.items():
                    if method == "HEAD" and name not in FEW:
                        continue  # has the lock of GET, which everybody tries
                    cells += 1
                    answer = await client.ask(method, filled(path))
                    found = _opened(answer, f"{method} {path}")
                    wanted = "undeclared" if lock is None else _wanted(KINDS[name], lock)
                    if found != wanted:
                        faults.append(f"{method} {path} as {name}: {found} instead of {wanted}")
        return faults, cells

    return asyncio.run(walk())


def _opened(answer: httpx.Response, room: str) -> str:
    if answer.headers.get("x-room") == room:
        return "in"
    if answer.status_code == httpx.codes.SEE_OTHER and answer.headers["location"].startswith(
        "/entra?torna=/"
    ):
        return "shown the way in"
    return "refused" if answer.status_code == httpx.codes.FORBIDDEN else f"{answer.status_code}"


def _wanted(kind: Kind, lock: Lock) -> str:
    if may_enter(kind, lock):
        return "in"
    return "refused" if kind.is_known or lock in PLACES else "shown the way in"


# --- what pages lead to ---


@dataclass(frozen=True)
class Visit:
    """A page that somebody looked at."""

    who: str
    address: str
    path: str
    answer: httpx.Response


def crawl(app: FastAPI, office: Office, home: Path, start: Iterable[str]) -> tuple[list[Visit], bool]:
    """Every page by an address that leads to it, found by following links as an administrator, then opened by
    everybody; a page no link leads to is opened by an address put together from its path. Also whether
    looking at them has changed anything.
    """
    paths = [path for method, path in doors(app) if method == "GET"]
    rows = [(re.compile(re.sub(r"\{\w+(:path)?\}", "[^/?]+", path) + r"(\?.*)?"), path) for path in paths]

    def path_of(address: str) -> str | None:
        return next((path for row, path in rows if row.fullmatch(address)), None)

    async def walk() -> tuple[list[Visit], bool]:
        seen: dict[str, str] = {}
        visits, queue = [], [*start]
        async with visitors(app, office) as clients:
            before = digest(office, home)
            while queue or len(seen) < len(set(paths)):
                address = queue.pop(0) if queue else filled(next(path for path in paths if path not in seen))
                path = path_of(address)
                if path is None or path in seen:
                    continue
                seen[path] = address
                answer = await clients["administrator"].ask("GET", address)
                visits.append(Visit("administrator", address, path, answer))
                if answer.headers.get("content-type", "").startswith("text/html"):
                    queue += [link.replace("&amp;", "&") for link in LINK.findall(answer.text)]
            for name, client in clients.items():
                if name != "administrator":
                    # What is open to all is the same page for each of them, but for a name in its corner.
                    wanted = [path for path in seen if name in FEW or LOCKS["GET", path] is not Need.NOTHING]
                    for path, address in ((path, seen[path]) for path in wanted):
                        visits.append(Visit(name, address, path, await client.ask("GET", address)))
            return visits, digest(office, home) != before

    return asyncio.run(walk())


ASKED = re.compile(r"""(?:\baction|formaction|hx-post|data-address)="(/organizza/[^"#?]*)""")
SHOWN = re.compile(r"""(?:href|hx-get)="(/organizza/[^"#?]*)""")


def offer_faults(visits: Iterable[Visit]) -> list[str]:
    """Every form and link of a desk page that its reader may not use."""
    doors_at = [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), method, path) for method, path in LOCKS]
    faults = set()
    for visit in visits:
        is_desk = visit.path.startswith("/organizza/{id}")
        if not is_desk or not may_enter(KINDS[visit.who], LOCKS["GET", visit.path]):
            continue
        offers = [("POST", each) for each in ASKED.findall(_without_searches(visit.answer.text))]
        offers += [("GET", each) for each in SHOWN.findall(visit.answer.text)]
        for method, address in offers:
            found = [
                (door, path) for row, door, path in doors_at if door == method and row.fullmatch(address)
            ]
            exact = [each for each in found if each[1].count("{") == min(e[1].count("{") for e in found)]
            if not all(may_enter(KINDS[visit.who], LOCKS[each]) for each in exact):
                faults.add(f"{visit.who} at {visit.path}: {method} {exact[0][1]}")
    return sorted(faults)


def _without_searches(page: str) -> str:
    """The page without forms that only read."""
    return re.sub(r'<form[^>]*method="get"[^>]*>', "", page)


def page_faults(visits: Iterable[Visit]) -> list[str]:
    """What is wrong with the answers of a crawl: doors, failures, headers, cookies, redirects."""
    faults = []
    for visit in visits:
        faults += [
            f"{visit.who} at {visit.address}: {fault}" for fault in answer_faults(visit.answer, visit.address)
        ]
        lock, kind = LOCKS["GET", visit.path], KINDS[visit.who]
        found = _opened(visit.answer, "")
        if not may_enter(kind, lock) and found != _wanted(kind, lock):
            faults.append(f"{visit.who} at {visit.address}: {found} instead of {_wanted(kind, lock)}")
        if may_enter(kind, lock) and found in ("refused", "shown the way in"):
            faults.append(f"{visit.who} at {visit.address}: {found}")
    return faults


def answer_faults(answer: httpx.Response, address: str = "/") -> list[str]:
    """What no answer may be: a failure, without its headers, with a loose cookie, or leading elsewhere."""
    faults = []
    if answer.status_code >= httpx.codes.INTERNAL_SERVER_ERROR:
        faults.append(f"{answer.status_code}")
    if not address.startswith(EMBEDDED):
        faults += [
            f"{name} is not as it should be" for name in HEADERS if answer.headers.get(name) != HEADERS[name]
        ]
    elif "script-src 'self'" not in answer.headers["content-security-policy"]:
        faults.append("no policy for scripts")
    if "cache-control" not in answer.headers:
        faults.append("nothing on caches")
    for cookie in answer.headers.get_list("set-cookie"):
        said = cookie.lower()
        if "; httponly" not in said or "; samesite=lax" not in said or "; path=/" not in said:
            faults.append(f"loose cookie {cookie.split('=')[0]}")
    location = answer.headers.get("location", answer.headers.get("hx-redirect", "/"))
    if not location.startswith("/") or location.startswith(("//", "/\\")):
        faults.append(f"leads to {location}")
    return faults


def digest(office: Office, home: Path) -> str:
    """All that is kept: every row of every table, and the files beside the database.

    The saved reading of the clock changes by itself.
    """
    found = hashlib.sha256()
    with office.reading() as reading:
        for table in metadata.sorted_tables:
            rows = reading.connection.execute(select(table).order_by(*table.primary_key)).all()
            found.update(repr((table.name, rows)).encode())
    for path in sorted(home.rglob("*")):
        own = path.name.startswith("kamchatka.db") or path == beat_file(home)
        if path.is_file() and not own:
            found.update(str(path).encode() + path.read_bytes())
    return found.hexdigest()


def forgery_faults(app: FastAPI, office: Office) -> tuple[list[str], int]:
    """Every changing route that lets in a request from another site or from nowhere; how many were tried."""

    async def walk() -> tuple[list[str], int]:
        faults, cells = [], 0
        async with visitors(app, office) as clients:
            for method, path in doors(app):
                client = clients[PLACES.get(LOCKS.get((method, path)), "administrator")]
                for headers in FORGED if method not in READ else ():
                    cells += 1
                    answer = await client.ask(method, filled(path), headers)
                    if answer.status_code != httpx.codes.FORBIDDEN or "x-room" in answer.headers:
                        faults.append(f"{method} {path} from {headers}: {answer.status_code}")
        return faults, cells

    return asyncio.run(walk())


def trespass_faults(app: FastAPI, office: Office, home: Path) -> tuple[list[str], int]:
    """Writes to the other event, by whoever has no part in it, that were not refused or changed anything; and
    how many were tried.
    """

    async def walk() -> tuple[list[str], int]:
        faults, cells = [], 0
        async with visitors(app, office) as clients:
            before = digest(office, home)
            for method, path in doors(app):
                lock = LOCKS[method, path]
                if method in READ or lock is Need.NOTHING or "{id}" not in path:
                    continue
                for name in OUTSIDERS:
                    cells += 1
                    answer = await clients[name].ask(method, filled(path).replace(EVENT, OTHER))
                    found = _opened(answer, "")
                    if found not in ("refused", "shown the way in"):
                        faults.append(f"{method} {path} as {name}: {found}")
            if digest(office, home) != before:
                faults.append("something has changed")
        return faults, cells

    return asyncio.run(walk())


FORGED: tuple[dict[str, str], ...] = (
    {},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site", "origin": "http://127.0.0.1"},
    {"origin": "http://evil.example"},
    {"origin": "null"},
    {"origin": "http://127.0.0.1:81"},
    {"referer": "http://127.0.0.1/organizza"},
)
