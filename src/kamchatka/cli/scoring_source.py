"""Files of sheets, results and formulas as people save them, or what comes by standard input."""

import sys
from dataclasses import dataclass
from pathlib import Path

from kamchatka.cli.output import fail, language, trouble
from kamchatka.messages import text

STANDARD_INPUT = Path("-")
BOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How files of spreadsheet programs begin: .xlsx and .ods, .xls."""
WIDE = (b"\xff\xfe", b"\xfe\xff")
"""How a text in UTF-16 begins: some programs export CSV so."""
CSV, OTHERS = ".csv", (".toml", ".json")


@dataclass(frozen=True)
class Source:
    """A text to read, and what to call it."""

    name: str
    words: str
    is_csv: bool
    folder: Path
    """Where files it names are looked for."""


def read_source(path: Path) -> Source:
    """The text of a file, or of standard input; what is no text ends the command with a sentence."""
    lang = language()
    is_piped = path == STANDARD_INPUT
    try:
        data = sys.stdin.buffer.read() if is_piped else path.read_bytes()
    except OSError as error:
        fail(text("standings.unreadable", lang, path=path, error=trouble(error, lang)))
    name = text("scores.standard_input", lang) if is_piped else path.name
    if data.startswith(BOOKS):
        fail(text("scores.spreadsheet", lang, name=name))
    ending = "" if is_piped else path.suffix.lower()
    words, is_csv = _decoded(data, ending)
    if words is None or "\0" in words:
        fail(text("scores.not_utf_8", lang, name=name))
    return Source(name, words, is_csv, Path() if is_piped else path.parent)


def _decoded(data: bytes, ending: str) -> tuple[str | None, bool]:
    """The words, if they are words, and whether they are CSV; that may be in the letters of old Windows."""
    encodings = ("utf-16",) if data.startswith(WIDE) else ("utf-8-sig", "cp1252")
    for encoding in encodings:
        try:
            words = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        is_csv = ending == CSV or (ending not in OTHERS and looks_like_csv(words))
        if encoding != "cp1252" or is_csv:
            return words, is_csv
    return None, False


def looks_like_csv(words: str) -> bool:
    """Whether a text begins with headings, and not as TOML or JSON does."""
    heading = next((line for line in words.splitlines() if line.strip()), "").strip()
    return (
        not heading.startswith(("{", "[", "#"))
        and "=" not in heading
        and any(mark in heading for mark in ";,\t")
    )
