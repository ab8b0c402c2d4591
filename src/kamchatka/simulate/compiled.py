"""The only place that knows the compiler: the same functions, made into machine code.

Nothing is rewritten: every plain function of the rules, the bots and the stream is registered with the
compiler as it stands; only the bit functions get a second body, of single machine instructions. Positions,
secrets and tables become records over the same bytes. Compiled code is kept on disk under a digest of all
those sources, so an edit anywhere never meets old machine code.
"""

import hashlib
import importlib
import inspect
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import config
from numba.core.typing.templates import infer, infer_global, make_overload_template
from numba.extending import intrinsic, overload

from kamchatka.rulebook.model import Rulebook
from kamchatka.rulebook.tables import LAYOUT, pack
from kamchatka.rules import bits
from kamchatka.rules.layout import POSITION_LAYOUT, SEATS, SECRETS_LAYOUT
from kamchatka.rules.legality import MOST_FAMILIES
from kamchatka.simulate.checked import play_checked
from kamchatka.simulate.playout import FIGURES, play_game, sit_down
from kamchatka.simulate.results import note_row
from kamchatka.simulate.rows import ROW, ROW_LAYOUT
from kamchatka.simulate.stepping import step_on
from kamchatka.stream import seeded

T = TypeVar("T")

NUMPY_FORMAT = {"b": "<i1", "h": "<i2", "q": "<i8"}

MODULES = (
    "kamchatka.stream",
    "kamchatka.rules.moves",
    "kamchatka.rules.hold",
    "kamchatka.rules.opening",
    "kamchatka.rules.cards",
    "kamchatka.rules.deal",
    "kamchatka.rules.setup",
    "kamchatka.rules.reinforcement",
    "kamchatka.rules.tris",
    "kamchatka.rules.combat",
    "kamchatka.rules.conquest",
    "kamchatka.rules.movement",
    "kamchatka.rules.elimination",
    "kamchatka.rules.congelato",
    "kamchatka.rules.tally",
    "kamchatka.rules.victory",
    "kamchatka.rules.ending",
    "kamchatka.rules.places",
    "kamchatka.rules.turn",
    "kamchatka.rules.step",
    "kamchatka.rules.legality",
    "kamchatka.bots.random_player",
    "kamchatka.bots.soldato",
    "kamchatka.bots.dispatch",
    "kamchatka.simulate.playout",
    "kamchatka.simulate.results",
    "kamchatka.simulate.stepping",
    "kamchatka.simulate.invariants",
    "kamchatka.simulate.checked",
)
"""Every module whose functions are compiled as they stand."""

INLINED_MODULES = frozenset({"kamchatka.rules.moves", "kamchatka.rules.hold"})
INLINED = frozenset(
    {
        "advanced",
        "output",
        "below",
        "best_pair",
        "fight",
        "attacker_losses",
        "ranked",
        "most_attack_dice",
        "least_attack_dice",
        "full_defence",
        "decide",
        "decide_as_soldato",
        "fight_or_stop",
        "strongest_front",
        "follow",
        "goal_of",
        "time_is_over",
        "to_act",
        "luck_outcomes",
        "luck_dice",
        "resolve_battle",
        "occupy",
        "most_advance",
        "advance",
        "forget_placed",
        "objective_reached",
    }
)
"""Functions of the innermost loops, always put in place: measured at 1.5 times the speed."""


def record_type(layout: tuple[tuple[str, str, int], ...]) -> np.dtype[Any]:
    """The record of a published layout."""
    return np.dtype([(name, NUMPY_FORMAT[kind], (count,)) for name, kind, count in layout])


POSITION = record_type(POSITION_LAYOUT)
SECRETS = record_type(SECRETS_LAYOUT)
TABLES = np.dtype([(name, "<i8") if count == 1 else (name, "<i8", (count,)) for name, count in LAYOUT])


