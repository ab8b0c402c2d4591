"""The store at full size on both databases: racing writers, bad networks, tampering, killed upgrades."""

import argparse
import contextlib
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from kamchatka.app.office import open_office
from tests.plugins.databases import KINDS, TESTS, address, cluster
from tests.store.channel import repetition_faults, submission_faults, submit, takeover_faults
from tests.store.histories import empty, live
from tests.store.migrating import copies_of, interruption_faults, planted
from tests.store.races import race, race_faults
from tests.store.tampering import undetected

SIZES = {"writers": 100_000, "network": 100_000, "tampering": 10_000, "upgrades": 100}
Place = str | Path


def writers(place: Place, size: int, seed: int) -> list[str]:
    """R6: half of the appends race for one table, half for the four of a tournament."""
    with open_office(place, TESTS) as office:
        attempts = race(office, ["table/1"], size // 2, seed)
        attempts += race(office, [f"table/{number}" for number in range(1, 5)], size // 2, seed + 1)
        refused = sum(attempt.event is None for attempt in attempts)
        slowest = max(attempt.writing.ended - attempt.writing.began for attempt in attempts)
        print(f"  {len(attempts)} attempts, {refused} refused, the slowest {slowest:.2f} s")
        return race_faults(office, attempts)


def network(place: Place, size: int, seed: int) -> list[str]:
    """R4: submissions that are lost, repeated, late and out of order; all of them again after a restart."""
    with open_office(place, TESTS) as office:
        answers = submit(office, size, seed).answers
        faults = submission_faults(office, answers)
    print(f"  {len(answers)} submissions arrived {sum(map(len, answers.values()))} times")
    with open_office(place, TESTS) as office:
        some = list(answers)[:: max(1, size // 1000)]
        faults += repetition_faults(office, answers) + takeover_faults(office, some)
        return faults + submission_faults(office, answers)


def tampering(place: Place, size: int, seed: int) -> list[str]:
    """R9: manual changes, in ten different histories."""
    faults: list[str] = []
    with open_office(place, TESTS) as office:
        for number in range(10):
            empty(office)
            live(office, Random(seed + number), 60)
            faults += undetected(office, size // 10, seed + number)
    return faults


def upgrades(place: Place, size: int, seed: int) -> list[str]:
    """R7: upgrades killed at random moments."""
    with open_office(place, TESTS) as office:
        live(office, Random(seed), 60)
    with tempfile.TemporaryDirectory() as folder:
        scripts = planted(Path(folder) / "scripts")
        faults, old = interruption_faults(copies_of(place, Path(folder)), scripts, size, Random(seed))
    print(f"  {old} of {size} killed upgrades had changed nothing")
    return faults


PARTS: dict[str, Callable[[Place, int, int], list[str]]] = {
    "writers": writers,
    "network": network,
    "tampering": tampering,
    "upgrades": upgrades,
}


@contextlib.contextmanager
def places(kinds: list[str], folder: Path) -> Iterator[Callable[[str, str], Place]]:
    """A function that returns an empty place for a part on a kind of database."""
    with contextlib.ExitStack() as stack:
        # PostgreSQL runs as another user, who cannot enter our folder.
        around = Path(tempfile.gettempdir()) / f"{folder.name}-pg"
        server = stack.enter_context(cluster(around)) if "postgresql" in kinds else None

        def place(kind: str, part: str) -> Place:
            return (
                folder / f"{part}.db" if kind == "sqlite" or not server else address(server, f"soak_{part}")
            )

        yield place


def main(argv: list[str]) -> int:
    """`--part` and `--on` choose what runs and where; `--share 0.01` runs a hundredth of the full sizes."""
    parser = argparse.ArgumentParser(prog="soak store_races", description=__doc__)
    parser.add_argument("--part", choices=list(PARTS), action="append")
    parser.add_argument("--on", choices=KINDS, action="append")
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=20261121)
    wanted = parser.parse_args(argv)
    print(f"seed {wanted.seed}", flush=True)
    failed, kinds = 0, wanted.on or list(KINDS)
    with tempfile.TemporaryDirectory(prefix="kamchatka-soak-") as name, places(kinds, Path(name)) as place:
        for part in wanted.part or PARTS:
            for kind in kinds:
                started, size = time.perf_counter(), max(10, round(SIZES[part] * wanted.share))
                faults = PARTS[part](place(kind, part), size, wanted.seed)
                for fault in faults[:20]:
                    print(f"  {fault}")
                failed += len(faults)
                seconds = time.perf_counter() - started
                print(f"{part} on {kind}: {size}, {len(faults)} faults, {seconds:.0f} s", flush=True)
    return 1 if failed else 0
