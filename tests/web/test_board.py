"""The desk's first page: the next step, how far the event is, the tables as they are, undoing the last."""

import re
from collections.abc import Iterator

import pytest

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office
from kamchatka.app.tables.tables import execute_at, open_table
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.referee.calls import CallJudge
from kamchatka.tournament.events import SeatResult
from kamchatka.tournament.recording import RecordSheet
from tests.tournament.played import invented, opened, played
from tests.tournament.small_event import drawn, points, table
from tests.web.desk_pages import DeskClient, desk_site, hidden, words_of

STEPS = {
    "enter": ("Iscrivi i giocatori", "/iscritti"),
    "rollcall": ("Fai l’appello", "/appello"),
    "draw": ("Sorteggia il turno 1", "/fai/draw"),
    "begin": ("I tavoli del turno 1 sono pubblici", "/via"),
    "close": ("Chiudi il turno 1", "/fai/close-round"),
    "cut": ("Decidi chi passa alla finale", "/taglio"),
    "final": ("Sorteggia: Finale", "/fai/draw"),
    "publish": ("Pubblica la classifica finale", "/fai/publish-standings"),
    "done": ("Il torneo è finito", "/proclama"),
}


@pytest.fixture(scope="module")
def place() -> Iterator[tuple[Office, DeskClient]]:
    with desk_site() as found:
        yield found


def tiles(html: str) -> dict[int, tuple[str, str]]:
    """State and detail of every table."""
    found = re.findall(
        r'class="tile".*?</span>(\d+)</span><span class="state"[^>]*>.*?</svg>([^<]+)</span><small>([^<]+)<',
        html,
    )
    return {int(number): (state, detail) for number, state, detail in found}


def test_every_step_has_its_sentence_and_leads_to_its_page(place: tuple[Office, DeskClient]) -> None:
    office, client = place
    id = opened(office, invented(12), "tre-partite-finale", "Passi")
    seen: dict[str, tuple[str, str]] = {}
    then: dict[str, str] = {}

    def look(desk: object) -> bool:
        html = client.get(f"/organizza/{id}/adesso")
        title = words_of(re.findall(r"<h1[^>]*>(.*?)</h1>", html, re.S)[0])
        page, *_ = re.findall(r' action="([^"]+)"|class="button primary big" href="([^"]+)"', html)
        step = "".join(page).removeprefix(f"/organizza/{id}")
        seen.setdefault(title, (title, step))
        then.setdefault(title, words_of("".join(re.findall(r'<p class="then">(.*?)</p>', html, re.S))))
        return False

    played(office, id, until=look)
    look(None)
    told = list(seen.values())
    assert told[0] == STEPS["rollcall"]
    wanted = [
        STEPS[step] for step in ("rollcall", "draw", "begin", "close", "cut", "final", "publish", "done")
    ]
    assert [each for each in told if each in wanted] == wanted
    assert "Vince " in words_of(client.get(f"/organizza/{id}/adesso"))
    assert (
        "sorteggia il turno 1 · scrivi i referti del turno 1 · chiudi il turno 1 · sorteggia il turno 2"
        in next(iter(then.values()))
    )
    assert [said for title, said in then.items() if title.startswith("Chiudi il turno 1")] == [
        "Poi: sorteggia il turno 2."
    ]


def test_an_empty_event_says_what_to_do_first(place: tuple[Office, DeskClient]) -> None:
    office, client = place
    id = opened(office, (), "tre-partite", "Vuoto")
    said = words_of(client.get(f"/organizza/{id}"))
    assert "Iscrivi i giocatori" in said
    assert "I tavoli arrivano con il sorteggio" in said


