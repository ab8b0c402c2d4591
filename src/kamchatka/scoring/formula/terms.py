"""The terms of a formula: few, composable, each giving one amount with its reason.

A term applies to the seats in `who`, adds to one `column` of the score, and may replace its other terms.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Annotated, ClassVar, Literal, NamedTuple, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, model_validator

from kamchatka.faults import AllowedWords, refusal
from kamchatka.ids import ClauseId
from kamchatka.scoring.formula.amounts import (
    AboveZero,
    AboveZeroBySize,
    BySize,
    ClauseList,
    Clauses,
    Exact,
    FromZero,
    Grid,
    Name,
    Numbers,
)
from kamchatka.scoring.formula.table import ScoringTable
from kamchatka.scoring.numbers import Number, ratio, rounded, rounded_down, rounded_up

COLUMN = "points"
"""Default column of terms and of the score."""
Who = Literal["all", "first", "others", "survivors", "out", "objective", "losers-to-objective"]
"""All seats; the first; all but the first; seats still in; seats out; RisiKo! makers; the others then."""


NO_CLAUSES: Grid[tuple[ClauseId, ...]] = Grid(((),), {})


class Amount(NamedTuple):
    """The amount a term gives a seat, and its reason."""

    number: Number
    whys: tuple[str, ...]
    """The reason, in one or more parts."""
    values: dict[str, Number]
    given_by: str = ""
    """Key of the term's value that decided, if one of several; empty: the value of the place."""


class FormulaPart(BaseModel):
    """A table of a formula file; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, arbitrary_types_allowed=True)


class RoundedPart(FormulaPart):
    """A part of a formula that gives a number with a fixed count of decimals, or exactly."""

    decimals: Annotated[int, Field(ge=0, le=6)] | Literal["all"] = "all"
    """Number of decimals kept; `all`: the number stays exact."""
    rounding: Literal["half-up", "down", "up"] = "half-up"
    """How further decimals are dropped: to the nearest, half up; cut off; or always up."""

    def kept(self, number: Number) -> Number:
        """The number with its decimals."""
        return number if isinstance(self.decimals, str) else _ROUNDED[self.rounding](number, self.decimals)

    @model_validator(mode="after")
    def _rounds_something(self) -> Self:
        if self.decimals == "all" and "rounding" in self.model_fields_set:
            raise refusal("rounding_of_nothing", at=("rounding",))
        return self


_ROUNDED: dict[str, Callable[[Number, int], Number]] = {
    "half-up": rounded,
    "down": rounded_down,
    "up": rounded_up,
}


class Term(FormulaPart, ABC):
    """Fields common to all terms."""

    looks_at: ClassVar[Literal["", "own", "table"]] = ""
    """Whose table points the amount depends on: none, the seat's own, or the whole table's."""

    id: Name
    who: Who = "all"
    column: str = COLUMN
    replaces: bool = False
    clauses: Clauses = NO_CLAUSES
    clauses_by_value: dict[str, ClauseList] = {}
    """Clauses for a single value of the term, such as `near` or `shared.two`."""
    when: Annotated[dict[str, object], AllowedWords("table")] = {}
    """Option values required for the term to apply."""

    def concerns(self, table: ScoringTable, seat: int) -> bool:
        """Whether the term applies to this seat."""
        return _CONCERNS[self.who](table, seat)

    @abstractmethod
    def amount(self, table: ScoringTable, seat: int) -> Amount:
        """The amount for a seat the term applies to."""

    def counts_objective(self, table: ScoringTable, seat: int) -> bool:
        """Whether the amount depends on the table points of a RisiKo! at this table."""
        if self.looks_at == "own":
            return table.reached(seat)
        return self.looks_at == "table" and table.objective_was_reached

    def index(self, table: ScoringTable, seat: int) -> int:
        """Index of the seat in a row by place: 0 for the best place the term covers."""
        return table.place(seat) - self.first_place

    @property
    def first_place(self) -> int:
        """The best place the term covers."""
        return 2 if self.who in ("others", "losers-to-objective") else 1

    def possible_indexes(self, table: ScoringTable, seat: int) -> Iterable[int]:
        """Indexes in a row by place for every place the seat may get."""
        return (place - self.first_place for place in table.possible_places(seat))

    def clauses_for(self, table: ScoringTable, seat: int, given_by: str) -> tuple[ClauseId, ...]:
        """The clauses behind this seat's amount; empty if no clause covers such tables."""
        if given_by in self.clauses_by_value:
            return tuple(self.clauses_by_value[given_by])
        if not self.clauses.speaks_of(table.size):
            return ()
        row = self.clauses.row(table.size)
        if len(row) == 1:
            return row[0]
        found = [self.clauses.at(table.size, max(0, at)) for at in self.possible_indexes(table, seat)]
        return tuple({clause: None for clauses in found for clause in clauses})


