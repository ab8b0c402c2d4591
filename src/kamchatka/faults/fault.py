"""One fault of a file, as a sentence; and the error of an unusable file, with all its faults."""

import datetime
import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from kamchatka.messages import Language, Phrase, has_text, text

MOST_SHOWN = 60
"""Maximum length of a repeated input value in a sentence."""

WrittenDecimal = Decimal
"""A decimal number as parsed from a file: exact, converted before use."""
Values = Mapping[str, str | int | Phrase]


@dataclass(frozen=True)
class Fault:
    """One fault: its code, its place, and what is allowed there."""

    code: str
    where: str = ""
    """The key or cell, for display."""
    line: int | None = None
    values: Values = field(default_factory=dict)
    allowed: tuple[str, ...] = ()
    """The allowed words."""
    near: str = ""
    """The word that was probably meant."""
    catalogues: tuple[str, ...] = ()
    """Message catalogues with its sentence, in lookup order; `faults` has the common ones."""

    def sentence(self, lang: Language) -> str:
        """The problem and the remedy, with the line number."""
        column = self.values.get("column")
        code = "at" if self.line and column else "in_line" if self.line else ""
        place = text(f"faults.{code}", lang, line=self.line, column=column) if code else ""
        return place + self.message(lang)

    def message(self, lang: Language) -> str:
        """The problem and the remedy, without the line number."""
        values = {"where": self.where, **self.values}
        return text(self._sentence_code(lang), lang, **values) + self._hint(lang)

    def _sentence_code(self, lang: Language) -> str:
        named = (f"{catalogue}.{self.code}" for catalogue in self.catalogues)
        return next((code for code in named if has_text(code, lang)), f"faults.{self.code}")

    def _hint(self, lang: Language) -> str:
        near = text("faults.near", lang, near=self.near) if self.near else ""
        words = text("faults.allowed", lang, words=", ".join(self.allowed)) if self.allowed else ""
        return near + words


class FaultyFile(ValueError):
    """A file that cannot be used, with all its faults."""

    def __init__(self, name: str, faults: tuple[Fault, ...]) -> None:
        super().__init__(f"{name}: " + "; ".join(f"{fault.code} {fault.where}" for fault in faults))
        self.name = name
        self.faults = faults

    def report(self, lang: Language) -> str:
        """All faults, one line each, in file order."""
        lines = [text("faults.title", lang, name=self.name, count=len(self.faults))]
        return "\n".join([*lines, *(f"- {fault.sentence(lang)}" for fault in self.faults)])


def closest(word: object, known: Iterable[str]) -> str:
    """The known word closest to a mistyped one; empty if none is close."""
    return next(iter(difflib.get_close_matches(str(word)[:MOST_SHOWN], list(known), n=1)), "")


def nearest(word: object, known: Iterable[str]) -> str:
    """The closest known word, or all known words if none is close."""
    names = list(known)
    return closest(word, names) or ", ".join(names)


def bare(value: object, most: int = MOST_SHOWN) -> str:
    """Input as text, strings without quotation marks."""
    if not isinstance(value, str) or not value:
        return as_written(value, most)
    return value if len(value) <= most else f"{value[:most]}…"


def as_written(value: object, most: int = MOST_SHOWN) -> str:
    """A value as a file writes it, cut to one line."""
    said = _written(value, most)
    return said if len(said) <= most else f"{said[:most]}…"


def _written(value: object, room: int) -> str:
    """The start of the value, up to this many characters: endless lists are not walked through."""
    match value:
        case bool():
            return "true" if value else "false"
        case None:
            return "null"
        case int():
            return str(value) if abs(value) < 10**room else "…"
        case Decimal():
            return str(value)
        case str():
            return f'"{value[: room + 1]}"'
        case datetime.date() | datetime.time():
            return value.isoformat()
        case Mapping():
            entries = [f"{key} = {_written(each, room - 1)}" for key, each in list(value.items())[:room]]
            return "{ " + ", ".join(entries) + " }" if entries else "{}"
        case list() | tuple():
            return "[" + ", ".join(_written(each, room - 1) for each in value[: max(room, 0)]) + "]"
    return str(value)
