"""Pages of the desk with 200 players in round 3: p95 of each, and of the draw itself.

A real server on the loopback interface, its log on disk, a signed-in organiser. Pages are requested in turn,
so that none profits from a repeated request. Each line also shows the CPU time of server and client
together: on a busy machine that is the figure to trust.
"""

import argparse
import gc
import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

import httpx
from rich.console import Console
from rich.table import Table

from bench import crowd
from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office, new_action, open_office
from kamchatka.app.register.people import enter_in
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.undo import undo
from kamchatka.store.database import Holder
from kamchatka.store.log import LogWriter
from kamchatka.store.people import Person, new_person_id
from kamchatka.tournament.entries import CallRoll
from kamchatka.tournament.events import VisibilityChanged
from kamchatka.tournament.settings import ChangeVisibility
from kamchatka.web import create_app
from kamchatka.web.server import raise_handle_limit
from tests.tournament.played import invented, opened, played, rounds_closed
from tests.web.site import served, session_cookies

TIMES, DRAWS = 40, 8
ROUND, LEFT = 3, 4
PLAYERS = 200
MOST, MOST_OF_DRAW, MOST_OF_TAP, MOST_OF_PAGE, MOST_OF_VIEWERS = 150, 2000, 150, 0.4, 2000
"""Limits in milliseconds."""
VIEWERS, CROWDS, TIMES_LOOKED, BETWEEN_TAPS = 2500, 3, 1000, 0.05
GROWTH, MORE_PEOPLE, MOST_GROWTH, AT_ONCE = 20, 10_000, 1.5, 100
BEFORE = {"draw-ahead": "/organizza/{id}/sorteggio"}
"""Pages before the draw of the round."""
PAGES = {
    "draw": "/organizza/{id}/sorteggio",
    "draw-tables": "/organizza/{id}/sorteggio/tavoli",
    "draw-swaps": "/organizza/{id}/sorteggio/scambi?da=40",
    "draw-wishes": "/organizza/{id}/sorteggio/desideri",
    "redraw": "/organizza/{id}/sorteggio/rifai",
    "no-show": "/organizza/{id}/sorteggio/assente?chi=%2340",
    "board": "/organizza/{id}",
    "board-now": "/organizza/{id}/adesso",
    "board-tables": "/organizza/{id}/tavoli",
    "board-calls": "/organizza/{id}/chiamate",
    "board-copy": "/organizza/{id}/copia",
    "undo": "/organizza/{id}/annulla",
    "results": "/organizza/{id}/referti",
    "table": "/organizza/{id}/referti/2/7",
    "penalties": "/organizza/{id}/penalita",
    "rollcall": "/organizza/{id}/appello",
    "rollcall-row": "/organizza/{id}/appello?riga=40",
    "entries": "/organizza/{id}/iscritti",
    "entry": "/organizza/{id}/iscritti/40",
    "surnames": "/organizza/{id}/iscritti/cognomi",
    "alike": "/organizza/{id}/iscritti/simili?nome=Giulia+Nardi",
    "standings": "/organizza/{id}/classifica",
    "reasons": "/organizza/{id}/classifica/perche/40",
    "what-if": "/organizza/{id}/classifica/e-se",
    "cut": "/organizza/{id}/taglio",
    "settings": "/organizza/{id}/impostazioni",
    "access": "/organizza/{id}/accessi",
    "judges": "/organizza/{id}/giudici",
    "log": "/organizza/{id}/registro",
    "verify": "/organizza/{id}/registro/verifica",
    "copies": "/organizza/{id}/copie",
    "papers": "/organizza/{id}/stampa",
    "public-standings": "/tornei/{id}",
    "public-tables": "/tornei/{id}/tavoli",
    "public-results": "/tornei/{id}/risultati",
    "public-player": "/tornei/{id}/giocatori/40",
    "register": "/anagrafe",
}
"""Pages after the draw, by the name of their bar."""


class Bar(NamedTuple):
    """The 95th percentile in milliseconds, and its limit; or a count, or a ratio of CPU times."""

    id: str
    value: float
    must: float
    cpu: float
    """CPU time of the same requests."""

    @property
    def ok(self) -> bool:
        """Whether it is within the limit."""
        return self.value <= self.must


def p95(spent: list[float]) -> float:
    """The 95th percentile, in milliseconds."""
    ordered = sorted(spent)
    return round(1000 * ordered[round((len(ordered) - 1) * 0.95)], 1)


