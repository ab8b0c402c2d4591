"""Values by table size and by place, as formula files write them: one, a list, or a list for each size."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

SIZES = ("2", "3", "4", "5", "6")
"""How many seats a table may have, as files write it."""


class NoSuchSize(LookupError):
    """The formula says nothing about tables of so many seats."""

    def __init__(self, size: int) -> None:
        super().__init__(str(size))
        self.size = size


@dataclass(frozen=True)
class Grid(Generic[T]):
    """`50`, `[12, 7, 5, 3]`, or `{ 4 = [100, 80, 60], 5 = [100, 80, 60, 50] }`."""

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
        """The value at this place of a table of this size; after the last one written, the last one."""
        row = self.row(size)
        return row[min(index, len(row) - 1)]

    def within(self, size: int, index: int, beyond: T) -> T:
        """The value at this place; another one after the last written."""
        row = self.row(size)
        return row[index] if index < len(row) else beyond


def read_grid(raw: object, item: Callable[[object], T]) -> Grid[T]:
    """A grid as it stands in a file; ValueError if it cannot be one."""
    if isinstance(raw, Mapping):
        if not raw:
            raise ValueError(raw)
        return Grid((), {_size(size): _row(row, item) for size, row in raw.items()})
    return Grid(_row(raw, item), {})


def _row(raw: object, item: Callable[[object], T]) -> tuple[T, ...]:
    values = raw if isinstance(raw, list) else [raw]
    if not values:
        raise ValueError(raw)
    return tuple(item(value) for value in values)


def _size(raw: object) -> int:
    if raw not in SIZES:
        raise ValueError(raw)
    return int(str(raw))
