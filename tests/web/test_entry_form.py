"""The public entry form: requests wait apart, are approved once, and are forgotten when refused (P2, S6)."""

from collections.abc import Iterator
from datetime import UTC, datetime

import httpx
import pytest
from limits import RateLimitItemPerHour

from kamchatka.app.office import TERMINAL
from kamchatka.app.register.accounts.passwords import Tries
from kamchatka.app.register.consent import day_in_rome
from kamchatka.app.register.people import register
from kamchatka.app.tournaments import recognition
from kamchatka.app.tournaments.entries import known_people
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.settings import save_settings
from kamchatka.messages import text
from kamchatka.store import requests
from kamchatka.store.requests import RequestRow
from kamchatka.web.public import entry_form
from tests.web.people_event import FRAGMENT, HOSTILE, Event, House, tree_of

GOOD = {"nome": "Zeno Zanella", "club": "Udine", "eta": "maggiorenne", "accetto": "1", "consento": "1"}
OWN = {"sec-fetch-site": "same-origin"}


def years_ago(years: int) -> str:
    """A birthday, today."""
    today = day_in_rome(datetime.now(UTC))
    return today.replace(year=today.year - years, day=min(today.day, 28)).isoformat()


@pytest.fixture
def open_event(event: Event) -> Event:
    """The event of twelve, with its form open."""
    save_settings(event.office, TERMINAL, open_tournament(event.office, event.id), {"entry_form": True})
    return event


@pytest.fixture
def stranger(house: House) -> Iterator[httpx.Client]:
    """Somebody without an account."""
    with httpx.Client(base_url=house.site, headers=OWN, trust_env=False, verify=False) as client:
        yield client


@pytest.fixture(autouse=True)
def _plenty(house: House) -> None:
    """Each test begins with nobody having asked yet."""
    house.app.state.tries = Tries()


def waiting(event: Event) -> list[RequestRow]:
    """The requests that wait."""
    with event.office.reading() as reading:
        return requests.waiting(reading.connection, event.id)


def send(stranger: httpx.Client, event: Event, **fields: str) -> httpx.Response:
    return stranger.post(f"/tornei/{event.id}/iscrizione", data={**GOOD, **fields}, headers=FRAGMENT)


def test_the_form_is_closed_until_an_organiser_opens_it(event: Event, stranger: httpx.Client) -> None:
    page = stranger.get(f"/tornei/{event.id}/iscrizione").text
    assert "non si fanno da qui" in page
    assert 'name="nome"' not in page
    assert send(stranger, event).status_code == 409
    assert waiting(event) == []
    event.send("/impostazioni/modulo", fa="apri")
    assert 'name="nome"' in stranger.get(f"/tornei/{event.id}/iscrizione").text
    event.send("/impostazioni/modulo", fa="chiudi")
    assert send(stranger, event).status_code == 409


def test_a_request_waits_apart_and_is_approved_with_its_consent(
    open_event: Event, stranger: httpx.Client
) -> None:
    before = register(open_event.office)
    sent = stranger.post(
        f"/tornei/{open_event.id}/iscrizione",
        data={**GOOD, "email": "zeno@example.org"},
        follow_redirects=True,
    )
    assert "Richiesta inviata" in sent.text
    assert len(open_event.tournament.entrants) == 12
    assert register(open_event.office) == before
    [row] = waiting(open_event)
    assert row.consent == f"informativa 1 {day_in_rome(datetime.now(UTC))}"
    assert len(row.rules) == 64
    page = open_event.get("/iscritti")
    assert "Una richiesta di iscrizione" in page
    assert "zeno@example.org" in page
    done = open_event.send(f"/iscritti/richieste/{row.request}", fa="approva-firma")
    assert "Richiesta approvata: Zeno Zanella." in done.text
    entrant = open_event.entrant("Zeno Zanella")
    assert (entrant.club, bool(entrant.signed_at)) == ("Udine", True)
    [kept] = [each.person for each in register(open_event.office) if each.id == entrant.person]
    assert (kept.email, kept.consent) == ("zeno@example.org", row.consent)
    assert waiting(open_event) == []
    again = open_event.tap(f"/iscritti/richieste/{row.request}", fa="approva")
    assert again.status_code == 409
    assert "Questa richiesta non c&#39;è più" in again.text


def test_a_known_person_is_recognised_not_entered_twice(open_event: Event, stranger: httpx.Client) -> None:
    send(stranger, open_event, nome="Anna Biànchi", club="Aosta", email="anna@example.org")
    [row] = waiting(open_event)
    assert "<b>Anna Bianchi</b> (Aosta), iscrizione n. 1" in open_event.get("/iscritti")
    same = open_event.entrant("Anna Bianchi").person
    open_event.send(f"/iscritti/richieste/{row.request}", chi=same)
    assert len(open_event.tournament.entrants) == 12
    [kept] = [each.person for each in register(open_event.office) if each.id == same]
    assert kept.email == "anna@example.org"
    assert kept.consent.startswith("informativa 1 ")
    assert waiting(open_event) == []


def test_a_refused_request_leaves_nothing(open_event: Event, stranger: httpx.Client) -> None:
    send(stranger, open_event)
    [row] = waiting(open_event)
    done = open_event.send(f"/iscritti/richieste/{row.request}", fa="rifiuta")
    assert "Richiesta rifiutata; i suoi dati sono cancellati." in done.text
    assert waiting(open_event) == []
    assert "Zeno" not in open_event.get("/iscritti")


