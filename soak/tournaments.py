"""Random tournaments of shipped and random formats, compared with oracle and checker (C7); a killed demo."""

import argparse
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from kamchatka.tournament.checker import check
from kamchatka.tournament.scores import ids
from tests.plugins.databases import address, cluster
from tests.tournament.comparing import differences
from tests.tournament.killing import ending, killed_and_begun_again
from tests.tournament.random_events import FIELDS, played
from tests.tournament.random_formats import own_format, played_by_own_format
from tests.tournament.rough_events import survived

TOURNAMENTS = 10_000
FORMATS = 5_000
CHUNK = 20
PROCESSES = 2
KILLS = 30
SHOWN = 10


def compare(format: str, first: int, count: int) -> list[str]:
    """Differences in this many tournaments of a format; of as many random formats where it has no name."""
    found = []
    for seed in range(first, first + count):
        name = f"{format or 'random format'} {seed}"
        try:
            event = played(format, seed) if format else played_by_own_format(seed)
            found += [
                f"{name}: {said}" for said in differences(event, "" if format else own_format(seed).text)
            ]
            again = check(event.setup, event.occurrences, ids(event.tournament)).differences
            found += [f"{name}: {notice.sentence('en')}" for notice in again]
            if format:
                survived(format, seed)
        except Exception as error:  # noqa: BLE001 - a crash is a difference too, with its seed
            found.append(f"{name}: {type(error).__name__}: {error}")
    return found


def compare_all(what: str, formats: Sequence[str], each: int, seed: int, console: Console) -> list[str]:
    """Differences in this many tournaments of each format, two formats at a time."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    found: list[str] = []
    pool = ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn"))
    with pool, Progress(*columns, console=console) as bar:
        task = bar.add_task(what, total=each * len(formats))
        jobs = [
            pool.submit(compare, format, seed + at, min(CHUNK, each - at))
            for format in formats
            for at in range(0, each, CHUNK)
        ]
        for job in jobs:
            found += job.result()
            bar.advance(task, CHUNK)
    console.print(f"{each * len(formats)} {what}: {len(found)} differences")
    return found


def kill_all(kills: int, seed: int, console: Console) -> list[str]:
    """Kill the demonstration this many times on each database; the end must be the same on both."""
    wrong, endings = [], []
    with tempfile.TemporaryDirectory() as folder, cluster(Path(folder) / "pg") as server:
        home = Path(folder) / "home"
        home.mkdir()
        for place in (home / "kamchatka.db", address(server, "soak")):
            wrong += killed_and_begun_again(place, home, kills, seed)
            endings.append(ending(place))
    wrong += [] if endings[0] == endings[1] else ["the two databases end differently"]
    console.print(f"killed {kills} times on each database: {len(wrong)} faults")
    return wrong


def main(argv: Sequence[str]) -> int:
    """`./run soak tournaments [--tournaments N] [--formats N] [--kills N] [--seed S]`."""
    parser = argparse.ArgumentParser(prog="soak tournaments", description=__doc__)
    parser.add_argument("--tournaments", type=int, default=TOURNAMENTS)
    parser.add_argument("--formats", type=int, default=FORMATS)
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--seed", type=int, default=1000)
    asked = parser.parse_args(argv)
    console = Console()
    each = -(-asked.tournaments // len(FIELDS))
    found = compare_all("tournaments", tuple(FIELDS), each, asked.seed, console) if each else []
    if asked.formats:
        found += compare_all("random formats", ("",), asked.formats, asked.seed, console)
    found += kill_all(asked.kills, asked.seed, console) if asked.kills else []
    for said in found[:SHOWN]:
        console.print(said, markup=False)
    return 1 if found else 0
