"""Every page of the site, opened once: on a phone nothing sticks out or jumps, wide nothing serious is found
by axe in light or dark, and nothing is asked of another host.
"""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Dialog, Page

from soak.doors_names import named_site
from tests.web.all_pages import Site, addresses, full_site, is_page, person_pages
from tests.web.browser import PHONE, WIDE

pytestmark = pytest.mark.xdist_group("browser")

VENDOR = Path(__file__).parent / "vendor"
AXE = VENDOR / "axe-core-4.14.0/axe.min.js"
SERIOUS = ("serious", "critical")
MOST_SHIFT = 0.1
"""What browsers call a good page; measured as they do."""
WATCH_SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
SETTLED = "document.fonts.ready.then(() => new Promise((done) => setTimeout(done, 60)))"
FOCUSED = """
() => {
  const one = document.activeElement;
  const rings = [getComputedStyle(one), getComputedStyle(one, "::after")];
  const place = [...document.querySelectorAll("*")].indexOf(one);
  return [place, rings.some((ring) => ring.outlineStyle !== "none" && parseFloat(ring.outlineWidth) >= 2)];
}
"""
SIDEWAYS = """
() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .slice(0, 5).map((one) => one.tagName + "." + one.className)
"""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with full_site() as site:
        yield site


@pytest.fixture(scope="module")
def page(browser: Browser, site: Site) -> Iterator[Page]:
    """One window for all pages, as somebody walks through them."""
    context = site.context(browser, PHONE)
    context.add_init_script(WATCH_SHIFTS)
    context.add_init_script(path=AXE)
    yield context.new_page()
    context.close()


def violations(page: Page, rules: dict[str, Any]) -> list[str]:
    """What axe finds that is serious: the rule, and the first places."""
    run = "(options) => axe.run(document, options).then((found) => found.violations)"
    found = page.evaluate(run, {"resultTypes": ["violations"], **rules})
    return [
        f"{each['id']}: "
        + "; ".join(str(node["target"]) + node["failureSummary"] for node in each["nodes"][:3])
        for each in found
        if each["impact"] in SERIOUS
    ]


@pytest.mark.parametrize("path", addresses())
def test_a_page_is_calm_narrow_readable_and_our_own(page: Page, site: Site, path: str) -> None:
    check_page(page, site, path)


def test_the_pages_of_a_person_are_too(page: Page, site: Site) -> None:
    for path in person_pages(site.office):
        check_page(page, site, path)


def check_page(page: Page, site: Site, path: str) -> None:
    if not is_page(page.context, path):
        return
    requests: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: complaints.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.emulate_media(color_scheme="light")
    answer = page.goto(path, wait_until="load")
    assert answer is not None
    assert answer.status in (200, 400, 404, 409, 410, 422)
    page.evaluate(SETTLED)
    assert page.evaluate("window.shifted") < MOST_SHIFT
    page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
    assert page.evaluate(SIDEWAYS) == []
    page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    assert violations(page, {}) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, {"runOnly": ["color-contrast"]}) == []
    assert [address for address in requests if not address.startswith(f"{site.address}/")] == []
    assert [line for line in complaints if not re.search(r"status of 4\d\d", line)] == []


HOSTILE = (
    *("<script>alert(1)</script>", "W" * 180, '"><svg onload=alert(1)>', "<img src=x onerror=alert(1)>"),
    *("A" + "\u0301" * 60, "M" * 90 + "<b>", "http://example.org/" + "a" * 150, "i." * 90),
)
NAMING = (
    *("/", "/organizza", "/organizza/finito/referti", "/organizza/finito/classifica"),
    *("/organizza/si-gioca/iscritti", "/organizza/si-gioca/sorteggio", "/organizza/si-gioca/referti/2/2"),
    "/tavolo/si-gioca/2/2/conta",
    *("/tornei/finito", "/tornei/si-gioca/risultati", "/tornei/si-gioca/giocatori/1"),
)
"""A page of each kind on which names stand."""


def test_hostile_names_run_nothing_and_stay_within_the_page(browser: Browser) -> None:
    """Bar S6 in a browser; that no page parses them as markup is proven for all pages and more names."""
    ran: list[str] = []
    wide: dict[str, object] = {}

    def told(dialog: Dialog) -> None:
        ran.append(dialog.message)
        dialog.dismiss()

    with named_site(HOSTILE) as (named, _):
        page = named.context(browser, PHONE).new_page()
        page.on("dialog", told)
        for path in NAMING:
            page.goto(path, wait_until="load")
            for size in (PHONE, WIDE):
                page.set_viewport_size({"width": size[0], "height": size[1]})
                if found := page.evaluate(SIDEWAYS):
                    wide[f"{path} {size}"] = found
        page.context.close()
    assert (ran, wide) == ([], {})


@pytest.mark.parametrize("path", ["/", "/organizza/si-gioca", "/tornei/si-gioca", "/regolamenti"])
def test_the_keyboard_walks_in_reading_order_and_one_sees_where_it_is(page: Page, path: str) -> None:
    page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    page.goto(path)
    before = -1
    for step in range(12):
        page.keyboard.press("Tab")
        place, is_seen = page.evaluate(FOCUSED)
        assert place > before, step
        assert is_seen, step
        before = place


def test_the_tab_one_is_on_is_in_sight_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.goto("/organizza/si-gioca/registro")
    tab = page.locator(".tabs [aria-current]").bounding_box()
    assert tab is not None
    assert 0 <= tab["x"] < tab["x"] + tab["width"] <= PHONE[0]
    assert page.evaluate("scrollY") == 0


def test_axe_would_find_a_button_without_a_name_and_a_text_too_pale(page: Page) -> None:
    page.goto("/regole")
    page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend',"
        " '<button></button><p class=pale>pallido</p>');"
        "document.querySelector('.pale').style.color = '#999'"
    )
    page.emulate_media(color_scheme="light")
    assert [each.partition(":")[0] for each in violations(page, {})] == ["button-name", "color-contrast"]


def test_axe_is_the_published_one() -> None:
    listed = (VENDOR / "README.md").read_text(encoding="utf-8")
    found = [path for path in VENDOR.rglob("*") if path.is_file() and path.parent != VENDOR]
    assert len(found) == 2
    for path in found:
        sum = hashlib.sha256(path.read_bytes()).hexdigest()
        assert f"| `{path.relative_to(VENDOR).as_posix()}` | `{sum}` |" in listed
