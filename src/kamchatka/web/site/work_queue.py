"""Heavy work that anybody may ask for: one request at a time, while the rest of the site goes on."""

from asyncio import Lock
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool

from kamchatka.refusals import NotPossibleNow

R = TypeVar("R")
MOST_WAITING = 16
"""Requests that wait for their turn; further ones are refused at once."""


class TooManyAtOnce(NotPossibleNow):
    """Too many requests wait for the same heavy work."""


class WorkQueue:
    """Runs one piece of work at a time, in a thread; those that wait hold no thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting = 0

    async def run(self, work: Callable[..., R], *args: Any, **named: Any) -> R:
        """The result of the work when its turn has come; TooManyAtOnce if too many wait."""
        if self._waiting > MOST_WAITING:
            raise TooManyAtOnce("too_many_at_once")
        self._waiting += 1
        try:
            async with self._lock:
                return await run_in_threadpool(work, *args, **named)
        finally:
            self._waiting -= 1


def in_turn(route: Callable[..., R]) -> Callable[..., Awaitable[R]]:
    """A route whose requests run one at a time; its visit is named `at`, or `event` on a public page."""

    @wraps(route)
    async def run(**named: Any) -> R:
        visit = named.get("at") or named["event"]
        queue: WorkQueue = visit.request.app.state.work_queue
        return await queue.run(route, **named)

    return run
