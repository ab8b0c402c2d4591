"""Two phones at a table: one opens the paper's QR, counts and sends; the other sees the same and confirms."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.passes import TablePlace, pass_path
from kamchatka.tournament.arranging import SetVenue
from tests.tournament.small_event import drawn, table
from tests.web.browser import PHONE, visit
from tests.web.desk_pages import DeskClient, desk_site
from tests.web.test_every_page import AXE, SETTLED, violations

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture(scope="module")
def place() -> Iterator[tuple[Office, DeskClient]]:
    with desk_site() as found:
        yield found


def faults(page: Page) -> list[str]:
    """What sticks out at the side, or is serious by axe, once the page has its style."""
    page.wait_for_load_state("load")
    page.evaluate(SETTLED)
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return [*violations(page, {}), *(["sticks out"] if wide else [])]


def to_count(page: Page, holder: str) -> None:
    """Say who holds the phone, and go to the count."""
    page.wait_for_url("**/tavolo/**")
    page.locator(f"[name=chi][value='{holder}']").tap()
    page.locator("a[href$='/conta']:visible").first.tap()
    page.wait_for_url("**/conta")


def test_one_phone_sends_and_another_confirms(place: tuple[Office, DeskClient], browser: Browser) -> None:
    office, client = place
    id = drawn(office, 8, name="Telefoni", format="raduno")
    path = pass_path(office, TablePlace(id, 1, 1))
    names = [
        open_tournament(office, id).names[who] for who in table(open_tournament(office, id), 1).seated.seats
    ]
    with (
        visit(browser, client.site, PHONE, touch=True) as first,
        visit(browser, client.site, PHONE, touch=True) as second,
    ):
        one, two = first.page, second.page
        for page in (one, two):
            page.context.add_init_script(path=AXE)
        one.goto(path)
        assert faults(one) == []
        one.get_by_role("button", name="Apri il tavolo 1").tap()
        one.wait_for_url("**/tavolo/**")
        to_count(one, "1")
        for seat, points in enumerate(("69", "42", "36"), 1):
            one.get_by_label(f"{names[seat - 1]}: punti tavolo").fill(points)
        placing = one.locator("#posti")
        expect(placing).to_contain_text(f"Mancano ancora i punti di {names[3]}.")
        one.get_by_label(f"{names[3]}: punti tavolo").fill("53")
        expect(placing.locator(".sum")).to_have_text(["69", "53", "42", "36"])
        # A RisiKo! by a tap changes who is first; another tap takes it back.
        risiko = one.locator("label.toggle", has_text="RisiKo!").nth(1)
        risiko.tap()
        expect(placing.locator("b").first).to_have_text(names[1])
        risiko.tap()
        expect(placing.locator("b").first).to_have_text(names[0])
        assert faults(one) == []
        one.get_by_role("button", name="Chiudi tavolo").last.tap()
        expect(one.get_by_role("heading", name="Referto inviato")).to_be_visible()
        number = one.locator(".joining-number").inner_text()
        assert faults(one) == []
        result = table(open_tournament(office, id), 1).result
        assert result is not None
        assert [dict(seat.cells) for seat in result.seats] == [{"points": each} for each in (69, 42, 36, 53)]

        two.goto(path)
        two.get_by_label("Codice del tavolo").fill("0000" if number != "0000" else "1111")
        two.get_by_role("button", name="Entra").tap()
        expect(two.locator("#avviso")).to_contain_text("Il codice non è quello")
        two.get_by_label("Codice del tavolo").fill(number)
        two.get_by_role("button", name="Entra").tap()
        to_count(two, "3")
        expect(two.get_by_role("heading", name="Questi numeri tornano?")).to_be_visible()
        assert faults(two) == []
        assert names[0] not in two.locator(".who").inner_text()
        two.get_by_role("button", name="Confermo").tap()
        expect(two.get_by_role("heading", name="Referto firmato")).to_be_visible()
        assert faults(two) == []
        assert table(open_tournament(office, id), 1).is_settled
        expect(one.get_by_role("heading", name="Referto firmato")).to_be_visible()
        for watched in (first, second):
            assert [each for each in watched.complaints if "403" not in each] == []
            assert all(each.startswith(client.site) for each in watched.requests)


def test_nothing_typed_on_a_phone_is_lost(place: tuple[Office, DeskClient], browser: Browser) -> None:
    office, client = place
    id = drawn(office, 8, name="Indietro", format="raduno")
    with visit(browser, client.site, PHONE, touch=True) as watched:
        page = watched.page

        def boxes() -> list[str]:
            return [page.locator(f"#p{seat}").input_value() for seat in (1, 2, 3, 4)]

        page.goto(pass_path(office, TablePlace(id, 1, 1)))
        page.get_by_role("button", name="Apri il tavolo 1").tap()
        to_count(page, "g")
        for seat, points in enumerate(("45", "45", "36", "12,5"), 1):
            page.locator(f"#p{seat}").fill(points)
        page.locator("label.toggle", has_text="eliminato").nth(2).tap()
        page.locator("#p3").fill("")
        expect(page.locator("#posti .sum")).to_have_count(4)
        # What happens at other tables is no news for this one.
        for room in ("Sala C", "Sala D"):
            with page.expect_response("**/conta"):
                execute(office, TERMINAL, id, SetVenue(2, room))
        expect(page.locator("#novita")).to_be_hidden()
        page.get_by_role("button", name="Chiudi tavolo").last.tap()
        expect(page.locator(".who .fault")).to_have_text("Scegli chi sei fra chi siede al tavolo.")
        assert boxes() == ["45", "45", "", "12,5"]
        assert page.locator("#fuori3").is_checked()
        # Elsewhere the event goes on; what came back as typed stays, also when the page is made new.
        execute(office, TERMINAL, id, SetVenue(2, "Sala B"))
        expect(page.locator("#novita")).to_be_visible()
        assert boxes() == ["45", "45", "", "12,5"]
        page.locator("#novita").tap()
        expect(page.locator("#conta")).to_have_attribute("data-draft", "new")
        assert boxes() == ["45", "45", "", "12,5"]
        assert page.locator("#fuori3").is_checked()
        page.goto("/regole")
        page.go_back()
        expect(page.locator("#p4")).to_have_value("12,5")
        page.locator("#p4").fill("30")
        # Until the places have followed, the names below them may move.
        expect(page.locator("#posti .sum", has_text="30")).to_have_count(1)
        page.locator(".who label").nth(1).tap()
        expect(page.locator(".who input").nth(1)).to_be_checked()
        here = page.url
        page.goto("/regole")
        page.goto(here)
        assert boxes() == ["45", "45", "", "30"]
        assert page.locator(".who input").nth(1).is_checked()
        expect(page.locator("#posti .sum")).to_have_count(4)
        page.get_by_role("button", name="Chiudi tavolo").last.tap()
        expect(page.get_by_role("heading", name="Referto inviato")).to_be_visible()
        # What was sent is no draft any more.
        page.get_by_role("link", name="Correggi i miei numeri").tap()
        assert boxes() == ["", "", "", ""]
        assert page.locator(".who input").nth(1).is_checked()


def test_a_count_refused_after_its_page_was_left_stays_in_the_queue_with_the_reason(
    place: tuple[Office, DeskClient], browser: Browser
) -> None:
    office, client = place
    id = drawn(office, 8, name="Dopo", format="raduno")
    with visit(browser, client.site, PHONE, touch=True) as watched:
        page = watched.page
        page.goto(pass_path(office, TablePlace(id, 1, 1)))
        page.get_by_role("button", name="Apri il tavolo 1").tap()
        to_count(page, "1")
        page.locator("#p1").fill("45")
        context = page.context
        context.set_offline(True)
        page.get_by_role("button", name="Chiudi tavolo").last.tap()
        expect(page.locator("#coda")).to_have_text("in coda 1")
        page.close()
        context.set_offline(False)
        page = context.new_page()
        page.goto(f"/tavolo/{id}/1/1")
        expect(page.locator("#coda-elenco .fault")).to_contain_text(
            "Non accettata: Scrivi i punti tavolo, oppure segna che è uscito dal gioco."
        )
        expect(page.locator("#coda")).to_have_text("in coda 1")
        page.get_by_role("link", name="Conta").tap()
        expect(page.locator("#p1")).to_have_value("45")


def test_without_scripts_a_phone_sends_all_the_same(
    place: tuple[Office, DeskClient], browser: Browser
) -> None:
    office, client = place
    id = drawn(office, 8, name="Antico", format="raduno")
    with visit(browser, client.site, PHONE, scripts=False, touch=True) as watched:
        page = watched.page
        page.goto(pass_path(office, TablePlace(id, 1, 2)))
        page.get_by_role("button", name="Apri il tavolo 2").tap()
        to_count(page, "g")
        for seat, points in enumerate(("69", "42", "36", ""), 1):
            page.locator(f"#p{seat}").fill(points)
        page.locator(".who label").nth(1).tap()
        page.get_by_role("button", name="Chiudi tavolo").last.tap()
        expect(page.locator("#p4-errore")).to_contain_text("Scrivi i punti tavolo")
        assert page.locator("#p1").input_value() == "69"
        page.locator("#p4").fill("53")
        page.get_by_role("button", name="Chiudi tavolo").last.tap()
        expect(page.get_by_role("heading", name="Referto inviato")).to_be_visible()
