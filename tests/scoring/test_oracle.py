"""Random tables of every formula, computed twice by code that has nothing in common."""

import ast
from pathlib import Path
from random import Random

import pytest

from kamchatka.scoring.formula.amounts import NoSuchSize
from kamchatka.scoring.formula.loading import catalogue, load_formula
from tests.scoring import oracle, oracle_table
from tests.scoring.builders import sheet
from tests.scoring.oracle import FORMULAS, SIZES
from tests.scoring.random_tables import FREE, differences, draw

TABLES = 300


@pytest.mark.parametrize("formula", FORMULAS)
def test_random_tables_score_as_the_clauses_say(formula: str) -> None:
    rng = Random(formula)
    for _ in range(TABLES):
        table = draw(formula, rng)
        assert list(differences(table, rng)) == []


def test_every_shipped_formula_and_option_is_drawn() -> None:
    assert tuple(sorted(FORMULAS)) == catalogue()
    for name in catalogue():
        rng, stated = Random(name), load_formula(name).option
        seen = [(key, str(value)) for _ in range(TABLES) for key, value in draw(name, rng).options.items()]
        for key, option in stated.items():
            for value in option.choices or filter(option.allows, FREE[key]):
                assert (key, str(value)) in seen


def test_tables_of_every_kind_are_drawn() -> None:
    rng = Random(0)
    tables = [draw("veronese", rng) for _ in range(TABLES)]
    seats = [seat for table in tables for seat in table.seats]
    assert {table.book for table in tables} == set(oracle_table.TIES)
    assert {len(table.seats) for table in tables} == {3, 4, 5, 6}
    assert {seat.status for seat in seats} == {"playing", "withdrawn", "excluded"}
    assert any(seat.objective for seat in seats)
    assert any(seat.eliminated for seat in seats)
    tied = [t for t in tables if len({(s.points, s.eliminated) for s in t.seats}) < len(t.seats)]
    assert len(tied) > TABLES / 2


@pytest.mark.parametrize("formula", ["conversione-150", "conversione-200", "milano"])
def test_a_table_size_the_formula_does_not_speak_of_is_refused(formula: str) -> None:
    for size in {3, 4, 5, 6} - set(SIZES[formula]):
        with pytest.raises(NoSuchSize):
            load_formula(formula).cards(sheet("rtu", " ".join(str(60 - seat) for seat in range(size))))


def test_the_oracle_shares_no_code_with_the_product() -> None:
    imported = {
        name
        for module in (oracle, oracle_table)
        for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names])
    }
    assert imported == {"collections.abc", "dataclasses", "fractions", "tests.scoring.oracle_table"}
