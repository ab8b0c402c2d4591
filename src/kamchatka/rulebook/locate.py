"""Where in a TOML file a key stands, so that a fault can name its line."""

import re

_HEADER = re.compile(r"^\s*\[([^\[\]]+)\]\s*(?:#.*)?$")
_KEY = re.compile(
    r"""^\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*="""
)


def lines_of_keys(source: str) -> dict[str, int]:
    """Line number (from 1) of every dotted key and table header.

    Good enough for rulebook files, which hold tables, numbers, strings and lists; the continuation
    lines of a list over several lines are skipped by counting its brackets.
    """
    found: dict[str, int] = {}
    table, depth = "", 0
    for number, line in enumerate(source.splitlines(), start=1):
        if depth > 0:
            depth += _open_brackets(line)
            continue
        header = _HEADER.match(line)
        if header:
            table = _clean(header.group(1))
            found.setdefault(table, number)
            continue
        key = _KEY.match(line)
        if key:
            name = _clean(key.group(1))
            found.setdefault(f"{table}.{name}" if table else name, number)
            depth = max(0, _open_brackets(line[key.end() :]))
    return found


def line_of(lines: dict[str, int], key: str) -> int | None:
    """The line of a key, or of the nearest table around it."""
    while key:
        if key in lines:
            return lines[key]
        key = key.rpartition(".")[0]
    return None


def _clean(name: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in name.split("."))


def _open_brackets(text: str) -> int:
    bare = re.sub(r'"(?:\\.|[^"\\])*"|\'[^\']*\'', "", text).partition("#")[0]
    return sum(bare.count(c) for c in "[{") - sum(bare.count(c) for c in "]}")
