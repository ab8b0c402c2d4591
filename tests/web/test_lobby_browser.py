"""From the lobby to the verified dice in a real browser: a table is opened, joined, started, played out."""

import re
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from kamchatka.app.games.online.live import Pace
from kamchatka.web import create_app
from tests.web.browser import PHONE, WIDE, visit
from tests.web.site import served
from tests.web.test_every_page import AXE, SIDEWAYS, violations

pytestmark = pytest.mark.xdist_group("browser")

PLAYED_OUT = """() => new Promise((over) => {
  const stream = new EventSource(`${location.pathname}/vivo`);
  stream.addEventListener("table", (event) => {
    const { table, view, version } = JSON.parse(event.data);
    if (table.state === "over") return over();
    const choice = view.choices.find(({ action }) => action === "passa") ?? view.choices[0];
    const move = { id: `prova-${version}-0`, version, actions: [choice?.action], until: null };
    if (choice) fetch(`${location.pathname}/mosse`, { method: "POST", body: JSON.stringify(move) });
  });
})"""
"""Plays the game to its end, passing as soon as that is legal."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(create_app(tmp_path_factory.mktemp("home"), pace=Pace(action=0, turn=0))) as site:
        yield site


class People:
    """Windows of several people, each with its own cookies."""

    def __init__(self, browser: Browser, site: str, stack: ExitStack) -> None:
        self._browser, self._site, self._stack = browser, site, stack

    def page(self, size: tuple[int, int] = WIDE, *, scripts: bool = True) -> Page:
        """Somebody's window, on the lobby."""
        page = self._stack.enter_context(visit(self._browser, self._site, size, scripts=scripts)).page
        page.goto("/gioca")
        return page


@pytest.fixture
def people(browser: Browser, club: str) -> Iterator[People]:
    with ExitStack() as stack:
        yield People(browser, club, stack)


def opened(page: Page, name: str, *, everybody: bool = False) -> str:
    """The address of a table with two people and two bots; the rest is as the form proposes."""
    page.get_by_label("Come ti chiami?").fill(name)
    page.get_by_label("Posto 3").select_option("soldato")
    if everybody:
        page.get_by_label("Tutti", exact=True).check(force=True)
    page.get_by_role("button", name="Apri il tavolo").click()
    expect(page.locator("h1")).to_have_text(f"Tavolo di {name}")
    return page.url


def seated(page: Page, address: str, name: str) -> None:
    page.goto(address)
    page.get_by_label("Come ti chiami?").fill(name)
    page.get_by_role("button", name="Siediti al tavolo").click()


def ready(page: Page, word: str) -> None:
    page.get_by_label("La tua parola").fill(word)
    page.get_by_role("button", name="Ci sono").click()


def test_a_table_is_opened_joined_from_the_list_and_started(people: People, club: str) -> None:
    anna, bruno = people.page(), people.page(PHONE)
    address = opened(anna, "Anna", everybody=True)
    chairs = anna.locator("[data-part=posti] li")
    expect(chairs).to_have_text([re.compile("Anna"), "libero", re.compile("Soldato"), re.compile("Sergente")])
    bruno.reload()
    bruno.get_by_role("link", name=re.compile("Siediti.*Tavolo di Anna")).click()
    expect(bruno).to_have_url(address)
    expect(bruno.locator(".eyebrow").first).to_have_text("Anna ti invita")
    seated(bruno, address, "Bruno")
    # The page of who waits changes by itself, and does not touch what is being typed.
    anna.get_by_label("La tua parola").fill("gran")
    ready(bruno, "portici 21")
    expect(chairs.nth(1)).to_have_text(re.compile("Bruno.*c’è", re.DOTALL))
    expect(anna.get_by_label("La tua parola")).to_have_value("gran")
    expect(bruno.locator("[data-part=tocca]")).to_contain_text("Si aspetta: Anna.")
    ready(anna, "granchio")
    anna.get_by_role("button", name="Cominciamo").click()
    expect(bruno.locator("#sala")).to_have_count(0)
    bruno.goto("/gioca/mie")
    expect(bruno.locator(".g-games h3")).to_have_text("Tavolo di Anna")


def test_a_random_word_is_offered_and_the_promise_is_remembered(people: People) -> None:
    page = people.page()
    opened(page, "Carla")
    page.get_by_role("button", name="A caso").click()
    word = page.get_by_label("La tua parola").input_value()
    assert re.fullmatch(r"([a-z]{2}){5} \d{3}", word)
    page.get_by_role("button", name="Ci sono").click()
    expect(page.locator("[data-part=tocca] h2")).to_have_text("Ci sei")
    room = page.locator("#sala")
    table, commitment = room.get_attribute("data-table"), room.get_attribute("data-commitment")
    kept = page.evaluate("table => JSON.parse(localStorage.getItem(`dadi ${table}`))", table)
    assert (kept["commitment"], kept["word"]) == (commitment, word)
    assert commitment
    assert commitment in page.locator(".v-print").inner_text().replace(" ", "").replace("\n", "")


