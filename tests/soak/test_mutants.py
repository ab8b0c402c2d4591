"""The trial that changes code to see whether tests notice."""

import json
import sys
from pathlib import Path

import pytest
from rich.console import Console

from soak.mutant_trial import Fate, Passage, Trials, how_telling
from soak.mutants import Equivalent, draw, is_within, main, report, sources
from soak.mutator import Source

pytest_plugins = "pytester"

ROOT = Path(__file__).parents[2]


def source(folder: Path, text: str) -> Source:
    path = folder / "rule.py"
    path.write_text(text, encoding="utf-8")
    return Source("rules/rule.py", path, "rule")


def changes(folder: Path, body: str) -> list[str]:
    """What is made of a function with this body."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    mutants = source(folder, f"def rule(a, b):\n{lines}").mutants()
    return [f"{mutant.before} -> {mutant.after}" for mutant in mutants]


@pytest.mark.parametrize(
    ("body", "others"),
    [
        ("return a < b", ["return 0", "return a <= b", "return a >= b"]),
        ("return a == 1", ["return 0", "return a != 1", "return a == 2", "return a == 0"]),
        ("return a and b", ["return 0", "return a or b"]),
        ("return not a", ["return 0", "return a"]),
        ("return a + b", ["return 0", "return a - b"]),
        ("return a << b", ["return 0", "return a >> b"]),
        ("return min(a, b)", ["return 0", "return max(a, b)"]),
        ("return -a", ["return 0", "return a"]),
        ("return True", ["return False"]),
        ("return 7", ["return 8", "return 6"]),
        ("return NO_SUCH_SEAT", ["return NO_SUCH_SEAT + 1"]),
        ("a -= b", ["pass", "a += b"]),
        ("a = b", ["pass"]),
        ("a.clear()", ["pass"]),
        ("raise a", ["pass"]),
        ("return [c for c in a if c]", ["return 0", "return [c for c in a]"]),
        ("return a if b else a", ["return 0", "return a if True else a", "return a if False else a"]),
    ],
)
def test_what_a_statement_becomes(tmp_path: Path, body: str, others: list[str]) -> None:
    assert changes(tmp_path, body) == [f"{body} -> {other}" for other in others]


def test_statements_with_a_block_are_told_by_their_first_line(tmp_path: Path) -> None:
    assert changes(tmp_path, "while a:\n    if b:\n        break\n    continue") == [
        "while a: -> while False:",
        "if b: -> if True:",
        "if b: -> if False:",
        "break -> continue",
        "continue -> break",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "LIMIT = 3 + 1",
        "class Rule:\n    limit: int = 3\n",
        'def rule():\n    """Says 1 and 2."""\n',
        "def rule(limit: 'int | 3' = 3) -> 'int | 3':\n    limit: 'int | 3'\n",
        "def rule(a):\n    assert a < 3, a\n",
    ],
    ids=["constants", "class bodies", "docstrings", "signatures", "assertions"],
)
def test_what_stays_as_it_is(tmp_path: Path, text: str) -> None:
    assert source(tmp_path, text).mutants() == []


def test_zip_stays_strict(tmp_path: Path) -> None:
    assert changes(tmp_path, "zip(a, b, strict=True)") == ["zip(a, b, strict=True) -> pass"]


def test_a_mutant_does_what_it_says_and_leaves_no_trace(tmp_path: Path) -> None:
    text = "class Rule:\n    def holds(self, a):\n        return a < 3\n"
    rule = source(tmp_path, text)
    found = next(mutant for mutant in rule.mutants() if mutant.after == "return a <= 3")
    assert (found.function, found.line, found.package) == ("Rule.holds", 3, "rules")
    space: dict[str, type] = {}
    exec(text, space)
    holds = space["Rule"]().holds
    assert not holds(3)
    holds.__func__.__code__ = rule.mutated(found)
    assert holds(3)
    assert [mutant.identity for mutant in rule.mutants()] == [
        m.identity for m in source(tmp_path, text).mutants()
    ]


def test_the_same_change_twice_is_two_mutants(tmp_path: Path) -> None:
    twice = source(tmp_path, "def rule(a):\n    a()\n    a()\n").mutants()
    assert [(mutant.before, mutant.nth) for mutant in twice] == [("a()", 1), ("a()", 2)]


def test_an_edit_elsewhere_leaves_the_sample_as_it_was(tmp_path: Path) -> None:
    text = "".join(f"def rule_{n}(a, b):\n    return a < b + {n}\n" for n in range(20))
    before = draw(source(tmp_path, text).mutants(), seed=1, count=40)
    after = draw(
        source(tmp_path, "# A remark\n" + text.replace("a < b + 9", "a")).mutants(), seed=1, count=40
    )
    kept = [mutant.identity for mutant in before if mutant.function != "rule_9"]
    assert len(kept) < len(before)
    assert [mutant.identity for mutant in after if mutant.function != "rule_9"][: len(kept)] == kept


def test_another_seed_draws_other_mutants(tmp_path: Path) -> None:
    mutants = source(tmp_path, "def rule(a, b):\n    return (a + 1) * (b - 2) // 3\n").mutants()
    assert len(mutants) == 11
    assert draw(mutants, 1, 5) != draw(mutants, 2, 5)
    assert set(draw(mutants, 1, 11)) == set(mutants)


SMALL = """
from functools import cache

