"""The words of a results file, whichever program wrote it, and whether they are a spreadsheet's."""

from dataclasses import dataclass

BOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How files of spreadsheet programs begin: .xlsx and .ods, .xls."""
WIDE = (b"\xff\xfe", b"\xfe\xff")
"""How a text in UTF-16 begins: some programs export CSV so."""
CSV, OTHERS = ".csv", (".toml", ".json")


class NotWords(ValueError):
    """A file that is no text; its code is a sentence under `scores`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class FileWords:
    """The words of a file."""

    words: str
    is_csv: bool


def words_of(data: bytes, ending: str) -> FileWords:
    """What a file says; raises NotWords. Only CSV may be in the letters of old Windows."""
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
    """Whether a text begins with headings, and not as TOML or JSON does."""
    heading = next((line for line in words.splitlines() if line.strip()), "").strip()
    return (
        not heading.startswith(("{", "[", "#"))
        and "=" not in heading
        and any(mark in heading for mark in ";,\t")
    )
