"""TOML that people wrote: read by the standard library, once it is known not to keep it busy for minutes."""

import re
import tomllib
from collections.abc import Callable
from typing import Any

MOST_PARTS = 16
"""Parts of a key, as in `a.b.c`: more than any file needs. The reader's time grows with their square."""

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


class DeepKey(ValueError):
    """A key of more parts than any file needs."""

    def __init__(self, line: int) -> None:
        super().__init__(f"a key of more than {MOST_PARTS} parts (at line {line})")
        self.line = line


def read_toml(source: str, *, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """The data of a file that somebody wrote; raises DeepKey, or what `tomllib` raises.

    Other faults are ValueError, and RecursionError for tables within tables within tables.
    """
    for token in _TOKENS.finditer(source):
        if token.lastgroup == "key":
            raise DeepKey(source.count("\n", 0, token.start()) + 1)
    return tomllib.loads(source, parse_float=parse_float)
