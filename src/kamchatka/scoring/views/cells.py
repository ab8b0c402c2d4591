"""Formatting of table cells: column names, aligned numbers, CSV."""

import csv
import re
from collections.abc import Callable, Iterable, Sequence
from io import StringIO

from kamchatka.messages import Language, has_text, text
from kamchatka.scoring.numbers import Number, shown

MARKS: dict[Language, str] = {"it": ",", "en": "."}
"""Decimal separators."""
CSV_DECIMALS = 6
DELIMITERS: dict[Language, str] = {"it": ";", "en": ","}
"""CSV delimiters: a semicolon if the comma is the decimal separator."""
STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?", re.ASCII)

Cell = str | Number | None


def heading(name: str, lang: Language) -> str:
    """The heading of a column in a table or a file."""
    return text(f"standings.column.{name}", lang)


def column_name(column: str, lang: Language) -> str:
    """The display name of a score column; its name in the formula file if it has none."""
    code = f"scores.column.{column}"
    return text(code, lang) if has_text(code, lang) else column


def column_heading(column: str, lang: Language) -> str:
    """The display name of a score column, as a heading."""
    name = column_name(column, lang)
    return name[:1].upper() + name[1:]


def alike(numbers: Iterable[Number], lang: Language, most: int) -> Callable[[Number], str]:
    """A formatter that gives all these numbers the decimals of the one that needs the most."""
    mark = MARKS[lang]
    parts = {number: shown(number, lang, most).partition(mark) for number in numbers}
    wanted = max((len(decimals) for _, _, decimals in parts.values()), default=0)

    def in_words(number: Number) -> str:
        whole, _, decimals = parts[number]
        return f"{whole}{mark}{decimals.ljust(wanted, '0')}" if wanted else whole

    return in_words


def worth_telling(keys: Sequence[Sequence[Number]], columns: Sequence[str], score: str) -> list[int]:
    """Indexes of the columns with a value other than 0; the score if there are none."""
    found = [at for at in range(len(columns)) if any(key[at] for key in keys)]
    return found or [columns.index(score)]


def csv_text(rows: Iterable[Sequence[Cell]], lang: Language) -> str:
    """The rows as CSV: localised decimals, and no cell that a spreadsheet would run as a formula."""
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
    """Text with a leading quote if a spreadsheet would otherwise run it as a formula."""
    if words.startswith(STARTS_A_FORMULA) and not NUMBER.fullmatch(words):
        return f"'{words}"
    return words
