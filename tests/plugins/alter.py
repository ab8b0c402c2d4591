"""`--alter rtu:closing.last=8`: run tests against a shipped regulation with one value changed.

The trial in `soak/controls.py` uses it to see whether the tests of a clause notice. The change is made
here, in the test process, between reading and checking the file: the product has no such switch.
"""

import json
from typing import NamedTuple

import pytest

from tests.plugins.proofs import CLAUSE

REFUSED = 3
"""Exit status when the regulation does not load with the value changed: nothing was tried."""


class Alteration(NamedTuple):
    """One value of one regulation, to be replaced."""

    rulebook: str
    section: str
    name: str
    value: object

    @classmethod
    def parse(cls, given: str) -> "Alteration":
        """Read `RULEBOOK:SECTION.NAME=JSON`."""
        place, equals, document = given.partition("=")
        rulebook, colon, key = place.partition(":")
        section, dot, name = key.partition(".")
        if not (equals and colon and dot and name):
            raise pytest.UsageError(f"--alter {given}: write it as rtu:closing.last=8")
        try:
            return cls(rulebook, section, name, json.loads(document))
        except json.JSONDecodeError as error:
            raise pytest.UsageError(f"--alter {given}: {document} is not JSON") from error


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("kamchatka")
    group.addoption("--alter", metavar="RULEBOOK:KEY=JSON", help="change one value of a shipped regulation")
    group.addoption("--only-clause", metavar="ID", help="run only what names this clause")


def pytest_configure(config: pytest.Config) -> None:
    given = config.getoption("alter")
    if given:
        alter(Alteration.parse(given))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = config.getoption("only_clause")
    if wanted:
        # A table of cases may name a clause for each line: the other lines are not this clause's tests.
        left_out = [item for item in items if (CLAUSE, wanted) not in item.user_properties]
        items[:] = [item for item in items if (CLAUSE, wanted) in item.user_properties]
        config.hook.pytest_deselected(items=left_out)


def alter(change: Alteration) -> None:
    """Make the loader read the changed value, for this regulation and those that extend it."""
    from kamchatka.rulebook import FaultyRulebook, loading  # noqa: PLC0415 - only trials need it

    read_draft = loading._draft

    def read_changed(*args: object, **kwargs: object) -> object:
        draft = read_draft(*args, **kwargs)  # type: ignore[arg-type]
        if draft.headings.get("id") == change.rulebook:
            draft.values.setdefault(change.section, {})[change.name] = change.value
        return draft

    loading._draft = read_changed  # type: ignore[assignment]
    loading.load.cache_clear()
    try:
        for rulebook in loading.shipped():
            loading.load(rulebook)
    except FaultyRulebook as error:
        # A regulation that cannot be read would make every test fail, which shows nothing.
        pytest.exit(f"not a regulation any more: {error}", returncode=REFUSED)
