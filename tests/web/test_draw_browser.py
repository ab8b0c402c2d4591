"""The draw in a real browser: one click, two taps, a drag, the keyboard, and out to everybody."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.store.database import Holder
from kamchatka.tournament.entries import CallRoll
from kamchatka.tournament.state import Tournament
from kamchatka.web import create_app
from tests.tournament.played import invented, opened
from tests.web.browser import PHONE, visit
from tests.web.site import served, session_cookies

pytestmark = pytest.mark.xdist_group("browser")


@dataclass(frozen=True)
class Served:
    """An event and the site that serves it."""

    office: Office
    site: str
    id: str

    @property
    def tournament(self) -> Tournament:
        return open_tournament(self.office, self.id).tournament

    def seats(self) -> dict[int, list[int]]:
        """Who sits where, by entry numbers."""
        now = self.tournament
        assert now.round is not None
        return {
            number: [now.entrants[who].number for who in table.seated.seats]
            for number, table in now.round.tables.items()
        }

    def table_of(self, who: int) -> int:
        return next(number for number, people in self.seats().items() if who in people)

    def of_size(self, size: int) -> list[int]:
        """The tables at which so many sit."""
        return [number for number, people in self.seats().items() if len(people) == size]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Served]:
    """Seventeen people who answered the roll call: three tables of four and one of five."""
    with (
        open_office(tmp_path / "kamchatka.db", Holder("serve")) as office,
        served(create_app(tmp_path, office=office)) as site,
    ):
        id = opened(office, invented(17), "tre-partite", "Serata")
        everybody = tuple(open_tournament(office, id).tournament.entrants)
        execute(office, TERMINAL, id, CallRoll(present=everybody))
        yield Served(office, site, id)


def seat(who: int) -> str:
    return f'button.seat[data-who="{who}"]'


def test_draw_swap_by_two_taps_drag_move_and_publish(evening: Served, browser: Browser) -> None:
    cookies = session_cookies(evening.office)
    with visit(browser, evening.site, cookies=cookies) as visited:
        page = visited.page
        page.goto(f"/organizza/{evening.id}/sorteggio")
        page.fill("#seme", "gru-4471")
        page.get_by_role("button", name="Sorteggia il turno 1").click()
        expect(page.get_by_text("Bozza: la vede solo chi organizza")).to_be_visible()
        page.wait_for_load_state("load")
        _swap_by_taps(page, evening)
        _swap_back_by_drag(page, evening)
        _move_by_keys_and_taps(page, evening)
        _refused_above_the_page(page, evening)
        _publish(page, evening)
        assert [each for each in visited.complaints if "403" not in each] == [], "only what was refused"
        assert all(address.startswith(evening.site) for address in visited.requests)
    with visit(browser, evening.site, PHONE, touch=True, cookies=cookies) as phone:
        phone.page.goto(f"/organizza/{evening.id}/sorteggio")
        _tap_on_a_phone(phone.page, evening)
        assert phone.complaints == []


def _swap_by_taps(page: Page, evening: Served) -> None:
    """Two taps, a reason, Scambia: the page stays where it is, says so, and keeps the focus."""
    here, there = evening.of_size(4)[:2]
    one, two = evening.seats()[here][0], evening.seats()[there][1]
    page.click(seat(one))
    expect(page.locator(f"{seat(two)} .delta")).not_to_be_empty()
    page.click(seat(two))
    dock = page.locator("#scambio")
    expect(dock.locator("output")).to_contain_text("⇄")
    dock.locator("[name=motivo]").fill("tavolo vicino all'ingresso")
    dock.get_by_role("button", name="Scambia").click()
    expect(page.locator(".dock-says")).to_contain_text("tavoli cambiati a mano")
    assert (evening.table_of(one), evening.table_of(two)) == (there, here)
    assert page.evaluate("document.activeElement.dataset.who") == str(one)
    page.click("#ricevuta > summary")
    expect(page.locator("#ricevuta")).to_contain_text("«tavolo vicino all'ingresso»")


def _swap_back_by_drag(page: Page, evening: Served) -> None:
    """A drag from one seat onto another asks the same question; Enter answers it."""
    moved = evening.tournament.round.moved if evening.tournament.round else frozenset()
    one, two = sorted(evening.tournament.entrants[who].number for who in moved)
    here, there = evening.table_of(one), evening.table_of(two)
    page.drag_and_drop(seat(one), seat(two))
    dock = page.locator("#scambio")
    expect(dock.locator("[name=altro]")).to_have_value(str(two))
    dock.locator("[name=motivo]").fill("di nuovo com'era")
    page.keyboard.press("Enter")
    expect(dock).to_be_hidden()
    assert (evening.table_of(one), evening.table_of(two)) == (there, here)


def _move_by_keys_and_taps(page: Page, evening: Served) -> None:
    """Whoever sits at the table of five may go to one of four; Escape lets go."""
    [large], small = evening.of_size(5), evening.of_size(4)[0]
    who = evening.seats()[large][2]
    page.focus(seat(who))
    page.keyboard.press("Enter")
    here = page.locator(f'[data-move="{small}"]')
    expect(here).to_be_visible()
    page.keyboard.press("Escape")
    expect(here).to_be_hidden()
    page.click(seat(who))
    here.click()
    page.locator("#spostamento [name=motivo]").fill("posto più tranquillo")
    page.locator("#spostamento").get_by_role("button", name="Sposta").click()
    one, other = sorted((large, small))
    expect(page.locator(".dock-says")).to_contain_text(f"tavoli cambiati a mano: {one}, {other}.")
    assert evening.table_of(who) == small


def _refused_above_the_page(page: Page, evening: Served) -> None:
    """What cannot be done is said above; the form keeps what was chosen."""
    one = str(evening.seats()[1][0])
    form = page.locator('.by-hand form[action$="/move"]')
    page.click(".by-hand > summary")
    form.locator("[name=chi]").select_option(one)
    form.locator("[name=tavolo]").select_option("nuovo")
    form.locator("[name=motivo]").fill("prova")
    form.get_by_role("button", name="Sposta").click()
    expect(page.locator("#avviso")).to_contain_text("sarebbero in")
    expect(form.locator("[name=motivo]")).to_have_value("prova")


def _publish(page: Page, evening: Served) -> None:
    """A swap that was chosen and not made is never dropped without a word."""
    one, two = (people[0] for people in list(evening.seats().values())[:2])
    page.click(seat(one))
    expect(page.locator(f"{seat(two)} .delta")).not_to_be_empty()
    page.click(seat(two))
    page.get_by_role("button", name="Conferma e pubblica").click()
    expect(page.get_by_text("C'è uno scambio scelto e non fatto")).to_be_visible()
    expect(page.locator("#scambio").get_by_role("button", name="Scambia")).to_be_focused()
    assert not evening.tournament.public_rounds
    page.locator("#scambio").get_by_role("button", name="Lascia").click()
    page.get_by_role("button", name="Conferma e pubblica").click()
    page.wait_for_url(f"**/organizza/{evening.id}")
    expect(page.get_by_text("Turno 1: tavoli pubblicati.").first).to_be_visible()
    assert len(evening.tournament.public_rounds) == 1


def _tap_on_a_phone(page: Page, evening: Served) -> None:
    """The dock shows the swap or what comes next, never both."""
    one, two = (people[0] for people in list(evening.seats().values())[:2])
    page.tap(seat(one))
    expect(page.locator(f"{seat(two)} .delta")).not_to_be_empty()
    page.tap(seat(two))
    expect(page.locator("#scambio").get_by_role("button", name="Scambia")).to_be_visible()
    expect(page.get_by_role("button", name="Si comincia")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#scambio").get_by_role("button", name="Lascia").tap()
    expect(page.get_by_role("button", name="Si comincia")).to_be_visible()
