"""A recorded game in a real browser: uploading, stepping, playing, jumping, keys, charts, sharing."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from kamchatka.app.games.records import examples
from kamchatka.game.record_text import record_to_text
from kamchatka.web import create_app
from tests.app.games import finished
from tests.web.browser import PHONE, WIDE, visit
from tests.web.site import served, session_cookies

pytestmark = pytest.mark.xdist_group("browser")

EXAMPLE = f"/partite/{next(iter(examples()))}"
LAST = 555
ADMINISTRATOR: dict[str, str] = {}
"""The cookies of whoever may take records away."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    app = create_app(tmp_path_factory.mktemp("home"))
    with served(app) as site:
        ADMINISTRATOR.update(session_cookies(app.state.office))
        yield site


def opened(page: Page, address: str) -> None:
    """Go there and wait until its script has taken over."""
    page.goto(address)
    page.wait_for_selector(".replay.scripted")


def at_step(page: Page, number: int) -> None:
    expect(page.locator("#passo-conto")).to_have_text(f"Passo {number} di {LAST}")


def board(page: Page) -> list[str]:
    """Letter and armies of every counter, as drawn."""
    return page.locator(".counter").all_text_contents()


def test_a_real_record_is_uploaded_and_watched(browser: Browser, club: str, tmp_path: Path) -> None:
    file = tmp_path / "serata.partita"
    file.write_text(record_to_text(finished(9)), encoding="utf-8", newline="\n")
    with visit(browser, club, cookies=ADMINISTRATOR) as watched:
        page = watched.page
        page.goto("/partite")
        page.get_by_label("File del verbale").set_input_files(file)
        page.get_by_role("button", name="Carica e guarda").click()
        page.wait_for_selector(".replay.scripted")
        assert re.fullmatch(rf"{club}/partite/[0-9a-f]{{64}}", page.url)
        expect(page.locator(".seat")).to_have_count(4)
        page.get_by_role("link", name="Fine", exact=True).click()
        expect(page.locator("#passo")).to_contain_text("Classifica del tavolo")
        page.get_by_role("link", name="Tutte le partite").click()
        card = page.locator(".game", has_text="Elimina")
        expect(card).to_have_count(1)
        card.locator("summary").click()
        card.get_by_role("button", name="Sì, elimina").click()
        expect(page.locator(".empty")).to_be_visible()
        assert watched.complaints == []


def test_what_cannot_be_read_is_said_and_the_paste_is_kept(browser: Browser, club: str) -> None:
    with visit(browser, club) as watched:
        page = watched.page
        page.goto("/partite")
        page.get_by_label("Oppure incolla qui il verbale").fill("kamchatka partita 1\nboh")
        page.get_by_role("button", name="Carica e guarda").click()
        expect(page.get_by_role("alert")).to_contain_text("Riga 2")
        expect(page.get_by_label("Oppure incolla qui il verbale")).to_have_value("kamchatka partita 1\nboh")


def test_buttons_step_through_turns_and_the_address_follows(browser: Browser, club: str) -> None:
    with visit(browser, club) as watched:
        page = watched.page
        opened(page, f"{EXAMPLE}?passo=300")
        page.get_by_role("link", name="Passo successivo").click()
        at_step(page, 301)
        expect(page).to_have_url(f"{club}{EXAMPLE}?passo=301")
        after = board(page)
        page.get_by_role("link", name="Passo precedente").click()
        assert board(page) != after
        page.get_by_role("link", name="Turno successivo").click()
        expect(page.locator("#passo")).to_contain_text("Turno 24")
        page.get_by_role("link", name="Turno precedente").click()
        expect(page.locator("#passo")).to_contain_text("Turno 23")
        page.get_by_label("Vai al turno").select_option(label="Turno 40 · D (Bruno)")
        expect(page.locator(".step-turn")).to_have_text(re.compile("Turno 40"))
        here = page.locator("#passo-conto").inner_text()
        expect(page).to_have_url(f"{club}{EXAMPLE}?passo={re.findall(r'[0-9]+', here)[0]}")
        page.reload()
        page.wait_for_selector(".replay.scripted")
        expect(page.locator("#passo-conto")).to_have_text(here)
        assert watched.complaints == []


