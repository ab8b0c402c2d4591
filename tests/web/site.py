"""A real server on a free loopback port, as visitors meet it; or visitors from anywhere, signed in or not.

Without a session everybody is a stranger, also on this computer: `session_cookies` and `signed_in` let in.
"""

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

from kamchatka.app.accounts.register import Kind, grant, make
from kamchatka.app.accounts.sessions import begin
from kamchatka.app.office import Office, Role
from kamchatka.web.visitors import COOKIE

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


def session_cookies(
    office: Office, role: Role | None = Role.ADMINISTRATOR, event: str = ""
) -> dict[str, str]:
    """The cookies of somebody who is signed in, for `httpx.Client(cookies=…)` or `visit(…, cookies=…)`.

    ADMINISTRATOR, or ORGANISER without an event: an account that may do so everywhere, or make events. Any
    other role counts in the event of this id; None is a member without any. Each call makes an account, named
    for its role. The office must be the one that is served: `served(create_app(office=office))`.
    """
    kinds = {Role.ADMINISTRATOR: Kind.ADMINISTRATOR, Role.ORGANISER: Kind.MEMBER if event else Kind.ORGANISER}
    with office.store.database.writing() as connection:
        kind = kinds.get(role, Kind.MEMBER) if role else Kind.MEMBER
        account = make(connection, office.now(), kind, f"Prova {role or 'socio'}").account
        if role and event:
            grant(connection, office.now(), account, event, role)
        return {COOKIE: begin(connection, office, account, "Test")}


@contextmanager
def signed_in(
    site: str, office: Office, role: Role | None = Role.ADMINISTRATOR, event: str = ""
) -> Iterator[httpx.Client]:
    """A client of a running site that is signed in, and whose writes come from our own pages."""
    cookies, own = session_cookies(office, role, event), {"sec-fetch-site": "same-origin"}
    with httpx.Client(base_url=site, cookies=cookies, headers=own, trust_env=False) as client:
        yield client
