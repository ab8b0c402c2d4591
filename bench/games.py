"""The three ways to play the same games, and measurements of a position."""

import os
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from importlib.util import cache_from_source, find_spec
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from bench.compare import results_of
from bench.kernel import play_kernel
from kamchatka.bots import RECLUTA, SERGENTE, SOLDATO
from kamchatka.bots.notes import new_notes
from kamchatka.rulebook.model import Rulebook
from kamchatka.rulebook.tables import pack, tables
from kamchatka.rules.layout import POSITION_LAYOUT, SECRETS_LAYOUT, new_secrets, position, size_of
from kamchatka.simulate.compiled import POSITION, play_compiled
from kamchatka.simulate.playout import FIGURES, STEPS, play_game
from kamchatka.simulate.stepped import SteppedGame
from kamchatka.stream import below, seeded

SEATS = 4
LAPS = 35
SERGENTE_LAPS = 10
BASE = 20_240_229


@dataclass
class Timings:
    """Games per second of one way to play, one number per round."""

    rates: list[float] = field(default_factory=list)

    def add(self, games: int, play: Callable[[], Any]) -> None:
        """Play the games and record how many per second of CPU time that was."""
        began = time.thread_time()
        play()
        self.rates.append(games / (time.thread_time() - began))

    @property
    def best(self) -> float:
        """The fastest round: the machine without disturbances."""
        return max(self.rates)

    @property
    def middle(self) -> float:
        """The median of the rounds."""
        return median(self.rates)


def in_c(rulebook: Rulebook, games: int) -> np.ndarray[Any, Any]:
    """Games of four `soldato` by the C kernel."""
    return play_kernel(rulebook, SEATS, games, laps=LAPS, base=BASE)


def compiled(rulebook: Rulebook, games: int) -> np.ndarray[Any, Any]:
    """Games of four `soldato` by the compiled rules."""
    positions, _, figures = play_compiled(rulebook, SEATS, [SOLDATO] * SEATS, games, laps=LAPS, base=BASE)
    return results_of(positions, figures)


def interpreted(rulebook: Rulebook, games: int) -> np.ndarray[Any, Any]:
    """Games of four `soldato` by the rules as plain Python."""
    cells = tables(rulebook)
    notes = new_notes(pack(rulebook))
    bots = memoryview(array("q", [SOLDATO] * SEATS))
    positions = np.zeros(games, dtype=POSITION)
    figures = np.zeros((games, FIGURES), dtype=np.int64)
    for game in range(games):
        buffer = bytearray(size_of(POSITION_LAYOUT))
        row = memoryview(array("q", bytes(8 * FIGURES)))
        play_game(cells, position(buffer), new_secrets(), SEATS, bots, LAPS, seeded(BASE, game), notes, row)
        positions[game] = np.frombuffer(buffer, dtype=POSITION)[0]
        figures[game] = row
    return results_of(positions, figures)


def sergente_share(rulebook: Rulebook, games: int, rounds: int) -> float:
    """Speed of four `sergente` as a share of that of four `soldato`, time expiring after ten laps."""
    timings = {SERGENTE: Timings(), SOLDATO: Timings()}
    for _ in range(rounds):
        for bot, each in timings.items():
            play = partial(
                play_compiled, rulebook, SEATS, [bot] * SEATS, games, laps=SERGENTE_LAPS, base=BASE
            )
            each.add(games, play)
    return timings[SERGENTE].best / timings[SOLDATO].best


def random_steps_a_second(rulebook: Rulebook, games: int) -> float:
    """Steps per second of compiled random games."""
    began = time.thread_time()
    _, _, figures = play_compiled(rulebook, SEATS, [RECLUTA] * SEATS, games, laps=LAPS, base=BASE)
    return float(figures[:, STEPS].sum() / (time.thread_time() - began))


def python_steps_a_second(rulebook: Rulebook, steps: int) -> float:
    """Steps per second of a game stepped from Python: listing the moves, and the step itself.

    The moves are chosen beforehand, so that only the interface is measured.
    """
    game = SteppedGame(rulebook, SEATS)
    game.begin(BASE)
    chosen: list[int] = []
    chooser = seeded(BASE, 1)
    while len(chosen) < steps and len(game.families):
        chooser, row = below(chooser, len(game.families))
        coded, _, most = (int(cell) for cell in game.families[row])
        chosen.append(coded | most)
        game.step(chosen[-1])
    game.begin(BASE)
    began = time.thread_time()
    for move in chosen:
        game.step(move)
    return len(chosen) / (time.thread_time() - began)


def bytes_of_a_game() -> tuple[int, int]:
    """Size in bytes of a position and of its secrets."""
    return size_of(POSITION_LAYOUT), size_of(SECRETS_LAYOUT)


def nanoseconds_to_copy() -> tuple[float, float]:
    """Time to copy one position: among many in machine code, and one alone from Python."""
    # As bytes: NumPy copies records field by field.
    many = np.zeros((32, size_of(POSITION_LAYOUT)), dtype=np.uint8)
    other = many.copy()
    buffer = bytearray(size_of(POSITION_LAYOUT))
    times = 20_000
    machine, python = [], []
    for _ in range(5):
        began = time.thread_time()
        for _ in range(times):
            np.copyto(other, many)
        machine.append((time.thread_time() - began) / times / len(many))
        began = time.thread_time()
        for _ in range(times):
            bytearray(buffer)
        python.append((time.thread_time() - began) / times)
    return min(machine) * 1e9, min(python) * 1e9


FIRST_GAME = """
import time
began = time.perf_counter()
from kamchatka.rulebook import load
from kamchatka.simulate.compiled import play_compiled
play_compiled(load("rtu"), 4, [1] * 4, 1, laps=35, base=1)
print(time.process_time(), time.perf_counter() - began)
"""


def seconds_to_first_game() -> tuple[tuple[float, float], tuple[float, float]]:
    """(CPU, elapsed) from a new process to its first game: with a cold cache, then with a warm one."""
    with tempfile.TemporaryDirectory() as home:
        cold = _first_game(home)
        warm = min(_first_game(home) for _ in range(3))
    return cold, warm


def packages_without_bytecode() -> list[str]:
    """Imported packages without bytecode, recompiled at every start; `./run` compiles them all."""
    specs = [find_spec(name) for name in ("numpy", "numba", "pydantic", "kamchatka")]
    return [spec.name for spec in specs if spec and not Path(cache_from_source(spec.origin or "")).exists()]


def _first_game(home: str) -> tuple[float, float]:
    done = subprocess.run(
        [sys.executable, "-c", FIRST_GAME],
        env={**os.environ, "KAMCHATKA_HOME": home},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    cpu, elapsed = done.stdout.split()
    return float(cpu), float(elapsed)