def test_the_script_draws_what_the_server_draws(browser: Browser, club: str) -> None:
    with visit(browser, club) as scripted, visit(browser, club, scripts=False) as plain:
        opened(scripted.page, f"{EXAMPLE}?passo=100")
        scripted.page.locator("#cursore").evaluate(
            "slider => { slider.value = 310; slider.dispatchEvent(new Event('input')); }"
        )
        at_step(scripted.page, 310)
        plain.page.goto(f"{EXAMPLE}?passo=310")
        assert board(scripted.page) == board(plain.page)
        for part in ("#passo", ".seats .seat-numbers", "#marks", "#arrows"):
            drawn = [
                [re.sub(r' class="seat[^"]*"', "", html) for html in html_of(page, part)]
                for page in (scripted.page, plain.page)
            ]
            assert drawn[0] == drawn[1], part


def html_of(page: Page, part: str) -> list[str]:
    found = page.locator(part).evaluate_all(
        "all => all.map(one => [...one.querySelectorAll('*')]"
        ".map(e => e.tagName + (e.getAttribute('d') ?? '') + (e.getAttribute('href') ?? '')"
        " + (e.children.length ? '' : e.textContent)).join('|'))"
    )
    assert isinstance(found, list)
    return found


def test_it_plays_by_itself_and_stops(browser: Browser, club: str) -> None:
    with visit(browser, club) as watched:
        page = watched.page
        opened(page, f"{EXAMPLE}?passo={LAST - 6}")
        page.get_by_label("Velocità").select_option("rapida")
        page.get_by_role("button", name="Avvia").click()
        expect(page.get_by_role("button", name="Ferma")).to_be_visible()
        at_step(page, LAST)
        expect(page.get_by_role("button", name="Avvia")).to_be_visible()
        page.get_by_role("button", name="Avvia").click()
        page.get_by_role("button", name="Ferma").click()
        stopped = page.locator("#passo-conto").inner_text()
        page.wait_for_timeout(500)
        expect(page.locator("#passo-conto")).to_have_text(stopped)
        assert watched.complaints == []


def test_the_keyboard_does_it_all(browser: Browser, club: str) -> None:
    with visit(browser, club) as watched:
        page = watched.page
        opened(page, f"{EXAMPLE}?passo=300")
        for key, number in (("ArrowRight", 301), ("ArrowLeft", 300), ("Home", 0), ("End", LAST)):
            page.keyboard.press(key)
            at_step(page, number)
        page.keyboard.press("Home")
        page.keyboard.press("Shift+ArrowRight")
        expect(page.locator(".step-turn")).to_have_text(re.compile("Turno 1 "))
        page.keyboard.press("Space")
        expect(page.locator("#avvia")).to_have_class(re.compile("playing"))
        page.keyboard.press("Space")
        expect(page.locator("#avvia")).not_to_have_class(re.compile("playing"))
        # A list keeps its own arrows.
        page.get_by_label("Velocità").focus()
        here = page.locator("#passo-conto").inner_text()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#passo-conto")).to_have_text(here)
        page.locator("#cursore").focus()
        page.keyboard.press("Home")
        at_step(page, 0)
        page.keyboard.press("ArrowRight")
        at_step(page, 1)


@pytest.mark.parametrize("chart", [0, 1])
def test_clicking_a_chart_jumps_there(browser: Browser, club: str, chart: int) -> None:
    with visit(browser, club) as watched:
        page = watched.page
        opened(page, EXAMPLE)
        drawn = page.locator(".lines").nth(chart)
        drawn.scroll_into_view_if_needed()
        box = drawn.bounding_box()
        assert box is not None
        middle = box["width"] * (34 + 430) / 2 / 460
        drawn.click(position={"x": middle, "y": box["height"] / 2})
        number = int(re.findall(r"\d+", page.locator("#passo-conto").inner_text())[0])
        assert abs(number - LAST / 2) < 3
        expect(page).to_have_url(f"{club}{EXAMPLE}?passo={number}")


