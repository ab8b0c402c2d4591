"""How many clicks an event costs: an evening of nine to the proclamation, a hall of 42 to its first tables.

The page itself counts the presses of the mouse. Everything else is typed, and only where a click or the Tab
key has put the cursor.
"""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from kamchatka.app.office import Office, open_office
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.store.database import Holder
from kamchatka.tournament.progress import winners
from kamchatka.web import create_app
from tests.tournament.played import invented
from tests.web.browser import visit
from tests.web.site import served, session_cookies

pytestmark = pytest.mark.xdist_group("browser")

COUNT = """
addEventListener("pointerdown", (event) => {
  if (event.isTrusted) sessionStorage.presses = Number(sessionStorage.presses ?? 0) + 1;
}, true);
"""
OPEN = "Turno 1: tavoli pubblicati."
ABSENT = 2


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    with open_office(tmp_path / "kamchatka.db", Holder("serve")) as office:
        yield office


@pytest.fixture
def page(office: Office, tmp_path: Path, browser: Browser) -> Iterator[Page]:
    """The first page, for an administrator without events."""
    cookies = session_cookies(office)
    with served(create_app(tmp_path, office=office)) as site, visit(browser, site, cookies=cookies) as seen:
        seen.page.add_init_script(COUNT)
        seen.page.goto("/")
        yield seen.page


def clicks(page: Page) -> int:
    """Presses so far."""
    return int(page.evaluate("sessionStorage.presses ?? 0"))


def press(page: Page, name: str) -> None:
    """Click the button or link of this name in the page itself."""
    main = page.get_by_role("main")
    named = re.compile(f"^{name}")
    main.get_by_role("button", name=named).or_(main.get_by_role("link", name=named)).first.click()


def write(page: Page, field: Locator, words: str) -> None:
    """Click a field and type over what stands in it."""
    field.click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(words)


def make_event(page: Page, players: int, *answers: str, judge: str = "") -> None:
    """Answer the questions of a new event, and create it as it is proposed."""
    press(page, "Nuovo torneo")
    write(page, page.get_by_label("Quante persone?"), str(players))
    for answer in answers:
        page.locator(".option-card").filter(has_text=answer).click()
    write(page, page.get_by_label("Nome del torneo"), "Prova")
    if judge:
        write(page, page.get_by_label("Giudice ufficiale"), judge)
    page.wait_for_load_state("networkidle")  # the proposal for what was answered last
    press(page, "Crea il torneo")
    expect(page.locator("#adesso-titolo")).to_have_text("Iscrivi i giocatori")


def enter_all(page: Page, players: int) -> None:
    """Paste the list of names, as it came by chat."""
    names = [f"{each.person.name} ({each.person.club})" for each in invented(players)]
    press(page, "Iscrivi")
    write(page, page.get_by_label("Una persona per riga"), "\n".join(names))
    press(page, "Leggi l'elenco")
    press(page, f"Iscrivi {players}")
    expect(page.locator(".people-list tbody tr")).to_have_count(players)


def call_roll(page: Page, players: int, absent: int = 0) -> None:
    """Everybody is there, but for a few who are tapped away."""
    press(page, "Vai all'appello")
    press(page, "Tutti presenti")
    expect(page.locator("#conto output")).to_have_text(str(players))
    for count in range(1, absent + 1):
        page.locator(".roll .who[aria-pressed=true]").nth(3 * count).click()
        expect(page.locator("#conto output")).to_have_text(str(players - count))


def play_round(page: Page, luck: random.Random) -> None:
    """Publish the tables that are drawn, begin, type the points of all from box to box, and close."""
    press(page, "Conferma e pubblica")
    press(page, "Via!")
    press(page, "Scrivi i referti")
    boxes = page.locator("#referti input.points")
    expect(page.locator("#referti .risiko input").first).to_have_attribute("tabindex", "-1")  # the keys work
    boxes.first.click()
    for points in luck.sample(range(5, 45), boxes.count()):
        page.keyboard.type(str(points))
        page.keyboard.press("Tab")
    expect(page.locator("#referti .sheet:not(.done)")).to_have_count(0)
    press(page, "Chiudi il turno")
    expect(page.locator("#adesso-titolo")).to_be_visible()


def test_an_evening_of_nine_takes_at_most_28_clicks_to_the_proclamation(page: Page, office: Office) -> None:
    luck = random.Random(9)
    make_event(page, 9, "Una serata", "Fra amici")
    enter_all(page, 9)
    call_roll(page, 9)
    press(page, "Sorteggia il turno 1")
    play_round(page, luck)
    press(page, "Sorteggia")
    play_round(page, luck)
    press(page, "Proclama")
    desk = open_tournament(office, "prova")
    [winner] = winners(desk.tournament, desk.names)
    expect(page.locator("h1")).to_have_text(f"Vince {winner}")
    assert len(desk.tournament.rounds) == 2
    assert clicks(page) <= 28


def test_a_hall_of_42_takes_at_most_30_clicks_to_its_first_tables(page: Page, office: Office) -> None:
    """With a judge, signatures, and two who do not come."""
    make_event(page, 42, "Una giornata", "Per il club", judge="Ugo Bassi")
    enter_all(page, 42)
    page.get_by_label("Tutti quelli mostrati").click()
    press(page, "Ha firmato")
    expect(page.locator("[data-is~=unsigned]")).to_have_count(0)
    call_roll(page, 42, ABSENT)
    press(page, "Sorteggia il turno 1")
    press(page, "Conferma e pubblica")
    expect(page.get_by_text(OPEN).first).to_be_visible()
    [played] = open_tournament(office, "prova").tournament.rounds
    assert sum(len(table.seated.seats) for table in played.tables.values()) == 42 - ABSENT
    assert clicks(page) <= 30


def test_a_list_opened_while_the_proposal_changes_stays_open(page: Page) -> None:
    press(page, "Nuovo torneo")
    headline = page.locator("#proposta-titolo")
    before = headline.inner_text()
    page.get_by_label("Quante persone?").fill("8")
    page.locator(".chosen summary").first.click()  # before the page has asked for its new proposal
    expect(headline).not_to_have_text(before)
    card = page.locator(".choice-card").filter(has_text=re.compile("^Torneo Open"))
    expect(card.first).to_be_visible()


def test_presses_are_counted_and_keys_are_not(page: Page) -> None:
    press(page, "Nuovo torneo")
    write(page, page.get_by_label("Quante persone?"), "9")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert clicks(page) == 2
