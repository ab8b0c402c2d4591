"""Random and irregular tournaments of every format, compared with oracle and checker (C7); a killed demo."""

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
from tests.tournament.rough_events import survived

TOURNAMENTS = 10_000
CHUNK = 20
PROCESSES = 2
KILLS = 30
SHOWN = 10


def compare(format: str, first: int, count: int) -> list[str]:
    """Differences in this many tournaments of a format."""
    found = []
    for seed in range(first, first + count):
        try:
            event = played(format, seed)
            found += [f"{format} {seed}: {said}" for said in differences(event)]
            again = check(event.setup, event.occurrences, ids(event.tournament)).differences
            found += [f"{format} {seed}: {notice.sentence('en')}" for notice in again]
            survived(format, seed)
        except Exception as error:  # noqa: BLE001 - a crash is a difference too, with its seed
            found.append(f"{format} {seed}: {type(error).__name__}: {error}")
    return found


def compare_all(count: int, seed: int, console: Console) -> list[str]:
    """Differences in this many tournaments of each format, two formats at a time."""
    each = -(-count // len(FIELDS))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    found: list[str] = []
    pool = ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn"))
    with pool, Progress(*columns, console=console) as bar:
        task = bar.add_task("tournaments", total=each * len(FIELDS))
        jobs = [
            pool.submit(compare, format, seed + at, min(CHUNK, each - at))
            for format in FIELDS
            for at in range(0, each, CHUNK)
        ]
        for job in jobs:
            found += job.result()
            bar.advance(task, CHUNK)
    console.print(f"{each * len(FIELDS)} tournaments, {each} of each format: {len(found)} differences")
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
    """`./run soak tournaments [--tournaments N] [--kills N] [--seed S]`."""
    parser = argparse.ArgumentParser(prog="soak tournaments", description=__doc__)
    parser.add_argument("--tournaments", type=int, default=TOURNAMENTS)
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--seed", type=int, default=1000)
    asked = parser.parse_args(argv)
    console = Console()
    found = compare_all(asked.tournaments, asked.seed, console) if asked.tournaments else []
    found += kill_all(asked.kills, asked.seed, console) if asked.kills else []
    for said in found[:SHOWN]:
        console.print(said, markup=False)
    return 1 if found else 0
