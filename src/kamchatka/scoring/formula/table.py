"""A sheet as terms see it: places given, points settled, gaps known."""

from functools import lru_cache
from typing import NamedTuple, TypeVar, cast

from kamchatka.scoring.numbers import Number
from kamchatka.scoring.sheet.model import TableSheet
from kamchatka.scoring.sheet.placing import MissingNumber, Placing, Treatment, placings

T = TypeVar("T")


def _one(value: T) -> T:
    """The same object for equal values: tables differ in few ways, and what is small stays near."""
    return cast(T, _kept(value))


@lru_cache(maxsize=4096)
def _kept(value: object) -> object:
    return value


class Finish(NamedTuple):
    """How a seat ended, as far as it decides which terms speak of it."""

    first: bool
    out: bool
    reached: bool
    """Its own objective."""
    beaten: bool
    """By another's objective."""


class Table:
    """One table ready to be scored.

    Small on purpose: tens of thousands are kept while formulas pass over them.
    """

    __slots__ = (
        "_out",
        "_places",
        "_points",
        "_second",
        "_sharing",
        "_uncounted",
        "_winner",
        "finishes",
        "objective_was_reached",
        "placings",
        "seats",
        "sheet",
        "size",
        "unbroken",
    )

    def __init__(self, sheet: TableSheet, treatment: Treatment) -> None:
        objective_points = treatment.objective_points
        self.sheet = sheet
        self.seats = _one(range(len(sheet.seats)))
        self.size = len(sheet.seats) + sheet.dummies
        self.placings: tuple[Placing, ...] = _one(placings(sheet, treatment))
        self.unbroken: tuple[MissingNumber, ...] = ()
        """Ties nobody has broken and no score depends on: terms see one order, people a shared place."""
        self._points = tuple(
            objective_points if seat.objective and objective_points is not None else sheet.points(seat)
            for seat in sheet.seats
        )
        self._out = sheet.out_order() if any(map(sheet.is_out, sheet.seats)) else None
        self._places = _one(tuple(each.place for each in self.placings))
        self._sharing = _one(tuple(map(self._places.count, self._places)))
        order = sorted(self.seats, key=self._places.__getitem__)
        self._winner = order[0]
        self._second = self._points[order[1]]
        self._uncounted = frozenset(
            seat for seat in self.seats if sheet.seats[seat].uncounted and objective_points is None
        )
        reached = self.objective_was_reached = any(seat.objective for seat in sheet.seats)
        self.finishes = _one(
            tuple(
                Finish(place == 1, sheet.is_out(seat), seat.objective, reached and not seat.objective)
                for place, seat in zip(self._places, sheet.seats, strict=True)
            )
        )

    @property
    def gap_to_second(self) -> Number:
        """Points of the winner over the second; never negative."""
        return max(0, self.points(self._winner) - self._second)

    @property
    def second_points(self) -> Number:
        """Points of the second."""
        return self._second

    @property
    def total_points(self) -> Number:
        """All points of the table."""
        return sum(self.points(seat) for seat in self.seats)

    def leave_unbroken(self, missing: MissingNumber) -> None:
        """Let the tied seats share the best of their places until somebody gives the number."""
        best = min(self.placings[seat].place for seat in missing.tied)
        self.unbroken = (*self.unbroken, missing)
        self.placings = tuple(
            Placing(best, "undecided") if seat in missing.tied else placing
            for seat, placing in enumerate(self.placings)
        )

    def possible_places(self, seat: int) -> range:
        """The seat's place, or all it may have while a tie is not broken."""
        tied = next((missing.tied for missing in self.unbroken if seat in missing.tied), (seat,))
        best = self.placings[seat].place
        return range(best, best + len(tied))

    def place(self, seat: int) -> int:
        """The seat's place."""
        return self._places[seat]

    def sharing(self, seat: int) -> int:
        """How many seats have this one's place."""
        return self._sharing[seat]

    def ahead(self, seat: int) -> int:
        """How many seats have a better place: one less than its own, unless it shares the worst."""
        return sum(1 for place in self._places if place < self._places[seat])

    def points(self, seat: int) -> Number:
        """Table points that count; an objective reached may be worth a fixed number.

        Raises MissingNumber where it is worth what was counted, and nobody counted.
        """
        if seat in self._uncounted:
            raise MissingNumber("points", (self.sheet.seats[seat].player,))
        return self._points[seat]

    def gap_to_winner(self, seat: int) -> Number:
        """Points missing to the winner; never negative."""
        return max(0, self.points(self._winner) - self._points[seat])

    def is_out(self, seat: int) -> bool:
        """Whether the seat is out of the game."""
        return self.finishes[seat].out

    def reached(self, seat: int) -> bool:
        """Whether the seat reached its objective."""
        return self.finishes[seat].reached

    def out_order(self, seat: int) -> int:
        """1 for the first one out. Raises MissingNumber if nobody noted it."""
        order = self._out[seat] if self._out else None
        if order is None:
            raise MissingNumber("eliminated", (self.sheet.seats[seat].player,))
        return order
