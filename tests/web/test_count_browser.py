"""Counting on phones in a hall, by few taps in each way."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from kamchatka.app.office import Office, open_office
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.passes import TablePlace, joining_number, pass_path
from kamchatka.board import load_board
from kamchatka.store.database import Holder
from kamchatka.web import create_app
from kamchatka.web.site.hosts import Site
from tests.tournament.small_event import drawn, table
from tests.web.browser import HALL, PHONE, visit
from tests.web.site import served
from tests.web.test_count import CARDS, dealt, value
from tests.web.test_every_page import AXE
from tests.web.test_table_pass_browser import faults

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture(scope="module")
def laptop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Office, str]]:
    """The laptop of a hall, which phones know by a name."""
    home = tmp_path_factory.mktemp("laptop")
    with open_office(home / "kamchatka.db", Holder("serve")) as office:
        app = create_app(home, office=office, site=Site(names=(HALL,)))
        with served(app) as site:
            yield office, site.replace("127.0.0.1", HALL)


class Thumb:
    """Taps and numbers of one person, counted."""

    def __init__(self, page: Page, office: Office, id: str, seat: int = 1) -> None:
        self.page, self.inputs = page, 0
        place = TablePlace(id, 1, 1)
        page.goto(pass_path(office, place))
        if page.get_by_label("Codice del tavolo").count():
            self.types("input[name=numero]", joining_number(office, place))
        self.tap(".thumb button")
        self.tap(f"[name=chi][value='{seat}']")
        self.tap(".thumb a", "Conta")
        page.wait_for_url("**/conta")

    def tap(self, found: str, text: str = "") -> None:
        """One tap."""
        self.inputs += 1
        self.page.locator(found, has_text=text or None).first.tap()

    def types(self, found: str, words: str) -> None:
        """A number in a box."""
        self.inputs += 1
        self.page.locator(found).fill(words)

    def chooses(self, seat: int, card: str) -> None:
        """A card from the list: one tap opens it, one chooses."""
        self.inputs += 2
        self.page.locator(f"select[name=carta{seat}]").select_option(card)

    def ticks(self, seat: int, lands: list[str]) -> None:
        """The territories of a player."""
        for land in lands:
            self.tap(f".lands[data-of='{seat}'] .land[data-territory={land}]")

    def ticked(self, seat: int, lands: list[str]) -> None:
        """The same without waiting for a finger."""
        lists = f".lands[data-of='{seat}'] .land input"
        self.page.locator(lists).evaluate_all(
            "(all, lands) => all.filter((box) => lands.includes(box.value)).forEach((box) => box.click())",
            lands,
        )

    def closes(self) -> None:
        """The large button; the phone knows who holds it."""
        self.tap(".thumb button.primary")


def points_at(office: Office, id: str) -> list[object]:
    result = table(open_tournament(office, id), 1).result
    assert result is not None
    return [seat.cells["points"] for seat in result.seats]


def refused(page: Page, way: str, lands: list[str]) -> None:
    """Close too early: what comes back is the same count, ticked as it was."""
    page.locator(".thumb button.primary").tap()
    expect(page.locator("#conta[data-draft=told]")).to_have_count(1)
    expect(page.locator("[name=modo]:checked")).to_have_value(way.lower())
    expect(page.locator(".lands[data-of='1'] .land input:checked")).to_have_count(len(lands))
    expect(page.locator("select[name=carta1]")).to_have_value(CARDS[0])


def test_a_table_is_closed_in_few_taps_in_each_way(laptop: tuple[Office, str], browser: Browser) -> None:
    (office, address), held = laptop, dealt()
    points = [value(lands, card) for lands, card in zip(held, CARDS, strict=True)]
    of_cards = [
        [land for land in lands if land in load_board().deck("challenge").objective(card).territories]
        for lands, card in zip(held, CARDS, strict=True)
    ]
    used = {}
    for way in ("Punti", "Obiettivo", "Mappa"):
        id = drawn(office, 4, name=f"Conta {way}", format="raduno")
        with visit(browser, address, PHONE, touch=True) as watched:
            page = watched.page
            page.context.add_init_script(path=AXE)
            thumb = Thumb(page, office, id)
            assert not page.evaluate("isSecureContext")
            if way == "Punti":
                for seat, each in enumerate(points, 1):
                    thumb.types(f"#p{seat}", str(each))
            else:
                thumb.tap(".ways label", way)
            for seat in range(1, 5) if way != "Punti" else ():
                if seat > 1:
                    thumb.tap(f".pick label:nth-of-type({seat})")
                thumb.chooses(seat, CARDS[seat - 1])
                if way == "Obiettivo":
                    thumb.ticks(seat, of_cards[seat - 1])
                else:
                    thumb.ticked(seat, held[seat - 1][1:])
                    thumb.tap(f"#planisfero .counter[data-territory={held[seat - 1][0]}]")
                    counter = page.locator(f"#planisfero .counter[data-territory={held[seat - 1][0]}] text")
                    expect(counter).to_have_text("ABCD"[seat - 1])
                if seat == 1:
                    refused(page, way, of_cards[0] if way == "Obiettivo" else held[0])
            expect(page.locator("#posti .sum")).to_have_text([str(each) for each in sorted(points)[::-1]])
            assert way != "Mappa" or faults(page) == []
            thumb.closes()
            expect(page.get_by_role("heading", name="Referto inviato")).to_be_visible()
            expect(page.locator("#coda")).to_have_text("inviato")
            used[way] = thumb.inputs
            # That header works only in secure contexts, and refusals are counted as errors: browsers say so.
            expected = ("Opener-Policy", "status of 422")
            assert [each for each in watched.complaints if not any(word in each for word in expected)] == []
        assert points_at(office, id) == points
    assert used["Punti"] <= 12
    assert used["Obiettivo"] <= 60
