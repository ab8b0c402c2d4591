"""Alter each value of regulations, formulas, formats and cases tied to a proven clause: do its tests notice?

A mark says that a test proves a clause; only a test that fails when the regulation differs shows it. A
clause is *controlled* if, for each value it states, some alteration fails one of the clause's tests. If a
term of a formula cites several clauses for one value, the tests of one must notice, and each must notice
something. A value that no product code reads controls nothing: a test could only read it back.

`./run soak controls [--strict] [CLAUSE | PART ...]`; a part is `referee-tool`, `tournament` and so on.
"""

import json
import tempfile
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from kamchatka.ids import ClauseId
from kamchatka.ledger import How, ProvenClauses, known, select
from soak.alterations import Alteration, Value, values_by_clause
from soak.case_values import case_values_by_clause
from soak.format_values import format_values_by_clause
from soak.formula_values import FormulaValue, formula_values_by_clause
from soak.fresh import PROCESSES, run_pytest
from tests.ledger.values_read import unread

ROOT = Path(__file__).parents[1]
RESULTS = Path("src/kamchatka/ledger/results.json")
PASSED, FAILED = 0, 1

Tests = Mapping[ClauseId, Sequence[str]]
AnyValue = Value | FormulaValue
Stated = Mapping[ClauseId, Sequence[AnyValue]]
Failing = Mapping[str, frozenset[str]]


@dataclass
class Trial:
    """The outcome for one key of the regulations: which clauses' tests noticed, and which alteration."""

    key: str
    noticed: dict[ClauseId, str] = field(default_factory=dict)
    tried: set[ClauseId] = field(default_factory=set)
    """Clauses for which at least one altered regulation could be loaded."""


def run_tests(tests: Sequence[str], *alterations: str, root: Path = ROOT) -> tuple[int, Failing]:
    """Run tests in their own process: its exit status and the failures.

    The status is negative if the process was killed. Failures are listed by clause; a test that could not be
    collected counts for none.
    """
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "failed.json"
        words = ["-q", "--tb=no", "-p", "no:cacheprovider"]
        # Loading these takes longer than most of the tests.
        words += ["-p", "no:hypothesispytest", "-p", "no:xdist"]
        words += ["--continue-on-collection-errors", "--report-clauses", str(report)]
        words += [word for alteration in alterations for word in ("--alter", alteration)]
        status = run_pytest([*words, *tests], root)
        found = json.loads(report.read_text(encoding="utf-8")) if report.exists() else {}
    return status, {clause_id: frozenset(failing) for clause_id, failing in found.items()}


def noticed_by(alteration: Alteration, tests: Sequence[str], root: Path = ROOT) -> Failing | None:
    """The tests that fail under an alteration, by clause; None if it cannot be tried.

    Only failed tests count: a regulation that no longer loads, or an aborted run, shows nothing.
    """
    status, failing = run_tests(tests, alteration.words, *alteration.beside, root=root)
    if status not in (PASSED, FAILED):
        return None
    if not alteration.beside or not failing:
        return failing
    _, alone = run_tests(tests, *alteration.beside, root=root)
    return {clause_id: found - alone.get(clause_id, frozenset()) for clause_id, found in failing.items()}


def try_key(key: str, stated: Stated, tests: Tests, root: Path = ROOT) -> Trial:
    """Alter one key, regulation by regulation, until the tests of every clause that states it have noticed.

    Each alteration runs once, for all clauses that have not noticed yet.
    """
    trial = Trial(key)
    # A value may be an unhashable list, but each regulation has one value of the key.
    values = {value.rulebook: value for entries in stated.values() for value in _of(key, entries)}
    for value in values.values():
        for alteration in value.alterations():
            waiting = [c for c, entries in stated.items() if value in entries and c not in trial.noticed]
            if not waiting:
                break
            failing = noticed_by(alteration, sorted({test for c in waiting for test in tests[c]}), root)
            if failing is not None:
                trial.tried.update(waiting)
                trial.noticed |= {c: alteration.words for c in waiting if failing.get(c)}
    return trial


def _of(label: str, values: Sequence[AnyValue]) -> list[AnyValue]:
    return [value for value in values if value.label == label]


def all_values() -> Stated:
    """The values each clause states, of regulations, formulas, formats and cases."""
    kinds = (
        values_by_clause(),
        formula_values_by_clause(),
        format_values_by_clause(),
        case_values_by_clause(),
    )
    return {
        clause_id: [value for kind in kinds for value in kind.get(clause_id, ())]
        for clause_id in sorted({clause_id for kind in kinds for clause_id in kind})
    }


def parted(stated: Stated, refused: frozenset[str]) -> tuple[Stated, Stated]:
    """The values each clause states, without these keys, and then only those of these keys."""
    kept: dict[ClauseId, list[AnyValue]] = defaultdict(list)
    left: dict[ClauseId, list[AnyValue]] = defaultdict(list)
    for clause_id, values in stated.items():
        for value in values:
            (left if value.key in refused else kept)[clause_id].append(value)
    return kept, left


def companions(clause_id: ClauseId, values: Sequence[AnyValue]) -> frozenset[ClauseId]:
    """The clauses that state some of these values together with this one."""
    found = (value.together for value in values if isinstance(value, FormulaValue))
    return frozenset().union(*found) - {clause_id}


def is_noticed(clause_id: ClauseId, value: AnyValue, trial: Trial) -> bool:
    """Whether the tests of the clause, or of one that states the value with it, noticed an alteration."""
    together = value.together if isinstance(value, FormulaValue) else frozenset()
    return any(each in trial.noticed for each in {clause_id, *together})


