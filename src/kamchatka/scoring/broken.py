"""A file that is neither TOML nor JSON: where the reader stopped and why, in words of ours."""

import json
import re
from dataclasses import dataclass

from kamchatka.messages import Language, text
from kamchatka.scoring.faults import Fault

TOML = (
    ("Expected '=' after", "equals"),
    ("Expected newline", "after_value"),
    ("Expected ']", "bracket"),
    ("Invalid statement", "statement"),
    ("Invalid initial character", "statement"),
    ("Invalid date", "date"),
    ("Invalid value", "value"),
    ("Invalid hex", "escape"),
    ("Escaped character", "escape"),
    ("Unescaped", "escape"),
    ("Unclosed", "unclosed"),
    ("Cannot ", "twice"),
    ("Duplicate", "twice"),
    ("Unterminated", "text"),
    ("Expected ", "text"),
    ("Illegal character '\\n'", "text"),
    ("Found invalid character '\\n'", "text"),
)
"""How the library's sentences begin, and what we say instead; the first that fits."""
JSON = (
    ("Expecting value", "json_value"),
    ("Expecting property name", "json_name"),
    ("Expecting ':'", "json_colon"),
    ("Expecting ','", "json_comma"),
    ("Illegal trailing comma", "json_name"),
    ("Extra data", "json_extra"),
    ("Unterminated", "text"),
    ("Invalid control", "text"),
    ("Invalid ", "escape"),
)
PLACE = re.compile(r"\(at (?:line (\d+), column (\d+)|end of document)\)")
LONG_NUMBER = re.compile(r"\b0[xob][0-9a-fA-F_]{40,}|[0-9_]{4000,}")
"""What no file needs, and what Python would not print."""


class LongNumber(ValueError):
    """A number of more digits than anything has."""


@dataclass(frozen=True)
class Broken(Fault):
    """Where a file stops being readable."""

    why: str = "other"
    """A code of `scoring.broken`."""
    column: int | None = None

    def sentence(self, lang: Language) -> str:
        place = "at" if self.column else "in_line" if self.line else "nowhere"
        said = text(f"scoring.broken.{self.why}", lang)
        return text(f"scoring.broken.{place}", lang, line=self.line, column=self.column, said=said)


def broken(error: Exception, source: str) -> Broken:
    """What kept a reader of TOML or JSON from going on."""
    if isinstance(error, LongNumber):
        return _without_place(source)
    if isinstance(error, RecursionError):
        return Broken("not_toml", "", why="deep")
    if isinstance(error, json.JSONDecodeError):
        return Broken("not_toml", "", error.lineno, why=_why(error.msg, JSON), column=error.colno)
    found = PLACE.search(str(error))
    if found is None:
        return _without_place(source)
    if found.group(1) is None:
        return Broken("not_toml", "", source.rstrip().count("\n") + 1, why=_why(str(error), TOML))
    line, column = map(int, found.groups())
    return Broken("not_toml", "", line, why=_why(str(error), TOML), column=column)


def _why(said: str, known: tuple[tuple[str, str], ...]) -> str:
    return next((code for start, code in known if said.startswith(start)), "other")


def _without_place(source: str) -> Broken:
    """Only numbers too long to be read come without a place."""
    long = LONG_NUMBER.search(source)
    if long is None:
        return Broken("not_toml", "")
    return Broken("not_toml", "", source.count("\n", 0, long.start()) + 1, why="digits")
