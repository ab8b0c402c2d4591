"""TOML and JSON that people wrote: read by the standard library, or told where and why they cannot be.

Nothing anybody writes keeps the reader busy for minutes. Decimals stay exact.
"""

import json
import re
import tomllib
from collections import Counter
from decimal import Decimal, InvalidOperation
from functools import partial
from importlib.resources.abc import Traversable
from typing import Any

from kamchatka.faults.fault import Fault, bare
from kamchatka.messages import text

MOST_PARTS = 16
"""Parts of a key, as in `a.b.c`: more than any file needs. The reader's time grows with their square."""
MOST_DIGITS = 18
"""Of a whole number in JSON; a longer one stays as it is written, for whoever reads the cell to refuse."""

_PART = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*(?:"|$)|'[^'\n]*(?:'|$))"""
_TOKENS = re.compile(
    rf"""
    \"\"\"(?:[^\\]|\\.)*?(?:"{{3,5}}|\Z)    # texts of several lines, in which anything may stand; the
    | '''.*?(?:'{{3,5}}|\Z)               # last quotation marks may belong to the text
    | \#[^\n]*
    | (?P<key>{_PART}(?:[ \t]*\.[ \t]*{_PART}){{{MOST_PARTS},}})
    | {_PART}
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
"""What a file is made of, as far as keys are concerned. A text that is not closed ends with the line or the
file, so that nothing is looked at twice."""
_LONG_NUMBER = re.compile(r"\b0[xob][0-9a-fA-F_]{40,}|[0-9_]{4000,}")
"""What no file needs, and what Python would not print."""
_HALF_SIGN = re.compile(r"\\u[dD][89a-fA-F]")
"""Half of a sign, which only together with its other half is a text."""
_PLACE = re.compile(r"\(at (?:line (\d+), column (\d+)|end of document)\)")

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
"""How the library's sentences begin, and what we say instead; the first that fits. What is not listed is told
by its place alone."""
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


def toml_texts(folder: Traversable) -> dict[str, str]:
    """The text of every TOML file of a folder, by its name without the ending, in alphabetical order."""
    found = {file.name: file for file in folder.iterdir() if file.name.endswith(".toml")}
    return {name.removesuffix(".toml"): found[name].read_text(encoding="utf-8") for name in sorted(found)}


class BrokenFile(ValueError):
    """A file that is no TOML, or no JSON: the one fault to mend before any other can be found."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code)
        self.fault = fault


def read_toml(source: str) -> dict[str, Any]:
    """The data of a TOML file that somebody wrote; raises BrokenFile."""
    source = source.removeprefix("\ufeff")
    for token in _TOKENS.finditer(source):
        if token.lastgroup == "key":
            line = source.count("\n", 0, token.start()) + 1
            raise BrokenFile(Fault("deep_key", "", line, {"most": MOST_PARTS}))
    if long := _LONG_NUMBER.search(source):
        raise BrokenFile(_broken("digits", source.count("\n", 0, long.start()) + 1))
    try:
        return tomllib.loads(source, parse_float=_decimal)
    except RecursionError as error:
        raise BrokenFile(_broken("deep")) from error
    except ValueError as error:
        raise BrokenFile(_toml_fault(str(error), source)) from error


def read_json(source: str) -> Any:
    """The data of a JSON text that somebody wrote; raises BrokenFile."""
    try:
        found = json.loads(
            source.removeprefix("\ufeff"),
            parse_float=_decimal,
            parse_int=_whole,
            parse_constant=str,
            object_pairs_hook=_object,
        )
        if _HALF_SIGN.search(source):
            json.dumps(found, ensure_ascii=False, default=str).encode()
        return found
    except UnicodeEncodeError as error:
        raise BrokenFile(_broken("escape")) from error
    except RecursionError as error:
        raise BrokenFile(_broken("deep")) from error
    except json.JSONDecodeError as error:
        raise BrokenFile(_broken(_why(error.msg, JSON), error.lineno, error.colno)) from error


def _broken(why: str, line: int | None = None, column: int | None = None) -> Fault:
    values: dict[str, Any] = {"why": why, "said": partial(text, f"faults.broken.{why}")}
    return Fault("not_toml", "", line, values | ({"column": column} if column else {}))


def _toml_fault(said: str, source: str) -> Fault:
    why, found = _why(said, TOML), _PLACE.search(said)
    if found is None:
        return _broken(why)
    if found.group(1) is None:
        return _broken(why, source.rstrip().count("\n") + 1)
    return _broken(why, *map(int, found.groups()))


def _why(said: str, known: tuple[tuple[str, str], ...]) -> str:
    return next((code for start, code in known if said.startswith(start)), "other")


def _decimal(written: str) -> Decimal:
    try:
        return Decimal(written)
    except InvalidOperation:  # an exponent beyond all bounds
        return Decimal("NaN")


def _whole(digits: str) -> int | str:
    return int(digits) if len(digits) <= MOST_DIGITS else digits


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; a key that stands in it twice is a fault, since the last one would silently win."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise BrokenFile(Fault("key_twice", "", None, {"key": bare(twice)}))
    return found
