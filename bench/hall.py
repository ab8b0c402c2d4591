"""A full hall: viewers with live streams while 26 tables play, and what each of them costs.

A real server on the loopback interface, its log on disk, the demonstration's third round with all clocks
running. For two minutes a table taps about every half second, and every four seconds a result arrives that
the standings show. Measured: from the start of that write until a viewer has the new page, for all viewers.
"""

import argparse
import json
import os
import subprocess
import time
from bisect import bisect_left
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench import crowd
from bench.desk import Bar, p95, third_round
from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office, new_action
from kamchatka.app.tables.keeper import system_timer
from kamchatka.app.tables.round_clock import start_round
from kamchatka.app.tables.tables import execute_at
from kamchatka.app.tournaments.opening import open_tournament, stream_of
from kamchatka.referee.timing import ExtendClock
from kamchatka.tournament.arranging import SetVenue
from kamchatka.web.server import raise_handle_limit

VIEWERS, SECONDS = 2500, 120
BETWEEN_TAPS, TAPS_FOR_A_RESULT = 0.5, 8
MOST_LATE, MOST_TAP, MOST_KILOBYTES = 300, 150, 60
PAGE = "/tavoli"


def memory() -> int:
    """Kilobytes that this process holds, the server among them."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


def number(office: Office, id: str) -> int:
    """Number of the last event."""
    with office.reading() as reading:
        return reading.number(stream_of(id))


def played(office: Office, id: str, seconds: float) -> tuple[list[tuple[int, float]], list[float]]:
    """Tables play at the pace of a gathering; number and moment of each visible write, and all durations."""
    tables = list(open_tournament(office, id).tournament.rounds[-1].tables)
    visible: list[tuple[int, float]] = []
    spent: list[float] = []
    until = time.monotonic() + seconds
    for turn in count(1):
        began = time.monotonic()
        if began >= until:
            return visible, spent
        table = tables[turn % len(tables)]
        if turn % TAPS_FOR_A_RESULT:
            execute_at(office, TERMINAL, id, table, ExtendClock(60 if turn % 2 else -60))
        else:
            execute(office, TERMINAL, id, SetVenue(table, f"Sala {turn}"))
            visible.append((number(office, id), began))
        spent.append(time.monotonic() - began)
        time.sleep(max(0, began + BETWEEN_TAPS - time.monotonic()))
    raise AssertionError


def waits(receipts: crowd.Receipts, visible: list[tuple[int, float]]) -> tuple[list[float], int]:
    """Seconds from each visible write until each viewer had it, and how many never got one."""
    found, missed = [], 0
    for arrived in receipts.arrived:
        numbers = [number for number, _ in arrived]
        for number, began in visible:
            at = bisect_left(numbers, number)
            if at < len(arrived):
                found.append(arrived[at][1] - began)
            else:
                missed += 1
    return found, missed


def measured(viewers: int, seconds: float) -> Iterator[Bar]:
    """All bars of the hall."""
    with third_round() as (office, browser, id):
        browser.post(f"/organizza/{id}/fai/draw", data={"seme": "sala"})
        browser.post(f"/organizza/{id}/fai/publish-tables")
        start_round(office, TERMINAL, id, system_timer, new_action())
        port, page = browser.base_url.port or 0, f"/tornei/{id}{PAGE}"
        browser.get(page).raise_for_status()
        before = memory()
        followers = crowd.started(
            "follow", port, f"/tornei/{id}/vivo?di={page}&dopo={number(office, id)}", viewers
        )
        assert followers.stdout is not None
        assert followers.stdout.readline() == "ready\n"
        each = (memory() - before) / viewers
        cpu = time.process_time()
        visible, spent = played(office, id, seconds)
        used = (time.process_time() - cpu) / seconds
        time.sleep(2)
        at_once = crowd.answers(crowd.started("at-once", port, f"/tornei/{id}", viewers))
        receipts = left(followers)
    found, missed = waits(receipts, visible)
    yield Bar("hall.write-to-receipt", p95(found), MOST_LATE, round(100 * used))
    yield Bar("hall.lost", len(receipts.troubles) + missed, 0, len(found))
    yield Bar("hall.write", p95(spent), MOST_TAP, round(1000 * sum(spent) / len(spent), 1))
    yield Bar("hall.kilobytes-a-viewer", round(each, 1), MOST_KILOBYTES, 0)
    yield Bar("hall.standings-at-once-lost", len(at_once.troubles), 0, p95(at_once.seconds))


def left(followers: "subprocess.Popen[str]") -> crowd.Receipts:
    """What the followers got, once they have gone."""
    said, _ = followers.communicate("\n")
    return crowd.Receipts(**json.loads(said))


def main(argv: list[str]) -> int:
    """Measure and print; 0 if all bars are passed."""
    parser = argparse.ArgumentParser(prog="bench hall", description=__doc__)
    parser.add_argument("--viewers", type=int, default=VIEWERS, help="how many follow")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for how long")
    parser.add_argument("--json", action="store_true", help="print the bars as JSON")
    options = parser.parse_args(argv)
    raise_handle_limit()
    bars = list(measured(options.viewers, options.seconds))
    if options.json:
        print(json.dumps({"bars": [{**each._asdict(), "ok": each.ok} for each in bars]}))
    else:
        grid = Table("bar", "value", "at most", "beside it")
        for each in bars:
            missed = "" if each.ok else "  MISSED"
            grid.add_row(each.id, f"{each.value:.4g}", f"{each.must:.4g}{missed}", f"{each.cpu:.4g}")
        Console().print(grid)
    return 0 if all(each.ok for each in bars) else 1
