"""Parse results from CSV: one line for each seat, headings in Italian or English.

Cells are separated by comma, semicolon or tab; decimals have a point, or a comma if it is not the separator.
The result has the structure of a TOML file, plus the line of each seat, table and round; faults use the
spreadsheet's headings.
"""

import csv
import re
from dataclasses import dataclass, field, replace
from functools import partial
from io import StringIO
from typing import Any

from kamchatka.faults import Fault, Path, bare, closest
from kamchatka.messages import Language, text
from kamchatka.scoring.files import FaultList, results_fault
from kamchatka.scoring.sheet.cells import (
    ITALIAN_HEADINGS,
    ITALIAN_KINDS,
    ITALIAN_STATUSES,
    MOST_NUMBER,
    MOST_SEATS,
    OTHER_STATUSES,
    STATUS_WORDS,
    TIE_CELLS,
)

TABLE_COLUMNS = ("rulebook", "kind", "void")
"""Columns about the whole table; one of its lines is enough."""
WHOLE_COLUMNS = ("eliminated", "place", *TIE_CELLS)
OF_TABLE = ("table", "seat", "player", "status", *TABLE_COLUMNS)
"""Cells allowed in the line of an absent player, because they tell nothing about a game."""
ENGLISH = {word: key for key, word in ITALIAN_HEADINGS.items()}
KINDS = {word: key for key, word in ITALIAN_KINDS.items()}
YES, NO = ("1", "x", "true", "vero", "sì", "si", "yes"), ("0", "false", "falso", "no")
ABSENT = "absent"
NOTHING = (*NO, "0,0", "0.0", "-")
WHOLE = re.compile(r"-?\d{1,9}", re.ASCII)
MOST_COLUMNS = 100
GUARDED = re.compile(r"'[=+\-@\t\r]")
"""A cell with a leading quote, written so that no spreadsheet runs it as a formula."""


@dataclass
class CsvSheet:
    """The content of a CSV file."""

    data: dict[str, Any] = field(default_factory=lambda: {"round": []})
    lines: dict[Path, int] = field(default_factory=dict)
    """The line of every part of the data."""
    headings: dict[str, str] = field(default_factory=dict)
    """The file's headings, by column."""
    unread: list[Fault] = field(default_factory=list)
    """Faults of unreadable cells."""

    def lacks(self, code: str, where: str, line: int | None, **values: Any) -> None:
        """Add a fault of an unreadable cell."""
        self.unread.append(results_fault(code, where, line, values))


def read_csv(source: str) -> CsvSheet:
    """Parse a CSV file into data, the line of each part, and faults of unreadable cells."""
    source = source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    found = CsvSheet()
    try:
        rows = rows_of(source)
    except OpenQuote as error:
        found.lacks("open_quote", "", error.line)
        return found
    except csv.Error:
        found.lacks("not_csv", "", None)
        return found
    if not rows:
        found.lacks("no_rounds", "round", None)
        return found
    (first, heading), *others = rows
    if len(heading) > MOST_COLUMNS:
        found.lacks("too_many_columns", "", first, most=MOST_COLUMNS)
        return found
    columns = [_column(cell, first, found) for cell in heading]
    missing = [name for name in ("round", "table", "player") if name not in columns]
    twice = sorted({name for name in columns if name and columns.count(name) > 1})
    for name in missing:
        found.lacks("missing_column", name, first)
    for name in twice:
        found.lacks("column_twice", name, first)
    if missing or twice:
        return found
    gathered = _Gathered(found)
    for number, row in others:
        cells = {name: cell for name, cell in zip(columns, map(_clean, row), strict=False) if cell}
        beyond = [cell for cell in map(_clean, row[len(columns) :]) if cell]
        if beyond:
            found.lacks("cells_beyond", "", number, given=bare(", ".join(beyond)))
        if cells:
            gathered.add(cells, number)
    gathered.finish()
    return found


def csv_faults(sheet: CsvSheet, faults: FaultList) -> tuple[Fault, ...]:
    """All faults in file order, each with the line of its seat, table or round."""
    found = [_in_words(fault, (fault.where,), sheet) for fault in sheet.unread]
    for path, fault in faults.listed():
        parts = (path[:length] for length in range(len(path), 0, -1))
        line = next((sheet.lines[part] for part in parts if part in sheet.lines), None)
        if fault.code == "missing_rulebook":  # it concerns no particular line
            line = None
        found.append(_in_words(replace(fault, line=line), path, sheet))
    return tuple(sorted(found, key=lambda each: each.line or 0))


