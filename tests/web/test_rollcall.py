"""The roll call: taps and plain forms, counts, proposals after the draw, and keys in a real browser."""

import re

import pytest
from playwright.sync_api import Browser

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL
from kamchatka.tournament.draws import DrawRound
from kamchatka.tournament.entries import CallRoll, SignAcceptance
from tests.web.browser import visit
from tests.web.people_event import Event


def ids_in(fragment: str) -> list[str]:
    """The ids of the parts of an answer that stand for parts of the page."""
    return re.findall(r'<(?:li|p|progress|b|section|div) [^>]*?id="([a-z0-9-]+)"', fragment)


def test_a_tap_answers_with_the_row_and_the_counts_alone(event: Event) -> None:
    number = event.number("Anna Bianchi")
    answer = event.tap(f"/appello/{number}", fa="presente")
    assert answer.status_code == 200
    parts = [f"n{number}", "conto", "barra", "conta-all", "conta-missing", "conta-unsigned"]
    assert ids_in(answer.text) == [*parts, "conta-owing", "conta-late", "adesso", "proposte"]
    assert f'id="n{number}-c" name="fa" value="assente" aria-pressed="true"' in answer.text
    assert "<output>1</output><small> di 12 presenti</small>" in answer.text
    assert '<b id="conta-missing" hx-swap-oob="true">11</b>' in answer.text
    assert event.entrant("Anna Bianchi").is_present is True
    assert [each.person for each in event.tournament.entrants.values() if each.is_present] == [
        event.entrant("Anna Bianchi").person
    ]
    again = event.tap(f"/appello/{number}", fa="assente")
    assert 'value="presente" aria-pressed="false"' in again.text
    assert event.entrant("Anna Bianchi").is_present is False


def test_without_scripts_a_tap_leads_back_to_the_row(event: Event) -> None:
    number = event.number("Bruno Neri")
    sent = event.browser.post(f"{event.home}/appello/{number}", data={"fa": "presente"})
    assert (sent.status_code, sent.headers["location"]) == (303, f"{event.home}/appello#n{number}")
    assert event.entrant("Bruno Neri").is_present is True


def test_chips_note_signature_fee_and_time(event: Event) -> None:
    number = event.number("Carla Rossi")
    assert '10 €<span class="unseen">: Segna pagata la quota di Carla Rossi</span>' in event.get("/appello")
    signed = event.tap(f"/appello/{number}", fa="firma").text
    assert 'value="firma"' not in signed
    assert "firmato" in signed
    assert event.entrant("Carla Rossi").signed_at
    assert 'value="quota"' not in event.tap(f"/appello/{number}", fa="quota").text
    assert event.entrant("Carla Rossi").paid == 1000
    assert "verso le 9:50" in event.tap(f"/appello/{number}", fa="atteso", ora="9:50").text
    assert event.entrant("Carla Rossi").expected_at == "9:50"
    refused = event.tap(f"/appello/{number}", fa="quota")
    assert (refused.status_code, refused.headers["hx-retarget"]) == (409, "#avviso")
    assert "Carla Rossi ha già pagato la quota (10 €)." in refused.text
    assert event.tap(f"/appello/{number}", fa="atteso", ora="").status_code == 422
    assert event.tap("/appello/99", fa="presente").status_code == 404
    assert event.tap(f"/appello/{number}", fa="vola").status_code == 400


def test_a_row_opens_for_a_time_and_closes_again(event: Event) -> None:
    number = event.number("Dario Verdi")
    row = event.browser.get(f"{event.home}/appello/{number}", headers={"hx-request": "true"}).text
    assert 'name="ora"' in row
    closed = event.browser.get(
        f"{event.home}/appello/{number}", params={"chiusa": 1}, headers={"hx-request": "true"}
    )
    assert 'name="ora"' not in closed.text
    assert event.get("/appello", riga=str(number)).count('name="ora"') == 1


def test_filters_and_search_count_and_hide_without_scripts(event: Event) -> None:
    event.send(f"/appello/{event.number('Anna Bianchi')}", fa="presente")
    page = event.get("/appello", mostra="missing", cerca="como")
    shown = [row for row in re.findall(r'<li id="n\d+"[^>]*>', page) if " hidden" not in row]
    assert len(shown) == 4
    assert "Tutti <b" in page
    assert '<b id="conta-missing">11</b>' in page


def test_everybody_present_leaves_those_marked_absent(event: Event) -> None:
    event.send(f"/appello/{event.number('Ugo Serra')}", fa="assente")
    page = event.send("/appello", fa="tutti")
    assert "Segnati presenti tutti quelli che non avevano risposto: 11." in page.text
    assert event.entrant("Ugo Serra").is_present is False
    assert "11</output><small> di 12 presenti" in page.text


def test_what_would_be_drawn_counts_signatures(event: Event) -> None:
    everybody = tuple(event.tournament.entrants)
    execute(event.office, TERMINAL, event.id, SignAcceptance(everybody[:8], "2026-01-01"))
    execute(event.office, TERMINAL, event.id, CallRoll(present=everybody[:10]))
    page = event.get("/appello")
    said = re.findall(r"<li><b>(\d+)</b><span>(.*?)</span></li>", page)
    assert [count for count, _ in said] == ["8", "10", "12"]
    assert said[0][1] == "<b>si possono sedere ora:</b> 2 tavoli da quattro"
    assert "2 presenti senza firma non si siedono" in page
    assert "Ivo Longo, Lia Marino" in page


