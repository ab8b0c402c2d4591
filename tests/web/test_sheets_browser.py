"""A round of four tables typed by keys alone, as somebody at the desk does it from a pile of papers."""

from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from kamchatka.app.office import Office
from kamchatka.app.tournaments.opening import open_tournament
from tests.tournament.small_event import drawn, table
from tests.web.browser import visit, wait_until_held
from tests.web.desk_pages import DeskClient, desk_site
from tests.web.site import session_cookies

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture(scope="module")
def place() -> Iterator[tuple[Office, DeskClient]]:
    with desk_site() as found:
        yield found


def keys(page: Page, *words: str) -> None:
    """Type points by seat, Tab between them, Enter at the end."""
    for at, word in enumerate(words):
        if at:
            page.keyboard.press("Tab")
        for key in word:
            page.keyboard.press(key)
    page.keyboard.press("Enter")


def cells(office: Office, id: str, number: int) -> list[dict[str, object]]:
    result = table(open_tournament(office, id), number).result
    return [dict(seat.cells) for seat in result.seats] if result else []


def test_a_round_of_four_tables_is_typed_by_keys_alone(
    place: tuple[Office, DeskClient], browser: Browser
) -> None:
    office, client = place
    id = drawn(office, 16, name="Tastiera", format="raduno")
    with visit(browser, client.site, cookies=session_cookies(office)) as watched:
        page = watched.page
        page.goto(f"/organizza/{id}/referti")
        page.locator("#t1 input.points").first.focus()
        keys(page, "45", "30", "24", "e")
        expect(page.locator("#t1")).to_have_class("sheet done")
        # Tab walks only the points, Enter goes on to the next paper.
        assert page.evaluate("document.activeElement.name") == "t2.punti1"
        keys(page, "50", "100r", "40", "7,5")
        keys(page, "3", "e2", "30", "e1")
        expect(page.locator("#t3")).to_have_class("sheet done")
        # A slip: the fault stands beside its cell, the typing goes on.
        keys(page, "999", "20", "30", "40")
        fault = page.locator("#t4 .fault")
        expect(fault).to_contain_text("nemmeno tutto il planisfero")
        assert page.locator("#t4 input.points").first.input_value() == "999"
        tops = "boxes => boxes.map(box => box.getBoundingClientRect().top)"
        assert len(set(page.locator("#t4 input.points").evaluate_all(tops))) == 1
        page.locator("#t4 input.points").first.focus()
        keys(page, "10")
        expect(page.locator("#t4")).to_have_class("sheet done")
        close = page.get_by_role("button", name="Chiudi il turno")
        expect(close).to_have_class("button primary")
        assert [cells(office, id, number) for number in (1, 2, 3, 4)] == [
            [{"points": 45}, {"points": 30}, {"points": 24}, {"eliminated": 1}],
            [{"points": 50}, {"points": 100, "objective": True}, {"points": 40}, {"points": "7.5"}],
            [{"points": 3}, {"eliminated": 2}, {"points": 30}, {"eliminated": 1}],
            [{"points": 10}, {"points": 20}, {"points": 30}, {"points": 40}],
        ]
        close.focus()
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/organizza/{id}")
        assert "Sorteggia il turno 2" in page.locator("h1").inner_text()
        assert open_tournament(office, id).tournament.rounds[0].is_closed
        assert [each for each in watched.complaints if "422" not in each] == []


KEYS = ("e", "r", "1", "0", "Backspace")
BOXES = (("", ""), ("", "1"), ("0", "2"), ("45", ""), ("", "withdrawn"))
"""Points and menu as they stand when the box of the first seat is entered."""
TYPE = """([boxes, words]) => {
  const seat = document.querySelector("#t1 .entry"), box = seat.querySelector("input.points");
  const out = seat.querySelector("select.out"), risiko = seat.querySelector(".risiko input");
  const press = (key) => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    if (!box.dispatchEvent(event)) return;
    const from = box.selectionStart, to = box.selectionEnd, isBack = key === "Backspace";
    box.setRangeText(isBack ? "" : key, isBack && from === to ? Math.max(from - 1, 0) : from, to, "end");
    box.dispatchEvent(new Event("input", { bubbles: true }));
  };
  box.focus();
  return boxes.map(([points, menu]) => words.map((keys) => {
    box.dispatchEvent(new FocusEvent("focusout", { bubbles: true, relatedTarget: out }));
    [box.value, out.value, risiko.checked] = [points, menu, false];
    box.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    keys.forEach(press);
    return [box.value, out.value, risiko.checked];
  }));
}"""


