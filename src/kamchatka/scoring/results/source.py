"""Decode the text of a results file from any program, and detect CSV."""

from dataclasses import dataclass

BOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""Magic bytes of spreadsheet files: .xlsx and .ods, .xls."""
WIDE = (b"\xff\xfe", b"\xfe\xff")
"""Byte-order marks of UTF-16: some programs export CSV with one."""
CSV, OTHERS = ".csv", (".toml", ".json")


class NotWords(ValueError):
    """A file that is not text; its code is a sentence under `scores`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class FileWords:
    """The text of a file."""

    words: str
    is_csv: bool


def words_of(data: bytes, ending: str) -> FileWords:
    """Decode a file; raises NotWords. Only CSV may be in Windows-1252."""
    if data.startswith(BOOKS):
        raise NotWords("scores.spreadsheet")
    encodings = ("utf-16",) if data.startswith(WIDE) else ("utf-8-sig", "cp1252")
    for encoding in encodings:
        try:
            words = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        is_csv = ending == CSV or (ending not in OTHERS and looks_like_csv(words))
        if (encoding != "cp1252" or is_csv) and "\0" not in words:
            return FileWords(words, is_csv)
    raise NotWords("scores.not_utf_8")


def looks_like_csv(words: str) -> bool:
    """Whether a text starts with headings, unlike TOML or JSON."""
    heading = next((line for line in words.splitlines() if line.strip()), "").strip()
    return (
        not heading.startswith(("{", "[", "#"))
        and "=" not in heading
        and any(mark in heading for mark in ";,\t")
    )