@contextmanager
def third_round() -> Iterator[tuple[Office, httpx.Client, str]]:
    """A gathering of 200 up to the third draw, served, with its organiser."""
    with TemporaryDirectory(prefix="kamchatka-bench-") as folder:
        place = Path(folder)
        with open_office(place / "kamchatka.db", Holder("bench")) as office:
            desk = played(
                office, opened(office, invented(PLAYERS), "raduno", "Raduno"), rounds_closed(ROUND - 1)
            )
            gc.freeze()  # as `serve` does
            with (
                served(create_app(place, office=office)) as site,
                httpx.Client(
                    base_url=site,
                    cookies=session_cookies(office),
                    headers={"sec-fetch-site": "same-origin", "accept-encoding": "gzip"},
                    timeout=60,
                    trust_env=False,
                ) as browser,
            ):
                yield office, browser, desk.id


class Spent(NamedTuple):
    """Time of one request, in seconds."""

    wall: float
    cpu: float


def timed(ask: Callable[[], httpx.Response]) -> tuple[httpx.Response, Spent]:
    """A complete response and its time."""
    wall, cpu = time.perf_counter(), time.process_time()
    answer = ask()
    return answer, Spent(time.perf_counter() - wall, time.process_time() - cpu)


def bar(name: str, spent: Sequence[Spent], must: float) -> Bar:
    """The times of requests of one kind, against their limit."""
    return Bar(f"desk.{name}", p95([each.wall for each in spent]), must, p95([each.cpu for each in spent]))


def in_turn(browser: httpx.Client, id: str, pages: dict[str, str], times: int) -> Iterator[Bar]:
    """Request every page this many times, in turn."""
    spent: dict[str, list[Spent]] = {name: [] for name in pages}
    for _ in range(times + 1):  # the first time warms the caches
        for name, address in pages.items():
            answer, took = timed(partial(browser.get, address.format(id=id)))
            answer.raise_for_status()
            spent[name].append(took)
    yield from (bar(name, found[1:], MOST) for name, found in spent.items())


def drawn(office: Office, browser: httpx.Client, id: str, times: int) -> Bar:
    """Repeat the draw, undoing it in between except for the last."""
    spent: list[Spent] = []
    for number in range(times):
        if number:
            undo(office, TERMINAL, id, "di nuovo")
        seed = {"seme": f"gru-{number}", "bozza": "1"}
        answer, took = timed(partial(browser.post, f"/organizza/{id}/fai/draw", data=seed))
        assert answer.is_redirect, answer.status_code
        spent.append(took)
    return bar("draw-made", spent, MOST_OF_DRAW)


def tapped(browser: httpx.Client, id: str, times: int) -> Bar:
    """Taps on names of the roll call before the draw, each on another person, while there are any."""
    spent: list[Spent] = []
    for number in range(1, times + 2):
        tap = partial(
            browser.post,
            f"/organizza/{id}/appello/{number}",
            data={"fa": "presente"},
            headers={"hx-request": "true"},
        )
        answer, took = timed(tap)
        answer.raise_for_status()
        spent.append(took)
    return bar("rollcall-tap", spent[1:], MOST_OF_TAP)


def posted(office: Office, browser: httpx.Client, id: str) -> Bar:
    """Submit the sheet of most tables, as the grid of the round does."""
    spent: list[Spent] = []
    tables = open_tournament(office, id).tournament.rounds[ROUND - 1].tables
    for number in list(tables)[:-LEFT]:
        seats = range(len(tables[number].seated.seats), 0, -1)
        send = partial(
            browser.post,
            f"/organizza/{id}/referti/{ROUND}/{number}",
            data={f"t{number}.punti{seat}": str(40 + 7 * seat) for seat in seats},
            headers={"hx-request": "true"},
        )
        answer, took = timed(send)
        answer.raise_for_status()
        spent.append(took)
    return bar("sheet-posted", spent[1:], MOST)


def anew(office: Office, browser: httpx.Client, id: str, times: int) -> Iterator[Bar]:
    """The standings for an anonymous visitor: after each change, and then from the cache."""
    made: list[Spent] = []
    kept: list[Spent] = []
    with httpx.Client(base_url=browser.base_url, timeout=60, trust_env=False) as stranger:
        for number in range(times + 1):
            asked = ChangeVisibility(VisibilityChanged(may_index=number % 2 == 0))
            execute(office, TERMINAL, id, asked)
            for spent in (made, kept):
                answer, took = timed(partial(stranger.get, f"/tornei/{id}"))
                answer.raise_for_status()
                spent.append(took)
    yield bar("public-standings-anew", made[1:], MOST)
    yield bar("public-standings-kept", kept[1:], MOST)


