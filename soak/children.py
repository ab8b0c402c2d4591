"""Run jobs in forked children, a few at a time: each inherits everything loaded and collected before."""

import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

UNTRIED = 3
"""Exit status of a child that could not do its job: our bug."""
MOST_MEMORY = 4 << 30

Job = TypeVar("Job")


def in_children(jobs: Iterable[Job], work: Callable[[Job], int], processes: int) -> Iterator[tuple[Job, int]]:
    """Each job with the wait status of its child, as they end."""
    running: dict[int, Job] = {}
    with tempfile.TemporaryDirectory() as folder:
        for job in jobs:
            if len(running) == processes:
                yield _ended(running)
            running[_forked(work, job, folder)] = job
        while running:
            yield _ended(running)


def _ended(running: dict[int, Job]) -> tuple[Job, int]:
    pid, status = os.wait()
    return running.pop(pid), status


def _forked(work: Callable[[Job], int], job: Job, folder: str) -> int:
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        return pid
    status = UNTRIED
    complaints = os.dup(2)
    try:
        _seclude(folder)
        status = work(job)
    except BaseException:  # noqa: BLE001 - in any case, the child must not go on as a second parent
        os.write(complaints, traceback.format_exc().encode())
    finally:
        os._exit(status)


def _seclude(folder: str) -> None:
    """Silence a child, give it its own folder, and limit its memory."""
    import resource  # noqa: PLC0415 - only available where processes fork

    silence = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(silence, stream)
    os.environ["PYTEST_DEBUG_TEMPROOT"] = tempfile.mkdtemp(dir=folder)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
