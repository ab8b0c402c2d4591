"""Line numbers of the keys and list entries of a TOML file, for faults."""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

Path = tuple[str | int, ...]
"""Keys from the outside in; list entries by index from 0."""

_PART = re.compile(r""""([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+)""")
_TOKEN = re.compile(
    r"""
    \"\"\"(?:[^\\]|\\.)*?"{3,5}(?!") | '''.*?'{3,5}(?!')
    | "(?:[^"\\\n]|\\.)*" | '[^'\n]*' | \#[^\n]* | [\n\[\]{},=] | [^\s\[\]{},="'\#]+
    """,
    re.VERBOSE | re.DOTALL,
)
"""Strings, comments, punctuation and bare words of a valid TOML file."""


def dotted(path: Path) -> str:
    """A path for display: list entries counted from 1."""
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in path)


class Lines:
    """Line numbers of one file's keys, computed on first use."""

    def __init__(self, source: str) -> None:
        self._source = source

    def at(self, path: Path) -> int | None:
        """The line of a value, from 1, or of the nearest table that contains it."""
        while path:
            if path in self.keys:
                return self.keys[path]
            path = path[:-1]
        return None

    @cached_property
    def keys(self) -> dict[Path, int]:
        """The line of every table, key and list entry."""
        return _Scan(self._source).found


class _Token(NamedTuple):
    text: str
    line: int


def _tokens(source: str) -> Iterator[_Token]:
    line, done = 1, 0
    for match in _TOKEN.finditer(source):
        line, done = line + source.count("\n", done, match.start()), match.start()
        if not match.group().startswith("#"):
            yield _Token(match.group(), line)
    yield _Token("\n", line)


class _Scan:
    """Scans a valid file and records where everything starts."""

    def __init__(self, source: str) -> None:
        self.found: dict[Path, int] = {}
        self._tokens = list(_tokens(source))[::-1]
        self._counts: dict[Path, int] = {}
        table: Path = ()
        while self._tokens:
            if self._next.text == "\n":
                self._tokens.pop()
            elif self._next.text == "[":
                table = self._header()
            else:
                self._entry(table)
                self._skip("\n")

    @property
    def _next(self) -> _Token:
        return self._tokens[-1]

    def _skip(self, until: str) -> str:
        """Consume tokens up to one of these, which stays."""
        words = ""
        while self._tokens and self._next.text not in until:
            words += self._tokens.pop().text
        return words

    def _header(self) -> Path:
        """Parse `[table]` or `[[table]]`."""
        line = self._tokens.pop().line
        is_new = self._next.text == "["
        if is_new:
            self._tokens.pop()
        path = _numbered(_parts(self._skip("]")), self._counts, new=is_new)
        self._skip("\n")
        if is_new:
            self.found.setdefault(path[:-1], line)
        self.found.setdefault(path, line)
        return path

    def _entry(self, table: Path) -> None:
        """Parse `key = value`."""
        line = self._next.line
        path = (*table, *_parts(self._skip("=")))
        self.found.setdefault(path, line)
        self._tokens.pop()
        self._value(path)

    def _value(self, path: Path) -> None:
        """Parse a list or table with its content, or a plain value."""
        opened = self._tokens.pop().text
        number = 0
        while opened in "[{":
            self._skip_lines()
            if self._next.text in "]}":
                self._tokens.pop()
                return
            if opened == "[":
                self.found.setdefault((*path, number), self._next.line)
                self._value((*path, number))
                number += 1
            else:
                self._entry(path)
        self._skip("\n,]}")

    def _skip_lines(self) -> None:
        while self._next.text in "\n,":
            self._tokens.pop()


def _parts(name: str) -> tuple[str, ...]:
    return tuple(next(each for each in found if each) if any(found) else "" for found in _PART.findall(name))


def _numbered(parts: tuple[str, ...], counts: dict[Path, int], *, new: bool) -> Path:
    """The path of a header: `[[term]]` starts the next entry, `[term.shared]` belongs to the last."""
    path: Path = ()
    for at, part in enumerate(parts):
        path = (*path, part)
        if new and at == len(parts) - 1:
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path
