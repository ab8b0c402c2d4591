"""Regulations as their pages show them: values in words, section by section, alone or side by side."""

from dataclasses import dataclass
from functools import cache
from itertools import groupby

from kamchatka.ids import ClauseId, RulebookId
from kamchatka.ledger import clause
from kamchatka.messages import Language, text
from kamchatka.rulebook import (
    Entry,
    Reading,
    Rulebook,
    Unstated,
    about,
    explain,
    label,
    load,
    readings_of,
    section_title,
    shipped,
    show_value,
    unstated_of,
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


@dataclass(frozen=True)
class UnstatedWords:
    """Why nothing printed stands behind a value: the kind of reason, by name, and the reason."""

    kind: str
    name: str
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
    unstated: UnstatedWords | None
    alternatives: tuple[str, ...]


@dataclass(frozen=True)
class SectionView:
    """The values of one section."""

    id: str
    title: str
    values: tuple[ValueView, ...]


@dataclass(frozen=True, kw_only=True)
class SideView:
    """The value of one of two regulations, with what it rests on."""

    shown: str
    clauses: tuple[ClauseWords, ...]
    readings: tuple[ReadingWords, ...]
    unstated: UnstatedWords | None


@dataclass(frozen=True, kw_only=True)
class PairView:
    """One value of two regulations, side by side."""

    key: str
    label: str
    about: str
    left: SideView
    right: SideView
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
    one, other = load(left), load(right)
    pairs = zip(one.entries(), other.entries(), strict=True)
    return tuple(
        PairSection(
            name, section_title(name, lang), tuple(_pair((one, a), (other, b), lang) for a, b in members)
        )
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
        readings=_readings(explained.readings, lang),
        unstated=_unstated(explained.unstated, lang),
        alternatives=explained.alternatives if explained.readings else (),
    )


def _pair(left: tuple[Rulebook, Entry], right: tuple[Rulebook, Entry], lang: Language) -> PairView:
    key = left[1].key
    return PairView(
        key=key,
        label=label(key, lang),
        about=about(key, lang),
        left=_side(*left, lang),
        right=_side(*right, lang),
        differs=left[1].value != right[1].value,
    )


def _side(rulebook: Rulebook, entry: Entry, lang: Language) -> SideView:
    return SideView(
        shown=show_value(entry.key, entry.value, lang),
        clauses=_clauses(entry.clauses, lang),
        readings=_readings(readings_of(rulebook, entry.key), lang),
        unstated=_unstated(unstated_of(rulebook, entry.key), lang),
    )


def _clauses(ids: tuple[ClauseId, ...], lang: Language) -> tuple[ClauseWords, ...]:
    return tuple(ClauseWords(id, clause(id).rule(lang)) for id in ids)


def _readings(found: tuple[Reading, ...], lang: Language) -> tuple[ReadingWords, ...]:
    return tuple(ReadingWords(reading.id, reading.words(lang)) for reading in found)


def _unstated(found: Unstated | None, lang: Language) -> UnstatedWords | None:
    if found is None:
        return None
    return UnstatedWords(found.kind, text(f"rulebook.unstated.{found.kind}", lang), found.words(lang))