def _in_words(fault: Fault, path: Path, sheet: CsvSheet) -> Fault:
    """The fault with the spreadsheet's headings and allowed values."""
    values = {**fault.values, "where": partial(_where, fault, path, sheet)}
    if fault.code == "unknown_status":
        values["known"] = partial(_words, ITALIAN_STATUSES, (*STATUS_WORDS, ABSENT))
    elif fault.code in ("unknown_kind", "wrong_special_seats"):
        values["known"] = partial(_words, ITALIAN_KINDS, tuple(ITALIAN_KINDS))
        values["kind"] = partial(_words, ITALIAN_KINDS, (str(fault.values.get("kind", "")),))
    elif fault.code == "unknown_column":
        values["hint"] = partial(_hint, str(fault.values["nearest"]))
    return replace(fault, values=values, catalogues=("standings.csv_faults", *fault.catalogues))


def _where(fault: Fault, path: Path, sheet: CsvSheet, lang: Language) -> str:
    """The heading of the column, else round and table."""
    last = path[-1]
    if last in ITALIAN_HEADINGS and not (len(path) > 1 and last in ("seat", "table")):
        return sheet.headings.get(str(last)) or _words(ITALIAN_HEADINGS, (str(last),), lang)
    round_, *_, table = (fault.where.split(".") + [""] * 4)[1:4]
    if len(path) >= 4 and path[0] == "round":
        return text("standings.csv_faults.table", lang, round=round_, table=table)
    if len(path) >= 2 and path[0] == "round":
        return text("standings.csv_faults.round", lang, round=round_)
    return sheet.headings.get(fault.where, fault.where)


def _words(italian: dict[str, str], keys: tuple[str, ...], lang: Language) -> str:
    return ", ".join(keys if lang == "en" else [italian.get(key, key) for key in keys])


def _hint(near: str, lang: Language) -> str:
    if near:
        return text("standings.csv_faults.perhaps", lang, nearest=near)
    return text(
        "standings.csv_faults.columns", lang, known=_words(ITALIAN_HEADINGS, tuple(ITALIAN_HEADINGS), lang)
    )


def _clean(cell: str) -> str:
    cell = cell.strip()
    return cell[1:] if GUARDED.match(cell) else cell


def _column(heading: str, line: int, found: CsvSheet) -> str:
    name = "_".join(_clean(heading).lower().split())
    name = ENGLISH.get(name, name)
    if name and name not in ITALIAN_HEADINGS:
        found.lacks("unknown_column", bare(name), line, nearest=closest(name, [*ENGLISH, *ITALIAN_HEADINGS]))
    found.headings.setdefault(name, bare(_clean(heading)))
    return name


