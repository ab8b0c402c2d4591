"""Counting on phones in a hall: by taps in each way, and over a network that comes and goes."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from kamchatka.app.office import Office, open_office
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.passes import TablePlace, joining_number, pass_path
from kamchatka.board import load_board
from kamchatka.store.database import Holder
from kamchatka.tournament.events import ResultConfirmed, ResultRecorded
from kamchatka.web import create_app
from kamchatka.web.site.hosts import Site
from tests.tournament.small_event import drawn, table
from tests.web.browser import HALL, PHONE, visit
from tests.web.site import served
from tests.web.test_count import CARDS, dealt, value
from tests.web.test_every_page import AXE
from tests.web.test_table_pass_browser import faults

pytestmark = pytest.mark.xdist_group("browser")


class Laptop:
    """The laptop of a hall, which can be switched off and on; the phones know it by a name."""

    def __init__(self, home: Path) -> None:
        self.home, self.port, self.running = home, _free_port(), ExitStack()
        self.office: Office

    @property
    def address(self) -> str:
        """As the phones type it."""
        return f"http://{HALL}:{self.port}"

    def on(self) -> None:
        """Start the site."""
        self.office = self.running.enter_context(open_office(self.home / "kamchatka.db", Holder("serve")))
        app = create_app(self.home, office=self.office, site=Site(names=(HALL,)))
        self.running.enter_context(served(app, port=self.port))

    def off(self) -> None:
        """Stop it."""
        self.running.close()


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture(scope="module")
def laptop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laptop]:
    found = Laptop(tmp_path_factory.mktemp("laptop"))
    found.on()
    yield found
    found.off()


class Thumb:
    """Taps and numbers of one person, counted."""

    def __init__(self, page: Page, office: Office, id: str) -> None:
        self.page, self.inputs = page, 0
        place = TablePlace(id, 1, 1)
        page.goto(pass_path(office, place))
        if page.get_by_label("Numero del tavolo").count():
            page.get_by_label("Numero del tavolo").fill(joining_number(office, place))
        page.locator(".thumb button").tap()
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

    def closes(self, sender: int = 1) -> None:
        """Who writes, and the large button."""
        self.tap(f".who label:nth-of-type({sender})")
        self.tap(".thumb button.primary")


def points_at(office: Office, id: str) -> list[object]:
    result = table(open_tournament(office, id), 1).result
    assert result is not None
    return [seat.cells["points"] for seat in result.seats]


def test_a_table_is_closed_in_few_taps_in_each_way(laptop: Laptop, browser: Browser) -> None:
    office, held = laptop.office, dealt()
    points = [value(lands, card) for lands, card in zip(held, CARDS, strict=True)]
    of_cards = [
        [land for land in lands if land in load_board().deck("challenge").objective(card).territories]
        for lands, card in zip(held, CARDS, strict=True)
    ]
    used = {}
    for way in ("Punti", "Obiettivo", "Mappa"):
        id = drawn(office, 4, name=f"Conta {way}", format="raduno")
        with visit(browser, laptop.address, PHONE, touch=True) as watched:
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
            expect(page.locator("#posti .sum")).to_have_text([str(each) for each in sorted(points)[::-1]])
            assert way != "Mappa" or faults(page) == []
            thumb.closes()
            expect(page.get_by_role("heading", name="Referto inviato")).to_be_visible()
            expect(page.locator("#coda")).to_have_text("inviato")
            used[way] = thumb.inputs
            # That header works only in secure contexts; browsers say so on plain http.
            assert [each for each in watched.complaints if "Opener-Policy" not in each] == []
        assert points_at(office, id) == points
    assert used["Punti"] <= 12
    assert used["Obiettivo"] <= 60


def test_what_is_sent_without_a_network_arrives_once_and_in_order(laptop: Laptop, browser: Browser) -> None:
    id, held = drawn(laptop.office, 4, name="Rete che va e viene", format="raduno"), dealt()
    with (
        visit(browser, laptop.address, PHONE, touch=True) as first,
        visit(browser, laptop.address, PHONE, touch=True) as second,
    ):
        page = first.page
        thumb, other = Thumb(page, laptop.office, id), Thumb(second.page, laptop.office, id)
        here = page.url
        thumb.tap(".ways label", "Mappa")
        for seat in range(1, 5):
            thumb.tap(f".pick label:nth-of-type({seat})")
            thumb.chooses(seat, CARDS[seat - 1])
            if seat == 3:
                page.context.set_offline(True)  # in the middle of the count
            thumb.ticked(seat, held[seat - 1])
        thumb.closes()
        expect(page.locator("#coda")).to_have_text("in coda 1")
        # Whoever sees a slip corrects it: both go, the correction last.
        thumb.tap(".ways label", "Punti")
        for seat, each in enumerate(("50", "40", "30", "20"), 1):
            thumb.types(f"#p{seat}", each)
        page.wait_for_timeout(800)  # longer than a double tap
        thumb.tap(".thumb button.primary")
        expect(page.locator("#coda")).to_have_text("in coda 2")
        thumb.tap("#coda")
        rows = page.locator("#coda-elenco li")
        expect(rows).to_have_count(2)
        expect(rows.nth(1)).to_contain_text("Chiudi tavolo: ")
        expect(rows.nth(1)).to_contain_text(" 50, ")
        laptop.off()
        page.context.set_offline(False)
        with pytest.raises(Exception, match="ERR_CONNECTION_REFUSED"):
            page.goto(here)  # reloaded while nothing answers
        page.wait_for_url("chrome-error://**")
        laptop.on()
        page.goto(here)
        expect(page.get_by_role("heading", name="Referto inviato")).to_be_visible()
        expect(page.locator("#coda")).to_have_text("inviato")
        assert points_at(laptop.office, id) == [50, 40, 30, 20]

        # The page of the second phone stays open while the site is away, and returns with it.
        two = second.page
        two.goto(here)
        other.tap(".who label", "")
        laptop.off()
        two.get_by_role("button", name="Confermo").tap()
        expect(two.locator("#coda")).to_have_text("in coda 1")
        laptop.on()
        expect(two.get_by_role("heading", name="Referto firmato")).to_be_visible()
        expect(two.locator("#coda")).to_have_text("inviato")
    happened = [each.event for each in open_tournament(laptop.office, id).occurrences]
    recorded = [each for each in happened if isinstance(each, ResultRecorded)]
    by_map = [value(lands, card) for lands, card in zip(held, CARDS, strict=True)]
    assert [[seat.cells["points"] for seat in each.seats] for each in recorded] == [by_map, [50, 40, 30, 20]]
    assert len([each for each in happened if isinstance(each, ResultConfirmed)]) == 1
    assert table(open_tournament(laptop.office, id), 1).is_settled
