"""Loads all cases from the files beside this one, in the order of the index."""

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
    """Data shared by all cases."""

    suggested: str
    """Prefix of clauses that apply only if a regulation adopts the casebook (`conduct.casebook`)."""
    adopted_by: list[str]
    """The clauses that leave the adoption to the organiser."""
    cases: list[str]
    question: dict[str, CaseQuestion]
    """Questions that belong to every case."""

    def is_suggested(self, clause: ClauseId) -> bool:
        """Whether a clause applies only if the casebook is adopted."""
        return clause.startswith(self.suggested)


@cache
def index() -> Index:
    """The order of the cases and their shared data."""
    return Index.model_validate(_raw(INDEX))


@cache
def casebook() -> Mapping[str, Case]:
    """All cases by name."""
    common = index().question
    found = {name: Case.model_validate(_raw(name)) for name in index().cases}
    return MappingProxyType(
        {
            name: case.model_copy(update={"question": {**case.question, **common}})
            for name, case in found.items()
        }
    )


def find_case(name: str) -> Case:
    """A case by its name; raises UnknownCase."""
    case = casebook().get(name)
    if case is None:
        near = closest(name, casebook())
        raise UnknownCase("near_case" if near else "unknown_case", name=name, near=near)
    return case


@cache
def case_files() -> Mapping[str, str]:
    """The text of every casebook file by name, including the index."""
    return toml_texts(files(__package__))


def _raw(name: str) -> dict[str, Any]:
    return tomllib.loads(case_files()[name])
