"""How tests earn a clause, tried on small suites of their own."""

import json
import os
from pathlib import Path

import pytest

from tests.ledger.small_suites import CONFTEST
from tests.plugins.clauses import RESULTS

pytest_plugins = "pytester"

ROOT = Path(__file__).parents[2]
Proven = dict[str, list[str]]


class Suite:
    """A project of one test file, and the result file it writes."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        self.file = pytester.path / RESULTS

    def write(self, **tests: str) -> None:
        """Replace the test files, `test_a="..."` being test_a.py."""
        for name, body in tests.items():
            path = self.pytester.path / f"{name}.py"
            path.write_text(f"import pytest\nclause = pytest.mark.clause\n\n{body}\n", encoding="utf-8")

    def run(self, *words: str) -> pytest.RunResult:
        # Loading hypothesis takes longer than everything these suites do.
        words = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest", *words)
        if "-n" in words:
            return self.pytester.runpytest_subprocess(*words)
        return self.pytester.runpytest_inprocess(*words)

    def committed(self, proven: Proven, controlled: list[str] | None = None) -> str:
        """Give the project a result file."""
        self.file.parent.mkdir(parents=True)
        document = json.dumps({"proven": proven, "controlled": controlled or []})
        self.file.write_text(document, encoding="utf-8")
        return document

    def proven(self) -> Proven:
        found: Proven = json.loads(self.file.read_text(encoding="utf-8"))["proven"]
        return found


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Suite:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(ROOT / "src")]))
    monkeypatch.setenv("KAMCHATKA_WHOLE_RUN", "1")
    monkeypatch.delenv("CI", raising=False)
    pytester.makeini("[pytest]\naddopts = --strict-markers\nfilterwarnings = error\n")
    pytester.makeconftest(CONFTEST)
    return Suite(pytester)


PASSING = """
@clause("001-E7", "001-E2")
def test_closing(): pass

