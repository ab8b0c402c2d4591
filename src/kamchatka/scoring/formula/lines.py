"""Where in a formula file a value stands: the line of every key, terms by their number."""

import re
from collections.abc import Mapping

Path = tuple[str | int, ...]
"""Keys from the outside in; the terms, and the entries of lists, by number from 0."""

_PART = re.compile(r""""([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+)""")
_NAME = rf"(?:{_PART.pattern})(?:\s*\.\s*(?:{_PART.pattern}))*"
_HEADER = re.compile(rf"^\s*(\[\[?)\s*({_NAME})\s*\]")
_KEY = re.compile(rf"^\s*({_NAME})\s*=")
_SAID = re.compile(r'"(?:\\.|[^"\\])*"|\'[^\']*\'|#.*')


def lines_of(source: str) -> dict[Path, int]:
    """The line, from 1, of every table and key that begins a line.

    Lists over several lines are skipped by counting their brackets, texts over several lines by their marks.
    """
    found: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    depth, in_text = 0, False
    for number, line in enumerate(source.split("\n"), start=1):
        marks = line.count('"""') + line.count("'''")
        if in_text or depth > 0:
            in_text ^= marks % 2 == 1
            depth = 0 if in_text else max(0, depth + _opened(line))
            continue
        if header := _HEADER.match(line):
            table = _numbered(_parts(header.group(2)), counts, new=header.group(1) == "[[")
            found.setdefault(table, number)
        elif key := _KEY.match(line):
            found.setdefault((*table, *_parts(key.group(1))), number)
            in_text = marks % 2 == 1
            depth = 0 if in_text else max(0, _opened(line[key.end() :]))
    return found


def line_at(lines: Mapping[Path, int], path: Path) -> int | None:
    """The line of a value, or of the nearest table around it."""
    while path:
        if path in lines:
            return lines[path]
        path = path[:-1]
    return None


def _parts(name: str) -> tuple[str, ...]:
    return tuple(next(each for each in found if each) if any(found) else "" for found in _PART.findall(name))


def _numbered(parts: tuple[str, ...], counts: dict[Path, int], *, new: bool) -> Path:
    """The path of a header: `[[term]]` begins the next one, `[term.shared]` belongs to the last."""
    path: Path = ()
    for at, part in enumerate(parts):
        path = (*path, part)
        if new and at == len(parts) - 1:
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path


def _opened(line: str) -> int:
    bare = _SAID.sub("", line)
    return sum(map(bare.count, "[{")) - sum(map(bare.count, "]}"))
