"""Viewers who open one page at the same moment, each from its own loopback address, in a separate process.

`python -m bench.crowd at-once|in-turn|again PORT PATH COUNT` prints the seconds of each answer and the
troubles: that many viewers at once, or within ten seconds, or one viewer that many times. With `follow` that
many viewers follow a live stream until a line comes in, and the moments at which messages arrived are
printed: the monotonic clock is the same in all processes. Messages go by the number of their event, or by the
highest number that a pattern, given as a fifth word, finds in their page.
"""

import asyncio
import json
import re
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from kamchatka.web.server import raise_handle_limit
from kamchatka.web.site.live import GZIP_HEAD

SECONDS = 60
"""Longest wait for an answer."""
AT_ONCE = 50
"""Viewers who join at the same moment."""
TEN_SECONDS = 10
OK = 200
EVENT_NUMBER = r"^id: (\d+)"


class CrowdAnswers(NamedTuple):
    """Seconds until each complete answer, and the troubles of viewers without one."""

    seconds: list[float]
    troubles: list[str]


@dataclass
class Viewer(asyncio.Protocol):
    """A connection that asks and reads the whole answer."""

    question: bytes
    done: "asyncio.Future[int]"
    transport: asyncio.Transport | None = None
    answer: bytearray = field(default_factory=bytearray)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask at once."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.question)

    def ask(self, question: bytes, done: "asyncio.Future[int]") -> None:
        """Ask once more."""
        assert self.transport is not None
        self.answer.clear()
        self.done = done
        self.transport.write(question)

    def data_received(self, data: bytes) -> None:
        """Read on, until the length that the headers name."""
        self.answer += data
        head, found, body = self.answer.partition(b"\r\n\r\n")
        if found and not self.done.done():
            length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0])
            if len(body) >= length:
                self.done.set_result(int(head.split(b" ", 2)[1]))

    def connection_lost(self, error: Exception | None) -> None:
        """The server hung up: a trouble, unless the answer is complete."""
        if not self.done.done():
            self.done.set_exception(error or ConnectionResetError("closed before the answer"))


def address_of(number: int) -> str:
    """A loopback address for each viewer."""
    return f"127.{1 + number // 62_500}.{number // 250 % 250}.{1 + number % 250}"


async def look(port: int, question: bytes, number: int) -> float:
    """The seconds one viewer waits, from connecting to the last byte."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[int] = loop.create_future()
    began = time.perf_counter()
    transport, _ = await loop.create_connection(
        lambda: Viewer(question, done), "127.0.0.1", port, local_addr=(address_of(number), 0)
    )
    try:
        status = await asyncio.wait_for(done, SECONDS)
    finally:
        transport.close()
    if status != OK:
        raise RuntimeError(f"answered {status}")
    return time.perf_counter() - began


def question(port: int, path: str) -> bytes:
    """A request as a phone's browser sends it."""
    return (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUser-Agent: Mozilla/5.0 (Linux; Android 10)\r\n"
        "Accept: text/html,application/xhtml+xml\r\nAccept-Language: it-IT,it;q=0.8,en;q=0.5\r\n"
        "Accept-Encoding: gzip, deflate\r\nConnection: keep-alive\r\n\r\n"
    ).encode()


async def look_at_once(port: int, path: str, count: int) -> CrowdAnswers:
    """The waits of this many viewers, each on a connection of its own."""
    sent = question(port, path)
    return _answers(
        await asyncio.gather(*(look(port, sent, each) for each in range(count)), return_exceptions=True)
    )


def _answers(found: Sequence[float | BaseException]) -> CrowdAnswers:
    return CrowdAnswers(
        [each for each in found if isinstance(each, float)],
        [repr(each) for each in found if isinstance(each, BaseException)],
    )


async def look_again(port: int, path: str, count: int) -> CrowdAnswers:
    """The waits of one viewer, who asks this many times on one connection."""
    loop, sent, seconds = asyncio.get_running_loop(), question(port, path), []
    _, viewer = await loop.create_connection(lambda: Viewer(b"", loop.create_future()), "127.0.0.1", port)
    for _ in range(count):
        began = time.perf_counter()
        viewer.ask(sent, loop.create_future())
        assert await asyncio.wait_for(viewer.done, SECONDS) == OK
        seconds.append(time.perf_counter() - began)
    return CrowdAnswers(seconds, [])