def test_tiles_keep_the_order_of_the_hall_and_say_what_each_table_does(
    place: tuple[Office, DeskClient],
) -> None:
    office, client = place
    id = drawn(office, 32, name="Sala", format="raduno")
    desk = open_tournament(office, id)

    def send(number: int, sender: int | None, given: tuple[int, ...] = (50, 40, 30, 20)) -> None:
        at = table(desk, number)
        who = None if sender is None else at.seated.seats[sender]
        execute(office, TERMINAL, id, RecordSheet(table=number, seats=points(at, given), sent_by=who))

    send(1, None)
    send(2, 0)
    send(3, 0)
    send(3, 1, (50, 40, 31, 20))
    send(4, 0)
    send(4, 1)
    open_table(office, TERMINAL, id, 5)
    open_table(office, TERMINAL, id, 6)
    caller = table(desk, 6).seated.seats[1]
    execute_at(office, TERMINAL, id, 6, CallJudge(caller))
    odd = table(desk, 7)
    risiko = SeatResult(odd.seated.seats[0], {"points": 86, "objective": True})
    seats = (risiko, *points(odd, (0, 50, 40, 30))[1:])
    execute(office, TERMINAL, id, RecordSheet(table=7, seats=seats))

    html = client.get(f"/organizza/{id}")
    found = tiles(html)
    assert list(found) == [1, 2, 3, 4, 5, 6, 7, 8]
    name = desk.names[caller]
    assert found.pop(6)[0] == "chiamata"
    assert found == {
        1: ("firmato", "scritto"),
        2: ("conta", "aspetta conferma"),
        3: ("da decidere", "due versioni"),
        4: ("firmato", "dal telefono"),
        5: ("gioca", "si prepara"),
        7: ("firmato", "scritto"),
        8: ("gioca", "referto non arrivato"),
    }
    watch = words_of(re.findall(r'<ul class="watch.*?</ul>', html, re.S)[0])
    assert f"Tavolo 6: {name} chiama il giudice" in watch
    assert "Tavolo 3: due giocatori hanno mandato numeri diversi." in watch
    assert "Aspettano la conferma: 2." in watch
    assert (
        "Tavolo 7: Con la formula «Punti tavolo con bonus» un RisiKo! vale sempre 100 punti tavolo" in watch
    )
    only = client.get(f"/organizza/{id}/tavoli?mostra=playing")
    assert list(tiles(only)) == [5, 8]
    assert "<html" not in only


def test_undo_shows_what_it_takes_back_and_wants_a_reason(place: tuple[Office, DeskClient]) -> None:
    office, client = place
    id = drawn(office, 8, name="Ripensarci")
    at = table(open_tournament(office, id), 1)
    execute(office, TERMINAL, id, RecordSheet(table=1, seats=points(at, (50, 40, 30, 20))))
    page = client.get(f"/organizza/{id}/annulla")
    assert "Turno 1: scritto il referto del tavolo 1" in words_of(page)
    fields = {"azione": hidden(page, "azione"), "ultima": hidden(page, "ultima"), "motivo": ""}
    refused = client.post(f"/organizza/{id}/annulla", fields, fragment=True)
    assert refused.status_code == 403
    assert refused.headers["hx-retarget"] == "#avviso"
    assert table(open_tournament(office, id), 1).result is not None
    for _ in range(2):  # a double click undoes once
        done = client.post(f"/organizza/{id}/annulla", {**fields, "motivo": "tavolo sbagliato"})
        assert (done.status_code, done.headers["location"]) == (303, f"/organizza/{id}")
    assert table(open_tournament(office, id), 1).result is None
    assert open_tournament(office, id).tournament.open_round is not None
    assert "tavolo sbagliato" not in client.get(f"/organizza/{id}/adesso")


def test_an_undo_of_something_older_than_the_last_is_refused(place: tuple[Office, DeskClient]) -> None:
    office, client = place
    id = drawn(office, 8, name="In due")
    page = client.get(f"/organizza/{id}/annulla")
    at = table(open_tournament(office, id), 1)
    execute(office, TERMINAL, id, RecordSheet(table=1, seats=points(at, (50, 40, 30, 20))))
    fields = {"ultima": hidden(page, "ultima"), "motivo": "ripenso al sorteggio"}
    refused = client.post(f"/organizza/{id}/annulla", fields)
    assert refused.status_code == 409
    assert "Nel frattempo qualcuno ha fatto altro" in words_of(refused.text)
    assert table(open_tournament(office, id), 1).result is not None
