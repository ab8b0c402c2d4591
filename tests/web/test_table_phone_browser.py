"""Two phones follow one table: each sees the other's taps, and nothing on their pages is out of place."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, expect

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office
from kamchatka.app.tables.incidents import incidents_at
from kamchatka.app.tables.keeper import system_timer
from kamchatka.app.tables.tables import execute_at, open_live
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.passes import TablePlace, joining_number, pass_path
from kamchatka.referee.playing import EndTurn, RollToClose
from kamchatka.referee.timing import ExtendClock
from kamchatka.tournament.arranging import SetVenue, StartTables
from tests.web import played
from tests.web.browser import PHONE, visit, wait_until_held
from tests.web.desk_pages import DeskClient, desk_site
from tests.web.test_every_page import AXE
from tests.web.test_table_pass_browser import faults

pytestmark = pytest.mark.xdist_group("browser")
PAD = ".pad[id^=tiro]"


@pytest.fixture(scope="module")
def site() -> Iterator[tuple[Office, DeskClient, str]]:
    with desk_site() as (office, client):
        id = played.entered(office, 8, name="Sala", format="raduno")
        played.go_on(office, id, "record")
        yield office, client, id


def begin(judge: Page, path: str, table: int = 1) -> None:
    """The judge joins, taps the seats from last to first, and begins."""
    judge.goto(path)
    judge.get_by_role("button", name=f"Apri il tavolo {table}").tap()
    judge.wait_for_url("**/tavolo/**")
    assert path not in judge.url
    assert faults(judge) == []
    judge.get_by_role("button", name="Sono il giudice").tap()
    for left in (4, 3, 2):
        expect(judge.locator(".tappable")).to_have_count(left)
        judge.locator(".tappable a").last.tap()
    expect(judge.locator(".tappable")).to_have_count(0)
    assert faults(judge) == []
    judge.get_by_role("button", name="Inizia").tap()


def call(player: Page) -> None:
    """Call the judge while the network is away: the sheet closes, and the call is sent when it is back."""
    player.get_by_role("link", name="Chiama il giudice").tap()
    player.get_by_label("Ferma intanto").check()
    assert faults(player) == []
    player.route("**/fai/call", lambda route: route.abort())
    with player.expect_event("requestfailed"):
        player.get_by_role("button", name="Chiamo io").tap()
    expect(player.locator("#chiama")).to_be_hidden()
    player.unroute("**/fai/call")
    player.evaluate("dispatchEvent(new Event('online'))")


def open_pad_before_the_answer(judge: Page, closes: str) -> None:
    """The stream tells of a tap before its own answer does; the pad, opened meanwhile, stays open."""
    held: list[tuple[Route, APIResponse]] = []
    judge.route("**/fai/end-turn", lambda route: held.append((route, route.fetch())))
    judge.locator(".thumb .primary").tap()
    expect(judge.locator(".closing h2")).to_have_text(closes)
    judge.locator(".thumb .primary").tap()
    expect(judge.locator(PAD)).to_be_visible()
    judge.evaluate(
        "document.addEventListener('kamchatka:fresh', () => { document.body.dataset.placed = 'yes'; })"
    )
    wait_until_held(judge, held)
    [(route, answer)] = held
    route.fulfill(response=answer)
    expect(judge.locator("body")).to_have_attribute("data-placed", "yes")
    judge.unroute("**/fai/end-turn")
    expect(judge.locator(PAD)).to_be_visible()


def roll_elsewhere(judge: Page, office: Office, id: str) -> None:
    """Another phone records the roll: the pad closes, and does not ask for that of the next player."""
    expect(judge.locator(PAD)).to_be_visible()
    rolled = RollToClose(total=9, person=open_live(office, id, 1).table.in_turn)
    execute_at(office, TERMINAL, id, 1, EndTurn(now=system_timer()), rolled)
    expect(judge.locator(PAD)).to_be_hidden()
    expect(judge).not_to_have_url(re.compile("#tiro"))  # nor does it open again if that roll is undone


def test_a_judge_and_a_player_follow_a_table_to_its_closing_roll(
    site: tuple[Office, DeskClient, str], browser: Browser
) -> None:
    office, client, id = site
    place = TablePlace(id, 1, 1)
    with (
        visit(browser, client.site, PHONE, touch=True) as first,
        visit(browser, client.site, PHONE, touch=True) as second,
    ):
        judge, player = first.page, second.page
        for page in (judge, player):
            page.context.add_init_script(path=AXE)
        begin(judge, pass_path(office, place))
        button = judge.locator(".thumb .primary")
        expect(button).to_contain_text("Fine turno di")
        names = [open_live(office, id, 1).desk.names[who] for who in open_live(office, id, 1).table.seats]
        expect(button).to_have_text(f"Fine turno di {names[0]}")

        player.goto(pass_path(office, place))
        player.get_by_label("Codice del tavolo").fill(joining_number(office, place))
        player.get_by_role("button", name="Entra").tap()
        with player.expect_response("**/vivo?*"):
            player.locator("[name=chi][value='2']").tap()
        turn = player.locator("[aria-current=step]")
        expect(turn).to_contain_text(names[0])
        assert faults(player) == []
        judge.locator("#altro summary").tap()
        button.tap()
        expect(turn).to_contain_text(names[1])

        # A call stops the clock, on both phones.
        call(player)
        expect(judge.locator(".notice")).to_contain_text("chiama il giudice")
        expect(judge.locator(".clock")).to_contain_text("Il tempo è fermo.")
        judge.get_by_role("button", name="Risolta").tap()
        expect(player.locator(".notice")).to_have_count(0)

        # Time runs out while the page is open: its button changes by itself.
        execute_at(office, TERMINAL, id, 1, ExtendClock(-3600), ExtendClock(3600 + 2 - 105 * 60))
        expect(button).to_have_text("Penultimo giro")
        assert faults(judge) == []
        button.tap()
        expect(button).to_have_text(f"Fine turno di {names[1]}")
        execute_at(office, TERMINAL, id, 1, *[EndTurn(now=system_timer())] * 5)
        expect(button).to_have_text(f"Fine turno di {names[2]}")
        open_pad_before_the_answer(judge, f"{names[3]} chiude con 4")
        assert faults(judge) == []
        judge.get_by_role("button", name="9", exact=True).tap()
        expect(turn).to_contain_text(names[0])
        expect(judge.locator(".undo small")).to_have_text(f"il 9 di {names[3]}")
        judge.get_by_role("button", name="Annulla").tap()
        expect(turn).to_contain_text(names[3])
        button.tap()
        roll_elsewhere(judge, office, id)
        expect(button).to_have_text(f"Fine turno di {names[0]}")
        button.tap()
        judge.get_by_role("button", name="4 chiude").tap()
        expect(button).to_have_text("Conta")
        expect(player.locator(".thumb .primary")).to_have_text("Conta")
        assert first.complaints == [each for each in second.complaints if "ERR_FAILED" not in each] == []


def test_what_is_typed_survives_refusals_answers_and_the_taps_of_others(
    site: tuple[Office, DeskClient, str], browser: Browser
) -> None:
    office, client, id = site
    with visit(browser, client.site, PHONE, touch=True) as seen:
        judge = seen.page
        judge.context.add_init_script(path=AXE)
        begin(judge, pass_path(office, TablePlace(id, 1, 2)), table=2)
        more, notice, waiting = judge.locator("#altro"), judge.locator("#avviso"), judge.locator("#coda")
        expect(judge.locator(".thumb .primary")).to_contain_text("Fine turno di")
        more.locator("summary").tap()
        lap, reason = (more.locator(f"form[action$=set-turn] [name={each}]") for each in ("giro", "motivo"))
        lap.fill("x")
        reason.fill("Un giro non segnato")
        judge.get_by_role("button", name="Correggi il turno").tap()
        expect(notice).to_have_text("«x» non è un numero intero.")
        expect(waiting).to_be_hidden()
        # Elsewhere the table goes on: the time is current, the rest waits.
        execute_at(office, TERMINAL, id, 2, ExtendClock(60 * 60))
        expect(judge.locator(".clock time")).to_have_text(re.compile("^16[45]:"))
        expect(judge.locator("#novita")).to_be_visible()
        judge.route("**/fai/end-turn", lambda route: route.abort())
        with judge.expect_event("requestfailed"):
            judge.locator(".thumb .primary").tap()
        expect(waiting).to_have_text("in coda 1")
        judge.unroute("**/fai/end-turn")
        judge.evaluate("dispatchEvent(new Event('online'))")
        expect(waiting).to_have_text("inviato")
        assert (lap.input_value(), reason.input_value()) == ("x", "Un giro non segnato")
        expect(notice).to_be_empty()
        assert len(open_live(office, id, 2).table.turns) == 1
        # A ruling waits for the network like every tap.
        judge.get_by_role("link", name="Incidente").tap()
        judge.get_by_role("link", name="Dadi urtati dopo essere stati letti").tap()
        # With its scripts: before them the browser itself would send the form.
        judge.wait_for_url("**/casi/*")
        judge.route("**/casi/*", lambda route: route.abort())
        with judge.expect_event("requestfailed"):
            judge.get_by_role("button", name="Passa al giudice ufficiale").tap()
        expect(judge.locator("#coda")).to_have_text("in coda 1")
        judge.unroute("**/casi/*")
        judge.evaluate("dispatchEvent(new Event('online'))")
        judge.wait_for_url("**/tavolo/*/1/2")
        with office.reading() as reading:
            found = incidents_at(reading, open_live(office, id, 2))
            assert [each.event.case for each in found] == ["knocked-dice"]


def test_a_phone_remembers_who_asked_for_their_seat(
    site: tuple[Office, DeskClient, str], browser: Browser
) -> None:
    office, client, id = site
    desk = open_tournament(office, id)
    who = desk.tournament.rounds[0].tables[2].seated.seats[1]
    with visit(browser, client.site, PHONE, touch=True) as watched:
        page = watched.page
        page.goto(f"/tornei/{id}/tavoli")
        page.locator("[data-seat-search] input").type(desk.names[who])
        card = page.locator(".seat-card")
        expect(card).to_contain_text("Turno 1, tavolo 2, posto B")
        page.goto(f"/tornei/{id}/tavoli")
        expect(card).to_contain_text("Turno 1, tavolo 2, posto B")
        asked = [each for each in watched.requests if "numero=" in each]
        execute(office, TERMINAL, id, StartTables((2,)))
        expect(page.locator("#t2")).to_contain_text("Si gioca")
        expect(card).to_contain_text("Turno 1, tavolo 2, posto B")
        assert [each for each in watched.requests if "numero=" in each] == asked
        execute(office, TERMINAL, id, SetVenue(2, "Sala B"))
        expect(card).to_contain_text("Sala B")
        card.get_by_role("button", name="Non sei tu?").tap()
        page.goto(f"/tornei/{id}/tavoli")
        page.wait_for_load_state("load")
        expect(card).to_have_count(0)
        assert watched.complaints == []
