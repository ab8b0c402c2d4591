"""Rulebooks in words: what a value is, where it comes from, what else might have been chosen."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kamchatka.board import load_board
from kamchatka.ids import ClauseId, Continent
from kamchatka.messages import Language, has_text, text
from kamchatka.rulebook.allowed import allowed, choices
from kamchatka.rulebook.model import OWN_CHOICE, Entry, Plain, Rulebook


@dataclass(frozen=True)
class Reading:
    """A decision on a silent or unclear text."""

    id: str
    keys: tuple[str, ...]
    sources: tuple[str, ...]
    alternatives: Mapping[str, list[Plain]]
    """By key: values an override may choose, where they are not named choices."""
    it: str
    en: str

    def words(self, lang: Language) -> str:
        return self.it if lang == "it" else self.en


@dataclass(frozen=True)
class Explanation:
    """All there is to know about one value of a rulebook."""

    key: str
    label: str
    about: str
    value: Plain
    shown: str
    clauses: tuple[ClauseId, ...]
    readings: tuple[Reading, ...]
    alternatives: tuple[str, ...]
    """Other values, in words, that an override may choose."""
    allowed: str


@dataclass(frozen=True)
class Difference:
    """A value on which two rulebooks disagree."""

    key: str
    left: Entry
    right: Entry


def diff(left: Rulebook, right: Rulebook) -> tuple[Difference, ...]:
    """Where two rulebooks differ, in the order of the game; equal values are left out."""
    pairs = zip(left.entries(), right.entries(), strict=True)
    return tuple(Difference(a.key, a, b) for a, b in pairs if a.value != b.value)


@cache
def readings() -> tuple[Reading, ...]:
    """Every reading adopted, in order of its number."""
    raw = tomllib.loads(files("kamchatka.rulebook").joinpath("readings.toml").read_text(encoding="utf-8"))
    return tuple(
        Reading(
            id=item["id"],
            keys=tuple(item["keys"]),
            sources=tuple(item["sources"]),
            alternatives=item.get("alternatives", {}),
            it=item["it"],
            en=item["en"],
        )
        for item in raw["reading"]
    )


def readings_of(rulebook: Rulebook, key: str) -> tuple[Reading, ...]:
    """The readings behind a value: of the regulation's own text, else of the one the value comes from."""
    comes_from = rulebook.set_by[key]
    if comes_from == OWN_CHOICE:
        return ()
    for source in (rulebook.sources[0], comes_from):
        found = tuple(r for r in readings() if key in r.keys and source in r.sources)
        if found:
            return found
    return ()


def alternatives(rulebook: Rulebook, key: str) -> tuple[Plain, ...]:
    """Other values an override may choose: named choices, the opposite, or those of the readings."""
    value = rulebook.entry(key).value
    if isinstance(value, bool):
        return (not value,)
    others: list[Plain] = list(choices(key))
    for reading in readings():
        if set(reading.sources) & set(rulebook.sources[:1]):
            others.extend(other for other in reading.alternatives.get(key, []) if other not in others)
    return tuple(other for other in others if other != value)


def explain(rulebook: Rulebook, key: str, lang: Language) -> Explanation:
    """A value explained; KeyError if the rulebook has no such key."""
    entry = rulebook.entry(key)
    return Explanation(
        key=key,
        label=label(key, lang),
        about=about(key, lang),
        value=entry.value,
        shown=show_value(key, entry.value, lang),
        clauses=entry.clauses,
        readings=readings_of(rulebook, key),
        alternatives=tuple(show_value(key, other, lang) for other in alternatives(rulebook, key)),
        allowed=allowed(key, lang),
    )


def label(key: str, lang: Language) -> str:
    """The short name of a value."""
    return text(f"rulebook.{key}.label", lang)


def about(key: str, lang: Language) -> str:
    """What a value means for play."""
    return text(f"rulebook.{key}.about", lang)


def section_title(section: str, lang: Language) -> str:
    """The name of a section."""
    return text(f"rulebook.sections.{section}", lang)


def show_value(key: str, value: Plain, lang: Language) -> str:
    """A value in words: choices and special numbers (such as 0 for "none") by name, tables spelled out."""
    if isinstance(value, bool):
        return text(f"rulebook.words.{'yes' if value else 'no'}", lang)
    if isinstance(value, int | str):
        return _show_word(key, str(value), lang)
    if isinstance(value, list):
        if not value:
            return text("rulebook.words.none", lang)
        return ", ".join(_show_word(key, str(item), lang) for item in value)
    if not value:
        return text("rulebook.words.none", lang)
    return ", ".join(f"{_show_name(str(name), lang)}: {item}" for name, item in value.items())


def _show_word(key: str, word: str, lang: Language) -> str:
    code = f"rulebook.{key}.{word}"
    if has_text(code, lang):
        return text(code, lang)
    return word or text("rulebook.words.none", lang)


def _show_name(name: str, lang: Language) -> str:
    if name.isdigit():
        return text("rulebook.words.players", lang, count=name)
    return load_board().continent(Continent(name)).name(lang)
