"""The hall in a browser: desk, judge and screen see the same clock and calls without a reload."""

import re

import pytest
from playwright.sync_api import Browser, expect

from kamchatka.app.office import TERMINAL, open_office
from kamchatka.app.tables.keeper import system_timer
from kamchatka.app.tables.tables import execute_at, open_live
from kamchatka.referee.calls import CallJudge
from kamchatka.referee.timing import StopClock
from kamchatka.store.database import Holder
from kamchatka.web import create_app
from tests.web import played
from tests.web.browser import PHONE, visit
from tests.web.site import served, session_cookies

pytestmark = pytest.mark.xdist_group("browser")


def test_desk_judge_and_screen_share_clock_calls_and_rulings(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    home = tmp_path_factory.mktemp("hall")
    with open_office(home / "kamchatka.db", Holder("serve")) as office:
        played.entered(office, 16)
        played.go_on(office, "raduno", "record")
        cookies = session_cookies(office)
        with (
            served(create_app(home, office=office)) as site,
            visit(browser, site, (1920, 1080)) as screen,
            visit(browser, site, cookies=cookies) as desk,
            visit(browser, site, PHONE, touch=True, cookies=cookies) as judge,
        ):
            screen.page.goto("/schermo/raduno")
            judge.page.goto("/organizza/raduno/arbitro")
            desk.page.goto("/organizza/raduno")
            desk.page.get_by_role("button", name="Via!").click()
            clock = re.compile(r"^89:5\d$|^90:00$")
            expect(screen.page.locator(".screen-clock time")).to_have_text(clock)
            expect(desk.page.locator(".big-clock time")).to_have_text(clock)
            expect(judge.page.locator(".bench-head time")).to_have_text(clock)
            shown = screen.page.locator(".screen-clock time").text_content()
            expect(screen.page.locator(".screen-clock time")).not_to_have_text(shown or "")

            caller = open_live(office, "raduno", 2).table.seats[0]
            execute_at(office, TERMINAL, "raduno", 2, CallJudge(caller), StopClock(system_timer()))
            expect(screen.page.locator(".screen-foot")).to_contain_text("Tavolo 2 chiama il giudice")
            expect(desk.page).to_have_title(re.compile(r"^\(1\) "))
            judge.page.locator("#attesa-2-c1").click()
            judge.page.locator("select[name=caso]").select_option("over-limit")
            judge.page.get_by_role("button", name="Guarda la decisione").click()
            judge.page.locator("input[name=r-armies]").fill("135")
            judge.page.locator("select[name=r-how]").select_option("found")
            judge.page.locator("select[name=r-offender]").select_option("A")
            judge.page.get_by_role("button", name="Guarda la decisione").click()
            expect(judge.page.locator(".opt").first).to_contain_text("toglie subito 10 armate")
            judge.page.get_by_role("button", name="Decidi", exact=True).click()
            expect(judge.page.locator("#coda")).to_contain_text("Nessuno chiama il giudice")
            expect(screen.page.locator(".screen-foot")).not_to_contain_text("chiama il giudice")
            assert open_live(office, "raduno", 2).table.clock.is_running

            judge.page.get_by_text("Ferma tutti", exact=True).click()
            judge.page.locator("#orologio input[name=motivo]").fill("Manca la luce")
            judge.page.get_by_role("button", name="Ferma tutti i tavoli").click()
            expect(screen.page.locator(".screen-foot")).to_contain_text("Manca la luce")
            expect(desk.page.locator("#orologio")).to_contain_text("Tutti i tavoli sono fermi")
            assert judge.page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
            for each in (screen, desk, judge):
                assert each.complaints == []
