"""The standings at the desk: publishing, what the public sees, what if, files to take away."""

import io
import re
import tomllib
from collections.abc import Iterator

import httpx
import pytest

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Role, open_office
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.undo import undo
from kamchatka.scoring.formula.loading import catalogue
from kamchatka.scoring.results.reading import read_results
from kamchatka.tournament.events import SeatResult, VisibilityChanged
from kamchatka.tournament.recording import CorrectResult, RecordSheet
from kamchatka.web import create_app
from tests.tournament.played import invented, opened, played
from tests.tournament.small_event import points, table
from tests.web.public_events import PublicSite
from tests.web.site import served, signed_in
from tests.web.test_public_event import words


@pytest.fixture
def organiser(events: PublicSite) -> Iterator[httpx.Client]:
    with events.organiser() as client:
        yield client


def home(id: str) -> str:
    return f"/organizza/{id}/classifica"


def test_publishing_says_what_would_change_and_then_that_nothing_has(
    events: PublicSite, organiser: httpx.Client
) -> None:
    id = events.running
    page = words(organiser.get(home(id)).text)
    assert "La classifica non è ancora stata pubblicata. Pubblica la classifica dopo il turno 2" in page
    answer = organiser.post(
        f"/organizza/{id}/fai/publish-standings", data={"azione": "a-pubblica", "pagina": "standings"}
    )
    assert (answer.status_code, answer.headers["location"]) == (303, home(id))
    assert (
        organiser.post(
            f"/organizza/{id}/fai/publish-standings", data={"azione": "a-pubblica", "pagina": "standings"}
        ).status_code
        == 303
    )
    published = [
        each for each in open_tournament(events.office, id).occurrences if each.action == "a-pubblica"
    ]
    assert len(published) == 1
    said = words(organiser.get(home(id)).text)
    assert "Pubblicata la classifica dopo il turno 2." in said
    assert "Pubblicata dopo il turno 2: da allora non è cambiato nulla." in said
    table = open_tournament(events.office, id).tournament.rounds[1].tables[1]
    assert table.result
    points = [10, 20, 30, 90]
    seats = tuple(
        SeatResult(seat.person, {"points": each})
        for seat, each in zip(table.result.seats, points, strict=True)
    )
    execute(
        events.office,
        TERMINAL,
        id,
        CorrectResult(round=2, table=1, seats=seats, reason="somma sbagliata"),
        note="somma sbagliata",
    )
    page = organiser.get(home(id)).text
    changed = re.search(r"Pubblicando adesso, dopo il turno 2: (\d+) posti cambiano\.", words(page))
    assert changed
    assert int(changed[1]) > 1
    for _ in range(2):
        undo(events.office, TERMINAL, id, "prova")


def test_what_the_public_sees_is_chosen_with_switches(events: PublicSite, organiser: httpx.Client) -> None:
    id = events.running
    fields = {"risultati": "published", "motori": "1", "siti": "www.club.example, https://altri.example"}
    answer = organiser.post(f"/organizza/{id}/pubblico", data=fields)
    assert answer.headers["location"] == f"{home(id)}#pubblico"
    chosen = open_tournament(events.office, id).tournament.visibility
    assert chosen == VisibilityChanged(
        is_shown=False,
        results="published",
        may_index=True,
        embedders=("www.club.example", "https://altri.example"),
    )
    page = organiser.get(home(id)).text
    assert f"/incorpora/{id}&#34;" in page or f'/incorpora/{id}"' in page
    wrong = organiser.post(
        f"/organizza/{id}/pubblico", data={"siti": "club; script-src *"}, headers={"hx-request": "true"}
    )
    assert wrong.status_code == 422
    assert wrong.headers["hx-retarget"] == "#avviso"
    assert "non è l&#39;indirizzo di un sito" in wrong.text
    events.see(id)


