"""The live stream of an online table: each message is an envelope, made once for all who see the same."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from fastapi.concurrency import run_in_threadpool
from starlette.responses import Response

from kamchatka.app.games.online.facts import envelope
from kamchatka.app.games.online.hall import TableHall
from kamchatka.app.games.online.live import LiveTable
from kamchatka.app.games.online.refusals import NotNow
from kamchatka.web.play.play_visit import AtPlay, Eyes, PlayVisit, to_json
from kamchatka.web.site.live import GZIP_HEAD, KEEP_ALIVE, RETRY, LiveStream, compressed
from kamchatka.web.site.locks import LockedRouter, Need

router = LockedRouter()
MOST_STREAMS, MOST_WATCHERS = 8000, 200
QUICKLY = 1
"""The level of compression of messages that change with every action."""


class Made(NamedTuple):
    """A message, and the state of the table that it shows."""

    state: tuple[int, int]
    body: bytes
    packed: bytes


class Broadcast:
    """The last message for each kind of viewer, made and compressed once by whoever changed the table."""

    def __init__(self, hall: TableHall) -> None:
        self.hall = hall
        self.streams = 0
        self._followed: dict[str, Counter[Eyes]] = {}
        self._made: dict[Eyes, Made] = {}

    def prepare(self, live: LiveTable) -> None:
        """Make the messages of everybody who follows a table that has changed."""
        for eyes in [*self._followed.get(live.table.id, ())]:
            self._make(live, eyes)

    def _make(self, live: LiveTable, eyes: Eyes) -> Made:
        with live.lock:
            found = envelope(self.hall, live, eyes.chair, eyes.lang, is_judge=eyes.is_judge)
            state = live.table.version, live.presence
        body = to_json(found)
        made = self._made[eyes] = Made(state, body, compressed(sse(found.version, body), QUICKLY))
        return made

    def made(self, live: LiveTable, eyes: Eyes) -> Made | None:
        """The present message, if it was made."""
        found = self._made.get(eyes)
        return found if found and found.state == (live.table.version, live.presence) else None

    async def message(self, live: LiveTable, eyes: Eyes) -> bytes:
        """The present message."""
        found = self.made(live, eyes)
        if found is None:
            found = await run_in_threadpool(self._make, live, eyes)
        return found.packed

    @contextmanager
    def following(self, eyes: Eyes) -> Iterator[None]:
        """While a stream follows with these eyes."""
        self.streams += 1
        followed = self._followed.setdefault(eyes.id, Counter())
        followed[eyes] += 1
        try:
            yield
        finally:
            self.streams -= 1
            followed[eyes] -= 1
            if not followed[eyes]:
                del followed[eyes]
                self._made.pop(eyes, None)
            if not followed:
                self._followed.pop(eyes.id, None)


def sse(version: int, body: bytes) -> bytes:
    """A message of the stream."""
    return b"id: %d\nevent: table\ndata: %s\n\n" % (version, body)


@router.page("/gioca/{id}/stato", Need.NOTHING)
def show_state(at: AtPlay) -> Response:
    """The envelope for this visitor."""
    at.check_watching()
    return at.data(at.envelope())


@router.page("/gioca/{id}/vivo", Need.NOTHING)
def follow_table(at: AtPlay) -> Response:
    """The stream of a table: its present state, then every change."""
    at.check_watching()
    if at.chair is not None:
        at.slow_down()
    broadcast: Broadcast = at.request.app.state.broadcast
    is_crowded = at.chair is None and at.live.watchers >= MOST_WATCHERS
    if is_crowded or broadcast.streams >= MOST_STREAMS:
        raise NotNow("too_many_streams")
    is_head = at.request.method == "HEAD"
    headers = {"cache-control": "no-store", "content-encoding": "gzip", "x-accel-buffering": "no"}
    stream = _nothing() if is_head else _messages(broadcast, at, at.live, at.eyes)
    return LiveStream(stream, media_type="text/event-stream", headers=headers)


async def _nothing() -> AsyncIterator[bytes]:
    yield b""


async def _messages(broadcast: Broadcast, at: PlayVisit, live: LiveTable, eyes: Eyes) -> AsyncIterator[bytes]:
    loop, changed = asyncio.get_running_loop(), asyncio.Event()
    hall, table, device, chair = at.hall, live.table, at.device, eyes.chair

    def listener() -> None:
        loop.call_soon_threadsafe(changed.set)

    with broadcast.following(eyes):
        await run_in_threadpool(hall.come, live, chair, listener)
        try:
            yield GZIP_HEAD + compressed(b"retry: %d\n\n" % RETRY)
            if at.seen is not None:
                with_news = await run_in_threadpool(at.envelope)
                yield compressed(sse(with_news.version, to_json(with_news)))
            sent = b""
            # It ends when the seat moved to another device, or the table was folded anew.
            while table.chair_of(device) == chair and hall.in_memory(table.id) is live:
                changed.clear()
                message = await broadcast.message(live, eyes)
                if message is not sent:
                    sent = message
                    yield message
                try:
                    async with asyncio.timeout(KEEP_ALIVE):
                        await changed.wait()
                except TimeoutError:
                    yield compressed(b":\n\n")
        finally:
            leave = partial(hall.leave, live, chair, listener)
            await asyncio.shield(run_in_threadpool(leave))
