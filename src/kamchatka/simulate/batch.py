"""Play games i to j of a plan: the rows do not depend on threads, chunks, process or compilation.

Every game has its own stream, seeded by the plan's seed and its number, so it does not matter who plays it or
what was played before. Compiled games release the GIL: plain threads use all cores.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from kamchatka.bots.notes import new_notes
from kamchatka.rulebook.tables import pack, tables_over
from kamchatka.rules.layout import new_position, new_secrets
from kamchatka.simulate.plan import SimulationPlan
from kamchatka.simulate.playout import FIGURES, play_game, sit_down
from kamchatka.simulate.results import note_row
from kamchatka.simulate.rows import ROW, ROW_BYTES, Rows, row_over
from kamchatka.stream import seeded

Player = Callable[[range], Rows]
T = TypeVar("T")

CHUNK = 1000
"""Games in a chunk: few enough to stop quickly, enough to make its overhead negligible."""
SLOW_CHUNK = 10
"""Interpreted games in a chunk."""


@dataclass(frozen=True)
class Block(Generic[T]):
    """The result of consecutive games, and the CPU seconds they took."""

    games: range
    rows: T
    cpu_seconds: float


def never() -> bool:
    """A stop request that never comes."""
    return False


def new_cells(count: int) -> memoryview:
    """A buffer of zeroed 64-bit cells."""
    return memoryview(bytearray(8 * count)).cast("q")


def interpreted_player(plan: SimulationPlan) -> Player:
    """A player that runs the rules as plain Python."""
    packed = pack(plan.rulebook)
    integers = tables_over(packed)
    seats, line_up = plan.seats, new_cells(plan.seats)
    for seat, number in enumerate(plan.bot_numbers()):
        line_up[seat] = number

    def play(games: range) -> Rows:
        # New buffers for each chunk, since several threads may play.
        bots, notes = new_cells(seats), new_notes(packed)
        written = bytearray()
        for game in games:
            pos, secrets, figures = new_position(), new_secrets(), new_cells(FIGURES)
            buffer = bytearray(ROW_BYTES)
            row = row_over(buffer)
            sit_down(line_up, bots, seats, game if plan.rotate else 0)
            state = seeded(plan.seed, game)
            play_game(integers, pos, secrets, seats, bots, plan.laps, state, notes, figures)
            row.game[0] = game
            note_row(integers, pos, secrets, seats, bots, figures, row)
            written += buffer
        return np.frombuffer(bytes(written), dtype=ROW)

    return play


def compiled_player(plan: SimulationPlan) -> Player:
    """A player that runs the same rules in machine code, compiled or loaded from disk before this returns."""
    from kamchatka.simulate.compiled import rows_compiled, tables_record  # noqa: PLC0415 - the compiler

    record, bots = tables_record(plan.rulebook), plan.bot_numbers()

    def play(games: range) -> Rows:
        return rows_compiled(record, bots, games, laps=plan.laps, base=plan.seed, rotate=plan.rotate)

    play(range(0))
    return play


def machine_code_is_kept(loop: str = "play_batch") -> bool:
    """Whether this loop is cached as machine code, so that it starts at once."""
    from kamchatka.simulate.compiler.registry import cache_folder  # noqa: PLC0415 - the compiler

    return any(cache_folder().glob(f"*/compiled.{loop}-*.nbi"))


def player(plan: SimulationPlan, *, compiled: bool = True) -> Player:
    """The function that plays the plan's games with the given numbers; thinkers are always compiled."""
    if plan.has_thinkers:
        from kamchatka.simulate.thinking import thinking_player  # noqa: PLC0415 - the compiler

        return thinking_player(plan)
    return compiled_player(plan) if compiled else interpreted_player(plan)


def play_rows(plan: SimulationPlan, games: range, *, compiled: bool = True) -> Rows:
    """The result rows of these games."""
    return player(plan, compiled=compiled)(games)


def chunks(games: range, size: int) -> Iterator[range]:
    """The games in chunks of this size; the last may be shorter."""
    for first in range(games.start, games.stop, size):
        yield range(first, min(first + size, games.stop))


def timed(play: Callable[[range], T], games: range) -> Block[T]:
    """A chunk of games with the CPU time of the thread that played it."""
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
    """The games chunk by chunk in order; after a stop request, chunks already started are still yielded."""
    waiting: deque[Future[Block[T]]] = deque()
    with ThreadPoolExecutor(max_workers=threads) as pool:
        try:
            for stretch in chunks(games, chunk):
                if stop():
                    break
                waiting.append(pool.submit(timed, play, stretch))
                # One chunk more than threads, so that none is idle while rows are counted.
                if len(waiting) > threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()
