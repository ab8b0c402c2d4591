"""In-process cache of the states folded from streams."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Any, NamedTuple

MOST_EVENTS = 100_000
"""Size of the cache in events of all streams, up to 1 KB each: 150 tables followed turn by turn for a day.

Beyond it, tables that tap one after the other are each folded again from their first event.
"""


class Snapshot(NamedTuple):
    """State of a stream after an event, whose hash covers all events before it."""

    key: Hashable
    """Anything else the state depends on."""
    sequence: int
    hash: str
    state: Any


class Snapshots:
    """The last snapshot of each stream; the least recently used are dropped first."""

    def __init__(self, most: int = MOST_EVENTS) -> None:
        self._most = most
        self._kept: OrderedDict[str, Snapshot] = OrderedDict()
        self._events = 0
        self._lock = Lock()

    def get(self, stream: str) -> Snapshot | None:
        """The snapshot of a stream, if it is cached."""
        with self._lock:
            if stream in self._kept:
                self._kept.move_to_end(stream)
            return self._kept.get(stream)

    def put(self, stream: str, snapshot: Snapshot) -> None:
        """Replace the snapshot of a stream."""
        with self._lock:
            before = self._kept.pop(stream, None)
            self._kept[stream] = snapshot
            self._events += snapshot.sequence - (before.sequence if before else 0)
            while self._events > self._most and len(self._kept) > 1:
                _, oldest = self._kept.popitem(last=False)
                self._events -= oldest.sequence
