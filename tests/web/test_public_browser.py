"""A phone in the hall: search the standings, open a why, find a seat; then quick standings."""

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import PHONE, visit
from tests.web.public_events import PublicSite

pytestmark = pytest.mark.xdist_group("browser")


def test_a_phone_searches_opens_a_why_and_finds_a_seat(events: PublicSite, browser: Browser) -> None:
    with visit(browser, events.address, PHONE, touch=True) as watched:
        page = watched.page
        boxes = page.get_by_role("searchbox")
        # One box to search; where to sit comes before the standings, print and CSV after them.
        page.goto(f"/tornei/{events.running}")
        expect(boxes).to_have_count(1)
        tops = [
            page.locator(each).bounding_box() for each in ("#dove", "#tabella", "[href$='classifica.csv']")
        ]
        assert [each["y"] for each in tops if each] == sorted(each["y"] for each in tops if each)
        assert all(tops)
        page.get_by_role("searchbox", name="Il tuo nome").fill("a")
        page.keyboard.press("Enter")
        expect(page.locator("#posto .choices")).to_be_visible()
        page.goto(f"/tornei/{events.demo}")
        expect(boxes).to_have_count(1)
        page.get_by_role("searchbox", name="Cerca giocatore o club").fill("pedrini")
        expect(page.locator("#tabella .name")).to_have_count(5)
        name = page.get_by_role("link", name="Elisa Pedrini", exact=True)
        name.tap()
        expect(page.locator(".why h3")).to_have_text("Perché 47 punti, e perché il 94° posto")
        expect(name).to_have_attribute("aria-expanded", "true")
        assert page.url.endswith(f"/tornei/{events.demo}")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        name.tap()
        expect(page.locator(".why")).to_have_count(0)
        page.get_by_role("searchbox", name="Cerca giocatore o club").fill("")
        page.get_by_role("link", name="Mostra gli altri 80").tap()
        expect(page.locator("#tabella .name")).to_have_count(105)
        assert watched.complaints == []


def test_quick_standings_open_a_why_in_place(events: PublicSite, browser: Browser) -> None:
    with visit(browser, events.address, PHONE, touch=True) as watched:
        page = watched.page
        page.goto("/classifica-veloce")
        page.get_by_role("button", name="Prova con un esempio").tap()
        page.get_by_label("Formula", exact=True).select_option("master")
        page.get_by_role("button", name="Calcola la classifica").tap()
        expect(page.locator(".standings .name")).to_have_count(8)
        page.get_by_role("button", name="Elena").tap()
        expect(page.locator(".why h3")).to_contain_text("perché il 1° posto")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        assert watched.complaints == []
