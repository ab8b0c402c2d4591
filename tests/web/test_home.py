"""The home page, lists of events, the example gathering made and taken away by one click, the casebook."""

import re
from collections.abc import Iterator

import httpx
import pytest

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office, Role, open_office
from kamchatka.app.tournaments.opening import listed
from kamchatka.messages import text
from kamchatka.referee.casebook.loading import casebook
from kamchatka.tournament.events import VisibilityChanged
from kamchatka.tournament.settings import ChangeVisibility
from kamchatka.web import create_app
from kamchatka.web.site.menu import JOBS
from tests.tournament.played import invented, opened, played
from tests.tournament.small_event import drawn
from tests.web.desk_pages import words_of
from tests.web.site import served, signed_in


@pytest.fixture
def office() -> Iterator[Office]:
    with open_office(None) as office:
        yield office


@pytest.fixture
def place(office: Office) -> Iterator[str]:
    with served(create_app(office=office)) as address:
        yield address


@pytest.fixture
def stranger(place: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=place, trust_env=False) as client:
        yield client


def buttons(page: str) -> list[tuple[str, str]]:
    """Where the large buttons of a page lead, and what they say; of a form, where it is sent."""
    links = re.findall(r'<a class="button[^"]*big[^"]*" href="([^"]+)">([^<]+)</a>', page)
    forms = re.findall(r'<form method="post" action="([^"]+)"><button class="button big"[^>]*>([^<]+)<', page)
    return [*links, *forms]


def rows(page: str) -> list[str]:
    """The names of the events on a page."""
    return [words_of(name) for name in re.findall(r"<h3>(.*?)</h3>", page, re.S)]


def test_an_empty_installation_offers_to_make_an_event_and_to_look_at_the_example(
    office: Office, place: str, stranger: httpx.Client
) -> None:
    assert buttons(stranger.get("/").text) == [("/organizza", "Organizza un torneo")]
    with signed_in(place, office, Role.ORGANISER) as organiser:
        page = organiser.get("/").text
    assert buttons(page) == [
        ("/organizza/nuovo", "Nuovo torneo"),
        ("/demo", "Prova con il raduno d’esempio"),
    ]
    assert "Entra" in words_of(stranger.get("/organizza").text)
    assert text("home.events.none", "it") in stranger.get("/tornei").text


def test_the_example_is_made_by_one_click_as_the_page_tells_and_taken_away_by_another(
    office: Office, place: str, stranger: httpx.Client
) -> None:
    own = {"origin": place}
    assert stranger.post("/demo", headers=own).headers["location"].startswith("/entra")
    with signed_in(place, office, None) as member:
        assert member.post("/demo").status_code == 403
        assert member.post("/demo/togli").status_code == 403
    assert listed(office) == []
    with signed_in(place, office, Role.ORGANISER) as organiser:
        arrivals = []
        with organiser.stream("POST", "/demo", timeout=60) as answer:
            assert answer.headers["content-security-policy"]
            arrivals = [piece for piece in answer.iter_text() if "<progress" in piece]
            # The page arrives while the example is made: its steps are not sent all at once.
        assert len(arrivals) >= 10
        [id] = listed(office)
        home = organiser.get("/").text
        assert rows(home) == ["Raduno dei Portici (demo) d’esempio"]
        assert f'<a href="/organizza/{id}">Apri il raduno d’esempio</a>' in home
        again = organiser.post("/demo", timeout=60).text
        assert "Il raduno è pronto. Vince Enrico Pedrini." in words_of(again)
        gone = organiser.post("/demo/togli", follow_redirects=True)
        assert "Il raduno d’esempio è stato tolto" in words_of(gone.text)
        assert listed(office) == []
        nothing = organiser.post("/demo/togli", follow_redirects=True)
        assert "Non c’era nessun raduno d’esempio da togliere." in words_of(nothing.text)


