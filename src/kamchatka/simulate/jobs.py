"""Small jobs run by a crew of workers: the same results in the same order, whoever runs them and how often.

A job is a function of a module with arguments that can be sent to another process; its result depends on them
alone. A crew is processes of this machine or a Dask cluster. A worker that dies loses nothing: its jobs run
again.
"""

import logging
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import get_context
from typing import Any

from kamchatka.refusals import NotUnderstood
from kamchatka.simulate.batch import never
from kamchatka.simulate.jobfile import Identity, JobResults, name_of

LOCAL = "local:"
"""How the address of a Dask cluster on this machine begins: `local:2` has two workers."""
AHEAD = 2
"""Jobs handed out for each worker, so that none is idle between two."""
MOST_LOSSES = 2
"""Times all workers may be lost before any further job ends: then the job itself is at fault."""
SECONDS_TO_CONNECT = 10


class ClusterRefused(NotUnderstood):
    """A cluster that cannot be used."""

    section = "arena.cluster"


@dataclass(frozen=True)
class SimulationJob:
    """A call whose result depends on its identity alone."""

    identity: Identity
    work: Callable[..., Any]
    arguments: tuple[Any, ...]

    @property
    def name(self) -> str:
        return name_of(self.identity)


@dataclass(frozen=True)
class Crew:
    """Workers, and how to hire them."""

    workers: int
    hired: Callable[[], AbstractContextManager[Executor]]


def local_crew(workers: int) -> Crew:
    """Processes of this machine; a single worker is a thread of this process."""
    if workers == 1:
        return Crew(1, lambda: ThreadPoolExecutor(1))
    # Ctrl-C is for the process that waits: workers finish their job.
    ignoring = (signal.SIGINT, signal.SIG_IGN)
    spawn = get_context("spawn")
    return Crew(
        workers,
        lambda: ProcessPoolExecutor(workers, mp_context=spawn, initializer=signal.signal, initargs=ignoring),
    )


@contextmanager
def dask_crew(address: str, code: Callable[[], str]) -> Iterator[Crew]:
    """The workers of a Dask scheduler, or of a new cluster for `local:N`.

    `code` digests the code that plays: it must be the same everywhere.
    """
    dask: Any = import_module("distributed")  # an extra

    with ExitStack() as open_here:
        place: Any = address
        if address.startswith(LOCAL):
            number = address.removeprefix(LOCAL)
            if not number.isdecimal() or not int(number):
                raise ClusterRefused("address", address=address)
            with _uninterrupted():
                cluster = dask.LocalCluster(
                    n_workers=int(number),
                    threads_per_worker=1,
                    dashboard_address=":0",
                    silence_logs=logging.ERROR,
                )
            place = open_here.enter_context(cluster)
        try:
            client = open_here.enter_context(dask.Client(place, timeout=SECONDS_TO_CONNECT))
        except (OSError, ValueError) as error:
            raise ClusterRefused("address", address=address) from error
        if any(theirs != code() for theirs in client.run(code).values()):
            raise ClusterRefused("other_code", address=address)
        workers = sum(client.nthreads().values())
        if not workers:
            raise ClusterRefused("no_workers", address=address)
        yield Crew(workers, client.get_executor)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C is ignored here, and by processes started here as long as they live."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Workshop:
    """A hired crew, and the results it has given: those kept in a file are not worked out again."""

    def __init__(self, crew: Crew, kept: JobResults) -> None:
        self.crew, self.kept = crew, kept
        self._hiring = ExitStack()
        self._losses = 0

    def __enter__(self) -> "Workshop":
        self._hire()
        return self

    def __exit__(self, *raised: object) -> None:
        self._hiring.close()
        self.kept.close()

    def _hire(self) -> None:
        self._hiring.close()
        self._executor = self._hiring.enter_context(self.crew.hired())

    def run(self, jobs: Sequence[SimulationJob], stop: Callable[[], bool] = never) -> Iterator[Any]:
        """The results in the order of the jobs; after a stop request, jobs under way are still finished."""
        due = deque(job for job in jobs if job.name not in self.kept.results)
        running: dict[Future[Any], SimulationJob] = {}
        try:
            for job in jobs:
                while job.name not in self.kept.results:
                    try:
                        while due and len(running) < AHEAD * self.crew.workers and not stop():
                            running[self._executor.submit(due[0].work, *due[0].arguments)] = due[0]
                            due.popleft()
                        if not running:
                            return
                        self._collect(running)
                    except BrokenExecutor:
                        self._losses += 1
                        if self._losses > MOST_LOSSES:
                            raise
                        due.extendleft(reversed(running.values()))
                        running.clear()
                        self._hire()
                yield self.kept.results[job.name]
        finally:
            for future in running:
                future.cancel()

    def _collect(self, running: dict[Future[Any], SimulationJob]) -> None:
        """Wait for some jobs and keep their results."""
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            self.kept.add(running[future].identity, future.result())
            del running[future]
            self._losses = 0
