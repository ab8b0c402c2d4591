"""The reference kernel in C: compiled with the machine's own compiler, called as a library.

Its source is `kernel.c` and the headers beside it; `struct tables` is generated from the published layout of
the integer tables, so both sides read the same bytes. No compiled file is ever committed.
"""

import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from kamchatka.rulebook.model import Rulebook
from kamchatka.rulebook.tables import LAYOUT, pack, tables

FOLDER = Path(__file__).resolve().parent
SOURCES = ("kernel.c", "kernel_base.h", "kernel_setup.h", "kernel_end.h")
FLAGS = ("-std=gnu11", "-O3", "-march=native", "-shared", "-fPIC", "-Wall", "-Wextra")
COMPILERS = ("gcc", "cc", "clang")

RESULT = np.dtype(
    [
        ("steps", "<i8"),
        ("rolls", "<i8"),
        ("checksum", "<i8"),
        ("ending", "<i4"),
        ("winner", "<i4"),
        ("turns", "<i4"),
        ("laps", "<i4"),
        ("place", "<i1", (6,)),
        ("decided", "<i1", (6,)),
    ],
    align=True,
)
"""`struct result` of kernel.c."""

ONLY = {
    "objective_source": (1, 2),
    "objectives_after_territories": (0,),
    "draft": (0,),
    "correction": (0, 1, 2),
    "correction_last_card_only": (0,),
    "correction_protected": (0,),
    "correction_counter": (0,),
    "correction_accepts_original": (0,),
    "neutral_territories": (0,),
    "exchange_by_count": (0,),
    "tris_per_turn": (0,),
    "superiority": (0,),
    "defence_choice": (0,),
    "move_any_time": (0,),
    "victory_by_points": (0,),
    "others_per_missing": (0,),
    "closing_once_a_lap": (0,),
    "closing_optional": (0,),
    "points_beside_missing": (0,),
    "points_protected": (0,),
    "strip": (0,),
}
"""Values the kernel supports for cells that choose between rules; it refuses other regulations."""

CRITERIA = frozenset((0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14, 15))


class NoCompiler(Exception):
    """This machine has no C compiler."""


class NotInKernel(Exception):
    """A regulation has a rule the reference kernel does not support."""


def header() -> str:
    """`struct tables`, one 64-bit number for each cell of the published layout."""
    fields = (f"    int64_t {name}{f'[{length}]' if length > 1 else ''};\n" for name, length in LAYOUT)
    return "#include <stdint.h>\n\nstruct tables {\n" + "".join(fields) + "};\n"


def compiler() -> str:
    """The C compiler to use: `CC` if it is set, else the first one found."""
    for name in (os.environ.get("CC", ""), *COMPILERS):
        found = shutil.which(name) if name else None
        if found:
            return found
    raise NoCompiler(
        "The reference kernel needs a C compiler: install gcc (Debian: apt install gcc libc6-dev)."
    )


@cache
def library() -> ctypes.CDLL:
    """The kernel, compiled if its sources or the compiler have changed."""
    command = [compiler(), *FLAGS]
    digest = hashlib.sha256(repr((command, header())).encode())
    for name in SOURCES:
        digest.update((FOLDER / name).read_bytes())
    folder = Path(tempfile.gettempdir()) / f"kamchatka-kernel-{os.getuid()}-{digest.hexdigest()[:16]}"
    target = folder / "kernel.so"
    if not target.exists():
        folder.mkdir(mode=0o700, exist_ok=True)
        _compile(command, target)
    return ctypes.CDLL(str(target))


def _compile(command: list[str], target: Path) -> None:
    with tempfile.TemporaryDirectory(dir=target.parent) as temporary:
        made = Path(temporary) / target.name
        (Path(temporary) / "tables.h").write_text(header(), encoding="utf-8")
        subprocess.run(
            [*command, f"-I{temporary}", f"-I{FOLDER}", str(FOLDER / "kernel.c"), "-o", str(made)], check=True
        )
        # Another process may have been faster: the bytes are the same.
        made.replace(target)


def refuse_unknown_rules(rulebook: Rulebook) -> None:
    """Raise if the kernel does not implement all rules of this regulation."""
    cells = tables(rulebook)._asdict()
    wrong = [name for name, known in ONLY.items() if cells[name] not in known]
    if not CRITERIA.issuperset(cells["tie_criteria"]):
        wrong.append("tie_criteria")
    if wrong:
        raise NotInKernel(f"The reference kernel does not know these rules: {', '.join(wrong)}.")


def play_kernel(
    rulebook: Rulebook, seats: int, games: int, *, laps: int, base: int, first: int = 0
) -> np.ndarray[Any, Any]:
    """A RESULT row for each game of `soldato` seats, played by the C kernel."""
    refuse_unknown_rules(rulebook)
    results = np.zeros(games, dtype=RESULT)
    library().play_games(
        pack(rulebook),
        results.ctypes.data_as(ctypes.c_void_p),
        ctypes.c_int64(games),
        ctypes.c_int(seats),
        ctypes.c_int(laps),
        ctypes.c_int64(base),
        ctypes.c_int64(first),
    )
    return results
