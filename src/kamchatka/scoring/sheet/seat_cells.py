"""The cells of one seat of a sheet: read one by one, each fault with its cell."""

from collections.abc import Mapping
from typing import Any, Protocol, get_args

from kamchatka.board import load_board
from kamchatka.faults import nearest
from kamchatka.rulebook import Rulebook
from kamchatka.scoring.numbers import Number, exact, written
from kamchatka.scoring.sheet.board import Counted, HeldSeat, is_strip
from kamchatka.scoring.sheet.limits import RISIKO_POINTS
from kamchatka.scoring.sheet.model import SeatSheet, Status, player_name
from kamchatka.scoring.sheet.tie_cells import NUMBERS, contradictions, typed_numbers

__all__ = ["KEYS", "LEAST_SEATS", "LEFT", "LISTED", "MOST_SEATS", "NUMBERS", "SeatCells"]

KEYS = {
    *(
        "player",
        "points",
        "objective",
        "eliminated",
        "status",
        "lot",
        "strip",
        "territories",
        "objective_card",
    ),
    *NUMBERS,
}
LEAST_SEATS, MOST_SEATS = 2, 6
LEFT = ("withdrawn", "excluded")
"""Seats that went out without losing their last territory: their land stays on the board."""
FROZEN = ("frozen", "frozen-extra")
LISTED = ("listed", "declared")
"""Strips that are picked from a printed list; all others are made of the seat's own territories."""


class Reader(Protocol):
    """Whoever reads the sheet and gathers its faults."""

    def fault(self, code: str, cell: str, **values: object) -> None:
        """Note a fault in a cell of the table."""

    def holdings(self, raw: object, cell: str) -> dict[str, int]:
        """Territories with their armies."""


