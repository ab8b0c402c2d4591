"""Live pages: a change at the desk is seen by everybody who has a page open."""

import time
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, expect

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.app.tournaments.demo import simulate
from kamchatka.store.database import Holder
from kamchatka.tournament.arranging import SetVenue
from kamchatka.tournament.events import VisibilityChanged
from kamchatka.tournament.settings import ChangeVisibility
from kamchatka.web import create_app
from kamchatka.web.site.live import LiveHub
from tests.web import played
from tests.web.browser import PHONE, visit
from tests.web.site import served, session_cookies

pytestmark = pytest.mark.xdist_group("browser")


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
        spectator.page.goto("/tornei/sala/risultati")
        desk.page.goto("/organizza/sala")
        expect(desk.page.locator("main")).not_to_contain_text("4 referti")
        simulate(hall.office, TERMINAL, "sala")
        expect(spectator.page.locator("main")).to_contain_text("Tavolo 4", timeout=4000)
        expect(desk.page.locator("main")).to_contain_text("Chiudi il turno", timeout=4000)
        assert spectator.complaints == []
        assert desk.complaints == []


def test_typed_words_stay_and_the_page_offers_its_news(hall: Hall, browser: Browser) -> None:
    with visit(browser, hall.address, cookies=session_cookies(hall.office)) as desk:
        page = desk.page
        page.goto("/organizza/sala/iscritti")
        field = page.locator("main input:visible[name=nome]").first
        field.fill("Ornella Ba")
        hall.changes()
        news = page.get_by_role("button", name="Ci sono novità")
        expect(news).to_be_visible(timeout=4000)
        expect(field).to_have_value("Ornella Ba")
        expect(field).to_be_focused()
        assert desk.complaints == []


def followers_become(hall: Hall, count: int) -> bool:
    deadline = time.monotonic() + 5
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
    with httpx.stream("GET", f"{address}&dopo={number}") as stream:
        pieces = stream.iter_text()
        assert "event: page" not in next(pieces)
        hall.changes()
        told = ""
        while "</section>" not in told:
            told += next(pieces)
        assert f"id: {number + 1}\nevent: page" in told


def test_only_public_pages_of_the_event_can_be_followed(hall: Hall) -> None:
    for page in ("/organizza/sala", "/tornei/altro", "/tornei/sala/../x", "/tornei/sala/tavoli?cerca=a"):
        assert httpx.get(f"{hall.address}/tornei/sala/vivo", params={"di": page}).status_code == 404
    assert httpx.get(f"{hall.address}/organizza/sala/vivo").status_code in (303, 401)
    execute(hall.office, TERMINAL, "sala", ChangeVisibility(VisibilityChanged(is_shown=False)))
    asked = {"di": "/tornei/sala"}
    assert httpx.get(f"{hall.address}/tornei/sala/vivo", params=asked).status_code == 404
