"""An event of two hundred: on no page is a name cut, wide or on a phone, and no page jumps."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from kamchatka.app.office import Office
from kamchatka.app.tournaments.lists import ListedPlayer
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.store.people import Person
from tests.tournament.played import invented, opened, played, rounds_closed
from tests.web.all_pages import Site, full_site
from tests.web.browser import PHONE
from tests.web.test_every_page import MOST_SHIFT, SETTLED, SIDEWAYS, WATCH_SHIFTS

pytestmark = pytest.mark.xdist_group("browser")

WIDE = (1280, 900)
LONG = ("Maria Antonietta Della Rovere Malaspina", "Giovanbattista Buonaccorsi", "Massimiliano Franceschini")
PAGES = (
    *("", "/iscritti", "/iscritti/1", "/appello", "/sorteggio", "/referti", "/referti/2/2", "/classifica"),
    *("/penalita", "/stampa"),
)
PUBLIC = ("", "/tavoli", "/risultati", "/dove-siedo", "/giocatori/1")
CUT = """
() => [...document.querySelectorAll("body *")].filter((one) => {
  const style = getComputedStyle(one), hides = ["hidden", "clip"].includes(style.overflowX);
  if (!hides || style.clipPath !== "none" || one.matches(".unseen *, .unseen, .roll small")) return false;
  return one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1;
}).map((one) => one.tagName + "." + one.className + ": " + one.textContent.trim().slice(0, 60)).slice(0, 5)
"""
"""Elements that show only a part of their words; at the roll call the club makes room for the name."""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    def make(office: Office) -> str:
        people = invented(200 - len(LONG))
        people += [ListedPlayer(Person(name=name, club="RisiKo! Club Castelfranco Veneto")) for name in LONG]
        id = opened(office, people, "raduno", "Raduno")
        played(office, id, rounds_closed(1))
        played(office, id, lambda desk: len(desk.tournament.rounds) == 2)
        return id

    with full_site(make) as site:
        yield site


def test_no_name_is_cut_and_no_page_jumps(site: Site, browser: Browser) -> None:
    assert len(open_tournament(site.office, "raduno").tournament.entrants) == 200
    context = site.context(browser, PHONE)
    context.add_init_script(WATCH_SHIFTS)
    page = context.new_page()
    wrong: dict[str, object] = {}
    paths = [f"/organizza/raduno{path}" for path in PAGES] + [f"/tornei/raduno{path}" for path in PUBLIC]
    for path in (*paths, "/anagrafe"):
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        page.goto(path, wait_until="load")
        page.evaluate(SETTLED)
        if (shift := page.evaluate("window.shifted")) >= MOST_SHIFT:
            wrong[f"{path} jumps"] = shift
        for size in (PHONE, WIDE):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            if found := [*page.evaluate(CUT), *page.evaluate(SIDEWAYS)]:
                wrong[f"{path} {size[0]}"] = found
    context.close()
    assert wrong == {}


def test_a_cut_name_would_be_found(site: Site, browser: Browser) -> None:
    context = site.context(browser, PHONE)
    page = context.new_page()
    page.goto("/regole")
    page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend', '<p class=short>Anna Bianchi</p>');"
        "Object.assign(document.querySelector('.short').style,"
        " {width: '3rem', overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis'})"
    )
    assert page.evaluate(CUT) == ["P.short: Anna Bianchi"]
    context.close()
