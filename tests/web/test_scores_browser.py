"""The scores page in a real browser: keyboard, no scripts, narrow screens, words beside colours."""

import pytest
from playwright.sync_api import Browser, expect

from kamchatka.scoring.formula.loading import catalogue
from tests.web.browser import PHONE, WIDE, visit

pytestmark = pytest.mark.xdist_group("browser")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_table_is_typed_by_keyboard_and_its_address_can_be_shared(
    browser: Browser, site: str, scripts: bool
) -> None:
    with visit(browser, site, scripts=scripts) as watched:
        page = watched.page
        page.goto("/punteggi")
        page.locator("#punti1").focus()
        page.keyboard.press("Control+a")
        page.keyboard.type("55")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Serve uno spareggio")).to_be_visible()
        page.get_by_role("link", name="In parità: Anna, Bruno").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        page.locator("#valore_fuori1").focus()
        page.keyboard.type("4")
        page.keyboard.press("Tab")
        page.keyboard.type("7")
        page.keyboard.press("Enter")
        row = page.locator("tr", has=page.locator('a[href="#formula-conversione-150"]'))
        expect(row.locator("td").nth(1)).to_contain_text("vince")
        page.locator("#formula-conversione-150 summary").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#formula-conversione-150 .score-card").first).to_be_visible()
        shared = page.url
        page.locator('.top-end .langs button[value="en"]').click()
        expect(row.locator("td").nth(1)).to_contain_text("wins")
        assert page.url == shared
        assert watched.complaints == []


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?posti=6&formula=standard",
        "?punti1=55&punti2=55&punti3=40&punti4=0&formula=maialino&giocatore1=" + "Massimiliano" * 8,
        "?posti=3&punti1=" + "9" * 200 + "&punti2=x&punti3=",
        "?posti=4&punti1=300&punti2=200&punti3=10&punti4=1&regolamento=aziendale",
    ],
)
def test_a_phone_never_scrolls_sideways_and_nothing_is_cut(browser: Browser, site: str, query: str) -> None:
    with visit(browser, site, PHONE) as watched:
        page = watched.page
        page.goto(f"/punteggi{query}")
        for summary in page.locator("main summary").all()[:3]:
            summary.click()
        for width in (PHONE[0], 320, 768):
            page.set_viewport_size({"width": width, "height": PHONE[1]})
            assert page.evaluate("document.documentElement.scrollWidth") == width
            cut = page.evaluate(
                "[...document.querySelectorAll('.score, .field label, .score-card td')].filter("
                "(one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.textContent)"
            )
            assert cut == []


def test_winners_are_told_by_words_not_by_colour_alone(browser: Browser, site: str) -> None:
    with visit(browser, site, WIDE) as watched:
        watched.page.goto("/punteggi")
        winners = watched.page.locator(".score-table td.winner")
        assert winners.count() == len(catalogue())
        assert all("vince" in cell for cell in winners.all_text_contents())
        others = watched.page.locator(".score-table td:not(.winner)").all_text_contents()
        assert not any("vince" in cell for cell in others)
