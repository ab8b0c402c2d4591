"""Views searched for foreign secrets; tables that differ in hidden facts, compared byte by byte."""

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from multiprocessing import get_context

from kamchatka.rulebook import load
from tests.game.canaries import Searched, search
from tests.game.play import tables
from tests.game.shown import LEAKS, SILENT_LEAKS
from tests.game.worlds import Paired, compare

PROCESSES = 2
Deal = tuple[str, int, int]
"""Regulation, seats, seed."""


def deals(seed: int) -> Iterator[list[Deal]]:
    """Endless games, in batches of every regulation and table size, alternately plain and rich in cards."""
    for number in count():
        yield [(name, seats, seed + number) for name, seats in tables()]


def searched(deal: Deal) -> Searched:
    """One game searched for foreign secrets."""
    name, seats, seed = deal
    return search(load(name), seats, seed)


def compared(deal: Deal) -> Paired:
    """One game compared with tables that differ in hidden facts."""
    name, seats, seed = deal
    return compare(load(name), seats, seed)


def search_all(pool: ProcessPoolExecutor, wanted: int, seed: int) -> int:
    """Search at least this many pairs of state and viewer; returns the number of leaks."""
    started, pairs, size, leaks = time.perf_counter(), 0, 0, 0
    met: Counter[str] = Counter()
    for batch in deals(seed):
        for deal, found in zip(batch, pool.map(searched, batch), strict=True):
            pairs, size, leaks = pairs + found.pairs, size + found.bytes, leaks + len(found.leaks)
            met += found.met
            for leak in found.leaks:
                print(f"LEAK {deal}: {leak}", flush=True)
        if pairs >= wanted:
            break
    seconds = time.perf_counter() - started
    print(f"{pairs} states seen by a viewer, {size // 10**6} MB searched, {leaks} leaks, {seconds:.0f} s")
    print(f"among them: {dict(met.most_common())}", flush=True)
    return leaks


def compare_all(pool: ProcessPoolExecutor, wanted: int, seed: int) -> int:
    """Compare at least this many pairs of tables; returns the number of differences."""
    started, pairs, stepped, differences = time.perf_counter(), 0, 0, 0
    apart: Counter[str] = Counter()
    for batch in deals(seed):
        for deal, found in zip(batch, pool.map(compared, batch), strict=True):
            pairs, stepped = pairs + found.pairs, stepped + found.stepped
            differences += len(found.differences)
            apart += found.apart
            for difference in found.differences:
                print(f"DIFFERENT {deal}: {difference}", flush=True)
        if pairs >= wanted:
            break
    seconds = time.perf_counter() - started
    print(f"{pairs} pairs of tables, {stepped} played on, {differences} differences, {seconds:.0f} s")
    print(f"not played on: {dict(apart)}", flush=True)
    return differences


def uncaught(seed: int) -> list[str]:
    """Planted leaks that were not detected: each search must catch those it is for."""
    odd, book = seed | 1, load("rtu")
    unseen = [f"search: {leak}" for leak in LEAKS if not search(book, 4, odd, LEAKS[leak]).leaks]
    for leak, channels in {**LEAKS, **SILENT_LEAKS}.items():
        if not compare(book, 4, odd, channels).differences:
            unseen.append(f"comparison: {leak}")
    return unseen


def main(argv: list[str]) -> int:
    """Search `--views` pairs of state and viewer, compare `--pairs` pairs of tables, plant leaks."""
    parser = argparse.ArgumentParser(prog="soak views", description=__doc__)
    parser.add_argument("--views", type=int, default=200_000)
    parser.add_argument("--pairs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=20010222)
    wanted = parser.parse_args(argv)
    print(f"seed {wanted.seed}", flush=True)
    unseen = uncaught(wanted.seed)
    print(f"planted leaks not caught: {unseen or 'none'}", flush=True)
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        leaks = search_all(pool, wanted.views, wanted.seed)
        differences = compare_all(pool, wanted.pairs, wanted.seed)
    return 1 if unseen or leaks or differences else 0