_CONCERNS: dict[Who, Callable[[ScoringTable, int], bool]] = {
    "all": lambda table, seat: True,
    "first": lambda table, seat: table.place(seat) == 1,
    "others": lambda table, seat: table.place(seat) != 1,
    "survivors": lambda table, seat: not table.is_out(seat),
    "out": lambda table, seat: table.is_out(seat),
    "objective": lambda table, seat: table.reached(seat),
    "losers-to-objective": lambda table, seat: table.objective_was_reached and not table.reached(seat),
}


class Shared(RoundedPart):
    """How the amount of a place is divided when seats share the place (if ties are kept)."""

    two: Literal["half", "pooled", "none", "full"] = "full"
    """For two seats: half of the place's amount each; both amounts pooled and halved; nothing; all of it."""
    three_first: Exact | None = None
    """The amount for each of three firsts."""
    more: Literal["pooled", "none", "full"] = "full"
    """For three or more seats: the amounts of all their places, pooled and divided; nothing; all of it."""


class Place(Term):
    """An amount for each place; places after the last value get nothing."""

    kind: Literal["place"]
    by_place: Numbers
    shared: Shared = Shared()

    def amount(self, table: ScoringTable, seat: int) -> Amount:
        index, sharing = self.index(table, seat), table.sharing(seat)
        whole = self.by_place.within(table.size, index, 0)
        values: dict[str, Number] = {"place": table.placings[seat].place, "whole": whole, "sharing": sharing}
        if sharing == 1:
            return Amount(whole, ("place",), values)
        number, why, rule = self._shared(table, seat, whole)
        return Amount(number, (why,), values, f"shared.{rule}")

    def _shared(self, table: ScoringTable, seat: int, whole: Number) -> tuple[Number, str, str]:
        """The amount after sharing, the reason, and the rule that applied."""
        index, sharing = self.index(table, seat), table.sharing(seat)
        if sharing == 3 and index == 0 and self.shared.three_first is not None:
            return self.shared.three_first, "place_shared", "three_first"
        rule, how = ("two", self.shared.two) if sharing == 2 else ("more", self.shared.more)
        match how:
            case "half":
                return self.shared.kept(ratio(whole, 2)), "place_half", rule
            case "pooled":
                first = index - (table.place(seat) - 1 - table.ahead(seat))
                places = range(first, first + sharing)
                pool = sum(self.by_place.within(table.size, at, 0) for at in places)
                why = "place_pooled" if sharing == 2 else "place_pooled_by_more"
                return self.shared.kept(ratio(pool, sharing)), why, rule
            case "full":
                return whole, "place_shared", rule
            case _:
                return 0, "place_not_given", rule


class Points(Term):
    """The seat's table points times a factor, capped, optionally rounded up to whole points."""

    looks_at = "own"

    kind: Literal["points"]
    times: BySize = Grid((1,), {})
    most: BySize | None = None
    """Cap on the points, after the factor and before the divisor; none at a table size it does not list."""
    over: AboveZero = 1
    """Divisor of the points: 100 makes hundredths of them."""
    rounded_up: bool = False
    """Whether to round points up to a whole number, before the divisor."""

    def amount(self, table: ScoringTable, seat: int) -> Amount:
        own, factor = table.points(seat), self.times.at(table.size, 0)
        values: dict[str, Number] = {"points": own}
        whys = ["points"]
        number = own * factor
        if factor != 1:
            whys.append("points_times")
            values["factor"] = factor
        if self.rounded_up and rounded_up(number) != number:
            number = rounded_up(number)
            whys.append("points_rounded")
            values["rounded"] = number
        most = self._most(table.size)
        if most is not None and number > most:
            number = most
            whys.append("points_capped")
            values["most"] = number
        if self.over != 1:
            whys.append("points_over")
            values["over"] = self.over
        return Amount(ratio(number, self.over), tuple(whys), values)

    def _most(self, size: int) -> Number | None:
        """The cap at a table of this size."""
        return self.most.at(size, 0) if self.most and self.most.speaks_of(size) else None


