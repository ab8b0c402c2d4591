"""All cases, read from the files beside this one, in the order of their index."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from kamchatka.faults import closest, toml_texts
from kamchatka.ids import ClauseId
from kamchatka.referee.casebook.model import Case, CasePartModel, CaseQuestion
from kamchatka.refusals import NotUnderstood

INDEX = "index"


class UnknownCase(NotUnderstood):
    """No case has this name."""

    section = "casebook.refused"


class Index(CasePartModel):
    """What the cases have in common."""

    suggested: str
    """How the clauses begin that hold only where a regulation adopts the casebook (`conduct.casebook`)."""
    adopted_by: list[str]
    """The clause that leaves it free to adopt them."""
    cases: list[str]
    question: dict[str, CaseQuestion]
    """Questions that every case may be given an answer to."""

    def is_suggested(self, clause: ClauseId) -> bool:
        """Whether a clause holds only where the casebook is adopted."""
        return clause.startswith(self.suggested)


@cache
def index() -> Index:
    """What the cases have in common, and their order."""
    return Index.model_validate(_raw(INDEX))


@cache
def casebook() -> Mapping[str, Case]:
    """Every case by its name."""
    common = index().question
    found = {name: Case.model_validate(_raw(name)) for name in index().cases}
    return MappingProxyType(
        {
            name: case.model_copy(update={"question": {**case.question, **common}})
            for name, case in found.items()
        }
    )


def find_case(name: str) -> Case:
    """A case by its name; UnknownCase if there is none."""
    case = casebook().get(name)
    if case is None:
        near = closest(name, casebook())
        raise UnknownCase("near_case" if near else "unknown_case", name=name, near=near)
    return case


@cache
def case_files() -> Mapping[str, str]:
    """The text of every file of the casebook, the index included, by name."""
    return toml_texts(files(__package__))


def _raw(name: str) -> dict[str, Any]:
    return tomllib.loads(case_files()[name])
