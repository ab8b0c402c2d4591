"""An organiser's day in a browser: clicks and keys alone, always where the first page's one button leads."""

import random
import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

NAMES = (
    *("Anna Bianchi", "Bruno Costa", "Carla Donati", "Dario Esposito", "Elena Ferri", "Fabio Gallo"),
    *("Gina Leone", "Ivo Marchi", "Lara Neri", "Mario Orsi", "Nadia Pace", "Oscar Riva"),
    *("Paola Sala", "Rita Testa", "Sara Ughi", "Tito Valli"),
)
CLUBS = ("Aosta", "Bergamo", "Cesena", "Dolo")
MOST_STEPS = 40


@dataclass
class OrganiserDay:
    """Somebody who has never seen a terminal."""

    page: Page
    luck: random.Random = field(default_factory=lambda: random.Random(16))
    steps: list[str] = field(default_factory=list)
    """What the one button said, in order."""

    @property
    def path(self) -> str:
        """The address without its site."""
        return urlsplit(self.page.url).path

    def button(self, name: str) -> None:
        """Press a button."""
        self.page.get_by_role("button", name=name, exact=True).first.click()

    def come_in(self, address: str) -> None:
        """Open the link that the terminal printed, and press its button."""
        self.page.goto(address)
        self.page.get_by_role("main").get_by_role("button").first.click()
        expect(self.page).to_have_url(re.compile("/organizza$"))

    # --- what the one button leads to ---

    def go_on(self, until: str, players: int = 16) -> None:
        """Do what the event's first page says, until it says this."""
        for _ in range(MOST_STEPS):
            self.page.locator(".event-name").click()
            said = self.page.locator("#adesso-titolo").inner_text()
            self.steps.append(said)
            if until in said:
                return
            self.page.locator("#adesso a.button.primary").click()
            self.page.wait_for_load_state()
            what = self.path.rsplit("/", 1)[-1]
            getattr(self, f"do_{what}")(players)
        raise AssertionError(f"the event does not end: {self.steps}")

    def do_giudici(self, players: int) -> None:
        """Name the judge."""
        self.page.get_by_label("Nome e cognome").fill("Ugo Bassi")
        self.button("Nomina")
        expect(self.page.get_by_text("Ugo Bassi arbitra.")).to_be_visible()

    def do_iscritti(self, players: int) -> None:
        """Paste a list of names with their clubs; let everybody sign."""
        lines = [f"{NAMES[at]}, {CLUBS[at % len(CLUBS)]}" for at in range(players)]
        self.page.get_by_role("heading", name="Incolla un elenco").click()
        self.page.get_by_label("Una persona per riga").fill("\n".join(lines))
        self.button("Iscrivi tutti")
        expect(self.page.locator(".people-list tbody tr")).to_have_count(players)
        self.page.get_by_label("Tutti quelli mostrati").check()
        self.button("Ha firmato")
        expect(self.page.locator("[data-is~=unsigned]")).to_have_count(0)

    def do_appello(self, players: int) -> None:
        """Two by a tap, one by keys, the others by one button."""
        rows = self.page.locator(".roll .who[aria-pressed=false]")
        for _ in range(2):
            name = rows.first.locator(".name").inner_text()
            rows.first.click()
            expect(self.page.locator(".roll .who[aria-pressed=true]").filter(has_text=name)).to_be_visible()
        self.page.keyboard.press("/")
        self.page.keyboard.type("tito")
        self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#conto output")).to_have_text("3")
        self.button("Tutti presenti")

    def do_sorteggio(self, players: int) -> None:
        """Draw, in the first round swap two by two taps, publish."""
        before = self.page.locator(".draw-now a.button.primary")
        if before.count():  # something must be done first
            before.click()
            self.do_giudici(players)
            return
        draw = self.page.get_by_role("button", name=re.compile("^Sorteggia"))
        if draw.count():
            draw.click()
        self.page.locator("#sorteggio").wait_for()
        if "turno 1" in self.page.locator("h1").inner_text():
            self.swap()
        self.button("Conferma e pubblica")
        expect(self.page.get_by_text("Tavoli pubblicati: ora")).to_be_visible()

    def swap(self) -> None:
        """Two people change places by two taps, with a reason."""
        seats = self.page.locator("#tavoli button.seat")
        one, other = seats.first, self.page.locator("#tavoli section").nth(1).locator("button.seat").first
        name = other.get_attribute("data-name")
        one.click()
        expect(self.page.locator("#scambio .swap-words")).to_contain_text("tocca chi prende il suo posto")
        other.click()
        self.page.locator("#motivo-scambio").fill("Vicino all'ingresso")
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#tavoli section").first.locator(f'[data-name="{name}"]')).to_be_visible()

    def do_referti(self, players: int) -> None:
        """Type every sheet by keys, then close the round."""
        tables = self.page.locator("#referti .sheet")
        for at in range(tables.count()):
            boxes = tables.nth(at).locator("input.points")
            if not boxes.count():
                continue
            boxes.first.focus()
            for points in self.luck.sample(range(5, 80), boxes.count()):
                self.page.keyboard.type(str(points))
                self.page.keyboard.press("Tab")
            expect(tables.nth(at)).to_have_class(re.compile(r"\bdone\b"))
        self.button("Chiudi il turno")
        self.page.wait_for_url(lambda url: not url.endswith("/chiudi"))
