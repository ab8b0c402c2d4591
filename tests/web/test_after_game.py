"""Pages of a finished game: who may see them, and the browser's verifier against the terminal's."""

import json
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from kamchatka.app.games.records import examples
from kamchatka.game import verifier
from kamchatka.game.audit import audit
from kamchatka.game.chance import Seeded
from kamchatka.game.names import letter
from kamchatka.game.record_json import record_to_json, seal_of
from kamchatka.game.record_text import record_to_text
from kamchatka.web import create_app
from tests.app.games import finished, unfinished
from tests.app.test_reasons import played
from tests.web.browser import visit
from tests.web.site import served

pytestmark = pytest.mark.xdist_group("browser")

OWN = {"sec-fetch-site": "same-origin"}
PAGES = ("/dadi", "/fortuna", "/punti", "/verbale.json", "/verbale.partita")
RUN = "record => import('/static/js/dice-verifier.js').then(({ verify }) => verify(record))"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(create_app(tmp_path_factory.mktemp("home"))) as site:
        yield site


@pytest.fixture(scope="module")
def client(club: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=club, trust_env=False, verify=False, headers=OWN) as client:
        yield client


@pytest.fixture
def page(browser: Browser, club: str) -> Iterator[Page]:
    with visit(browser, club) as watched:
        yield watched.page


def kept(client: httpx.Client, content: str) -> str:
    """The address of an uploaded record."""
    answer = client.post("/partite", files={"verbale": ("gioco.partita", content.encode())})
    assert answer.status_code == 303
    return answer.headers["location"]


def flip(record: dict[str, Any], what: str) -> None:
    """Change one bit of the secret, of a word, of a die, of a card."""
    luck, entries = record["luck"], [entry for entry in record["entries"] if "luck" in entry]
    if what == "secret":
        luck["secret"] = f"{int(luck['secret'][0], 16) ^ 1:x}{luck['secret'][1:]}"
    elif what == "word":
        luck["entropy"][1] = luck["entropy"][1][:-1] + f"{int(luck['entropy'][1][-1], 16) ^ 1:x}"
    elif what == "die":
        battle = next(entry for entry in entries[200:] if entry["kind"] == "battle")
        battle["numbers"][0] = battle["numbers"][0] % 6 + 1
    elif what == "card":
        card = next(entry for entry in entries if entry["kind"] == "card")
        card["numbers"][0] = (card["numbers"][0] + 1) % card["among"]
    elif what == "gap":
        record["entries"].remove(entries[100])
    elif what == "table":
        record["table"] += "!"
    elif what == "request":
        battle = next(entry for entry in entries if entry["kind"] == "battle")
        battle["numbers"].append(1)


def said_by_verifier(record: dict[str, Any]) -> str:
    """The code of the first thing that the published verifier finds wrong; empty if all is right."""
    content = {**record, "seal": seal_of({name: value for name, value in record.items() if name != "seal"})}
    try:
        verifier.verify(json.dumps(content).encode())
    except verifier.Wrong as wrong:
        return wrong.code
    return ""


@pytest.mark.parametrize("id", sorted(examples()))
def test_the_browser_agrees_with_the_verifier_on_every_example(
    page: Page, client: httpx.Client, id: str
) -> None:
    content = client.get(f"/partite/{id}/verbale.json").content
    assert audit(content).verdict == "verified"
    record = json.loads(content)
    asked = sum("luck" in entry for entry in record["entries"])
    page.goto("/probabilita")
    assert page.evaluate(RUN, record) == {"right": asked, "total": asked, "wrong": None}


@pytest.mark.parametrize("what", ["secret", "word", "die", "card", "gap", "table", "request"])
def test_the_browser_finds_what_the_verifier_finds(page: Page, client: httpx.Client, what: str) -> None:
    record = client.get("/partite/esempio-2-primavera/verbale.json").json()
    flip(record, what)
    page.goto("/partite")
    found = page.evaluate(RUN, record)
    assert found["wrong"]["code"] == said_by_verifier(record) != ""
    assert found["right"] == found["wrong"].get("number", 0)


def test_the_page_says_how_many_numbers_came_out_and_ticks_each(page: Page, club: str) -> None:
    page.goto("/partite/esempio-3-aziendale/dadi")
    expect(page.locator("#verdetto h2")).to_have_text("Tutto torna: 213 su 213")
    expect(page.locator("#verdetto small")).to_contain_text("sul tuo dispositivo")
    expect(page.locator("#segreto-torna")).to_be_visible()
    expect(page.locator("#visto-no")).to_be_visible()
    page.locator("details summary").last.click()
    expect(page.locator(".v-numbers .v-redone .v-ok:visible")).to_have_count(213)
    expect(page.locator(".v-doubt:visible")).to_have_count(0)


