"""The clauses a run has proven, collected from its test reports."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from kamchatka.ids import ClauseId

CLAUSE = "clause"
"""Property of a test: one clause it proves. Collectors of case files may set it themselves."""

PROVER = "clause-test"
"""Property of a test: a clause, and the test's name for it in the result file.

One name for all parameters; with the parameters, if only that line of a table names the clause.
"""

PHASES = {"setup", "call", "teardown"}


@dataclass
class _Instance:
    """One run of a test, with one set of parameters."""

    passed: set[str] = field(default_factory=set)
    spoiled: bool = False

    def note(self, report: pytest.TestReport) -> None:
        # An expected failure that passes is still not a proof.
        if report.passed and not hasattr(report, "wasxfail"):
            self.passed.add(report.when or "")
        else:
            self.spoiled = True

    @property
    def proves(self) -> bool:
        return self.passed == PHASES and not self.spoiled


class Proofs:
    """Clauses named by tests; a test proves only if all its instances passed in every phase."""

    def __init__(self) -> None:
        self._seen: dict[tuple[ClauseId, str], dict[str, _Instance]] = defaultdict(dict)

    def note(self, report: pytest.TestReport) -> None:
        """Record one phase of one test."""
        # Reports from another process have lists in place of tuples.
        for name, value in report.user_properties:
            if name == PROVER:
                clause_id, _, prover = str(value).partition(" ")
                instances = self._seen[ClauseId(clause_id), prover]
                instances.setdefault(report.nodeid, _Instance()).note(report)

    def proven(self) -> Mapping[ClauseId, tuple[str, ...]]:
        """The proven clauses, each with the tests that prove it."""
        found: dict[ClauseId, list[str]] = defaultdict(list)
        for (clause_id, prover), instances in self._seen.items():
            if all(instance.proves for instance in instances.values()):
                found[clause_id].append(prover)
        return {clause_id: tuple(sorted(found[clause_id])) for clause_id in sorted(found)}
