"""Runs tests against mutants: one process collects them, and a child forked from it tries each mutant.

First every test runs once over instrumented code that records the statements it executes. A mutant then meets
only the tests that reach its statement, the most telling first, until one fails. Its function's code is
replaced in place, so that modules that imported it by name see the mutant too.
"""

import gc
import importlib
import os
import pickle
import signal
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import _lru_cache_wrapper
from pathlib import Path
from time import process_time
from types import CodeType, FunctionType

import pytest

from soak.children import UNTRIED, in_children
from soak.mutator import FunctionKey, Mutant, Source

TIMES, LEAST_SECONDS = 10, 2.0
"""CPU limit of a test: this many times its usual time, and at least this many seconds."""
WAITING_SECONDS = 300
"""Wall-clock timeout of a test that waits forever."""
SHORTEST = 0.01
"""Seconds below which no test counts as quicker than another."""
AT_ONCE = 100
"""Tests that one child runs."""
PROBES = "__seen__"
CACHING = (
    *("tests.", "kamchatka.scoring.", "kamchatka.tournament.", "kamchatka.referee."),
    *("kamchatka.game.", "kamchatka.app.", "kamchatka.web.", "kamchatka.cli."),
)
"""Modules in which a decorator may cache results of a mutated package."""
KEPT = (
    ("kamchatka.scoring.sheet.incidents", "_kept"),
    ("kamchatka.app.tournaments.listing", "_known"),
    ("tests.referee.judge", "BEGUN"),
)
"""Module-level dictionaries that cache such results too."""


class Fate(Enum):
    """The fate of a mutant; values are exit statuses of its process."""

    SURVIVED = 0
    KILLED = 1
    TIMED_OUT = 2


class NothingTried(Exception):
    """The tests cannot judge: they fail without a mutant, or cannot run."""


@dataclass(frozen=True)
class Passage:
    """A test, its duration, and the statements it executes."""

    test: int
    """Its index in the collection."""
    seconds: float
    statements: Mapping[str, bytes]
    """For each file, 1 for every statement executed."""
    failed: bool

    def passes(self, mutant: Mutant) -> bool:
        """Whether the test reaches the mutant's statement."""
        seen = self.statements.get(mutant.file)
        return seen is not None and seen[mutant.statement] == 1


@dataclass(frozen=True)
class LiveObjects:
    """The objects to change for a mutant: functions, references to them, and caches."""

    functions: Mapping[tuple[str, FunctionKey], Sequence[FunctionType]]
    """Functions by file and key."""
    caches: Sequence["_lru_cache_wrapper[object]"]

    @classmethod
    def of(cls, sources: Iterable[Source]) -> "LiveObjects":
        """All such objects now alive."""
        files = {importlib.import_module(source.module).__file__: source.name for source in sources}
        functions = defaultdict(list)
        caches = []
        gc.unfreeze()  # frozen objects would not be listed, and our tests freeze what collecting has loaded
        for each in gc.get_objects():
            # Not isinstance, which a proxy object would intercept.
            if type(each) is FunctionType and each.__code__.co_filename in files:
                code = each.__code__
                key = (code.co_qualname, code.co_firstlineno)
                functions[files[code.co_filename], key].append(each)
            elif type(each) is _lru_cache_wrapper and each.__module__.startswith(CACHING):
                caches.append(each)
        return cls(functions, caches)

    def install(self, file: str, key: FunctionKey, code: CodeType) -> None:
        """Replace a function's code."""
        for function in self.functions[file, key]:
            # If the change removed the only `super()`, the function keeps its cell.
            function.__code__ = code.replace(co_freevars=function.__code__.co_freevars)

    def forget_results(self) -> None:
        """Clear every cache that may hold results computed before the mutation."""
        for each in self.caches:
            each.cache_clear()
        for module, name in KEPT:
            if module in sys.modules:
                vars(sys.modules[module])[name].clear()


