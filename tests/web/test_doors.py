"""The doors over the wire: set-up, invitations, entering, leaving, and what a browser is given to hold."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from kamchatka.app.history import history
from kamchatka.app.office import TERMINAL, Actor, Office, Role, open_office
from kamchatka.app.register.accounts import account_register as register
from kamchatka.app.register.accounts import links, own
from kamchatka.app.register.accounts.account_register import Kind
from kamchatka.app.tournaments.opening import create, stream_of
from kamchatka.app.tournaments.texts import texts_of
from kamchatka.messages import LANGUAGES, Language, text
from kamchatka.store import accounts
from kamchatka.web import create_app
from kamchatka.web.site.hosts import Site
from tests.plugins.databases import TESTS
from tests.web.matrix import OWN, answer_faults
from tests.web.site import asked, served, session_cookies, signed_in

PASSWORD = "la nebbia di marzo"


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    with open_office(tmp_path / "kamchatka.db", TESTS) as opened:
        yield opened


@pytest.fixture
def site(office: Office, tmp_path: Path) -> Iterator[str]:
    with served(create_app(tmp_path, office=office)) as address:
        yield address


@pytest.fixture
def browser(site: str) -> Iterator[httpx.Client]:
    """A browser that nobody has used yet, on this computer."""
    with httpx.Client(base_url=site, headers=OWN, trust_env=False, verify=False) as client:
        yield client


def event(office: Office) -> str:
    return create(office, TERMINAL, name="Raduno dei Portici", texts=texts_of("open"))


def anna(office: Office, kind: Kind = Kind.ORGANISER) -> str:
    with register.writing(office) as connection:
        id = register.make(connection, office.now(), kind, "Anna Bianchi").account
        own.set_password(connection, id, "anna", own.new_hash("anna", PASSWORD))
    return id


def test_the_set_up_link_lets_the_browser_in_once_and_looking_does_not_spend_it(
    office: Office, browser: httpx.Client
) -> None:
    address = f"/avvio/{links.make_setup_link(office)}"
    assert browser.get("/account").headers["location"] == "/entra?torna=/account"
    for _ in range(2):
        page = browser.get(address)
        assert page.status_code == 200
        assert page.headers["cache-control"] == "no-store"
        assert 'name="password"' not in page.text, "no password to invent"
    entered = browser.post(address)
    assert (entered.status_code, entered.headers["location"]) == (303, "/organizza")
    assert answer_faults(entered) == []
    cookie = next(each for each in entered.headers.get_list("set-cookie") if each.startswith("sessione="))
    assert re.fullmatch(r"sessione=[\w-]{43}; HttpOnly; Max-Age=2592000; Path=/; SameSite=lax", cookie), (
        "and no Secure, which a hall's plain http could not send back"
    )
    assert browser.get("/account/tutti").status_code == 200
    with httpx.Client(base_url=str(browser.base_url), headers=OWN, trust_env=False, verify=False) as other:
        assert other.get(address).status_code == 410
        assert other.post(address).status_code == 409
        assert "sessione" not in other.cookies
        assert other.get("/account/tutti").status_code == 303


@pytest.mark.parametrize(
    ("client", "headers"),
    [
        ("192.168.1.20", {"host": "192.168.1.7"}),
        ("192.168.1.20", {"host": "localhost"}),
        ("127.0.0.1", {"host": "127.0.0.1", "x-forwarded-for": "127.0.0.1"}),
        ("127.0.0.1", {"host": "127.0.0.1", "forwarded": "for=127.0.0.1"}),
        ("127.0.0.1", {"host": "raduno.example"}),
    ],
)
def test_from_another_computer_the_set_up_asks_for_a_password(
    office: Office, tmp_path: Path, client: str, headers: dict[str, str]
) -> None:
    app = create_app(tmp_path, office=office, site=Site(names=["raduno.example"]))
    address, headers = f"/avvio/{links.make_setup_link(office)}", {**OWN, **headers}
    where = {"client": client, "server": "192.168.1.7"}
    assert 'name="password"' in asked(app, "GET", address, headers, **where).text
    assert asked(app, "POST", address, headers, form={}, **where).status_code == 422
    assert links.needs_setup(office)
    chosen = {"nome": "anna", "password": PASSWORD}
    assert asked(app, "POST", address, headers, form=chosen, **where).status_code == 303
    assert not links.needs_setup(office)


@pytest.mark.parametrize("scheme", ["https", "http"], ids=["said by the server in front", "not said"])
def test_under_https_the_cookie_is_bound_to_the_host(office: Office, tmp_path: Path, scheme: str) -> None:
    anna(office)
    app = create_app(tmp_path, office=office, site=Site(public="https://raduno.example"))
    headers = {"host": "raduno.example", "origin": "https://raduno.example"}
    form = {"nome": "anna", "password": PASSWORD, "torna": "/organizza"}
    answer = asked(app, "POST", "/entra", headers, form=form, scheme=scheme)
    [cookie, mark] = answer.headers.get_list("set-cookie")
    assert cookie.startswith("__Host-sessione=")
    assert cookie.endswith("; HttpOnly; Max-Age=2592000; Path=/; SameSite=lax; Secure")
    assert mark.startswith("__Host-dispositivo-u-")
    assert mark.endswith("; HttpOnly; Max-Age=34560000; Path=/; SameSite=lax; Secure")
    token = cookie.split("=", 1)[1].split(";")[0]
    for name, status in (("__Host-sessione", 200), ("sessione", 303)):
        sent = {**headers, "cookie": f"{name}={token}"}
        assert asked(app, "GET", "/account", sent, scheme=scheme).status_code == status


@pytest.mark.parametrize("lang", LANGUAGES)
def test_entering_leads_on_and_leaving_ends_it(office: Office, browser: httpx.Client, lang: Language) -> None:
    anna(office)
    browser.headers["accept-language"] = lang
    page = browser.get("/entra?torna=/organizza")
    assert text("accounts.enter.first", lang) in page.text, "no administrator has a password yet"
    form = {"nome": "Anna", "password": PASSWORD, "torna": "/organizza?x=1"}
    assert browser.post("/entra", data=form).headers["location"] == "/organizza?x=1"
    held = browser.cookies["sessione"]
    assert "Anna Bianchi" in browser.get("/mappa").text
    out = browser.post("/esci")
    assert out.headers["location"] == "/"
    assert answer_faults(out) == []
    assert "sessione" not in browser.cookies
    browser.cookies.set("sessione", held)
    assert browser.get("/account").status_code == 303, "the token itself is worth nothing any more"


def test_wrong_names_and_passwords_get_one_answer_and_then_none(
    office: Office, browser: httpx.Client
) -> None:
    anna(office)
    answers = [
        browser.post("/entra", data={"nome": name, "password": "sbagliata"}) for name in ("anna", "nessuno")
    ]
    assert {answer.status_code for answer in answers} == {403}
    assert len({re.sub(r"\s+", " ", answer.text) for answer in answers}) == 1
    fragment = browser.post("/entra", data={"nome": "anna", "password": "x"}, headers={"hx-request": "true"})
    assert (fragment.status_code, fragment.headers["hx-retarget"]) == (403, "#avviso")
    for number in range(3):
        forged = {"x-forwarded-for": f"198.51.100.{number}", "x-real-ip": f"198.51.100.{number}"}
        browser.post("/entra", data={"nome": "anna", "password": "x"}, headers=forged)
    stopped = browser.post("/entra", data={"nome": "anna", "password": PASSWORD})
    assert stopped.status_code == 429
    assert text("refused.too_many_tries", "it", minutes=15) in stopped.text.replace("&#39;", "'")
    # Names that were never tried: the address has a limit of its own, which no header skips.
    for number in range(24):
        forged = {"x-forwarded-for": f"198.51.100.{number}"}
        answer = browser.post("/entra", data={"nome": f"nome{number}", "password": "x"}, headers=forged)
        assert answer.status_code == (403 if number < 23 else 429)


@pytest.mark.parametrize("way", ["password", "link"])
def test_whoever_was_in_before_gets_in_while_a_stranger_guesses(
    office: Office, browser: httpx.Client, way: str
) -> None:
    id, right = anna(office), {"nome": "anna", "password": PASSWORD}
    if way == "link":
        link = f"/invito/{links.make_entry_link(office, TERMINAL, id)}"
        assert browser.post(link).status_code == 303
        chosen = {"nome": "anna", "nuova": PASSWORD}
        assert browser.post("/account/password", data=chosen).status_code == 303
    else:
        assert browser.post("/entra", data=right).status_code == 303
    browser.post("/esci")
    with httpx.Client(base_url=str(browser.base_url), headers=OWN, trust_env=False, verify=False) as stranger:
        statuses = [
            stranger.post("/entra", data={"nome": "anna", "password": "x"}).status_code for _ in range(6)
        ]
        assert statuses == [403] * 5 + [429]
        assert stranger.post("/entra", data=right).status_code == 429
    assert browser.post("/entra", data=right).status_code == 303


def test_a_fragment_is_shown_the_way_in_above_its_form(site: str, browser: httpx.Client) -> None:
    headers = {"hx-request": "true", "referer": f"{site}/mappa?x=1"}
    answer = browser.post("/account/nome", data={"nome": "Anna"}, headers=headers)
    assert (answer.status_code, answer.headers["hx-retarget"]) == (401, "#avviso")
    assert 'href="/entra?torna=/mappa%3Fx%3D1"' in answer.text
    assert "<html" not in answer.text


HOSTILE = (
    *("https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"),
    *("/\t/evil.example", "/%0d%0aset-cookie:x=1\r\nx: y", "evil.example", ""),
)


@pytest.mark.parametrize("address", HOSTILE)
def test_the_way_back_is_always_our_own(office: Office, browser: httpx.Client, address: str) -> None:
    shown = browser.get("/entra", params={"torna": address})
    assert re.findall(r'name="torna" value="([^"]*)"', shown.text)[-1] == "/"
    token = session_cookies(office)["sessione"]
    browser.cookies.set("sessione", token)
    invited = f"/invito/{links.invite_organiser(office, TERMINAL, 'Marta')}"
    for path, form in (("/lingua", {"lingua": "en"}), (invited, {}), ("/esci", {})):
        answer = browser.post(path, data={**form, "torna": address})
        assert answer.status_code == 303
        assert answer_faults(answer) == []


def test_somebody_invited_enters_without_a_password_and_does_their_part(
    office: Office, site: str, browser: httpx.Client
) -> None:
    id = event(office)
    home = f"/organizza/{id}/accessi"
    with signed_in(site, office, Role.ORGANISER, id) as organiser:
        made = organiser.post(home, data={"nome": "Marta <b>Rossi</b>", "ruolo": "official-judge"})
        assert made.headers["cache-control"] == "no-store"
        assert "Marta &lt;b&gt;Rossi&lt;/b&gt;" in made.text
        [address] = re.findall(r'value="(http://[^"]+/invito/[\w-]{43})"', made.text)
        assert address.startswith(site)
        assert text("accounts.link.only_here", "it") in made.text
        assert '<svg viewBox="0 0 ' in made.text
        assert address not in organiser.get(home).text, "only its hash is kept"
        page = browser.get(address)
        assert "Raduno dei Portici" in page.text
        assert "sessione" not in browser.cookies
        entered = browser.post(address, data={"nome": "Marta Rossi"})
        assert entered.headers["location"] == f"/organizza/{id}"
        assert browser.get(f"/organizza/{id}").status_code == 200
        assert browser.get(home).status_code == 403
        assert browser.post(address).status_code == 409
        listed = organiser.get(home).text
        [account] = re.findall(rf'action="{home}/(u-[0-9a-f]+)/togli"', listed.split("Marta Rossi")[1])
        assert organiser.post(f"{home}/{account}/togli").status_code == 303
        assert browser.get(f"/organizza/{id}").status_code == 403


def test_an_invitation_goes_to_an_account_that_exists(
    office: Office, site: str, browser: httpx.Client
) -> None:
    id, who = event(office), anna(office, Kind.MEMBER)
    token = links.invite(office, TERMINAL, "Anna", id, Role.OFFICIAL_JUDGE)
    wrong = browser.post(f"/invito/{token}", data={"come": "account", "nome": "anna", "password": "x"})
    assert wrong.status_code == 403
    right = {"come": "account", "nome": "anna", "password": PASSWORD}
    assert browser.post(f"/invito/{token}", data=right).status_code == 303
    [holder] = register.role_holders(office, TERMINAL, id)
    assert (holder.account.id, holder.role) == (who, Role.OFFICIAL_JUDGE)
    with office.reading() as reading:
        assert len(accounts.everybody(reading.connection)) == 1
        assert len(accounts.sessions_of(reading.connection, holder.account.id, "")) == 1
    more = links.invite(office, TERMINAL, "Anna", id, Role.ORGANISER)
    assert "Accetta come Anna Bianchi" in browser.get(f"/invito/{more}").text
    assert browser.post(f"/invito/{more}").status_code == 303
    assert register.role_holders(office, TERMINAL, id)[0].role == Role.ORGANISER


def test_whoever_makes_an_event_organises_it_and_the_log_names_them(office: Office) -> None:
    session_cookies(office, Role.ORGANISER)
    with office.reading() as reading:
        [row] = accounts.everybody(reading.connection)
    id = create(office, Actor(Role.ORGANISER, row.account), name="Raduno", texts=texts_of("open"))
    assert [each.account.id for each in register.role_holders(office, TERMINAL, id)] == [row.account]
    [entry] = history(office, stream_of(id), "it").entries
    assert entry.who == "organizzatore (Prova organiser)"
    assert row.name not in repr(entry.event)


def test_ones_own_account_over_the_wire(office: Office, site: str, browser: httpx.Client) -> None:
    with signed_in(site, office, None) as me:
        assert me.post("/account/nome", data={"nome": "  Anna   Bianchi "}).status_code == 303
        assert "<h1>Anna Bianchi</h1>" in me.get("/account").text
        assert me.post("/account/nome", data={"nome": ""}).status_code == 422
        chosen = {"nome": "anna", "nuova": PASSWORD}
        assert me.post("/account/password", data=chosen).status_code == 303
        browser.headers["user-agent"] = "Mozilla/5.0 (Android 14; Mobile; rv:1) Gecko/1 Firefox/150.0"
        assert browser.post("/entra", data={"nome": "anna", "password": PASSWORD}).status_code == 303
        page = me.get("/account").text
        assert "Firefox, Android" in page
        [handle] = re.findall(r'action="/account/sessioni/([0-9a-f]{16})/chiudi"', page)
        assert me.post(f"/account/sessioni/{handle}/chiudi").status_code == 303
        assert browser.get("/account").status_code == 303
        assert me.post("/account/password", data={**chosen, "vecchia": "no"}).status_code == 403


def test_an_administrator_looks_after_accounts(office: Office, site: str, browser: httpx.Client) -> None:
    who = anna(office)
    with signed_in(site, office) as administrator:
        made = administrator.post("/account/tutti", data={"nome": "Paolo Conti", "genere": "organiser"})
        [address] = re.findall(r'value="(http://[^"]+/invito/[\w-]{43})"', made.text)
        assert browser.post(address).headers["location"] == "/organizza"
        assert browser.get("/account").status_code == 200
        assert administrator.post(f"/account/tutti/{who}/sospendi").status_code == 303
        assert "sospeso" in administrator.get("/account/tutti").text
        assert administrator.post(f"/account/tutti/{who}/link").status_code == 409
        assert administrator.post(f"/account/tutti/{who}/riattiva").status_code == 303
        link = administrator.post(f"/account/tutti/{who}/link", headers={"hx-request": "true"})
        assert "<html" not in link.text
        [address] = re.findall(r'value="(http://[^"]+/invito/[\w-]{43})"', link.text)
        browser.cookies.clear()
        assert "Ciao di nuovo, Anna Bianchi" in browser.get(address).text
        assert browser.post(address).headers["location"] == "/account"
        assert administrator.post(f"/account/tutti/{who}/elimina").status_code == 303
        assert "Anna Bianchi" not in administrator.get("/account/tutti").text
        assert browser.get("/account").status_code == 303
        assert administrator.post(f"/account/tutti/{who}/elimina").status_code == 422


def test_a_form_nobody_fills_in_is_not_read(browser: httpx.Client) -> None:
    assert browser.post("/entra", data={"nome": "x" * 5_000_000}).status_code == 400


def test_whoever_is_not_in_can_fill_neither_memory_nor_disk(browser: httpx.Client) -> None:
    half = "x" * 512 * 1024
    typed = browser.post("/entra", data={f"nome{number}": half for number in range(9)})
    loaded = browser.post("/entra", data={"nome": "anna"}, files={"file": ("lista.csv", half * 9)})
    for answer in (typed, loaded):
        assert answer.status_code == 422
        assert text("refused.file_too_large", "it", most=2) in answer.text


def test_entering_leads_back_to_an_address_with_any_letters(office: Office, browser: httpx.Client) -> None:
    anna(office)
    typed = {"nome": "anna", "password": PASSWORD, "torna": "/tornei/raduno?cerca=Łukasz"}
    answer = browser.post("/entra", data=typed, headers={"hx-request": "true"})
    assert (answer.status_code, answer.headers["hx-redirect"]) == (204, "/tornei/raduno?cerca=%C5%81ukasz")
