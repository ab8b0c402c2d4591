"""Results as a spreadsheet saves them: one line for each seat, headings in Italian or English.

Comma, semicolon or tab between cells; decimals with a point, or with a comma where it separates no cells.
What comes out is the data a TOML file would hold, and the line of each seat, table and round.
"""

import csv
import re
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from kamchatka.faults import bare
from kamchatka.scoring.results.csv_rows import OpenQuote, rows_of
from kamchatka.scoring.sheet.seat_cells import NUMBERS

TABLE_COLUMNS = ("rulebook", "kind", "void")
"""Columns that speak of the whole table; one line of it is enough."""
WHOLE_COLUMNS = ("eliminated", "place", *NUMBERS)
COLUMNS = (
    *("round", "table", "seat", "player", "points", "objective", "status", "lot", "award"),
    *TABLE_COLUMNS,
    *WHOLE_COLUMNS,
)
HEADINGS = {
    "turno": "round",
    "tavolo": "table",
    "posto": "seat",
    "giocatore": "player",
    "punti": "points",
    "obiettivo": "objective",
    "eliminato": "eliminated",
    "stato": "status",
    "sorteggio": "lot",
    "assegnati": "award",
    "piazzamento": "place",
    "regolamento": "rulebook",
    "tipo": "kind",
    "annullato": "void",
    "armate": "armies",
    "carte": "cards",
    "valore_fuori": "outside",
    "armate_dentro": "armies_inside",
    "armate_fuori": "armies_outside",
    "territori_dentro": "inside_count",
    "territori_fuori": "outside_count",
    "territori": "territory_count",
    "mancanti_confinanti": "missing_adjacent",
    "protetti": "protected",
    "miglior_continente": "best_continent",
    "ultimo_turno": "last_turn",
}
STATUSES = {
    "ritirato": "withdrawn",
    "escluso": "excluded",
    "congelato": "frozen",
    "congelato-extra": "frozen-extra",
    "assente": "absent",
}
KINDS = {"tavolo": "table", "riposo": "bye", "duello": "duel", "morto": "dummy"}
YES, NO = ("1", "x", "true", "vero", "sì", "si", "yes"), ("0", "false", "falso", "no")
ABSENT = "absent"
NOTHING = (*NO, "0,0", "0.0", "-")
WHOLE = re.compile(r"-?\d{1,9}", re.ASCII)
GUARDED = re.compile(r"'[=+\-@\t\r]")
"""A cell we or others wrote so that no spreadsheet takes it for a formula."""

Unread = tuple[str, str, int | None, dict[str, str]]
"""A fault no table can show: its code, its cell, its line, its values."""
OF_TABLE = ("table", "seat", "player", "status", *TABLE_COLUMNS)
"""Cells that may stand in the line of somebody absent: they say nothing of a game."""


@dataclass
class CsvSheet:
    """What a CSV file holds."""

    data: dict[str, Any] = field(default_factory=lambda: {"round": []})
    lines: dict[str, int] = field(default_factory=dict)
    """The line of every part of the data."""
    headings: dict[str, str] = field(default_factory=dict)
    """What the file calls its columns."""
    unread: list[Unread] = field(default_factory=list)
    """What cannot be read at all."""


def read_csv(source: str) -> CsvSheet:
    """The data of a CSV file, the line of every part of it, and what cannot be read at all."""
    source = source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    found = CsvSheet()
    try:
        rows = rows_of(source)
    except OpenQuote as error:
        found.unread.append(("open_quote", "", error.line, {}))
        return found
    except csv.Error:
        found.unread.append(("not_csv", "", None, {}))
        return found
    if not rows:
        found.unread.append(("no_rounds", "round", None, {}))
        return found
    (first, heading), *others = rows
    columns = [_column(cell, first, found) for cell in heading]
    for needed in ("round", "table", "player"):
        if needed not in columns:
            found.unread.append(("missing_column", needed, first, {}))
    for name in sorted({name for name in columns if name and columns.count(name) > 1}):
        found.unread.append(("column_twice", name, first, {}))
    if any(code in ("missing_column", "column_twice") for code, *_ in found.unread):
        return found
    gathered = _Gathered()
    for number, row in others:
        cells = {name: cell for name, cell in zip(columns, map(_clean, row), strict=False) if cell}
        beyond = [cell for cell in map(_clean, row[len(columns) :]) if cell]
        if beyond:
            found.unread.append(("cells_beyond", "", number, {"given": bare(", ".join(beyond))}))
        if cells:
            gathered.add(cells, number)
    found.data, found.lines = {"round": gathered.rounds()}, gathered.lines
    found.unread += gathered.unread
    return found


