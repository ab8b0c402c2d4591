"""One thing to mend in a formula file, as a sentence: the key, the word that stands there, what may stand."""

import datetime
import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kamchatka.messages import Language, text
from kamchatka.scoring.faults import MOST_SHOWN, Fault


class Decimals(str):
    """A number with decimals, as the file writes it: exact, and not to be taken for a text."""

    __slots__ = ()


@dataclass(frozen=True)
class FormulaFault(Fault):
    """A fault with its remedy: a code of `formula.faults`, what is wanted, what else it could be."""

    wanted: str = ""
    """A code of `formula.wanted`."""
    allowed: tuple[str, ...] = ()
    """The words that may stand there."""
    near: str = ""
    """The one that was probably meant."""

    def sentence(self, lang: Language) -> str:
        """What is wrong and what to do."""
        place = text("scoring.faults.in_line", lang, line=self.line) if self.line else ""
        values = {**self.values, "where": self.where, "wanted": self.remedy(lang)}
        return place + text(f"formula.faults.{self.code}", lang, **values) + self._hint(lang)

    def remedy(self, lang: Language) -> str:
        """What may stand there, in words."""
        if not self.wanted:
            return ""
        wanted = text(f"formula.wanted.{self.wanted}", lang, **{**self.values, "where": self.where})
        return text("formula.or_word", lang, wanted=wanted, words=self._words) if self.allowed else wanted

    @property
    def _words(self) -> str:
        return ", ".join(self.allowed)

    def _hint(self, lang: Language) -> str:
        perhaps = text("formula.perhaps", lang, near=self.near) if self.near else ""
        if self.wanted or not self.allowed:
            return perhaps
        return perhaps + text("formula.allowed", lang, words=self._words)


def closest(word: object, known: Iterable[str]) -> str:
    """The known word most like a mistyped one; nothing if none is like it."""
    return next(iter(difflib.get_close_matches(str(word)[:MOST_SHOWN], list(known), n=1)), "")


def as_written(value: object, most: int = MOST_SHOWN) -> str:
    """A value as a formula file writes it, never more than a line of it."""
    said = _written(value, most)
    return said if len(said) <= most else f"{said[:most]}…"


def _written(value: object, room: int) -> str:
    """The beginning of the value, long enough for the room: endless lists are not gone through."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**room else "…"
    if isinstance(value, Decimals):
        return str(value)
    if isinstance(value, str):
        return f'"{value[: room + 1]}"'
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, Mapping):
        pairs = (
            [f"{key} = {_written(each, room - 1)}" for key, each in list(value.items())[:room]]
            if room
            else []
        )
        return "{ " + ", ".join(pairs) + " }" if pairs else "{}"
    if isinstance(value, list):
        entries = [_written(each, room - 1) for each in value[:room]] if room else []
        return "[" + ", ".join(entries) + "]"
    return str(value)
