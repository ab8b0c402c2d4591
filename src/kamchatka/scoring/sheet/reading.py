"""Parse table sheets from TOML or JSON into a validated TableSheet, or report every fault with its cell."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from kamchatka.board import load_board
from kamchatka.faults import Fault, Finding, Path, choices, closest, nearest
from kamchatka.faults.findings import bounds_of, validated
from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.sections.table_ties import Criterion
from kamchatka.scoring.files import FaultList, FaultySheet, RulebookFinder, lines_of, parse
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.sheet.board import (
    MOST_ARMIES,
    BoardCount,
    HeldSeat,
    count_board,
    is_strip,
    objective_ids,
)
from kamchatka.scoring.sheet.cells import LEAST_SEATS, MOST_SEATS, TIE_CELLS, SeatCells, SheetCells
from kamchatka.scoring.sheet.incidents import RISIKO_POINTS, Incident, incidents, too_many_points, worth_of
from kamchatka.scoring.sheet.model import LEFT, LISTED, SeatSheet, TableSheet

NOT_ON_BOARD = ("cards", "last_turn")
"""Cells that no board shows, so they are always typed."""
FREEZING = ("congelato", "congelato-in-extra-laps")


@dataclass(frozen=True)
class ReadSheet:
    """A valid sheet, and the incidents to rule on first."""

    sheet: TableSheet
    incidents: tuple[Incident, ...] = ()


def read_sheet(
    source: str, *, name: str, rulebook: Rulebook | None = None, folder: FilePath | None = None
) -> ReadSheet:
    """Parse the sheet in a file; raises FaultySheet with every fault found.

    The sheet's own regulation has priority over the given one. It may be a file, looked up in the folder.
    """
    noted = FaultList(lines=lines_of(source, name=name))
    found, faults = sheet_of(parse(source, name=name), rulebook, RulebookFinder(folder), noted)
    if found is None or faults:
        raise FaultySheet(name, faults)
    return found


def sheet_of(
    data: Mapping[str, Any],
    rulebook: Rulebook | None = None,
    rulebooks: RulebookFinder | None = None,
    faults: FaultList | None = None,
) -> tuple[ReadSheet | None, tuple[Fault, ...]]:
    """The sheet in this data, or all its faults."""
    faults = faults or FaultList()
    if "round" in data and "seat" not in data:
        faults.add("is_results", ("round",))
        return None, faults.faults
    cells, found = validated(SheetCells, data)
    note_findings(found, faults)
    read = SheetReader(faults, (), rulebooks or RulebookFinder()).read(cells, rulebook)
    return read, faults.faults


def note_findings(found: list[Finding], faults: FaultList) -> None:
    """Add the validation errors of cells as faults of a sheet."""
    for each in found:
        last, code = each.path[-1] if each.path else "", each.code
        if code == "unknown_key":
            near = nearest(last, each.known) if faults.may_hint else ", ".join(each.known)
            faults.add(code, each.path, nearest=near)
            continue
        if code == "wrong_type":
            code = "not_a_table" if isinstance(last, int) else "not_a_list"
            code = "wrong_seats" if last == "seat" else code
        words = ", ".join(word for word in choices(each.annotation) if word != "playing")
        known = each.context.get("known", words)
        faults.add(code, each.path, given=each.given, known=known, **bounds_of(each.annotation))


class SheetReader:
    """Validates the table at this path of a file and collects its faults.

    `dummies` is the number of dead seats, which have no cells in the file.
    """

    def __init__(self, faults: FaultList, at: Path, rulebooks: RulebookFinder, dummies: int = 0) -> None:
        self.faults = faults
        self.at = at
        self._rulebooks = rulebooks
        self._dummies = dummies

    def read(self, cells: SheetCells, rulebook: Rulebook | None) -> ReadSheet | None:
        """The sheet, under its own regulation or the file's; None if it has faults."""
        book = self.rulebook(cells.rulebook, rulebook)
        seats = cells.seat
        if not LEAST_SEATS <= len(seats) <= MOST_SEATS - self._dummies:
            if not self.faults.has(self.at):
                self.add("wrong_seats", "seat")
            return None
        for number, seat in enumerate(seats):
            self._seat(number, seat)
        lands = [
            self._holdings(seat.territories or {}, "seat", number, "territories")
            for number, seat in enumerate(seats)
        ]
        neutral = self._holdings(cells.neutral, "neutral")
        seats = [
            seat if seat.territories is None else seat.model_copy(update={"territories": held})
            for seat, held in zip(seats, lands, strict=True)
        ]
        self._across(seats)
        on_board = any(seat.territories is not None for seat in seats)
        if book is not None:
            self._under(book, seats, on_board=on_board, neutral=bool(cells.neutral))
        if book is None or self.faults.within(self.at):
            return None
        counts: tuple[BoardCount | None, ...] = (None,) * len(seats)
        if on_board:
            counts = self._counted(book, seats, lands, neutral)
        if self.faults.within(self.at):
            return None
        sheets = tuple(_sheet(book, seat, count) for seat, count in zip(seats, counts, strict=True))
        found = incidents(book, seats, counts, size=len(seats) + self._dummies)
        return ReadSheet(TableSheet(rulebook=book, seats=sheets, dummies=self._dummies), tuple(found))

    def rulebook(self, wanted: object, given: Rulebook | None) -> Rulebook | None:
        """The regulation of the table."""
        if wanted is None and given is not None:
            return given
        if isinstance(wanted, str):
            return self._rulebooks.find(wanted, (*self.at, "rulebook"), self.faults)
        self.faults.add("missing_rulebook", (*self.at, "rulebook"), once="")
        return None

    def add(self, code: str, *path: str | int, **values: object) -> None:
        """Add a fault of this table."""
        self.faults.add(code, (*self.at, *path), **values)

    def _seat(self, number: int, seat: SeatCells) -> None:
        """Faults within one seat."""
        at = (*self.at, "seat", number)
        if not seat.player and not self.faults.has(at):
            self.add("wrong_player", "seat", number, "player")
        if seat.objective and not seat.stayed:
            self.add("objective_though_out", "seat", number, "objective")
        if seat.points is None:
            may_lack = seat.eliminated is not None or seat.status == "excluded" or seat.objective
            if seat.territories is None and not may_lack and not self.faults.within(at):
                self.add("missing_points", "seat", number, "points")
        elif seat.points and seat.eliminated is not None and seat.status not in LEFT:
            self.add("points_though_out", "seat", number, "points", given=seat.points)

    def _holdings(self, raw: Mapping[str, Any], *path: str | int) -> dict[str, int]:
        """The valid territories with their armies."""
        found: dict[str, int] = {}
        for territory, armies in raw.items():
            info = load_board().called(territory)
            if info is None:
                ids = [info.id for info in load_board().territories]
                near = closest(territory, ids) if self.faults.may_hint else ""
                code = "unknown_territory" if near else "no_such_territory"
                self.add(code, *path, territory, nearest=near)
            elif info.id in found:
                self.add("territory_twice", *path, territory)
            elif type(armies) is not int or not 1 <= armies <= MOST_ARMIES:
                self.add("impossible_armies", *path, territory, given=armies)
            else:
                found[info.id] = armies
        return found

    def _across(self, seats: list[SeatCells]) -> None:
        """Faults across seats."""
        for number, seat in enumerate(seats):
            if seat.player and seat.player in [earlier.player for earlier in seats[:number]]:
                self.add("player_twice", "seat", number, "player", player=seat.player)
        reached = [number for number, seat in enumerate(seats) if seat.objective]
        for number in reached[1:]:
            players = ", ".join(seats[each].player for each in reached)
            self.add("two_objectives", "seat", number, "objective", players=players)
        orders = sorted(seat.eliminated for seat in seats if seat.eliminated is not None)
        wrong = next((order for number, order in enumerate(orders, 1) if order != number), None)
        if wrong is not None:
            last = max(number for number, seat in enumerate(seats) if seat.eliminated == wrong)
            self.add("elimination_order", "seat", last, "eliminated", given=", ".join(map(str, orders)))
        if all(seat.eliminated is not None or seat.status == "excluded" for seat in seats):
            self.add("nobody_left", "seat")
        most = len(load_board().territories) + 2
        if sum(seat.cards or 0 for seat in seats) > most:
            self.add("too_many_cards", "seat", most=most)

    def _under(self, book: Rulebook, seats: list[SeatCells], *, on_board: bool, neutral: bool) -> None:
        """Statuses the regulation does not have, and cells that need a board."""
        for number, seat in enumerate(seats):
            if seat.status in FREEZING and not book.congelato.single_armies:
                self.add("no_congelato", "seat", number, "status", given=seat.status, id=book.id)
            if on_board:
                continue
            most = too_many_points(worth_of(book), seat)
            if most is not None and seat.points is not None:
                values = {"given": seat.points, "id": book.id, "most": most}
                self.add("too_many_points", "seat", number, "points", **values)
            for key in ("strip", "objective_card"):
                if getattr(seat, key) is not None:
                    self.add("only_with_board", "seat", number, key)
        if neutral and not on_board:
            self.add("only_with_board", "neutral")

    def _counted(
        self, book: Rulebook, seats: list[SeatCells], lands: list[dict[str, int]], neutral: dict[str, int]
    ) -> tuple[BoardCount | None, ...]:
        """The count of each seat on the board."""
        taken: set[str] = set()
        parts: list[tuple[Path, dict[str, int]]] = [
            (("seat", number, "territories"), held) for number, held in enumerate(lands)
        ]
        for path, held in (*parts, (("neutral",), neutral)):
            for territory in held:
                if territory in taken:
                    self.add("territory_twice", *path, territory)
                taken.add(territory)
        missing = [info.id for info in load_board().territories if info.id not in taken]
        if missing:
            self.add("territories_missing", "territories", missing=", ".join(missing))
        for number, (seat, held) in enumerate(zip(seats, lands, strict=True)):
            self._on_board(book, number, seat, held)
            cards = [earlier.objective_card for earlier in seats[:number]]
            if seat.objective_card is not None and seat.objective_card in cards:
                self.add("objective_twice", "seat", number, "objective_card", given=seat.objective_card)
        if self.faults.within(self.at):
            return ()
        held_seats = tuple(_held(book, seat, held) for seat, held in zip(seats, lands, strict=True))
        counts = count_board(book, held_seats, neutral, self._dummies)
        for number, (seat, count) in enumerate(zip(seats, counts, strict=True)):
            self._agrees(book, number, seat, count)
        return counts

    def _on_board(self, book: Rulebook, number: int, seat: SeatCells, lands: Mapping[str, int]) -> None:
        """Faults where the seat's cells contradict its holdings."""
        at = ("seat", number)
        if lands and seat.eliminated is not None and seat.status not in LEFT:
            self.add("eliminated_with_land", *at, "territories", territories=", ".join(sorted(lands)))
        if not lands and seat.eliminated is None and seat.status != "excluded":
            self.add("no_land", *at, "territories")
        deck, card = objective_ids(book), seat.objective_card
        if deck and lands and card is None:
            self.add("missing_objective", *at, "objective_card")
        if card is not None and card not in deck:
            known = _nearest_card(str(card), deck) if deck else "-"
            self.add("unknown_objective", *at, "objective_card", given=card, nearest=known)
        if seat.strip is not None and not _strip_stands(book, seat.strip, lands):
            self.add("unknown_strip", *at, "strip")

    def _agrees(self, book: Rulebook, number: int, seat: SeatCells, count: BoardCount) -> None:
        """Faults where typed numbers or a claimed objective contradict the board."""
        fixed = {RISIKO_POINTS, book.tally.risiko_points or RISIKO_POINTS} if seat.objective else set()
        if seat.objective and not count.has_goal:
            self.add("objective_not_there", "seat", number, "objective")
        elif seat.points is not None and seat.points not in {count.points, *fixed}:
            values = {"given": seat.points, "counted": count.points}
            self.add("points_differ", "seat", number, "points", **values)
        for key, given in seat.numbers.items():
            true = count.numbers[TIE_CELLS[key]]
            if key not in NOT_ON_BOARD and given != true:
                self.add("points_differ", "seat", number, key, given=given, counted=true)


