"""Compare random tables of every formula with the oracle, and played games with their sheets."""

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from kamchatka.bots import RECLUTA, SOLDATO
from kamchatka.rulebook import load, shipped
from kamchatka.simulate.selfplay import play_in_machine_code
from tests.scoring.oracle import FORMULAS
from tests.scoring.played import differences as game_differences
from tests.scoring.played import has_sheet
from tests.scoring.random_tables import differences, draw

TABLES = 10_000
GAMES = 200
"""Played games of each regulation, table size and kind of player."""
CHUNK = 500
PROCESSES = 2
SHOWN = 5
BOTS = ((RECLUTA, 2), (SOLDATO, 25))
"""The players and their number of laps: short games end on full boards, long ones with seats gone."""


def compare_tables(formula: str, seed: int, tables: int) -> list[str]:
    """Differences on this many random tables."""
    rng = Random(f"{formula} {seed}")
    return [said for _ in range(tables) for said in differences(draw(formula, rng), rng)]


def compare_games(name: str, seats: int, games: int, seed: int) -> tuple[list[str], int]:
    """Differences between played games and their sheets; and the number of games without a sheet."""
    book = load(name)
    found: list[str] = []
    stopped = 0
    for bot, laps in BOTS:
        played = play_in_machine_code(
            book, seats, [bot] * seats, range(games), laps=laps, base=seed, checked=True
        )
        for number, game in enumerate(played):
            if not has_sheet(book, game):
                stopped += 1
                continue
            found += [f"{name} {seats}, game {number}: {said}" for said in game_differences(book, game)]
    return found, stopped


def main(argv: list[str]) -> int:
    """Try `--tables` of every formula and `--games` of every table size; 1 if anything differs."""
    parser = argparse.ArgumentParser(prog="soak scoring", description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=20010222)
    wanted = parser.parse_args(argv)
    out = Console(highlight=False, soft_wrap=True, markup=False)
    out.print(f"seed {wanted.seed}")
    started = time.perf_counter()
    found = [*_tables(wanted.tables, wanted.seed, out), *_games(wanted.games, wanted.seed, out)]
    for said in found[:SHOWN]:
        out.print(said)
    out.print(f"{len(found)} differences, {time.perf_counter() - started:.0f} s")
    return 1 if found else 0


def _tables(tables: int, seed: int, out: Console) -> list[str]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    parts = [
        (name, seed + first, min(CHUNK, tables - first))
        for name in FORMULAS
        for first in range(0, tables, CHUNK)
    ]
    found: list[str] = []
    with (
        Progress(*columns, console=out) as progress,
        ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool,
    ):
        task = progress.add_task("tables", total=tables * len(FORMULAS))
        for part, done in zip(parts, pool.map(compare_tables, *zip(*parts, strict=True)), strict=True):
            found += done
            progress.advance(task, part[2])
    out.print(f"{tables} tables of each of {len(FORMULAS)} formulas: {len(found)} differences")
    return found


def _games(games: int, seed: int, out: Console) -> list[str]:
    found: list[str] = []
    for name in shipped():
        for seats in load(name).seats.sizes:
            differing, stopped = compare_games(name, seats, games, seed)
            played = f"{games * len(BOTS)} games, {stopped} of them without a sheet"
            out.print(f"{name} {seats}: {played}, {len(differing)} differences")
            found += differing
    return found
