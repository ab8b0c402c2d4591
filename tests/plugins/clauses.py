"""Record which clauses are proven: tests name them, and a complete green run writes the result file.

`@pytest.mark.clause("001-E7")` on a test, or a `("clause", "001-E7")` entry in the `user_properties`
of a collected item. See docs/ledger.md.
"""

import os
from collections.abc import Generator
from pathlib import Path
from typing import Any, TypeGuard

import pytest

from kamchatka.ids import ClauseId
from kamchatka.ledger import ProvenClauses, known
from tests.plugins.proofs import CLAUSE, PROVER, Proofs
from tests.plugins.uses import Uses

MOST_CLAUSES = 3
RESULTS = Path("src/kamchatka/ledger/results.json")
NARROWING = (
    "keyword",
    "markexpr",
    "deselect",
    "ignore",
    "ignore_glob",
    "lf",
    "stepwise",
    "collectonly",
    "setuponly",
    "setupplan",
    "alter",
    "only_clauses",
)
"""Options that deselect tests or change how they run."""

COLLECTING = ("testpaths", "norecursedirs", "python_files", "python_classes", "python_functions")
"""Settings that decide what is a test: a run that overrides one is not complete."""

DESELECTED = "clauses_deselected"

WRITTEN = {"", "ids", "ledger", "messages", "rulebook"}
"""Packages that only hold written values; a test that uses no other can only read a value back."""

USES = pytest.StashKey[Uses]()


class ClauseMarkError(Exception):
    """A test that names too many clauses, an unknown one, or one it cannot prove."""


def pytest_configure(config: pytest.Config) -> None:
    config.stash[USES] = Uses()
    config.addinivalue_line("markers", "clause(*ids): the clauses (at most three) that a test proves")
    config.pluginmanager.register(Bookkeeper(config), "clause-bookkeeper")


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Turn marks into properties, which travel with reports; a bad mark is a collection error."""
    report = yield
    mistakes = []
    for item in report.result or ():
        if isinstance(item, pytest.Item):
            try:
                _attach(item)
            except ClauseMarkError as mistake:
                mistakes.append(f"{item.nodeid}: {mistake}")
    if mistakes:
        report.outcome = "failed"
        report.longrepr = "\n".join(mistakes)
        report.result = []
    return report


def _attach(item: pytest.Item) -> None:
    named = [value for name, value in item.user_properties if name == CLAUSE]
    of_line = [id(mark) for mark in item.callspec.marks] if _has_parameters(item) else []
    of_all_lines: list[object] = []
    item.user_properties[:] = [entry for entry in item.user_properties if entry[0] != CLAUSE]
    for mark in item.iter_markers(CLAUSE):
        if mark.kwargs or not mark.args:
            raise ClauseMarkError('the mark takes clause ids only, as in clause("001-E7")')
        named.extend(mark.args)
        of_all_lines.extend(() if id(mark) in of_line else mark.args)
    ids = list(dict.fromkeys(named))
    if not ids:
        return
    unknown = [str(name) for name in ids if not isinstance(name, str) or not known(name)]
    if unknown:
        raise ClauseMarkError(f"unknown clause {', '.join(unknown)}")
    if len(ids) > MOST_CLAUSES:
        raise ClauseMarkError(f"names {len(ids)} clauses; a test proves at most {MOST_CLAUSES}")
    if isinstance(item, pytest.Function):
        _refuse_reading_back(item)
    item.user_properties.extend((CLAUSE, name) for name in ids)
    for name in ids:
        prover = _without_parameters(item) if name in of_all_lines else item.nodeid
        item.user_properties.append((PROVER, f"{name} {prover}"))


def _refuse_reading_back(test: pytest.Function) -> None:
    uses = test.config.stash[USES]
    if uses.packages_of(test) <= WRITTEN:
        raise ClauseMarkError("proves nothing: it reads a regulation back and uses nothing that plays by it")
    line = uses.line_that_reads_back(test)
    if line:
        raise ClauseMarkError(f"line {line} only reads a regulation back: that is no part of a proof")


def _without_parameters(item: pytest.Item) -> str:
    """The name of a test that proves a clause with all its parameters."""
    return item.nodeid.removesuffix(f"[{item.callspec.id}]") if _has_parameters(item) else item.nodeid


def _has_parameters(item: pytest.Item) -> TypeGuard[pytest.Function]:
    return isinstance(item, pytest.Function) and hasattr(item, "callspec")


class Bookkeeper:
    """Compares a complete green run with the result file, and updates the file if the run proves more."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._is_worker = hasattr(config, "workerinput")
        self._proofs = Proofs()
        self._deselected = 0
        self._said: list[str] = []

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        self._deselected += len(items)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not self._is_worker:
            self._proofs.note(report)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        # With xdist only the workers know which tests they deselected.
        self._deselected += getattr(node, "workeroutput", {}).get(DESELECTED, 0)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if self._is_worker:
            self._config.workeroutput[DESELECTED] = self._deselected  # type: ignore[attr-defined]
            return
        asked = bool(os.environ.get("CI")) or os.environ.get("KAMCHATKA_WHOLE_RUN") == "1"
        if asked and exitstatus == 0 and self._is_whole() and not self._settle():
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._said:
            terminalreporter.section("clauses")
            for line in self._said:
                terminalreporter.write_line(line)

    def _is_whole(self) -> bool:
        chosen = self._config.args_source is pytest.Config.ArgsSource.ARGS
        narrowed = any(self._config.getoption(name, None) for name in NARROWING)
        # Options such as --strict-markers also appear among the overridden settings: those do no harm.
        overridden = [entry.partition("=")[0] for entry in self._config.getoption("override_ini") or ()]
        redefined = any(name in COLLECTING for name in overridden)
        return not (chosen or narrowed or redefined or self._deselected)

    def _settle(self) -> bool:
        """Whether the run proves everything in the file; if so, the file is extended with what is new."""
        path = self._config.rootpath / RESULTS
        before = (
            ProvenClauses.from_json(path.read_text(encoding="utf-8")) if path.exists() else ProvenClauses()
        )
        proven = self._proofs.proven()
        lost = sorted(set(before.proven) - set(proven))
        if lost:
            self._said = _complaint(lost, before)
            return False
        self._said = [f"{len(proven)} proven, {len(set(proven) - set(before.proven))} of them new"]
        # Other tests have not been seen to notice an alteration: control their clauses again.
        kept = {c for c in before.controlled & set(proven) if set(proven[c]) == set(before.proven.get(c, ()))}
        after = ProvenClauses(proven=proven, controlled=frozenset(kept), stating=before.stating)
        if not os.environ.get("CI") and after.to_json() != before.to_json():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(after.to_json(), encoding="utf-8", newline="\n")
            self._said.append(f"{RESULTS.as_posix()} rewritten: commit it")
        return True


def _complaint(lost: list[ClauseId], before: ProvenClauses) -> list[str]:
    lines = [f"{clause_id} was proven by {', '.join(before.proven[clause_id])}" for clause_id in lost]
    return [f"{len(lost)} clauses are proven no more (the number only grows):", *lines]