class SeatCells:
    """The cells of one seat."""

    def __init__(self, reader: Reader, number: int, raw: object) -> None:
        self.reader = reader
        self.cell = f"seat.{number}"
        data: dict[str, Any] = raw if isinstance(raw, dict) else {"player": self.cell, "points": 0}
        if not isinstance(raw, dict):
            reader.fault("not_a_table", self.cell)
        for key in sorted(set(data) - KEYS):
            self._fault("unknown_key", key, nearest=nearest(key, sorted(KEYS)))
        self.player = self._player(data.get("player"))
        self.objective = self._truth(data.get("objective", False))
        self.eliminated = self._whole(data, "eliminated", least=1, most=MOST_SEATS)
        self.status = self._status(data.get("status", "playing"))
        typed = {key: self._whole(data, key, least=0, most=9999) for key in NUMBERS}
        self.numbers = {key: number for key, number in typed.items() if number is not None}
        self.lot = self._lot(data.get("lot", []))
        self.objective_card = data.get("objective_card")
        self.strip = data.get("strip")
        held = data.get("territories")
        self.territories = None if held is None else reader.holdings(held, f"{self.cell}.territories")
        self.points = self._points(data)
        if self.objective and not self._stayed():
            self._fault("objective_though_out", "objective")

    def _fault(self, code: str, key: str, **values: object) -> None:
        self.reader.fault(code, f"{self.cell}.{key}", **values)

    def _stayed(self) -> bool:
        """Whether the seat was at the table to the end: only then can it have reached its objective."""
        return self.eliminated is None and self.status == "playing"

    def _player(self, raw: object) -> str:
        if type(raw) is int:
            self._fault("player_not_text", "player", given=raw)
            return self.cell
        if not isinstance(raw, str) or not raw.strip() or len(raw) > 100:
            self._fault("wrong_player", "player")
            return self.cell
        return player_name(raw)

    def _truth(self, raw: object) -> bool:
        if not isinstance(raw, bool):
            self._fault("not_true_or_false", "objective", given=raw)
        return raw is True

    def _whole(self, data: Mapping[str, object], key: str, *, least: int, most: int) -> int | None:
        raw = data.get(key)
        if raw is None:
            return None
        if type(raw) is not int or not least <= raw <= most:
            self._fault("not_whole", key, given=raw, least=least, most=most)
            return None
        return raw

    def _status(self, raw: object) -> Status:
        for known in get_args(Status):
            if raw == known:
                return known  # type: ignore[no-any-return]
        self._fault("unknown_status", "status", given=raw, known=", ".join(get_args(Status)[1:]))
        return "playing"

    def _lot(self, raw: object) -> tuple[int, ...]:
        if not isinstance(raw, list) or not all(type(each) is int for each in raw):
            self._fault("wrong_lot", "lot")
            return ()
        return tuple(raw)

    def _points(self, data: Mapping[str, object]) -> Number | None:
        raw = data.get("points")
        if raw is None:
            may_lack = "eliminated" in data or self.status == "excluded" or self.objective
            if self.territories is None and not may_lack:
                self._fault("missing_points", "points")
            return None
        try:
            points = exact(raw)
        except ValueError:
            self._fault("wrong_points", "points", given=raw)
            return None
        if points < 0:
            self._fault("wrong_points", "points", given=raw)
        elif points and self.eliminated is not None and self.status not in LEFT:
            self._fault("points_though_out", "points", given=raw)
        return points

    def check_board(self, book: Rulebook) -> None:
        """Whether what the seat holds and what is said of it can both be true."""
        lands = self.territories or {}
        if lands and self.eliminated is not None and self.status not in LEFT:
            self._fault("eliminated_with_land", "territories", territories=", ".join(sorted(lands)))
        if not lands and self.eliminated is None and self.status != "excluded":
            self._fault("no_land", "territories")
        deck = _deck(book)
        if deck and lands and self.objective_card is None:
            self._fault("missing_objective", "objective_card")
        if self.objective_card is not None and self.objective_card not in deck:
            known = _nearest_card(str(self.objective_card), deck) if deck else "-"
            self._fault("unknown_objective", "objective_card", given=self.objective_card, nearest=known)
        if self.strip is not None and not self._strip_stands(book, lands):
            self._fault("unknown_strip", "strip")

    def check_rulebook(self, book: Rulebook) -> None:
        """Whether the regulation knows what is said of the seat."""
        if self.status in FROZEN and not book.congelato.single_armies:
            self._fault("no_congelato", "status", given=self.status, id=book.id)

    def check_numbers(self) -> None:
        """Nothing may be said of a board that is not there."""
        for key in ("strip", "objective_card"):
            if getattr(self, key) is not None:
                self._fault("only_with_board", key)

    def check_count(self, book: Rulebook, counted: Counted) -> None:
        """Whether typed numbers and a claimed objective are those of the board."""
        if self.objective and not counted.has_goal:
            self._fault("objective_not_there", "objective")
        elif self.points is not None and self.points not in self._true_points(book, counted):
            values = {"given": written(self.points), "counted": written(counted.points)}
            self._fault("points_differ", "points", **values)
        for key, given, true in contradictions(self.numbers, counted.numbers):
            self._fault("points_differ", key, given=given, counted=written(true))

    def _true_points(self, book: Rulebook, counted: Counted) -> set[Number]:
        """Points that may be typed: those of the board, or what an objective reached stands for."""
        fixed = {RISIKO_POINTS, book.tally.risiko_points or RISIKO_POINTS}
        return {counted.points} | (fixed if self.objective else set())

    def held(self, book: Rulebook) -> HeldSeat:
        """The seat as the board is counted."""
        return HeldSeat(
            territories=self.territories or {},
            objective_card=self.objective_card,
            cards=self.numbers.get("cards", 0),
            status=self.status,
            last_turn=self.numbers.get("last_turn", 0),
            strip=self._row(book),
        )

    def _strip_stands(self, book: Rulebook, lands: Mapping[str, int]) -> bool:
        """Whether what is written as strip can be one: of the list, or own territories that hang together."""
        if book.tally.strip in LISTED:
            return self._row(book) is not None
        if not isinstance(self.strip, list) or not all(isinstance(name, str) for name in self.strip):
            return False
        return set(self.strip) <= set(lands) and is_strip(book, self.strip)

    def _row(self, book: Rulebook) -> int | None:
        """The declared strip as a row of the regulation's list."""
        if book.tally.strip not in LISTED or not isinstance(self.strip, list):
            return None
        rows = load_board().deck(book.tally.strip_deck).objectives
        wanted = set(map(str, self.strip))
        return next((number for number, row in enumerate(rows) if set(row.territories) == wanted), None)

    def sheet(self, book: Rulebook, counted: Counted | None) -> SeatSheet:
        """The seat of the sheet."""
        points = counted.points if counted else self.points
        return SeatSheet(
            player=self.player,
            points=points if points is not None else book.tally.risiko_points * self.objective,
            uncounted=points is None and self.objective and not book.tally.risiko_points,
            objective=self.objective,
            eliminated=self.eliminated,
            status=self.status,
            numbers=dict(counted.numbers) if counted else typed_numbers(self.numbers, book),
            lot=self.lot,
        )


def _deck(book: Rulebook) -> tuple[str, ...]:
    if book.setup.objective_source == "none":
        return ()
    return tuple(card.id for card in load_board().deck(book.setup.objective_deck).objectives)


def _nearest_card(given: str, deck: tuple[str, ...]) -> str:
    """The card that was meant: the same number written without its zero, or the word most like it."""
    name, _, number = given.rpartition("-")
    padded = f"{name}-{number.zfill(2)}"
    return padded if padded in deck else nearest(given, deck)