def _clean(cell: str) -> str:
    cell = cell.strip()
    return cell[1:] if GUARDED.match(cell) else cell


def _column(heading: str, line: int, found: CsvSheet) -> str:
    name = "_".join(_clean(heading).lower().split())
    name = HEADINGS.get(name, name)
    if name and name not in COLUMNS:
        near = get_close_matches(name, [*HEADINGS, *COLUMNS], n=1)
        found.unread.append(("unknown_column", bare(name), line, {"nearest": near[0] if near else ""}))
    found.headings.setdefault(name, bare(_clean(heading)))
    return name


class _Gathered:
    """Lines put together to tables and rounds."""

    def __init__(self) -> None:
        self.lines: dict[str, int] = {}
        self.unread: list[Unread] = []
        self._rounds: dict[object, dict[str, Any]] = {}
        self._tables: dict[object, dict[object, dict[str, Any]]] = {}

    def add(self, cells: dict[str, str], line: int) -> None:
        """One line of the file."""
        number = _whole(cells.pop("round", ""))
        if not self._numbers(number, "round", line):
            return
        status = STATUSES.get(cells.get("status", "").lower(), cells.get("status", "").lower())
        if status == ABSENT:
            self._absent(cells, number, line)
            return
        where = _whole(cells.pop("table", ""))
        if not self._numbers(where, "table", line):
            return
        entry = self._round(number, line)
        tables = self._tables.setdefault(number, {})
        if where not in tables:
            tables[where] = {"number": where, "seat": []}
            entry["table"].append(tables[where])
            self.lines[f"round.{number}.table.{where}"] = line
        table = tables[where]
        for name in TABLE_COLUMNS:
            if name in cells:
                value = _of_table(name, cells[name])
                if table.setdefault(name, value) != value:
                    self.unread.append(("cells_differ", name, line, {"given": cells[name]}))
        table["seat"].append(self._seat(cells, status, line))
        self.lines[f"round.{number}.table.{where}.seat.{len(table['seat'])}"] = line

    def _round(self, number: object, line: int) -> dict[str, Any]:
        self.lines.setdefault(f"round.{number}", line)
        return self._rounds.setdefault(number, {"number": number, "absent": [], "table": []})

    def _absent(self, cells: dict[str, str], number: object, line: int) -> None:
        """Somebody who did not play: nothing else may be said of a game."""
        if "player" not in cells:
            self.unread.append(("wrong_player", "player", line, {}))
            return
        absent = self._round(number, line)["absent"]
        absent.append(cells["player"])
        self.lines[f"round.{number}.absent.{len(absent)}"] = line
        said = [cell for name, cell in cells.items() if name not in OF_TABLE and cell not in NOTHING]
        if said:
            values = {"player": bare(cells["player"]), "given": bare(", ".join(said))}
            self.unread.append(("absent_with_cells", "", line, values))

    def _numbers(self, value: object, name: str, line: int) -> bool:
        if isinstance(value, int) and value > 0:
            return True
        self.unread.append(("wrong_number", name, line, {"given": str(value)}))
        return False

    def rounds(self) -> list[dict[str, Any]]:
        """All rounds; seats in their order, where the file gives one."""
        for number, tables in self._tables.items():
            for where, table in tables.items():
                self._order(f"round.{number}.table.{where}", table)
        return list(self._rounds.values())

    def _order(self, cell: str, table: dict[str, Any]) -> None:
        seats = [(seat.pop("seat", place), place, seat) for place, seat in enumerate(table["seat"], 1)]
        lines = [self.lines[f"{cell}.seat.{place}"] for place in range(1, len(seats) + 1)]
        if all(type(order) is int for order, _, _ in seats):
            seats.sort(key=lambda each: each[:2])
        table["seat"] = [seat for _, _, seat in seats]
        for place, (_, before, _) in enumerate(seats, 1):
            self.lines[f"{cell}.seat.{place}"] = lines[before - 1]

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
        if type(seat.get("seat", 0)) is not int:
            self.unread.append(("wrong_number", "seat", line, {"given": cells["seat"]}))
        return seat


def _of_table(name: str, cell: str) -> object:
    """What a cell says of its whole table; the name of a file stays as it is written."""
    word = cell.lower()
    if name == "void":
        return _truth(word)
    return cell if word.endswith(".toml") else KINDS.get(word, word)


def _whole(cell: str) -> object:
    """A whole number, or the cell as it is, for the reader to complain about."""
    return int(cell) if WHOLE.fullmatch(cell) else cell


def _truth(cell: str) -> object:
    word = cell.lower()
    return True if word in YES else False if word in NO else cell
