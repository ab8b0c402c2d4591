"""Copies taken at random moments while results keep coming in, each opened on an empty laptop: bar R8."""

import itertools
import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from kamchatka.app.archive.copier import copy_name
from kamchatka.app.archive.places import Stick
from kamchatka.app.commands.execution import execute
from kamchatka.app.history import check
from kamchatka.app.office import TERMINAL, Office
from kamchatka.app.tournaments.opening import listed, open_tournament, stream_of
from kamchatka.store.archive import outline
from kamchatka.tournament.entries import CallRoll
from tests.web import played
from tests.web.laptop import Laptop, laptop


def copy_faults(stick: Stick, folder: Path, count: int, luck: random.Random) -> list[str]:
    """What is wrong with this many copies; each is tried with a flipped bit too, and must be refused then."""
    with laptop(folder / "uno", stick) as first:
        id = played.entered(first.office, 8)
        first.send(f"/organizza/{id}/copie", cartella=str(stick.folder))
        copies: list[tuple[int, bytes, int]] = []
        with under_load(first.office, id):
            for number in range(count):
                time.sleep(luck.uniform(0.05, 0.3))
                before = events_of(first.office, id)
                content = _downloaded(first, id) if number % 2 else _copied(first, id, stick)
                copies.append((before, content, events_of(first.office, id)))
    faults = ["nothing was written meanwhile"] if copies[0][0] >= copies[-1][0] else []
    for at, (before, content, after) in enumerate(copies):
        with laptop(folder / f"vuoto-{at}") as empty:
            faults += [f"copy {at}: {fault}" for fault in _faults(empty, id, content, (before, after), luck)]
    return faults


def _faults(
    empty: Laptop, id: str, content: bytes, events: tuple[int, int], luck: random.Random
) -> Iterator[str]:
    spoiled = bytearray(content)
    spoiled[luck.randrange(200, len(spoiled))] ^= 1
    refused = empty.open_file(bytes(spoiled))
    if refused.status_code != 422 or "Nulla è stato scritto" not in refused.text or listed(empty.office):
        yield f"let in with a flipped bit: {refused.status_code}"
    opened = empty.open_file(content)
    if opened.url.path != f"/organizza/{id}":
        yield f"opened at {opened.url.path}: {opened.status_code}"
        return
    if not events[0] <= events_of(empty.office, id) <= events[1]:
        yield f"{events_of(empty.office, id)} events instead of {events}"
    if check(empty.office).broken:
        yield "does not verify"
    played.do(empty.office, id, "rollcall")
    played.go_on(empty.office, id, "close")
    if check(empty.office).broken:
        yield "does not verify after it was played on"


def events_of(office: Office, id: str) -> int:
    """Number of events of a tournament."""
    with office.reading() as reading:
        return reading.feeds()[stream_of(id)]


def _copied(there: Laptop, id: str, stick: Stick) -> bytes:
    assert "Copia fatta." in there.send(f"/organizza/{id}/copie/adesso").text
    return (stick.folder / copy_name(id)).read_bytes()


def _downloaded(there: Laptop, id: str) -> bytes:
    answer = there.browser.get(f"/organizza/{id}/copie/scarica")
    assert answer.headers["content-disposition"] == f'attachment; filename="{copy_name(id)}"'
    return answer.content


@contextmanager
def under_load(office: Office, id: str, pause: float = 0.0) -> Iterator[None]:
    """Somebody calls the roll without end meanwhile."""
    people, ends = tuple(open_tournament(office, id).tournament.entrants), threading.Event()

    def work() -> None:
        for who in itertools.cycle(people):
            if ends.wait(pause):
                return
            execute(office, TERMINAL, id, CallRoll(present=(who,)))
            execute(office, TERMINAL, id, CallRoll(absent=(who,)))

    with ThreadPoolExecutor(1) as beside:
        load = beside.submit(work)
        try:
            yield
        finally:
            ends.set()
        load.result()


def longest_loss(stick: Stick, folder: Path, seconds: float) -> float:
    """Seconds of results that a dead laptop would have lost at the worst moment; copies make themselves."""
    with laptop(folder / "uno", stick) as first:
        id = played.entered(first.office, 8)
        first.send(f"/organizza/{id}/copie", cartella=str(stick.folder))
        first.send(f"/organizza/{id}/copie/adesso")
        written: list[tuple[float, int]] = []
        longest, began = 0.0, time.monotonic()
        with under_load(first.office, id, pause=0.1):
            while (now := time.monotonic()) - began < seconds:
                written.append((now, events_of(first.office, id)))
                with (stick.folder / copy_name(id)).open("rb") as file:
                    kept, _ = outline(file).last[stream_of(id)]
                written = [each for each in written if each[1] > kept]
                longest = max(longest, now - written[0][0] if written else 0.0)
                time.sleep(0.2)
    return longest
