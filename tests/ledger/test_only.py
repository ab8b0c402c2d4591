"""`./run test --clause 001-E7` runs the tests of that clause and nothing else."""

import json
from pathlib import Path

import pytest

from kamchatka.ledger import results
from tests.ledger.small_suites import CONFTEST
from tests.plugins.clauses import RESULTS

pytest_plugins = "pytester"

ROOT = Path(__file__).parents[2]

TABLE = """
import pytest
clause = pytest.mark.clause

@pytest.mark.parametrize("said", [
    pytest.param("a/b::c [d] è", marks=clause("001-E7")),
    pytest.param("-k no", marks=clause("001-E7", "001-E2")),
    pytest.param("other", marks=clause("001-E3")),
    "none",
])
def test_line(said): pass

@clause("001-E2")
@pytest.mark.parametrize("n", [1, 2])
def test_all_lines(n): pass

def test_unmarked(): "001-E7"
"""
CASES = """

class CaseFile(pytest.File):
    def collect(self):
        for line in self.path.read_text().splitlines():
            item = Case.from_parent(self, name=f"case {line}")
            item.user_properties.append(("clause", line))
            yield item

class Case(pytest.Item):
    def runtest(self): pass

def pytest_collect_file(file_path, parent):
    if file_path.suffix == ".cases":
        return CaseFile.from_parent(parent, path=file_path)
"""


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """Tests of several clauses, a case file, and a file that cannot even be read."""
    monkeypatch.setenv("KAMCHATKA_WHOLE_RUN", "1")
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("KAMCHATKA_LANG", "en")
    pytester.makeini("[pytest]\naddopts = --strict-markers\n")
    pytester.makeconftest(CONFTEST.replace('.alter"', '.alter", "tests.plugins.only"') + CASES)
    pytester.makepyfile(test_a=TABLE)
    (pytester.path / "closing.cases").write_text("001-E7\n001-E3\n", encoding="utf-8")
    return pytester


def run(suite: pytest.Pytester, *words: str) -> tuple[pytest.RunResult, list[str]]:
    """A run, and the names of the tests that passed in it."""
    result = suite.runpytest_inprocess("-v", "-p", "no:cacheprovider", "-p", "no:hypothesispytest", *words)
    return result, [line.partition(" PASSED")[0] for line in result.outlines if " PASSED" in line]


def recorded(suite: pytest.Pytester) -> dict[str, list[str]]:
    """The proofs that a whole run writes down."""
    assert run(suite)[0].ret == 0
    proven: dict[str, list[str]] = json.loads((suite.path / RESULTS).read_text(encoding="utf-8"))["proven"]
    return proven


ODD = "test_a.py::test_line[a/b::c [d] \\xe8]"


def test_a_proof_keeps_its_parameters_where_they_name_the_clause(suite: pytest.Pytester) -> None:
    assert recorded(suite) == {
        "001-E2": ["test_a.py::test_all_lines", "test_a.py::test_line[-k no]"],
        "001-E3": ["closing.cases::case 001-E3", "test_a.py::test_line[other]"],
        "001-E7": ["closing.cases::case 001-E7", "test_a.py::test_line[-k no]", ODD],
    }


def test_what_is_recorded_can_be_run_alone(suite: pytest.Pytester) -> None:
    names = recorded(suite)["001-E7"]
    assert sorted(run(suite, *names)[1]) == names


@pytest.mark.parametrize(
    ("words", "passed"),
    [
        (["--clause", "001-E7"], ["closing.cases::case 001-E7", ODD, "test_a.py::test_line[-k no]"]),
        (
            ["--clause", "001-E2", "--clause", "001-E3"],
            [
                "closing.cases::case 001-E3",
                "test_a.py::test_line[-k no]",
                "test_a.py::test_line[other]",
                "test_a.py::test_all_lines[1]",
                "test_a.py::test_all_lines[2]",
            ],
        ),
        (["--clause", "001-E3", "test_a.py"], ["test_a.py::test_line[other]"]),
    ],
    ids=["one", "two", "in one file"],
)
def test_the_tests_of_a_clause_and_no_others(
    suite: pytest.Pytester, words: list[str], passed: list[str]
) -> None:
    suite.makepyfile(test_b="raise ValueError('001-E1 is not asked for: this file is not read')")
    result, names = run(suite, *words)
    assert (result.ret, names) == (0, passed)
    assert not (suite.path / RESULTS).exists()


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("it", "Non conosco la clausola «001-E77»: scrivila come nel registro, per esempio 001-E7."),
        ("en", "I do not know the clause “001-E77”: write it as the ledger does, for example 001-E7."),
    ],
)
def test_a_clause_that_does_not_exist(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, lang: str, sentence: str
) -> None:
    monkeypatch.setenv("KAMCHATKA_LANG", lang)
    result, names = run(suite, "--clause", "001-E7", "--clause", "001-E77")
    assert (result.ret, names) == (pytest.ExitCode.USAGE_ERROR, [])
    assert f"ERROR: {sentence}" in result.errlines


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [("it", "Nessun test prova la clausola 004-B2b."), ("en", "No test proves clause 004-B2b.")],
)
def test_a_clause_without_a_proof(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, lang: str, sentence: str
) -> None:
    monkeypatch.setenv("KAMCHATKA_LANG", lang)
    alone = run(suite, "--clause", "004-B2b")[0]
    assert alone.ret == pytest.ExitCode.NO_TESTS_COLLECTED
    assert sentence in alone.outlines
    beside, names = run(suite, "--clause", "004-B2b", "--clause", "001-E3")
    assert (beside.ret, len(names), sentence in beside.outlines) == (0, 2, True)


def test_every_file_writes_the_clauses_it_proves_in_full() -> None:
    proofs = [(clause, test) for clause, tests in results().proven.items() for test in tests]
    texts = {test: (ROOT / test.partition("::")[0]).read_text(encoding="utf-8") for _, test in proofs}
    assert [(clause, test) for clause, test in proofs if clause not in texts[test]] == []
