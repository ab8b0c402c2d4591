"""The rows of a spreadsheet's text, whatever separates its cells, each with the line it begins in."""

import csv
from io import StringIO


class OpenQuote(ValueError):
    """A quotation mark that nothing closes: it would swallow the lines after it."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def rows_of(source: str) -> list[tuple[int, list[str]]]:
    """The rows that hold something, each with the line it begins in."""
    delimiter, start = delimiter_of(source), 1
    reader = csv.reader(StringIO(source), delimiter=delimiter)
    found: list[tuple[int, list[str]]] = []
    try:
        for row in reader:
            if any("\n" in cell and delimiter in cell for cell in row):
                raise OpenQuote(start)
            if any(map(str.strip, row)):
                found.append((start, row))
            last, start = start, reader.line_num + 1
    except csv.Error as error:
        if "field larger" in str(error):
            raise OpenQuote(start) from error
        raise
    if found and _is_open(source, last, delimiter):
        raise OpenQuote(last)
    return found


def _is_open(source: str, line: int, delimiter: str) -> bool:
    """Whether the last row ends within quotation marks."""
    rest = source.split("\n")[line - 1 :]
    try:
        list(csv.reader([f"{each}\n" for each in rest], delimiter=delimiter, strict=True))
    except csv.Error as error:
        return "end of data" in str(error)
    return False


def delimiter_of(source: str) -> str:
    """What separates cells: whichever of semicolon, tab and comma the heading has most of."""
    heading = source.partition("\n")[0]
    return max((";", "\t", ","), key=heading.count)
