"""Ctrl-C at the table: heard once, and only where nothing is half done."""

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType


class Interrupts:
    """Whether Ctrl-C came. While a line is awaited it interrupts; during a move it waits for its end."""

    def __init__(self) -> None:
        self.came = False
        self._awaits_a_line = False

    @contextlib.contextmanager
    def heard(self) -> Iterator[None]:
        """Hear Ctrl-C from here on, where this program may: started in the background it may not."""
        in_main_thread = threading.current_thread() is threading.main_thread()
        if not in_main_thread or signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
            yield
            return
        before = signal.signal(signal.SIGINT, self._hear)
        try:
            yield
        finally:
            # Whoever is impatient presses twice: the people have left, and the command only ends.
            signal.signal(signal.SIGINT, signal.SIG_IGN if self.came else before)

    @contextlib.contextmanager
    def at_once(self) -> Iterator[None]:
        """KeyboardInterrupt in here as Ctrl-C comes, or if it came before."""
        self._awaits_a_line = True
        try:
            if self.came:
                raise KeyboardInterrupt
            yield
        finally:
            self._awaits_a_line = False

    def _hear(self, _number: int, _frame: FrameType | None) -> None:
        first, self.came = not self.came, True
        if first and self._awaits_a_line:
            raise KeyboardInterrupt
