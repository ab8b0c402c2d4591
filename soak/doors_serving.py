"""Connections and file handles at full size: silent clients, returning crowds and slow readers (R12)."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from bench import crowd
from bench.desk import p95
from kamchatka.app.office import open_office
from kamchatka.app.tournaments import demo
from kamchatka.store.database import Holder
from kamchatka.web.server import raise_handle_limit
from soak.parts import tell
from tests.web.silent_clients import UNFINISHED, connected, serving

HANDLES = 1024
"""The usual limit, which used to be fewer than the silent clients."""
MOST_SECONDS = 2.0
"""For a visitor beside silent clients."""
MOST_LOG = 2000
"""Bytes of the server's log."""
MOST_BACK, MOST_IN_TURN = 15_000, 250
"""Milliseconds for the last of a returning crowd, and for most of those who come within ten seconds."""
SLOW_READERS, MOST_SLOWED, SLACK = 200, 1.2, 10
"""Clients that read nothing, how much longer others may wait, and milliseconds that chance may add."""


def run(count: int, _seed: int, folder: Path) -> list[str]:
    """Try this many clients; returns the faults found."""
    raise_handle_limit()
    faults: list[str] = []
    with open_office(folder / "kamchatka.db", Holder("soak")) as office:
        *_, desk = demo.play(office)
    for what, handles in (("silent", HANDLES), ("crowd", count * 2)):
        with (folder / f"{what}.log").open("w+") as log:
            with serving(folder, handles, log) as (site, _):
                trial = _silent(site, count) if what == "silent" else _crowd(site, desk.id, count)
                for told, figure, most in trial:
                    tell({told: f"{figure:.4g} of at most {most:.4g}"})
                    if figure > most:
                        faults.append(f"{told}: {figure:.4g} instead of at most {most:.4g}")
            log.seek(0)
            said = log.read()
            tell({f"log, {what}": f"{len(said)} bytes"})
            if len(said) > MOST_LOG:
                faults.append(f"the log of {len(said)} bytes begins {said[:200]}")
    return faults


Figure = tuple[str, float, float]
"""A name, its value, and the most it may be."""


def _silent(site: str, count: int) -> Iterator[Figure]:
    """More clients than handles, which send nothing or a part of a request, from one address or from many."""
    for kind, sent in UNFINISHED.items():
        for where in ("one address", "many addresses"):
            with ExitStack() as stack:
                longest = 0.0
                for number in range(count):
                    address = "127.0.0.1" if where == "one address" else crowd.address_of(number)
                    stack.enter_context(connected(site, sent, address))
                    if number % 250 == 249:
                        began = time.perf_counter()
                        httpx.get(f"{site}/tornei", timeout=30, trust_env=False).raise_for_status()
                        longest = max(longest, time.perf_counter() - began)
                yield f"seconds beside {kind}, {where}", longest, MOST_SECONDS


def _crowd(site: str, id: str, count: int) -> Iterator[Figure]:
    """Viewers at once who come back at once, viewers within ten seconds, and others who read nothing."""
    port, page = urlsplit(site).port or 0, f"/tornei/{id}"
    for when in ("come", "return"):
        seen = crowd.answers(crowd.started("at-once", port, page, count))
        yield f"viewers lost who {when}", len(seen.troubles), 0
        yield f"last viewer of those who {when}, ms", 1000 * max(seen.seconds), MOST_BACK
    seen = crowd.answers(crowd.started("in-turn", port, page, count))
    yield "viewers lost within ten seconds", len(seen.troubles), 0
    yield "viewers within ten seconds, p95 ms", p95(seen.seconds), MOST_IN_TURN
    alone = p95(crowd.answers(crowd.started("again", port, page, count)).seconds)
    with ExitStack() as stack:
        for number in range(SLOW_READERS):
            slow = connected(site, address=crowd.address_of(number))
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.sendall(crowd.question(port, f"{page}/classifica?tutti") * 4)
            stack.enter_context(slow)
        beside = p95(crowd.answers(crowd.started("again", port, page, count)).seconds)
    yield "others beside slow readers, p95 ms", beside, alone * MOST_SLOWED + SLACK