def _sheet(book: Rulebook, seat: SeatCells, count: BoardCount | None) -> SeatSheet:
    points: Number | None = count.points if count else seat.points
    risiko = book.tally.risiko_points
    return SeatSheet(
        player=seat.player,
        points=points if points is not None else risiko * seat.objective,
        uncounted=points is None and seat.objective and not risiko,
        objective=seat.objective,
        eliminated=seat.eliminated,
        status=seat.status,
        numbers=dict(count.numbers) if count else _typed_numbers(seat.numbers, book),
        lot=tuple(seat.lot),
    )


def _typed_numbers(typed: Mapping[str, int], book: Rulebook) -> dict[Criterion, int]:
    """Tie-break numbers from the typed cells."""
    found = {TIE_CELLS[key]: number for key, number in typed.items()}
    if "last_turn" in typed:
        found["earlier-last-turn"] = -typed["last_turn"]
    if "inside_count" in typed and "outside_count" in typed:
        found.setdefault("territories", typed["inside_count"] + typed["outside_count"])
    if "armies_inside" in typed and "armies_outside" in typed:
        found.setdefault("armies", typed["armies_inside"] + typed["armies_outside"])
    if "armies" in found and "cards" in typed:
        per_card = book.table_ties.armies_per_card
        found["armies-and-cards"] = found["armies"] + per_card * typed["cards"]
    return found


