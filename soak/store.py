"""The event store under kills, power cuts, bit rot and full disks, at full length: R1, R2 and R3."""

import os
import random
import tempfile
from collections import Counter
from pathlib import Path

from soak.parts import Parts, run_parts
from tests.plugins.databases import address, cluster
from tests.store.confined import confined
from tests.store.kills import Recovery, Victims, crash, recoveries, restart
from tests.store.power import NAME, NORMAL, after_flip, lost_by_cut, said_too_early, sound, trace

AT_ONCE = 50
"""Kills on one database before the next starts empty, since the check for losses reads all of it."""
TRACED = 100
"""Actions in a trace."""


def kill_on_sqlite(number: int, seed: int, folder: Path) -> list[str]:
    """Kill the writer on SQLite."""
    found: list[Recovery] = []
    with Victims() as victims:
        for first in range(0, number, AT_ONCE):
            place = f"sqlite:///{folder / str(first)}.db"
            found += recoveries(victims, place, min(AT_ONCE, number - first), seed + first)
    return _losses(found)


def kill_on_postgresql(number: int, seed: int, _: Path) -> list[str]:
    """Kill the writer on PostgreSQL half of the time, and PostgreSQL itself the other half."""
    found: list[Recovery] = []
    home = Path(tempfile.gettempdir()) / f"kamchatka-soak-{os.getpid()}"  # its user can enter it
    with Victims() as victims, cluster(home) as server:
        for first in range(0, number, AT_ONCE):
            place, half = address(server, f"soak_{first}"), min(AT_ONCE, number - first) // 2
            found += recoveries(victims, place, half, seed + first)
            place = address(server, f"soak_server_{first}")
            found += recoveries(
                *(victims, place, half, seed + first),
                kill=lambda _: crash(server),
                revive=lambda: restart(server),
            )
    return _losses(found)


def _losses(found: list[Recovery]) -> list[str]:
    slowest = max(each.seconds for each in found)
    done = sum(each.acknowledged for each in found)
    print(f"{len(found)} kills, {done} actions done before them, ready again in at most {slowest:.2f} s")
    return [loss for each in found for loss in each.losses]


def watch(number: int, _: int, folder: Path) -> list[str]:
    """Trace the system calls of this many actions; the planted fault must show."""
    early = said_too_early(trace(_made(folder / "safe"), number))
    planted = said_too_early(trace(_made(folder / "unsafe"), TRACED, NORMAL))
    print(f"{number} actions, {len(early)} said too early; {len(planted)} of {TRACED} with the planted fault")
    return early if planted else ["the planted fault does not show"]


def cut(number: int, seed: int, folder: Path) -> list[str]:
    """Cut the power this many times; the planted fault must lose something."""
    chance = random.Random(seed)
    safe, unsafe = trace(_made(folder / "safe"), TRACED), trace(_made(folder / "unsafe"), TRACED, NORMAL)
    disk = _made(folder / "disk")
    found = [loss for _ in range(number) for loss in lost_by_cut(safe, disk, chance)]
    planted = sum(bool(lost_by_cut(unsafe, disk, chance)) for _ in range(TRACED))
    print(f"{number} cuts, {len(found)} losses; {planted} of {TRACED} lose with the planted fault")
    return found if planted else ["the planted fault does not show"]


def flip(number: int, seed: int, folder: Path) -> list[str]:
    """Flip a bit this many times."""
    chance = random.Random(seed)
    content, archive = sound(folder / NAME, TRACED)
    found = Counter(after_flip(folder / "flipped.db", content, archive, chance) for _ in range(number))
    print(f"{number} bits: {dict(found.most_common())}")
    return [each for each in found if each.startswith(("changed", "raised"))]


def starve(number: int, seed: int, folder: Path) -> list[str]:
    """Fill the disk, make it fail, and make it read-only, this many times each."""
    refused, faults = confined(number, seed, folder)
    print(f"{number} runs each: {refused}")
    wanted = {"full: disk_full", "failing: disk_error", "read-only: no_place"}
    return faults if set(refused) == wanted else [*faults, f"refused otherwise: {refused}"]


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


PARTS: Parts = {
    "sqlite": (kill_on_sqlite, 500),
    "postgresql": (kill_on_postgresql, 200),
    "trace": (watch, 1000),
    "cuts": (cut, 2000),
    "flips": (flip, 2000),
    "disks": (starve, 100),
}


def main(argv: list[str]) -> int:
    """Run all parts, or some."""
    return run_parts("store", __doc__, PARTS, argv)
