"""The doors of the site under attacks and accidents, at full length: S3, S6, S9, P1, P3, R8, R12."""

from pathlib import Path

from soak import doors_accounts, doors_backups, doors_copies, doors_erasure, doors_names, doors_serving
from soak.parts import Parts, run_parts, tell
from tests.web.fuzzed_requests import SLOWEST, FuzzFigures, fuzz, fuzzed_site

AT_ONCE = 500
"""Requests to one site: the next is new, since those inside may remove its events."""


def fuzz_doors(count: int, seed: int, folder: Path, *, is_inside: bool = False) -> list[str]:
    """Random bodies, charsets, encodings, headers and sizes at every open door: no 5xx, none over 2 s."""
    found = FuzzFigures()
    for first in range(0, count, AT_ONCE):
        with fuzzed_site(folder / str(first), is_inside=is_inside) as site:
            some = fuzz(site, min(AT_ONCE, count - first), seed + first)
        found.statuses += some.statuses
        found.seconds += some.seconds
        found.faults += [f"from {first}: {fault}" for fault in some.faults]
        print(f"{len(found.seconds)} of {count} requests", flush=True)
    seconds = sorted(each for each, _ in found.seconds)
    slowest, door = max(found.seconds)
    tell(
        {
            "statuses": ", ".join(f"{each} × {status}" for status, each in found.statuses.most_common()),
            "median": f"{seconds[len(seconds) // 2] * 1000:.1f} ms",
            "99th percentile": f"{seconds[len(seconds) * 99 // 100] * 1000:.0f} ms",
            "slowest": f"{slowest:.2f} s of {SLOWEST:.0f} at {door}",
        }
    )
    return found.faults


def fuzz_inside(count: int, seed: int, folder: Path) -> list[str]:
    """The same by the administrator at every other door."""
    return fuzz_doors(count, seed, folder, is_inside=True)


PARTS: Parts = {
    "fuzz": (fuzz_doors, 5000),
    "inside": (fuzz_inside, 15_000),
    "copies": (doors_copies.run, 2000),
    "erasure": (doors_erasure.run, 500),
    "names": (doors_names.run, 200),
    "accounts": (doors_accounts.run, 10_000),
    "backups": (doors_backups.run_copies, 50),
    "restore": (doors_backups.run_installation, 1000),
    "serving": (doors_serving.run, 2500),
}


def main(argv: list[str]) -> int:
    """Run all parts, or some."""
    return run_parts("doors", __doc__, PARTS, argv)
