"""A hall five times as full as a gathering (R10): 150 tables tap, 2,500 viewers follow, for half an hour.

The site is `kamchatka serve` in a process of its own. A phone at each table ends turns, 25 a second in all,
125 in the last ten seconds of every minute; every four seconds the desk changes what the followed page shows.
Measured: from the start of such a write until a viewer has the new page, for all viewers; answers to taps;
memory, open files and processor of the server.
"""

import argparse
import asyncio
import math
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

from bench import crowd
from bench.desk import p95
from bench.hall import PAGE, left, number, waits
from kamchatka.app.office import open_office
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.passes import TablePlace, join, pass_path
from kamchatka.store.database import Holder
from kamchatka.web.phone import table_door
from kamchatka.web.server import raise_handle_limit
from soak.parts import tell
from tests.web import played
from tests.web.silent_clients import greeted
from tests.web.site import session_cookies

TABLES, VIEWERS, MINUTES = 150, 2500, 30
CALM, PEAK, PEAK_SECONDS, MINUTE = 25, 125, 10, 60
"""Taps a second, and for how many seconds of each minute there are more."""
BETWEEN_CHANGES, BETWEEN_SAMPLES = 4, 5
MOST_LATE, MOST_TAP, MOST_MEGABYTES, MOST_CORES, MOST_GROWTH, MOST_FILES = 300, 400, 1500, 1.6, 2, 10
"""Milliseconds, megabytes, cores with the generator, percent an hour, and files more than at first."""
LEAST_MINUTES = 60
"""The growth of shorter runs is told, not judged."""
EVENT, VENUE = "raduno", "Sala"
DONE = 303


@dataclass
class Client:
    """Somebody who sends one form after the other, on one connection."""

    port: int
    place: int
    cookie: str
    spent: list[float] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    viewer: crowd.Viewer | None = None
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def post(self, path: str, **fields: str) -> None:
        """Send a form; note how long the answer takes, or what is wrong with it."""
        async with self.turn:
            began = time.monotonic()
            try:
                status = await self._answer(form(self.port, path, self.cookie, fields))
            except OSError as error:
                self.viewer = None
                self.troubles.append(f"{path}: {error!r}")
                return
            self.spent.append(time.monotonic() - began)
            if status != DONE:
                self.troubles.append(f"{path}: answered {status}")

    async def _answer(self, sent: bytes) -> int:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[int] = loop.create_future()
        if self.viewer is None or self.viewer.transport is None or self.viewer.transport.is_closing():
            own = crowd.address_of(20_000 + self.place), 0
            self.viewer = crowd.Viewer(sent, done)
            await loop.create_connection(self._connection, "127.0.0.1", self.port, local_addr=own)
        else:
            self.viewer.ask(sent, done)
        return await asyncio.wait_for(done, crowd.SECONDS)

    def _connection(self) -> crowd.Viewer:
        assert self.viewer is not None
        return self.viewer


def form(port: int, path: str, cookie: str, fields: dict[str, str]) -> bytes:
    """A form as a phone sends it."""
    body = urlencode(fields).encode()
    head = crowd.question(port, path).replace(b"GET ", b"POST ", 1).removesuffix(b"\r\n")
    more = (
        f"Origin: http://127.0.0.1:{port}\r\nCookie: {cookie}\r\nContent-Length: {len(body)}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
    )
    return head + more.encode() + body


@dataclass
class TablePhone:
    """The phone of a table's judge."""

    client: Client
    people: list[str]
    """The numbers of the players."""
    turns: int = 0

    @property
    def path(self) -> str:
        """Address of the table."""
        return f"/tavolo/{EVENT}/1/{self.client.place}"

    async def begin(self, minutes: float) -> None:
        """Say who holds the phone, and start the clock with time enough."""
        await self.client.post(f"{self.path}/chi", chi="g")
        await self.client.post(f"{self.path}/inizia", parte="1")
        for _ in range(math.ceil(minutes / MINUTE)):
            await self.client.post(f"{self.path}/fai/extend-clock", minuti="60")

    async def tap(self) -> None:
        """End a turn."""
        turn = self.turns
        self.turns += 1
        who = self.people[turn % len(self.people)]
        await self.client.post(f"{self.path}/fai/end-turn", chi=who, turni=str(turn))