def closes(total, highest):
    return total <= highest

def counted(n):
    while n:
        n.pop()
    return len(n)

def unused():
    return None, None

@cache
def double(n):
    return n * 2

class Refusal(Exception):
    def __init__(self, code):
        super().__init__(code)
"""
SMALL_TESTS = """
import gc
from functools import cache
import pytest
from small import Refusal, closes, counted, double, unused

gc.freeze()  # as our tests do once they are collected

@cache
def kept():
    return double(4)

assert kept() == 8

def test_closes():
    assert closes(3, 4)

def test_counts():
    assert counted([1, 2]) == 0

def test_doubles():
    assert kept() == 8

def test_refuses():
    assert str(Refusal("late")) == "late"

@pytest.fixture
def browser():
    return unused()

def test_in_a_browser(browser):
    assert browser == (None, None)

@pytest.mark.parametrize("place", ["postgresql"])
def test_on_both_databases(place):
    assert unused() == (None, None)
"""
SMALL_TRIAL = """
import json, sys, pytest
from pathlib import Path
from soak import mutant_trial
from soak.mutator import Source

mutant_trial.CACHING = ("small", "test_small")
mutant_trial.LEAST_SECONDS = 0.5
small = Source("rules/small.py", Path("small.py"), "small")
trials = mutant_trial.Trials(
    [small], small.mutants(), {"rules": ["test_small.py"]}, processes=2, budget=60, tell=lambda *_: None
)
pytest.main(["-p", "no:terminal", "--capture=no", "-p", "no:cacheprovider", "test_small.py"], [trials])
fates = {f"{mutant.function}: {mutant.after}": fate.name for mutant, fate in trials.fates.items()}
print(json.dumps([fates, sorted({mutant.function for mutant in trials.unreached}), trials.trouble]))
"""


def small_trial(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, tests: str) -> list[object]:
    """What became of the mutants of a small module, which of them no test reaches, and what went wrong."""
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{pytester.path}")
    pytester.makepyfile(small=SMALL, test_small=tests, trial=SMALL_TRIAL)
    found: list[object] = json.loads(pytester.runpython(Path("trial.py")).outlines[-1])
    return found


@pytest.mark.skipif(sys.platform == "win32", reason="mutants need a system on which processes fork")
def test_the_fates_of_mutants(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    fates, unreached, trouble = small_trial(pytester, monkeypatch, SMALL_TESTS)
    assert fates == {
        "closes: return 0": "KILLED",
        "closes: return total < highest": "SURVIVED",
        "closes: return total > highest": "KILLED",
        "counted: return 0": "SURVIVED",
        "counted: while False:": "KILLED",
        "counted: pass": "TIMED_OUT",
        "unused: return 0": "SURVIVED",
        "double: return 0": "KILLED",
        "double: return n // 2": "KILLED",
        "double: return n * 3": "KILLED",
        "double: return n * 1": "KILLED",
        "Refusal.__init__: pass": "SURVIVED",
    }
    assert unreached == ["unused"]
    assert trouble == ""


@pytest.mark.skipif(sys.platform == "win32", reason="mutants need a system on which processes fork")
def test_tests_that_fail_anyway_judge_nothing(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = SMALL_TESTS + "\ndef test_wrong():\n    assert closes(5, 4)\n"
    fates, _, trouble = small_trial(pytester, monkeypatch, failing)
    assert (fates, trouble) == ({}, "without any mutant there fail test_small.py::test_wrong")


def test_tests_that_execute_what_few_others_do_come_first() -> None:
    usual = [Passage(test, 0.1, {"rules/rule.py": bytes([1, 1, 0])}, failed=False) for test in range(3)]
    refused = Passage(3, 0.1, {"rules/rule.py": bytes([1, 0, 1])}, failed=False)
    slow = Passage(4, 5.0, {"rules/rule.py": bytes([1, 1, 1])}, failed=False)
    elsewhere = Passage(5, 0.1, {"rules/other.py": bytes([1])}, failed=False)
    telling = how_telling([*usual, refused, slow, elsewhere])
    own = {test: worth for (file, test), worth in telling.items() if file == "rules/rule.py"}
    assert sorted(own, key=lambda test: -own[test]) == [3, 0, 1, 2, 4]


def told(folder: Path, fates: dict[str, Fate], argued: list[Equivalent]) -> tuple[int, list[str]]:
    """The exit status and the report, where mutants of one function met these fates."""
    mutants = source(folder, "def rule(a, b):\n    return a < b\n").mutants()
    trials = Trials([], mutants, {}, processes=1, budget=1, tell=lambda *_: None)
    trials.fates = {mutant: fates[mutant.after] for mutant in mutants}
    out = Console(highlight=False, soft_wrap=True, markup=False, record=True, quiet=False)
    return report(trials, argued, mutants, out), out.export_text().splitlines()


def equivalent(after: str) -> Equivalent:
    return Equivalent("rules/rule.py", "rule", "return a < b", after, why="for this test")


def test_a_survivor_is_named_with_its_line(tmp_path: Path) -> None:
    fates = {"return 0": Fate.KILLED, "return a <= b": Fate.SURVIVED, "return a >= b": Fate.TIMED_OUT}
    assert told(tmp_path, fates, []) == (
        1,
        [
            "rules: 3 mutants, 1 killed, 1 timed out, 1 survived (0 equivalent): 66.7% noticed",
            "survived: src/kamchatka/rules/rule.py:2 rule",
            "  - return a < b",
            "  + return a <= b",
        ],
    )


def test_an_equivalent_mutant_may_survive(tmp_path: Path) -> None:
    fates = {"return 0": Fate.KILLED, "return a <= b": Fate.SURVIVED, "return a >= b": Fate.TIMED_OUT}
    assert told(tmp_path, fates, [equivalent("return a <= b")]) == (
        0,
        ["rules: 3 mutants, 1 killed, 1 timed out, 1 survived (1 equivalent): 100.0% noticed"],
    )


def test_arguments_that_do_not_hold_are_told(tmp_path: Path) -> None:
    fates = dict.fromkeys(["return 0", "return a <= b", "return a >= b"], Fate.KILLED)
    _, lines = told(tmp_path, fates, [equivalent("return a <= b"), equivalent("return a == b")])
    assert lines[1:] == [
        "argued to be equivalent, yet killed: rules/rule.py rule: return a < b -> return a <= b (1)",
        "argued, but no longer there: rules/rule.py rule: return a < b -> return a == b",
    ]


def test_the_second_of_two_alike_is_argued_by_its_number(tmp_path: Path) -> None:
    first, second = source(tmp_path, "def rule(a):\n    a()\n    a()\n").mutants()
    argued = Equivalent("rules/rule.py", "rule", "a()", "pass", why="for this test", nth=2)
    assert [argued.is_for(mutant) for mutant in (first, second)] == [False, True]


def test_files_in_folders_are_changed_too() -> None:
    modules = {source.name: source.module for source in sources()}
    assert modules["rules/combat.py"] == "kamchatka.rules.combat"
    assert modules["tournament/seating/wishes.py"] == "kamchatka.tournament.seating.wishes"
    assert {name.partition("/")[0] for name in modules} == {"rules", "scoring", "referee", "tournament"}


@pytest.mark.parametrize(
    ("file", "is_chosen"),
    [
        ("rules/combat.py", True),
        ("rules/cards.py", False),
        ("tournament/seating/draw.py", True),
        ("tournament/draws.py", False),
        ("tournament/seating.py", False),
    ],
)
def test_files_and_folders_are_chosen(file: str, is_chosen: bool) -> None:
    assert is_within(file, ["rules/combat.py", "tournament/seating"]) == is_chosen


def test_a_file_without_code_to_change_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only", "rules/violations.py"]) == 2
    assert capsys.readouterr().out == "seed 12\nrules/violations.py: no function to change\n"
