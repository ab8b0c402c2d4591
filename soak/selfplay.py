"""Random games of every regulation and table size, every invariant after every step."""

import argparse
import time
from collections import Counter

from kamchatka.rulebook import load, shipped
from kamchatka.simulate.selfplay import ENDINGS, STATUSES, self_play

WANTED = [name for name in (*ENDINGS.values(), *STATUSES.values()) if name not in ("stopped", "bound")]
OFTEN = 100
FULL = 2000


def main(argv: list[str]) -> int:
    """Play `--games` compiled games at each table, a twentieth interpreted too; digests must agree."""
    parser = argparse.ArgumentParser(prog="soak selfplay", description=__doc__)
    parser.add_argument("--games", type=int, default=FULL)
    parser.add_argument("--seed", type=int, default=20010222)
    wanted = parser.parse_args(argv)
    print(f"seed {wanted.seed}", flush=True)
    failed = 0
    reached: Counter[str] = Counter()
    for name in shipped():
        book = load(name)
        for seats in book.seats.sizes:
            started = time.perf_counter()
            found = self_play(book, seats, wanted.games, wanted.seed, laps=20, checked=True, compiled=True)
            few = max(1, wanted.games // 20)
            plain, machine = (
                self_play(book, seats, few, wanted.seed, laps=20, checked=True, compiled=compiled)
                for compiled in (False, True)
            )
            same = plain == machine
            failed += bool(found.violations) + (not same)
            reached.update(found.endings)
            reached.update(found.statuses)
            print(
                f"{name} {seats}: {found.endings}, violations {len(found.violations)}, "
                f"first {few} interpreted {'alike' if same else 'DIFFERENT'}, "
                f"{time.perf_counter() - started:.0f} s",
                flush=True,
            )
            for broken in found.violations[:5]:
                print(f"  {broken}")
    # Everything that can happen must have happened often, or it was never looked at.
    rare = {what: reached[what] for what in WANTED if reached[what] < OFTEN}
    print(f"reached: {dict(sorted(reached.items()))}; fewer than {OFTEN}: {rare or 'nothing'}")
    return 1 if failed or (rare and wanted.games >= FULL) else 0