class _Gathered:
    """Groups lines into tables and rounds."""

    def __init__(self, sheet: CsvSheet) -> None:
        self._sheet = sheet
        self._rounds: dict[int, Path] = {}
        self._tables: dict[tuple[int, int], Path] = {}

    def add(self, cells: dict[str, str], line: int) -> None:
        """Add one line of the file."""
        number = self._number(cells.pop("round", ""), "round", line)
        if number is None:
            return
        status = cells.pop("status", "").lower()
        if OTHER_STATUSES.get(status, status) == ABSENT:
            self._absent(cells, number, line)
            return
        where = self._number(cells.pop("table", ""), "table", line)
        if where is None:
            return
        path = self._table(number, where, line)
        table = self._sheet.data["round"][path[1]]["table"][path[3]]
        for name in TABLE_COLUMNS:
            if name in cells:
                value = _of_table(name, cells[name])
                if table.setdefault(name, value) != value:
                    self._sheet.lacks("cells_differ", name, line, given=cells[name])
        self._sheet.lines[(*path, "seat", len(table["seat"]))] = line
        table["seat"].append(self._seat(cells, status, line))

    def finish(self) -> None:
        """Sort the seats, if the file numbers them."""
        lines = self._sheet.lines
        for path in self._tables.values():
            table = self._sheet.data["round"][path[1]]["table"][path[3]]
            orders = [seat.pop("seat", at + 1) for at, seat in enumerate(table["seat"])]
            if not all(type(order) is int for order in orders):
                continue
            order = sorted(range(len(orders)), key=orders.__getitem__)
            moved = [lines[(*path, "seat", at)] for at in order]
            table["seat"] = [table["seat"][at] for at in order]
            lines.update({(*path, "seat", at): line for at, line in enumerate(moved)})

    def _round(self, number: int, line: int) -> Path:
        if number not in self._rounds:
            path: Path = ("round", len(self._rounds))
            self._rounds[number], self._sheet.lines[path] = path, line
            self._sheet.data["round"].append({"number": number, "absent": [], "table": []})
        return self._rounds[number]

    def _table(self, number: int, where: int, line: int) -> Any:
        round_ = self._round(number, line)
        if (number, where) not in self._tables:
            tables = self._sheet.data["round"][round_[1]]["table"]
            path = (*round_, "table", len(tables))
            self._tables[number, where], self._sheet.lines[path] = path, line
            tables.append({"number": where, "seat": []})
        return self._tables[number, where]

    def _absent(self, cells: dict[str, str], number: int, line: int) -> None:
        """Add an absent player; cells about a game are a fault."""
        if "player" not in cells:
            self._sheet.lacks("wrong_player", "player", line)
            return
        path: Any = self._round(number, line)
        absent = self._sheet.data["round"][path[1]]["absent"]
        self._sheet.lines[(*path, "absent", len(absent))] = line
        absent.append(cells["player"])
        said = [cell for name, cell in cells.items() if name not in OF_TABLE and cell not in NOTHING]
        if said:
            values = {"player": bare(cells["player"]), "given": bare(", ".join(said))}
            self._sheet.lacks("absent_with_cells", "", line, **values)

    def _number(self, cell: str, name: str, line: int) -> int | None:
        value = _whole(cell)
        if isinstance(value, int) and value > 0:
            return value
        self._sheet.lacks("wrong_number", name, line, given=bare(cell), least=1, most=MOST_NUMBER)
        return None

    def _seat(self, cells: dict[str, str], status: str, line: int) -> dict[str, Any]:
        seat: dict[str, Any] = {key: cells[key] for key in ("player", "points", "award") if key in cells}
        if status:
            seat["status"] = status
        if "objective" in cells:
            seat["objective"] = _truth(cells["objective"])
        for key in (*WHOLE_COLUMNS, "seat"):
            if key in cells:
                seat[key] = _whole(cells[key])
        if "lot" in cells:
            seat["lot"] = [_whole(part) for part in re.split(r"[\s,;+/]+", cells["lot"]) if part]
        if not (isinstance(seat.get("seat", 1), int) and 1 <= seat.get("seat", 1) <= MOST_SEATS):
            self._sheet.lacks(
                "wrong_number", "seat", line, given=bare(cells["seat"]), least=1, most=MOST_SEATS
            )
        return seat


def _of_table(name: str, cell: str) -> object:
    """A cell about the whole table; a file name keeps its case."""
    word = cell.lower()
    if name == "void":
        return _truth(word)
    return cell if word.endswith(".toml") else KINDS.get(word, word)


def _whole(cell: str) -> object:
    """An integer, or the cell unchanged, for the validator to refuse."""
    return int(cell) if WHOLE.fullmatch(cell) else cell


def _truth(cell: str) -> object:
    word = cell.lower()
    return True if word in YES else False if word in NO else cell


class OpenQuote(ValueError):
    """An unclosed quotation mark: it would swallow the following lines."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def rows_of(source: str) -> list[tuple[int, list[str]]]:
    """The non-empty rows, each with the line it starts on."""
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
    """Whether the last row ends inside quotation marks."""
    rest = source.split("\n")[line - 1 :]
    try:
        list(csv.reader([f"{each}\n" for each in rest], delimiter=delimiter, strict=True))
    except csv.Error as error:
        return "end of data" in str(error)
    return False


def delimiter_of(source: str) -> str:
    """The most frequent of semicolon, tab and comma in the heading."""
    heading = source.partition("\n")[0]
    return max((";", "\t", ","), key=heading.count)