@dataclass(frozen=True)
class Sample:
    """The server at a moment."""

    at: float
    megabytes: float
    files: int
    used: float
    """CPU seconds so far of all processes."""
    waited: float
    """Seconds so far in which the server's first thread waited for a processor: others use the machine."""


def sample(pids: Sequence[int]) -> Sample:
    """What the first process holds, and what all have used."""
    pages = int(Path(f"/proc/{pids[0]}/statm").read_text(encoding="ascii").split()[1])
    ticks = 0
    for pid in pids:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        ticks += int(stat[11]) + int(stat[12])
    held = pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
    files = sum(1 for _ in Path(f"/proc/{pids[0]}/fd").iterdir())
    waited = int(Path(f"/proc/{pids[0]}/schedstat").read_text(encoding="ascii").split()[1]) / 1e9
    return Sample(time.monotonic(), held, files, ticks / os.sysconf("SC_CLK_TCK"), waited)


@dataclass
class Pace:
    """The run, and what was measured in it."""

    phones: list[TablePhone]
    desk: Client
    pids: Sequence[int]
    seconds: float
    changes: list[tuple[int, float]] = field(default_factory=list)
    """Number of each write that viewers see, and when it began."""
    samples: list[Sample] = field(default_factory=list)
    taps: Counter[int] = field(default_factory=Counter)
    """By second."""

    async def keep(self) -> None:
        """Tables tap, the desk changes what viewers see, and the server is looked at."""
        await asyncio.gather(*(each.begin(self.seconds / MINUTE) for each in self.phones))
        for each in self.phones:
            each.client.spent.clear()
        began = time.monotonic()
        await asyncio.gather(self._tap(began), self._change(began), self._look(began))

    async def _tap(self, began: float) -> None:
        at, tasks = 0.0, list[asyncio.Task[None]]()
        while at < self.seconds:
            await asyncio.sleep(max(0, began + at - time.monotonic()))
            self.taps[int(time.monotonic() - began)] += 1
            tasks.append(asyncio.create_task(self.phones[self.taps.total() % len(self.phones)].tap()))
            tasks = [each for each in tasks if not each.done()]
            at += 1 / (PEAK if at % MINUTE >= MINUTE - PEAK_SECONDS else CALM)
        await asyncio.gather(*tasks)

    async def _change(self, began: float) -> None:
        for each in range(1, int(self.seconds / BETWEEN_CHANGES) + 1):
            await asyncio.sleep(max(0, began + (each - 1) * BETWEEN_CHANGES - time.monotonic()))
            self.changes.append((each, time.monotonic()))
            table, venue = str(1 + each % len(self.phones)), f"{VENUE} {each}"
            await self.desk.post(f"/organizza/{EVENT}/fai/venue", tavolo=table, sede=venue)

    async def _look(self, began: float) -> None:
        while time.monotonic() < began + self.seconds:
            self.samples.append(await asyncio.to_thread(sample, self.pids))
            await asyncio.sleep(BETWEEN_SAMPLES)


@contextmanager
def serving(folder: Path) -> Iterator[tuple[int, int]]:
    """The site in a process of its own: its port and process id."""
    environment = {**os.environ, "KAMCHATKA_HOME": str(folder), "KAMCHATKA_LANG": "it", "NO_COLOR": "1"}
    words = [sys.executable, "-m", "kamchatka", "serve", "--port", "0"]
    with (
        subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True) as process,
        greeted(process) as lines,
    ):
        found = re.search(r"http://127\.0\.0\.1:(\d+)", lines[0])
        assert found
        yield int(found[1]), process.pid


def prepared(folder: Path, tables: int) -> tuple[str, dict[int, tuple[str, list[str]]], int]:
    """A published round: the desk's cookie, each table's phone and players, and the last event's number."""
    with open_office(folder / "kamchatka.db", Holder("soak")) as office:
        played.entered(office, 4 * tables, format=EVENT)
        played.go_on(office, EVENT, "record")
        desk = open_tournament(office, EVENT)
        found = {}
        for table, each in desk.tournament.rounds[0].tables.items():
            place = TablePlace(EVENT, 1, table)
            token = join(office, place, pass_path(office, place).rpartition("/")[2])
            people = [str(desk.tournament.entrants[who].number) for who in each.seated.seats]
            found[table] = f"{table_door.COOKIE}={token}", people
        [(name, value)] = session_cookies(office).items()
        return f"{name}={value}", found, number(office, EVENT)


