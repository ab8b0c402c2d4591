"""Live pages: a change at the desk is seen by everybody who has a page open."""

import asyncio
import logging
import re
import time
from collections.abc import AsyncGenerator, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import cast

import httpx
import pytest
from fastapi import Request
from playwright.sync_api import Browser, expect
from starlette.types import Receive, Scope, Send

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.app.tournaments.demo import simulate
from kamchatka.store.database import Holder
from kamchatka.tournament.arranging import SetVenue
from kamchatka.tournament.events import VisibilityChanged
from kamchatka.tournament.settings import ChangeVisibility
from kamchatka.web import create_app
from kamchatka.web.site.live import LiveHub, feed_number, live_stream, message, packed
from tests.web import played
from tests.web.browser import PATIENCE, PHONE, visit
from tests.web.site import served, session_cookies

pytestmark = pytest.mark.xdist_group("browser")
AGAIN = 3000
"""Milliseconds after which a page asks again for what did not arrive."""


class Hall:
    """A site with an event in its first round, and what its live streams do."""

    def __init__(self, address: str, office: Office, hub: LiveHub) -> None:
        self.address, self.office, self.hub = address, office, hub

    def changes(self) -> None:
        """Something small happens."""
        execute(self.office, TERMINAL, "sala", SetVenue(1, f"sala {time.monotonic_ns()}"))


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    home = tmp_path_factory.mktemp("hall")
    with open_office(home / "kamchatka.db", Holder("serve")) as office:
        app = create_app(home, office=office)
        with served(app) as address:
            played.entered(office, 16, name="Sala", format="raduno")
            played.go_on(office, "sala", "record")
            yield Hall(address, office, app.state.live)


def test_results_reach_open_pages_by_themselves(hall: Hall, browser: Browser) -> None:
    site = hall.address
    with (
        visit(browser, site, PHONE, touch=True) as spectator,
        visit(browser, site, cookies=session_cookies(hall.office)) as desk,
    ):
        for page in (spectator.page, desk.page):
            page.clock.install()  # to pass over the pauses before a page asks again
        spectator.page.goto("/tornei/sala/risultati")
        desk.page.goto("/organizza/sala")
        expect(desk.page.locator("main")).not_to_contain_text("4 referti")
        desk.page.route("**/organizza/sala", lambda route: route.abort(), times=1)
        with desk.page.expect_event("requestfailed"):
            simulate(hall.office, TERMINAL, "sala")
        desk.page.clock.fast_forward(AGAIN)
        expect(spectator.page.locator("main")).to_contain_text("Tavolo 4")
        expect(desk.page.locator("main")).to_contain_text("Chiudi il turno")
        assert spectator.complaints == []
        assert desk.complaints == ["error: Failed to load resource: net::ERR_FAILED"]
        spectator.page.route("**/vivo?*", lambda route: route.abort())
        with spectator.page.expect_event("requestfailed"):
            spectator.page.reload()
        spectator.page.clock.fast_forward(AGAIN)
        body = spectator.page.locator("body")
        expect(body).to_have_attribute("data-cut-off", re.compile("^Collegamento interrotto"))
        shown = spectator.page.evaluate("getComputedStyle(document.body, '::before').content")
        assert shown == '"Collegamento interrotto: la pagina può non essere aggiornata. Riprova da sola."'
        spectator.page.unroute("**/vivo?*")
        spectator.page.clock.fast_forward(AGAIN)
        expect(body).not_to_have_attribute("data-cut-off", re.compile(""))


def test_typed_words_stay_and_the_page_offers_its_news(hall: Hall, browser: Browser) -> None:
    with visit(browser, hall.address, cookies=session_cookies(hall.office)) as desk:
        page = desk.page
        page.goto("/organizza/sala/iscritti")
        field = page.locator("main input:visible[name=nome]").first
        field.fill("Ornella Ba")
        hall.changes()
        news = page.get_by_role("button", name="Ci sono novità")
        expect(news).to_be_visible()
        expect(field).to_have_value("Ornella Ba")
        expect(field).to_be_focused()
        assert desk.complaints == []


def followers_become(hall: Hall, count: int) -> bool:
    deadline = time.monotonic() + PATIENCE / 1000
    while hall.hub.followers != count and time.monotonic() < deadline:
        time.sleep(0.02)
    return hall.hub.followers == count


def test_streams_of_gone_visitors_are_released(hall: Hall) -> None:
    assert followers_become(hall, 0)
    address = f"{hall.address}/tornei/sala/vivo?di=/tornei/sala/tavoli"
    with httpx.Client() as visitor:
        for _ in range(3):
            with visitor.stream("GET", address) as stream:
                pieces = stream.iter_text()
                assert "retry" in next(pieces)
                assert followers_become(hall, 1)
        assert followers_become(hall, 0)
        assert hall.hub.channels == {}