class GapToWinner(Term):
    """A base for each place, minus the gap to the winner in table points, never below a floor."""

    looks_at = "table"

    kind: Literal["gap_to_winner"]
    base: Numbers
    per_point: Exact = 1
    least: Numbers | None = None

    def amount(self, table: ScoringTable, seat: int) -> Amount:
        index, gap = self.index(table, seat), table.gap_to_winner(seat)
        base = self.base.at(table.size, index)
        number = base - gap * self.per_point
        values: dict[str, Number] = {"base": base, "gap": gap}
        least = self.least.at(table.size, index) if self.least else None
        if least is not None and number < least:
            return Amount(least, ("gap_floor",), {**values, "least": least})
        return Amount(number, ("gap_to_winner",), values)


class GapToSecond(Term):
    """An amount for each table point ahead of the second."""

    looks_at = "table"

    kind: Literal["gap_to_second"]
    who: Who = "first"
    per_point: Exact | Literal["digits"]
    """An amount, or `digits`: the gap's digits after the decimal point (7 is .7 and 12 is .12)."""

    def amount(self, table: ScoringTable, seat: int) -> Amount:
        gap = table.gap_to_second
        if not isinstance(self.per_point, str):
            return Amount(gap * self.per_point, ("gap_to_second",), {"gap": gap})
        whole = gap.numerator // gap.denominator
        return Amount(ratio(whole, 10 ** len(str(whole))), ("gap_to_second",), {"gap": gap})


class LessSecond(Term):
    """A base amount, minus an amount for each table point of the second."""

    kind: Literal["less_second"]
    base: Exact
    per_point: Exact = 1

    def amount(self, table: ScoringTable, seat: int) -> Amount:
        second = table.second_points
        values: dict[str, Number] = {"base": self.base, "second": second, "per_point": self.per_point}
        return Amount(self.base - second * self.per_point, ("less_second",), values)


class GapStep(Term):
    """One amount within a given gap to the winner, another beyond it."""

    looks_at = "table"

    kind: Literal["gap_step"]
    within: FromZero
    near: Exact
    far: Exact

    def amount(self, table: ScoringTable, seat: int) -> Amount:
        gap = table.gap_to_winner(seat)
        near = gap <= self.within
        values: dict[str, Number] = {"gap": gap, "within": self.within}
        if near:
            return Amount(self.near, ("gap_near",), values, "near")
        return Amount(self.far, ("gap_far",), values, "far")


class Share(Term, RoundedPart):
    """The seat's share of the table's points; the whole is a fixed amount for each seat."""

    looks_at = "table"

    kind: Literal["share"]
    per_seat: AboveZeroBySize

    def amount(self, table: ScoringTable, seat: int) -> Amount:
        each, total, own = self.per_seat.at(table.size, 0), table.total_points, table.points(seat)
        whole = each * table.size
        values: dict[str, Number] = {"points": own, "total": total, "whole": whole}
        if total == 0 and table.is_out(seat):
            return Amount(0, ("flat_out",), values)
        if total == 0:
            return Amount(self.kept(each), ("share_equal",), values)
        return Amount(self.kept(ratio(whole * own, total)), ("share",), values)


class Flat(Term):
    """The same amount for every seat the term applies to."""

    kind: Literal["flat"]
    amount_each: Exact

    def amount(self, table: ScoringTable, seat: int) -> Amount:
        return Amount(self.amount_each, (f"flat_{self.who.replace('-', '_')}",), {})


class Eliminated(Term):
    """An amount by order of elimination, the first seat out first; the last value repeats."""

    kind: Literal["eliminated"]
    who: Literal["out"] = "out"
    by_order: Numbers
    replaces: bool = True

    def index(self, table: ScoringTable, seat: int) -> int:
        return table.out_order(seat) - 1

    def possible_indexes(self, table: ScoringTable, seat: int) -> Iterable[int]:
        return (self.index(table, seat),)

    def amount(self, table: ScoringTable, seat: int) -> Amount:
        order = table.out_order(seat)
        return Amount(self.by_order.at(table.size, order - 1), ("eliminated",), {"order": order})


AnyTerm = Annotated[
    Place | Points | GapToWinner | GapToSecond | LessSecond | GapStep | Share | Flat | Eliminated,
    Field(discriminator="kind"),
]

KINDS: dict[str, type[Term]] = {
    get_args(kind.model_fields["kind"].annotation)[0]: kind for kind in get_args(get_args(AnyTerm)[0])
}