FIGURE_ROW = np.dtype([("figures", "<i8", (FIGURES,))])
DESK = np.dtype(
    [("line_up", "<i8", (SEATS,)), ("bots", "<i8", (SEATS,)), ("found", "<i8", (3 * MOST_FAMILIES,))]
)
"""Room beside the table. It is a record, since plain arrays would be counted in and out at every call."""


def tables_record(rulebook: Rulebook) -> Any:
    """The integer tables as the compiled rules read them."""
    return np.frombuffer(pack(rulebook), dtype=TABLES).copy()


@intrinsic
def _popcount(typing: Any, mask: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), code


@intrinsic
def _trailing_zeros(typing: Any, mask: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), code


@cache
def register_rules() -> None:
    """Hand every function to the compiler.

    The error model drops checks for division by zero, which the rules never do.
    """

    @overload(bits.count)
    def _count(mask: Any) -> Any:
        def body(mask: Any) -> Any:
            return _popcount(mask)  # type: ignore[call-arg]

        return body

    @overload(bits.lowest)
    def _lowest(mask: Any) -> Any:
        def body(mask: Any) -> Any:
            return _trailing_zeros(mask)  # type: ignore[call-arg]

        return body

    for function in (bits.nth, bits.contains):
        register(function, inlined=True)
    for name in MODULES:
        for function in functions_of(importlib.import_module(name)):
            inlined = name in INLINED_MODULES or function.__name__ in INLINED
            register(function, inlined=inlined)


def register(function: Callable[..., Any], *, inlined: bool) -> None:
    """Hand one function to the compiler, with whole numbers of any width widened to 64 bits.

    Cells have 8, 16 or 64 bits; without this a function would be compiled anew for every mixture of them.
    """
    options = {"nopython": True, "no_cpython_wrapper": True, "error_model": "numpy", "forceinline": inlined}
    template = make_overload_template(  # type: ignore[no-untyped-call]
        function, lambda *arguments, **named: function, options, strict=False, inline="never"
    )
    given = template.generic

    def generic(self: Any, arguments: Any, named: Any) -> Any:
        wide = [types.int64 if isinstance(each, types.Integer) else each for each in arguments]
        return given(self, tuple(wide), named)

    template.generic = generic
    infer(template)  # type: ignore[no-untyped-call]
    infer_global(function, types.Function(template))  # type: ignore[no-untyped-call]


def functions_of(module: ModuleType) -> list[Callable[..., Any]]:
    """The functions a module defines itself."""
    found = inspect.getmembers(module, inspect.isfunction)
    return [function for _, function in found if function.__module__ == module.__name__]


