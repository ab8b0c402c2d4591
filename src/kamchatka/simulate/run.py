"""A whole run: games of a plan played, counted and optionally written; it can be stopped and resumed."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kamchatka.simulate.batch import CHUNK, SLOW_CHUNK, Player, never, play_blocks
from kamchatka.simulate.plan import SimulationPlan
from kamchatka.simulate.rows import Rows
from kamchatka.simulate.summary import RunSummary

if TYPE_CHECKING:  # it needs a package that is loaded only for runs with a file
    from kamchatka.simulate.outfile import Writer


@dataclass(frozen=True, kw_only=True)
class Run:
    """The result of a run, and the time it took."""

    plan: SimulationPlan
    asked: int
    """Games requested in total; fewer were played if the run was stopped."""
    resumed: int
    """Games already in the resumed file."""
    summary: RunSummary
    seconds: float
    """Elapsed time for the games of this run alone, without compilation."""
    cpu_seconds: float
    threads: int
    compiled: bool

    @property
    def interrupted(self) -> bool:
        return self.summary.games < self.asked

    @property
    def played(self) -> int:
        """Games of this run alone."""
        return self.summary.games - self.resumed


def nothing(games: int) -> None:
    """A progress callback that does nothing."""


class OutFileRefused(Exception):
    """A file that cannot be written or resumed; `code` names a sentence of `simulate.outfile`."""

    def __init__(self, code: str, path: Path, **values: object) -> None:
        super().__init__(f"{code} {path}")
        self.code = code
        self.values = {"path": str(path), **values}


def play_run(
    plan: SimulationPlan,
    games: int,
    play: Player,
    *,
    compiled: bool,
    threads: int = 1,
    chunk: int | None = None,
    stored: Iterable[Rows] = (),
    writer: "Writer | None" = None,
    progress: Callable[[int], None] = nothing,
    stop: Callable[[], bool] = never,
) -> Run:
    """Count the stored games, play the others, and always close the writer."""
    summary = RunSummary(plan.seats)
    try:
        for rows in stored:
            summary.add(rows)
            progress(len(rows))
        resumed = summary.games
        if writer and resumed > games:
            raise OutFileRefused("too_many", writer.path, stored=resumed, games=games)
    except BaseException:
        if writer:
            writer.discard()
        raise
    chunk = chunk or (CHUNK if compiled else SLOW_CHUNK)
    cpu = 0.0
    began = time.perf_counter()
    try:
        for block in play_blocks(play, range(resumed, games), threads=threads, chunk=chunk, stop=stop):
            summary.add(block.rows)
            if writer:
                writer.add(block.rows)
            cpu += block.cpu_seconds
            progress(len(block.rows))
    finally:
        if writer:
            writer.close()
    return Run(
        plan=plan,
        asked=games,
        resumed=resumed,
        summary=summary,
        seconds=time.perf_counter() - began,
        cpu_seconds=cpu,
        threads=threads,
        compiled=compiled,
    )
