"""The oracle's table: places straight from the printed clauses, sharing no code with the product.

A seat has points, numbers for ties by the name of their cell, and how it left, if it did.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True)
class Seat:
    """A seat as the judge saw it."""

    points: Fraction
    objective: bool = False
    eliminated: int | None = None
    status: str = "playing"
    cells: Mapping[str, int] = field(default_factory=dict)
    lot: tuple[int, ...] = ()


# 000-14, 001-TB, 002-23d..j, 003-13, 004-S8
TIES: dict[str, Callable[[Mapping[str, int]], tuple[int, ...]]] = {
    "challenge": lambda c: (c["outside"], c["armies_inside"], c["armies"]),
    "rtu": lambda c: (
        c["outside"],
        c["armies_inside"],
        c["armies_outside"],
        c["cards"],
        c["inside_count"],
        c["outside_count"],
    ),
    "aziendale": lambda c: (
        c["inside_count"],
        c["territory_count"],
        c["missing_adjacent"],
        c["protected"],
        c["best_continent"],
        c["armies"],
    ),
    "milano": lambda c: (
        c["inside_count"],
        c["territory_count"],
        c["armies"] + 4 * c["cards"],
        -c["last_turn"],
    ),
    "primavera": lambda c: (c["territory_count"], c["armies"] + 4 * c["cards"]),
}
LEAVING_IS_OUT = ("aziendale", "primavera")  # 002-20a, 004-B21


class Table:
    """A table with its places; ties are broken unless `kept`. An objective may be worth a fixed number."""

    def __init__(
        self, book: str, seats: list[Seat], *, kept: bool, risiko: int | None, level: bool | None = None
    ) -> None:
        self.n = len(seats)
        self.reached = [seat.objective for seat in seats]
        self.out = [
            seat.eliminated is not None
            or seat.status == "excluded"
            or (seat.status == "withdrawn" and book in LEAVING_IS_OUT)
            for seat in seats
        ]
        # AMB-48: who was excluded is the first one out, the others move up by one
        excluded = len([1 for s in seats if s.status == "excluded" and s.eliminated is None])
        self.went = [(s.eliminated + excluded) if s.eliminated is not None else 1 for s in seats]
        worth = 200 if book == "primavera" else None  # 004-B18c
        points = []
        for seat, out in zip(seats, self.out, strict=True):
            if out:
                points.append(Fraction(0))
            else:
                points.append(Fraction(worth) if seat.objective and worth else seat.points)
        standing: list[tuple[object, ...]] = []
        for number, seat in enumerate(seats):
            if seat.objective:
                standing.append((3,))
            elif self.out[number]:
                standing.append((1, self.went[number]))
            elif kept:
                standing.append((2, points[number]))
            else:
                standing.append((2, points[number], *TIES[book](seat.cells), *seat.lot))
        self.place = [1 + len([1 for other in standing if other > mine]) for mine in standing]
        if (
            book == "primavera" if level is None else level
        ):  # AMB-108: those without points share the worst of their places
            zero = [not s.objective and p == 0 for s, p in zip(seats, points, strict=True)]
            self.place = [self.n if z else place for z, place in zip(zero, self.place, strict=True)]
        self.points = [
            Fraction(risiko) if seat.objective and risiko is not None else p
            for seat, p in zip(seats, points, strict=True)
        ]
        in_order = [p for _, p in sorted(zip(self.place, self.points, strict=True), key=lambda pair: pair[0])]
        self.second = in_order[1]
        self.lead = max(Fraction(0), in_order[0] - in_order[1])
        self.gap = [max(Fraction(0), in_order[0] - p) for p in self.points]

    def sharing(self, seat: int) -> int:
        return self.place.count(self.place[seat])

    def ahead(self, seat: int) -> int:
        return len([1 for place in self.place if place < self.place[seat]])
