"""The terms a formula is made of: few, composable, each giving one amount with its reason.

A term concerns `who`, adds to one `column` of the score, and may replace every other term of that column.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator

from kamchatka.ids import ClauseId
from kamchatka.scoring.grid import Grid, read_grid
from kamchatka.scoring.numbers import Number, exact, ratio, rounded_up
from kamchatka.scoring.table import Finish, Table

Who = Literal["all", "first", "others", "survivors", "out", "objective", "losers-to-objective"]
"""Everybody; the first; all but the first; who stayed; who is out; who made RisiKo!; all others then."""


def _clause(raw: object) -> tuple[ClauseId, ...]:
    ids: list[object] = raw if isinstance(raw, list) else [raw]
    found = tuple(ClauseId(each) for each in ids if isinstance(each, str))
    if len(found) != len(ids):
        raise ValueError(raw)
    return found


def _clauses(raw: object) -> Grid[tuple[ClauseId, ...]]:
    """Clauses by place, or by size and place; a plain list of ids is meant for the whole term."""
    if isinstance(raw, list) and all(isinstance(each, str) for each in raw):
        return Grid((_clause(raw),), {})
    return read_grid(raw, _clause)


Exact = Annotated[Number, PlainValidator(exact)]
Numbers = Annotated[Grid[Number], PlainValidator(lambda raw: read_grid(raw, exact))]
Clauses = Annotated[Grid[tuple[ClauseId, ...]], BeforeValidator(_clauses)]

NO_CLAUSES: Grid[tuple[ClauseId, ...]] = Grid(((),), {})


class Amount(NamedTuple):
    """What a term gives a seat, and how it came about."""

    number: Number
    why: str
    values: dict[str, Number]


class Term(BaseModel, ABC):
    """What all terms have."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)

    id: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    who: Who = "all"
    column: str = "points"
    replaces: bool = False
    clauses: Clauses = NO_CLAUSES
    when: dict[str, object] = {}
    """Options that must have these values for the term to be there at all."""

    def concerns(self, finish: Finish) -> bool:
        """Whether the term speaks of a seat that ended so."""
        return _CONCERNS[self.who](finish)

    @abstractmethod
    def amount(self, table: Table, seat: int) -> Amount:
        """What it gives; only asked where it concerns the seat."""

    def index(self, table: Table, seat: int) -> int:
        """Which entry of a row by place is meant: the first for the best place the term speaks of."""
        first = 2 if self.who in ("others", "losers-to-objective") else 1
        return table.place(seat) - first

    def clauses_for(self, table: Table, seat: int) -> tuple[ClauseId, ...]:
        """The clauses behind the amount of this seat."""
        return self.clauses.at(table.size, max(0, self.index(table, seat)))


_CONCERNS: dict[Who, Callable[[Finish], bool]] = {
    "all": lambda finish: True,
    "first": lambda finish: finish.first,
    "others": lambda finish: not finish.first,
    "survivors": lambda finish: not finish.out,
    "out": lambda finish: finish.out,
    "objective": lambda finish: finish.reached,
    "losers-to-objective": lambda finish: finish.beaten,
}


class Shared(BaseModel):
    """What becomes of a place's amount when seats share the place (where ties are kept)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    two: Literal["half", "pooled", "none", "full"] = "full"
    """Half of the own place's amount each; the two places' amounts pooled and halved; nothing; all of it."""
    three_first: Exact | None = None
    """What each of three firsts gets."""
    more: Literal["none", "full"] = "full"


class Place(Term):
    """An amount for each place; after the last one written, nothing."""

    kind: Literal["place"]
    by_place: Numbers
    shared: Shared = Shared()

    def amount(self, table: Table, seat: int) -> Amount:
        index, sharing = self.index(table, seat), table.sharing(seat)
        whole = self.by_place.within(table.size, index, 0)
        values: dict[str, Number] = {"place": table.place(seat), "whole": whole, "sharing": sharing}
        if sharing == 1:
            return Amount(whole, "place", values)
        number, why = self._shared(table, seat, whole)
        return Amount(number, why, values)

    def _shared(self, table: Table, seat: int, whole: Number) -> tuple[Number, str]:
        index, sharing = self.index(table, seat), table.sharing(seat)
        if sharing == 2 and self.shared.two == "half":
            return ratio(whole, 2), "place_half"
        if sharing == 2 and self.shared.two == "pooled":
            first = index - (table.place(seat) - 1 - table.ahead(seat))
            both = (self.by_place.within(table.size, at, 0) for at in (first, first + 1))
            return ratio(sum(both), 2), "place_pooled"
        if sharing == 3 and index == 0 and self.shared.three_first is not None:
            return self.shared.three_first, "place_shared"
        rule = self.shared.two if sharing == 2 else self.shared.more
        return (whole, "place_shared") if rule == "full" else (0, "place_not_given")


class Points(Term):
    """The seat's table points, times a factor, up to a most, rounded up to a unit."""

    kind: Literal["points"]
    times: Numbers = Grid((1,), {})
    most: Exact | None = None
    """The most points that count, after the factor and before the divisor."""
    over: Exact = 1
    """What the points are divided by: 100 makes hundredths of them."""
    rounded_up: bool = False
    """Whether part of a point counts as a whole one, before the divisor."""

    def amount(self, table: Table, seat: int) -> Amount:
        own, factor = table.points(seat), self.times.at(table.size, 0)
        number = own * factor
        if self.rounded_up:
            number = rounded_up(number)
        if self.most is not None:
            number = min(number, self.most)
        values: dict[str, Number] = {"points": own, "factor": factor, "over": self.over}
        return Amount(ratio(number, self.over), "points", values)


