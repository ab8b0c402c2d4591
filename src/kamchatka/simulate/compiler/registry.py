"""The same functions, made into machine code.

Nothing is rewritten: every plain function of the rules, the bots and the stream is registered with the
compiler as it stands; only two bit functions get a second body, of one machine instruction each. Compiled
code is kept on disk under a digest of all those sources, so an edit anywhere never meets old machine code.
"""

import hashlib
import importlib
import inspect
import os
import warnings
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numba
from llvmlite import ir
from numba import types
from numba.core import config
from numba.core.targetconfig import ConfigStack
from numba.core.typing.templates import infer, infer_global, make_overload_template
from numba.extending import intrinsic, overload

from kamchatka.rulebook.tables import LAYOUT
from kamchatka.rules import bits
from kamchatka.rules.layout import POSITION_LAYOUT, SECRETS_LAYOUT
from kamchatka.simulate.rows import ROW_LAYOUT

T = TypeVar("T")

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
    "kamchatka.bots.recluta",
    "kamchatka.bots.soldato",
    "kamchatka.bots.weighing",
    "kamchatka.bots.outlook",
    "kamchatka.bots.assault",
    "kamchatka.bots.deployment",
    "kamchatka.bots.sergente",
    "kamchatka.bots.dealing",
    "kamchatka.bots.valuing",
    "kamchatka.bots.generale",
    "kamchatka.bots.dispatch",
    "kamchatka.simulate.playout",
    "kamchatka.simulate.results",
    "kamchatka.simulate.stepping",
    "kamchatka.simulate.invariants",
    "kamchatka.simulate.checked",
)
"""Every module whose functions are compiled as they stand."""

OTHER_SOURCES = (
    "kamchatka.bots",
    "kamchatka.bots.chances",
    "kamchatka.bots.characters",
    "kamchatka.bots.notes",
    "kamchatka.bots.study",
    "kamchatka.bots.traits",
    "kamchatka.rules.bits",
    "kamchatka.rules.layout",
    "kamchatka.rules.violations",
    "kamchatka.simulate.compiled",
    "kamchatka.simulate.compiler.cells",
    "kamchatka.simulate.compiler.linking",
    __name__,
)
"""What else reaches the machine code."""

KNOWN = "0.68."
"""The Numba whose inner workings `linking` was tried with."""


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
    """Hand every function to the compiler, and tell it how to read cells."""
    importlib.import_module("kamchatka.simulate.compiler.cells")

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
        register(function)
    for name in MODULES:
        for function in functions_of(importlib.import_module(name)):
            register(function)


def register(function: Callable[..., Any]) -> None:
    """Hand one function to the compiler, with whole numbers of any width widened to 64 bits.

    Cells have 8, 16 or 64 bits; without this a function would be compiled anew for every mixture of them.
    Linked, one body serves loops that check bounds and loops that do not; else each kind has its own. The
    error model drops checks for division by zero: the rules never divide by it.
    """
    part, _ = pipelines()
    options = {
        "nopython": True,
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
        "error_model": "numpy",
        "pipeline_class": part,
    }
    template = make_overload_template(
        function, lambda *arguments, **named: function, options, strict=False, inline="never"
    )
    given = template.generic

    def generic(self: Any, arguments: Any, named: Any) -> Any:
        wide = tuple(types.int64 if isinstance(each, types.Integer) else each for each in arguments)
        self._jit_options = {**options, "boundscheck": not part and ConfigStack.top_or_none().boundscheck}
        return given(self, wide, named)

    template.generic = generic
    infer(template)
    infer_global(function, types.Function(template))


def functions_of(module: ModuleType) -> list[Callable[..., Any]]:
    """The functions a module defines itself."""
    found = inspect.getmembers(module, inspect.isfunction)
    return [function for _, function in found if function.__module__ == module.__name__]


@cache
def pipelines() -> tuple[Any, Any]:
    """How functions and batch loops are compiled: linked once where `linking` knows this Numba.

    With any other both are left to Numba itself: the same games, by code that is made and run more slowly.
    """
    if numba.__version__.startswith(KNOWN):
        linking = importlib.import_module("kamchatka.simulate.compiler.linking")
        return linking.PartCompiler, linking.WholeCompiler
    warnings.warn(
        f"simulate/compiler/linking.py was tried with Numba {KNOWN}x, and this is {numba.__version__}: "
        "the rules are compiled one by one, which takes twice as long, and games run a third slower.",
        RuntimeWarning,
        stacklevel=2,
    )
    return None, None


def sources_digest() -> str:
    """A digest of every source that reaches the machine code."""
    digest = hashlib.sha256()
    for name in (*MODULES, *OTHER_SOURCES):
        # Found without importing it: `linking` need not be importable with every Numba.
        digest.update(Path(getattr(find_spec(name), "origin", "")).read_bytes())
    digest.update(repr((POSITION_LAYOUT, SECRETS_LAYOUT, ROW_LAYOUT, LAYOUT, numba.__version__)).encode())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where machine code is kept between runs."""
    home = os.environ.get("KAMCHATKA_HOME")
    base = Path(home) if home else Path.home() / ".cache" / "kamchatka"
    return base / "compiled" / sources_digest()


@cache
def compiled_batch(batch: Callable[..., T], *, checked: bool = False) -> Callable[..., T]:
    """A batch loop as machine code; the first call compiles it, later runs read it from disk.

    Checked, it raises an IndexError at any index that is not a cell of its field.
    """
    # A folder of its own, since the compiler's cache does not ask whether bounds were checked.
    folder = f"{cache_folder()}-checked" if checked else str(cache_folder())
    config.CACHE_DIR = folder  # type: ignore[attr-defined]
    # The loops are short and full of branches: looking for vectors in them takes time and finds none.
    config.LOOP_VECTORIZE = config.SLP_VECTORIZE = 0  # type: ignore[attr-defined]
    register_rules()
    _, whole = pipelines()
    options = {"nogil": True, "error_model": "numpy", "boundscheck": checked, "pipeline_class": whole}
    return numba.njit(cache=True, **options)(batch)
