"""Ctrl-C as a request: games in progress are finished, counted and written before the run ends."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

EXIT_STATUS = 130
"""Exit status of a command ended by Ctrl-C."""


class StopRequest:
    """Whether a stop was requested."""

    def __init__(self) -> None:
        self.asked = False

    def __call__(self) -> bool:
        return self.asked


@contextmanager
def stoppable() -> Iterator[StopRequest]:
    """Context in which the first Ctrl-C only sets a flag; a second one interrupts as usual."""
    wish = StopRequest()

    def note(number: int, frame: FrameType | None) -> None:
        wish.asked = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield wish
    finally:
        signal.signal(signal.SIGINT, before)