def drawn(event: Event) -> None:
    """Eight sit; four are missing."""
    everybody = tuple(event.tournament.entrants)
    signed = SignAcceptance(everybody, "2026-01-01")
    execute(event.office, TERMINAL, event.id, signed, CallRoll(everybody[:8], everybody[8:]))
    execute(event.office, TERMINAL, event.id, DrawRound("gru-4471"))


def test_a_latecomer_gets_a_proposal_and_a_seat(event: Event) -> None:
    drawn(event)
    number = event.number("Nino Leone")
    answer = event.tap(f"/appello/{number}", fa="presente").text
    [said] = re.findall(r"Nino Leone può sedersi al tavolo (\d), che diventa a cinque", answer)
    offered = re.findall(r'<option value="(\d)">Tavolo \1, diventa da cinque: (.*?)</option>', answer)
    assert [table for table, _ in offered] == [said, "2" if said == "1" else "1"]
    said = offered[1][0]
    page = event.send(f"/appello/{number}/proposta", tavolo=said)
    assert f"Fatto: Nino Leone ha un posto al tavolo {said}." in page.text
    current = event.tournament.open_round
    assert current is not None
    table = current.table_of(event.entrant("Nino Leone").person)
    assert table is not None
    assert (table.number, len(table.seated.seats)) == (int(said), 5)
    assert "può sedersi" not in event.get("/appello")


def test_a_no_show_is_covered_as_proposed(event: Event) -> None:
    drawn(event)
    number = event.number("Nino Leone")
    event.send(f"/appello/{number}", fa="presente")
    event.send(f"/appello/{number}/proposta")
    leaver = event.number("Nino Leone")
    answer = event.tap(f"/appello/{leaver}", fa="assente").text
    assert "Nino Leone non c&#39;è: il tavolo" in answer
    assert event.tap(f"/appello/{leaver}/proposta").status_code == 200
    current = event.tournament.open_round
    assert current is not None
    assert sorted(len(table.seated.seats) for table in current.tables.values()) == [4, 4]


def test_somebody_without_an_entry_is_entered_present_once_it_is_clear_who(event: Event) -> None:
    asked = event.tap("/appello/nuovo", nome="Nino Leoni", club="Como")
    assert (asked.status_code, asked.headers["hx-retarget"]) == (409, "#simili")
    assert "<b>Nino Leone</b> (Como), iscrizione n. 12" in asked.text
    assert len(event.tournament.entrants) == 12
    same = event.entrant("Nino Leone").person
    page = event.send("/appello/nuovo", nome="Nino Leoni", club="Como", chi=same)
    assert "Nino Leone: presente." in page.text
    assert len(event.tournament.entrants) == 12
    page = event.send("/appello/nuovo", nome="Nino Leoni", club="Como", altro="1")
    assert "Nino Leoni: iscrizione fatta, presente." in page.text
    assert event.entrant("Nino Leoni").is_present is True
    plain = event.send("/appello/nuovo", nome="Zeno Zanella", club="Como")
    assert "Zeno Zanella: iscrizione fatta, presente." in plain.text
    without = event.send("/appello/nuovo", nome="Anna Biànchi", club="Aosta")
    assert without.status_code == 409
    assert 'value="Anna Biànchi"' in without.text
    assert "È un&#39;altra persona" in without.text


@pytest.mark.xdist_group("browser")
def test_keys_search_walk_and_mark_and_duplicates_appear_while_typing(event: Event, browser: Browser) -> None:
    with visit(browser, event.site, cookies=event.cookies()) as seen:
        page = seen.page
        page.goto(f"{event.home}/appello")
        page.keyboard.press("/")
        page.keyboard.type("rossi")
        assert page.locator(".roll > li:visible").count() == 1
        page.keyboard.press("Enter")
        page.locator("#conto output", has_text="1").wait_for()
        assert event.entrant("Carla Rossi").is_present is True
        page.keyboard.press("Escape")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        assert page.locator(":focus .name").inner_text() == "Conti Mara"
        page.keyboard.press("Enter")
        page.locator("#conto output", has_text="2").wait_for()
        assert page.locator(":focus .name").inner_text() == "Conti Mara"
        page.keyboard.press("f")
        page.locator(".flag", has_text="firmato").wait_for()
        page.keyboard.press("q")
        page.locator(".flag", has_text="pagato").wait_for()
        assert page.locator(":focus .name").inner_text() == "Conti Mara"
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("r")
        page.locator(".row-more input:focus").fill("09:50")
        page.get_by_role("button", name="Arriva a quest'ora").click()
        page.get_by_text("verso le 09:50").wait_for()
        assert page.locator(":focus .name").inner_text() == "Gallo Elena"
        assert event.entrant("Elena Gallo").expected_at == "09:50"
        mara = event.entrant("Mara Conti")
        assert (mara.is_present, bool(mara.signed_at), mara.paid) == (True, True, 1000)
        page.get_by_role("button", name="In ritardo").click()
        assert page.locator(".roll > li:visible").count() == 1

        page.locator('input[name="nome"]').press_sequentially("Nino Leoni")
        page.get_by_text("Somiglia a:").wait_for()
        page.get_by_role("button", name="È la stessa persona").click()
        page.get_by_text("Nino Leone: presente.").wait_for()
        assert event.entrant("Nino Leone").is_present is True
        assert seen.complaints == []
