"""Cells of a table people read: names of columns, numbers below each other, spreadsheets."""

import csv
import re
from collections.abc import Callable, Iterable, Sequence
from io import StringIO

from kamchatka.messages import Language, has_text, text
from kamchatka.scoring.numbers import Number, shown

MARKS: dict[Language, str] = {"it": ",", "en": "."}
"""What parts a number from its decimals."""
CSV_DECIMALS = 6
DELIMITERS: dict[Language, str] = {"it": ";", "en": ","}
"""Where the comma belongs to numbers, cells are separated by semicolons."""
STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?", re.ASCII)

Cell = str | Number | None


def heading(name: str, lang: Language) -> str:
    """What stands above a column of a table or a file."""
    return text(f"standings.column.{name}", lang)


def column_name(column: str, lang: Language) -> str:
    """What a column of the score is called; as the formula's file writes it where there is no word."""
    code = f"scores.column.{column}"
    return text(code, lang) if has_text(code, lang) else column


def column_heading(column: str, lang: Language) -> str:
    """The same above a column."""
    name = column_name(column, lang)
    return name[:1].upper() + name[1:]


def alike(numbers: Iterable[Number], lang: Language, most: int) -> Callable[[Number], str]:
    """How to show each of these numbers with as many decimals as the one that needs the most."""
    mark = MARKS[lang]
    parts = {number: shown(number, lang, most).partition(mark) for number in numbers}
    wanted = max((len(decimals) for _, _, decimals in parts.values()), default=0)

    def in_words(number: Number) -> str:
        whole, _, decimals = parts[number]
        return f"{whole}{mark}{decimals.ljust(wanted, '0')}" if wanted else whole

    return in_words


def worth_telling(keys: Sequence[Sequence[Number]], columns: Sequence[str], score: str) -> list[int]:
    """The columns in which somebody has something; the score where nobody has anything."""
    found = [at for at in range(len(columns)) if any(key[at] for key in keys)]
    return found or [columns.index(score)]


def csv_text(rows: Iterable[Sequence[Cell]], lang: Language) -> str:
    """The rows as one CSV text: decimals as the reader writes them, no cell ever taken for a formula."""
    out = StringIO()
    writer = csv.writer(out, delimiter=DELIMITERS[lang], lineterminator="\r\n")
    for row in rows:
        writer.writerow([_cell(value, lang) for value in row])
    return out.getvalue()


def _cell(value: Cell, lang: Language) -> str:
    if value is None:
        return ""
    return guarded(value) if isinstance(value, str) else shown(value, lang, CSV_DECIMALS)


def guarded(words: str) -> str:
    """Words a spreadsheet shows and never computes: a quote in front of what would start a formula."""
    if words.startswith(STARTS_A_FORMULA) and not NUMBER.fullmatch(words):
        return f"'{words}"
    return words