def test_a_game_against_bots_ends_with_dice_that_this_device_verifies(people: People) -> None:
    page = people.page()
    page.get_by_label("Come ti chiami?").fill("Dario")
    for number in (2, 3):
        page.get_by_label(f"Posto {number}").select_option("soldato")
    page.locator("details summary").last.click()
    page.get_by_label("Oppure dopo tanti giri").fill("1")
    page.get_by_role("button", name="Apri il tavolo").click()
    expect(page.locator("h1")).to_have_text("Tavolo di Dario")
    address = page.url
    ready(page, "nonna Pina")
    page.get_by_role("button", name="Cominciamo").click()
    page.wait_for_load_state()
    page.evaluate(PLAYED_OUT)
    page.goto(address)
    expect(page.locator(".g-final tr")).to_have_count(4)
    expect(page.locator(".g-final .g-me th")).to_contain_text("Dario")
    page.get_by_role("link", name="Verifica i dadi").click()
    expect(page.locator("#verdetto h2")).to_have_text(re.compile(r"Tutto torna: (\d+) su \1$"))
    expect(page.locator("#visto")).to_be_visible()
    expect(page.locator(".v-words")).to_contain_text("è quella che hai scritto tu")
    page.goto("/gioca/mie")
    expect(page.locator("#elenco-over")).to_have_text("Finite da poco")
    page.get_by_role("link", name=re.compile("Rivedi.*Tavolo di Dario")).click()
    page.get_by_role("button", name="Ci sto").click()
    page.get_by_role("link", name="Vai al nuovo tavolo").click()
    expect(page.locator("[data-part=posti] li").first).to_contain_text("Dario")


def test_without_scripts_a_table_is_opened_joined_by_code_and_started(people: People) -> None:
    anna, bruno = people.page(scripts=False), people.page(scripts=False)
    opened(anna, "Elena")
    bruno.get_by_label("Hai un link o un codice?").fill(anna.locator(".g-code").inner_text().lower())
    bruno.get_by_role("button", name="Entra").click()
    seated(bruno, bruno.url, "Fabio")
    ready(bruno, "")
    bruno.get_by_role("link", name="Aggiorna").click()
    ready(anna, "")
    anna.get_by_role("button", name="Cominciamo").click()
    assert anna.request.get(f"{anna.url}/stato").json()["table"]["state"] in ("playing", "stopped")


def test_a_name_that_is_taken_and_a_code_that_is_none_get_one_sentence(people: People) -> None:
    anna, bruno = people.page(), people.page()
    address = opened(anna, "Gaia")
    seated(bruno, address, "gaia")
    expect(bruno.locator("main")).to_contain_text("C'è già gaia a questo tavolo. Scrivi un altro nome.")
    bruno.goto("/gioca")
    bruno.get_by_label("Hai un link o un codice?").fill("ZZZZZZ")
    bruno.get_by_role("button", name="Entra").click()
    expect(bruno.locator("main")).to_contain_text("Questo tavolo non c'è, o non c'è più.")


@pytest.mark.parametrize(
    ("book", "shown", "optional"),
    [("aziendale", 4, []), ("rtu", 5, [5]), ("milano", 6, [5, 6]), ("rtu-2020", 5, [4, 5])],
)
def test_chairs_follow_the_regulation(people: People, book: str, shown: int, optional: list[int]) -> None:
    page = people.page()
    page.get_by_label("Regolamento").select_option(book)
    chairs = page.locator("select[name=posto]:visible")
    expect(chairs).to_have_count(shown - 1)
    free = [at + 2 for at in range(shown - 1) if chairs.nth(at).locator("option[value='-']:enabled").count()]
    assert free == optional


def test_every_state_is_calm_narrow_and_readable(people: People, browser: Browser, club: str) -> None:
    anna = people.page()
    address = opened(anna, "Ivo", everybody=True)
    context: BrowserContext = browser.new_context(base_url=club, locale="it-IT")
    context.add_init_script(path=AXE)
    stranger = context.new_page()
    own = anna.context
    own.add_init_script(path=AXE)
    for page, path in (
        (stranger, "/gioca"),
        (stranger, address),
        (stranger, "/gioca/mie"),
        (stranger, "/gioca/aiuto"),
        (anna, address),
        (anna, "/gioca/mie"),
    ):
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        page.emulate_media(color_scheme="light")
        page.goto(path)
        page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
        assert page.evaluate(SIDEWAYS) == [], path
        page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
        assert violations(page, {}) == [], path
        page.emulate_media(color_scheme="dark")
        assert violations(page, {"runOnly": ["color-contrast"]}) == [], path
    context.close()


def test_a_seat_goes_on_from_another_device_by_its_code(people: People) -> None:
    laptop, phone = people.page(), people.page(PHONE, scripts=False)
    address = opened(laptop, "Lia")
    laptop.goto("/gioca/mie")
    laptop.get_by_role("button", name=re.compile("Continua altrove.*Tavolo di Lia")).click()
    code = laptop.locator(".g-code").inner_text()
    assert laptop.locator(".g-address").inner_text() == f"{address}/altrove"
    phone.goto(f"{address}/altrove")
    phone.get_by_label("Codice del posto").fill(code)
    phone.get_by_role("button", name="Riprendi il posto").click()
    expect(phone.locator("[data-part=posti] li").first).to_contain_text("tu, la tua parola?")
    laptop.goto("/gioca/mie")
    expect(laptop.locator("main")).to_contain_text("Non ti sei ancora seduto")
