"""A bounded LRU cache; an entry is made again when its mark (cache version) changes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class _Place(Generic[T]):
    """One cache entry; while a thread makes its value, others block on its lock."""

    def __init__(self) -> None:
        self.making = Lock()
        self.kept: tuple[str, T] | None = None


@dataclass
class PageCache(Generic[T]):
    """At most `most` entries; the least recently used is evicted first."""

    most: int

    def __post_init__(self) -> None:
        self._places: OrderedDict[Hashable, _Place[T]] = OrderedDict()
        self._moving = Lock()

    def get(self, key: Hashable, mark: str, make: Callable[[], T]) -> T:
        """The cached value if its mark is this one, else a new one, made once for concurrent callers."""
        place = self._place(key)
        with place.making:
            if place.kept is None or place.kept[0] != mark:
                place.kept = (mark, make())
            return place.kept[1]

    def forget(self, key: Hashable) -> None:
        """Drop the entry."""
        with self._moving:
            self._places.pop(key, None)

    def _place(self, key: Hashable) -> _Place[T]:
        with self._moving:
            place = self._places.setdefault(key, _Place())
            self._places.move_to_end(key)
            while len(self._places) > self.most:
                self._places.popitem(last=False)
            return place
