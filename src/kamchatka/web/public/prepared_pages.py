"""Public pages as prepared bytes: answered before routing, by the event loop alone.

The routes stay the one way to make a page; this middleware keeps what they answered. It serves a page only if
nothing was committed since the page was made or compared with the log; otherwise one request asks the log or
the route, and the others for the same page wait for it. Of a server's database, which others may write too,
every request asks the log.
"""

import asyncio
from collections import OrderedDict, deque
from dataclasses import dataclass
from datetime import date
from itertools import count
from typing import NamedTuple

from fastapi.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kamchatka.app.office import Office
from kamchatka.app.register.consent import day_in_rome
from kamchatka.app.tournaments.public_state import mark_of
from kamchatka.messages import Language
from kamchatka.web.public.event import LASTING, OF_BODY, KeptMark
from kamchatka.web.site import language
from kamchatka.web.site.event_frame import PUBLIC
from kamchatka.web.site.hosts import Site
from kamchatka.web.site.locks import READ
from kamchatka.web.site.pages import FLASH_COOKIE
from kamchatka.web.site.visitors import COOKIE, SECURE_COOKIE

MOST_PAGES = 500
RELEASED_AT_ONCE = 32
PREFIXES = (f"{PUBLIC}/", "/incorpora/")
PERSONAL = frozenset({COOKIE, SECURE_COOKIE, FLASH_COOKIE})
"""Cookies of visitors who may see a page of their own."""
DECISIVE = frozenset({b"cookie", b"accept-language", b"accept-encoding", b"hx-request", b"if-none-match"})
"""Headers on which an answer depends, besides the host."""


Waiters = deque[asyncio.Future[None]]
"""Requests that wait while another makes their page."""


class PageKey(NamedTuple):
    """What a page depends on, besides the log and the day."""

    path: str
    query: bytes
    lang: Language
    is_fragment: bool


class PageRequest(NamedTuple):
    """A request for a page that may be prepared."""

    key: PageKey
    known_tags: str
    """The tags in `If-None-Match`."""


@dataclass(frozen=True)
class PreparedPage:
    """A complete answer."""

    kept: KeptMark
    tag: str
    start: Message
    body: Message
    unchanged: Message
    """The start of the answer to a browser that has the page already."""

    async def send_to(self, asked: PageRequest, send: Send) -> None:
        """Send the page, or 304 if the browser has it."""
        if self.tag in asked.known_tags:
            await send(self.unchanged)
            await send({"type": "http.response.body", "body": b""})
        else:
            await send(self.start)
            await send(self.body)


class Moment(NamedTuple):
    """When a page was current: the number of commits, and the day, since minors come of age.

    Without a number of commits, requests are counted instead.
    """

    version: int
    day: date


