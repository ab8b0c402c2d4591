"""Regulations for their pages: values explained section by section, alone or side by side."""

from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from typing import Generic, TypeVar

from kamchatka.app.library import club_library
from kamchatka.ids import RulebookId
from kamchatka.messages import Language
from kamchatka.rulebook import Explanation, Rulebook, explain, load, section_title, shipped

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
    """The regulation of this id, shipped or the club's own; None if there is none without faults."""
    return next((book.id for book in known_rulebooks() if book.id == wanted), None)


def known_rulebooks() -> tuple[Rulebook, ...]:
    """All regulations, shipped ones first; a club's own with faults is left out."""
    return club_library().rulebooks()


def rulebook_of(id: RulebookId) -> Rulebook:
    """A known regulation."""
    return load(id) if id in shipped() else next(book for book in known_rulebooks() if book.id == id)


def sections(id: RulebookId, lang: Language) -> tuple[RuleSection[Explanation], ...]:
    """A regulation section by section, in the order of the game."""
    return _shipped_sections(id, lang) if id in shipped() else _sections(rulebook_of(id), lang)


@cache
def _shipped_sections(id: RulebookId, lang: Language) -> tuple[RuleSection[Explanation], ...]:
    return _sections(load(id), lang)


def _sections(rulebook: Rulebook, lang: Language) -> tuple[RuleSection[Explanation], ...]:
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
