"""Explain rulebook values in words: their meaning, their source, and the alternatives."""

from dataclasses import dataclass

from kamchatka.board import load_board
from kamchatka.ids import ClauseId, Continent
from kamchatka.messages import Language, has_text, text
from kamchatka.rulebook.allowed import allowed, choices
from kamchatka.rulebook.grounds import readings_of, unstated_of
from kamchatka.rulebook.model import Plain, Rulebook, RulebookValue
from kamchatka.rulebook.readings import Reading, readings
from kamchatka.rulebook.unstated import Unstated


@dataclass(frozen=True)
class Explanation:
    """The full explanation of one value of a rulebook."""

    key: str
    label: str
    about: str
    value: Plain
    shown: str
    clauses: tuple[ClauseId, ...]
    readings: tuple[Reading, ...]
    unstated: Unstated | None
    """Why there is neither clause nor reading; None also if the author of the file chose the value."""
    alternatives: tuple[str, ...]
    """Other values, in words, that an override may choose."""
    allowed: str


@dataclass(frozen=True)
class ValueDifference:
    """A value on which two rulebooks disagree."""

    key: str
    left: RulebookValue
    right: RulebookValue


def diff(left: Rulebook, right: Rulebook) -> tuple[ValueDifference, ...]:
    """Differences between two rulebooks, in section order."""
    pairs = zip(left.entries(), right.entries(), strict=True)
    return tuple(ValueDifference(a.key, a, b) for a, b in pairs if a.value != b.value)


def override_choices(rulebook: Rulebook, key: str) -> tuple[Plain, ...]:
    """Values an override may take instead: named choices, the negated boolean, or other interpretations."""
    value = rulebook.entry(key).value
    if isinstance(value, bool):
        return (not value,)
    others: list[Plain] = list(choices(key))
    for reading in readings():
        if set(reading.sources) & set(rulebook.sources[:1]):
            others.extend(other for other in reading.alternatives.get(key, []) if other not in others)
    return tuple(other for other in others if other != value)


def explain(rulebook: Rulebook, key: str, lang: Language) -> Explanation:
    """Explain a value; KeyError if the rulebook has no such key."""
    entry = rulebook.entry(key)
    return Explanation(
        key=key,
        label=label(key, lang),
        about=about(key, lang),
        value=entry.value,
        shown=show_value(key, entry.value, lang),
        clauses=entry.clauses,
        readings=readings_of(rulebook, key),
        unstated=unstated_of(rulebook, key),
        alternatives=tuple(show_value(key, other, lang) for other in override_choices(rulebook, key)),
        allowed=allowed(key, lang),
    )


def label(key: str, lang: Language) -> str:
    """The short name of a value."""
    return text(f"rulebook.{key}.label", lang)


def about(key: str, lang: Language) -> str:
    """The meaning of a value in play."""
    return text(f"rulebook.{key}.about", lang)


def section_title(section: str, lang: Language) -> str:
    """The name of a section."""
    return text(f"rulebook.sections.{section}", lang)


def show_value(key: str, value: Plain, lang: Language) -> str:
    """A value in words: choices and special numbers (such as 0 for "none") by name, tables written out."""
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
