"""A fair lock: threads get it in order of arrival, while an ordinary lock may starve one of them."""

import contextlib
import threading
from collections import deque
from collections.abc import Iterator


class Turns:
    """A queue of threads that take turns."""

    def __init__(self) -> None:
        self._queue: deque[threading.Event] = deque()
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def mine(self, patience: float) -> Iterator[None]:
        """Hold the lock when our turn comes; TimeoutError after `patience` seconds."""
        called = threading.Event()
        with self._lock:
            self._queue.append(called)
            self._queue[0].set()
        try:
            if not called.wait(patience):
                raise TimeoutError
            yield
        finally:
            with self._lock:
                self._queue.remove(called)
                if self._queue:
                    self._queue[0].set()
