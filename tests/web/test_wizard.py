"""A new event: three questions, a proposal; nothing is kept until the button."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest

from kamchatka.app.office import Role
from kamchatka.app.tournaments.opening import listed, open_tournament
from kamchatka.tournament.progress import tasks
from tests.web.people_event import FRAGMENT, House
from tests.web.site import signed_in


@pytest.fixture
def maker(house: House) -> Iterator[httpx.Client]:
    """Somebody who may make events, and runs none yet."""
    with signed_in(house.site, house.office, Role.ORGANISER) as client:
        yield client


NEW = "/organizza/nuovo"


def chosen(page: str) -> dict[str, str]:
    """What is chosen on the page; empty: as proposed."""
    found = re.findall(r'<input type="radio" name="(\w+)" value="([\w-]*)" checked', page)
    return dict(found)


def proposed(page: str) -> str:
    """The headline of the proposal."""
    found = re.search(r'<h2 id="proposta-titolo">([^<]+)</h2>', page)
    assert found
    return unescape(found[1])


def shown(page: str) -> dict[str, str]:
    """The field that says whose options the page shows."""
    return {"mostrato": re.findall(r'name="mostrato" value="([^"]*)"', page)[0]}


def test_people_and_time_come_first_and_give_a_proposal_with_its_reason(
    house: House, maker: httpx.Client
) -> None:
    page = maker.get(NEW).text
    questions = [page.index(f'name="{name}"') for name in ("giocatori", "durata", "scopo", "formato", "nome")]
    assert questions[:3] == sorted(questions[:3])
    assert max(questions[:3]) < questions[3]
    assert proposed(page) == "Tre partite e finale: 4 turni, circa 10 ore in tutto"
    many = maker.get(f"{NEW}?giocatori=200&durata=due-giorni").text
    assert proposed(many) == "Raduno in due giorni: 5 turni, circa 12 ore in tutto"
    assert "Primo turno: 50 tavoli da quattro." in many
    assert "di cui contano le due migliori" in many
    assert "001-FT6" in many
    assert chosen(many) == {
        "durata": "due-giorni",
        "scopo": "club",
        "formato": "",
        "regolamento": "",
        "formula": "",
    }
    evening = maker.get(f"{NEW}?giocatori=9&durata=serata&scopo=amici").text
    assert proposed(evening) == "Torneo Open: 2 turni, circa 4 ore in tutto"
    assert "001-R3" in maker.get(f"{NEW}?scopo=ufficiale").text
    assert "001-R3" not in evening


def test_a_proposal_that_was_not_shown_yet_is_not_created(house: House, maker: httpx.Client) -> None:
    before = listed(house.office)
    old = shown(maker.get(f"{NEW}?giocatori=9&durata=serata").text)
    typed = {"giocatori": "200", "durata": "due-giorni", "nome": "Raduno"}
    refused = maker.post(NEW, data={**typed, **old})
    assert refused.status_code == 409
    assert "La proposta è cambiata con le ultime risposte" in unescape(refused.text)
    assert listed(house.office) == before
    new = shown(maker.get(f"{NEW}?giocatori=200&durata=due-giorni").text)
    assert maker.post(NEW, data={**typed, **new}).status_code in (200, 303)
    assert len(listed(house.office)) == len(before) + 1


def test_a_format_that_does_not_suit_can_neither_be_chosen_nor_stay_chosen(
    house: House, maker: httpx.Client
) -> None:
    before = listed(house.office)
    page = maker.get(f"{NEW}?giocatori=40&durata=giornata").text
    assert re.search(r'value="raduno" disabled', page)
    assert not re.search(r'value="tre-partite" disabled', page)
    two_days = maker.get(f"{NEW}?giocatori=40&durata=due-giorni&formato=due-giorni").text
    assert chosen(two_days)["formato"] == "due-giorni"
    one_day = unescape(maker.get(f"{NEW}?giocatori=40&durata=giornata&formato=due-giorni").text)
    assert chosen(one_day)["formato"] == ""
    assert "«Due partite, semifinali e finale» qui non va bene: si gioca in 2 giornate o serate." in one_day
    posted = maker.post(
        NEW, data={"nome": "X", "formato": "due-giorni", "durata": "giornata"}, headers=FRAGMENT
    )
    assert posted.status_code == 403
    assert "qui non va bene" in posted.text
    nobody = maker.get(f"{NEW}?giocatori=2&durata=serata").text
    assert proposed(nobody) == "Nessun formato va bene con queste risposte"
    assert "Crea il torneo" not in nobody
    assert listed(house.office) == before


DUEL = """
id = "duello"
title = "Duello"
about = "Uno contro uno"
rulebook = "a-due"
formula = "standard"
entrants = [2, 0]

[tables]
sizes = [2]
rest = true

[[stage]]
id = "sera"
title = "Sera"
"""
FOR_TWO = """
id = "a-due"
title = "A due"
extends = "rtu-2020"

[seats]
sizes = [2]
preferred = 2

