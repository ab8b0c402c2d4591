"""A real server on a free loopback port, as visitors meet it; or visitors from anywhere, signed in or not.

Without a session everybody is a stranger, also on this computer: `session_cookies` and `signed_in` let in.
"""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

import httpx
from fastapi import FastAPI
from starlette.types import Message

from kamchatka.app.office import Office, Role
from kamchatka.app.register.accounts.account_register import Kind, grant, make
from kamchatka.app.register.accounts.sessions import begin
from kamchatka.web.server import Limits, Server
from kamchatka.web.site.visitors import COOKIE

SECONDS_TO_START = 20


async def answer_of(
    app: FastAPI,
    method: str,
    path: str,
    headers: Mapping[str, str],
    *,
    client: str = "127.0.0.1",
    server: str = "127.0.0.1",
    hosts: Sequence[str] | None = None,
    scheme: str = "http",
    form: Mapping[str, str] | None = None,
) -> httpx.Response:
    """The answer to one request from any address to any other, without a network; `hosts` for odd ones."""
    body = urlencode(form or {}).encode()
    if form is not None:
        kind = "application/x-www-form-urlencoded"
        headers = {**headers, "content-type": kind, "content-length": str(len(body))}
    answer: dict[str, Any] = {"body": b""}
    names = [headers["host"]] if hosts is None and "host" in headers else hosts or []
    sent = [(b"host", name.encode()) for name in names]
    sent += [(name.encode(), value.encode()) for name, value in headers.items() if name != "host"]
    target, _, query = path.partition("?")
    scope = {
        **{"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method},
        **{"scheme": scheme, "path": target, "raw_path": target.encode(), "query_string": query.encode()},
        **{"headers": sent, "client": (client, 50_000), "server": (server, 8000), "root_path": ""},
    }

    bodies, enough = [body], asyncio.Event()

    async def receive() -> Message:
        if not bodies:
            await enough.wait()  # nothing more comes, and nobody hangs up on an answer that ends
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": bodies.pop(), "more_body": False}

    async def send(message: Message) -> None:
        answer.update({key: value for key, value in message.items() if key in ("status", "headers")})
        answer["body"] += message.get("body", b"")
        if answer["body"] and (b"content-type", b"text/event-stream; charset=utf-8") in answer["headers"]:
            enough.set()

    try:
        await app(scope, receive, send)
    except Exception:
        if "status" not in answer:  # after our own failure was answered it goes on to the server's log
            raise
    return httpx.Response(answer["status"], headers=answer["headers"], content=answer["body"])


def asked(app: FastAPI, method: str, path: str, headers: Mapping[str, str], **more: Any) -> httpx.Response:
    """The same, from where nothing else waits."""
    return asyncio.run(answer_of(app, method, path, headers, **more))


@contextmanager
def served(app: FastAPI, limits: Limits | None = None, port: int = 0) -> Iterator[str]:
    """The address of the application while it is served; on a free port unless one is given."""
    # By its protocol asyncio knows that it may send at once; otherwise each answer waits 40 ms for an ACK.
    with socket.socket(proto=socket.IPPROTO_TCP) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(128)
        server = Server(
            app, limits or Limits(), log_level="critical", timeout_graceful_shutdown=1, proxy_headers=False
        )
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
    with httpx.Client(base_url=site, cookies=cookies, headers=own, trust_env=False, verify=False) as client:
        yield client