def test_requests_of_another_event_are_not_found(
    house: House, open_event: Event, stranger: httpx.Client
) -> None:
    send(stranger, open_event)
    [row] = waiting(open_event)
    with house.event("") as other:
        for what in ("approva", "rifiuta"):
            assert other.tap(f"/iscritti/richieste/{row.request}", fa=what).status_code == 409
    assert waiting(open_event) == [row]


@pytest.mark.parametrize(
    ("fields", "status", "said"),
    [
        ({"accetto": ""}, 403, "accetta il regolamento e l&#39;informativa"),
        ({"consento": ""}, 403, "accetta il regolamento e l&#39;informativa"),
        ({"eta": ""}, 422, "Scegli se hai compiuto 18 anni"),
        ({"eta": "minorenne"}, 422, "Scegli se hai compiuto 18 anni"),
        ({"eta": "minorenne", "nascita": "2999-01-01"}, 422, "La data di nascita non torna"),
        ({"eta": "minorenne", "nascita": "ieri"}, 422, "data di nascita"),
        ({"nome": ""}, 422, "nome"),
        ({"email": "boh"}, 422, "posta elettronica"),
    ],
)
def test_what_is_missing_is_said_and_nothing_kept(
    open_event: Event, stranger: httpx.Client, fields: dict[str, str], status: int, said: str
) -> None:
    refused = send(stranger, open_event, **fields)
    assert (refused.status_code, refused.headers["hx-retarget"]) == (status, "#avviso")
    assert said in refused.text
    assert waiting(open_event) == []


def test_under_fourteen_a_parent_consents_and_an_adults_birthday_is_not_kept(
    open_event: Event, stranger: httpx.Client
) -> None:
    child = {"eta": "minorenne", "nascita": years_ago(13)}
    refused = send(stranger, open_event, **child)
    assert refused.status_code == 403
    assert "Sotto i 14 anni l&#39;iscrizione la manda un genitore" in refused.text
    assert send(stranger, open_event, **child, genitore="Carla Zanella").status_code == 204
    assert (
        send(stranger, open_event, nome="Ada Zini", eta="minorenne", nascita=years_ago(14)).status_code == 204
    )
    assert send(stranger, open_event, nome="Ugo Zini", nascita="1980-01-01", genitore="X").status_code == 204
    born = {row.name: (row.born, "genitore" in row.consent) for row in waiting(open_event)}
    assert born == {
        "Zeno Zanella": (years_ago(13), True),
        "Ada Zini": (years_ago(14), False),
        "Ugo Zini": ("", False),
    }
    for row in waiting(open_event):
        open_event.send(f"/iscritti/richieste/{row.request}", fa="approva")
    public = stranger.get(f"/tornei/{open_event.id}").text
    assert "Zanella" not in public
    assert "Ada Zini" not in public


def test_withdrawn_consent_clears_public_pages_at_once(open_event: Event, stranger: httpx.Client) -> None:
    address = f"/tornei/{open_event.id}/giocatori/{open_event.number('Carla Rossi')}"
    page = stranger.get(address)
    assert page.status_code == 200
    assert "Carla Rossi" in page.text
    open_event.send(f"/iscritti/{open_event.number('Carla Rossi')}/consenso", fa="ritiro")
    after = stranger.get(address, headers={"if-none-match": page.headers.get("etag", "")})
    assert after.status_code == 200
    assert "Carla Rossi" not in after.text
    open_event.send(f"/iscritti/{open_event.number('Carla Rossi')}/consenso", fa="informativa")
    assert "Carla Rossi" in stranger.get(address).text


def test_one_place_sends_so_many_requests_and_programs_none(
    open_event: Event, stranger: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert entry_form.PER_ADDRESS.amount > 116, "the players of a Raduno, in a hall with one address"
    monkeypatch.setattr(entry_form, "PER_ADDRESS", RateLimitItemPerHour(5))
    assert send(stranger, open_event, sito="http").status_code == 204
    assert waiting(open_event) == []
    answers = [send(stranger, open_event, nome=f"Zeno Zanella {at}").status_code for at in range(7)]
    assert answers == [204] * 5 + [429] * 2


def test_hostile_names_are_only_text_among_requests(house: House, empty: Event) -> None:
    def tree(name: str) -> list[tuple[str, ...]]:
        row = RequestRow(
            "r-1", empty.id, "2026-01-01", name, name, "", "", "", "informativa 1 2026-01-01", ""
        )
        with house.office.store.database.writing() as connection:
            requests.remove(connection, "r-1")
            requests.add(connection, row)
        return tree_of(empty.get("/iscritti"))

    plain = tree("Persona Semplice")
    for name in HOSTILE:
        if name.isprintable() and len(name) <= 200:
            assert tree(name) == plain, name


def test_very_many_requests_are_shown_in_part_and_read_the_register_once(
    open_event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    office, id = open_event.office, open_event.id
    with office.store.database.writing() as connection:
        for number in range(120):
            name = "Aldo Abate" if number == 0 else f"Persona {number:03}"
            at = f"2026-01-02T10:{number // 60:02}:{number % 60:02}"
            requests.add(connection, RequestRow(f"r-{number:03}", id, at, name, *[""] * 6))
    reads: list[str] = []

    def counted(*args: object) -> object:
        reads.append("register")
        return known_people(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(recognition, "known_people", counted)
    page = open_event.get("/iscritti")
    assert reads == ["register"]
    assert "120 richieste di iscrizione" in page
    assert text("entries_page.requests.more", "it", shown=50) in page
    assert "Persona 049</b>" in page
    assert "Persona 050</b>" not in page
    open_event.send("/iscritti/richieste/r-007", fa="rifiuta")
    page = open_event.get("/iscritti")
    assert "119 richieste di iscrizione" in page
    assert "Persona 050</b>" in page