def looked_at(browser: httpx.Client, id: str, times: int) -> Bar:
    """CPU time of the server for a public page that it holds prepared; the client is another process."""
    port, page = browser.base_url.port or 0, f"/tornei/{id}"
    with httpx.Client(base_url=browser.base_url, trust_env=False) as stranger:
        stranger.get(page).raise_for_status()
    crowd.answers(crowd.started("again", port, page, times))
    before = time.process_time()
    seen = crowd.answers(crowd.started("again", port, page, times))
    cpu = round(1000 * (time.process_time() - before) / times, 2)
    return Bar("desk.public-page-cpu", cpu, MOST_OF_PAGE, p95(seen.seconds))


def crowded(browser: httpx.Client, id: str, viewers: int) -> Iterator[Bar]:
    """The public page for this many viewers at once, three times, and taps of the roll call meanwhile."""
    waits: list[float] = []
    taps: list[Spent] = []
    lost, cpu = 0, time.process_time()
    for _ in range(CROWDS):
        coming = crowd.started("at-once", browser.base_url.port or 0, f"/tornei/{id}", viewers)
        while coming.poll() is None:
            tap = partial(
                browser.post,
                f"/organizza/{id}/appello/{1 + len(taps) % LEFT}",
                data={"fa": ("assente", "presente")[len(taps) // LEFT % 2]},
                headers={"hx-request": "true"},
            )
            answer, took = timed(tap)
            answer.raise_for_status()
            taps.append(took)
            time.sleep(BETWEEN_TAPS)
        seen = crowd.answers(coming)
        waits += seen.seconds
        lost += len(seen.troubles)
    spent = round(1000 * (time.process_time() - cpu) / (CROWDS * viewers), 2)
    yield Bar("desk.viewers-at-once", p95(waits), MOST_OF_VIEWERS, spent)
    yield Bar("desk.viewers-lost", lost, 0, spent)
    yield bar("tap-beside-viewers", taps, MOST_OF_TAP)


def grown(office: Office, browser: httpx.Client, id: str, times: int) -> Iterator[Bar]:
    """CPU of board and home page with twenty times the events and 10,000 more people, as a ratio."""
    pages = {"board": f"/organizza/{id}", "home": "/"}
    before = {name: _cpu(browser, address, times) for name, address in pages.items()}
    events = open_tournament(office, id).version
    first, *_ = open_tournament(office, id).tournament.entrants
    for _ in range((GROWTH - 1) * events // AT_ONCE):
        calls = (CallRoll(present=(first,)), CallRoll(absent=(first,)))
        execute(office, TERMINAL, id, *(calls * (AT_ONCE // 2)))

    def enter_many(writing: LogWriter) -> None:
        for number in range(MORE_PEOPLE):
            enter_in(writing, new_person_id(), Person(name=f"Persona {number}"))

    office.carry_out(TERMINAL, new_action(), "many", enter_many)
    for name, address in pages.items():
        after = _cpu(browser, address, times)
        yield Bar(f"desk.{name}-grown", round(after / before[name], 2), MOST_GROWTH, round(1000 * after, 1))


def _cpu(browser: httpx.Client, address: str, times: int) -> float:
    """The median CPU seconds of a page."""
    spent = [timed(partial(browser.get, address))[1].cpu for _ in range(times + 1)]
    return median(spent[1:])


def main(argv: list[str]) -> int:
    """Measure and print; 0 if all bars are passed."""
    parser = argparse.ArgumentParser(prog="bench desk", description=__doc__)
    parser.add_argument("--times", type=int, default=TIMES, help="how often each page is asked for")
    parser.add_argument("--viewers", type=int, default=VIEWERS, help="how many look at once")
    parser.add_argument("--json", action="store_true", help="print the bars as JSON")
    options = parser.parse_args(argv)
    raise_handle_limit()
    with third_round() as (office, browser, id):
        bars = [*in_turn(browser, id, BEFORE, options.times), tapped(browser, id, options.times)]
        bars.append(drawn(office, browser, id, DRAWS))
        assert browser.post(f"/organizza/{id}/fai/publish-tables").is_redirect
        bars += in_turn(browser, id, PAGES, options.times)
        bars += anew(office, browser, id, options.times)
        bars.append(looked_at(browser, id, TIMES_LOOKED))
        bars += crowded(browser, id, options.viewers)
        bars.append(posted(office, browser, id))
        bars += grown(office, browser, id, options.times)
    if options.json:
        print(json.dumps({"bars": [{**each._asdict(), "ok": each.ok} for each in bars]}))
    else:
        grid = Table("bar", "p95, ms", "at most", "of CPU")
        for each in bars:
            missed = "" if each.ok else "  MISSED"
            grid.add_row(each.id, f"{each.value:.4g}", f"{each.must:.4g}{missed}", f"{each.cpu:.3g}")
        Console().print(grid)
    return 0 if all(each.ok for each in bars) else 1