def sources_digest() -> str:
    """A digest of every source that reaches the machine code."""
    digest = hashlib.sha256()
    for name in (
        *MODULES,
        "kamchatka.rules.bits",
        "kamchatka.rules.layout",
        "kamchatka.rules.violations",
        __name__,
    ):
        digest.update(Path(inspect.getfile(importlib.import_module(name))).read_bytes())
    digest.update(repr((POSITION_LAYOUT, SECRETS_LAYOUT, ROW_LAYOUT, LAYOUT, numba.__version__)).encode())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where machine code is kept between runs."""
    home = os.environ.get("KAMCHATKA_HOME")
    base = Path(home) if home else Path.home() / ".cache" / "kamchatka"
    return base / "compiled" / sources_digest()


@cache
def compiled_batch(batch: Callable[..., T]) -> Callable[..., T]:
    """A batch loop as machine code; the first call compiles it, later runs read it from disk."""
    config.CACHE_DIR = str(cache_folder())  # type: ignore[attr-defined]
    # The loops are short and full of branches: looking for vectors in them takes time and finds none.
    config.LOOP_VECTORIZE = config.SLP_VECTORIZE = 0  # type: ignore[attr-defined]
    register_rules()
    return numba.njit(cache=True, nogil=True, error_model="numpy")(batch)


def play_batch(
    tables: Any,
    positions: Any,
    secrets: Any,
    rows: Any,
    desks: Any,
    seats: int,
    laps: int,
    base: int,
    first: int,
    rotate: int,
) -> None:
    """Play one game for each row of `positions`; game i has the stream (base, first + i)."""
    desk = desks[0]
    for game in range(len(positions)):
        here, hidden, figures = positions[game], secrets[game], rows[game].figures
        sit_down(desk.line_up, desk.bots, seats, rotate * (first + game))
        state = seeded(base, first + game)
        play_game(tables[0], here, hidden, seats, desk.bots, laps, state, desk.found, figures)


def check_batch(
    tables: Any,
    positions: Any,
    secrets: Any,
    rows: Any,
    desks: Any,
    seats: int,
    laps: int,
    base: int,
    first: int,
    rotate: int,
) -> None:
    """The same with every invariant looked at after every step."""
    desk = desks[0]
    for game in range(len(positions)):
        here, hidden, figures = positions[game], secrets[game], rows[game].figures
        sit_down(desk.line_up, desk.bots, seats, rotate * (first + game))
        state = seeded(base, first + game)
        play_checked(tables[0], here, hidden, seats, desk.bots, laps, state, desk.found, figures)


def note_batch(
    tables: Any, positions: Any, secrets: Any, figures: Any, desks: Any, rows: Any, seats: int, shifts: Any
) -> None:
    """Write the row of each finished game; `shifts`: the first game, and seats moved on with each."""
    desk = desks[0]
    first, rotate = shifts
    for game in range(len(positions)):
        sit_down(desk.line_up, desk.bots, seats, rotate * (first + game))
        row = rows[game]
        row.game[0] = first + game
        note_row(tables[0], positions[game], secrets[game], seats, desk.bots, figures[game].figures, row)


def step_batch(
    tables: Any, positions: Any, secrets: Any, desks: Any, seats: int, coded: int, state: int
) -> tuple[int, int]:
    """One step of the first game, for callers that decide in Python."""
    return step_on(tables[0], positions[0], secrets[0], seats, coded, state, desks[0].found)


def desk_for(bots: list[int]) -> Any:
    """A desk with these policies lined up."""
    desk = np.zeros(1, dtype=DESK)
    desk[0]["line_up"][: len(bots)] = bots
    return desk


def play_compiled(
    rulebook: Rulebook,
    seats: int,
    bots: list[int],
    games: int,
    *,
    laps: int,
    base: int,
    first: int = 0,
    checked: bool = False,
) -> tuple[Any, Any, Any]:
    """Positions, secrets and figures of so many games, compiled."""
    rulebook.require_seats(seats)
    positions = np.zeros(games, dtype=POSITION)
    secrets = np.zeros(games, dtype=SECRETS)
    rows = np.zeros(games, dtype=FIGURE_ROW)
    play = compiled_batch(check_batch if checked else play_batch)
    play(tables_record(rulebook), positions, secrets, rows, desk_for(bots), seats, laps, base, first, 0)
    return positions, secrets, rows["figures"]


def rows_compiled(
    tables: Any, bots: list[int], games: range, *, laps: int, base: int, rotate: bool
) -> np.ndarray[Any, Any]:
    """The result rows of the games with these numbers, compiled; several threads may call it at once."""
    seats, desk = len(bots), desk_for(bots)
    positions = np.zeros(len(games), dtype=POSITION)
    secrets = np.zeros(len(games), dtype=SECRETS)
    figures = np.zeros(len(games), dtype=FIGURE_ROW)
    rows = np.zeros(len(games), dtype=ROW)
    play, note = compiled_batch(play_batch), compiled_batch(note_batch)
    play(tables, positions, secrets, figures, desk, seats, laps, base, games.start, int(rotate))
    note(tables, positions, secrets, figures, desk, rows, seats, (games.start, int(rotate)))
    return rows