def test_an_objective_is_hatched_on_the_map(browser: Browser, club: str) -> None:
    with visit(browser, club) as watched:
        page = watched.page
        opened(page, f"{EXAMPLE}?passo=300")
        goal = page.locator("button.goal").first
        goal.click()
        lands = (goal.get_attribute("data-lands") or "").split(" ")
        expect(page.locator("#marks .goal")).to_have_count(len(lands))
        page.keyboard.press("ArrowRight")
        expect(page.locator("#marks .goal")).to_have_count(len(lands))
        goal.click()
        expect(page.locator("#marks .goal")).to_have_count(0)


def test_the_link_can_be_copied_also_without_a_clipboard(browser: Browser, club: str) -> None:
    with visit(browser, club) as watched:
        page = watched.page
        page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
        opened(page, f"{EXAMPLE}?passo=42")
        expect(page.locator("#indirizzo")).to_have_value(f"{club}{EXAMPLE}?passo=42")
        page.get_by_role("button", name="Copia").click()
        expect(page.locator("#copiato")).to_have_text(re.compile("Copiato|Ctrl"))
        expect(page.locator("#solo-qui")).to_be_visible()


def test_the_language_changes_and_the_step_stays(browser: Browser, club: str) -> None:
    with visit(browser, club) as watched:
        page = watched.page
        opened(page, f"{EXAMPLE}?passo=300")
        page.keyboard.press("ArrowRight")
        expect(page).to_have_url(re.compile("passo=301"))
        page.locator('.top-end .langs button[value="en"]').click()
        page.wait_for_selector(".replay.scripted")
        expect(page.locator("#passo-conto")).to_have_text(f"Step 301 of {LAST}")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#passo")).to_contain_text("against")
        assert watched.complaints == []


def test_without_scripts_links_lead_from_step_to_step(browser: Browser, club: str) -> None:
    with visit(browser, club, scripts=False) as watched:
        page = watched.page
        page.goto(f"{EXAMPLE}?passo=300")
        expect(page.locator("#avvia")).to_be_hidden()
        page.get_by_role("link", name="Passo successivo").click()
        at_step(page, 301)
        page.get_by_label("Vai al turno").select_option(label="Turno 40 · D (Bruno)")
        page.get_by_role("button", name="Vai").click()
        expect(page.locator(".step-turn")).to_have_text(re.compile("Turno 40"))


@pytest.mark.parametrize("path", ["/partite", *(f"/partite/{id}?passo=120" for id in examples())])
def test_a_phone_never_scrolls_sideways_and_nothing_is_foreign(
    browser: Browser, club: str, path: str
) -> None:
    with visit(browser, club, PHONE) as watched:
        page = watched.page
        page.goto(path)
        page.wait_for_load_state("networkidle")
        width = "document.documentElement.scrollWidth"
        assert page.evaluate(width) == PHONE[0]
        for summary in page.locator("main summary").all():
            summary.click()
        if path != "/partite":
            page.keyboard.press("ArrowRight")
            page.locator("#zoom").click()
        assert page.evaluate(width) == PHONE[0]
        assert [address for address in watched.requests if not address.startswith(f"{club}/")] == []
        assert watched.complaints == []


def test_a_phone_can_press_every_control(browser: Browser, club: str) -> None:
    with visit(browser, club, PHONE, touch=True) as watched:
        page = watched.page
        opened(page, f"{EXAMPLE}?passo=300")
        for box in page.locator(".control").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect()).map(box => [box.width, box.height])"
        ):
            assert box[0] >= 36
            assert box[1] >= 40
        page.get_by_role("link", name="Passo successivo").tap()
        at_step(page, 301)


def test_the_picture_says_who_holds_what_without_colour(browser: Browser, club: str) -> None:
    with visit(browser, club, WIDE) as watched:
        page = watched.page
        opened(page, f"{EXAMPLE}?passo=300")
        assert all(re.fullmatch(r"[A-D]\d+", words.strip()) for words in board(page))
        dashes = (
            page.locator(".lines")
            .first.locator(".line")
            .evaluate_all("all => all.map(line => getComputedStyle(line).strokeDasharray)")
        )
        assert len(set(dashes)) == 4
        page.locator("#in-tabella summary").click()
        page.keyboard.press("ArrowRight")
        rows = page.locator("#in-tabella tbody tr").all_text_contents()
        assert len(rows) == 42