def test_judges_look_and_only_organisers_change(events: PublicSite) -> None:
    id = events.running
    with signed_in(events.address, events.office, Role.OFFICIAL_JUDGE, id) as judge:
        page = judge.get(home(id))
        assert page.status_code == 200
        assert "Che cosa vede il pubblico" not in page.text
        assert "Pubblica la classifica dopo" not in page.text
        for path in (f"/organizza/{id}/fai/publish-standings", f"/organizza/{id}/pubblico"):
            assert judge.post(path).status_code == 403
        assert judge.get(f"{home(id)}/risultati/scarica").status_code == 403
        assert judge.get(home(events.demo)).status_code == 403
    with events.anybody() as anybody:
        assert anybody.get(home(id)).headers["location"].startswith("/entra")


def test_the_standings_of_a_stage_are_those_at_its_end(events: PublicSite, organiser: httpx.Client) -> None:
    page = organiser.get(f"{home(events.demo)}?fase=qualificazioni").text
    assert "<h1>Classifica dopo il turno 3</h1>" in page
    first = re.search(r'<tr id="g\d+">.*?</tr>', page, re.DOTALL)
    assert first
    assert words(first[0]).startswith("1 stabile Andrea Zanotti")
    assert organiser.get(f"{home(events.demo)}?fase=niente").status_code == 404


def test_the_desk_s_reasons_and_table_are_parts(events: PublicSite, organiser: httpx.Client) -> None:
    table = organiser.get(f"{home(events.demo)}/tabella?cerca=pedrini").text
    assert "<html" not in table
    address = re.search(r'data-why="([^"]+)"', table)
    assert address
    why = organiser.get(address[1])
    assert why.status_code == 200
    assert "Perché 180 punti, e perché il 1° posto" in words(why.text)


def test_every_formula_says_who_would_have_won_and_one_is_laid_beside(
    events: PublicSite, organiser: httpx.Client
) -> None:
    page = organiser.get(f"{home(events.demo)}/e-se?formula=medagliere").text
    rows = re.findall(r"<tr(?: class=\"own\")?>\s*<td><b>.*?</tr>", page, re.DOTALL)
    assert len(rows) == len(catalogue())
    assert words(rows[0]) == "Punti tavolo con bonus quella del torneo Andrea Zanotti – –"
    assert any(
        words(row).startswith("Conversione 150 Andrea Zanotti Elena Ermini Gianni Cortesi") for row in rows
    )
    moved = [words(row) for row in re.findall(r'<tr class="moved">.*?</tr>', page, re.DOTALL)]
    assert "1 3 sale di 2 Marta Lanzarini" in moved
    lines = organiser.get(f"{home(events.demo)}/e-se.csv").content.decode("utf-8-sig").splitlines()
    assert len(lines) == 106
    assert lines[0].startswith("Giocatore;Finali;bonus-50;")


def test_the_results_file_gives_the_same_standings(events: PublicSite, organiser: httpx.Client) -> None:
    answer = organiser.get(f"{home(events.demo)}/risultati/scarica")
    assert answer.headers["content-disposition"] == f'attachment; filename="{events.demo}.toml"'
    data = tomllib.load(io.BytesIO(answer.content))
    assert data["tournament"]["formula"] == "bonus-50"
    assert len(read_results(answer.text, name="r.toml").rounds) == 5
    csv = organiser.get(f"{home(events.demo)}.csv").content.decode("utf-8-sig").splitlines()
    assert len(csv) == 106


def test_whoever_still_plays_is_not_said_to_have_played_fewer_games() -> None:
    with (
        open_office(None) as office,
        served(create_app(office=office)) as site,
        signed_in(site, office) as client,
    ):
        id = opened(office, invented(8))
        played(office, id, lambda desk: len(desk.tournament.rounds) == 2)
        desk = open_tournament(office, id)
        execute(office, TERMINAL, id, RecordSheet(table=1, seats=points(table(desk, 1), [60, 40, 30, 20])))
        said = words(client.get(home(id)).text)
        assert "Manca ancora 1 tavolo: i posti possono cambiare." in said
        assert "Hanno giocato meno partite" not in said
