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
    players: int = 16
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

    def make_event(self, name: str, format: str, judge: str = "Ugo Bassi") -> None:
        """Three answers and a name; regulation and formula stay those of the format."""
        self.page.get_by_role("main").get_by_role("link", name="Nuovo torneo").first.click()
        self.page.get_by_label("Quante persone?").fill(str(self.players))
        proposal = self.page.locator("#proposta-titolo")
        expect(proposal).to_be_visible()
        if format not in proposal.inner_text():
            self.page.locator(".chosen summary").first.click()
            self.page.locator(".choice-card").filter(has_text=re.compile(rf"^{format}")).first.click()
        expect(proposal).to_have_text(re.compile(rf"^{format}:"))
        self.page.get_by_label("Nome del torneo").fill(name)
        self.page.get_by_label("Giudice ufficiale").fill(judge)
        self.page.wait_for_load_state("networkidle")  # the proposal for what was answered last
        self.button("Crea il torneo")
        expect(self.page.locator(".event-name")).to_have_text(name)

    def go_to_board(self) -> None:
        """To the event's first page, by its name above every page."""
        with self.page.expect_navigation():
            self.page.locator(".event-name").click()
        expect(self.page.locator(".tabs [aria-current=page]")).to_have_text("Bacheca")

    def copy_to(self, stick: str) -> None:
        """Choose a stick for the copies, from the panel of the event's first page."""
        self.page.get_by_role("link", name="Scegli dove copiare").click()
        self.page.locator(".choices li").filter(has_text=stick).get_by_role("button").click()
        expect(self.page.get_by_text("in uso")).to_be_visible()

    # --- what the one button leads to ---

    def go_on(self, until: str) -> None:
        """Do what the event's first page says, until it says this."""
        for _ in range(MOST_STEPS):
            self.go_to_board()
            said = self.page.locator("#adesso-titolo").inner_text()
            self.steps.append(said)
            if until in said:
                return
            with self.page.expect_navigation():
                self.page.locator("#adesso .button.primary").click()
            _, _, _, *what = self.path.split("/")
            if what:  # otherwise the button itself did it
                getattr(self, f"do_{what[0]}")()
        raise AssertionError(f"the event does not end: {self.steps}")

    def do_iscritti(self) -> None:
        """Paste a list of names with their clubs; let everybody sign."""
        lines = [f"{NAMES[at]}, {CLUBS[at % len(CLUBS)]}" for at in range(self.players)]
        self.page.get_by_label("Una persona per riga").fill("\n".join(lines))
        self.button("Leggi l'elenco")
        self.button(f"Iscrivi {self.players}")
        expect(self.page.locator(".people-list tbody tr")).to_have_count(self.players)
        self.page.get_by_label("Tutti quelli mostrati").check()
        self.button("Ha firmato")
        expect(self.page.locator("[data-is~=unsigned]")).to_have_count(0)

    def do_appello(self) -> None:
        """Two by a tap, one by keys, the others by one button."""
        rows = self.page.locator(".roll .who[aria-pressed=false]")
        for _ in range(2):
            name = rows.first.locator(".name").inner_text()
            rows.first.click()
            expect(self.page.locator(".roll .who[aria-pressed=true]").filter(has_text=name)).to_be_visible()
        self.page.keyboard.press("/")
        self.page.keyboard.type(NAMES[self.players - 1].split()[0].lower())
        self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#conto output")).to_have_text("3")
        self.button("Tutti presenti")
        expect(self.page.locator("#conto output")).to_have_text(str(self.players))

    def do_sorteggio(self) -> None:
        """The tables are drawn: in the first round swap two by two taps, publish."""
        self.page.locator("#sorteggio").wait_for()
        if "turno 1" in self.page.locator("h1").inner_text():
            self.swap()
        self.button("Conferma e pubblica")
        expect(self.page.get_by_text("tavoli pubblicati.").first).to_be_visible()

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

    def do_referti(self) -> None:
        """Type every sheet by keys, then close the round."""
        tables = self.page.locator("#referti .sheet")
        for at in range(tables.count()):
            boxes = tables.nth(at).locator("input.points")
            if not boxes.count():
                continue
            # The script has come: Tab walks the points alone.
            expect(tables.nth(at).locator(".risiko input").first).to_have_attribute("tabindex", "-1")
            boxes.first.focus()
            for points in self.luck.sample(range(5, 80), boxes.count()):
                self.page.keyboard.type(str(points))
                self.page.keyboard.press("Tab")
            expect(tables.nth(at)).to_have_class(re.compile(r"\bdone\b"))
        self.button("Chiudi il turno")
        expect(
            self.page.get_by_text(re.compile("^Chiuso il turno|^Turno [0-9]+ chiuso")).first
        ).to_be_visible()

    def do_taglio(self) -> None:
        """Let those play on whom the standings name."""
        self.button("Conferma il taglio")
        expect(self.page.get_by_role("button", name=re.compile("^Sorteggia"))).to_be_visible()

    def do_proclama(self) -> None:
        """The final standings are public."""
        expect(self.page.get_by_text("Classifica finale pubblicata").first).to_be_visible()