class GapToWinner(Term):
    """A base for each place, less the table points missing to the winner, never below a floor."""

    kind: Literal["gap_to_winner"]
    base: Numbers
    per_point: Exact = 1
    least: Numbers | None = None

    def amount(self, table: Table, seat: int) -> Amount:
        index, gap = self.index(table, seat), table.gap_to_winner(seat)
        base = self.base.at(table.size, index)
        number = base - gap * self.per_point
        values: dict[str, Number] = {"base": base, "gap": gap}
        least = self.least.at(table.size, index) if self.least else None
        if least is not None and number < least:
            return Amount(least, "gap_floor", {**values, "least": least})
        return Amount(number, "gap_to_winner", values)


class GapToSecond(Term):
    """So much for each table point ahead of the second."""

    kind: Literal["gap_to_second"]
    who: Who = "first"
    per_point: Exact | Literal["digits"]
    """An amount, or `digits`: the gap's own digits behind the comma (7 is .7 and 12 is .12)."""

    def amount(self, table: Table, seat: int) -> Amount:
        gap = table.gap_to_second
        if not isinstance(self.per_point, str):
            return Amount(gap * self.per_point, "gap_to_second", {"gap": gap})
        whole = gap.numerator // gap.denominator
        return Amount(ratio(whole, 10 ** len(str(whole))), "gap_to_second", {"gap": gap})


class GapStep(Term):
    """One amount within so many points of the winner, another beyond."""

    kind: Literal["gap_step"]
    within: Exact
    near: Exact
    far: Exact

    def amount(self, table: Table, seat: int) -> Amount:
        gap = table.gap_to_winner(seat)
        near = gap <= self.within
        why = "gap_near" if near else "gap_far"
        return Amount(self.near if near else self.far, why, {"gap": gap, "within": self.within})


class Share(Term):
    """The seat's part of the table's points, the whole being so much for each seat."""

    kind: Literal["share"]
    per_seat: Exact

    def amount(self, table: Table, seat: int) -> Amount:
        whole, total, own = self.per_seat * table.size, table.total_points, table.points(seat)
        values: dict[str, Number] = {"points": own, "total": total, "whole": whole}
        if total == 0 and table.is_out(seat):
            return Amount(0, "flat_out", values)
        if total == 0:
            return Amount(self.per_seat, "share_equal", values)
        return Amount(ratio(whole * own, total), "share", values)


class Flat(Term):
    """The same amount for everybody it concerns."""

    kind: Literal["flat"]
    amount_each: Exact

    def amount(self, table: Table, seat: int) -> Amount:
        return Amount(self.amount_each, f"flat_{self.who.replace('-', '_')}", {})


class Eliminated(Term):
    """By the order of going out, the first one out first; after the last written, the last."""

    kind: Literal["eliminated"]
    who: Who = "out"
    by_order: Numbers
    replaces: bool = True

    def index(self, table: Table, seat: int) -> int:
        return table.out_order(seat) - 1

    def amount(self, table: Table, seat: int) -> Amount:
        order = table.out_order(seat)
        return Amount(self.by_order.at(table.size, order - 1), "eliminated", {"order": order})


AnyTerm = Annotated[
    Place | Points | GapToWinner | GapToSecond | GapStep | Share | Flat | Eliminated,
    Field(discriminator="kind"),
]

KINDS: dict[str, Any] = {
    "place": Place,
    "points": Points,
    "gap_to_winner": GapToWinner,
    "gap_to_second": GapToSecond,
    "gap_step": GapStep,
    "share": Share,
    "flat": Flat,
    "eliminated": Eliminated,
}
