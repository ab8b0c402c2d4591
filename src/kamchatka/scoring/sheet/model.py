"""The table sheet: all that formulas know of a game, typed by a judge or played here."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.sections.table_ties import Criterion
from kamchatka.scoring.numbers import Number

Status = Literal["playing", "withdrawn", "excluded", "congelato", "congelato-in-extra-laps"]
"""Final status of a seat that was not eliminated on the board."""

Kind = Literal["table", "bye", "duel", "dummy"]
Target = Literal["result", "total", "ranking"]
"""What a penalty reduces: one result, the tournament total, or a ranking by name."""

LEFT: tuple[Status, ...] = ("withdrawn", "excluded")
"""Statuses of seats that went out without losing their last territory: their land stays on the board."""
LISTED = ("listed", "declared")
"""Strips picked from a printed list; other strips consist of the seat's own territories."""


def player_name(raw: str) -> str:
    """A player's name, normalised: single spaces between words, composed accents."""
    return " ".join(unicodedata.normalize("NFC", raw).split())


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatSheet:
    """A seat at the end of the game."""

    player: str
    points: Number
    """Counted table points; ignored for a seat that is out, which has none."""
    uncounted: bool = False
    """Whether points were not counted: possible for a RisiKo!, which most formulas give a fixed value."""
    objective: bool = False
    """Whether the seat reached its objective (RisiKo!)."""
    eliminated: int | None = None
    """1 for the first seat out; None for one that stayed or was excluded (which shifts the others)."""
    status: Status = "playing"
    numbers: Mapping[Criterion, int] = field(default_factory=lambda: MappingProxyType({}))
    """Known tie-break numbers; more is better."""
    lot: tuple[int, ...] = ()
    """Dice or lots thrown to break a tie, in order."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TableSheet:
    """A finished table: regulation, seats in the order of play."""

    rulebook: Rulebook
    seats: tuple[SeatSheet, ...]
    dummies: int = 0
    """Dead seats without a player: they count in the table size."""

    def is_out(self, seat: SeatSheet) -> bool:
        """Whether the seat is out: placed after all that stayed, without points, by order of elimination."""
        if seat.eliminated is not None or seat.status == "excluded":
            return True
        return seat.status == "withdrawn" and self.rulebook.withdrawal.counts == "eliminated"

    def points(self, seat: SeatSheet) -> Number:
        """Table points that count: 0 for a seat that is out; a RisiKo! may have a fixed value."""
        if self.is_out(seat):
            return 0
        risiko = self.rulebook.tally.risiko_points
        return risiko if seat.objective and risiko else seat.points

    def out_order(self) -> tuple[int | None, ...]:
        """Elimination order of each seat, from 1; an excluded seat counts as the first and shifts the others.

        Several excluded seats share that rank here; tie-breaking asks for their order first.
        """
        excluded = sum(1 for seat in self.seats if seat.status == "excluded" and seat.eliminated is None)
        shift = 0 if self.rulebook.withdrawal.exclusion_rank == "first-equal" else excluded
        orders = tuple(self._order(seat, shift) for seat in self.seats)
        gone = [number for number, seat in enumerate(self.seats) if self.is_out(seat)]
        if len(gone) == 1:  # alone, it is the first one out even if the order was not noted
            return tuple(1 if number in gone else None for number in range(len(self.seats)))
        return orders

    def _order(self, seat: SeatSheet, shift: int) -> int | None:
        if not self.is_out(seat):
            return None
        if seat.status == "excluded" and seat.eliminated is None:
            return 1
        return None if seat.eliminated is None else seat.eliminated + shift
