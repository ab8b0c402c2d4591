"""The values of case files that clauses state, and alternatives for each.

The values of an effect are stated by the clauses of its ruling, or by its own; so is the condition of the
ruling. If a ruling depends on values of regulations, its clauses are those of all regulations that have it.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from kamchatka.ids import ClauseId
from kamchatka.referee.casebook.asking import cited_by, rulings_of
from kamchatka.referee.casebook.loading import case_files, casebook
from kamchatka.referee.casebook.model import NUMBERS, Armies, Case, Dice, Kind, Part, RulingRule, Scope
from kamchatka.rulebook import load, shipped
from soak.formula_values import FormulaValue
from tests.plugins.alter import CASE

WORDS: dict[str, tuple[str, ...]] = {
    "kind": get_args(Kind),
    "of": (*get_args(Dice), *get_args(Armies)),
    "who": get_args(Part),
    "scope": get_args(Scope),
}
"""The words a value is chosen from, by its key."""
CONDITION = "if"
TRIED = ("kind", "of", "who", "scope", CONDITION, *NUMBERS)
"""The altered keys of an effect."""
NUMBER = re.compile(r"\b[1-9]\d*\b")


class CaseValue(FormulaValue):
    """One value of one case file; `rulebook` names the file in the form `--alter` expects."""

    @property
    def label(self) -> str:
        """The unit of a trial: rulings of two cases may share a name and nothing else."""
        return f"{self.rulebook}:{self.key}"

    def _others(self) -> Iterator[object]:
        if self.among:
            yield from (word for word in self.among[:3] if word != self.value)
        elif isinstance(self.value, int):
            yield self.value + 1
        elif self.key.endswith(f".{CONDITION}"):
            yield from _conditions_near(str(self.value))
        else:
            yield f"({self.value}) + 1"


def _conditions_near(condition: str) -> Iterator[str]:
    """The condition with a number raised by one; without a number, its opposite."""
    numbers = list(NUMBER.finditer(condition))
    for found in numbers:
        yield f"{condition[: found.start()]}{int(found[0]) + 1}{condition[found.end() :]}"
    if not numbers:
        yield f"not ({condition})"


def case_values_by_clause() -> Mapping[ClauseId, Sequence[CaseValue]]:
    """The values each clause states, over all cases."""
    found: dict[ClauseId, list[CaseValue]] = defaultdict(list)
    for name, case in casebook().items():
        for value in values_of(case, tomllib.loads(case_files()[name])):
            for clause_id in sorted(value.together):
                found[clause_id].append(value)
    return found


def values_of(case: Case, raw: Mapping[str, Any]) -> Iterator[CaseValue]:
    """Every value of a case that some clause states."""
    for ruling, written in zip(case.ruling, raw["ruling"], strict=True):
        behind = clauses_behind(case, ruling)
        place = f"ruling.{ruling.id}"
        if CONDITION in written and behind:
            yield CaseValue(f"{CASE}{case.id}", f"{place}.{CONDITION}", written[CONDITION], (), behind)
        for at, effect in enumerate(written["effect"]):
            together = frozenset(map(ClauseId, effect.get("clauses", ()))) or behind
            for key, value in effect.items():
                if key in TRIED and together:
                    where = f"{place}.effect.{at}.{key}"
                    yield CaseValue(f"{CASE}{case.id}", where, value, WORDS.get(key, ()), together)


def clauses_behind(case: Case, ruling: RulingRule) -> frozenset[ClauseId]:
    """The clauses of a ruling, under all shipped regulations that have it."""
    having = [book for book in map(load, shipped()) if ruling in rulings_of(case, book)]
    return frozenset(clause for book in having for clause in cited_by(ruling, book))