[setup]
armies = { 2 = 40 }
"""


def test_an_own_format_can_be_chosen_where_no_shipped_one_fits(
    house: House, maker: httpx.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KAMCHATKA_HOME", str(tmp_path))
    asked = {"giocatori": "2", "durata": "serata", "nome": "In due"}
    none = maker.get(NEW, params=asked).text
    assert (proposed(none), 'name="formato"' in none) == ("Nessun formato va bene con queste risposte", False)
    for name, text in (("formati/duello.toml", DUEL), ("regolamenti/a-due.toml", FOR_TWO)):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text, encoding="utf-8")
    offered = maker.get(NEW, params=asked).text
    assert proposed(offered) == "Nessun formato va bene con queste risposte"
    assert re.findall(r'name="formato" value="([\w-]*)"', offered) == ["duello"]
    asked["formato"] = "duello"
    page = maker.get(NEW, params=asked).text
    assert (proposed(page), chosen(page)["formato"]) == ("Duello: 1 turno, circa 2 ore in tutto", "duello")
    before = listed(house.office)
    assert maker.post(NEW, data={**asked, **shown(page)}).status_code in (200, 303)
    [id] = set(listed(house.office)) - set(before)
    assert open_tournament(house.office, id).tournament.format.id == "duello"


def test_options_follow_the_proposal_until_somebody_changes_them(maker: httpx.Client) -> None:
    asked = {"giocatori": "7", "durata": "serata"}
    evening = maker.get(NEW, params=asked).text
    assert re.search(r'name="o.games" type="number" value="2"', evening)
    typed = {**asked, **shown(evening), "o.games": "1"}
    one = maker.get(NEW, params=typed).text
    assert proposed(one) == "Torneo Open: 1 turno, circa 2 ore in tutto"
    day = maker.get(NEW, params={**typed, "durata": "giornata"}).text
    assert proposed(day) == "Torneo Open: 3 turni, circa 6 ore in tutto"


def test_the_button_makes_the_proposed_event_whose_maker_runs_it(house: House, maker: httpx.Client) -> None:
    before = listed(house.office)
    asked = {"giocatori": "40", "durata": "due-giorni"}
    page = maker.get(NEW, params=asked).text
    for name in ("o.semifinali", "r.clock.minutes", "bonus-50.bonus"):
        assert f'name="{name}"' in page
    asked |= {**shown(page), "bonus-50.bonus": "60", "o.semifinali": "3"}
    asked |= {"r.clock.minutes": "90", "r.closing.mode": "exact", "formato": "", "formula": ""}
    again = maker.get(NEW, params=asked).text
    assert re.search(r'name="bonus-50.bonus" type="text" value="60"', again)
    assert listed(house.office) == before

    asked |= {"nome": "Raduno nuovo", "sede": "Bologna", "quota": "7,50", "giudice": "Ivo Galli"}
    made = maker.post(NEW, data=asked, follow_redirects=True)
    [id] = set(listed(house.office)) - set(before)
    assert made.url.path == f"/organizza/{id}"
    assert "«Raduno nuovo» è pronto. Adesso iscrivi i giocatori." in made.text
    desk = open_tournament(house.office, id)
    settings, setup = desk.tournament.settings, desk.tournament.setup
    assert (settings.name, settings.place, settings.fee) == ("Raduno nuovo", "Bologna", 750)
    assert (settings.format.id, settings.rulebook.id, settings.official) == ("raduno", "rtu", False)
    assert (settings.options, settings.formula_options) == ({"semifinali": 3}, {"bonus": 60})
    assert (settings.overrides, setup.rulebook.clock.minutes) == ({"clock.minutes": 90}, 90)
    assert [desk.names[who] for who in desk.tournament.judges] == ["Ivo Galli"]
    assert maker.get(f"/organizza/{id}/iscritti").status_code == 200


def test_friends_are_asked_for_no_judge_no_signature_and_no_fee(house: House, maker: httpx.Client) -> None:
    typed = {"nome": "Serata", "giocatori": "9", "durata": "serata", "scopo": "amici"}
    made = maker.post(NEW, data={**typed, "quota": "5", "giudice": "Ivo Galli"})
    desk = open_tournament(house.office, made.headers["location"].split("/")[2].split("?")[0])
    settings = desk.tournament.settings
    assert (settings.judge_gate, settings.signature_gate) == ("open", "open")
    assert (settings.fee, desk.tournament.judges, settings.options) == (0, {}, {"games": 2})
    pending = {each.what for each in tasks(desk.tournament)}
    assert pending.isdisjoint({"judge", "sign", "pay"})
    official = maker.post(NEW, data={**typed, "scopo": "ufficiale"})
    desk = open_tournament(house.office, official.headers["location"].split("/")[2].split("?")[0])
    assert desk.tournament.settings.official
    assert "judge" in {each.what for each in tasks(desk.tournament)}


def test_what_does_not_go_together_is_told_before_and_refused(house: House, maker: httpx.Client) -> None:
    before = listed(house.office)
    raduno = {"formato": "raduno", "durata": "due-giorni"}
    warned = maker.get(NEW, params={**raduno, "o.semifinali": "4", "giocatori": "20"}).text
    assert "4 semifinali sono pensate per almeno 32 giocatori: qui sono 20." in warned
    wrong = maker.get(NEW, params={**raduno, "o.semifinali": "9"}).text
    assert "L'opzione «semifinali» non può valere 9. Valori possibili:" in unescape(wrong)
    fee = {**raduno, "nome": "Caro", "quota": "30", "scopo": "ufficiale"}
    refused = maker.post(NEW, data=fee, headers=FRAGMENT)
    assert (refused.status_code, refused.headers["hx-retarget"]) == (403, "#avviso")
    assert "La quota può essere al massimo di 10 €" in refused.text
    assert "001-F1" in refused.text
    nameless = maker.post(NEW, data={**raduno, "nome": " "}, headers=FRAGMENT)
    assert "Il torneo ha bisogno di un nome." in nameless.text
    assert maker.post(NEW, data={"nome": "A", "quota": "dieci"}).status_code == 422
    assert listed(house.office) == before


@pytest.mark.parametrize(
    "query",
    [
        "formato=../../../../etc/passwd.toml",
        "regolamento=/etc/passwd&formula=/etc/hosts.toml",
        "giocatori=-3&durata=99999999999&mostrato=boh",
        "scopo=boh&o.__class__=1&r.clock.minutes=²",
        "r.clock.minutes=<script>",
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