def test_a_stream_starts_with_what_the_page_has_missed(hall: Hall) -> None:
    with hall.office.reading() as reading:
        number = reading.number("tournament/sala")
    address = f"{hall.address}/tornei/sala/vivo?di=/tornei/sala/tavoli"
    with httpx.stream("GET", f"{address}&dopo={number - 1}") as stream:
        pieces, told = stream.iter_text(), ""
        while f"id: {number}" not in told:
            told += next(pieces)
        assert "event: change" in told
    again = {"last-event-id": str(number)}  # a browser connects again by itself
    with httpx.stream("GET", f"{address}&dopo={number - 1}", headers=again) as stream:
        pieces = stream.iter_text()
        assert "event: page" not in next(pieces)
        hall.changes()
        told = ""
        while "</section>" not in told:
            told += next(pieces)
        assert f"id: {number + 1}\nevent: page" in told
        assert f"id: {number}\n" not in told


def test_a_slow_visitor_gets_the_last_message_that_was_sent_meanwhile(hall: Hall) -> None:
    hub = LiveHub(create_app(office=hall.office))
    request = SimpleNamespace(method="GET", headers={}, app=SimpleNamespace(state=SimpleNamespace(live=hub)))
    number = feed_number(hall.office, "sala")

    async def follow() -> list[bytes]:
        stream = live_stream(cast(Request, request), hall.office, "sala", number)
        pieces = cast(AsyncGenerator[bytes, None], stream.body_iterator)
        await anext(pieces)
        first = asyncio.create_task(anext(pieces))
        while not (hub.channels and next(iter(hub.channels.values())).waiting):
            await asyncio.sleep(0.01)
        [channel] = hub.channels.values()
        await channel.send(number + 1, message(number + 1))
        taken = [await first]
        await channel.send(number + 2, message(number + 2))
        taken.append(await asyncio.wait_for(anext(pieces), 2))
        await pieces.aclose()
        return taken

    with ThreadPoolExecutor() as beside:  # the browser has a loop in this thread
        taken = beside.submit(asyncio.run, follow()).result()
    assert taken == [packed(message(number + 1)), packed(message(number + 2))]
    assert hub.channels == {}


def test_a_page_that_fails_is_logged_and_the_others_are_told(
    hall: Hall, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("uvicorn", "uvicorn.error"):
        monkeypatch.setattr(logging.getLogger(name), "propagate", True)
    caplog.set_level(logging.ERROR, "uvicorn.error")

    async def broken(scope: Scope, receive: Receive, send: Send) -> None:
        raise ValueError(scope["path"])

    hub = LiveHub(broken)

    async def follow() -> tuple[int, int]:
        watching = asyncio.create_task(hub.watch(hall.office))
        async with (
            hub.following(hall.office, "sala", "/tornei/sala", (), "it", host="localhost") as public,
            hub.following(hall.office, "sala", "", (), "it", host="localhost") as desk,
        ):
            for sent in (1, 2):
                await asyncio.to_thread(hall.changes)
                while desk.sent < sent:
                    await asyncio.sleep(0.01)
        watching.cancel()
        return public.sent, desk.sent

    with ThreadPoolExecutor() as beside:
        assert beside.submit(asyncio.run, asyncio.wait_for(follow(), 10)).result() == (0, 2)
    assert "Live page not renewed: sala /tornei/sala" in caplog.text


def test_the_screen_keeps_its_qr_code_when_it_is_pushed(hall: Hall) -> None:
    address = f"{hall.address}/tornei/sala/vivo?di=/schermo/sala&dopo={feed_number(hall.office, 'sala')}"
    before = httpx.get(f"{hall.address}/schermo/sala").text
    [code] = re.findall(r'<div class="screen-qr">.*?</svg>', before, re.DOTALL)
    with httpx.stream("GET", address) as stream:
        pieces, told = stream.iter_text(), ""
        next(pieces)
        hall.changes()
        while "</header>" not in told:
            told += next(pieces)
    assert code in told.replace("\ndata: ", "\n")


def test_only_public_pages_of_the_event_can_be_followed(hall: Hall) -> None:
    for page in ("/organizza/sala", "/tornei/altro", "/tornei/sala/../x", "/tornei/sala/tavoli?cerca=a"):
        assert httpx.get(f"{hall.address}/tornei/sala/vivo", params={"di": page}).status_code == 404
    execute(hall.office, TERMINAL, "sala", ChangeVisibility(VisibilityChanged(is_shown=False)))
    asked = {"di": "/tornei/sala"}
    assert httpx.get(f"{hall.address}/tornei/sala/vivo", params=asked).status_code == 404
