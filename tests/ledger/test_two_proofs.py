"""What both the rules and the sheets work out is proven for both.

Places and points of a game played here come from `rules`, those of a sheet typed by a judge from `scoring`.
Where a sheet reads a value of the regulation itself, instead of asking the rules, the clause behind it is
applied twice, and a proof of one side says nothing of the other.
"""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from kamchatka.ids import ClauseId
from kamchatka.ledger import How, clause, results
from kamchatka.rulebook import SECTIONS, load, shipped

SCORING = Path(__file__).parents[2] / "src/kamchatka/scoring"
SIDES = {"rules": ("tests/cases/", "tests/rules/"), "scoring": ("tests/scoring/",)}
BESIDE_VALUES = ("000-6a", "001-TB0", "002-20a")
"""The winner by objective is first, ties follow the list, whoever left is out: places without a value."""

ONLY_TOLD = {"seats.sizes", "tally.borders_inside", "tally.each_card"}
"""Values that sheets remark upon, or that say what a count asks for: no place or point depends on them."""


def values_read(source: str) -> set[str]:
    """The values of a regulation this code reads, such as `tally.risiko_points`."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute | ast.Name):
            section = node.value.attr if isinstance(node.value, ast.Attribute) else node.value.id
            if section in SECTIONS and node.attr in SECTIONS[section].model_fields:
                found.add(f"{section}.{node.attr}")
    return found


def applied_twice() -> set[ClauseId]:
    """The clauses of scoring behind the values that sheets read, and those that no value states."""
    read = {key for path in SCORING.rglob("*.py") for key in values_read(path.read_text(encoding="utf-8"))}
    used = read - ONLY_TOLD
    behind = {named for book in map(load, shipped()) for key in used for named in book.entry(key).clauses}
    return {named for named in behind if clause(named).how is How.SCORING} | set(map(ClauseId, BESIDE_VALUES))


def about_to_be_proven(session: pytest.Session) -> Iterator[tuple[ClauseId, str]]:
    """Clauses and tests of this run: the result file learns of them only when it is green."""
    for item in session.items:
        yield from (
            (ClauseId(str(value)), item.nodeid) for name, value in item.user_properties if name == "clause"
        )


def lacking(clauses: Iterable[ClauseId], proofs: Iterable[tuple[ClauseId, str]]) -> list[str]:
    """The clauses that are not proven on one side, with the side."""
    shown = {
        (named, side) for named, test in proofs for side, folders in SIDES.items() if test.startswith(folders)
    }
    return [f"{named}: {side}" for named in sorted(clauses) for side in SIDES if (named, side) not in shown]


def recorded() -> list[tuple[ClauseId, str]]:
    return [(named, test) for named, tests in results().proven.items() for test in tests]


def test_every_clause_applied_twice_is_proven_on_both_sides(request: pytest.FixtureRequest) -> None:
    proofs = [*recorded(), *about_to_be_proven(request.session)]
    assert lacking(applied_twice(), proofs) == []


def test_ties_points_of_a_risiko_and_leaving_are_among_them() -> None:
    found = applied_twice()
    assert {named for named in found if named.startswith("001-TB")} == {f"001-TB{n}" for n in range(8)}
    assert {"000-14e", "002-23j", "003-13d", "004-S8a", "004-B18c", "001-C21b", "001-C23c"} <= found
    assert "001-FP12c" not in found


def test_a_value_is_seen_however_it_is_reached() -> None:
    assert values_read("self.sheet.rulebook.table_ties.criteria[0]") == {"table_ties.criteria"}
    assert values_read("victory = book.victory\nvictory.goal") == {"victory.goal"}
    assert values_read("book.tally") == values_read("sheet.points") == set()


def test_a_clause_without_its_second_proof_is_noticed() -> None:
    named = ClauseId("001-TB4")
    game, sheet = "tests/cases/001-count.cases::rtu-001-TB4-1", "tests/scoring/test_placing.py::test_x"
    assert lacking([named], [(named, game), (named, sheet)]) == []
    assert lacking([named], [(named, game)]) == ["001-TB4: scoring"]
    assert lacking([named], [(named, sheet), (ClauseId("001-TB5"), game)]) == ["001-TB4: rules"]
