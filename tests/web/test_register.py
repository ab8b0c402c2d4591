"""The register in the browser: who sees whom, corrections, merges that can be undone, erasure."""

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser

from kamchatka.app.office import TERMINAL, Office, Role, open_office
from kamchatka.app.register import people
from kamchatka.app.register.accounts import account_register
from kamchatka.app.register.accounts.account_register import grant
from kamchatka.app.tournaments.entries import enter
from kamchatka.app.tournaments.lists import read_lines
from kamchatka.app.tournaments.opening import create, open_tournament
from kamchatka.app.tournaments.texts import texts_of
from kamchatka.ids import PersonId
from kamchatka.web import create_app
from tests.web.browser import visit
from tests.web.desk_pages import words_of
from tests.web.site import served, session_cookies, signed_in

FIRST = "Anna Bianchi, Aosta\nLuca De Santis, Como\nNino C, Bari"
SECOND = "Ana Bianchi, Roma\nNino Costa, Bari\nZoe Àbate"


@pytest.fixture
def office() -> Iterator[Office]:
    with open_office(None) as office:
        for name, listed in (("Primo", FIRST), ("Secondo", SECOND)):
            id = create(office, TERMINAL, name=name, texts=texts_of("open"))
            players = [line.player for line in read_lines(listed) if line.player]
            enter(office, TERMINAL, id, players, only_new=True)
        yield office


@pytest.fixture
def site(office: Office) -> Iterator[str]:
    with served(create_app(office=office)) as site:
        yield site


@pytest.fixture
def browser_of_administrator(office: Office, site: str) -> Iterator[httpx.Client]:
    with signed_in(site, office) as browser:
        yield browser


def ids(office: Office) -> dict[str, PersonId]:
    return {each.person.name: each.id for each in people.register(office)}


def names_of(office: Office) -> list[str]:
    return [each.person.full_name.listed for each in people.register(office)]


def test_the_page_of_events_leads_to_the_register_whoever_may_open_it(
    browser_of_administrator: httpx.Client, site: str
) -> None:
    assert 'href="/anagrafe"' in browser_of_administrator.get("/organizza").text
    assert 'href="/anagrafe"' not in httpx.get(f"{site}/organizza", trust_env=False).text


def test_the_list_goes_by_surname_and_says_club_and_events(browser_of_administrator: httpx.Client) -> None:
    page = browser_of_administrator.get("/anagrafe")
    row = r'class="name-cell"><a[^>]*>(.*?)</a>.*?club-cell soft">(.*?)</td>\s*<td class="num">(\d+)'
    cells = re.findall(row, page.text, re.DOTALL)
    assert [(words_of(name).strip(), club, count) for name, club, count in cells] == [
        ("Àbate Zoe", "", "1"),
        ("Bianchi Ana", "Roma", "1"),
        ("Bianchi Anna", "Aosta", "1"),
        ("C Nino", "Bari", "1"),
        ("Costa Nino", "Bari", "1"),
        ("De Santis Luca", "Como", "1"),
    ]
    for words, count in (("santis luc", 1), ("abate", 1), ("nino bari", 2), ("nessuno", 0)):
        found = browser_of_administrator.get("/anagrafe", params={"cerca": words}).text
        assert found.count("<tr data-find") == count, words


def test_a_merge_is_proposed_made_and_undone(office: Office, browser_of_administrator: httpx.Client) -> None:
    browser, who = browser_of_administrator, ids(office)
    page = words_of(browser.get("/anagrafe").text)
    assert "Forse la stessa persona" in page
    both = [who["Anna Bianchi"], who["Ana Bianchi"]]
    compared = browser.get("/anagrafe/unisci", params={"chi": both})
    assert "Bianchi Anna" in compared.text
    assert compared.text.count('name="resta"') == 2
    done = browser.post(
        "/anagrafe/unisci", data={"chi": both, "resta": who["Anna Bianchi"]}, follow_redirects=True
    )
    assert "Le due voci sono una sola: Anna Bianchi." in words_of(done.text)
    assert "Ana Bianchi" not in ids(office)
    assert open_tournament(office, "secondo").names[who["Ana Bianchi"]] == "Anna Bianchi"
    done = browser.post(f"/anagrafe/{who['Ana Bianchi']}/separa", follow_redirects=True)
    assert "Ana Bianchi è di nuovo una voce sua, con i suoi tornei." in words_of(done.text)
    assert ids(office) == who
    page = browser.get("/anagrafe").text
    assert f"chi={who['Anna Bianchi']}&amp;chi=" not in page, "the pair is known to be two people"


