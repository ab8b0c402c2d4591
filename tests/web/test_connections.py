"""Clients that keep the server waiting lose their connection; everybody else is answered."""

import asyncio
import logging
import os
import resource
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import httpx
import pytest

from kamchatka.messages import text
from kamchatka.web import create_app
from kamchatka.web.server import (
    MOST_CONNECTIONS,
    PER_ADDRESS,
    RESERVED,
    Connection,
    Limits,
    raise_handle_limit,
)
from tests.web.silent_clients import UNFINISHED, connected, serving
from tests.web.site import served

BIG = (
    b"GET /static/vendor/source-serif-4.5.1/SourceSerif4Variable-Roman.otf.woff2 HTTP/1.1\r\n"
    b"Host: 127.0.0.1\r\n\r\n"
)
PATIENT = Limits(header_seconds=60, body_seconds=60, idle_seconds=60)


def is_closed(client: socket.socket) -> bool:
    """Whether the server hung up, after its answer if there was one."""
    client.settimeout(0.05)
    try:
        while client.recv(1 << 16):
            pass
    except TimeoutError:
        return False
    except ConnectionResetError:
        pass
    return True


def answers(site: str) -> bool:
    """Whether a new visitor gets a page at once."""
    return httpx.get(f"{site}/mappa", timeout=5, trust_env=False).status_code == 200


@pytest.mark.parametrize(
    ("short", "closed"),
    [
        ("header_seconds", {"silent", "header"}),
        ("body_seconds", {"body"}),
        ("idle_seconds", {"idle"}),
        ("", set[str]()),
    ],
)
def test_whoever_falls_silent_is_hung_up_on_after_the_wait_of_that_kind(short: str, closed: set[str]) -> None:
    limits = replace(PATIENT, **{short: 0.3} if short else {})  # type: ignore[arg-type]
    with served(create_app(), limits) as site, ExitStack() as stack:
        clients = {kind: stack.enter_context(connected(site, sent)) for kind, sent in UNFINISHED.items()}
        time.sleep(0.5)
        assert {kind for kind, client in clients.items() if is_closed(client)} == closed
        assert answers(site)


@pytest.mark.parametrize(("kind", "is_kept"), [("header", False), ("body", True)])
def test_single_bytes_prolong_the_wait_for_a_body_only(kind: str, is_kept: bool) -> None:
    limits = Limits(header_seconds=0.5, body_seconds=0.5, idle_seconds=60)
    with served(create_app(), limits) as site, connected(site, UNFINISHED[kind]) as client:
        for _ in range(2):
            time.sleep(0.3)
            client.sendall(b"=")
        assert is_closed(client) is not is_kept


UNREAD = {
    "kept": BIG,
    "closing": BIG.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"),
    "several": BIG * 20,
}
"""What a client sends that reads no answer."""


@dataclass
class Unread:
    """A server whose clients take next to nothing of their answers."""

    site: str
    unsent: list[int] = field(default_factory=list)
    """Bytes that waited in memory whenever a client did not take them."""
    lost: list[Connection] = field(default_factory=list)

    def client(self, sent: bytes) -> socket.socket:
        """A client that has sent this."""
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", int(self.site.rsplit(":", 1)[1])))
        client.sendall(sent)
        return client


def soon(is_so: Callable[[], bool]) -> None:
    """Wait until something is so, at most for twenty seconds."""
    until = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.02)


@contextmanager
def unread_by(monkeypatch: pytest.MonkeyPatch, limits: Limits) -> Iterator[Unread]:
    """A server within these limits, whose clients read next to nothing."""
    make, pause, lose = Connection.connection_made, Connection.pause_writing, Connection.connection_lost

    def made(connection: Connection, transport: asyncio.Transport) -> None:
        # As over a radio: on the loopback the system would take megabytes.
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        make(connection, transport)

    def paused(connection: Connection) -> None:
        found.unsent.append(connection.transport.get_write_buffer_size())
        pause(connection)

    def gone(connection: Connection, error: Exception | None) -> None:
        found.lost.append(connection)
        lose(connection, error)

    for name, noted in (("connection_made", made), ("pause_writing", paused), ("connection_lost", gone)):
        monkeypatch.setattr(Connection, name, noted)
    with served(create_app(), limits) as site:
        found = Unread(site)
        yield found


