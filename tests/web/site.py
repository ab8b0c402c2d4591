"""A real server on a free loopback port, as visitors meet it; or visitors from anywhere."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx
import uvicorn
from fastapi import FastAPI

SECONDS_TO_START = 20


@dataclass(frozen=True)
class Visitor:
    """Somebody who reaches the application from an address of choice, without a network."""

    app: FastAPI
    client: tuple[str, int]
    site: str

    def ask(self, method: str, path: str, headers: dict[str, str]) -> httpx.Response:
        """The answer to one request."""

        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(self.app, client=self.client)
            async with httpx.AsyncClient(transport=transport, base_url=self.site) as visitor:
                return await visitor.request(method, path, headers=headers)

        return asyncio.run(asked())


@contextmanager
def served(app: FastAPI) -> Iterator[str]:
    """The address of the application while it is served."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(128)
        server = uvicorn.Server(uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            deadline = time.monotonic() + SECONDS_TO_START
            while not server.started and time.monotonic() < deadline:
                time.sleep(0.01)
            assert server.started
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()
