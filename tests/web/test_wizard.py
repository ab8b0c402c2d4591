"""A new event in four steps, with and without scripts; nothing is kept until the last button."""

import re
from collections.abc import Iterator
from html import unescape

import httpx
import pytest

from kamchatka.app.office import Role
from kamchatka.app.tournaments.opening import listed, open_tournament
from tests.web.people_event import FRAGMENT, House
from tests.web.site import signed_in


@pytest.fixture
def maker(house: House) -> Iterator[httpx.Client]:
    """Somebody who may make events, and runs none yet."""
    with signed_in(house.site, house.office, Role.ORGANISER) as client:
        yield client


def hidden(page: str) -> dict[str, str]:
    """What a step takes along unseen."""
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page)
    return {unescape(name): unescape(value) for name, value in found if name not in ("torna", "azione")}


def chosen(page: str) -> list[str]:
    """What is chosen in a step."""
    return re.findall(r'<input type="radio" name="\w+" value="([\w-]+)" checked>', page)


def test_four_steps_make_an_event_whose_maker_runs_it(house: House, maker: httpx.Client) -> None:
    before = listed(house.office)
    first = maker.get("/organizza/nuovo").text
    assert chosen(first) == ["rtu"]
    second = maker.get(
        "/organizza/nuovo", params={"regolamento": "rtu", "passo": 2, "giocatori": 40, "giornate": 2}
    )
    assert chosen(second.text) == ["raduno"]
    assert "consigliato" in second.text
    assert "primo turno: 10 tavoli da quattro" in second.text
    assert "servono almeno 64 giocatori" in second.text
    asked = {**hidden(second.text), "formato": "raduno", "giocatori": "40", "giornate": "2", "passo": "3"}
    third = maker.get("/organizza/nuovo", params=asked).text
    assert chosen(third) == ["bonus-50"]
    assert 'name="o.semifinali"' in third
    assert 'name="r.clock.minutes"' in third
    assert 'name="bonus-50.bonus"' in third
    asked = {
        **hidden(third),
        "formula": "bonus-50",
        "bonus-50.bonus": "60",
        "o.semifinali": "3",
        "passo": "4",
    }
    asked |= {"r.clock.minutes": "90", "r.closing.mode": "exact"}
    fourth = maker.get("/organizza/nuovo", params=asked).text
    assert "Durata della partita (minuti): 90" in fourth
    assert "Premio a chi vince il tavolo: 60" in fourth
    assert listed(house.office) == before

    fields = {
        **hidden(fourth),
        "nome": "Raduno nuovo",
        "sede": "Bologna",
        "quota": "7,50",
        "giudice": "Ivo Galli",
    }
    made = maker.post("/organizza/nuovo", data=fields, follow_redirects=True)
    [id] = set(listed(house.office)) - set(before)
    assert made.url.path == f"/organizza/{id}"
    assert "«Raduno nuovo» è pronto. Adesso iscrivi i giocatori." in made.text
    desk = open_tournament(house.office, id)
    settings, setup = desk.tournament.settings, desk.tournament.setup
    assert (settings.name, settings.place, settings.fee) == ("Raduno nuovo", "Bologna", 750)
    assert (settings.options, settings.formula_options) == ({"semifinali": 3}, {"bonus": 60})
    assert (settings.overrides, setup.rulebook.clock.minutes) == ({"clock.minutes": 90}, 90)
    assert [desk.names[who] for who in desk.tournament.judges] == ["Ivo Galli"]
    assert maker.get(f"/organizza/{id}/iscritti").status_code == 200


def test_what_does_not_go_together_is_told_before_and_refused(house: House, maker: httpx.Client) -> None:
    before = listed(house.office)
    warned = maker.get("/organizza/nuovo?passo=4&formato=raduno&o.semifinali=4&giocatori=20").text
    assert "4 semifinali sono pensate per almeno 32 giocatori: qui sono 20." in warned
    wrong = maker.get("/organizza/nuovo?passo=4&formato=raduno&o.semifinali=9").text
    assert "L'opzione «semifinali» non può valere 9. Valori possibili:" in unescape(wrong)
    fee = {"formato": "raduno", "nome": "Caro", "quota": "30", "ufficiale": "1"}
    refused = maker.post("/organizza/nuovo", data=fee, headers=FRAGMENT)
    assert (refused.status_code, refused.headers["hx-retarget"]) == (403, "#avviso")
    assert "La quota può essere al massimo di 10 €" in refused.text
    assert "001-F1" in refused.text
    nameless = maker.post("/organizza/nuovo", data={"formato": "raduno", "nome": " "}, headers=FRAGMENT)
    assert "Il torneo ha bisogno di un nome." in nameless.text
    assert maker.post("/organizza/nuovo", data={"nome": "A", "quota": "dieci"}).status_code == 422
    assert listed(house.office) == before


@pytest.mark.parametrize(
    "query",
    [
        "formato=../../../../etc/passwd.toml&passo=3",
        "regolamento=/etc/passwd&formula=/etc/hosts.toml&passo=4",
        "giocatori=-3&giornate=99999999999&passo=2",
        "passo=boh&o.__class__=1&r.clock.minutes=²",
        "passo=4&r.clock.minutes=<script>",
    ],
)
def test_what_stands_in_the_address_is_only_a_choice(maker: httpx.Client, query: str) -> None:
    page = maker.get(f"/organizza/nuovo?{query}")
    assert page.status_code == 200
    assert "root:" not in page.text
    assert "<script>" not in page.text


def test_no_event_is_called_as_a_page_of_ours(house: House, maker: httpx.Client) -> None:
    made = maker.post("/organizza/nuovo", data={"nome": "Nuovo"})
    assert re.fullmatch(r"/organizza/nuovo-[2-9a-z]{4}", made.headers["location"])


def test_only_who_may_make_events_is_let_in(house: House) -> None:
    with signed_in(house.site, house.office, None) as member:
        assert member.get("/organizza/nuovo").status_code == 403
        assert member.post("/organizza/nuovo", data={"nome": "X"}).status_code == 403
