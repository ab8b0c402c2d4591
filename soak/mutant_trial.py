"""Runs tests against mutants: one process collects them, and a child forked from it tries each mutant.

First every test runs once over code that notes which statements it passes. A mutant then meets only the tests
that reach its statement, the quickest first, until one fails. Its function gets other code in place, so that
whoever imported it by name meets the mutant too.
"""

import gc
import importlib
import os
import pickle
import signal
import tempfile
from collections import defaultdict
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
"""A test may use the processor so many times longer than usual, and in any case for these seconds."""
WAITING_SECONDS = 300
"""A test that waits for what never comes is ended by the clock on the wall."""
AT_ONCE = 100
"""Tests that one child passes through."""
PROBES = "__seen__"
CACHING = ("tests.", "kamchatka.scoring.", "kamchatka.game.", "kamchatka.app.", "kamchatka.cli.")
"""Where something computed by a mutated package may be kept by a decorator."""
KEPT = (("kamchatka.scoring.sheet.incidents", "_kept"),)
"""Dictionaries of modules that keep such things too."""


class Fate(Enum):
    """What became of a mutant; the values are exit statuses of its process."""

    SURVIVED = 0
    KILLED = 1
    TIMED_OUT = 2


class NothingTried(Exception):
    """The tests cannot judge: they fail with no mutant there, or cannot be run."""


@dataclass(frozen=True)
class Passage:
    """A test, how long it takes, and the statements it passes."""

    test: int
    """Its place in the collection."""
    seconds: float
    statements: Mapping[str, bytes]
    """For each file, 1 where a statement was passed."""
    failed: bool

    def passes(self, mutant: Mutant) -> bool:
        """Whether the test reaches the mutant's statement."""
        seen = self.statements.get(mutant.file)
        return seen is not None and seen[mutant.statement] == 1


@dataclass(frozen=True)
class LiveObjects:
    """What must be touched to put a mutant in place: functions, whoever holds them, and caches."""

    functions: Mapping[tuple[str, FunctionKey], Sequence[FunctionType]]
    """By file and place in it."""
    caches: Sequence["_lru_cache_wrapper[object]"]

    @classmethod
    def of(cls, sources: Iterable[Source]) -> "LiveObjects":
        """All there are now."""
        files = {importlib.import_module(source.module).__file__: source.name for source in sources}
        functions = defaultdict(list)
        caches = []
        for each in gc.get_objects():
            # Not isinstance, which asks an object that merely stands for another.
            if type(each) is FunctionType and each.__code__.co_filename in files:
                code = each.__code__
                key = (code.co_qualname, code.co_firstlineno)
                functions[files[code.co_filename], key].append(each)
            elif type(each) is _lru_cache_wrapper and each.__module__.startswith(CACHING):
                caches.append(each)
        return cls(functions, caches)

    def install(self, file: str, key: FunctionKey, code: CodeType) -> None:
        """Give a function other code."""
        for function in self.functions[file, key]:
            # Where the change dropped the only `super()`, the function keeps the cell for it.
            function.__code__ = code.replace(co_freevars=function.__code__.co_freevars)

    def forget_results(self) -> None:
        """Empty every cache that may hold what a function computed before it was mutated."""
        for each in self.caches:
            each.cache_clear()
        for module, name in KEPT:
            vars(importlib.import_module(module))[name].clear()


class Trials:
    """A plugin of pytest: in place of running the tests collected, it tries mutants against them."""

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
        """Let Hypothesis try the same examples each time, and none that an earlier run found."""
        from hypothesis import settings  # noqa: PLC0415 - pytest must be the first to load it

        settings.register_profile("mutants", derandomize=True, database=None, deadline=None)
        settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all mutants."""
        self._items = session.items
        try:
            if session.testsfailed:
                raise NothingTried("some tests cannot be collected")
            self._found = LiveObjects.of(self._sources.values())
            gc.freeze()  # or each child would copy all that its first collection looks at
            self._try_all(self._passages())
        except NothingTried as trouble:
            self.trouble = str(trouble)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember a failure."""
        self._has_failed |= report.failed

    def _passages(self) -> list[Passage]:
        """Every test once, over code that notes what it passes; the quickest first."""
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
        for mutant in self._mutants:
            judge = self._judges[mutant.package]
            tests = [each for each in passages if each.passes(mutant) and self._is_of(each, judge)]
            if tests:
                trials.append((mutant, tests))
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
            left -= passage.seconds
            if left < 0:
                break
            signal.setitimer(signal.ITIMER_PROF, max(LEAST_SECONDS, TIMES * passage.seconds))
            signal.alarm(WAITING_SECONDS)
            if self._fails(passage.test):
                return Fate.KILLED.value
        return Fate.SURVIVED.value

    def _fails(self, test: int) -> bool:
        self._has_failed = False
        item = self._items[test]
        # No next test: fixtures are made anew for each, whatever ran before.
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        return self._has_failed


def fate_of(status: int) -> Fate:
    """What a wait status says of a mutant."""
    if os.WIFSIGNALED(status):
        late = os.WTERMSIG(status) in (signal.SIGPROF, signal.SIGALRM)
        return Fate.TIMED_OUT if late else Fate.KILLED
    if os.WEXITSTATUS(status) == UNTRIED:
        raise NothingTried("a mutant could not be tried")
    return Fate(os.WEXITSTATUS(status))