def test_whoever_runs_an_event_is_offered_to_go_on_with_it_and_others_to_watch(
    office: Office, place: str, stranger: httpx.Client
) -> None:
    playing = drawn(office, name="Giovedì")
    hidden = opened(office, invented(8), "tre-partite", "Nascosto")
    execute(office, TERMINAL, hidden, ChangeVisibility(VisibilityChanged(is_shown=False)))
    played(office, opened(office, invented(8), "tre-partite", "Finito"))
    page = stranger.get("/").text
    assert rows(page) == ["Giovedì"]
    assert "turno 1 di 3, tavoli finiti: 0 su 2" in words_of(page)
    assert f'href="/tornei/{playing}"' in page
    assert rows(stranger.get("/tornei").text) == ["Giovedì", "Finito"]
    assert rows(stranger.get("/organizza").text) == []
    with signed_in(place, office, Role.ORGANISER, playing) as organiser:
        page = organiser.get("/").text
        assert buttons(page) == [(f"/organizza/{playing}", "Continua: Giovedì")]
        own = organiser.get("/organizza").text
        assert rows(own) == ["Giovedì"]
        assert "Adesso: I tavoli del turno 1 sono pubblici" in words_of(own)
        assert rows(organiser.get("/tornei").text) == ["Giovedì", "Finito"]
    with signed_in(place, office, Role.ORGANISER, hidden) as organiser:
        assert rows(organiser.get("/tornei").text) == ["Giovedì", "Nascosto nascosto", "Finito"]
    with signed_in(place, office, Role.TABLE_JUDGE, playing) as judge:
        assert buttons(judge.get("/").text) == [("/organizza", "Organizza un torneo")]


def test_every_job_leads_to_its_pages_and_marks_them_as_its_own(visitor: httpx.Client) -> None:
    for job in JOBS:
        page = visitor.get(job.address).text
        assert [each.address for each in job.places if f'href="{each.address}"' not in page] in (
            [],
            ["/organizza/nuovo"],
        )
        for path in (job.address, *(each.address for each in job.places if each.code != "new")):
            menu = re.search(r'<nav class="jobs".*?</nav>', visitor.get(path).text, re.S)
            assert menu is not None
            current = re.findall(r'<a href="([^"]+)" aria-current="true"', menu.group())
            assert current == [job.address], path


def test_a_rule_is_found_by_the_words_of_players(visitor: httpx.Client) -> None:
    assert 'action="/clausole"' in visitor.get("/regole").text
    page = visitor.get("/clausole", params={"cerca": "dado in bilico"}).text
    assert re.findall(r'<a href="/casi/([^"]+)">', page) == ["die-out"]
    assert re.findall(r'<a href="/casi/', visitor.get("/clausole").text) == []


def test_the_casebook_lists_every_case_with_who_decides_it(visitor: httpx.Client) -> None:
    page = visitor.get("/casi", params={"regolamento": "rtu"}).text
    assert re.findall(r'<a href="/casi/([^?"]+)\?regolamento=rtu">', page) == list(casebook())
    other = words_of(visitor.get("/casi", params={"regolamento": "primavera"}).text)
    assert words_of(page) != other
    assert "casistica non adottata" not in words_of(page)


def test_a_case_asks_its_questions_and_answers_with_its_clauses(visitor: httpx.Client) -> None:
    page = visitor.get("/casi/die-out", params={"regolamento": "rtu"}).text
    assert re.findall(r'<(?:select|input)[^>]* name="([^"]+)"', page.split("<main")[1]) == [
        "regolamento",
        "neutral",
        "offender",
    ]
    assert 'id="decisione"' not in page
    said = visitor.get("/casi/die-out", params={"regolamento": "rtu", "neutral": "yes"}).text
    ruling = re.search(r'id="decisione".*?</section>', said, re.S)
    assert ruling is not None
    assert "Si ritirano tutti i dadi, dell'attacco e della difesa." in words_of(ruling.group())
    assert re.findall(r'class="clause" href="[^"]+">([^<]+)<', ruling.group()) == ["001-C24b"]
    missing = visitor.get("/casi/die-out", params={"regolamento": "rtu", "offender": "A"}).text
    assert "Manca una risposta: L'attacco era contro" in words_of(missing)
    wrong = visitor.get("/casi/over-limit", params={"regolamento": "rtu", "armies": "molte"}).text
    assert "Si risponde così: un numero." in words_of(wrong)
    assert visitor.get("/casi/non-esiste").status_code == 404