def is_controlled(clause_id: ClauseId, values: Sequence[AnyValue], trials: Mapping[str, Trial]) -> bool:
    """Whether every value the clause states is noticed, and its own tests notice something."""
    everything = all(is_noticed(clause_id, value, trials[value.label]) for value in values)
    return everything and any(clause_id in trials[value.label].noticed for value in values)


def main(argv: list[str], root: Path = ROOT) -> int:
    """Try the named clauses or parts, or all proven clauses that state a value; report the uncontrolled ones.

    Exits with 0 if it ran; with `--strict` only if everything tried is controlled.
    """
    out = Console(highlight=False, soft_wrap=True, markup=False)
    wanted = [name for word in argv if word != "--strict" for name in _named(word)]
    unknown = [name for name in wanted if not known(name)]
    if unknown:
        out.print(f"no such clause: {', '.join(unknown)}")
        return 2
    before = ProvenClauses.from_json((root / RESULTS).read_text(encoding="utf-8"))
    everything, unused = all_values(), unread()
    proven = {clause_id: values for clause_id, values in everything.items() if clause_id in before.proven}
    asked = set(wanted)
    for name in wanted:
        asked |= companions(ClauseId(name), proven.get(ClauseId(name), ()))
    chosen = {name: values for name, values in proven.items() if not wanted or name in asked}
    stated, refused = parted(chosen, unused)
    if not chosen:
        out.print("no proven clause to try: nothing stated by a value has a test yet")
        return 0
    tests = {clause_id: before.proven[clause_id] for clause_id in stated}
    out.print(f"controls: {len(stated)} clauses, seed: none")
    every = sorted({test for names in tests.values() for test in names})
    if every and run_tests(every, root=root)[0] != PASSED:
        out.print("the tests fail, or are no longer there, without any alteration: run ./run test first")
        return 1
    trials = _try_all(stated, tests, root, out)
    controlled = frozenset(
        clause_id for clause_id, values in stated.items() if is_controlled(clause_id, values, trials)
    )
    # A companion notices for others; only a trial with its own companions shows that it is not controlled.
    judged = {
        name: values for name, values in stated.items() if not wanted or name in wanted or name in controlled
    }
    others = before.controlled - set(wanted) if wanted else frozenset()
    after = ProvenClauses(before.proven, others | controlled, frozenset(parted(everything, unused)[0]))
    (root / RESULTS).write_text(after.to_json(), encoding="utf-8", newline="\n")
    if judged:
        _report(judged, trials, controlled, out.print)
    _report_refused(stated, refused, out.print)
    return 1 if "--strict" in argv and len(controlled) < len(judged) else 0


def _named(word: str) -> list[str]:
    """The clauses of a part; any other word as it is."""
    return [entry.id for entry in select(how=How(word))] if word in list(How) else [word]


def _try_all(stated: Stated, tests: Tests, root: Path, out: Console) -> dict[str, Trial]:
    by_key: dict[str, dict[ClauseId, Sequence[AnyValue]]] = defaultdict(dict)
    for clause_id, values in stated.items():
        for key in dict.fromkeys(value.label for value in values):
            by_key[key][clause_id] = _of(key, values)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    trials: dict[str, Trial] = {}
    with Progress(*columns, console=out) as progress, ThreadPoolExecutor(PROCESSES) as pool:
        task = progress.add_task("keys", total=len(by_key))
        for done in as_completed(pool.submit(try_key, key, by_key[key], tests, root) for key in by_key):
            trials[done.result().key] = done.result()
            progress.advance(task)
    return trials


def _report(
    stated: Stated, trials: Mapping[str, Trial], controlled: frozenset[ClauseId], say: Callable[[str], None]
) -> None:
    """Print what was noticed and by which alteration, then every value that was not."""
    for clause_id in sorted(controlled):
        keys = dict.fromkeys(value.label for value in stated[clause_id])
        own = [trials[key].noticed[clause_id] for key in keys if clause_id in trials[key].noticed]
        say(f"{clause_id} controlled by {', '.join(own)}")
    if len(controlled) == len(stated):
        say(f"all {len(stated)} controlled")
        return
    say(f"\n{len(stated) - len(controlled)} of {len(stated)} clauses not controlled; values not noticed:")
    for clause_id in sorted(set(stated) - controlled):
        for key in dict.fromkeys(value.label for value in stated[clause_id]):
            values = _of(key, stated[clause_id])
            if clause_id not in trials[key].noticed:
                books = ", ".join(value.rulebook for value in values)
                why = "" if clause_id in trials[key].tried else ": no alteration of it makes a regulation"
                if is_noticed(clause_id, values[0], trials[key]):
                    why = ": only by the tests of another clause"
                say(f"{clause_id} {key} ({books}){why}")


def _report_refused(stated: Stated, refused: Stated, say: Callable[[str], None]) -> None:
    """Print the values that do not count, and the clauses that state nothing else."""
    if not refused:
        return
    resting = len(set(refused) - set(stated))
    say(f"\nvalues that no product code reads, refused as controls; {resting} clauses state nothing else:")
    for clause_id in sorted(refused):
        for key in dict.fromkeys(value.label for value in refused[clause_id]):
            books = ", ".join(value.rulebook for value in _of(key, refused[clause_id]))
            say(f"{clause_id} {key} ({books}){'' if clause_id in stated else ': nothing else is stated'}")
