"""The rules linked once and the rules compiled function by function, as with a Numba we do not know."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from kamchatka.bots import SOLDATO
from kamchatka.rulebook import load
from kamchatka.rulebook.tables import tables
from kamchatka.rules.layout import position, secrets
from kamchatka.rules.places import final_points
from kamchatka.simulate.compiled import play_compiled, tables_record
from kamchatka.simulate.compiler import registry

pytestmark = pytest.mark.xdist_group("kernel")

GAMES, SEATS = 40, 4


def points_batch(integers: Any, positions: Any, hidden: Any, points: Any) -> None:
    """Half points of every seat at the end of each game."""
    for game in range(len(positions)):
        for seat in range(points.shape[1]):
            points[game, seat] = final_points(integers[0], positions[game], hidden[game], seat)


def points_of(here: Any, hidden: Any) -> list[list[int]]:
    """The same, by machine code."""
    points = np.zeros((GAMES, SEATS), dtype=np.int64)
    registry.compiled_batch(points_batch)(tables_record(load("rtu")), here, hidden, points)
    found: list[list[int]] = points.tolist()
    return found


@pytest.fixture(scope="module")
def games() -> tuple[Any, Any]:
    """Finished games."""
    here, hidden, _ = play_compiled(load("rtu"), SEATS, [SOLDATO] * SEATS, GAMES, laps=8, base=3)
    return here, hidden


@pytest.fixture(scope="module")
def expected(games: tuple[Any, Any]) -> list[list[int]]:
    """Their points by the rules as plain Python."""
    integers = tables(load("rtu"))
    boards = [(position(bytearray(p)), secrets(bytearray(s))) for p, s in zip(*games, strict=True)]
    return [[final_points(integers, *board, seat) for seat in range(SEATS)] for board in boards]


def test_linked_once_they_count_the_same(games: tuple[Any, Any], expected: list[list[int]]) -> None:
    assert registry.pipelines() != (None, None)
    assert points_of(*games) == expected
    assert len({tuple(row) for row in expected}) > GAMES / 2


AS_WITH_ANOTHER_NUMBA = """
import sys, warnings, numba, numpy
numba.__version__ = "9.0.0"
del numba.core.codegen.JITCodeLibrary
from tests.kernel.test_indexes import asked
from tests.kernel.test_linking import points_of, registry
with warnings.catch_warnings(record=True) as notices:
    warnings.simplefilter("always")
    print(points_of(*(numpy.load(name) for name in sys.argv[1:])))
print(*[str(notice.message) for notice in notices if "linking.py" in str(notice.message)])
print(registry.pipelines())
try:
    print(asked(-1, checked=True))
except IndexError as error:
    print(error)
"""


def test_with_another_numba_they_are_compiled_one_by_one_with_a_notice(
    games: tuple[Any, Any], expected: list[list[int]], tmp_path: Path
) -> None:
    names = [str(tmp_path / name) for name in ("positions.npy", "secrets.npy")]
    for name, records in zip(names, games, strict=True):
        np.save(name, records)
    done = subprocess.run(
        [sys.executable, "-c", AS_WITH_ANOTHER_NUMBA, *names],
        env={**os.environ, "KAMCHATKA_HOME": str(tmp_path)},  # nothing kept from another run
        capture_output=True,
        text=True,
        check=True,
    )
    points, notice, pipelines, bounds = done.stdout.splitlines()
    assert points == str(expected)
    assert notice.startswith("simulate/compiler/linking.py was tried with Numba 0.68.x, and this is 9.0.0:")
    assert pipelines == "(None, None)"
    assert bounds == "no such cell"


def refuse(number: int) -> int:
    """What no rule does: it tells in Python what is wrong."""
    if number > 2:
        raise ValueError(number)
    return number


def refusing_batch(numbers: Any) -> int:
    """Hands every number to a registered function."""
    total = 0
    for number in numbers:
        total += refuse(number)
    return total


def test_a_part_reaches_python_too() -> None:
    """To raise with a value, or to print while somebody looks for a fault; read back from disk as well."""
    registry.register(refuse)
    for load_again in (False, True):
        if load_again:
            registry.compiled_batch.cache_clear()
        loop = registry.compiled_batch(refusing_batch)
        assert loop(np.array([1, 2])) == 3
        with pytest.raises(ValueError, match=r"^7$"):
            loop(np.array([1, 7]))


def test_only_the_loop_is_open_to_the_outside(games: tuple[Any, Any]) -> None:
    """All that it reaches is closed up in its module, so that the optimiser may do with it what it likes."""
    _, whole = registry.pipelines()
    loop: Any = numba.njit(error_model="numpy", pipeline_class=whole)(points_batch)
    loop(tables_record(load("rtu")), *games, np.zeros((GAMES, SEATS), dtype=np.int64))
    (made,) = loop.overloads.values()
    open_ones = [
        each.name for each in made.library.get_defined_functions() if each.linkage.name == "external"
    ]
    assert len(open_ones) == 3  # for the compiler, for Python, for C
    assert all("points_batch" in name for name in open_ones)
