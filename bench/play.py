"""Online tables with bots, a person and a spectator each: how long an action takes to reach everybody.

A real server on the loopback interface, its log on disk. At every table one person and three bots play at the
pace asked for; the person and a spectator follow in another process, which also plays for the person. The
time measured begins with the action, as the log states, and ends when a viewer has the new table, for all
viewers and actions. Then come the rate at which the 95th percentile reaches 400 ms (bar R11), and memory.
"""

import argparse
import asyncio
import json
import re
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import httpx
from rich.console import Console
from rich.table import Table

from bench.desk import Bar, p95
from bench.hall import memory
from kamchatka.app.games.online import seating
from kamchatka.app.games.online.hall import SERVER, TableHall
from kamchatka.app.games.online.live import Pace
from kamchatka.app.office import Office, new_action, open_office
from kamchatka.store.database import Holder
from kamchatka.web import create_app
from kamchatka.web.play.seat_door import COOKIE
from kamchatka.web.server import raise_handle_limit
from kamchatka.web.site.live import GZIP_HEAD
from tests.web.site import served

TABLES, SECONDS, PACE = 200, 600, 2000
MOST_LATE, LATE_AT_RATE = 300, 400
RATES = (100, 150, 200, 250, 350)
"""Actions a second that are asked for, once the bar is measured; tables that fall behind play fewer."""
RATE_SECONDS = 30
MUST, MOST = 250, 10**6
"""The rate of the bar; faster is measured without one."""
SECOND = 1000
LATEST = re.compile(rb'"diary":\[\{"turn":\d+,"lap":\d+,"seat":(?:null|"[A-F]"),"at":"([^"]+)"')
VERSION = re.compile(rb'"version":(\d+)')
NEVER = 10**12


class Load(NamedTuple):
    """What one run gave."""

    delays: list[float]
    actions: int
    seconds: float
    kilobytes: list[float]
    """Memory of the server at the beginning, in the middle and at the end."""
    cpu: float
    """Seconds of processor that the server used in the second half, as are actions and seconds."""


# The server, with tables that begin at once


@contextmanager
def tables_served(tables: int, pace: int) -> Iterator[tuple[int, TableHall, list[str]]]:
    """A server with this many games begun: its port, its hall, the ids of the tables."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="kamchatka-bench-")))
        office = stack.enter_context(open_office(folder / "kamchatka.db", Holder("bench")))
        app = create_app(folder, office=office, pace=Pace(pace, NEVER, NEVER))
        site = stack.enter_context(served(app))
        hall: TableHall = app.state.tables
        yield int(site.rsplit(":", 1)[1]), hall, [begun(office, hall, number) for number in range(tables)]


def begun(office: Office, hall: TableHall, number: int) -> str:
    """A game with one person and three bots."""
    asked = {"nome": "Anna", "regolamento": "rtu", "giri": "35", "pubblico": "si", "spettatori": "si"}
    words = {**asked, "probabilita": "si"}
    device = seating.device_of(token(number))
    id = hall.open_new(SERVER, new_action(), seating.opening(words, ["soldato"] * 3, device))
    live = hall.live(id)
    for name in ("pronto", "parti"):
        command = seating.read_command(name, {"si": "si"})
        hall.change(live, SERVER, new_action(), [], lambda _, __: command.decide(live.table, 0))  # noqa: B023
    return id


def token(number: int) -> str:
    """What the browser of a table's person holds."""
    return f"bench-{number}"


def load(tables: int, rate: float, seconds: float) -> Load:
    """Let this many tables play at this many actions a second, all together."""
    with tables_served(tables, round(SECOND * tables / rate)) as (port, hall, ids):
        held = [memory()]
        words = [sys.executable, "-m", "bench.play", "--crowd", str(port), str(seconds), str(tables / rate)]
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as crowd:
            assert crowd.stdin is not None
            crowd.stdin.write(json.dumps(ids) + "\n")
            crowd.stdin.flush()
            time.sleep(seconds / 2)
            cpu, before = time.process_time(), sum(hall.live(id).table.version for id in ids)
            held.append(memory())
            said, _ = crowd.communicate()
        held.append(memory())
        actions = sum(hall.live(id).table.version for id in ids) - before
        used = time.process_time() - cpu
    delays = [float(each) for each in json.loads(said)]
    return Load(delays, actions, seconds / 2, [float(each) for each in held], used)


# The crowd, in a process of its own


