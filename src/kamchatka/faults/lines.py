"""On which line of a TOML file each key stands, so that a fault can name it."""

import re
from functools import cached_property

Path = tuple[str | int, ...]
"""Keys from the outside in; tables of a list, and the entries of lists, by number from 0."""

_PART = re.compile(r""""([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+)""")
_NAME = rf"(?:{_PART.pattern})(?:\s*\.\s*(?:{_PART.pattern}))*"
_HEADER = re.compile(rf"^\s*(\[\[?)\s*({_NAME})\s*\]")
_KEY = re.compile(rf"^\s*({_NAME})\s*=")
_MARK = re.compile(r'"""|\'\'\'|"(?:\\.|[^"\\])*"|\'[^\']*\'|#.*')
_TEXT = re.compile(r'"(?:\\.|[^"\\])*"|\'[^\']*\'|#.*')


def dotted(path: Path) -> str:
    """A path as people say it: entries of lists counted from 1."""
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in path)


class Lines:
    """The lines of one file's keys, looked for only if somebody asks."""

    def __init__(self, source: str) -> None:
        self._source = source

    def at(self, path: Path) -> int | None:
        """The line of a value, from 1, or of the nearest table around it."""
        while path:
            if path in self.keys:
                return self.keys[path]
            path = path[:-1]
        return None

    @cached_property
    def keys(self) -> dict[Path, int]:
        """The line of every table and key that begins a line.

        Lists over several lines are skipped by counting their brackets, texts over several lines by their
        marks.
        """
        found: dict[Path, int] = {}
        counts: dict[Path, int] = {}
        table: Path = ()
        depth, in_text = 0, False
        for number, line in enumerate(self._source.split("\n"), start=1):
            marks = line.count('"""') + line.count("'''") if in_text else _marks(line)
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


def _marks(line: str) -> int:
    """How many marks of texts over several lines it has, outside of other texts and of comments."""
    return sum(found.group() in ('"""', "'''") for found in _MARK.finditer(line))


def _opened(line: str) -> int:
    plain = _TEXT.sub("", line)
    return sum(map(plain.count, "[{")) - sum(map(plain.count, "]}"))