def _held(book: Rulebook, seat: SeatCells, lands: Mapping[str, int]) -> HeldSeat:
    """The seat in the form that board counting takes."""
    return HeldSeat(
        territories=lands,
        objective_card=seat.objective_card,
        cards=seat.cards or 0,
        status=seat.status,
        last_turn=seat.last_turn or 0,
        strip=_row(book, seat.strip),
    )


def _strip_stands(book: Rulebook, strip: object, lands: Mapping[str, int]) -> bool:
    """Whether the strip is valid: from the list, or connected territories of the seat."""
    if book.tally.strip in LISTED:
        return _row(book, strip) is not None
    if not isinstance(strip, list) or not all(isinstance(name, str) for name in strip):
        return False
    return set(strip) <= set(lands) and is_strip(book, strip)


def _row(book: Rulebook, strip: object) -> int | None:
    """The declared strip's row in the regulation's list."""
    if book.tally.strip not in LISTED or not isinstance(strip, list):
        return None
    rows = load_board().deck(book.tally.strip_deck).objectives
    wanted = set(map(str, strip))
    return next((number for number, row in enumerate(rows) if set(row.territories) == wanted), None)


def _nearest_card(given: str, deck: tuple[str, ...]) -> str:
    """The card probably meant: the same number without its leading zero, or the most similar word."""
    name, _, number = given.rpartition("-")
    padded = f"{name}-{number.zfill(2)}"
    return padded if padded in deck else nearest(given, deck)
