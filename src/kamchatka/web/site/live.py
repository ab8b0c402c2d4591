"""Live pages: one server-sent stream for each open page, told when the log of its event grows.

The stream of a public page carries the new content itself: it is made and compressed once for each state of
the event and language, however many follow it. Other streams carry only the number of the last event: their
pages fetch themselves, with the rights of their visitor.
"""

import asyncio
import contextlib
import logging
import re
import time
import zlib
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass, field
from functools import lru_cache

from fastapi import Request
from fastapi.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kamchatka.app.office import Office
from kamchatka.app.tournaments.opening import stream_of
from kamchatka.messages import Language
from kamchatka.web.site.errors import error_page
from kamchatka.web.site.hosts import host_name
from kamchatka.web.site.language import COOKIE as LANGUAGE_COOKIE
from kamchatka.web.site.locks import Need, lock_of, still_opens
from kamchatka.web.site.security import is_own
from kamchatka.web.site.visitors import is_https

logger = logging.getLogger("uvicorn.error")
LOOK_EVERY = 0.02
"""Seconds between two looks at the number of commits; on a server's database, at the log itself."""
LOOK_AT_SERVER_EVERY = 0.5
PAUSE, LONGEST_PAUSE = 3, 0.25
"""How long the next look waits, in times of what making pages took, and in seconds: writers come first."""
KEEP_ALIVE = 20
"""Seconds after which a silent stream sends an empty comment, so that a dead connection is noticed."""
CHECK_EVERY = 2
"""Seconds after which a stream of a locked page ends, if its visitor may no longer open it."""
WOKEN_AT_ONCE = 100
"""Streams that send in one turn of the loop."""
RETRY = 1500
"""Milliseconds after which a browser tries again, when the server is gone."""
MOST_DIGITS = 18
"""Of the number of an event."""
MAIN = re.compile(rb"<main\b[^>]*>(.*)</main>", re.DOTALL)
GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


@dataclass
class Channel:
    """What one kind of page follows: its last message, and the streams that wait for the next."""

    event: str
    path: str
    """Path and query of the public page whose content is sent; empty: only numbers are sent."""
    streams: tuple[str, ...]
    """The streams of the log that it follows; empty: all of the event."""
    lang: Language
    host: str
    """The host by which its first follower reached the site: pages show addresses of it."""
    number: int
    message: bytes = b""
    sent: int = 0
    """Number of messages so far."""
    content: bytes = b""
    """The content of the last message."""
    versions: bytes = b""
    """How far the streams were that it follows."""
    followers: int = 0
    woken: float = field(default_factory=time.monotonic)
    """When its streams last sent something."""
    waiting: set[asyncio.Future[bool]] = field(default_factory=set)

    async def send(self, number: int, message: bytes) -> None:
        """Send a message to all who follow."""
        self.number, self.message = number, message
        self.sent += 1
        await self.wake(is_message=True)

    async def wake(self, *, is_message: bool) -> None:
        """Wake all streams, for a message or a sign of life; other requests are served between batches."""
        self.woken = time.monotonic()
        waiting, self.waiting = [*self.waiting], set()
        for at in range(0, len(waiting), WOKEN_AT_ONCE):
            for each in waiting[at : at + WOKEN_AT_ONCE]:
                if not each.done():
                    each.set_result(is_message)
            await asyncio.sleep(0)

    async def changed(self) -> bool:
        """Wait for the next message; False if only a sign of life is due."""
        waiting: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.waiting.add(waiting)
        try:
            return await waiting
        finally:
            self.waiting.discard(waiting)


