"""Judges who tap at random: each reaches a signed sheet, equal to an independent fold of the taps."""

import argparse
import time

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tests.referee.oracle import differences
from tests.referee.random_judges import RandomJudge

JUDGES = 10_000


def main(argv: list[str]) -> int:
    """Try this many `--judges`; stop at one with no way forward or a different sheet, and print its seed."""
    parser = argparse.ArgumentParser(prog="soak referee", description=__doc__)
    parser.add_argument("--judges", type=int, default=JUDGES)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args(argv)
    out = Console(highlight=False, soft_wrap=True, markup=False)
    began, taps, flagged = time.perf_counter(), 0, 0
    columns = (TextColumn("referee"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=out, disable=not out.is_terminal) as bar:
        for seed in bar.track(range(wanted.seed, wanted.seed + wanted.judges)):
            judge = RandomJudge(seed)
            try:
                judge.run()
            except Exception:
                out.print(f"judge {seed}")
                raise
            taps += len(judge.table.events)
            flagged += judge.flagged
    tried, differing = differences("ABCDE", "ABCDE")
    for each in differing:
        out.print(f"closing rolls differ: {each}")
    out.print(f"{tried} histories of leavers at five seats, {len(differing)} differ from the oracle")
    seconds = time.perf_counter() - began
    out.print(f"{wanted.judges} judges, {taps} events, {flagged} taps against the record, {seconds:.0f} s")
    return 1 if differing else 0
