"""The pages in a real browser: mouse, touch, keyboard, narrow screens, no scripts."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.browser import PHONE, WIDE, visit

pytestmark = pytest.mark.xdist_group("browser")


def counter(page: Page, territory: str) -> Locator:
    """The counter that stands on a territory of the map."""
    return page.locator(f'.counter[data-territory="{territory}"]')


def neighbours(page: Page) -> list[str]:
    """The names on the buttons of the territory panel."""
    return page.locator("#territory-panel .chip").all_text_contents()


def test_clicking_a_territory_shows_its_facts_and_neighbours(browser: Browser, site: str) -> None:
    with visit(browser, site) as watched:
        page = watched.page
        page.goto("/mappa")
        counter(page, "brasile").click()
        panel = page.locator("#territory-panel")
        expect(panel.locator("h2")).to_have_text("Brasile")
        assert panel.locator("dd").all_text_contents() == ["America del Sud", "4", "Cannone"]
        assert neighbours(page) == ["Africa del Nord", "Argentina", "Perù", "Venezuela"]
        panel.get_by_role("button", name="Argentina").click()
        expect(panel.locator("h2")).to_have_text("Argentina")
        assert neighbours(page) == ["Brasile", "Perù"]
        assert watched.complaints == []


def test_hovering_shows_a_territory_and_leaving_shows_the_chosen_one(browser: Browser, site: str) -> None:
    with visit(browser, site) as watched:
        page = watched.page
        page.goto("/mappa")
        heading = page.locator("#territory-panel h2")
        counter(page, "congo").click()
        counter(page, "siberia").hover()
        expect(heading).to_have_text("Siberia")
        page.locator("h1").hover()
        expect(heading).to_have_text("Congo")


def test_an_objective_lights_up_and_sums_to_86(browser: Browser, site: str) -> None:
    with visit(browser, site) as watched:
        page = watched.page
        page.goto("/mappa")
        page.get_by_label("Obiettivo").select_option("challenge:challenge-02")
        panel = page.locator("#selection-panel")
        expect(panel.locator(".total")).to_have_text("Somma 86")
        rows = panel.locator("tbody tr")
        assert (
            rows.count() == page.locator(".counter.chosen").count() == page.locator("#hatching path").count()
        )
        sums = [int(cell) for cell in panel.locator("tbody td:last-child").all_text_contents()]
        assert sums == sorted(sums)
        assert sums[-1] == 86
        page.get_by_label("Continente").select_option("asia")
        expect(panel.locator(".total")).to_have_text("Somma 51")
        expect(panel).to_contain_text("7 armate")
        expect(page.get_by_label("Obiettivo")).to_have_value("")
        assert watched.complaints == []


def test_without_the_border_egypt_has_three_neighbours_and_its_printed_value(
    browser: Browser, site: str
) -> None:
    with visit(browser, site) as watched:
        page = watched.page
        page.goto("/mappa")
        counter(page, "egitto").click()
        expect(page.locator("#territory-panel h3")).to_have_text("Confini: 4")
        page.get_by_label("Confine Egitto–Medio Oriente").uncheck()
        expect(page.locator("#territory-panel h3")).to_have_text("Confini: 3")
        expect(page.locator("#territory-panel")).to_contain_text("confini 3, valore stampato 4")
        expect(page.locator("#territory-panel").get_by_role("button", name="Medio Oriente")).to_be_disabled()


def test_the_map_is_one_tab_stop_and_arrows_walk_it(browser: Browser, site: str) -> None:
    with visit(browser, site) as watched:
        page = watched.page
        page.goto("/mappa")
        page.locator("#zoom").focus()
        page.keyboard.press("Tab")
        heading = page.locator("#territory-panel h2")
        expect(heading).to_have_text("Alaska")
        expect(page.locator("#marks .focused")).to_have_count(1)
        page.keyboard.press("ArrowDown")
        expect(heading).to_have_text("Alberta")
        page.keyboard.press("ArrowDown")
        expect(heading).to_have_text("Stati Uniti Occidentali")
        page.keyboard.press("ArrowRight")
        expect(heading).to_have_text("Stati Uniti Orientali")
        page.keyboard.press("Enter")
        expect(page.locator('a.land[aria-pressed="true"]')).to_have_attribute(
            "data-territory", "stati_uniti_orientali"
        )
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.dataset.choose") in page.evaluate(
            "JSON.parse(document.getElementById('board-data').textContent)"
            ".territories.find((one) => one.id === 'stati_uniti_orientali').neighbours"
        )


def test_the_skip_link_is_first_and_leads_to_the_content(browser: Browser, site: str) -> None:
    with visit(browser, site) as watched:
        page = watched.page
        page.goto("/")
        page.keyboard.press("Tab")
        expect(page.locator(".skip")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#contenuto")).to_be_focused()


def test_a_phone_can_tap_every_counter(browser: Browser, site: str) -> None:
    with visit(browser, site, PHONE, touch=True) as watched:
        page = watched.page
        page.goto("/mappa")
        heading = page.locator("#territory-panel h2")
        names = {
            row.get_attribute("id"): row.locator("th").inner_text()
            for row in page.locator(".data tbody tr").all()
        }
        assert len(names) == 42
        for row, name in names.items():
            assert row is not None
            counter(page, row.removeprefix("territorio-")).locator(".disc").tap()
            expect(heading).to_have_text(name)


def test_the_header_is_56_pixels_high_and_a_phone_opens_the_menu_in_it(browser: Browser, site: str) -> None:
    for size in (WIDE, (768, 1024), PHONE, (320, 700)):
        with visit(browser, site, size) as watched:
            page = watched.page
            page.goto("/mappa")
            header = page.locator("header.top").bounding_box()
            assert header is not None
            assert header["height"] == 56
            jobs = page.locator("header .jobs a")
            if size[0] > 700:
                assert jobs.all_text_contents() == ["Organizza", "Regole", "Guarda e gioca"]
                expect(page.locator("header summary")).to_be_hidden()
                continue
            expect(jobs.first).to_be_hidden()
            page.locator("header summary").click()
            menu = page.locator("header .menu nav")
            assert menu.locator("a").all_text_contents()[:3] == ["Organizza", "Regole", "Guarda e gioca"]
            boxes = [one.bounding_box() for one in menu.locator("a, button").all()]
            assert min(box["height"] for box in boxes if box) >= 44
            assert max(box["x"] + box["width"] for box in boxes if box) <= size[0]
            page.keyboard.press("Escape")
            expect(menu).to_be_hidden()
            expect(page.locator("header summary")).to_be_focused()
            page.keyboard.press("Enter")
            menu.locator('button[value="en"]').click()
            expect(page.locator("h1")).to_have_text("The map")


@pytest.mark.parametrize("scripts", [True, False])
def test_the_language_button_keeps_the_page_and_is_remembered(
    browser: Browser, site: str, scripts: bool
) -> None:
    with visit(browser, site, scripts=scripts) as watched:
        page = watched.page
        page.goto("/confronta?a=rtu&b=milano")
        page.locator('.top-end .langs button[value="en"]').click()
        expect(page.locator("h1")).to_have_text("Compare two regulations")
        assert page.url == f"{site}/confronta?a=rtu&b=milano"
        page.goto("/mappa")
        expect(page.locator("html")).to_have_attribute("lang", "en")
        expect(page.locator("h1")).to_have_text("The map")


def test_the_comparison_shows_the_closing_cap_with_clauses_of_both(browser: Browser, site: str) -> None:
    with visit(browser, site) as watched:
        page = watched.page
        page.goto("/confronta?a=rtu&b=milano")
        row = page.locator('tr[id="closing.cap"]')
        expect(row.locator("td").nth(0)).to_contain_text(re.compile(r"\b7\b"))
        expect(row.locator("td").nth(0)).to_contain_text("001-E")
        expect(row.locator("td").nth(1)).to_contain_text("003-9")
        expect(row.locator("td").nth(1).locator(".rule-value")).not_to_contain_text("7")


def test_choosing_in_the_comparison_changes_the_rows_and_the_address(browser: Browser, site: str) -> None:
    with visit(browser, site) as watched:
        page = watched.page
        page.goto("/confronta?a=rtu&b=milano")
        expect(page.locator("tr.same")).to_have_count(0)
        page.get_by_label("Mostra anche i valori uguali").check()
        expect(page.locator("tr.same").first).to_be_visible()
        page.get_by_label("Secondo regolamento").select_option("rtu")
        expect(page.locator("tr.differs")).to_have_count(0)
        expect(page).to_have_url(f"{site}/confronta?a=rtu&b=rtu&tutto=1")
        page.get_by_label("Secondo regolamento").select_option("primavera")
        expect(page.locator("tr.differs").first).to_be_visible()
        assert watched.complaints == []


@pytest.mark.parametrize("scripts", [True, False])
def test_clauses_are_filtered_with_and_without_scripts(browser: Browser, site: str, scripts: bool) -> None:
    with visit(browser, site, scripts=scripts) as watched:
        page = watched.page
        page.goto("/clausole")
        expect(page.locator(".clauses > li")).to_have_count(544)
        page.get_by_label("Cerca nel testo").fill("001-E7")
        if not scripts:
            page.get_by_role("button", name="Filtra").click()
        expect(page.locator(".clauses > li")).to_have_count(1)
        expect(page.locator(".clauses .clause")).to_have_text("001-E7")
        assert "cerca=001-E7" in page.url
        page.locator('.top-end .langs button[value="en"]').click()
        expect(page.locator("html")).to_have_attribute("lang", "en")
        expect(page.locator(".clauses .clause")).to_have_text("001-E7")
        assert watched.complaints == []


def test_without_scripts_a_territory_leads_to_its_row(browser: Browser, site: str) -> None:
    with visit(browser, site, scripts=False) as watched:
        page = watched.page
        page.goto("/mappa")
        expect(page.locator("#board-controls")).to_be_hidden()
        page.locator('a.land[data-territory="kamchatka"]').focus()
        page.keyboard.press("Enter")
        assert page.url == f"{site}/mappa#territorio-kamchatka"
