"""What all terms of a formula have: whom they concern, which column they add to, the clauses behind them.

A term concerns `who`, adds to one `column` of the score, and may replace every other term of that column.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from kamchatka.ids import ClauseId
from kamchatka.scoring.formula.amounts import Wanted
from kamchatka.scoring.formula.grid import Grid, read_grid
from kamchatka.scoring.formula.table import Table
from kamchatka.scoring.numbers import Number

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


Clauses = Annotated[Grid[tuple[ClauseId, ...]], BeforeValidator(_clauses), Wanted("clauses")]

NO_CLAUSES: Grid[tuple[ClauseId, ...]] = Grid(((),), {})


class Amount(NamedTuple):
    """What a term gives a seat, and how it came about."""

    number: Number
    whys: tuple[str, ...]
    """The reason, in one or more parts."""
    values: dict[str, Number]
    given_by: str = ""
    """Which value of the term it is, where one of several decided; nothing: the one of the place."""


class Term(BaseModel, ABC):
    """What all terms have."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)

    id: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    who: Who = "all"
    column: str = "points"
    replaces: bool = False
    clauses: Clauses = NO_CLAUSES
    clauses_by_value: dict[str, list[ClauseId]] = {}
    """Clauses that state one value of the term, such as `near` or `shared.two`."""
    when: dict[str, object] = {}
    """Options that must have these values for the term to be there at all."""

    def concerns(self, table: Table, seat: int) -> bool:
        """Whether the term speaks of this seat."""
        return _CONCERNS[self.who](table, seat)

    @abstractmethod
    def amount(self, table: Table, seat: int) -> Amount:
        """What it gives; only asked where it concerns the seat."""

    def counts_objective(self, table: Table, seat: int) -> bool:
        """Whether the amount depends on what a RisiKo! at this table is worth in table points."""
        return False

    def index(self, table: Table, seat: int) -> int:
        """Which entry of a row by place is meant: the first for the best place the term speaks of."""
        return table.place(seat) - self._first

    @property
    def _first(self) -> int:
        return 2 if self.who in ("others", "losers-to-objective") else 1

    def possible_indexes(self, table: Table, seat: int) -> Iterable[int]:
        """The same for every place the seat may have."""
        return (place - self._first for place in table.possible_places(seat))

    def clauses_for(self, table: Table, seat: int, given_by: str) -> tuple[ClauseId, ...]:
        """The clauses behind the amount of this seat; none where the text does not speak of such tables."""
        if given_by in self.clauses_by_value:
            return tuple(self.clauses_by_value[given_by])
        if not self.clauses.speaks_of(table.size):
            return ()
        row = self.clauses.row(table.size)
        if len(row) == 1:
            return row[0]
        found = [self.clauses.at(table.size, max(0, at)) for at in self.possible_indexes(table, seat)]
        return tuple({clause: None for clauses in found for clause in clauses})


_CONCERNS: dict[Who, Callable[[Table, int], bool]] = {
    "all": lambda table, seat: True,
    "first": lambda table, seat: table.place(seat) == 1,
    "others": lambda table, seat: table.place(seat) != 1,
    "survivors": lambda table, seat: not table.is_out(seat),
    "out": lambda table, seat: table.is_out(seat),
    "objective": lambda table, seat: table.reached(seat),
    "losers-to-objective": lambda table, seat: table.objective_was_reached and not table.reached(seat),
}
