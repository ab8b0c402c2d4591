"""What is printed: everybody on every list, the legal line on every sheet, and pages that fit."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from playwright.sync_api import Browser

from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.full_name import full_name
from tests.web import played
from tests.web.browser import visit
from tests.web.laptop import Laptop, laptop
from tests.web.site import session_cookies

PAPERS = ("tavoli", "nomi", "referti", "ricevuta", "appello", "sala")
LEGAL = "Risiko! è un marchio registrato ® Editrice Giochi Srl - Tutti i diritti riservati."


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laptop]:
    """A round of 105 players, drawn."""
    with laptop(tmp_path_factory.mktemp("club")) as there:
        played.entered(there.office, 105)
        played.go_on(there.office, "raduno", "record")
        yield there


def paper(there: Laptop, what: str) -> str:
    answer = there.browser.get(f"/organizza/raduno/stampa/{what}")
    assert answer.status_code == 200
    return unescape(answer.text)


def test_every_paper_carries_the_legal_line_and_the_event(club: Laptop) -> None:
    for what in PAPERS:
        assert LEGAL in paper(club, what)
        assert "Raduno, Bologna" in paper(club, what)
    assert paper(club, "referti").count(LEGAL) == 26  # sheets are cut apart


def by_surname(name: str) -> str:
    found = full_name(name)
    return f"<b>{found.surname}</b> {found.given}"


def test_lists_on_the_wall_are_sorted_by_surname(club: Laptop) -> None:
    for what in ("nomi", "appello"):
        surnames = re.findall(r"[>]<b>([^<\d]+)</b> [^<]+</(?:span|td)>", paper(club, what))
        assert len(surnames) > 90
        assert surnames == sorted(surnames, key=str.casefold)


def test_everybody_stands_on_every_list_once_with_table_and_seat(club: Laptop) -> None:
    desk = open_tournament(club.office, "raduno")
    for what in ("tavoli", "nomi", "referti", "appello"):
        page = paper(club, what)
        is_sorted = what in ("nomi", "appello")
        counts = {
            name: len(re.findall(rf">{by_surname(name) if is_sorted else re.escape(name)}<", page))
            for name in desk.names.values()
            if name != "Ugo Bassi"
        }
        assert set(counts.values()) == {1}, what
    first = desk.tournament.rounds[0].tables[1].seated.seats[2]
    row = re.search(rf"<li><span>{by_surname(desk.names[first])}</span>.*?</li>", paper(club, "nomi"))
    assert row is not None
    assert "<b>1<i>C</i></b>" in row[0]


def test_the_receipt_has_the_seed_and_every_wish(club: Laptop) -> None:
    receipt = open_tournament(club.office, "raduno").tournament.rounds[0].receipt
    page = paper(club, "ricevuta")
    assert f"Numero del sorteggio: {receipt.seed}." in page
    assert page.count("<tr>") - 4 == len(receipt.outcomes)  # the frame has three rows, the list a head


def test_the_poster_leads_to_the_public_page(club: Laptop) -> None:
    page = paper(club, "sala")
    assert f"{club.browser.base_url.netloc.decode()}/tornei/raduno</p>" in page
    assert "<svg" in page


def test_before_the_draw_the_page_says_when_tables_can_be_printed(club: Laptop) -> None:
    id = played.entered(club.office, 4, name="Dopo")
    page = club.browser.get(f"/organizza/{id}/stampa")
    assert "Tavoli, nomi e referti si stampano dopo il sorteggio." in page.text
    assert club.browser.get(f"/organizza/{id}/stampa/tavoli").status_code == 404
    assert club.browser.get("/organizza/raduno/stampa/tavoli?turno=9").status_code == 404
    assert club.browser.get("/organizza/raduno/stampa/altro").status_code == 400


@pytest.mark.xdist_group("browser")
def test_a_hundred_people_fit_the_wall_and_two_sheets_a_page(club: Laptop, browser: Browser) -> None:
    site = str(club.browser.base_url)
    with visit(browser, site, cookies=session_cookies(club.office)) as seen:
        pages = {}
        for what in PAPERS:
            seen.page.goto(f"/organizza/raduno/stampa/{what}")
            assert not seen.page.locator(".bar").is_hidden()
            content = seen.page.pdf(prefer_css_page_size=True)
            pages[what] = len(re.findall(rb"/Type\s*/Page\b", content))
        assert pages == {"tavoli": 1, "nomi": 1, "referti": 13, "ricevuta": 1, "appello": 4, "sala": 1}
        seen.page.emulate_media(media="print")
        assert seen.page.locator(".bar").is_hidden()
        assert (
            seen.page.locator("tfoot").evaluate("each => getComputedStyle(each).display")
            == "table-footer-group"
        )
        assert {address for address in seen.requests if not address.startswith(site)} == set()
        assert seen.complaints == []
