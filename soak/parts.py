"""Long trials made of parts: each runs at its full size, or at another, and prints its figures."""

import argparse
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

Parts = Mapping[str, tuple[Callable[[int, int, Path], list[str]], int]]
"""By name: a function of a count, a seed and an empty folder that returns faults; and the full count."""


def tell(figures: Mapping[str, object]) -> None:
    """Print figures of a part, by name."""
    for name, figure in figures.items():
        print(f"  {name:36} {figure}", flush=True)


def run_parts(name: str, about: str | None, parts: Parts, argv: list[str]) -> int:
    """Run all parts, or `--only` some; `--count` scales them."""
    parser = argparse.ArgumentParser(prog=f"soak {name}", description=about)
    parser.add_argument("--only", choices=parts, nargs="+", default=list(parts))
    parser.add_argument("--count", type=int)
    parser.add_argument("--seed", type=int, default=20010222)
    wanted = parser.parse_args(argv)
    print(f"seed {wanted.seed}", flush=True)
    failed = 0
    for part in wanted.only:
        work, count = parts[part]
        began = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            faults = work(wanted.count or count, wanted.seed, Path(folder))
        for fault in faults:
            print(f"{part}: {fault}")
        print(f"{part}: {len(faults)} faults, {time.perf_counter() - began:.0f} s", flush=True)
        failed += len(faults)
    return 1 if failed else 0
