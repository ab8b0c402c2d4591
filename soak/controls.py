"""Alter each rulebook value tied to a proven clause and see that the clause's own tests notice.

A mark says that a test proves a clause; only a test that fails when the regulation says otherwise shows
it. Such a clause is *controlled*. There is no luck in this trial. `./run soak controls [CLAUSE ...]`
"""

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from kamchatka.ids import ClauseId, RulebookId
from kamchatka.ledger import Results, known
from kamchatka.rulebook import load, shipped
from kamchatka.rulebook.allowed import choices

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "src/kamchatka/ledger/results.json"
PASSED, FAILED = 0, 1
PATIENCE = 600


@dataclass(frozen=True)
class Value:
    """One value of one regulation, as its file states it."""

    rulebook: RulebookId
    key: str
    value: object

    def alterations(self) -> Iterator[str]:
        """The words of `--alter` that try everything near this value; some make no regulation at all."""
        for other in neighbours(self.value, choices(self.key)):
            yield f"{self.rulebook}:{self.key}={json.dumps(other)}"


def neighbours(value: object, among: Sequence[str] = ()) -> Iterator[object]:
    """Values near this one: another choice, one more or less, an entry changed, left out or swapped."""
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1)
        case str():
            yield from (choice for choice in among if choice != value)
        case dict():
            for name, entry in value.items():
                for other in neighbours(entry):
                    yield {**value, name: other}
        case list():
            for place, entry in enumerate(value):
                for other in neighbours(entry):
                    yield [*value[:place], other, *value[place + 1 :]]
            for place in range(len(value)):
                yield [*value[:place], *value[place + 1 :]]
            for place in range(len(value) - 1):
                yield [*value[:place], value[place + 1], value[place], *value[place + 2 :]]


def values_by_clause() -> Mapping[ClauseId, Sequence[Value]]:
    """The values each clause states, over all shipped regulations."""
    found: dict[ClauseId, list[Value]] = defaultdict(list)
    for rulebook in shipped():
        for entry in load(rulebook).entries():
            for clause_id in entry.clauses:
                found[clause_id].append(Value(rulebook, entry.key, entry.value))
    return found


def run_tests(tests: Sequence[str], *options: str, root: Path = ROOT) -> int:
    """Run tests in a process of their own; its exit status, or -1 if it did not end in time."""
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *options, *tests]
    asked = ("CI", "KAMCHATKA_WHOLE_RUN")
    environment = {name: value for name, value in os.environ.items() if name not in asked}
    try:
        done = subprocess.run(
            words, cwd=root, env=environment, capture_output=True, check=False, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        return -1
    return done.returncode


def noticed(
    clause_id: ClauseId, tests: Sequence[str], values: Sequence[Value], root: Path = ROOT
) -> str | None:
    """The first alteration that makes one of the clause's own tests fail, if any does."""
    for value in values:
        for alteration in value.alterations():
            options = ("--only-clause", clause_id, "--alter", alteration)
            # Only a failed test counts: a regulation that no longer loads, or tests that cannot be
            # collected, end with other statuses.
            if run_tests(tests, *options, root=root) == FAILED:
                return alteration
    return None


def main(argv: list[str]) -> int:
    """Try the clauses named, or all proven ones that a rulebook value states; 0 if all are controlled."""
    out = Console(highlight=False, soft_wrap=True)
    unknown = [name for name in argv if not known(name)]
    if unknown:
        out.print(f"no such clause: {', '.join(unknown)}")
        return 2
    before = Results.from_json(RESULTS.read_text(encoding="utf-8"))
    values = values_by_clause()
    tried = [
        clause_id for clause_id in before.proven if clause_id in values and (not argv or clause_id in argv)
    ]
    if not tried:
        out.print("no proven clause to try: nothing stated by a rulebook value has a test yet")
        return 0
    out.print(f"controls: {len(tried)} clauses, seed: none")
    tests = sorted({test for clause_id in tried for test in before.proven[clause_id]})
    if run_tests(tests) != PASSED:
        out.print("the tests fail, or are no longer there, without any alteration: run ./run test first")
        return 1
    seen = _try_all({clause_id: before.proven[clause_id] for clause_id in tried}, values, out)
    for clause_id, alteration in sorted(seen.items()):
        out.print(f"{clause_id} controlled by {alteration}", markup=False)
    after = Results(proven=before.proven, controlled=(before.controlled - frozenset(tried)) | frozenset(seen))
    RESULTS.write_text(after.to_json(), encoding="utf-8", newline="\n")
    unseen = [clause_id for clause_id in tried if clause_id not in seen]
    if unseen:
        out.print(f"\n{len(unseen)} of {len(tried)} clauses whose tests notice no alteration:")
        for clause_id in unseen:
            keys = ", ".join(f"{value.rulebook}:{value.key}" for value in values[clause_id])
            out.print(f"{clause_id} ({keys})", markup=False)
        return 1
    out.print(f"all {len(tried)} controlled")
    return 0


def _try_all(
    tests: Mapping[ClauseId, Sequence[str]], values: Mapping[ClauseId, Sequence[Value]], out: Console
) -> dict[ClauseId, str]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    seen: dict[ClauseId, str] = {}
    with Progress(*columns, console=out) as progress, ThreadPoolExecutor(os.cpu_count()) as pool:
        task = progress.add_task("clauses", total=len(tests))
        trials = {
            pool.submit(noticed, clause_id, names, values[clause_id]): clause_id
            for clause_id, names in tests.items()
        }
        for trial in as_completed(trials):
            alteration = trial.result()
            if alteration is not None:
                seen[trials[trial]] = alteration
            progress.advance(task)
    return seen