def typed_by_keys(points: str, out: str, keys: tuple[str, ...]) -> list[object]:
    """Points, menu and RisiKo! after these keys at a table of four where nobody else is out."""
    is_selected, is_risiko, awaits_order = bool(points), False, False
    for key in keys:
        if key == "r":
            is_risiko, awaits_order = not is_risiko, False
        elif key == "e" and awaits_order:
            out, awaits_order = "", False
        elif key == "e":
            points = "" if is_selected else points
            out = out if out.isdigit() else "1"
            is_selected, awaits_order = False, True
        elif key in "123" and awaits_order:
            out, awaits_order = key, False
        else:
            kept = "" if is_selected else points
            points = kept + key if key != "Backspace" else "" if is_selected else points[:-1]
            is_selected = awaits_order = False
    return [points, out, is_risiko]


def test_letters_and_menu_are_one_state(place: tuple[Office, DeskClient], browser: Browser) -> None:
    office, client = place
    id = drawn(office, 8, name="Lettere", format="raduno")
    words = [word for length in range(1, 5) for word in product(KEYS, repeat=length)]
    with visit(browser, client.site, cookies=session_cookies(office)) as watched:
        page = watched.page
        page.goto(f"/organizza/{id}/referti")
        found = page.evaluate(TYPE, [BOXES, words])
        for box, answers in zip(BOXES, found, strict=True):
            wrong = {
                word: (answer, typed_by_keys(*box, word))
                for word, answer in zip(words, answers, strict=True)
                if answer != typed_by_keys(*box, word)
            }
            assert wrong == {}, f"in a box with {box}"
        # As it was met: the menu says who is out, the points are cleared, and E1 is typed.
        page.locator("#t1 select.out").first.select_option("1")
        page.locator("#t1 input.points").first.focus()
        keys(page, "e1", "30", "24", "20")
        expect(page.locator("#t1")).to_have_class("sheet done")
        assert cells(office, id, 1) == [{"eliminated": 1}, {"points": 30}, {"points": 24}, {"points": 20}]


def test_a_row_that_could_not_be_sent_says_so_and_goes_later(
    place: tuple[Office, DeskClient], browser: Browser
) -> None:
    office, client = place
    id = drawn(office, 8, name="Rete", format="raduno")
    with visit(browser, client.site, cookies=session_cookies(office)) as watched:
        page = watched.page
        page.goto(f"/organizza/{id}/referti")
        page.context.set_offline(True)
        page.locator("#t1 input.points").first.focus()
        keys(page, "45", "30", "24", "12")
        expect(page.locator("#t1 .outcome")).to_contain_text("Non ancora inviato")
        assert page.locator("#t1 input.points").nth(2).input_value() == "24"
        page.context.set_offline(False)
        expect(page.locator("#t1")).to_have_class("sheet done")
        assert cells(office, id, 1) == [{"points": each} for each in (45, 30, 24, 12)]


def test_without_scripts_the_whole_round_is_one_form(
    place: tuple[Office, DeskClient], browser: Browser
) -> None:
    office, client = place
    id = drawn(office, 8, name="Senza", format="raduno")
    with visit(browser, client.site, scripts=False, cookies=session_cookies(office)) as watched:
        page = watched.page
        page.goto(f"/organizza/{id}/referti")
        for number in (1, 2):
            for seat, box in enumerate(page.locator(f"#t{number} input.points").all()):
                box.fill(str(60 - 10 * seat))
        page.get_by_role("button", name="Scrivi tutti i referti").last.click()
        assert "Referti scritti: 2." in page.locator("main").inner_text()
        assert cells(office, id, 2) == [{"points": each} for each in (60, 50, 40, 30)]


def test_a_sheet_typed_before_the_script_has_come_is_sent_once_it_runs(
    place: tuple[Office, DeskClient], browser: Browser
) -> None:
    office, client = place
    id = drawn(office, 8, name="Rete lenta", format="raduno")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    with visit(browser, client.site, cookies=session_cookies(office)) as watched:
        page = watched.page
        page.route("**/sheets.js", hold)
        page.goto(f"/organizza/{id}/referti", wait_until="commit")
        for box, points in enumerate(("45", "30", "24", "12")):
            page.locator("#t1 input.points").nth(box).fill(points)
        page.locator("#t2 input.points").first.fill("33")
        assert cells(office, id, 1) == []
        wait_until_held(page, held)
        held[0].continue_()
        expect(page.locator("#t1")).to_have_class("sheet done")
        expect(page.locator("#t2")).to_have_class("sheet typing")
        page.keyboard.press("Tab")
        for points in ("32", "31", "30"):
            page.keyboard.type(points)
            page.keyboard.press("Tab")
        expect(page.locator("#t2")).to_have_class("sheet done")
    assert [seat["points"] for seat in cells(office, id, 1)] == [45, 30, 24, 12]