def test_two_people_are_not_proposed_again(office: Office, browser_of_administrator: httpx.Client) -> None:
    browser, who = browser_of_administrator, ids(office)
    pairs = re.compile(r'href="/anagrafe/unisci\?chi=([^&]+)&amp;chi=([^"]+)"')

    def proposed() -> list[set[str]]:
        return [set(pair) for pair in pairs.findall(browser.get("/anagrafe").text)]

    anna, nino = {who["Anna Bianchi"], who["Ana Bianchi"]}, {who["Nino C"], who["Nino Costa"]}
    assert proposed() == [anna, nino]
    done = browser.post(
        "/anagrafe/unisci", data={"chi": sorted(anna), "fa": "diverse"}, follow_redirects=True
    )
    assert "sono due persone: non te lo chiedo più." in words_of(done.text)
    assert proposed() == [nino]
    for wrong in ({"chi": sorted(nino)[:1]}, {"chi": [*anna, *nino]}, {"chi": sorted(nino), "resta": "p-1"}):
        refused = browser.post("/anagrafe/unisci", data=wrong)
        assert "Per unire due voci segnane due, né più né meno." in words_of(refused.text)
    assert ids(office) == who


def test_data_are_corrected_and_a_fault_is_told(
    office: Office, browser_of_administrator: httpx.Client
) -> None:
    browser, who = browser_of_administrator, ids(office)["Luca De Santis"]
    page = browser.get(f"/anagrafe/{who}").text
    assert 'value="De Santis"' in page
    assert 'href="/organizza/primo/iscritti?cerca=De%20Santis"' in page
    sent = {"nome": "Luca", "cognome": "De Sanctis", "club": "Lecco"}
    done = browser.post(f"/anagrafe/{who}", data=sent, follow_redirects=True)
    assert "Dati di Luca De Sanctis corretti." in words_of(done.text)
    [entry] = [each.person for each in people.register(office) if each.id == who]
    assert (entry.name, entry.surname, entry.club) == ("Luca De Sanctis", "De Sanctis", "Lecco")
    refused = browser.post(f"/anagrafe/{who}", data={**sent, "nome": "", "cognome": ""})
    assert (refused.status_code, "La voce «nome» non va bene" in refused.text) == (422, True)


def test_erasing_says_what_goes_and_what_stays_and_wants_a_tick(
    office: Office, browser_of_administrator: httpx.Client
) -> None:
    browser, who = browser_of_administrator, ids(office)["Anna Bianchi"]
    page = words_of(browser.get(f"/anagrafe/{who}/cancella").text)
    assert "nome, club, recapiti, data di nascita e consensi" in page
    assert f"risultati e classifiche di 1 torneo, con «Persona {who[-4:].upper()}» al posto del nome" in page
    refused = browser.post(f"/anagrafe/{who}/cancella")
    assert "Niente è stato cancellato" in words_of(refused.text)
    assert who in ids(office).values()
    done = browser.post(f"/anagrafe/{who}/cancella", data={"sicuro": "1"}, follow_redirects=True)
    assert "Dati cancellati." in words_of(done.text)
    assert who not in ids(office).values()
    assert browser.get(f"/anagrafe/{who}").status_code == 404


def test_an_organiser_sees_and_merges_only_people_of_their_events(office: Office, site: str) -> None:
    who = ids(office)
    with signed_in(site, office, Role.ORGANISER) as browser:
        [account] = [each.id for each in account_register.listing(office, TERMINAL)]
        with office.store.database.writing() as connection:
            grant(connection, office.now(), account, "primo", Role.ORGANISER)
        assert [row for row in names_of(office) if row in words_of(browser.get("/anagrafe").text)] == [
            "Bianchi Anna",
            "C Nino",
            "De Santis Luca",
        ]
        assert browser.get(f"/anagrafe/{who['Nino Costa']}").status_code == 404
        both = [who["Nino C"], who["Nino Costa"]]
        refused = browser.post("/anagrafe/unisci", data={"chi": both, "resta": both[0]})
        assert refused.status_code == 422
        assert browser.post(f"/anagrafe/{who['Nino C']}/cancella", data={"sicuro": "1"}).status_code == 403
    assert ids(office) == who


@pytest.mark.xdist_group("browser")
def test_the_list_is_filtered_while_typing(office: Office, site: str, browser: Browser) -> None:
    with visit(browser, site, cookies=session_cookies(office)) as seen:
        page = seen.page
        page.goto("/anagrafe")
        page.keyboard.press("/")
        page.keyboard.type("abate")
        assert page.locator("#persone tbody tr:visible .name-cell").all_inner_texts() == ["Àbate Zoe"]