@clause("001-E7")
def test_again(): pass
"""


def test_a_whole_green_run_writes_what_it_proves(suite: Suite) -> None:
    suite.write(test_a=PASSING)
    result = suite.run()
    assert result.ret == 0
    result.stdout.fnmatch_lines(["2 proven, 2 of them new"])
    assert suite.file.read_text(encoding="utf-8") == (
        '{\n "controlled": [],\n "proven": {\n  "001-E2": [\n   "test_a.py::test_closing"\n  ],\n'
        '  "001-E7": [\n   "test_a.py::test_again",\n   "test_a.py::test_closing"\n  ]\n },\n'
        ' "stating": []\n}\n'
    )


def test_a_second_run_leaves_the_same_file_alone(suite: Suite) -> None:
    suite.write(test_a=PASSING)
    suite.run()
    before = suite.file.stat().st_mtime_ns
    suite.run()
    assert suite.file.stat().st_mtime_ns == before


def test_a_run_over_several_processes_counts_the_same(suite: Suite) -> None:
    grouped = '@pytest.mark.xdist_group("g")\n@clause("001-E3")\ndef test_grouped(): pass'
    suite.write(test_a=PASSING, test_b=grouped)
    assert suite.run("-n", "2", "--dist", "loadgroup").ret == 0
    assert suite.proven() == {
        "001-E2": ["test_a.py::test_closing"],
        "001-E3": ["test_b.py::test_grouped"],
        "001-E7": ["test_a.py::test_again", "test_a.py::test_closing"],
    }


@pytest.mark.parametrize(
    ("named", "complaint", "words"),
    [
        ('"000-1a", "000-1b", "000-1c", "000-2a"', "names 4 clauses; a test proves at most 3", ()),
        ('"000-1a", "999-1"', "unknown clause 999-1", ()),
        ('"000-1a", "999-1"', "unknown clause 999-1", ("-n", "1")),
        ("", 'the mark takes clause ids only, as in clause("001-E7")', ()),
    ],
    ids=["too many", "unknown", "unknown, other process", "none"],
)
def test_a_bad_mark_is_an_error_of_collection(
    suite: Suite, named: str, complaint: str, words: tuple[str, ...]
) -> None:
    suite.write(test_a=f"@clause({named})\ndef test_x(): pass")
    result = suite.run(*words)
    assert result.ret != 0
    result.assert_outcomes(errors=1)
    assert f"test_a.py::test_x: {complaint}" in result.stdout.str()
    assert not suite.file.exists()


def test_marks_of_class_and_test_add_up(suite: Suite) -> None:
    suite.write(
        test_a=(
            '@clause("000-1a", "000-1b")\nclass TestAim:\n'
            '    @clause("000-1c", "000-2a")\n    def test_x(self): pass'
        )
    )
    result = suite.run()
    result.assert_outcomes(errors=1)
    assert "test_a.py::TestAim::test_x: names 4 clauses" in result.stdout.str()


@pytest.mark.parametrize(
    "body",
    [
        '@pytest.mark.skip\n@clause("000-1a")\ndef test_x(): pass',
        '@clause("000-1a")\ndef test_x(): pytest.skip("later")',
        '@pytest.mark.xfail\n@clause("000-1a")\ndef test_x(): assert False',
        '@pytest.mark.xfail(strict=False)\n@clause("000-1a")\ndef test_x(): pass',
        '@clause("000-1a")\n@pytest.mark.parametrize("n", [1, 2])\n'
        'def test_x(n):\n    if n == 2: pytest.skip("later")',
    ],
    ids=["skipped", "skips itself", "fails as expected", "passes against expectation", "one of two skipped"],
)
def test_what_did_not_simply_pass_proves_nothing(suite: Suite, body: str) -> None:
    suite.write(test_a=body, test_b=PASSING)
    assert suite.run().ret == 0
    assert sorted(suite.proven()) == ["001-E2", "001-E7"]


@pytest.mark.parametrize(
    "body",
    [
        '@clause("000-1a")\ndef test_x(): assert False',
        '@clause("000-1a")\n@pytest.mark.parametrize("n", [1, 2])\ndef test_x(n): assert n == 1',
        "@pytest.fixture\ndef bad():\n    yield\n    raise ValueError\n\n"
        '@clause("000-1a")\ndef test_x(bad): pass',
    ],
    ids=["fails", "one of two fails", "fails when cleaning up"],
)
def test_a_red_run_writes_nothing(suite: Suite, body: str) -> None:
    suite.write(test_a=body, test_b=PASSING)
    assert suite.run().ret == 1
    assert not suite.file.exists()


def test_a_parametrised_test_stands_under_one_name(suite: Suite) -> None:
    suite.write(test_a='@clause("000-1a")\n@pytest.mark.parametrize("n", [1, 2])\ndef test_x(n): pass')
    suite.run()
    assert suite.proven() == {"000-1a": ["test_a.py::test_x"]}


@pytest.mark.parametrize(
    "words",
    [
        ("test_a.py",),
        ("-k", "closing or again"),
        ("-m", "not slow"),
        ("--deselect", "test_b.py::test_other"),
        ("--ignore", "test_b.py"),
        ("--setup-plan",),
        ("-o", "python_files=test_a.py"),
    ],
    ids=" ".join,
)
def test_a_partial_run_writes_nothing(suite: Suite, words: tuple[str, ...]) -> None:
    suite.write(test_a=PASSING, test_b="def test_other(): pass")
    assert suite.run(*words).ret == 0
    assert not suite.file.exists()


@pytest.mark.parametrize("words", [(), ("-n", "1")], ids=["one process", "two processes"])
def test_a_run_that_some_plugin_cut_short_writes_nothing(suite: Suite, words: tuple[str, ...]) -> None:
    suite.write(test_a=PASSING, test_b="def test_other(): pass")
    with (suite.pytester.path / "conftest.py").open("a", encoding="utf-8") as conftest:
        conftest.write(
            "\n\ndef pytest_collection_modifyitems(config, items):\n"
            "    config.hook.pytest_deselected(items=[items.pop()])\n"
        )
    assert suite.run(*words).ret == 0
    assert not suite.file.exists()


def test_without_being_asked_nothing_is_written(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KAMCHATKA_WHOLE_RUN")
    suite.write(test_a=PASSING)
    assert suite.run().ret == 0
    assert not suite.file.exists()


@pytest.mark.parametrize("ci", ["", "true"], ids=["at home", "on CI"])
def test_proving_less_than_the_file_says_fails(
    suite: Suite, ci: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", ci)
    committed = suite.committed({"000-1a": ["test_a.py::test_gone"], "001-E7": ["test_a.py::test_again"]})
    suite.write(test_a=PASSING)
    result = suite.run()
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            "1 clauses are proven no more (the number only grows):",
            "000-1a was proven by test_a.py::test_gone",
        ]
    )
    assert suite.file.read_text(encoding="utf-8") == committed


def test_on_ci_a_run_that_proves_more_passes_and_writes_nothing(
    suite: Suite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    committed = suite.committed({"001-E7": ["test_a.py::test_again"]})
    suite.write(test_a=PASSING)
    assert suite.run().ret == 0
    assert suite.file.read_text(encoding="utf-8") == committed


def test_a_rewrite_keeps_what_is_controlled_by_the_same_tests(suite: Suite) -> None:
    both = ["test_a.py::test_closing", "test_a.py::test_again"]
    suite.committed({"001-E7": both}, controlled=["001-E7", "000-1a"])
    suite.write(test_a=PASSING)
    assert suite.run().ret == 0
    assert json.loads(suite.file.read_text(encoding="utf-8"))["controlled"] == ["001-E7"]


@pytest.mark.parametrize(
    "before", [["test_a.py::test_again"], ["test_a.py::test_again", "test_a.py::test_closing", "test_x"]]
)
def test_a_clause_with_other_tests_must_be_controlled_again(suite: Suite, before: list[str]) -> None:
    suite.committed({"001-E7": before}, controlled=["001-E7"])
    suite.write(test_a=PASSING)
    assert suite.run().ret == 0
    assert json.loads(suite.file.read_text(encoding="utf-8"))["controlled"] == []


CASE_COLLECTOR = """

class CaseFile(pytest.File):
    def collect(self):
        for number, line in enumerate(self.path.read_text().splitlines()):
            item = Case.from_parent(self, name=f"case {number}")
            item.user_properties.append(("clause", line))
            yield item


class Case(pytest.Item):
    def runtest(self):
        pass


def pytest_collect_file(file_path, parent):
    if file_path.suffix == ".case":
        return CaseFile.from_parent(parent, path=file_path)
"""


def test_a_case_file_names_clauses_by_properties(suite: Suite) -> None:
    with (suite.pytester.path / "conftest.py").open("a", encoding="utf-8") as conftest:
        conftest.write(f"\n\nimport pytest\n{CASE_COLLECTOR}")
    case = suite.pytester.path / "closing.case"
    case.write_text("001-E7\n001-E2\n", encoding="utf-8")
    assert suite.run().ret == 0
    assert suite.proven() == {"001-E2": ["closing.case::case 1"], "001-E7": ["closing.case::case 0"]}
    case.write_text("001-E77\n", encoding="utf-8")
    result = suite.run()
    result.assert_outcomes(errors=1)
    assert "closing.case::case 0: unknown clause 001-E77" in result.stdout.str()
