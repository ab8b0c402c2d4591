"""Hundreds of thousands of draws: uniform over tables and seats (F6), and reproducible."""

import argparse
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from kamchatka.ids import PersonId
from tests.tournament.seating.fields import Club, people
from tests.tournament.seating.luck import LEAST_P, chi_square, p_value

DRAWS = 100_000
CHUNK = 2000
PROCESSES = 2
PLAYERS = 16
CLUBS = ["A", "A", "B", "C", "A", "D", "B"]
Reached = Counter[tuple[str, PersonId, int]]


def reached(method: str, first: int, count: int) -> Reached:
    """How often each player sat at each table, and on each seat, in this many draws."""
    club = Club(people(PLAYERS, CLUBS))
    found: Reached = Counter()
    for number in range(first, first + count):
        tables, _ = club.draw(f"seme-{number}", method=method).tables()
        for at, table in enumerate(tables):
            for seat, who in enumerate(table):
                found["table", who, at] += 1
                found["seat", who, seat] += 1
    return found


def main(argv: Sequence[str]) -> int:
    """`./run soak seating [--draws N] [--seed S]`."""
    parser = argparse.ArgumentParser(prog="soak seating", description=__doc__)
    parser.add_argument("--draws", type=int, default=DRAWS)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(argv)
    print(f"seed {asked.seed}", flush=True)
    failed = 0
    for method in ("random", "wishes"):
        found: Reached = Counter()
        with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
            firsts = range(asked.seed, asked.seed + asked.draws, CHUNK)
            counts = [min(CHUNK, asked.seed + asked.draws - first) for first in firsts]
            for part in pool.map(reached, [method] * len(firsts), firsts, counts):
                found += part
        for what in ("table", "seat"):
            cells = [count for (kind, _, _), count in found.items() if kind == what]
            p = p_value(chi_square(cells), len(cells) - PLAYERS)
            failed += p <= LEAST_P
            print(f"{method}, {what}: {asked.draws} draws, {len(cells)} cells, p = {p:.4f}", flush=True)
    return 1 if failed else 0