@dataclass
class Follower:
    """A viewer of a table, who plays for its person if there is a token."""

    port: int
    id: str
    pace: float
    token: str = ""
    delays: list[float] = field(default_factory=list)
    version: int = 0
    asked: int = 0

    async def follow(self, http: httpx.AsyncClient) -> None:
        """Read the stream until cancelled."""
        cookie = f"Cookie: {COOKIE}={self.token}\r\n" if self.token else ""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(
            f"GET /gioca/{self.id}/vivo HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{cookie}\r\n".encode()
        )
        await reader.readuntil(b"\r\n\r\n")
        unpacked, pending = zlib.decompressobj(-15), b""
        while size := int(await reader.readline(), 16):
            packed = (await reader.readexactly(size + 2))[:-2].removeprefix(GZIP_HEAD)
            *messages, pending = (pending + unpacked.decompress(packed)).split(b"\n\n")
            for message in messages:
                await self._got(message, time.time(), http)

    async def _got(self, message: bytes, now: float, http: httpx.AsyncClient) -> None:
        found, latest = VERSION.search(message), LATEST.search(message)
        if found is None or int(found[1]) <= self.version:
            return
        if self.version and latest is not None:
            self.delays.append(now - datetime.fromisoformat(latest[1].decode()).timestamp())
        self.version = int(found[1])
        data = json.loads(message.partition(b"data: ")[2]) if self.token else None
        if data is not None and data["view"] and data["view"]["to_act"] == data["view"]["viewer"]:
            asyncio.get_running_loop().call_later(self.pace, self._play, data["view"]["choices"], http)

    def _play(self, choices: list[dict[str, Any]], http: httpx.AsyncClient) -> None:
        if self.pace == NEVER:
            return
        self.asked += 1
        body = {"id": f"bench-{self.asked:06d}", "version": self.version, "actions": [wanted(choices)]}
        sent = http.post(f"/gioca/{self.id}/mosse", json=body, headers={"cookie": f"{COOKIE}={self.token}"})
        task = asyncio.ensure_future(sent)
        RUNNING.add(task)
        task.add_done_callback(RUNNING.discard)


RUNNING: set["asyncio.Future[httpx.Response]"] = set()


def wanted(choices: list[dict[str, Any]]) -> str:
    """To pass if one may, else the first choice."""
    names = [str(each["action"]) for each in choices]
    return "passa" if "passa" in names else names[0]


async def crowded(port: int, ids: list[str], seconds: float, pace: float) -> list[float]:
    """Follow every table as its person and as a spectator; the delays."""
    site = f"http://127.0.0.1:{port}"
    limits = httpx.Limits(max_connections=100)
    headers = {"origin": site, "accept": "application/json"}
    async with httpx.AsyncClient(base_url=site, headers=headers, limits=limits, timeout=60) as http:
        followers = [Follower(port, id, pace, token(number)) for number, id in enumerate(ids)]
        followers += [Follower(port, id, pace) for id in ids]
        tasks = [asyncio.create_task(each.follow(http)) for each in followers]
        await asyncio.sleep(seconds / 2)
        for each in followers:
            each.delays.clear()  # while viewers came
        await asyncio.sleep(seconds / 2)
        for task in tasks:
            task.cancel()
        for each in followers:
            each.pace = NEVER
        await asyncio.gather(*RUNNING, return_exceptions=True)
        troubles = [each for each in await asyncio.gather(*tasks, return_exceptions=True) if each]
    lost = [each for each in troubles if not isinstance(each, asyncio.CancelledError)]
    if lost:
        raise RuntimeError(f"{len(lost)} viewers lost, the first by {lost[0]!r}")
    return [delay for each in followers for delay in each.delays]


# The bars


def measured(tables: int, seconds: float, rates: list[float]) -> Iterator[Bar]:
    """All bars of online tables."""
    run = load(tables, SECOND * tables / PACE, seconds)
    yield Bar("play.action-to-view", p95(run.delays), MOST_LATE, round(run.actions / run.seconds))
    yield Bar("play.processor-ms-an-action", round(SECOND * run.cpu / run.actions, 2), 10, 0)
    began, middle, ended = run.kilobytes
    yield Bar("play.kilobytes-a-table", round((ended - began) / tables, 1), 2000, 0)
    yield Bar("play.growth-in-second-half-percent", round(100 * (ended - middle) / middle, 1), 10, 0)
    before = run.actions / run.seconds, p95(run.delays)
    for rate in rates:
        faster = load(tables, rate, RATE_SECONDS)
        found, reached = p95(faster.delays), faster.actions / faster.seconds
        most = LATE_AT_RATE if rate <= MUST else MOST
        yield Bar(f"play.at-{rate:.0f}-a-second", found, most, round(reached))
        if found > LATE_AT_RATE >= before[1]:
            share = (LATE_AT_RATE - before[1]) / (found - before[1])
            yield Bar("play.rate-of-400-ms", round(before[0] + share * (reached - before[0])), MOST, 0)
        before = reached, found


def main(argv: list[str]) -> int:
    """Measure and print; 0 if all bars are passed."""
    parser = argparse.ArgumentParser(prog="bench play", description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES, help="how many play")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for how long")
    parser.add_argument("--rates", default=",".join(map(str, RATES)), help="further actions a second")
    options = parser.parse_args(argv)
    raise_handle_limit()
    grid = Table("bar", "value", "at most", "beside it")
    bars = []
    for each in measured(options.tables, options.seconds, [float(r) for r in options.rates.split(",") if r]):
        bars.append(each)
        missed = "" if each.ok else "  MISSED"
        grid.add_row(each.id, f"{each.value:.4g}", f"{each.must:.4g}{missed}", f"{each.cpu:.4g}")
    Console().print(grid)
    return 0 if all(each.ok for each in bars) else 1


if __name__ == "__main__" and sys.argv[1:2] == ["--crowd"]:
    raise_handle_limit()
    print(
        json.dumps(
            asyncio.run(
                crowded(
                    int(sys.argv[2]), json.loads(sys.stdin.readline()), float(sys.argv[3]), float(sys.argv[4])
                )
            )
        )
    )
