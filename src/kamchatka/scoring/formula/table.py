"""A sheet as terms see it, with places, points and gaps; and the possible outcomes of open ties."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from kamchatka.rulebook.sections.table_ties import Criterion
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.sheet.model import SeatSheet, TableSheet
from kamchatka.scoring.sheet.places import MissingNumber, Placing, Treatment, placings


class ScoringTable:
    """One table ready to be scored."""

    def __init__(
        self,
        sheet: TableSheet,
        treatment: Treatment,
        dead_seat: Callable[[Sequence[Number]], Number] | None = None,
    ) -> None:
        """Raises MissingNumber if a tie cannot be broken.

        `dead_seat` gives the points of a dead seat from those of the players: it then takes a place too.
        """
        fixed = treatment.objective_points
        self.seats = range(len(sheet.seats))
        """The seats of players; a dead seat that takes a place follows them."""
        if sheet.dummies and dead_seat:
            points = dead_seat([_needed(seat, _points(sheet, seat, fixed)) for seat in sheet.seats])
            sheet = replace(sheet, seats=(*sheet.seats, SeatSheet(player="", points=points)), dummies=0)
        self.sheet = sheet
        self.size = len(sheet.seats) + sheet.dummies
        self.placings: tuple[Placing, ...] = placings(sheet, treatment)
        self.open_ties: tuple[MissingNumber, ...] = ()
        """Unbroken ties that affect no score: terms see one order, people a shared place."""
        self.objective_was_reached = any(seat.objective for seat in sheet.seats)
        self._places = [placing.place for placing in self.placings]
        self._winner, self._second, *_ = sorted(range(len(sheet.seats)), key=self._places.__getitem__)
        self._points = [_points(sheet, seat, fixed) for seat in sheet.seats]

    @property
    def gap_to_second(self) -> Number:
        """The winner's points minus the second's; never negative."""
        return max(0, self.points(self._winner) - self.second_points)

    @property
    def second_points(self) -> Number:
        """Points of the second."""
        return self.points(self._second)

    @property
    def total_points(self) -> Number:
        """All points of the table."""
        return sum(self.points(seat) for seat in range(len(self.sheet.seats)))

    def leave_open(self, missing: MissingNumber) -> None:
        """Let the tied seats share the best of their places until the missing number is given."""
        best = min(self.placings[seat].place for seat in missing.tied)
        self.open_ties = (*self.open_ties, missing)
        self.placings = tuple(
            Placing(best, "undecided") if seat in missing.tied else placing
            for seat, placing in enumerate(self.placings)
        )

    def open_tie(self, seat: int) -> MissingNumber | None:
        """The unbroken tie this seat is in, if any."""
        for missing in self.open_ties:
            if seat in missing.tied:
                return missing
        return None

    def possible_places(self, seat: int) -> range:
        """The seat's place, or all its possible places while a tie is unbroken."""
        missing, best = self.open_tie(seat), self.placings[seat].place
        return range(best, best + (len(missing.tied) if missing else 1))

    def place(self, seat: int) -> int:
        """The seat's place."""
        return self._places[seat]

    def sharing(self, seat: int) -> int:
        """Number of seats with this seat's place."""
        return self._places.count(self._places[seat])

    def ahead(self, seat: int) -> int:
        """Number of seats with a better place: place minus one, unless the seat shares the worst place."""
        return sum(1 for place in self._places if place < self._places[seat])

    def points(self, seat: int) -> Number:
        """Table points that count; a reached objective may be worth a fixed number.

        Raises MissingNumber if the counted points apply but were not recorded.
        """
        return _needed(self.sheet.seats[seat], self._points[seat])

    def known_points(self, seat: int) -> Number | None:
        """Table points that count; None if they were not recorded."""
        return self._points[seat]

    def gap_to_winner(self, seat: int) -> Number:
        """The winner's points minus this seat's; never negative."""
        return max(0, self.points(self._winner) - self.points(seat))

    def is_out(self, seat: int) -> bool:
        """Whether the seat is out of the game."""
        return self.sheet.is_out(self.sheet.seats[seat])

    def reached(self, seat: int) -> bool:
        """Whether the seat reached its objective."""
        return self.sheet.seats[seat].objective

    def out_order(self, seat: int) -> int:
        """1 for the first seat out. Raises MissingNumber if the order was not recorded."""
        order = self.sheet.out_order()[seat]
        if order is None:
            raise MissingNumber("eliminated", (self.sheet.seats[seat].player,))
        return order


def _points(sheet: TableSheet, seat: SeatSheet, fixed: Number | None) -> Number | None:
    """The seat's points, with `fixed` for a reached objective; None if they were not recorded."""
    if seat.objective and fixed is not None:
        return fixed
    return None if seat.uncounted else sheet.points(seat)


def _needed(seat: SeatSheet, points: Number | None) -> Number:
    if points is None:
        raise MissingNumber("points", (seat.player,))
    return points


def ways(sheet: TableSheet, missing: MissingNumber) -> Iterator[TableSheet]:
    """Copies of the sheet with the missing number filled in: the tied seats in one order, then reversed.

    Two orders are enough: tied seats differ only in their place, so if each seat scores the same in both and
    all score alike, no order matters. Empty if the number is not a tie-break: points and the order of
    elimination cannot be made up.
    """
    if missing.by is None:
        return
    for order in (missing.tied, missing.tied[::-1]):
        ranks = {seat: len(order) - at for at, seat in enumerate(order)}
        yield replace(
            sheet,
            seats=tuple(
                _with(seat, missing.by, ranks[number]) if number in ranks else seat
                for number, seat in enumerate(sheet.seats)
            ),
        )


def _with(seat: SeatSheet, criterion: Criterion, rank: int) -> SeatSheet:
    """The seat with a number, or a lot, that gives it this rank."""
    if criterion == "lot":
        return replace(seat, lot=(rank,))
    return replace(seat, numbers={**seat.numbers, criterion: rank})
