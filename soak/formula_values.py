"""The values of formula files that clauses state, entry by entry, and alternatives for each.

A term's clauses are written by place, or by size and place, like its values: an entry of a list is stated by
the clauses at the same place, a single value by all clauses of its term, unless it has its own
(`clauses_by_value`). A value chosen by an option is stated through the option's default; terms that apply
only under other choices are left out.
"""

import json
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, get_args

from kamchatka.ids import ClauseId
from kamchatka.scoring.formula.loading import catalogue, shipped_sources
from kamchatka.scoring.formula.terms import Shared, Who
from kamchatka.scoring.options import BY_OPTION, REFERENCE
from kamchatka.scoring.sheet.places import Ties, ZeroTies
from soak.alterations import Alteration, neighbours
from tests.plugins.alter import FORMULA

NAMES = ("id", "kind", "column", "clauses", "clauses_by_value", "when")
"""Keys for the name and condition of a term: clauses do not state them."""

WORDS: dict[str, tuple[str, ...]] = {
    "ties": get_args(Ties),
    "zero_ties": get_args(ZeroTies),
    "who": get_args(Who),
    "two": get_args(Shared.model_fields["two"].annotation),
    "more": get_args(Shared.model_fields["more"].annotation),
}


@dataclass(frozen=True)
class FormulaValue:
    """One entry of one formula file; `rulebook` names the file in the form `--alter` expects."""

    rulebook: str
    key: str
    value: object
    among: tuple[object, ...] = ()
    together: frozenset[ClauseId] = field(default=frozenset(), compare=False)
    """The clauses that state this entry: if there are several, one of them must notice."""

    @property
    def label(self) -> str:
        """The unit of a trial, whichever file it is in."""
        return self.key

    def alterations(self) -> Iterator[Alteration]:
        """All alternatives near this entry."""
        for other in self._others():
            yield Alteration(f"{self.rulebook}:{self.key}={json.dumps(other)}")

    def _others(self) -> Iterator[object]:
        if self.among:
            yield from (choice for choice in self.among if choice != self.value)
        elif isinstance(self.value, str):
            number = Fraction(self.value)
            yield from (str(number + step) for step in (Fraction(1, number.denominator), Fraction(1)))
        else:
            yield from neighbours(self.value)


def formula_values_by_clause() -> Mapping[ClauseId, Sequence[FormulaValue]]:
    """The entries each clause states, over all shipped formulas; a file counts only what it writes itself."""
    found: dict[ClauseId, list[FormulaValue]] = defaultdict(list)
    for name in catalogue():
        for value in entries_of(name, tomllib.loads(shipped_sources()[name], parse_float=str)):
            for clause_id in sorted(value.together):
                if value not in found[clause_id]:
                    found[clause_id].append(value)
    return found


def entries_of(name: str, raw: Mapping[str, Any]) -> Iterator[FormulaValue]:
    """Every entry of a formula file that some clause states."""
    file = _File(f"{FORMULA}{name}", raw.get("option", {}))
    for key, clauses in (
        ("ties", "ties_clauses"),
        ("zero_ties", "zero_ties_clauses"),
        ("objective_points", "objective_clauses"),
    ):
        yield from file.entries(key, raw.get(key), tuple(raw.get(clauses, ())))
    for term in raw.get("term", []):
        if file.is_there(term):
            yield from file.of_term(term)
    ranking = raw.get("standings", {})
    for cited in ranking.get("clauses", {}).values():
        yield FormulaValue(file.name, "standings.ties", ranking.get("ties"), (), frozenset(cited))
    special = raw.get("special", {})
    for key, cited in special.get("clauses", {}).items():
        yield from file.entries(f"special.{key}", special[key], tuple(cited))


class _File:
    """A formula file being walked."""

    def __init__(self, name: str, options: Mapping[str, Any]) -> None:
        self.name = name
        self._options = options

    def is_there(self, term: Mapping[str, Any]) -> bool:
        """Whether the term applies by default."""
        return all(self._options[name]["default"] == value for name, value in term.get("when", {}).items())

    def of_term(self, term: Mapping[str, Any]) -> Iterator[FormulaValue]:
        """The entries of a term, each with the clauses of its place."""
        own = {name: tuple(cited) for name, cited in term.get("clauses_by_value", {}).items()}
        for key, value in term.items():
            if key in NAMES:
                continue
            cited = own.get(key, _layout(term.get("clauses", [])))
            inside = (
                {name: own.get(f"{key}.{name}", cited) for name in value} if isinstance(value, dict) else {}
            )
            by_value = BY_OPTION not in inside and any(f"{key}.{name}" in own for name in inside)
            yield from self.entries(f"term.{term['id']}.{key}", value, inside if by_value else cited)

    def entries(self, key: str, value: object, cited: object) -> Iterator[FormulaValue]:
        """The entries of a value; if clauses have the same layout, each entry has its own."""
        last = key.rpartition(".")[2]
        if isinstance(value, str) and value.startswith(REFERENCE):
            yield from self._option(value[1:], cited)
        elif isinstance(value, dict) and BY_OPTION in value:
            yield from self._option(value[BY_OPTION], cited)
        elif isinstance(value, dict):
            for name, entry in value.items():
                inside = cited.get(name, cited) if isinstance(cited, dict) else cited
                yield from self.entries(f"{key}.{name}", entry, inside)
        elif isinstance(value, list):
            for index, entry in enumerate(value):
                here = cited[min(index, len(cited) - 1)] if isinstance(cited, list) else cited
                yield from self.entries(f"{key}.{index}", entry, here)
        elif value is not None:
            yield from self._entry(key, value, WORDS.get(last, ()), cited)

    def _option(self, name: str, cited: object) -> Iterator[FormulaValue]:
        option = self._options.get(name)
        if option is None:  # chosen in the file this one extends
            return
        key, choices = f"option.{name}.default", tuple(option.get("choices", ()))
        if isinstance(option["default"], list):
            yield from self.entries(key, option["default"], cited)
        else:
            yield from self._entry(key, option["default"], choices, cited)

    def _entry(
        self, key: str, value: object, among: tuple[object, ...], cited: object
    ) -> Iterator[FormulaValue]:
        together = frozenset(_all(cited))
        if together:
            yield FormulaValue(self.name, key, value, among, together)


def _layout(cited: object) -> object:
    """Clauses as a term writes them: a plain list, for the whole term, becomes a tuple."""
    if isinstance(cited, list) and all(isinstance(entry, str) for entry in cited):
        return tuple(cited)
    return cited


def _all(cited: object) -> Iterator[ClauseId]:
    """Every clause in a layout."""
    if isinstance(cited, str):
        yield ClauseId(cited)
    elif isinstance(cited, list | tuple):
        for entry in cited:
            yield from _all(entry)
    elif isinstance(cited, dict):
        for entry in cited.values():
            yield from _all(entry)
