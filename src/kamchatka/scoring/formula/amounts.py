"""Values as formula files write them: one, a list by place, or either for each table size.

Each invalid entry is refused on its own, with a description of the valid values.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from pydantic import AfterValidator, Field, PlainValidator
from pydantic_core import PydanticCustomError

from kamchatka import ledger
from kamchatka.faults import AllowedWords, Path, as_written, refusal, refusals
from kamchatka.ids import ClauseId
from kamchatka.scoring.numbers import Number, exact

T = TypeVar("T")

SIZES = ("2", "3", "4", "5", "6")
"""Numbers of seats a table may have, as files write them."""
MOST = 10**12
"""Upper bound for any number in a formula: scores stay far below, and longer numbers could not be printed."""


class NoSuchSize(LookupError):
    """The formula has no values for tables of this size."""

    def __init__(self, size: int) -> None:
        super().__init__(str(size))
        self.size = size


@dataclass(frozen=True)
class Grid(Generic[T]):
    """Values by table size and place: `50`, `[12, 7, 5, 3]`, or `{ 4 = [100, 80], 5 = [100, 80, 60] }`."""

    everywhere: tuple[T, ...]
    by_size: Mapping[int, tuple[T, ...]]

    def row(self, size: int) -> tuple[T, ...]:
        """The values at a table of this size; NoSuchSize if there are none."""
        if not self.speaks_of(size):
            raise NoSuchSize(size)
        return self.by_size[size] if self.by_size else self.everywhere

    def speaks_of(self, size: int) -> bool:
        """Whether it has values for tables of this size."""
        return not self.by_size or size in self.by_size

    def at(self, size: int, index: int) -> T:
        """The value for this place at a table of this size; the last value repeats for all later places."""
        row = self.row(size)
        return row[min(index, len(row) - 1)]

    def within(self, size: int, index: int, beyond: T) -> T:
        """The value for this place; `beyond` after the last value of the row."""
        row = self.row(size)
        return row[index] if index < len(row) else beyond

    @property
    def longest(self) -> int:
        """Length of the longest row."""
        return max(map(len, (self.everywhere, *self.by_size.values())))


def read_grid(raw: object, item: Callable[[object], T], wanted: str) -> Grid[T]:
    """Parse a grid; raises ValueError if it has the wrong shape, a validation error for wrong entries."""
    rows = raw if isinstance(raw, Mapping) else {"": raw}
    if not rows or [] in rows.values():
        raise ValueError(raw)
    found: dict[str, list[T]] = {}
    wrong: list[tuple[object, PydanticCustomError]] = []
    for size, row in rows.items():
        outside: Path = (size,) if rows is raw else ()
        if rows is raw and size not in SIZES:
            wrong.append((size, refusal("wrong_value", at=outside, wanted="formula.wanted.size")))
        for index, entry in enumerate(row if isinstance(row, list) else [row]):
            try:
                found.setdefault(size, []).append(item(entry))
            except ValueError:
                if entry is raw:
                    raise
                at = (*outside, index) if isinstance(row, list) else outside
                wrong.append((entry, refusal("wrong_value", at=at, wanted=wanted)))
    if wrong:
        raise refusals(wrong)
    if rows is raw:
        return Grid((), {int(size): tuple(values) for size, values in found.items()})
    return Grid(tuple(found[""]), {})


def amount(raw: object) -> Number:
    """Any number a score may contain; ValueError for anything else."""
    number = exact(raw)
    if not -MOST < number < MOST:
        raise ValueError("beyond any score")  # leave the number out: it may be too long to print
    return number


def is_same(one: object, other: object) -> bool:
    """Whether two values are equal in a formula: `1/2` is `0.5`, but `true` is not `1`."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    try:
        return exact(one) == exact(other)
    except ValueError:
        return one == other


def above_zero(raw: object) -> Number:
    """A positive number: a divisor, or an amount to share out."""
    number = amount(raw)
    if number <= 0:
        raise ValueError(raw)
    return number


def from_zero(raw: object) -> Number:
    """A number of table points, zero or more."""
    number = amount(raw)
    if number < 0:
        raise ValueError(raw)
    return number


def by_size(raw: object) -> Grid[Number]:
    """One number, or one for each table size."""
    return _one_each(raw, amount, "formula.wanted.number")


def above_zero_by_size(raw: object) -> Grid[Number]:
    """One positive number, or one for each table size."""
    return _one_each(raw, above_zero, "formula.wanted.above_zero")


def _one_each(raw: object, item: Callable[[object], Number], wanted: str) -> Grid[Number]:
    """One number for all table sizes, or one for each."""
    if isinstance(raw, list):
        raise ValueError(raw)
    found = read_grid(raw, item, wanted)
    if found.longest > 1:
        raise ValueError(raw)
    return found


def by_place(raw: object) -> Grid[Number]:
    """One number, a list starting at the best place, or either for each table size."""
    found = read_grid(raw, amount, "formula.wanted.number")
    if found.longest > int(SIZES[-1]):
        raise ValueError(raw)
    return found


def pair(raw: object) -> Grid[Number]:
    """Two numbers: the winner's and the loser's."""
    found = by_place(raw)
    if len(found.everywhere) != 2:
        raise ValueError(raw)
    return found


def clauses(raw: object) -> Grid[tuple[ClauseId, ...]]:
    """Clauses by place, or by size and place; a plain list of ids applies to the whole term."""
    whole = isinstance(raw, list) and all(isinstance(each, str) for each in raw)
    found = Grid((_ids(raw),), {}) if whole else read_grid(raw, _ids, "formula.wanted.clause_list")
    ids = [id for row in (found.everywhere, *found.by_size.values()) for each in row for id in each]
    unknown = [id for id in dict.fromkeys(ids) if not ledger.known(id)]
    if unknown:
        raise refusals((id, refusal("unknown_clause", id=as_written(id), at=(id,))) for id in unknown)
    return found


def _ids(raw: object) -> tuple[ClauseId, ...]:
    ids: list[object] = raw if isinstance(raw, list) else [raw]
    found = tuple(ClauseId(each) for each in ids if isinstance(each, str))
    if len(found) != len(ids):
        raise ValueError(raw)
    return found


def _cited(id: str) -> str:
    if not ledger.known(id):
        raise refusal("unknown_clause", id=as_written(id))
    return id


Exact = Annotated[Number, PlainValidator(amount), AllowedWords("formula.wanted.number")]
AboveZero = Annotated[Number, PlainValidator(above_zero), AllowedWords("formula.wanted.above_zero")]
FromZero = Annotated[Number, PlainValidator(from_zero), AllowedWords("formula.wanted.from_zero")]
BySize = Annotated[Grid[Number], PlainValidator(by_size), AllowedWords("formula.wanted.by_size")]
AboveZeroBySize = Annotated[
    Grid[Number], PlainValidator(above_zero_by_size), AllowedWords("formula.wanted.above_zero_by_size")
]
Numbers = Annotated[Grid[Number], PlainValidator(by_place), AllowedWords("formula.wanted.by_place")]
Pair = Annotated[Grid[Number], PlainValidator(pair), AllowedWords("formula.wanted.pair")]
Clauses = Annotated[
    Grid[tuple[ClauseId, ...]], PlainValidator(clauses), AllowedWords("formula.wanted.clauses")
]
ClauseList = Annotated[
    list[Annotated[ClauseId, AfterValidator(_cited)]], AllowedWords("formula.wanted.clause_list")
]
Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]*$"), AllowedWords("formula.wanted.name")]
