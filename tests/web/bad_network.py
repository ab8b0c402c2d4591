"""A network that loses, delays, repeats and reorders requests and answers, between phones and a site."""

import asyncio
import re
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from random import Random
from urllib.parse import urlencode

UNRELIABLE = 0.3
"""How many requests do not simply arrive and get their answer."""
MOST_COPIES = 9
LONGEST = 0.3
"""Seconds that a copy is on its way at most."""


class BadNetwork:
    """Forwards each request to the site, badly; notes what the site answered to every copy."""

    def __init__(self, site: str, seed: int) -> None:
        self.site = site
        self.luck = Random(seed)
        self.answers: defaultdict[str, list[int]] = defaultdict(list)
        """Statuses by the id of the request."""
        self.late: set[asyncio.Task[bytes]] = set()
        self.port = 0

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """While it carries; at the end everything arrives that is still on its way."""
        server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        async with server:
            yield
            while self.late:
                await asyncio.wait(self.late)

    async def post(self, path: str, cookie: str, fields: Mapping[str, str]) -> int:
        """The status of the answer to a form; repeated until there is one, as a phone's queue does."""
        host, body = self.site.removeprefix("http://"), urlencode(fields).encode()
        request = (
            f"POST {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        ).encode() + body
        while not (answer := await self._asked(self.port, request)):
            await asyncio.sleep(0.01)
        return status_of(answer)

    async def _asked(self, port: int, request: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request)
        answer = await reader.read(-1)
        writer.close()
        return answer

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        found = re.search(rb"Content-Length: (\d+)", head)
        assert found
        request, luck, fate = head + await reader.readexactly(int(found[1])), self.luck, "fine"
        if luck.random() < UNRELIABLE:
            fate = luck.choice(("lost", "late", "unanswered", "repeated"))
        for _ in range({"late": 1, "repeated": luck.randint(1, MOST_COPIES)}.get(fate, 0)):
            task = asyncio.create_task(self._deliver(request, luck.uniform(0, LONGEST)))
            self.late.add(task)
            task.add_done_callback(self.late.discard)
        if fate not in ("lost", "late"):
            answer = await self._deliver(request)
            if fate != "unanswered":
                writer.write(answer)
        writer.close()

    async def _deliver(self, request: bytes, after: float = 0) -> bytes:
        await asyncio.sleep(after)
        answer = await self._asked(int(self.site.rpartition(":")[2]), request)
        found = re.search(rb"azione=([\w-]+)", request)
        assert found
        self.answers[found[1].decode()].append(status_of(answer))
        return answer


def status_of(answer: bytes) -> int:
    """The status in an answer."""
    return int(answer.split(b" ", 2)[1])
