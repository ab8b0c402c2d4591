"""Regulations for their pages: values explained section by section, alone or side by side."""

from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from typing import Generic, TypeVar

from kamchatka.ids import RulebookId
from kamchatka.messages import Language
from kamchatka.rulebook import Explanation, explain, load, section_title, shipped

T = TypeVar("T")


@dataclass(frozen=True)
class RuleSection(Generic[T]):
    """The values of one section."""

    id: str
    title: str
    rules: tuple[T, ...]


@dataclass(frozen=True)
class RulePair:
    """One value of two regulations, side by side."""

    left: Explanation
    right: Explanation

    @property
    def differs(self) -> bool:
        """Whether the regulations disagree on it."""
        return self.left.value != self.right.value


def known_rulebook(wanted: str) -> RulebookId | None:
    """The shipped regulation of this id, or None."""
    return next((id for id in shipped() if id == wanted), None)


@cache
def sections(id: RulebookId, lang: Language) -> tuple[RuleSection[Explanation], ...]:
    """A regulation section by section, in the order of the game."""
    rulebook = load(id)
    return tuple(
        RuleSection(
            name, section_title(name, lang), tuple(explain(rulebook, one.key, lang) for one in entries)
        )
        for name, entries in groupby(rulebook.entries(), key=lambda entry: entry.section)
    )


def side_by_side(left: RulebookId, right: RulebookId, lang: Language) -> tuple[RuleSection[RulePair], ...]:
    """Two regulations section by section, including the values they agree on."""
    return tuple(
        RuleSection(one.id, one.title, tuple(map(RulePair, one.rules, other.rules)))
        for one, other in zip(sections(left, lang), sections(right, lang), strict=True)
    )


def only_differences(compared: tuple[RuleSection[RulePair], ...]) -> tuple[RuleSection[RulePair], ...]:
    """The sections without the values that both regulations share."""
    kept = (
        replace(section, rules=tuple(pair for pair in section.rules if pair.differs)) for section in compared
    )
    return tuple(section for section in kept if section.rules)