class Trials:
    """A pytest plugin that tries mutants against the collected tests instead of running them."""

    def __init__(
        self,
        sources: Sequence[Source],
        mutants: Sequence[Mutant],
        judges: Mapping[str, Sequence[str]],
        *,
        processes: int,
        budget: float,
        tell: Callable[[str, int, int], None],
    ) -> None:
        self._sources = {source.name: source for source in sources}
        self._mutants = mutants
        self._judges = {package: tuple(folders) for package, folders in judges.items()}
        self._processes = processes
        self._budget = budget
        self._tell = tell
        self._items: list[pytest.Item] = []
        self._found = LiveObjects({}, ())
        self._has_failed = False
        self.fates: dict[Mutant, Fate] = {}
        self.unreached: set[Mutant] = set()
        self.trouble = ""

    def pytest_configure(self) -> None:
        """Make Hypothesis try the same examples each time, without its database of failures."""
        from hypothesis import settings  # noqa: PLC0415 - pytest must load it first

        settings.register_profile("mutants", derandomize=True, database=None, deadline=None)
        settings.load_profile("mutants")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out tests that wait for a browser or a database server."""
        items[:] = [item for item in items if not _needs_a_server(item)]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all mutants."""
        self._items = session.items
        try:
            if session.testsfailed:
                raise NothingTried("some tests cannot be collected")
            self._found = LiveObjects.of(self._sources.values())
            gc.freeze()  # or the first collection in each child would copy all of it
            self._try_all(self._passages())
        except NothingTried as trouble:
            self.trouble = str(trouble)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record a failure."""
        self._has_failed |= report.failed

    def _passages(self) -> list[Passage]:
        """Run every test once over instrumented code."""
        starts = range(0, len(self._items), AT_ONCE)
        found: list[Passage] = []
        with tempfile.TemporaryDirectory() as folder:
            chunks = [
                (range(start, min(start + AT_ONCE, len(self._items))), Path(folder)) for start in starts
            ]
            for (tests, _), status in in_children(chunks, self._pass_through, self._processes):
                if status:
                    raise NothingTried(f"the tests could not be run, from {self._items[tests[0]].nodeid} on")
                found += pickle.loads((Path(folder) / str(tests[0])).read_bytes())
                self._tell("tests", len(found), len(self._items))
        broken = [self._items[passage.test].nodeid for passage in found if passage.failed]
        if broken:
            raise NothingTried(f"without any mutant there fail {', '.join(broken)}")
        return sorted(found, key=lambda passage: passage.seconds)

    def _pass_through(self, chunk: tuple[range, Path]) -> int:
        tests, folder = chunk
        probes = {}
        for name, source in self._sources.items():
            module = importlib.import_module(source.module)
            codes, statements = source.probed(PROBES)
            probes[name] = vars(module)[PROBES] = bytearray(statements)
            for key, code in codes.items():
                self._found.install(name, key, code)
        found = []
        for test in tests:
            self._found.forget_results()
            for seen in probes.values():
                seen[:] = bytes(len(seen))
            began = process_time()
            failed = self._fails(test)
            passed = {name: bytes(seen) for name, seen in probes.items() if any(seen)}
            found.append(Passage(test, process_time() - began, passed, failed))
        (folder / str(tests[0])).write_bytes(pickle.dumps(found))
        return 0

    def _try_all(self, passages: Sequence[Passage]) -> None:
        trials: list[tuple[Mutant | None, list[Passage]]] = []
        for judge in self._judges.values():
            trials.append((None, [passage for passage in passages if self._is_of(passage, judge)]))
        telling = how_telling(passages)
        for mutant in self._mutants:
            file, judge = mutant.file, self._judges[mutant.package]
            tests = [each for each in passages if each.passes(mutant) and self._is_of(each, judge)]
            if tests:
                worth = {each.test: telling[file, each.test] for each in tests}
                trials.append((mutant, self._in_order(tests, worth)))
            else:
                self.unreached.add(mutant)
                self.fates[mutant] = Fate.SURVIVED
        for (tried, _), status in in_children(trials, self._try, self._processes):
            fate = fate_of(status)
            if tried is not None:
                self.fates[tried] = fate
                self._tell("mutants", len(self.fates), len(self._mutants))
            elif fate is not Fate.SURVIVED:
                raise NothingTried("the tests fail without any mutant, when the quickest run first")

    def _in_order(self, passages: Iterable[Passage], worth: Mapping[int, float]) -> list[Passage]:
        """The most telling first; each further parameter of a test function tells less than the last."""
        seen: Counter[str] = Counter()
        ranked = []
        for passage in sorted(passages, key=lambda each: -worth[each.test]):
            function = self._items[passage.test].nodeid.partition("[")[0]
            seen[function] += 1
            ranked.append((worth[passage.test] / seen[function], passage))
        return [passage for _, passage in sorted(ranked, key=lambda each: -each[0])]

    def _is_of(self, passage: Passage, judge: tuple[str, ...]) -> bool:
        return self._items[passage.test].nodeid.startswith(judge)

    def _try(self, trial: tuple[Mutant | None, Sequence[Passage]]) -> int:
        mutant, passages = trial
        if mutant is not None:
            code = self._sources[mutant.file].mutated(mutant)
            self._found.install(mutant.file, mutant.change.function, code)
        self._found.forget_results()
        left = self._budget
        for passage in passages:
            if passage.seconds > left:
                continue
            left -= passage.seconds
            signal.setitimer(signal.ITIMER_PROF, max(LEAST_SECONDS, TIMES * passage.seconds))
            signal.alarm(WAITING_SECONDS)
            if self._fails(passage.test):
                return Fate.KILLED.value
        return Fate.SURVIVED.value

    def _fails(self, test: int) -> bool:
        self._has_failed = False
        item = self._items[test]
        # No next test: fixtures are created anew for each, whatever ran before.
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        return self._has_failed


def how_telling(passages: Iterable[Passage]) -> dict[tuple[str, int], float]:
    """How likely a test is to notice a mutant of a file, for its time: it executes what few others do."""
    executed: dict[str, list[Passage]] = defaultdict(list)
    for passage in passages:
        for file in passage.statements:
            executed[file].append(passage)
    found = {}
    for file, through in executed.items():
        times = [sum(column) for column in zip(*(each.statements[file] for each in through), strict=True)]
        for each in through:
            rare = sum(
                1 / many for many, is_seen in zip(times, each.statements[file], strict=True) if is_seen
            )
            found[file, each.test] = rare / max(each.seconds, SHORTEST)
    return found


def _needs_a_server(item: pytest.Item) -> bool:
    return "browser" in getattr(item, "fixturenames", ()) or "postgresql" in item.name


def fate_of(status: int) -> Fate:
    """The fate of a mutant, by its wait status."""
    if os.WIFSIGNALED(status):
        late = os.WTERMSIG(status) in (signal.SIGPROF, signal.SIGALRM)
        return Fate.TIMED_OUT if late else Fate.KILLED
    if os.WEXITSTATUS(status) == UNTRIED:
        raise NothingTried("a mutant could not be tried")
    return Fate(os.WEXITSTATUS(status))
