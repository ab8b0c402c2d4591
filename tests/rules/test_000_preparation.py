"""Preparation: the objectives lie face down, any of them may come, nobody sees the others' cards."""

import pytest

from kamchatka.rulebook.tables import Tables
from kamchatka.rules import layout
from kamchatka.rules.layout import Position, Secrets
from kamchatka.rules.step import apply_luck, luck_outcomes
from tests.cases.scene import Scene, Table, build

CARDS = 16


def taken(first: int, second: int) -> Table:
    """A table where luck pointed at these two cards of those face down."""
    table = build(Scene("challenge", stage="objectives"))
    for which in (first, second):
        apply_luck(table.tables, table.pos, table.secrets, which)
    return table


@pytest.mark.clause("000-4.3a")
def test_the_sixteen_objectives_may_come_in_any_order() -> None:
    assert luck_outcomes(*_rules(build(Scene("challenge", stage="objectives")))) == CARDS
    draws = {
        (table.secrets.objective[0], table.secrets.objective[1])
        for table in (taken(first, second) for first in range(CARDS) for second in range(CARDS - 1))
    }
    assert draws == {(a, b) for a in range(CARDS) for b in range(CARDS) if a != b}


@pytest.mark.clause("000-4.3a", "000-4.3b")
def test_all_sixteen_are_there_once() -> None:
    table = build(Scene("challenge", stage="objectives"))
    assert table.secrets.objectives_left[0] == (1 << CARDS) - 1
    for seat in range(4):
        apply_luck(*_rules(table), 0)
        assert luck_outcomes(*_rules(table)) == (CARDS - 1 - seat if seat < 3 else layout.TERRITORIES)
    assert sorted(table.secrets.objective[:4]) == [0, 1, 2, 3]


@pytest.mark.clause("000-4.3b")
def test_what_lies_on_the_table_does_not_tell_the_objectives() -> None:
    one, other = taken(0, 1), taken(7, 11)
    assert one.secrets.objective.tolist() != other.secrets.objective.tolist()
    assert [cells.tobytes() for cells in one.pos] == [cells.tobytes() for cells in other.pos]


def _rules(table: Table) -> tuple[Tables, Position, Secrets]:
    return table.tables, table.pos, table.secrets
