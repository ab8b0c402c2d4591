"""The odds page: the answer without scripts, charts that colour alone does not explain, faults by name."""

import re

import httpx
import pytest
from playwright.sync_api import Browser, expect

from kamchatka.messages import LANGUAGES, Language, text
from kamchatka.rulebook import shipped
from tests.web.browser import PHONE, WIDE, visit

pytestmark = pytest.mark.xdist_group("browser")

CHAIN = "/probabilita?attacco=20&difesa=5&regolamento=milano&fermo=2&catena=4,3"
BIG = "/probabilita?attacco=200&difesa=150&regolamento=primavera"


def answer(page: str) -> str:
    found = re.search(r'<p class="odds-win">([^<]+)</p>', page)
    assert found is not None
    return found.group(1).replace("\u00a0", " ")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_answers_an_example_in_both_languages(visitor: httpx.Client, lang: Language) -> None:
    page = visitor.get("/probabilita", headers={"accept-language": lang})
    assert page.status_code == 200
    assert f'<html lang="{lang}">' in page.text
    assert text("odds.page.lead", lang) in page.text
    assert answer(page.text) == {"it": "36,7 %", "en": "36.7%"}[lang]
    assert " style=" not in page.text
    assert all('src="/static/' in script for script in re.findall(r"<script([^>]*)>", page.text))


@pytest.mark.parametrize(
    ("query", "win"),
    [
        ("attacco=10&difesa=10&regolamento=rtu", "14,1 %"),
        ("attacco=10&difesa=10&regolamento=aziendale", "14,5 %"),
        ("attacco=20&difesa=15&regolamento=aziendale", "27,4 %"),
        ("attacco=10&difesa=10&regolamento=primavera", "6,4 %"),
        ("attacco=20&difesa=5&regolamento=rtu&fermo=2&catena=4,3", "48,7 %"),
        ("attacco=3&difesa=3&regolamento=rtu", "0 %"),
    ],
)
def test_the_page_gives_the_known_chances(visitor: httpx.Client, query: str, win: str) -> None:
    assert answer(visitor.get(f"/probabilita?{query}").text) == win


def test_each_bar_has_its_armies_and_its_chance_in_words(visitor: httpx.Client) -> None:
    page = visitor.get("/probabilita?attacco=2&difesa=1&regolamento=rtu").text.replace("\u00a0", " ")
    labels = re.findall(r'<text class="armies"[^>]*>([^<]+)</text>', page)
    chances = re.findall(r'<text class="chance"[^>]*>([^<]+)</text>', page)
    assert list(zip(labels, chances, strict=True)) == [
        ("1", "58,3 %"),
        ("2", "41,7 %"),
        ("0", "41,7 %"),
        ("1", "58,3 %"),
    ]
    cells = re.findall(r'<th scope="row">(\d+)</th><td[^>]*>([^<]+)</td><td[^>]*>([^<]+)</td>', page)
    assert cells == [
        ("1", "58,3 %", "0 %"),
        ("2", "41,7 %", "41,7 %"),
        ("0", "41,7 %", "41,7 %"),
        ("1", "58,3 %", "0 %"),
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("query", "field", "code", "value"),
    [
        ("attacco=0", "attacco", "attackers", "0"),
        ("attacco=10000", "attacco", "attackers", "10000"),
        ("difesa=", "difesa", "defenders", ""),
        ("fermo=-1", "fermo", "until", "-1"),
        ("catena=3,,x", "catena", "chain", "3,,x"),
        ("difesa=150&catena=51", "catena", "together", "201"),
    ],
)
def test_a_wrong_field_is_named_and_keeps_what_was_written(
    visitor: httpx.Client, *, lang: Language, query: str, field: str, code: str, value: str
) -> None:
    page = visitor.get(f"/probabilita?{query}", headers={"accept-language": lang})
    assert page.status_code == 400
    assert text(f"odds.faults.{code}", lang, value=value, most=200) in page.text
    wrong = re.findall(r'<(?:input|select) [^>]*aria-invalid="true"[^>]*>', page.text)
    assert len(wrong) == 1
    assert f'id="{field}"' in wrong[0]
    assert f'aria-describedby="{field}-aiuto {field}-errore"' in wrong[0]
    assert 'class="odds-win"' not in page.text


def test_an_unknown_regulation_is_named_and_others_are_offered(visitor: httpx.Client) -> None:
    page = visitor.get("/probabilita", params={"regolamento": "<b>zzz"})
    assert page.status_code == 404
    assert "il regolamento «&lt;b&gt;zzz»" in page.text
    assert re.findall(r'<option value="([^"]+)"', page.text) == list(shipped())


def test_what_a_visitor_types_stays_text(visitor: httpx.Client) -> None:
    for field in ("attacco", "difesa", "fermo", "catena", "regolamento"):
        page = visitor.get("/probabilita", params={field: '"><script>alert(1)</script>'}).text
        assert "<script>" not in page


@pytest.mark.parametrize("scripts", [True, False])
def test_the_form_is_filled_by_keyboard_and_its_address_can_be_shared(
    browser: Browser, site: str, scripts: bool
) -> None:
    with visit(browser, site, scripts=scripts) as watched:
        page = watched.page
        page.goto("/probabilita")
        page.get_by_label("Armate di chi attacca").focus()
        for words in ("20", "5", "2", "4,3"):
            page.keyboard.press("Control+a")
            page.keyboard.type(words)
            page.keyboard.press("Tab")
        expect(page.get_by_label("Regolamento")).to_be_focused()
        page.keyboard.type("Torneo di giugno")
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name="Calcola")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(".odds-win")).to_have_text("37,9 %")
        assert page.url == f"{site}/probabilita?attacco=20&difesa=5&fermo=2&catena=4%2C3&regolamento=milano"
        page.locator('.top-end .langs button[value="en"]').click()
        expect(page.locator(".odds-win")).to_have_text("37.9%")
        expect(page.get_by_label("And then against")).to_have_value("4,3")
        assert watched.complaints == []


@pytest.mark.parametrize("path", ["/probabilita", CHAIN, BIG, "/probabilita?catena=x"])
def test_a_phone_never_scrolls_sideways_and_nothing_is_cut(browser: Browser, site: str, path: str) -> None:
    with visit(browser, site, PHONE, scripts=True) as watched:
        page = watched.page
        page.goto(path)
        for summary in page.locator("main summary").all():
            summary.click()
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
        outside = page.evaluate(
            "[...document.querySelectorAll('.bars text')].filter((one) => { const box = one.getBBox();"
            " return box.x < 0 || box.x + box.width > one.ownerSVGElement.viewBox.baseVal.width })"
            ".map((one) => one.textContent)"
        )
        assert outside == []


def test_bars_taken_and_not_taken_differ_by_more_than_colour(browser: Browser, site: str) -> None:
    with visit(browser, site, WIDE) as watched:
        watched.page.goto(CHAIN)
        rest = watched.page.locator(".bars rect.not-taken").first
        assert "righe" in rest.evaluate("(one) => getComputedStyle(one).fill")
        full = watched.page.locator(".bars rect.taken").first
        assert "url" not in full.evaluate("(one) => getComputedStyle(one).fill")
