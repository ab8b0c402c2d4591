"""Games per second of the rules: compiled, against a C kernel of the same game and against plain Python.

Four `soldato`, 35 laps, with interleaved rounds, so that disturbances of the machine affect all three.
"""

import argparse
import json
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.compare import first_difference
from bench.games import (
    Timings,
    bytes_of_a_game,
    compiled,
    in_c,
    interpreted,
    nanoseconds_to_copy,
    packages_without_bytecode,
    python_steps_a_second,
    random_steps_a_second,
    seconds_to_first_game,
    sergente_share,
)
from kamchatka.rulebook import load

SAME_COMPILED = 2_000
SAME_INTERPRETED = 20
STEPS_FROM_PYTHON = 20_000


@dataclass(frozen=True)
class Bar:
    """A figure and its bar: a minimum, or a maximum if less is better."""

    id: str
    value: float
    must: float
    at_most: bool = False

    @property
    def ok(self) -> bool:
        """Whether the bar is passed."""
        return self.value <= self.must if self.at_most else self.value >= self.must


def main(argv: list[str]) -> int:
    """Check that all three play the same games, measure, print; 0 if every bar is passed."""
    options = _options(argv)
    # With --json all text for people goes to stderr.
    console = Console(stderr=options.json)
    rulebook = load(options.rulebook)
    difference = _first_difference(rulebook)
    if difference:
        console.print(f"[red]{difference}[/]")
        return 1
    console.print(
        f"The C kernel and the compiled rules agree on {SAME_COMPILED} games, "
        f"the interpreted rules on {SAME_INTERPRETED} of them."
    )
    timings, sample = _play_rounds(rulebook, options.rounds, options.games)
    bars = _bars(rulebook, timings, options, console)
    _show(console, timings, sample, bars)
    if options.json:
        print(json.dumps({"bars": [{**_plain(bar), "ok": bar.ok} for bar in bars]}))
    return 0 if all(bar.ok for bar in bars) else 1


def _options(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench engine", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the bars as JSON")
    parser.add_argument("--rounds", type=int, default=7, help="interleaved rounds (7)")
    parser.add_argument("--games", type=int, default=5_000, help="games in each round (5000)")
    parser.add_argument("--rulebook", default="rtu", help="regulation (rtu)")
    return parser.parse_args(argv)


def _first_difference(rulebook: Any) -> str:
    theirs = in_c(rulebook, SAME_COMPILED)
    game = first_difference(compiled(rulebook, SAME_COMPILED), theirs)
    if game is not None:
        return f"Game {game} differs between the C kernel and the compiled rules: nothing is measured."
    game = first_difference(interpreted(rulebook, SAME_INTERPRETED), theirs[:SAME_INTERPRETED])
    if game is not None:
        return f"Game {game} differs between compiled and interpreted rules: nothing is measured."
    return ""


def _play_rounds(rulebook: Any, rounds: int, games: int) -> tuple[dict[str, Timings], np.ndarray[Any, Any]]:
    few = max(5, games // 250)
    timings = {"C kernel": Timings(), "compiled": Timings(), "interpreted": Timings()}
    for _ in range(rounds):
        timings["C kernel"].add(games, lambda: in_c(rulebook, games))
        timings["compiled"].add(games, lambda: compiled(rulebook, games))
        timings["interpreted"].add(few, lambda: interpreted(rulebook, few))
    return timings, in_c(rulebook, games)


def _bars(
    rulebook: Any, timings: dict[str, Timings], options: argparse.Namespace, console: Console
) -> list[Bar]:
    fast = timings["compiled"].best
    few = options.games // 10 + 1
    steps = max(random_steps_a_second(rulebook, few) for _ in range(options.rounds))
    from_python = max(python_steps_a_second(rulebook, STEPS_FROM_PYTHON) for _ in range(options.rounds))
    position, secrets = bytes_of_a_game()
    machine, python = nanoseconds_to_copy()
    console.print(
        f"A position has {position} bytes, its secrets {secrets}; copying a position takes "
        f"{machine:.0f} ns among many, {python:.0f} ns alone from Python."
    )
    cold, warm = seconds_to_first_game()
    console.print(
        f"From an empty process to its first game: {cold[0]:.1f} s of CPU ({cold[1]:.1f} s elapsed) with "
        f"nothing compiled, {warm[0]:.2f} s ({warm[1]:.2f} s) with all of it kept."
    )
    missing = packages_without_bytecode()
    if missing:
        console.print(
            f"[yellow]There is no bytecode of {', '.join(missing)}: every start reads the sources again. "
            "This makes it: .venv/bin/python -m compileall -qq .venv src[/]"
        )
    return [
        Bar("share_of_c", fast / timings["C kernel"].best, 0.65),
        Bar("times_interpreted", fast / timings["interpreted"].best, 100),
        Bar("games_per_second", fast, 8_000),
        Bar("cold_compile_seconds", cold[0], 25, at_most=True),
        Bar("warm_seconds", warm[0], 1.2, at_most=True),
        Bar("sergente_share_of_soldato", sergente_share(rulebook, few, options.rounds), 0.09),
        Bar("random_steps_per_second", steps, 2_000_000),
        Bar("python_steps_per_second", from_python, 150_000),
    ]


def _show(
    console: Console, timings: dict[str, Timings], sample: np.ndarray[Any, Any], bars: list[Bar]
) -> None:
    turns, rolls, steps = (sample[name].mean() for name in ("turns", "rolls", "steps"))
    console.print(f"A game has {turns:.1f} turns, {rolls:.1f} rolls, {steps:.1f} steps.")
    reference, plain = timings["C kernel"].best, timings["interpreted"].best
    table = Table("", "games/s, best", "median", "turns/s", "of C", "times interpreted")
    for name, each in timings.items():
        table.add_row(
            name,
            f"{each.best:,.0f}",
            f"{each.middle:,.0f}",
            f"{each.best * turns:,.0f}",
            f"{each.best / reference:.3f}",
            f"{each.best / plain:,.0f}",
        )
    console.print(table)
    summary = Table("bar", "value", "must", "")
    for bar in bars:
        limit = f"{'≤' if bar.at_most else '≥'} {bar.must:,}"
        summary.add_row(bar.id, f"{bar.value:,.3f}", limit, "ok" if bar.ok else "[red]missed[/]")
    console.print(summary)


def _plain(bar: Bar) -> dict[str, Any]:
    return {"id": bar.id, "value": round(bar.value, 3), "must": bar.must}