class LiveHub:
    """Watches the log and tells the streams of every open page."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.channels: dict[tuple[str, str, tuple[str, ...], Language], Channel] = {}
        self._has_new = False
        """Whether a channel was added since the last look: its event may stand in the log already."""

    @property
    def followers(self) -> int:
        """Number of open streams."""
        return sum(each.followers for each in self.channels.values())

    @contextlib.asynccontextmanager
    async def following(
        self, office: Office, event: str, path: str, streams: tuple[str, ...], lang: Language, *, host: str
    ) -> AsyncIterator[Channel]:
        """A channel for as long as a stream follows it."""
        key = event, path, streams, lang
        channel = self.channels.get(key)
        if channel is None:
            # First what is there, then the number: an event between them is told, never lost.
            known = await run_in_threadpool(_versions, office, streams) if streams else b""
            number = await run_in_threadpool(feed_number, office, event)
            made = Channel(event, path, streams, lang, host, number, versions=known)
            channel = self.channels.setdefault(key, made)
            self._has_new = True
        channel.followers += 1
        try:
            yield channel
        finally:
            channel.followers -= 1
            if not channel.followers:
                self.channels.pop(key, None)

    async def watch(self, office: Office) -> None:
        """Look for new events until cancelled."""
        seen: int | None = -1
        making = 0.0
        while True:
            version = office.store.database.version
            look = LOOK_AT_SERVER_EVERY if version is None else LOOK_EVERY
            await asyncio.sleep(max(look, min(PAUSE * making, LONGEST_PAUSE)))
            making = 0.0
            await self._keep_alive()
            version = office.store.database.version
            is_due = version is None or version != seen or self._has_new
            if self.channels and is_due and not (version or 0) % 2:
                seen, self._has_new = version, False
                making = await self._tell(office)

    async def _keep_alive(self) -> None:
        due = time.monotonic() - KEEP_ALIVE
        for channel in [each for each in self.channels.values() if each.woken < due]:
            await channel.wake(is_message=False)

    async def _tell(self, office: Office) -> float:
        """Tell every channel, also after one that fails; returns the seconds spent making pages."""
        making = 0.0
        numbers: dict[str, int] = {}
        for channel in list(self.channels.values()):
            try:
                if channel.event not in numbers:
                    numbers[channel.event] = await run_in_threadpool(feed_number, office, channel.event)
                making += await self._renew(office, channel, numbers[channel.event])
            except Exception:
                logger.exception("Live page not renewed: %s %s", channel.event, channel.path)
        return making

    async def _renew(self, office: Office, channel: Channel, number: int) -> float:
        """Send what is new to a channel; returns the seconds spent making its page."""
        if number == channel.number:
            return 0.0
        versions = await run_in_threadpool(_versions, office, channel.streams)
        if channel.streams and versions == channel.versions:
            channel.number = number
            return 0.0
        began = time.monotonic()
        content = await self._page(channel) if channel.path else b""
        making = time.monotonic() - began
        channel.versions = versions
        if content and content == channel.content:
            channel.number = number  # nothing that this page shows has changed
            return making
        channel.content = content
        await channel.send(number, message(number, content))
        return making

    async def _page(self, channel: Channel) -> bytes:
        """The main part of a public page, as a visitor without an account sees it."""
        path, _, query = channel.path.partition("?")
        scope: Scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [
                (b"host", channel.host.encode("latin-1")),
                (b"accept-encoding", b"gzip"),
                (b"cookie", f"{LANGUAGE_COOKIE}={channel.lang}".encode()),
            ],
            "client": ("127.0.0.1", 0),
            "server": (host_name(channel.host), 80),
            "app": self.app,
            "state": {},
        }
        pieces: list[bytes] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            pieces.append(message.get("body", b""))

        await self.app(scope, receive, send)
        found = MAIN.search(_unpacked(b"".join(pieces)))
        return found[1] if found else b""


def _unpacked(body: bytes) -> bytes:
    return zlib.decompress(body, wbits=31) if body.startswith(b"\x1f\x8b") else body


def feed_number(office: Office, event: str) -> int:
    """The number of the last event of a tournament's feed; 0: there is no such tournament."""
    with office.reading() as reading:
        return reading.number(stream_of(event))


def _versions(office: Office, streams: tuple[str, ...]) -> bytes:
    with office.reading() as reading:
        return repr([reading.version(each) for each in streams]).encode()