def test_a_die_that_was_changed_on_the_way_is_shown_in_its_place(page: Page, client: httpx.Client) -> None:
    record = client.get("/partite/esempio-3-aziendale/verbale.json").json()
    flip(record, "die")
    wrong = next(
        at
        for at, entry in enumerate(e for e in record["entries"] if "luck" in e)
        if at >= 200 and entry["kind"] == "battle"
    )
    page.route("**/verbale.json", lambda route: route.fulfill(json=record))
    page.goto("/partite/esempio-3-aziendale/dadi")
    expect(page.locator("#verdetto h2")).to_have_text(f"Non torna: {wrong} su 213")
    expect(page.locator("#verdetto p")).to_contain_text(f"numero {wrong} è scritto")
    expect(page.locator(f".v-numbers [data-luck='{wrong}'] .v-doubt")).not_to_have_attribute("hidden", "")
    expect(page.locator(f".v-numbers [data-luck='{wrong - 1}'] .v-ok")).not_to_have_attribute("hidden", "")


REMEMBER = (
    """([table, what]) => import('/static/js/dice-memory.js').then(({ remember }) => remember(table, what))"""
)


def test_the_device_compares_the_promise_and_the_word_it_remembers(page: Page, client: httpx.Client) -> None:
    luck = client.get("/partite/esempio-1-rtu/verbale.json").json()["luck"]
    page.goto("/partite/esempio-1-rtu/dadi")
    page.evaluate(REMEMBER, ["esempio 1-rtu", {"commitment": luck["commitment"], "word": luck["entropy"][2]}])
    page.reload()
    expect(page.locator("#visto")).to_contain_text("È la stessa che questo dispositivo aveva visto")
    expect(page.locator(".v-words li").nth(2)).to_contain_text("è quella che hai scritto tu")
    # A table that promised something else cannot make the device forget the first promise.
    page.evaluate(REMEMBER, ["esempio 2-primavera", {"commitment": "00" * 32, "word": "granchio"}])
    page.evaluate(REMEMBER, ["esempio 2-primavera", {"commitment": luck["commitment"]}])
    page.goto("/partite/esempio-2-primavera/dadi")
    expect(page.locator("#visto-altro")).to_contain_text("aveva visto un’altra impronta")
    expect(page.locator(".v-words")).to_contain_text("tu avevi scritto «granchio»")


def test_without_scripts_the_page_says_who_did_the_check(browser: Browser, club: str) -> None:
    with visit(browser, club, scripts=False) as watched:
        watched.page.goto("/partite/esempio-1-rtu/dadi")
        expect(watched.page.locator(".v-verdict:visible h2")).to_have_text("Tutto torna: 383 su 383")
        expect(watched.page.locator(".v-verdict:visible p")).to_contain_text(
            "il computer che ospita le pagine"
        )


def test_pages_and_files_of_a_finished_game(client: httpx.Client) -> None:
    address = "/partite/esempio-1-rtu"
    assert [client.get(address + page).status_code for page in PAGES] == [200] * len(PAGES)
    for file in ("verbale.json", "verbale.partita"):
        content = client.get(f"{address}/{file}").content
        assert audit(content).verdict == "verified"
    assert client.get("/verificatore").content == Path(verifier.__file__).read_bytes()
    luck = client.get(f"{address}/fortuna").text
    assert "21 armate peggio della media" in luck
    assert "meglio 97 volte su 100, peggio 3." in luck


@pytest.mark.parametrize("written", [record_to_json, record_to_text])
def test_nothing_of_an_unfinished_game_can_be_had(client: httpx.Client, written: Callable[..., str]) -> None:
    address = kept(client, written(unfinished()))
    assert [client.get(address + page).status_code for page in PAGES] == [404] * len(PAGES)
    assert "/dadi" not in client.get(address).text


def test_dice_without_a_promise_are_said_to_be_so_but_luck_and_scores_stand(client: httpx.Client) -> None:
    record = finished(5)
    assert isinstance(record.luck, Seeded)
    address = kept(client, record_to_text(record))
    dice = client.get(f"{address}/dadi").text
    assert "Questi dadi non si possono verificare. Vengono da un seme" in dice
    assert "Tutto torna" not in dice
    assert [client.get(address + page).status_code for page in PAGES] == [200] * len(PAGES)


def test_the_scores_are_those_of_the_sheet_of_the_game(client: httpx.Client) -> None:
    page = client.get("/partite/esempio-1-rtu/punti").text
    story = client.get("/partite/esempio-1-rtu?passo=9999").text
    assert "Alla fine: 1° posto" in story
    assert page.count("score-formula") > 5
    for name in ("Carla", "Dario", "Anna", "Bruno"):
        assert name in page


def test_the_reasons_of_bots_are_told_turn_by_turn_and_for_one_of_them(client: httpx.Client) -> None:
    record, said = played()
    address = kept(client, record_to_text(record))
    page = client.get(f"{address}/perche").text
    assert page.count('<details class="disclosure"') == len([words for words in said.values() if words])
    turn, seat = max((turn, seat) for (turn, seat), words in said.items() if words)
    assert unescape(page).count(said[turn, seat][0]) >= 1
    only = client.get(f"{address}/perche?posto={letter(seat)}").text
    assert only.count('<details class="disclosure"') == len([1 for _, who in said if who == seat])
    assert client.get("/partite/esempio-1-rtu/perche").status_code == 404
