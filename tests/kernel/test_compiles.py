"""Every function of the rules, bots and stream is known to the compiler, and bits have two equal bodies."""

import importlib
import inspect
import pkgutil
import random
from typing import Any

import numba
import numpy as np
import pytest

import kamchatka.bots
import kamchatka.rules
from kamchatka.rulebook import load
from kamchatka.rules import bits
from kamchatka.rules.combat import defence_roller
from kamchatka.rules.ending import closing_roller
from kamchatka.rules.layout import SEATS_AT_TABLE, WITHDRAWN
from kamchatka.simulate import compiled
from kamchatka.simulate.compiler import registry

pytestmark = pytest.mark.xdist_group("kernel")

NOT_COMPILED = {
    "kamchatka.rules.layout": "views over buffers: how interpreted code makes a Position",
    "kamchatka.rules.violations": "numbers only",
    "kamchatka.rules.bits": "has its own compiled body",
    "kamchatka.rules.names": "holds words, not rules",
    "kamchatka.bots.characters": "reads parameters",
    "kamchatka.bots.chances": "fills the tables of odds",
    "kamchatka.bots.notes": "views over buffers, with their tables filled in",
    "kamchatka.bots.traits": "numbers only",
    "kamchatka.bots.study": "views over buffers, with the network filled in",
    "kamchatka.bots.thinking": "how interpreted code asks a thinker",
    "kamchatka.bots.explaining": "sentences",
}


def test_no_module_of_rules_or_bots_is_forgotten() -> None:
    for package in (kamchatka.rules, kamchatka.bots):
        for module in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
            assert (module.name in registry.MODULES) != (module.name in NOT_COMPILED), module.name


ASKED_FROM_OUTSIDE = {"defence_roller", "closing_roller"}
"""Functions for judges and pages, which no step of a game calls."""


@pytest.mark.parametrize("name", registry.MODULES)
def test_the_batch_loops_reach_every_function(name: str) -> None:
    """What they reach is compiled by the other tests of this folder; what they do not is listed above."""
    sources = "".join(inspect.getsource(importlib.import_module(module)) for module in registry.MODULES)
    sources += inspect.getsource(compiled)
    unreached = {
        function.__name__
        for function in registry.functions_of(importlib.import_module(name))
        if sources.count(f"{function.__name__}(") < 2
    }
    assert unreached <= ASKED_FROM_OUTSIDE


def test_functions_asked_from_outside_compile_too() -> None:
    registry.register_rules()
    roller: Any = numba.njit(lambda tables, positions: defence_roller(tables[0], positions[0], 3))
    closer: Any = numba.njit(lambda positions: closing_roller(positions[0], 2))
    record = compiled.tables_record(load("aziendale"))
    positions = np.zeros(1, dtype=compiled.POSITION)
    positions[0]["now"][SEATS_AT_TABLE] = 4
    positions[0]["owner"][3] = 2
    positions[0]["status"][2] = WITHDRAWN
    assert roller(record, positions) == 1
    assert closer(positions) == 1


def test_bits_agree_with_their_compiled_body_on_a_million_masks() -> None:
    registry.register_rules()

    def differences(masks: Any, counts: Any, lowests: Any) -> int:
        wrong = 0
        for i in range(len(masks)):
            wrong += bits.count(masks[i]) != counts[i]
            wrong += bits.lowest(masks[i]) != lowests[i]
        return wrong

    in_machine_code: Any = numba.njit(differences)
    chosen = random.Random(1)
    masks = [chosen.getrandbits(chosen.randint(1, 44)) | 1 << chosen.randrange(44) for _ in range(1_000_000)]
    counts = [bits.count(mask) for mask in masks]
    lowests = [bits.lowest(mask) for mask in masks]
    assert in_machine_code(np.array(masks), np.array(counts), np.array(lowests)) == 0


def test_nth_counts_set_bits_from_the_lowest() -> None:
    assert [bits.nth(0b101100, n) for n in range(3)] == [2, 3, 5]
