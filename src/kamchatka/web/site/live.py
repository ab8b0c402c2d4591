"""Live pages: one server-sent stream for each open page, told when the log of its event grows.

The stream of a public page carries the new content itself: it is made and compressed once for each state of
the event and language, however many follow it. Other streams carry only the number of the last event: their
pages fetch themselves, with the rights of their visitor.
"""

import asyncio
import contextlib
import re
import time
import zlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from functools import lru_cache

from fastapi import Request
from fastapi.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kamchatka.app.office import Office
from kamchatka.app.tournaments.opening import stream_of
from kamchatka.messages import Language
from kamchatka.web.site.language import COOKIE as LANGUAGE_COOKIE

LOOK_EVERY = 0.02
"""Seconds between two looks at the number of commits; on a server's database, at the log itself."""
LOOK_AT_SERVER_EVERY = 0.5
KEEP_ALIVE = 20
"""Seconds after which a silent stream sends an empty comment, so that a dead connection is noticed."""
RETRY = 1500
"""Milliseconds after which a browser tries again, when the server is gone."""
MAIN = re.compile(rb"<main\b[^>]*>(.*)</main>", re.DOTALL)
GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


@dataclass
class Channel:
    """What one kind of page follows: its last message, and the streams that wait for the next."""

    event: str
    path: str
    """Path and query of the public page whose content is sent; empty: only numbers are sent."""
    lang: Language
    number: int
    message: bytes = b""
    content: bytes = b""
    """The content of the last message."""
    followers: int = 0
    waiting: set[asyncio.Future[None]] = field(default_factory=set)

    def send(self, number: int, message: bytes) -> None:
        """Send a message to all who follow."""
        self.number, self.message = number, message
        waiting, self.waiting = self.waiting, set()
        for each in waiting:
            if not each.done():
                each.set_result(None)

    async def changed(self) -> bool:
        """Wait for the next message; False if none comes before a sign of life is due."""
        waiting = asyncio.get_running_loop().create_future()
        self.waiting.add(waiting)
        try:
            await asyncio.wait_for(waiting, KEEP_ALIVE)
        except TimeoutError:
            return False
        finally:
            self.waiting.discard(waiting)
        return True


class LiveHub:
    """Watches the log and tells the streams of every open page."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.channels: dict[tuple[str, str, Language], Channel] = {}

    @property
    def followers(self) -> int:
        """Number of open streams."""
        return sum(each.followers for each in self.channels.values())

    @contextlib.asynccontextmanager
    async def following(
        self, office: Office, event: str, path: str, lang: Language
    ) -> AsyncIterator[Channel]:
        """A channel for as long as a stream follows it."""
        key = event, path, lang
        channel = self.channels.get(key)
        if channel is None:
            number = await run_in_threadpool(feed_number, office, event)
            channel = self.channels.setdefault(key, Channel(event, path, lang, number))
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
        while True:
            version = office.store.database.version
            await asyncio.sleep(LOOK_AT_SERVER_EVERY if version is None else LOOK_EVERY)
            version = office.store.database.version
            if self.channels and (version is None or version != seen) and not (version or 0) % 2:
                seen = version
                await self._tell(office)

    async def _tell(self, office: Office) -> None:
        events = {each.event for each in self.channels.values()}
        numbers = {id: await run_in_threadpool(feed_number, office, id) for id in events}
        for channel in list(self.channels.values()):
            number = numbers[channel.event]
            if number == channel.number:
                continue
            content = await self._content(channel) if channel.path else b""
            if content and content == channel.content:
                channel.number = number  # nothing that this page shows has changed
                continue
            channel.content = content
            channel.send(number, message(number, content))

    async def _content(self, channel: Channel) -> bytes:
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
                (b"host", b"localhost"),
                (b"accept-encoding", b"gzip"),
                (b"cookie", f"{LANGUAGE_COOKIE}={channel.lang}".encode()),
            ],
            "client": ("127.0.0.1", 0),
            "server": ("127.0.0.1", 80),
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


def message(number: int, content: bytes = b"") -> bytes:
    """A message of the stream: the number of the last event and, of a public page, its new content."""
    kind = b"page" if content else b"change"
    lines = b"".join(b"data: " + line + b"\n" for line in (content or str(number).encode()).splitlines())
    return b"id: %d\nevent: %s\n%s\n" % (number, kind, lines)


def compressed(message: bytes) -> bytes:
    """A message compressed alone: it may follow any other in any stream."""
    press = zlib.compressobj(6, zlib.DEFLATED, -15)
    return press.compress(message) + press.flush(zlib.Z_FULL_FLUSH)


packed = lru_cache(maxsize=64)(compressed)
"""The same, once for all who get it."""


class LiveStream(StreamingResponse):
    """The stream of a page; it ends, and frees what it holds, as soon as its visitor is gone."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the visitor disconnects. The base class notices only when it sends in vain."""
        sending = asyncio.create_task(self.stream_response(send))
        leaving = asyncio.create_task(self.listen_for_disconnect(receive))
        _, others = await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        for each in others:
            each.cancel()
        await asyncio.wait(others)
        if sending.done() and not sending.cancelled() and (error := sending.exception()):
            raise error


def live_stream(
    request: Request, office: Office, event: str, after: int, *, path: str = "", lang: Language = "it"
) -> LiveStream:
    """The stream of a page that shows the event up to number `after`."""
    hub: LiveHub = request.app.state.live

    async def run() -> AsyncIterator[bytes]:
        seen = after
        now = time.time_ns() // 1_000_000
        yield GZIP_HEAD + compressed(b"retry: %d\nevent: time\ndata: %d\n\n" % (RETRY, now))
        async with hub.following(office, event, path, lang) as channel:
            if channel.number != seen:
                seen = channel.number
                yield packed(channel.message or message(seen))
            while True:
                if not await channel.changed():
                    yield packed(b":\n\n")
                elif channel.number != seen:
                    seen = channel.number
                    yield packed(channel.message)

    headers = {"cache-control": "no-store", "content-encoding": "gzip", "x-accel-buffering": "no"}
    return LiveStream(run(), media_type="text/event-stream", headers=headers)