class PreparedPages:
    """Middleware that answers from prepared pages, for visitors without cookies of their own."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self.app = app
        self.site = site
        self._pages: OrderedDict[PageKey, tuple[Moment, PreparedPage]] = OrderedDict()
        self._making: dict[PageKey, Waiters] = {}
        self._requests = count(step=2)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = page_request(scope) if scope["type"] == "http" else None
        office: Office | None = scope["app"].state.office
        if asked is None or office is None or not self.site.is_asked(scope):
            await self.app(scope, receive, send)
            return
        now = self._now(office)
        page = self._current(asked.key, now)
        while page is None and (waiters := self._making.get(asked.key)) is not None:
            waiters.append(waiting := asyncio.get_running_loop().create_future())
            await waiting
            page = self._current(asked.key, now)
            if page is None and asked.key not in self._pages:  # not a page to keep
                await self.app(scope, receive, send)
                return
        if page is not None:
            await page.send_to(asked, send)
            return
        self._making[asked.key] = deque()
        try:
            await self._make(office, asked, scope, receive, send)
        finally:
            _release(self._making.pop(asked.key))

    def _now(self, office: Office) -> Moment:
        version = office.store.database.version
        return Moment(next(self._requests) if version is None else version, day_in_rome(office.clock()))

    def _current(self, key: PageKey, now: Moment) -> PreparedPage | None:
        """The page, unless there may be a newer one."""
        moment, page = self._pages.get(key, (None, None))
        if moment is None or moment.version < now.version or moment.day != now.day:
            return None
        self._pages.move_to_end(key)
        return page

    async def _make(
        self, office: Office, asked: PageRequest, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Answer with the page as it was if the log has nothing new about it, else as the route makes it."""
        began = self._now(office)
        _, page = self._pages.get(asked.key, (None, None))
        if page is None or await run_in_threadpool(mark_of, office, page.kept.id) != page.kept.mark:
            answer = _Answer()
            inner = {**scope, "method": "GET", "headers": _plain_headers(scope), "state": {}}
            await self.app(inner, receive, answer.note)
            page = answer.prepared(inner["state"].get("kept"))
            if page is None:
                self._pages.pop(asked.key, None)
                await answer.send_to(send)
                return
        # While a commit is under way we may have read the state before it.
        self._pages[asked.key] = began._replace(version=began.version - began.version % 2), page
        self._pages.move_to_end(asked.key)
        while len(self._pages) > MOST_PAGES:
            self._pages.popitem(last=False)
        await page.send_to(asked, send)


def _release(waiters: Waiters) -> None:
    """Let requests go on, a few at a time: the desk's are served in between."""
    for _ in range(min(RELEASED_AT_ONCE, len(waiters))):
        waiting = waiters.popleft()
        if not waiting.done():
            waiting.set_result(None)
    if waiters:
        asyncio.get_running_loop().call_soon(_release, waiters)


def page_request(scope: Scope) -> PageRequest | None:
    """The page asked for, if it is the same for all visitors; None if the route must answer."""
    path, query = scope["path"], scope["query_string"]
    if scope["method"] not in READ or not path.startswith(PREFIXES):
        return None
    found: dict[bytes, str] = {}
    for name, value in scope["headers"]:
        if name in DECISIVE:
            if name in found:
                return None
            found[name] = value.decode("latin-1")
    cookies = cookie_parser(found[b"cookie"]) if b"cookie" in found else {}
    fragment = found.get(b"hx-request", "")
    if (
        not PERSONAL.isdisjoint(cookies)
        or fragment not in ("", "true")
        or "gzip" not in found.get(b"accept-encoding", "")
        or (query and not LASTING.issuperset(QueryParams(query)))
    ):
        return None
    lang = language.language_for(cookies.get(language.COOKIE), found.get(b"accept-language", ""))
    return PageRequest(PageKey(path, query, lang, fragment == "true"), found.get(b"if-none-match", ""))


def _plain_headers(scope: Scope) -> list[tuple[bytes, bytes]]:
    """The headers of a request that wants the whole page, compressed."""
    without = (b"if-none-match", b"accept-encoding")
    return [*(each for each in scope["headers"] if each[0] not in without), (b"accept-encoding", b"gzip")]


class _Answer:
    """The answer of the application, until we know whether to keep it."""

    def __init__(self) -> None:
        self._messages: list[Message] = []

    async def note(self, message: Message) -> None:
        """Take the place of `send`."""
        self._messages.append(message)

    async def send_to(self, send: Send) -> None:
        """Send it as it is."""
        for message in self._messages:
            await send(message)

    def prepared(self, kept: KeptMark | None) -> PreparedPage | None:
        """The page to keep, if the route allows it."""
        if kept is None:
            return None
        start, body = self._messages
        headers = start["headers"]
        without_body = [each for each in headers if each[0].decode() not in OF_BODY]
        return PreparedPage(
            kept,
            next(value.decode() for name, value in headers if name == b"etag"),
            start,
            body,
            {**start, "status": 304, "headers": without_body},
        )
