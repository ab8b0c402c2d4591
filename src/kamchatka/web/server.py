"""The HTTP server: how many connections it holds, and how long it waits for a client.

A connection *waits* for its client: before a whole request has arrived, while the answer is not taken, and
after it. If there is no room for a new one, the connection that waits longest is closed.
"""

import asyncio
import errno
import logging
import math
import socket
import sys
from dataclasses import dataclass
from itertools import islice
from typing import Any, Self

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from kamchatka.app.register.accounts.passwords import network_of

MOST_CONNECTIONS = 10_000
"""Limit whatever the system allows: each connection takes some 20 KB."""
RESERVED = 256
"""Handles kept free for the database, static files, copies, and connections being accepted."""
PER_PHONE = 6
"""Connections that a browser opens at most."""
PER_ADDRESS = 1_024
"""Connections of one address that may wait: 170 phones of a hall behind one router."""
HEADER_SECONDS, BODY_SECONDS, IDLE_SECONDS = 20, 30, 75
ACCEPTED_AT_ONCE = 16
"""Others are served between two batches of new connections, and a batch must fit in the reserve."""
QUEUE = 2048
"""Connections that the system holds until we accept them."""
PIECE = 64 * 1024
"""Most bytes of an answer that wait in memory for a client who reads slowly."""
SECONDS_BETWEEN_WARNINGS = 60
OUT_OF_HANDLES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
OLD_SYSTEMS = 10_240
"""The most that macOS allows if it names no limit."""

