"""Parse TOML and JSON written by people with the standard library, or report where and why parsing failed.

No input can keep the parser busy for minutes. Decimals stay exact.
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
"""Limit of parts of a key, as in `a.b.c`: more than any file needs. Parsing time grows with their square."""
MOST_DIGITS = 18
"""Digits of an integer in JSON; a longer one stays text, for the validator of the cell to refuse."""

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
"""Tokens that matter for keys. An unclosed string ends at the end of the line or file, so that nothing is
scanned twice.
"""
_LONG_NUMBER = re.compile(r"\b0[xob][0-9a-fA-F_]{40,}|[0-9_]{4000,}")
"""Numbers no file needs, and Python would refuse to print."""
_HALF_SIGN = re.compile(r"\\u[dD][89a-fA-F]")
"""Half of a surrogate pair, which is not valid text by itself."""
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
"""Prefixes of the library's messages, and our codes; the first match applies. Other messages are reported
by their position alone.
"""
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
    """The text of every TOML file in a folder, by file name without extension, in alphabetical order."""
    found = {file.name: file for file in folder.iterdir() if file.name.endswith(".toml")}
    return {name.removesuffix(".toml"): found[name].read_text(encoding="utf-8") for name in sorted(found)}


class BrokenFile(ValueError):
    """A file with a syntax error, which must be fixed before other faults can be found."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code)
        self.fault = fault


def read_toml(source: str) -> dict[str, Any]:
    """Parse a TOML file; raises BrokenFile."""
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
    """Parse a JSON text; raises BrokenFile."""
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
    except InvalidOperation:  # exponent out of range
        return Decimal("NaN")


def _whole(digits: str) -> int | str:
    return int(digits) if len(digits) <= MOST_DIGITS else digits


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object; a duplicate key is a fault, since the last one would silently win."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise BrokenFile(Fault("key_twice", "", None, {"key": bare(twice)}))
    return found
