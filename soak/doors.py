"""The doors of the site under attacks and accidents, at full length: S3, S6, S9, P1, P3, R8, R12."""

import argparse
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from soak import doors_accounts, doors_backups, doors_copies, doors_erasure, doors_names, doors_serving
from tests.web.fuzzed_requests import SLOWEST, FuzzFigures, fuzz, fuzzed_site

TOLD = 500
"""Requests between two lines of progress, and from one fresh site to the next for who is inside."""


@dataclass(frozen=True)
class PartReport:
    """The outcome of a part: its figures by name, and its faults."""

    figures: Mapping[str, object]
    faults: list[str] = field(default_factory=list)


def fuzz_doors(count: int, seed: int, folder: Path) -> PartReport:
    """Random bodies, charsets, encodings, headers and sizes at every open door: no 5xx, none over 2 s."""

    def told(done: int) -> None:
        if done % TOLD == 0:
            print(f"fuzz: {done} of {count} requests", flush=True)

    with fuzzed_site(folder) as site:
        return _fuzz_report(fuzz(site, count, seed, told=told))


def fuzz_inside(count: int, seed: int, folder: Path) -> PartReport:
    """The same by the administrator at every other door; each site is new, since events may be removed."""
    found = FuzzFigures()
    for first in range(0, count, TOLD):
        with fuzzed_site(folder / str(first), is_inside=True) as site:
            some = fuzz(site, min(TOLD, count - first), seed + first)
        found.statuses += some.statuses
        found.seconds += some.seconds
        found.faults += [f"from {first}: {fault}" for fault in some.faults]
        print(f"inside: {len(found.seconds)} of {count} requests", flush=True)
    return _fuzz_report(found)


def _fuzz_report(found: FuzzFigures) -> PartReport:
    seconds = sorted(each for each, _ in found.seconds)
    slowest, door = max(found.seconds)
    figures = {
        "requests": len(seconds),
        "statuses": ", ".join(f"{each} × {status}" for status, each in found.statuses.most_common()),
        "median": f"{seconds[len(seconds) // 2] * 1000:.1f} ms",
        "99th percentile": f"{seconds[len(seconds) * 99 // 100] * 1000:.0f} ms",
        "slowest": f"{slowest:.2f} s of {SLOWEST:.0f} at {door}",
    }
    return PartReport(figures, found.faults)


def damage_copies(count: int, seed: int, _: Path) -> PartReport:
    """Damaged and forged copies: refused with a sentence, or every list of events still answers."""
    return PartReport({"copies": count}, doors_copies.run(count, seed))


def erase_people(count: int, seed: int, folder: Path) -> PartReport:
    """Bars P1 and P3: after an erasure no word is found in database, journal, archives and copies."""
    return PartReport({"people": count}, doors_erasure.run(count, seed, folder))


def name_hostilely(count: int, seed: int, _: Path) -> PartReport:
    """Hostile names on every page."""
    return PartReport(*doors_names.run(count, seed))


def guess_passwords(count: int, seed: int, folder: Path) -> PartReport:
    """Strangers guess passwords while own devices sign in."""
    return PartReport(*doors_accounts.run(count, seed, folder))


def copy_under_load(count: int, seed: int, folder: Path) -> PartReport:
    """Copies at random moments, and how much a dead laptop loses."""
    return PartReport(*doors_backups.run_copies(count, seed, folder))


def restore_installation(count: int, seed: int, folder: Path) -> PartReport:
    """An installation of so many megabytes on an empty machine."""
    return PartReport(*doors_backups.run_installation(count, seed, folder))


def crowd_in(count: int, _: int, __: Path) -> PartReport:
    """Silent clients, returning crowds and slow readers."""
    return PartReport(*doors_serving.run(count))


Part = tuple[Callable[[int, int, Path], PartReport], int]
"""What runs a part with a count, a seed and an empty folder; and its full count."""
PARTS: dict[str, Part] = {
    "fuzz": (fuzz_doors, 5000),
    "inside": (fuzz_inside, 15_000),
    "copies": (damage_copies, 2000),
    "erasure": (erase_people, 500),
    "names": (name_hostilely, 200),
    "accounts": (guess_passwords, 10_000),
    "backups": (copy_under_load, 50),
    "restore": (restore_installation, 1000),
    "serving": (crowd_in, 2500),
}


def main(argv: list[str]) -> int:
    """Run all parts, or `--only` some, and print the figures of each; `--count` scales them."""
    parser = argparse.ArgumentParser(prog="soak doors", description=__doc__)
    parser.add_argument("--only", choices=PARTS, nargs="+", default=list(PARTS))
    parser.add_argument("--count", type=int)
    parser.add_argument("--seed", type=int, default=20010222)
    wanted = parser.parse_args(argv)
    print(f"seed {wanted.seed}", flush=True)
    faults = 0
    for part in wanted.only:
        work, count = PARTS[part]
        began = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            report = work(wanted.count or count, wanted.seed, Path(folder))
        for fault in report.faults:
            print(f"{part}: {fault}")
        took = {"seconds": f"{time.perf_counter() - began:.0f}", "faults": len(report.faults)}
        for name, figure in {**report.figures, **took}.items():
            print(f"{part:12} {name:20} {figure}", flush=True)
        faults += len(report.faults)
    return 1 if faults else 0