logger = logging.getLogger("uvicorn.error")


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How many connections the server holds, and how many seconds it waits for a client."""

    connections: int = MOST_CONNECTIONS
    per_address: int = PER_ADDRESS
    """Most that wait, from one IPv4 address or one IPv6 network."""
    header_seconds: float = HEADER_SECONDS
    """For a whole header, from the connection or its first byte on."""
    body_seconds: float = BODY_SECONDS
    """For more of a body."""
    idle_seconds: int = IDLE_SECONDS
    """For the next request, or until more of the answer is taken."""

    @property
    def phones(self) -> int:
        """Phones behind one address for which there is always room."""
        return self.per_address // PER_PHONE

    @classmethod
    def of_handles(cls, handles: int) -> Self:
        """The limits that leave enough of these file handles for everything else."""
        connections = min(handles - min(RESERVED, handles // 2), MOST_CONNECTIONS)
        return cls(connections=connections, per_address=min(PER_ADDRESS, connections // 2))


def raise_handle_limit() -> int:
    """Raise the soft limit of file handles to the hard one; returns the limit in force."""
    if sys.platform == "win32":
        return MOST_CONNECTIONS + RESERVED  # Windows has no such limit
    import resource  # noqa: PLC0415  # not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (hard, max(soft, OLD_SYSTEMS)):
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (ValueError, OSError):
            continue  # macOS names no hard limit, but refuses to set none
        soft = wanted
        break
    return MOST_CONNECTIONS + RESERVED if soft == resource.RLIM_INFINITY else soft


class Room(ServerState):
    """The connections of a server, and those among them that wait, longest first."""

    def __init__(self, limits: Limits) -> None:
        super().__init__()
        self.limits = limits
        self._waiting: dict[Connection, None] = {}
        self._by_network: dict[str, dict[Connection, None]] = {}

    def wait(self, connection: "Connection") -> None:
        """Note that a connection waits; if its network has too many, close the one that waits longest."""
        if connection in self._waiting:
            return
        self._waiting[connection] = None
        beside = self._by_network.setdefault(connection.network, {})
        beside[connection] = None
        if len(beside) > self.limits.per_address:
            next(iter(beside)).hang_up()

    def leave(self, connection: "Connection") -> None:
        """Note that a connection no longer waits."""
        if connection in self._waiting:
            del self._waiting[connection]
            beside = self._by_network[connection.network]
            del beside[connection]
            if not beside:
                del self._by_network[connection.network]

    def make_way(self, count: int = 1) -> None:
        """Close the connections that wait longest."""
        for connection in list(islice(self._waiting, count)):
            connection.hang_up()


class Connection(H11Protocol):
    """A connection that is closed if its client keeps it waiting."""

    network = ""
    _deadline: asyncio.TimerHandle | None = None
    _taking: asyncio.TimerHandle | None = None
    """Checks that the client goes on to take its answer."""

    @property
    def room(self) -> Room:
        """The connections of the server."""
        assert isinstance(self.server_state, Room)
        return self.server_state

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request, in place of another connection if there is no room."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(0)  # to be told whenever something is unsent
        self.network = network_of(self.client[0]) if self.client else ""
        self._wait(self.room.limits.header_seconds)
        if len(self.connections) > self.room.limits.connections:
            self.room.make_way()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection and its timers."""
        self._stop_waiting()
        self._stop_checking()
        self._unset_keepalive_if_required()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Wait for the rest of a header or a body; more bytes prolong the wait for a body only."""
        super().data_received(data)
        if self._is_answering:
            self._answer()
        elif self._deadline is None and not self.transport.is_closing():
            self._wait(self.room.limits.header_seconds)

    def on_response_complete(self) -> None:
        """Wait for the next request, unless it has arrived already."""
        super().on_response_complete()
        if self._is_answering:
            self._answer()
        elif not self.transport.is_closing():
            self.room.wait(self)

    def pause_writing(self) -> None:
        """Wait for the client to take what is sent; the next answer is not made before."""
        super().pause_writing()
        self.room.wait(self)
        self._check_taking(math.inf)

    def resume_writing(self) -> None:
        """Go on: the client has taken everything."""
        super().resume_writing()
        self._stop_checking()
        if self._is_answering:
            self._answer()

    def hang_up(self) -> None:
        """Close at once, whatever is unread or unsent."""
        self._stop_waiting()
        self.transport.abort()

    @property
    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _check_taking(self, before: float) -> None:
        """Hang up if no more of the answer was taken since there were so many bytes unsent."""
        unsent = self.transport.get_write_buffer_size()
        if unsent < before:
            self._taking = self.loop.call_later(self.timeout_keep_alive, self._check_taking, unsent)
        else:
            self.hang_up()

    def _stop_checking(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def _answer(self) -> None:
        self._stop_waiting()
        if self.cycle.more_body:
            self._wait(self.room.limits.body_seconds)
        elif self.flow.write_paused:
            self.room.wait(self)

    def _wait(self, seconds: float) -> None:
        self.room.wait(self)
        self._deadline = self.loop.call_later(seconds, self.hang_up)

    def _stop_waiting(self) -> None:
        self.room.leave(self)
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def in_pieces(app: ASGIApp) -> ASGIApp:
    """The application; each piece of a large answer is sent once the client has taken the one before."""

    async def run(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_pieces(message: Message) -> None:
            body = message.get("body", b"")
            for at in range(0, len(body) - PIECE, PIECE):
                await send({**message, "body": body[at : at + PIECE], "more_body": True})
            await send({**message, "body": body[(len(body) - 1) // PIECE * PIECE :]} if body else message)

        await app(scope, receive, send_pieces)

    return run


class Server(uvicorn.Server):
    """A server of the application within these limits."""

    def __init__(self, app: ASGIApp, limits: Limits, **options: Any) -> None:
        config = uvicorn.Config(
            in_pieces(app),
            http=Connection,
            ws="none",
            access_log=False,
            backlog=min(ACCEPTED_AT_ONCE, max(1, limits.connections // 8)),
            timeout_keep_alive=limits.idle_seconds,
            **options,
        )
        super().__init__(config)
        self.room = self.server_state = Room(limits)
        self._silent_until = -math.inf

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to accept connections, a few at a time; the system queues the others."""
        asyncio.get_running_loop().set_exception_handler(self._on_failure)
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(QUEUE)

    def _on_failure(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Without handles for a new connection, close some that wait, and say so once a minute."""
        error = context.get("exception")
        if not (isinstance(error, OSError) and error.errno in OUT_OF_HANDLES):
            loop.default_exception_handler(context)
            return
        self.room.make_way(ACCEPTED_AT_ONCE)
        if loop.time() >= self._silent_until:
            self._silent_until = loop.time() + SECONDS_BETWEEN_WARNINGS
            logger.warning(
                "No file handles for new connections: %s. Connections that wait are closed.", error
            )