async def look_in_turn(port: int, path: str, count: int) -> CrowdAnswers:
    """The waits of this many viewers who come one after the other, within ten seconds."""
    loop, sent, coming = asyncio.get_running_loop(), question(port, path), []
    began = loop.time()
    for number in range(count):
        await asyncio.sleep(max(0, began + number * TEN_SECONDS / count - loop.time()))
        coming.append(loop.create_task(look(port, sent, number)))
    return _answers(await asyncio.gather(*coming, return_exceptions=True))


@dataclass
class Follower(asyncio.Protocol):
    """A connection that follows a stream; each message is unpacked once for all followers."""

    question: bytes
    began: "asyncio.Future[None]"
    known: dict[bytes, int]
    """Numbers of messages by their bytes; 0: no message about the event."""
    arrived: list[tuple[int, float]]
    troubles: list[str]
    sought: str = EVENT_NUMBER
    unread: bytes = b""
    is_leaving: bool = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask at once."""
        assert isinstance(transport, asyncio.Transport)
        transport.write(self.question)

    def data_received(self, data: bytes) -> None:
        """Note the number of each complete piece of the answer."""
        now = time.monotonic()
        self.unread += data
        if not self.began.done():
            head, found, rest = self.unread.partition(b"\r\n\r\n")
            if not found:
                return
            if b" 200 " not in head.split(b"\r\n", 1)[0]:
                self.troubles.append(f"answered {head[:30]!r}")
            self.began.set_result(None)
            self.unread = rest
        while True:
            size, found, rest = self.unread.partition(b"\r\n")
            if not found or len(rest) < (length := int(size, 16)) + 2:
                return
            number = self.known.get(piece := rest[:length])
            if number is None:
                number = self.known[piece] = number_of(piece, self.sought)
            if number:
                self.arrived.append((number, now))
            self.unread = rest[length + 2 :]

    def connection_lost(self, error: Exception | None) -> None:
        """The server hung up: a trouble, unless we leave."""
        if not self.is_leaving:
            self.troubles.append(repr(error or "closed"))
        if not self.began.done():
            self.began.set_result(None)


def number_of(piece: bytes, sought: str) -> int:
    """The highest number that a pattern finds in a compressed message; 0 if there is none."""
    body = zlib.decompressobj(-15).decompress(piece.removeprefix(GZIP_HEAD))
    return max(map(int, re.findall(sought.encode(), body)), default=0)


async def follow(port: int, path: str, count: int, sought: str = EVENT_NUMBER) -> "Receipts":
    """Follow a stream with this many viewers until a line comes in on standard input."""
    loop, sent = asyncio.get_running_loop(), question(port, path)
    known: dict[bytes, int] = {}
    troubles: list[str] = []
    followers: list[Follower] = []
    transports = []
    for number in range(count):
        follower = Follower(sent, loop.create_future(), known, [], troubles, sought)
        transport, _ = await loop.create_connection(
            partial(lambda each: each, follower), "127.0.0.1", port, local_addr=(address_of(number), 0)
        )
        followers.append(follower)
        transports.append(transport)
        if number % AT_ONCE == AT_ONCE - 1:
            await asyncio.gather(*(each.began for each in followers[-AT_ONCE:]))
    await asyncio.gather(*(each.began for each in followers))
    print("ready", flush=True)
    await loop.run_in_executor(None, sys.stdin.readline)
    for follower, transport in zip(followers, transports, strict=True):
        follower.is_leaving = True
        transport.close()
    return Receipts([each.arrived for each in followers], troubles)


class Receipts(NamedTuple):
    """Number and moment of each message, by viewer; and the troubles."""

    arrived: list[list[tuple[int, float]]]
    troubles: list[str]


KINDS: dict[str, Callable[..., Coroutine[Any, Any, CrowdAnswers | Receipts]]] = {
    "follow": follow,
    "at-once": look_at_once,
    "again": look_again,
    "in-turn": look_in_turn,
}


def started(kind: str, port: int, path: str, count: int, *sought: str) -> "subprocess.Popen[str]":
    """The viewers, on their way."""
    command = [sys.executable, "-m", "bench.crowd", kind, str(port), path, str(count), *sought]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def answers(crowd: "subprocess.Popen[str]") -> CrowdAnswers:
    """What the viewers got, once all are done."""
    said, _ = crowd.communicate()
    return CrowdAnswers(**json.loads(said))


if __name__ == "__main__":
    kind, port, path, count, *sought = sys.argv[1:]
    raise_handle_limit()
    print(json.dumps(asyncio.run(KINDS[kind](int(port), path, int(count), *sought))._asdict()))
