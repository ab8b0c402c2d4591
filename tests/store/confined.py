"""A store on a small disk of its own: it fills up, fails or becomes read-only, and is well again.

`python -m tests.store.confined RUNS SEED FOLDER` must run where it may mount, in a namespace of its own; it
prints what was refused and what was wrong. `confined` starts it so.
"""

import json
import random
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from kamchatka.app.office import Office, open_office
from kamchatka.refusals import Refusal
from kamchatka.store.database import Holder
from tests.store.kills import ENVIRONMENT, ROOT
from tests.store.victims import losses, perform

TESTS = Holder("tests")
DISK = 8 << 20
MOST_ACTIONS = 1000


class Outcome(NamedTuple):
    """What was refused and how often, by trouble and code; and what was not as it must be."""

    refused: dict[str, int]
    faults: list[str]


def confined(runs: int, seed: int, folder: Path) -> Outcome:
    """Each trouble so many times, in a namespace where we may mount."""
    command = [
        "unshare",
        "-rm",
        sys.executable,
        "-m",
        "tests.store.confined",
        str(runs),
        str(seed),
        str(folder),
    ]
    try:
        done = subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        said = getattr(error, "stderr", "")
        raise AssertionError(f"needs `unshare -rm`, to mount a small disk: {error} {said}") from error
    return Outcome(**json.loads(done.stdout))


# --- troubles: each begins at once, and ends with its context ---


@contextmanager
def full(disk: Path, chance: random.Random) -> Iterator[None]:
    """Somebody else fills the disk, up to a few blocks."""
    filler = disk / "filler"
    used = sum(path.stat().st_size for path in disk.iterdir())
    filler.write_bytes(bytes(DISK - used - chance.randrange(40_000, 1_500_000)))
    try:
        yield
    finally:
        filler.unlink()


@contextmanager
def failing(disk: Path, chance: random.Random) -> Iterator[None]:
    """Writing gives an error from some place in the file on."""
    journal = disk / "kamchatka.db-wal"
    with _limited(resource.RLIMIT_FSIZE, journal.stat().st_size + chance.randrange(500_000)):
        yield


@contextmanager
def _limited(what: int, most: int) -> Iterator[None]:
    before = resource.getrlimit(what)
    resource.setrlimit(what, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(what, before)


def endure(
    trouble: Callable[[Path, random.Random], AbstractContextManager[None]], disk: Path, chance: random.Random
) -> Iterator[str]:
    """The code of the refusal while the trouble lasts, then every fault: the same office must go on."""
    done: set[str] = set()
    with open_office(disk / "kamchatka.db", TESTS) as office:
        number = _work(office, 0, 3, done)
        with trouble(disk, chance):
            try:
                number = _work(office, number, MOST_ACTIONS, done)
                yield "nothing"
            except Refusal as refusal:
                number = len(done)
                yield refusal.code
        yield from losses(office, done)
        _work(office, number, 6, done)
        yield from losses(office, done)


def endure_read_only(disk: Path, _: random.Random) -> Iterator[str]:
    """The same for a disk that became read-only between two openings: an open file would forbid it."""
    done: set[str] = set()
    with open_office(disk / "kamchatka.db", TESTS) as office:
        _work(office, 0, 3, done)
    _mount("-o", "remount,ro", disk)
    try:
        with open_office(disk / "kamchatka.db", TESTS):
            yield "nothing"
    except Refusal as refusal:
        yield refusal.code
        if "read-only" not in refusal.sentence("en"):
            yield refusal.sentence("en")
    with open_office(disk / "kamchatka.db") as office:  # to copy it off
        yield from losses(office, done)
    _mount("-o", "remount,rw", disk)
    with open_office(disk / "kamchatka.db", TESTS) as office:
        _work(office, 3, 6, done)
        yield from losses(office, done)


TROUBLES: dict[str, Callable[[Path, random.Random], Iterator[str]]] = {
    "full": partial(endure, full),
    "failing": partial(endure, failing),
    "read-only": endure_read_only,
}


def _work(office: Office, number: int, more: int, done: set[str]) -> int:
    for each in range(number, number + more):
        perform(office, 0, each, say=done.add)
    return number + more


def _mount(*words: object) -> None:
    subprocess.run(["mount", *map(str, words)], check=True)


def main(runs: int, seed: int, disk: Path) -> Outcome:
    """Every trouble so many times, each on a new disk."""
    chance = random.Random(seed)
    refused: Counter[str] = Counter()
    faults: list[str] = []
    for run in range(runs):
        for name, trial in TROUBLES.items():
            _mount("-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", disk)
            try:
                code, *found = trial(disk, chance)
            finally:
                subprocess.run(["umount", disk], check=True)
            refused[f"{name}: {code}"] += 1
            faults += [f"{name}, run {run}: {fault}" for fault in found]
    return Outcome(refused, faults)


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))._asdict()))
