"""The first minutes in a real browser: the set-up link, an invitation by its code, a judge's phone."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.app.register.accounts import links
from kamchatka.app.tournaments.opening import create
from kamchatka.app.tournaments.texts import texts_of
from kamchatka.web import create_app
from tests.plugins.databases import TESTS
from tests.web.browser import PHONE, visit
from tests.web.site import served

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    with open_office(tmp_path / "kamchatka.db", TESTS) as opened:
        yield opened


@pytest.mark.parametrize("scripts", [True, False])
def test_from_the_link_in_the_terminal_to_a_judge_on_a_phone(
    browser: Browser, office: Office, tmp_path: Path, scripts: bool
) -> None:
    id = create(office, TERMINAL, name="Raduno dei Portici", texts=texts_of("open"))
    setup = links.make_setup_link(office)
    with (
        served(create_app(tmp_path, office=office)) as site,
        visit(browser, site, scripts=scripts) as desk,
        visit(browser, site, PHONE, scripts=scripts, touch=True) as phone,
    ):
        page = desk.page
        page.goto(f"/organizza/{id}/accessi")
        assert page.url == f"{site}/entra?torna=/organizza/{id}/accessi"
        page.goto(f"/avvio/{setup}")
        page.get_by_role("button", name="Entra e comincia").click()
        page.wait_for_url("**/organizza")
        expect(page.locator(".notice[data-tone=good]")).to_contain_text("Ci sei")
        page.goto("/account")
        page.get_by_label("Nome e cognome").fill("Anna Bianchi")
        page.get_by_role("button", name="Salva", exact=True).click()
        expect(page.locator("h1")).to_have_text("Anna Bianchi")
        expect(page.locator(".top-end a").first).to_have_text("Anna Bianchi")

        page.goto(f"/organizza/{id}/accessi")
        page.get_by_label("Nome e cognome di chi inviti").fill("Marta Rossi")
        page.get_by_role("radio", name=re.compile("Giudice ufficiale")).check()
        page.get_by_role("button", name="Crea il link").click()
        expect(page.locator(".made .qr path")).to_have_count(1)
        link = page.get_by_label("Indirizzo da mandare").input_value()
        expect(page.get_by_role("button", name="Copia")).to_be_visible(visible=scripts)
        assert page.locator(".who").last.locator("b").all_text_contents() == ["Marta Rossi"]

        other = phone.page
        other.goto(link)
        expect(other.get_by_label("Nome e cognome")).to_have_value("Marta Rossi")
        other.get_by_role("button", name="Entra", exact=True).tap()
        other.wait_for_url(f"**/organizza/{id}")
        other.goto("/account")
        expect(other.get_by_role("link", name="Raduno dei Portici")).to_be_visible()
        assert other.evaluate("document.documentElement.scrollWidth") == PHONE[0]
        other.get_by_role("button", name="Esci").tap()
        other.wait_for_url(f"{site}/")
        other.goto(link)
        expect(other.locator("h1")).to_have_text("Questo link non vale più")

        page.goto(f"/organizza/{id}/accessi")
        page.locator(".who li", has_text="Marta Rossi").get_by_role("button", name="Togli").click()
        expect(page.locator(".notice[data-tone=good]")).to_have_text("Ruolo tolto.")
        expect(page.locator(".who li", has_text="Marta Rossi")).to_have_count(0)
        expected = "the server responded with a status of 410"
        assert [line for line in [*desk.complaints, *phone.complaints] if expected not in line] == []
        assert [url for url in [*desk.requests, *phone.requests] if not url.startswith(f"{site}/")] == []


def test_a_wrong_password_keeps_the_name_and_says_what_to_do(
    browser: Browser, office: Office, tmp_path: Path
) -> None:
    with served(create_app(tmp_path, office=office)) as site, visit(browser, site, PHONE) as watched:
        page = watched.page
        page.goto("/entra")
        page.get_by_label("Nome per entrare").fill("anna")
        page.get_by_label("Password").fill("sbagliata")
        page.keyboard.press("Enter")
        expect(page.locator("#avviso")).to_contain_text("Nome o password non vanno bene insieme.")
        expect(page.get_by_label("Nome per entrare")).to_have_value("anna")
        assert page.url == f"{site}/entra"
