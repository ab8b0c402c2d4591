"""Play games i to j of a plan: the same rows for any threads, chunks or process, compiled or interpreted.

Every game has its own stream, seeded by the plan's seed and its number, so it does not matter who plays it or
what was played before. Compiled games run outside Python's lock: plain threads use all cores.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from kamchatka.rulebook.tables import tables
from kamchatka.rules.layout import new_position, new_secrets
from kamchatka.rules.legality import MOST_FAMILIES
from kamchatka.simulate.plan import SimulationPlan
from kamchatka.simulate.playout import FIGURES, play_game, sit_down
from kamchatka.simulate.results import note_row
from kamchatka.simulate.rows import ROW, ROW_BYTES, Rows, row_over
from kamchatka.stream import seeded

Player = Callable[[range], Rows]
T = TypeVar("T")

CHUNK = 1000
"""Games played at a stretch: short enough to stop at once, long enough to cost nothing."""
SLOW_CHUNK = 10
"""The same for interpreted games."""


@dataclass(frozen=True)
class Block(Generic[T]):
    """What consecutive games gave, and the seconds of processor time they took."""

    games: range
    rows: T
    cpu_seconds: float


def never() -> bool:
    """Nobody asks to stop."""
    return False


def new_cells(count: int) -> memoryview:
    """So many 64-bit cells of zero."""
    return memoryview(bytearray(8 * count)).cast("q")


def interpreted_player(plan: SimulationPlan) -> Player:
    """Plays by the rules as plain Python."""
    integers = tables(plan.rulebook)
    seats, line_up = plan.seats, new_cells(plan.seats)
    for seat, number in enumerate(plan.bot_numbers()):
        line_up[seat] = number

    def play(games: range) -> Rows:
        # Made anew for each stretch, since several threads may play.
        bots, found = new_cells(seats), new_cells(3 * MOST_FAMILIES)
        written = bytearray()
        for game in games:
            pos, secrets, figures = new_position(), new_secrets(), new_cells(FIGURES)
            buffer = bytearray(ROW_BYTES)
            row = row_over(buffer)
            sit_down(line_up, bots, seats, game if plan.rotate else 0)
            state = seeded(plan.seed, game)
            play_game(integers, pos, secrets, seats, bots, plan.laps, state, found, figures)
            row.game[0] = game
            note_row(integers, pos, secrets, seats, bots, figures, row)
            written += buffer
        return np.frombuffer(bytes(written), dtype=ROW)

    return play


def compiled_player(plan: SimulationPlan) -> Player:
    """Plays by the same rules in machine code, which is made or read from disk before this returns."""
    from kamchatka.simulate.compiled import rows_compiled, tables_record  # noqa: PLC0415 - the compiler

    record, bots = tables_record(plan.rulebook), plan.bot_numbers()

    def play(games: range) -> Rows:
        return rows_compiled(record, bots, games, laps=plan.laps, base=plan.seed, rotate=plan.rotate)

    play(range(0))
    return play


def machine_code_is_kept() -> bool:
    """Whether the rules were compiled before, so that games begin at once."""
    from kamchatka.simulate.compiler.registry import cache_folder  # noqa: PLC0415 - the compiler

    return cache_folder().is_dir()


def player(plan: SimulationPlan, *, compiled: bool = True) -> Player:
    """Somebody who plays the games of the plan with the numbers it is given."""
    return compiled_player(plan) if compiled else interpreted_player(plan)


def play_rows(plan: SimulationPlan, games: range, *, compiled: bool = True) -> Rows:
    """The result rows of these games."""
    return player(plan, compiled=compiled)(games)


def chunks(games: range, size: int) -> Iterator[range]:
    """The games in stretches of this size; the last may be shorter."""
    for first in range(games.start, games.stop, size):
        yield range(first, min(first + size, games.stop))


def timed(play: Callable[[range], T], games: range) -> Block[T]:
    """A stretch of games with the processor time of the thread that played it."""
    began = time.thread_time()
    rows = play(games)
    return Block(games, rows, time.thread_time() - began)


def play_blocks(
    play: Callable[[range], T],
    games: range,
    *,
    threads: int = 1,
    chunk: int = CHUNK,
    stop: Callable[[], bool] = never,
) -> Iterator[Block[T]]:
    """The games stretch by stretch in their order; asked to stop, it still hands over those begun."""
    waiting: deque[Future[Block[T]]] = deque()
    with ThreadPoolExecutor(max_workers=threads) as pool:
        try:
            for stretch in chunks(games, chunk):
                if stop():
                    break
                waiting.append(pool.submit(timed, play, stretch))
                # One stretch more than threads, so that none is idle while rows are being counted.
                if len(waiting) > threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()