def run(folder: Path, tables: int, viewers: int, minutes: float) -> list[str]:
    """The faults of a run."""
    desk, phones, start = prepared(folder, tables)
    with serving(folder) as (port, pid):
        path = f"/tornei/{EVENT}/vivo?di=/tornei/{EVENT}{PAGE}&dopo={start}"
        followers = crowd.started("follow", port, path, viewers, rf"{VENUE} (\d+)")
        assert followers.stdout is not None
        assert followers.stdout.readline() == "ready\n"
        people = [TablePhone(Client(port, at, cookie), them) for at, (cookie, them) in phones.items()]
        pace = Pace(people, Client(port, 0, desk), (pid, followers.pid, os.getpid()), minutes * MINUTE)
        asyncio.run(pace.keep())
        time.sleep(2)
        receipts = left(followers)
    return report(pace, receipts)


def report(pace: Pace, receipts: crowd.Receipts) -> list[str]:
    """Print the figures; those beyond their limit are faults."""
    late, missed = waits(receipts, pace.changes)
    clients = [pace.desk, *(each.client for each in pace.phones)]
    spent = [each for client in clients for each in client.spent]
    troubles = [*receipts.troubles, *(each for client in clients for each in client.troubles)]
    warm = pace.samples[len(pace.samples) // 4 :]
    part = max(1, len(warm) // 4)
    first, last = (median(each.megabytes for each in some) for some in (warm[:part], warm[-part:]))
    hours = (warm[-1].at - warm[0].at) / 3600 * (1 - part / len(warm))
    growth = 100 * (last / first - 1) / hours if hours else 0
    spell = warm[-1].at - warm[0].at
    cores, waited = (warm[-1].used - warm[0].used) / spell, (warm[-1].waited - warm[0].waited) / spell
    judged = pace.seconds >= LEAST_MINUTES * MINUTE
    figures = {
        "write to receipt, p95 ms": (p95(late), MOST_LATE),
        "changes that a viewer missed": (missed, 0),
        "troubles": (len(troubles), 0),
        "answer to a tap, p95 ms": (p95(spent), MOST_TAP),
        "memory, MB at most": (max(each.megabytes for each in pace.samples), MOST_MEGABYTES),
        "memory, growth in % an hour": (growth, MOST_GROWTH if judged else math.inf),
        "cores used, with the generator": (cores, MOST_CORES),
        "open files more than when warm": (warm[-1].files - warm[0].files, MOST_FILES),
    }
    tell(
        {
            "taps": f"{pace.taps.total()}, at most {max(pace.taps.values())} in a second",
            "receipts": f"{len(late)} of {len(pace.changes)} changes, the last after {max(late):.2f} s",
            "memory, MB": f"{pace.samples[0].megabytes:.0f}, warm {first:.0f}, at the end {last:.0f}",
            "server waited for a processor": f"{waited:.0%} of the time",
            "open files": f"{warm[0].files}, at the end {warm[-1].files}",
        }
    )
    tell({name: f"{figure:.4g} of at most {most:.4g}" for name, (figure, most) in figures.items()})
    return [
        *(f"{name}: {figure:.4g}" for name, (figure, most) in figures.items() if figure > most),
        *troubles[:10],
    ]


def main(argv: list[str]) -> int:
    """Run at the stated size, or at another."""
    parser = argparse.ArgumentParser(prog="soak hall", description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--viewers", type=int, default=VIEWERS)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    options = parser.parse_args(argv)
    raise_handle_limit()
    with tempfile.TemporaryDirectory(prefix="kamchatka-soak-") as folder:
        faults = run(Path(folder), options.tables, options.viewers, options.minutes)
    for fault in faults:
        print(fault)
    print(f"{len(faults)} faults")
    return 1 if faults else 0
