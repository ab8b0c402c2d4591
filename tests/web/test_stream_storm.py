"""Bar R12, cut: viewers drop and return while the event goes on; others read nothing."""

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random

import pytest
from fastapi import FastAPI

from bench.crowd import Follower, address_of, question
from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.store.database import Holder
from kamchatka.tournament.arranging import SetVenue
from kamchatka.web import create_app
from kamchatka.web.server import Connection
from kamchatka.web.site.live import LiveHub, feed_number
from tests.web import played
from tests.web.site import served

VIEWERS, SLOW, STORMS, WRITES, SEED = 300, 20, 3, 4, 20261121
MOST_UNSENT = 256 << 10
PAGE = "/tornei/raduno/vivo?di=/tornei/raduno/tavoli"


class Hall:
    """A served event whose connections are known from inside."""

    def __init__(self, site: str, app: FastAPI, office: Office, connections: list[Connection]) -> None:
        self.site, self.office, self.connections = site, office, connections
        self.live: LiveHub = app.state.live
        self.port = int(site.rpartition(":")[2])
        self.written = 0

    @property
    def number(self) -> int:
        return feed_number(self.office, "raduno")

    @property
    def told(self) -> int:
        """Number of the last message, once there is nothing more to tell; until then 0.

        A page made during a write may hold that event already: then no message follows with its number.
        """
        (channel,) = self.live.channels.values()
        return int(channel.message.split()[1]) if channel.number == self.number else 0

    def change(self) -> None:
        """Something that the page shows."""
        self.written += 1
        execute(self.office, TERMINAL, "raduno", SetVenue(1, f"Sala {self.written}"))

    def unsent(self) -> int:
        """The most bytes that wait in memory for one client."""
        return max(
            each.transport.get_write_buffer_size()
            for each in self.connections
            if not each.transport.is_closing()
        )


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    made, connections = Connection.connection_made, list[Connection]()

    def noted(connection: Connection, transport: asyncio.Transport) -> None:
        # As over a radio: on the loopback the system would take megabytes.
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        connections.append(connection)
        made(connection, transport)

    monkeypatch.setattr(Connection, "connection_made", noted)
    with open_office(tmp_path / "kamchatka.db", Holder("serve")) as office:
        played.go_on(office, played.entered(office, 16, format="raduno"), "record")
        app = create_app(tmp_path, office=office)
        with served(app) as site:
            yield Hall(site, app, office, connections)


class Viewer:
    """A viewer who drops and returns; all numbers that came, and all troubles."""

    def __init__(self, hall: Hall, place: int, known: dict[bytes, int]) -> None:
        self.hall, self.place, self.known = hall, place, known
        self.arrived: list[tuple[int, float]] = []
        self.troubles: list[str] = []
        self.first = hall.number

    @property
    def last(self) -> int:
        return self.arrived[-1][0] if self.arrived else self.first

    async def come(self) -> None:
        """Follow from what was seen last: by the address, or by the header as browsers do."""
        loop = asyncio.get_running_loop()
        by_address = self.place % 2 == 0
        sent = question(self.hall.port, f"{PAGE}&dopo={self.last if by_address else self.first}")
        if not by_address:
            sent = sent.replace(b"\r\n\r\n", f"\r\nLast-Event-ID: {self.last}\r\n\r\n".encode())
        self.follower = Follower(sent, loop.create_future(), self.known, self.arrived, self.troubles)
        self.transport, _ = await loop.create_connection(
            partial(lambda each: each, self.follower),
            "127.0.0.1",
            self.hall.port,
            local_addr=(address_of(self.place), 0),
        )
        await self.follower.began

    def drop(self) -> None:
        """Leave without a word."""
        self.follower.is_leaving = True
        self.transport.abort()


async def storm(hall: Hall) -> list[Viewer]:
    """Viewers come; some drop, the event goes on, and they return."""
    luck, known = Random(SEED), dict[bytes, int]()
    viewers = [Viewer(hall, place, known) for place in range(VIEWERS)]
    await asyncio.gather(*(each.come() for each in viewers))
    for _ in range(STORMS):
        away = luck.sample(viewers, VIEWERS * 2 // 3)
        for each in away:
            each.drop()
        for _ in range(WRITES):
            await asyncio.to_thread(hall.change)
            await asyncio.sleep(0.03)
        await asyncio.gather(*(each.come() for each in away), asyncio.to_thread(hall.change))
    until = asyncio.get_running_loop().time() + 15
    while any(each.last != hall.told for each in viewers) and asyncio.get_running_loop().time() < until:
        await asyncio.sleep(0.05)
    for each in viewers:
        each.drop()
    return viewers


def test_returning_viewers_are_current_and_slow_ones_hold_little(hall: Hall) -> None:
    with ExitStack() as stack:
        for number in range(SLOW):
            slow = stack.enter_context(socket.socket())
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.bind((address_of(10_000 + number), 0))
            slow.connect(("127.0.0.1", hall.port))
            slow.sendall(question(hall.port, PAGE))
        viewers = asyncio.run(storm(hall))
        assert {each.last for each in viewers} == {hall.told}
        for _ in range(100):  # until the system takes no more for those who read nothing, and on
            hall.change()
            time.sleep(0.03)
            if hall.unsent():
                break
        for _ in range(10):
            hall.change()
            time.sleep(0.03)
        assert 0 < hall.unsent() <= MOST_UNSENT
    assert [trouble for each in viewers for trouble in each.troubles] == []
    for each in viewers:
        numbers = [number for number, _ in each.arrived]
        assert numbers == sorted(set(numbers)), "nothing comes twice, or out of order"
