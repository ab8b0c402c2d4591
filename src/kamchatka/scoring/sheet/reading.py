"""Table sheets as files: TOML or JSON in, a checked TableSheet out, or every fault with its cell."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kamchatka.board import load_board
from kamchatka.faults import Fault, bare, nearest
from kamchatka.rulebook import Rulebook
from kamchatka.scoring.faults import FaultySheet, sheet_fault
from kamchatka.scoring.numbers import written
from kamchatka.scoring.sheet.board import MOST_ARMIES, Counted, count_board
from kamchatka.scoring.sheet.incidents import Incident, incidents
from kamchatka.scoring.sheet.limits import too_many_points
from kamchatka.scoring.sheet.model import TableSheet
from kamchatka.scoring.sheet.parsing import parse
from kamchatka.scoring.sheet.seat_cells import LEAST_SEATS, MOST_SEATS, SeatCells
from kamchatka.scoring.sheet.shelf import NotOnShelf, Shelf
from kamchatka.scoring.sheet.worth import worth_of

__all__ = ["Incident", "ReadSheet", "SheetReader", "parse", "read_sheet"]

TYPED = ("given", "id")
"""Values of a fault that repeat what somebody typed, which may be anything."""


@dataclass(frozen=True)
class ReadSheet:
    """A sheet that can be true, and what is to be ruled first."""

    sheet: TableSheet
    incidents: tuple[Incident, ...] = ()


def read_sheet(
    source: str, *, name: str, rulebook: Rulebook | None = None, folder: Path | None = None
) -> ReadSheet:
    """The sheet in a file; raises FaultySheet with every fault found.

    The regulation is the one the sheet names, else the one given here. It may name a file of its own, which
    is looked for in the folder.
    """
    data = parse(source, name=name)
    reader = SheetReader("", shelf=Shelf(folder))
    found = reader.read(data, rulebook)
    if found is None or reader.faults:
        raise FaultySheet(name, tuple(reader.faults))
    return found


class SheetReader:
    """Reads one table of a file and gathers what is wrong with it; `where` names the table.

    `dummies` are dead seats, of which the file says nothing but that they were there.
    """

    def __init__(self, where: str, dummies: int = 0, shelf: Shelf | None = None) -> None:
        self.where = where
        self.dummies = dummies
        self.shelf = shelf or Shelf()
        self.faults: list[Fault] = []

    def read(self, data: Mapping[str, Any], rulebook: Rulebook | None) -> ReadSheet | None:
        """The sheet in this data, under its own regulation or the one of the file; None if faulty."""
        if "round" in data and "seat" not in data and not self.where:
            self.fault("is_results", "round")
            return None
        unknown = set(data) - {"rulebook", "seat", "neutral"}
        for key in sorted(unknown):
            self.fault("unknown_key", key, nearest=nearest(key, ("rulebook", "seat", "neutral")))
        book = self._rulebook(data.get("rulebook"), rulebook)
        seats = data.get("seat")
        if not isinstance(seats, list) or not LEAST_SEATS <= len(seats) <= MOST_SEATS - self.dummies:
            self.fault("wrong_seats", "seat")
            return None
        cells = [SeatCells(self, number, seat) for number, seat in enumerate(seats, 1)]
        neutral = self.holdings(data.get("neutral", {}), "neutral")
        self._across(cells)
        if book is not None:
            for cell in cells:
                cell.check_rulebook(book)
            if all(cell.territories is None for cell in cells):
                self._without_board(book, cells, neutral)
        if book is None or self.faults:
            return None
        counted = self._counted(book, cells, neutral)
        if self.faults:
            return None
        sheets = tuple(cell.sheet(book, count) for cell, count in zip(cells, counted, strict=True))
        found = incidents(book, cells, counted, size=len(cells) + self.dummies)
        return ReadSheet(TableSheet(rulebook=book, seats=sheets, dummies=self.dummies), tuple(found))

    def fault(self, code: str, cell: str, **values: object) -> None:
        """Note a fault in a cell of this table."""
        where = f"{self.where}.{cell}".strip(".")
        said = {key: bare(value) if key in TYPED else str(value) for key, value in values.items()}
        self.faults.append(sheet_fault(code, where, None, said))

    def _rulebook(self, wanted: object, given: Rulebook | None) -> Rulebook | None:
        if wanted is None and given is not None:
            return given
        if isinstance(wanted, str):
            try:
                return self.shelf.find(wanted, f"{self.where}.rulebook".strip("."))
            except NotOnShelf as missing:
                self.faults.append(missing.fault)
                return None
        self.fault("missing_rulebook", "rulebook")
        return None

    def holdings(self, raw: object, cell: str) -> dict[str, int]:
        """Territories with their armies."""
        if not isinstance(raw, dict):
            self.fault("not_a_table", cell)
            return {}
        found: dict[str, int] = {}
        for territory, armies in raw.items():
            if not load_board().has(territory):
                self._no_territory(territory, f"{cell}.{territory}")
            elif type(armies) is not int or not 1 <= armies <= MOST_ARMIES:
                self.fault("impossible_armies", f"{cell}.{territory}", given=armies)
            else:
                found[territory] = armies
        return found

    def _no_territory(self, name: str, cell: str) -> None:
        """A name that is no territory: the nearest one, if any is near."""
        ids = [info.id for info in load_board().territories]
        known = nearest(name, ids)
        if known in ids:
            self.fault("unknown_territory", cell, nearest=known)
        else:
            self.fault("no_such_territory", cell)

    def _across(self, cells: list[SeatCells]) -> None:
        """What no seat shows alone."""
        for number, cell in enumerate(cells):
            if cell.player in [earlier.player for earlier in cells[:number]]:
                self.fault("player_twice", f"{cell.cell}.player", player=cell.player)
        reached = [cell for cell in cells if cell.objective]
        for cell in reached[1:]:
            players = ", ".join(each.player for each in reached)
            self.fault("two_objectives", f"{cell.cell}.objective", players=players)
        orders = sorted(cell.eliminated for cell in cells if cell.eliminated is not None)
        for number, order in enumerate(orders, 1):
            if order != number:
                wrong = [cell for cell in cells if cell.eliminated == order][-1]
                given = ", ".join(map(str, orders))
                self.fault("elimination_order", f"{wrong.cell}.eliminated", given=given)
                break
        if all(cell.eliminated is not None or cell.status == "excluded" for cell in cells):
            self.fault("nobody_left", "seat")
        if sum(cell.numbers.get("cards", 0) for cell in cells) > len(load_board().territories) + 2:
            self.fault("too_many_cards", "seat", most=len(load_board().territories) + 2)

    def _counted(
        self, book: Rulebook, cells: list[SeatCells], neutral: Mapping[str, int]
    ) -> tuple[Counted | None, ...]:
        """What the board says of each seat; nothing where the sheet has none."""
        if all(cell.territories is None for cell in cells):
            return (None,) * len(cells)
        held: set[str] = set()
        boards = [(f"{cell.cell}.territories", cell.territories or {}) for cell in cells]
        for where, lands in (*boards, ("neutral", neutral)):
            for territory in lands:
                if territory in held:
                    self.fault("territory_twice", f"{where}.{territory}")
                held.add(territory)
        missing = [info.id for info in load_board().territories if info.id not in held]
        if missing:
            self.fault("territories_missing", "territories", missing=", ".join(missing))
        for number, cell in enumerate(cells):
            cell.check_board(book)
            card = cell.objective_card
            if card is not None and card in [earlier.objective_card for earlier in cells[:number]]:
                self.fault("objective_twice", f"{cell.cell}.objective_card", given=card)
        if self.faults:
            return ()
        counted = count_board(book, tuple(cell.held(book) for cell in cells), neutral, self.dummies)
        for cell, count in zip(cells, counted, strict=True):
            cell.check_count(book, count)
        return counted

    def _without_board(self, book: Rulebook, cells: list[SeatCells], neutral: Mapping[str, int]) -> None:
        """Whether a sheet of numbers says what no board can show, or something nobody would look at."""
        for cell in cells:
            most = too_many_points(worth_of(book), cell)
            if most is not None and cell.points is not None:
                values = {"given": written(cell.points), "id": book.id, "most": written(most)}
                self.fault("too_many_points", f"{cell.cell}.points", **values)
        if neutral:
            self.fault("only_with_board", "neutral")
        for cell in cells:
            cell.check_numbers()
