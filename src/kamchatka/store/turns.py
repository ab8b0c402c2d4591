"""One at a time, in the order of arrival: an ordinary lock may let somebody wait while others come and go."""

import contextlib
import threading
from collections import deque
from collections.abc import Iterator


class Turns:
    """A queue of threads, each of which has its turn."""

    def __init__(self) -> None:
        self._queue: deque[threading.Event] = deque()
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def mine(self, patience: float) -> Iterator[None]:
        """Wait for our turn and have it; TimeoutError if it does not come in so many seconds."""
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
