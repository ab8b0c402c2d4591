"""Regulations as their pages show them: values in words, section by section, alone or side by side."""

from dataclasses import dataclass
from functools import cache
from itertools import groupby

from kamchatka.ids import ClauseId, RulebookId
from kamchatka.ledger import clause
from kamchatka.messages import Language
from kamchatka.rulebook import (
    Entry,
    Rulebook,
    about,
    explain,
    label,
    load,
    section_title,
    shipped,
    show_value,
)


@dataclass(frozen=True)
class ClauseWords:
    """A clause behind a value, with its rule."""

    id: ClauseId
    rule: str


@dataclass(frozen=True)
class ReadingWords:
    """How an unclear text was read."""

    id: str
    words: str


@dataclass(frozen=True, kw_only=True)
class ValueView:
    """One value of one regulation."""

    key: str
    label: str
    about: str
    shown: str
    clauses: tuple[ClauseWords, ...]
    readings: tuple[ReadingWords, ...]
    alternatives: tuple[str, ...]


@dataclass(frozen=True)
class SectionView:
    """The values of one section."""

    id: str
    title: str
    values: tuple[ValueView, ...]


@dataclass(frozen=True, kw_only=True)
class PairView:
    """One value of two regulations, side by side."""

    key: str
    label: str
    about: str
    left: str
    right: str
    left_clauses: tuple[ClauseWords, ...]
    right_clauses: tuple[ClauseWords, ...]
    differs: bool


@dataclass(frozen=True)
class PairSection:
    """The pairs of one section."""

    id: str
    title: str
    pairs: tuple[PairView, ...]


def known_rulebook(wanted: str) -> RulebookId | None:
    """The shipped regulation of this id, or None."""
    return next((id for id in shipped() if id == wanted), None)


@cache
def sections(id: RulebookId, lang: Language) -> tuple[SectionView, ...]:
    """A regulation section by section, in the order of the game."""
    rulebook = load(id)
    return tuple(
        SectionView(
            name, section_title(name, lang), tuple(_value(rulebook, one.key, lang) for one in entries)
        )
        for name, entries in groupby(rulebook.entries(), key=lambda entry: entry.section)
    )


@cache
def side_by_side(left: RulebookId, right: RulebookId, lang: Language) -> tuple[PairSection, ...]:
    """Two regulations section by section; values they agree on are there too."""
    pairs = zip(load(left).entries(), load(right).entries(), strict=True)
    return tuple(
        PairSection(name, section_title(name, lang), tuple(_pair(one, other, lang) for one, other in members))
        for name, members in groupby(pairs, key=lambda pair: pair[0].section)
    )


def only_differences(compared: tuple[PairSection, ...]) -> tuple[PairSection, ...]:
    """The same without what both regulations say alike."""
    kept = (
        PairSection(section.id, section.title, tuple(pair for pair in section.pairs if pair.differs))
        for section in compared
    )
    return tuple(section for section in kept if section.pairs)


def _value(rulebook: Rulebook, key: str, lang: Language) -> ValueView:
    explained = explain(rulebook, key, lang)
    return ValueView(
        key=key,
        label=explained.label,
        about=explained.about,
        shown=explained.shown,
        clauses=_clauses(explained.clauses, lang),
        readings=tuple(ReadingWords(reading.id, reading.words(lang)) for reading in explained.readings),
        alternatives=explained.alternatives if explained.readings else (),
    )


def _pair(left: Entry, right: Entry, lang: Language) -> PairView:
    return PairView(
        key=left.key,
        label=label(left.key, lang),
        about=about(left.key, lang),
        left=show_value(left.key, left.value, lang),
        right=show_value(right.key, right.value, lang),
        left_clauses=_clauses(left.clauses, lang),
        right_clauses=_clauses(right.clauses, lang),
        differs=left.value != right.value,
    )


def _clauses(ids: tuple[ClauseId, ...], lang: Language) -> tuple[ClauseWords, ...]:
    return tuple(ClauseWords(id, clause(id).rule(lang)) for id in ids)
