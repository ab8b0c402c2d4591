"""A sheet as terms see it: places given, points settled, gaps known."""

from collections import Counter
from fractions import Fraction

from kamchatka.scoring.placing import MissingNumber, Placing, Ties, placings
from kamchatka.scoring.sheet import TableSheet


class Table:
    """One table ready to be scored."""

    def __init__(self, sheet: TableSheet, ties: Ties, objective_points: Fraction | None) -> None:
        self.sheet = sheet
        self.seats = range(len(sheet.seats))
        self.size = len(sheet.seats) + sheet.dummies
        self.placings: tuple[Placing, ...] = placings(sheet, ties)
        self._points = tuple(
            objective_points if seat.objective and objective_points is not None else sheet.points(seat)
            for seat in sheet.seats
        )
        self._out = sheet.out_order()
        self._sharing = Counter(each.place for each in self.placings)
        order = sorted(self.seats, key=lambda seat: self.placings[seat].place)
        self._winner = order[0]
        self._second = self._points[order[1]] if len(order) > 1 else Fraction(0)
        self._uncounted = frozenset(
            seat for seat in self.seats if sheet.seats[seat].uncounted and objective_points is None
        )
        self.objective_was_reached = any(seat.objective for seat in sheet.seats)

    @property
    def gap_to_second(self) -> Fraction:
        """Points of the winner over the second; never negative."""
        return max(Fraction(0), self.points(self._winner) - self._second)

    @property
    def total_points(self) -> Fraction:
        """All points of the table."""
        return sum((self.points(seat) for seat in self.seats), Fraction(0))

    def place(self, seat: int) -> int:
        """The seat's place."""
        return self.placings[seat].place

    def sharing(self, seat: int) -> int:
        """How many seats have this one's place."""
        return self._sharing[self.placings[seat].place]

    def ahead(self, seat: int) -> int:
        """How many seats have a better place: one less than its own, unless it shares the worst."""
        return sum(count for place, count in self._sharing.items() if place < self.placings[seat].place)

    def points(self, seat: int) -> Fraction:
        """Table points that count; an objective reached may be worth a fixed number.

        Raises MissingNumber where it is worth what was counted, and nobody counted.
        """
        if seat in self._uncounted:
            raise MissingNumber("points", (self.sheet.seats[seat].player,))
        return self._points[seat]

    def gap_to_winner(self, seat: int) -> Fraction:
        """Points missing to the winner; never negative."""
        return max(Fraction(0), self.points(self._winner) - self._points[seat])

    def is_out(self, seat: int) -> bool:
        """Whether the seat is out of the game."""
        return self.sheet.is_out(self.sheet.seats[seat])

    def reached(self, seat: int) -> bool:
        """Whether the seat reached its objective."""
        return self.sheet.seats[seat].objective

    def out_order(self, seat: int) -> int:
        """1 for the first one out. Raises MissingNumber if nobody noted it."""
        order = self._out[seat]
        if order is None:
            raise MissingNumber("eliminated", (self.sheet.seats[seat].player,))
        return order