@pytest.mark.parametrize("kind", UNREAD)
@pytest.mark.parametrize(
    ("limits", "lost"), [(replace(PATIENT, idle_seconds=1), 3), (replace(PATIENT, per_address=2), 1)]
)
def test_whoever_does_not_take_an_answer_is_hung_up_on_and_fills_no_memory(
    kind: str, limits: Limits, lost: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bar R12: buffers stop at 256 KB. A third client of one address takes the place of the first."""
    with unread_by(monkeypatch, limits) as slow, ExitStack() as stack:
        clients: list[socket.socket] = []
        for _ in range(3):
            clients.append(stack.enter_context(slow.client(UNREAD[kind])))
            soon(lambda: len(slow.unsent) >= len(clients))
        soon(lambda: len(slow.lost) >= lost)
        assert len(slow.lost) == lost
    assert 0 < max(slow.unsent) <= 256 * 1024


def test_whoever_takes_an_answer_slowly_gets_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with unread_by(monkeypatch, PATIENT) as slow, slow.client(UNREAD["closing"]) as client:
        got = 0
        while piece := client.recv(1 << 16):
            got += len(piece)
            time.sleep(0.001)
    assert got > 400_000


def test_an_address_with_too_many_waiting_loses_its_oldest_and_others_lose_none() -> None:
    with served(create_app(), replace(PATIENT, per_address=4)) as site, ExitStack() as stack:
        for number, sent in enumerate(UNFINISHED.values()):
            other = stack.enter_context(connected(site, sent, f"127.0.2.{number + 1}"))
            clients = []
            for _ in range(7):
                clients.append(stack.enter_context(connected(site, sent, f"127.0.3.{number + 1}")))
                time.sleep(0.03)
            assert [is_closed(each) for each in clients] == [True] * 3 + [False] * 4
            assert not is_closed(other)
        assert answers(site)


def test_a_full_server_closes_who_waits_longest() -> None:
    with served(create_app(), replace(PATIENT, connections=6)) as site, ExitStack() as stack:
        clients = []
        for number in range(9):
            clients.append(stack.enter_context(connected(site, address=f"127.0.1.{number + 1}")))
            time.sleep(0.03)
        assert [is_closed(each) for each in clients] == [True] * 3 + [False] * 6
        assert answers(site)


@pytest.mark.parametrize(
    ("handles", "connections", "per_address"),
    [(64, 32, 16), (1024, 768, 384), (4096, 3840, PER_ADDRESS), (1 << 20, MOST_CONNECTIONS, PER_ADDRESS)],
)
def test_limits_leave_handles_for_everything_else(handles: int, connections: int, per_address: int) -> None:
    limits = Limits.of_handles(handles)
    assert (limits.connections, limits.per_address) == (connections, per_address)
    assert limits.connections + min(RESERVED, handles // 2) <= handles


def test_the_soft_limit_of_handles_becomes_the_hard_one() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1] - 1, before[1]))
    try:
        assert raise_handle_limit() == before[1]
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == before[1]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_more_silent_clients_than_handles_neither_stop_the_site_nor_fill_its_log(tmp_path: Path) -> None:
    """Seventy clients of each kind, from one address and then from seventy, and sixty-four handles."""
    with (tmp_path / "log").open("w+") as log:
        with serving(tmp_path, 64, log) as (site, lines):
            limits = Limits.of_handles(64)
            assert text("web.serve.limits", "it", phones=limits.phones, **vars(limits)) in lines
            for sent in UNFINISHED.values():
                for spread in (False, True):
                    with ExitStack() as stack:
                        for number in range(70):
                            address = f"127.0.2.{number + 1}" if spread else "127.0.0.1"
                            stack.enter_context(connected(site, sent, address))
                        assert answers(site)
                        assert httpx.get(f"{site}/entra", timeout=5, trust_env=False).status_code == 200
        log.seek(0)
        assert log.read() == ""


def take_all_handles(stack: ExitStack) -> None:
    """Hold every free file handle of this process."""
    with suppress(OSError):
        while True:
            stack.callback(os.close, os.dup(0))


def test_without_any_handles_left_the_server_closes_who_waits_and_warns_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The planted fault: limits without a reserve, and somebody who takes every handle that is left."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    warnings = logging.getLogger("uvicorn.error")
    with ExitStack() as stack, served(create_app(), PATIENT) as site:
        assert answers(site)
        for _ in range(20):
            stack.enter_context(connected(site))
        late = [stack.enter_context(socket.socket()) for _ in range(8)]
        time.sleep(0.1)
        stack.callback(warnings.removeHandler, caplog.handler)
        warnings.addHandler(caplog.handler)
        warnings.setLevel(logging.WARNING)
        used = max(int(each.name) for each in Path("/proc/self/fd").iterdir())
        resource.setrlimit(resource.RLIMIT_NOFILE, (used + 4, before[1]))
        stack.callback(resource.setrlimit, resource.RLIMIT_NOFILE, before)
        take_all_handles(stack)
        for each in late:
            each.connect(("127.0.0.1", int(site.rsplit(":", 1)[1])))
        late[-1].settimeout(10)
        late[-1].sendall(b"GET /mappa HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert late[-1].recv(8) == b"HTTP/1.1"
    assert len(caplog.records) == 1
    assert "No file handles" in caplog.text
