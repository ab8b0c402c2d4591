"""The index of the case book: enough cases, and every command and prohibition shown obeyed and broken."""

import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from kamchatka.ids import ClauseId
from kamchatka.ledger import How, results, select
from tests.cases.reading import Case, read_file
from tests.cases.runner import REFUSED

HERE = Path(__file__).parent
INDEX = tomllib.loads((HERE / "index.toml").read_text(encoding="utf-8"))
REGULATIONS = ("challenge", "rtu", "aziendale", "milano", "primavera")
LEAST_CASES = 250
LEAST_CASES_EACH = 30


@cache
def case_book() -> tuple[Case, ...]:
    """All cases of all files."""
    return tuple(case for path in sorted(HERE.glob("*.cases")) for case in read_file(path))


def outcomes(case: Case) -> set[str]:
    """`accepted` if something happens in the case, `refused` if something is refused; often both."""
    found = set()
    for line, following in zip(case.lines, [*case.lines[1:], None], strict=True):
        if line.kind != "then":
            is_refused = following is not None and following.text.startswith(REFUSED)
            found.add("refused" if is_refused else "accepted")
    return found


def lacking(clauses: Iterable[str], cases: Iterable[Case]) -> list[str]:
    """The clauses without an accepted or without a refused example, with what they lack."""
    shown = {(clause, outcome) for case in cases for clause in case.clauses for outcome in outcomes(case)}
    return [
        f"{clause}: no {outcome} example"
        for clause in clauses
        for outcome in ("accepted", "refused")
        if (clause, outcome) not in shown
    ]


def is_there(name: str, clause: str) -> bool:
    """Whether the file has this test and names the clause.

    Not read from the results: those are written after a green run, when a test renamed must be found already.
    """
    path, _, function = name.partition("::")
    text = (HERE.parents[1] / path).read_text(encoding="utf-8")
    return f"def {function}(" in text and f'"{clause}"' in text


def test_the_case_book_is_large_enough() -> None:
    cases = case_book()
    assert len(cases) >= LEAST_CASES
    count = Counter(case.rulebook for case in cases)
    assert {name: count[name] for name in REGULATIONS if count[name] < LEAST_CASES_EACH} == {}


def test_no_two_cases_have_the_same_name() -> None:
    names = Counter(case.name for case in case_book())
    assert [name for name, times in names.items() if times > 1] == []


def test_the_index_holds_every_clause_of_the_engine_once() -> None:
    listed = Counter([*INDEX["pairs"], *INDEX["facts"], *INDEX["by_test"]])
    assert [clause for clause, times in listed.items() if times > 1] == []
    assert set(listed) == {clause.id for clause in select(how=How.ENGINE)}
    assert len(listed) == 230
    assert all(reason.strip() for reason in INDEX["facts"].values())


def test_every_command_and_prohibition_has_an_accepted_and_a_refused_example() -> None:
    assert lacking(INDEX["pairs"], case_book()) == []


def test_other_tests_named_by_the_index_are_there() -> None:
    named: dict[str, str] = INDEX["by_test"]
    assert {clause: name for clause, name in named.items() if not is_there(name, clause)} == {}
    assert [clause for clause in named if ClauseId(clause) not in results().proven] == []
    assert not is_there("tests/rules/test_000_time.py::test_nothing", "000-11a")


def test_a_clause_without_its_pair_is_noticed() -> None:
    """Negative control: take the cases of one clause away, then only those with a refusal."""
    cases = case_book()
    others = [case for case in cases if "000-9a" not in case.clauses]
    assert lacking(["000-9a"], others) == ["000-9a: no accepted example", "000-9a: no refused example"]
    obeyed = [case for case in cases if "refused" not in outcomes(case)]
    assert lacking(["000-5.4a"], obeyed) == ["000-5.4a: no refused example"]
