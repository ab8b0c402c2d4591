"""`--alter rtu:closing.cap=8`: run tests against a shipped regulation with one value changed.

`--alter formula/milano:term.first.by_place.4=201` does the same to one entry of a shipped formula, and
`--alter format/serate:option.games.most=7` to one of a tournament format, and
`--alter case/penalty:ruling.points.effect.0.points=8` to one of the casebook. The trial in `soak/controls.py`
uses it to see whether the tests of a clause notice; `--report-clauses FILE` reports which did. The change is
made here, in the test process, between parsing and validating the file: the product has no such switch.
"""

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.plugins.proofs import CLAUSE

REFUSED = 3
"""Exit status if the regulation does not load with the changed value, so that nothing was tried."""

FORMULA = "formula/"
"""Prefix of a formula's id."""

FORMAT = "format/"
"""Prefix of a tournament format's id."""

CASE = "case/"
"""Prefix of a case's id; an id without any of these prefixes names a regulation."""


class Alteration(NamedTuple):
    """The replacement of one value of one regulation."""

    rulebook: str
    section: str
    name: str
    value: object

    @classmethod
    def parse(cls, given: str) -> "Alteration":
        """Parse `RULEBOOK:SECTION.NAME=JSON`."""
        place, equals, document = given.partition("=")
        rulebook, colon, key = place.partition(":")
        section, dot, name = key.partition(".")
        if not (
            equals and colon and section and (name if dot else rulebook.startswith((FORMULA, FORMAT, CASE)))
        ):
            raise pytest.UsageError(f"--alter {given}: write it as rtu:closing.cap=8")
        try:
            return cls(rulebook, section, name, json.loads(document))
        except json.JSONDecodeError as error:
            raise pytest.UsageError(f"--alter {given}: {document} is not JSON") from error


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("kamchatka")
    group.addoption(
        "--alter",
        metavar="RULEBOOK:KEY=JSON",
        action="append",
        help="change one value of a shipped regulation; more than once for values that go together",
    )
    group.addoption("--report-clauses", metavar="FILE", type=Path, help="write which clauses' tests failed")


def pytest_configure(config: pytest.Config) -> None:
    changes = [Alteration.parse(words) for words in config.getoption("alter") or ()]
    rulebooks = [change for change in changes if not change.rulebook.startswith((FORMULA, FORMAT, CASE))]
    formulas = [change for change in changes if change.rulebook.startswith(FORMULA)]
    formats = [change for change in changes if change.rulebook.startswith(FORMAT)]
    cases = [change for change in changes if change.rulebook.startswith(CASE)]
    if rulebooks:
        alter(rulebooks)
    if formulas:
        alter_formulas(formulas)
    if formats:
        alter_formats(formats)
    if cases:
        alter_cases(cases)
    report = config.getoption("report_clauses")
    if report:
        config.pluginmanager.register(FailedClauses(report), "failed-clauses")


class FailedClauses:
    """Writes a file of the clauses with failed tests, each with those tests.

    A table of cases may name a clause for each line: the other lines are not this clause's tests.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._failed: dict[str, set[str]] = defaultdict(set)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            for name, value in report.user_properties:
                if name == CLAUSE:
                    self._failed[str(value)].add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        found = {clause_id: sorted(tests) for clause_id, tests in sorted(self._failed.items())}
        self._path.write_text(json.dumps(found, indent=1), encoding="utf-8")


def alter(changes: Sequence[Alteration]) -> None:
    """Make the loader use the changed values, for these regulations and those that extend them."""
    from kamchatka.rulebook import FaultyRulebook, loading  # noqa: PLC0415 - only trials need it

    read_draft = loading._draft

    def read_changed(*args: object, **kwargs: object) -> object:
        draft = read_draft(*args, **kwargs)  # type: ignore[arg-type]
        for change in changes:
            if draft.headings.get("id") == change.rulebook:
                draft.values.setdefault(change.section, {})[change.name] = change.value
        return draft

    loading._draft = read_changed  # type: ignore[assignment]
    loading.load.cache_clear()
    try:
        for rulebook in loading.shipped():
            loading.load(rulebook)
    except FaultyRulebook as error:
        # A regulation that does not load would make every test fail, which shows nothing.
        pytest.exit(f"not a regulation any more: {error}", returncode=REFUSED)


def alter_formulas(changes: Sequence[Alteration]) -> None:
    """Make the loader use the changed entries, for these formulas and those that extend them."""

    from kamchatka.scoring.files import FaultyFormula  # noqa: PLC0415 - only trials need it
    from kamchatka.scoring.formula import loading  # noqa: PLC0415 - only trials need it

    read_draft = loading._draft

    def read_changed(raw: dict[str, Any], source: str) -> Any:
        draft, faults = read_draft(raw, source)
        for change in changes:
            if FORMULA + str(draft.raw.get("id")) == change.rulebook:
                put_in(draft.raw, f"{change.section}.{change.name}".rstrip(".").split("."), change.value)
        return draft, faults

    loading._draft = read_changed
    loading._sound.cache_clear()
    try:
        for formula in loading.catalogue():
            loading.load_formula(formula)
    except FaultyFormula as error:
        pytest.exit(f"not a formula any more: {error}", returncode=REFUSED)


def alter_formats(changes: Sequence[Alteration]) -> None:
    """Make the loader use the changed entries, for these formats."""
    from kamchatka.tournament.format import loading  # noqa: PLC0415 - only trials need it
    from kamchatka.tournament.format.loading import FaultyFormat  # noqa: PLC0415

    parse = loading._parsed

    def parse_changed(source: str, name: str) -> dict[str, Any]:
        raw = parse(source, name)
        for change in changes:
            if FORMAT + str(raw.get("id")) == change.rulebook:
                put_in(raw, f"{change.section}.{change.name}".rstrip(".").split("."), change.value)
        return raw

    loading._parsed = parse_changed
    loading._as_shipped.cache_clear()
    loading._checked.cache_clear()
    loading._usable.cache_clear()
    try:
        for format in loading.shipped_formats():
            loading.load_format(format)
    except FaultyFormat as error:
        pytest.exit(f"not a format any more: {error}", returncode=REFUSED)


def alter_cases(changes: Sequence[Alteration]) -> None:
    """Make the loader use the changed entries, for these cases."""
    from pydantic import ValidationError  # noqa: PLC0415 - only trials need it

    from kamchatka.referee.casebook import loading  # noqa: PLC0415

    read_raw = loading._raw

    def read_changed(name: str) -> dict[str, Any]:
        raw = read_raw(name)
        for change in changes:
            if CASE + name == change.rulebook:
                put_in(raw, f"{change.section}.{change.name}".split("."), change.value)
        return raw

    loading._raw = read_changed
    loading.casebook.cache_clear()
    try:
        loading.casebook()
    except ValidationError as error:
        pytest.exit(f"not a case any more: {error}", returncode=REFUSED)


def put_in(where: Any, path: Sequence[str], value: object) -> None:
    """Set one entry: a step is a key, a list index, or the id of a term or stage (all with that id)."""
    step, rest = path[0], path[1:]
    if isinstance(where, list) and not step.isdigit():
        for term in where:
            if term.get("id") == step:
                put_in(term, rest, value)
        return
    key = int(step) if isinstance(where, list) else step
    if rest:
        put_in(where[key], rest, value)
    else:
        where[key] = value
