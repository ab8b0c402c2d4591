"""Random games of every regulation and table size, with every invariant checked after every step."""

import argparse
import time
from collections import Counter
from itertools import product

from kamchatka.rulebook import load, shipped
from kamchatka.simulate.selfplay import ENDINGS, STATUSES, SelfPlay, self_play

WANTED = [name for name in (*ENDINGS.values(), *STATUSES.values()) if name not in ("stopped", "bound")]
OFTEN = 100
FULL = 10_000
LAPS = (2, 20)
"""Laps before time expires. Short games reach the extra laps with boards still spread thin."""


def main(argv: list[str]) -> int:
    """Play about `--games` compiled games at each table, some interpreted too; digests must agree."""
    parser = argparse.ArgumentParser(prog="soak selfplay", description=__doc__)
    parser.add_argument("--games", type=int, default=FULL)
    parser.add_argument("--seed", type=int, default=20010222)
    wanted = parser.parse_args(argv)
    print(f"seed {wanted.seed}", flush=True)
    failed = 0
    reached: Counter[str] = Counter()
    each = -(-wanted.games // len(LAPS))
    for name in shipped():
        for seats, laps in product(load(name).seats.sizes, LAPS):
            broken, found = play_table(name, seats, laps, each, wanted.seed)
            failed += broken
            reached.update(found.endings)
            reached.update(found.statuses)
    # Every kind of event must have happened often, or it was not really tested.
    rare = {what: reached[what] for what in WANTED if reached[what] < OFTEN}
    print(f"reached: {dict(sorted(reached.items()))}; fewer than {OFTEN}: {rare or 'nothing'}")
    return 1 if failed or (rare and wanted.games >= FULL) else 0


def play_table(name: str, seats: int, laps: int, games: int, seed: int) -> tuple[int, SelfPlay]:
    """Games of one regulation, table size and length; the number of faults, and the results."""
    book = load(name)
    started = time.perf_counter()
    found = self_play(book, seats, games, seed, laps=laps, checked=True, compiled=True)
    few = max(1, games // 50)
    plain, machine = (
        self_play(book, seats, few, seed, laps=laps, checked=True, compiled=compiled)
        for compiled in (False, True)
    )
    same = plain == machine
    print(
        f"{name} {seats}, {laps} laps: {games} games, {found.endings}, violations {len(found.violations)}, "
        f"first {few} interpreted {'alike' if same else 'DIFFERENT'}, {time.perf_counter() - started:.0f} s",
        flush=True,
    )
    for broken in found.violations[:5]:
        print(f"  {broken}")
    return bool(found.violations) + (not same) + ("bound" in found.endings), found
