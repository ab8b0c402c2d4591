"""The table sheet: all that formulas see of a game, whether it was typed by a judge or played here."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.sections.table_ties import Criterion
from kamchatka.scoring.numbers import Number

Status = Literal["playing", "withdrawn", "excluded", "congelato", "congelato-in-extra-laps"]
"""How a seat ended that was not eliminated on the board."""

Kind = Literal["table", "bye", "duel", "dummy"]
Target = Literal["result", "total", "ranking"]
"""What a penalty takes points from: one result, the total of the tournament, a ranking by its name."""

LEFT: tuple[Status, ...] = ("withdrawn", "excluded")
"""Seats that went out without losing their last territory: their land stays on the board."""
LISTED = ("listed", "declared")
"""Strips that are picked from a printed list; all others are made of the seat's own territories."""


def player_name(raw: str) -> str:
    """A player's name, the same however it was typed: one space between words, accents in one piece."""
    return " ".join(unicodedata.normalize("NFC", raw).split())


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatSheet:
    """A seat at the end of the game."""

    player: str
    points: Number
    """Table points, as counted; whoever is out has none, whatever stands here."""
    uncounted: bool = False
    """Whether nobody counted its points: possible for a RisiKo!, which most formulas value by itself."""
    objective: bool = False
    """Whether it reached its objective (RisiKo!)."""
    eliminated: int | None = None
    """1 for the first one out; None for whoever stayed, and for an excluded seat, which shifts the others."""
    status: Status = "playing"
    numbers: Mapping[Criterion, int] = field(default_factory=lambda: MappingProxyType({}))
    """What ties ask for, as far as it is known; more is better."""
    lot: tuple[int, ...] = ()
    """Dice or lots thrown to break a tie, in order."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TableSheet:
    """A finished table: regulation, seats in the order of play."""

    rulebook: Rulebook
    seats: tuple[SeatSheet, ...]
    dummies: int = 0
    """Dead seats nobody plays for: they count where a formula asks how large the table is."""

    def is_out(self, seat: SeatSheet) -> bool:
        """Whether the seat is placed after all who stayed, with no points, by the order of going out."""
        if seat.eliminated is not None or seat.status == "excluded":
            return True
        return seat.status == "withdrawn" and self.rulebook.withdrawal.counts == "eliminated"

    def points(self, seat: SeatSheet) -> Number:
        """Table points that count: none for whoever is out; a RisiKo! may stand for a fixed number."""
        if self.is_out(seat):
            return 0
        risiko = self.rulebook.tally.risiko_points
        return risiko if seat.objective and risiko else seat.points

    def out_order(self) -> tuple[int | None, ...]:
        """Who went out as which, from 1; an excluded seat counts as the first, the others shift by one.

        Several excluded seats share that rank here; whoever breaks ties asks for their order first.
        """
        excluded = sum(1 for seat in self.seats if seat.status == "excluded" and seat.eliminated is None)
        shift = 0 if self.rulebook.withdrawal.exclusion_rank == "first-equal" else excluded
        orders = tuple(self._order(seat, shift) for seat in self.seats)
        gone = [number for number, seat in enumerate(self.seats) if self.is_out(seat)]
        if len(gone) == 1:  # alone, it is the first one out whether or not somebody noted it
            return tuple(1 if number in gone else None for number in range(len(self.seats)))
        return orders

    def _order(self, seat: SeatSheet, shift: int) -> int | None:
        if not self.is_out(seat):
            return None
        if seat.status == "excluded" and seat.eliminated is None:
            return 1
        return None if seat.eliminated is None else seat.eliminated + shift
