"""Random games recorded, replayed and recorded again byte by byte; corrupted records say what is wrong."""

import argparse
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from kamchatka.game.chance import Seeded
from kamchatka.game.game import Game
from kamchatka.rulebook import load, read
from tests.game.mangling import try_spoiled
from tests.game.play import advanced, played, tables, written_down
from tests.game.rewriting import faults

PROCESSES = 2
BATCH = 20
"""Games, or hundreds of corrupted records, in one batch of a process."""
EXPECTED = {"Unreadable", "Difference", "OtherRegulation", "replayed"}
HOUSE = 'id = "casa"\ntitle = "Regolamento della casa"\nextends = "rtu"\n[closing]\ncap = 9\n'

Task = tuple[str, int, int, int]
"""Regulation, seats, first seed, how many."""


def round_trips(task: Task) -> list[str]:
    """Round trips of games of one table size; the differences, with their seed."""
    name, seats, first, number = task
    return [
        f"{name} {seats} seed {seed}: {fault}"
        for seed in range(first, first + number)
        for fault in faults(played(load(name), seats, seed, laps=seed % 4, judge=40))
    ]


def spoil(task: Task) -> Counter[str]:
    """Records of one table size, each corrupted a hundred times: finished, unfinished, under house rules."""
    name, seats, first, number = task
    found: Counter[str] = Counter()
    for seed in range(first, first + number):
        book = read(HOUSE, name="casa.toml") if name == "rtu" and seed % 2 else load(name)
        actions = 10_000 if seed % 5 == 0 else 30 + 5 * (seed % 30)
        game = advanced(Game.start(book, seats, Seeded(seed)), seed, actions, laps=0, judge=30)
        try:
            found += try_spoiled(written_down(game), 100, seed)
        except Exception as unexpected:
            unexpected.add_note(f"{name} {seats} seed {seed}: a spoiled record raised this")
            raise
    return found


def tasks(each: int, seed: int) -> list[Task]:
    """This many of every regulation and table size, in batches."""
    return [
        (name, seats, seed + first, min(BATCH, each - first))
        for name, seats in tables()
        for first in range(0, each, BATCH)
    ]


def main(argv: list[str]) -> int:
    """`--games` round trips of each regulation and table size; `--spoiled` corrupted records."""
    parser = argparse.ArgumentParser(prog="soak records", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--spoiled", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=20010222)
    wanted = parser.parse_args(argv)
    print(f"seed {wanted.seed}", flush=True)
    failed, started = 0, time.perf_counter()
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        todo = tasks(wanted.games, wanted.seed)
        for found in pool.map(round_trips, todo):
            failed += len(found)
            for fault in found:
                print(fault, flush=True)
        games = sum(number for *_, number in todo)
        print(
            f"{games} games there and back, {failed} faults, {time.perf_counter() - started:.0f} s",
            flush=True,
        )
        started = time.perf_counter()
        each = -(-wanted.spoiled // (100 * len(tables())))
        outcomes: Counter[str] = sum(pool.map(spoil, tasks(each, wanted.seed)), Counter())
    unexpected = [name for name in outcomes if name.split(" ", 1)[0] not in EXPECTED]
    seconds = time.perf_counter() - started
    print(f"{outcomes.total()} spoiled records, {seconds:.0f} s: {dict(outcomes.most_common())}")
    print(f"unexpected: {unexpected or 'nothing'}")
    return 1 if failed or unexpected else 0
