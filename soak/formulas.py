"""Randomly corrupted formula files: each is refused with sentences, or scores every table."""

import argparse
import time
from random import Random

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tests.scoring.mutated_formulas import mutated, tried

FILES = 20_000


def main(argv: list[str]) -> int:
    """Try this many `--files`; stop at the first one with neither sentences nor scores, and print it."""
    parser = argparse.ArgumentParser(prog="soak formulas", description=__doc__)
    parser.add_argument("--files", type=int, default=FILES)
    parser.add_argument("--seed", type=int, default=20010222)
    wanted = parser.parse_args(argv)
    out = Console(highlight=False, soft_wrap=True, markup=False)
    began, approved = time.perf_counter(), 0
    columns = (TextColumn("formulas"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=out, disable=not out.is_terminal) as bar:
        for number in bar.track(range(wanted.files)):
            rng = Random(f"{wanted.seed} {number}")
            source = mutated(rng)
            try:
                approved += tried(source, rng)
            except Exception:
                out.print(f"file {number}:\n{source}")
                raise
    seconds = time.perf_counter() - began
    out.print(f"{wanted.files} files, {approved} approved and able to score, {seconds:.0f} s")
    return 0
