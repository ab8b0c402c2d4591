"""Tables for spreadsheets: no cell is ever taken for a formula, decimals are as the reader writes them."""

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO

from kamchatka.messages import Language
from kamchatka.scoring.numbers import Number, shown

DECIMALS = 6
DELIMITERS: dict[Language, str] = {"it": ";", "en": ","}
"""Where the comma belongs to numbers, cells are separated by semicolons."""

STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?", re.ASCII)

Cell = str | Number | None


def csv_text(rows: Iterable[Sequence[Cell]], lang: Language) -> str:
    """The rows as one CSV text."""
    out = StringIO()
    writer = csv.writer(out, delimiter=DELIMITERS[lang], lineterminator="\r\n")
    for row in rows:
        writer.writerow([_cell(value, lang) for value in row])
    return out.getvalue()


def _cell(value: Cell, lang: Language) -> str:
    if value is None:
        return ""
    if isinstance(value, Number):
        return shown(value, lang, DECIMALS)
    return guarded(value)


def guarded(words: str) -> str:
    """Words a spreadsheet shows and never computes: a quote in front of what would start a formula."""
    if words.startswith(STARTS_A_FORMULA) and not NUMBER.fullmatch(words):
        return f"'{words}"
    return words
