"""Simulated games at full size: compiled against interpreted, threads, chunks, and a million games.

Every regulation and table size: 10,000 compiled games, 200 of them interpreted, equal cell by cell; the same
rows on two threads and in odd chunks. Then a million games: cost per game against 10,000, and memory.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence

import numpy as np

from kamchatka.rulebook import load, shipped
from kamchatka.simulate.batch import CHUNK, chunks, play_blocks, play_rows, player
from kamchatka.simulate.plan import SimulationPlan, laps_within_time
from kamchatka.simulate.rows import ROW_LAYOUT, Rows
from kamchatka.simulate.run import play_run
from kamchatka.simulate.summary import RunSummary

MOST_MEGABYTES = 300
MOST_GROWTH = 1.10
FEW = 10_000
ROUNDS = 20

COUNTED = """
import json, resource, sys
from kamchatka.cli.app import app
try:
    app(sys.argv[1:])
except SystemExit as ended:
    assert not ended.code, ended.code
# On macOS the peak is counted in bytes.
unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
print(json.dumps(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit), file=sys.stderr)
"""


def main(argv: list[str]) -> int:
    """Compare and measure; 0 if all rows agree and both bars hold."""
    parser = argparse.ArgumentParser(prog="soak simulate", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="compiled games of each table (10000)")
    parser.add_argument("--interpreted", type=int, default=200, help="interpreted games of each table (200)")
    parser.add_argument("--million", type=int, default=1_000_000, help="games of the long run; 0: none")
    parser.add_argument("--seed", type=int, default=20_240_229)
    wanted = parser.parse_args(argv)
    print(f"seed {wanted.seed}", flush=True)
    failed = 0
    for name in shipped():
        for seats in load(name).seats.sizes:
            failed += not same_rows(name, seats, wanted.games, wanted.interpreted, wanted.seed)
    if wanted.million:
        failed += not long_run(wanted.million, wanted.seed)
    return 1 if failed else 0


def plan_of(name: str, bots: Sequence[str], seed: int, *, rotate: bool) -> SimulationPlan:
    """A plan with the laps of the regulation's clock."""
    book = load(name)
    laps = laps_within_time(book, len(bots))
    return SimulationPlan(rulebook=book, label=name, bots=tuple(bots), laps=laps, seed=seed, rotate=rotate)


def same_rows(name: str, seats: int, games: int, interpreted: int, seed: int) -> bool:
    """Whether all ways to play one table's games give the same rows; prints a line."""
    plan = plan_of(name, ["soldato"] * seats, seed, rotate=False)
    mixed = plan_of(name, (["soldato", "recluta"] * seats)[:seats], seed, rotate=True)
    play = player(plan)
    began = time.thread_time()
    rows = play(range(games))
    rate = games / (time.thread_time() - began)
    half = interpreted // 2
    same = [
        differing(rows[:interpreted], play_rows(plan, range(interpreted), compiled=False)),
        differing(play_rows(mixed, range(half)), play_rows(mixed, range(half), compiled=False)),
        *(
            differing(rows, threaded(plan, games, threads, chunk))
            for threads, chunk in ((1, 333), (2, CHUNK), (3, 7))
        ),
    ]
    wrong = [name for names in same for name in names]
    print(
        f"{name} {seats}, {plan.laps} laps: {rate:,.0f} games/s of processor time, "
        f"{rows['turns'].mean():.1f} turns, {rows['rolls'].mean():.1f} rolls, "
        f"{interpreted} interpreted {'DIFFERENT: ' + ', '.join(wrong) if wrong else 'alike'}",
        flush=True,
    )
    return not wrong


def threaded(plan: SimulationPlan, games: int, threads: int, chunk: int) -> Rows:
    """The rows of these games, played by this many threads in chunks of this size."""
    blocks = play_blocks(player(plan), range(games), threads=threads, chunk=chunk)
    return np.concatenate([block.rows for block in blocks])


def differing(a: Rows, b: Rows) -> list[str]:
    """Names of the cells that differ."""
    return [name for name, _, _ in ROW_LAYOUT if not np.array_equal(a[name], b[name])]


def long_run(games: int, seed: int) -> bool:
    """Whether a long run costs no more per game than short ones, and stays within its memory limit."""
    growth = cost_growth(games, seed)
    report, megabytes = counted(games, seed)
    print(
        f"{games} games: {report['seconds']:.1f} s elapsed, {report['cpu_seconds']:.1f} s of processor time, "
        f"{report['games_per_second']:,.0f} games/s, {megabytes:.0f} MB (at most {MOST_MEGABYTES}), "
        f"cost of a game {growth:.3f} of that in runs of {FEW} (at most {MOST_GROWTH})",
        flush=True,
    )
    return megabytes <= MOST_MEGABYTES and growth <= MOST_GROWTH


def cost_growth(games: int, seed: int) -> float:
    """CPU time per game in one long run divided by that in short ones, played in between.

    Disturbances of the machine affect both.
    """
    plan = plan_of("rtu", ["soldato"] * 4, seed, rotate=False)
    play, summary = player(plan), RunSummary(plan.seats)
    long = short = 0.0
    pieces = list(chunks(range(games), max(1, games // ROUNDS)))
    for piece in pieces:
        began = time.process_time()
        for block in play_blocks(play, piece):
            summary.add(block.rows)
        long += time.process_time() - began
        began = time.process_time()
        play_run(plan, FEW, play, compiled=True)
        short += time.process_time() - began
    return (long / games) / (short / (len(pieces) * FEW))


def counted(games: int, seed: int) -> tuple[dict[str, float], float]:
    """The report of a run with rows and pictures in its own process, and its peak memory in megabytes."""
    words = ["simulate", "--rulebook", "rtu", "--games", str(games), "--seed", str(seed), "--json"]
    with tempfile.TemporaryDirectory() as folder:
        files = ["--plot", folder, "--out", f"{folder}/games.parquet"]
        done = subprocess.run(
            [sys.executable, "-c", COUNTED, *words, *files], check=True, capture_output=True, text=True
        )
    return json.loads(done.stdout), float(done.stderr.splitlines()[-1])