def message(number: int, content: bytes = b"") -> bytes:
    """A message of the stream: the number of the last event and, of a public page, its new content."""
    kind = b"page" if content else b"change"
    lines = b"".join(b"data: " + line + b"\n" for line in (content or str(number).encode()).splitlines())
    return b"id: %d\nevent: %s\n%s\n" % (number, kind, lines)


def compressed(message: bytes, level: int = 6) -> bytes:
    """A message compressed alone: it may follow any other in any stream."""
    press = zlib.compressobj(level, zlib.DEFLATED, -15)
    return press.compress(message) + press.flush(zlib.Z_FULL_FLUSH)


packed = lru_cache(maxsize=64)(compressed)
"""The same, once for all who get it."""


class LiveStream(StreamingResponse):
    """The stream of a page; it ends, and frees what it holds, once its visitor is gone or locked out."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the visitor disconnects, which the base class notices only when it sends in vain.

        Only pages of this site may follow: browsers send no Origin from them, or the site's own.
        """
        request = Request(scope)
        if not {"origin", "sec-fetch-site"}.isdisjoint(request.headers) and not is_own(
            request.headers, is_https=is_https(request)
        ):
            await error_page(request, 403, "foreign_site")(scope, receive, send)
            return
        sending = asyncio.create_task(self.stream_response(send))
        leaving = asyncio.create_task(self.listen_for_disconnect(receive))
        locking = asyncio.create_task(locked_out(request))
        tasks = sending, leaving, locking
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            is_locked = locking.done() and not leaving.done()
        finally:
            for each in tasks:
                each.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            if isinstance(self.body_iterator, AsyncGenerator):
                await self.body_iterator.aclose()
        for done in ended:
            if isinstance(done, Exception):
                raise done
        if is_locked:
            await send({"type": "http.response.body", "body": b"", "more_body": False})


async def locked_out(request: Request) -> None:
    """Wait until the visitor of a stream may no longer open its door."""
    if lock_of(request) is Need.NOTHING:
        await asyncio.get_running_loop().create_future()
    office: Office = request.app.state.office
    seen: int | None = -1
    checked = time.monotonic()
    while True:
        await asyncio.sleep(CHECK_EVERY)
        version = office.store.database.version
        # What is taken away is written; a session also ends by itself.
        if version is None or version != seen or time.monotonic() - checked > KEEP_ALIVE:
            seen, checked = version, time.monotonic()
            if not await run_in_threadpool(still_opens, request):
                return


def live_stream(
    request: Request,
    office: Office,
    event: str,
    after: int,
    *,
    path: str = "",
    streams: tuple[str, ...] = (),
    lang: Language = "it",
) -> LiveStream:
    """The stream of a page that shows the event up to number `after`; `streams` limits it to these.

    A browser that connects again by itself asks as before, and says in a header what it got last.
    """
    hub: LiveHub = request.app.state.live
    host = request.headers.get("host", "localhost")
    if (last := request.headers.get("last-event-id", "")).isdecimal():
        after = max(after, int(last[:MOST_DIGITS]))

    async def run() -> AsyncIterator[bytes]:
        async with hub.following(office, event, path, streams, lang, host=host) as channel:
            now = time.time_ns() // 1_000_000
            yield GZIP_HEAD + compressed(b"retry: %d\nevent: time\ndata: %d\n\n" % (RETRY, now))
            seen = channel.sent
            if after < channel.number:
                yield packed(channel.message or message(channel.number))
            while True:
                # A message may have been sent while this visitor was still taking the one before.
                if channel.sent == seen and not await channel.changed():
                    yield packed(b":\n\n")
                elif channel.sent != seen:
                    seen = channel.sent
                    yield packed(channel.message)

    async def nothing() -> AsyncIterator[bytes]:
        yield b""

    headers = {"cache-control": "no-store", "content-encoding": "gzip", "x-accel-buffering": "no"}
    return LiveStream(
        run() if request.method != "HEAD" else nothing(), media_type="text/event-stream", headers=headers
    )
