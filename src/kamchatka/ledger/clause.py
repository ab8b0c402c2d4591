"""One clause: an atomic rule of a regulation, in both languages, with an example that settles it."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

from kamchatka.ids import ClauseId
from kamchatka.messages import Language


class How(StrEnum):
    """The part of the platform that implements a clause."""

    ENGINE = "engine"
    SCORING = "scoring"
    REFEREE_TOOL = "referee-tool"
    TOURNAMENT = "tournament"
    DOCUMENT = "document"
    NOTICE = "notice"


@dataclass(frozen=True, kw_only=True)
class Source:
    """A regulation the clauses come from, such as `001`."""

    number: str
    titles: Mapping[Language, str]

    def title(self, lang: Language) -> str:
        """The regulation's name."""
        return self.titles[lang]


@dataclass(frozen=True, kw_only=True)
class Clause:
    """An atomic rule: its text, the part that implements it, and an example with the expected result."""

    id: ClauseId
    source: str
    headings: Mapping[Language, str]
    kind: str
    how: How
    rules: Mapping[Language, str]
    example: str

    @property
    def section(self) -> str:
        """The clause's English heading, such as `Art. 5 - phase 2, combats`."""
        return self.headings["en"]

    def heading(self, lang: Language) -> str:
        """The clause's heading."""
        return self.headings[lang]

    def rule(self, lang: Language) -> str:
        """The rule in one line."""
        return self.rules[lang]


def clauses() -> tuple[Clause, ...]:
    """All clauses, in the order of their regulations."""
    return _ledger()[1]


def sources() -> tuple[Source, ...]:
    """The regulations the clauses come from, by number."""
    return _ledger()[0]


def clause(clause_id: str) -> Clause:
    """The clause with this id; `KeyError` if there is none."""
    return _by_id()[clause_id]


def known(clause_id: str) -> bool:
    """Whether a clause with this id exists."""
    return clause_id in _by_id()


@cache
def _by_id() -> dict[str, Clause]:
    return {entry.id: entry for entry in clauses()}


@cache
def _ledger() -> tuple[tuple[Source, ...], tuple[Clause, ...]]:
    found_sources: list[Source] = []
    found_clauses: list[Clause] = []
    for file in sorted(files(__package__).joinpath("data").iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".toml"):
            tables = tomllib.loads(file.read_text(encoding="utf-8"))
            found_sources.append(Source(number=tables["source"], titles=_both(tables["title"])))
            found_clauses.extend(_clauses_of(tables))
    return tuple(found_sources), tuple(found_clauses)


def _clauses_of(tables: dict[str, Any]) -> list[Clause]:
    return [
        Clause(
            id=ClauseId(row["id"]),
            source=tables["source"],
            headings=_both(section),
            kind=row["kind"],
            how=How(row["how"]),
            rules=_both(row),
            example=row["example"],
        )
        for section in tables["section"]
        for row in section["clause"]
    ]


def _both(table: dict[str, Any]) -> dict[Language, str]:
    return {"it": table["it"], "en": table["en"]}
