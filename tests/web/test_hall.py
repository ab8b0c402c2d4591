"""The hall at the desk: one clock for the round, the judge's queue and rulings, the screen."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest

from kamchatka.app.office import TERMINAL, new_action
from kamchatka.app.tables.keeper import system_timer
from kamchatka.app.tables.round_clock import start_round
from kamchatka.app.tables.tables import execute_at, open_live
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.referee.calls import CallJudge
from kamchatka.referee.timing import ExtendClock, StopClock
from tests.web import played
from tests.web.laptop import Laptop, laptop

DESK = "/organizza/raduno"
BENCH = f"{DESK}/arbitro"


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laptop]:
    """A published round of four tables that nobody follows yet."""
    with laptop(tmp_path_factory.mktemp("published")) as there:
        played.entered(there.office, 16)
        played.go_on(there.office, "raduno", "record")
        yield there


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Laptop]:
    """A round of four tables whose clocks run."""
    with laptop(tmp_path) as there:
        played.entered(there.office, 16)
        played.go_on(there.office, "raduno", "record")
        start_round(there.office, TERMINAL, "raduno", system_timer, new_action())
        yield there


def words(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def clock(page: str) -> int:
    """Minutes left on the first clock of a page, rounded up."""
    found = re.search(r'data-left="(\d+)" data-at="\d+" data-running', page)
    assert found
    return -(-int(found[1]) // 60_000)


def calls(there: Laptop, table: int, *, stop: bool) -> str:
    live = open_live(there.office, "raduno", table)
    who = live.table.seats[1]
    more = [StopClock(system_timer())] if stop else []
    execute_at(there.office, TERMINAL, "raduno", table, CallJudge(who, "combat"), *more)
    return live.desk.names[who]


def test_via_starts_every_table_once_and_the_clock_is_seen_at_the_desk(published: Laptop) -> None:
    board = published.browser.get(DESK).text
    assert "data-clock" not in board
    planned = published.send(f"{DESK}/fai/start-at", ore="23:59", pagina="board")
    assert "Il via è alle 23:59, da solo." in words(planned.text)
    assert "Il via è alle" not in words(published.send(f"{DESK}/fai/start-at", ore="", pagina="board").text)
    assert "Via! Orologi partiti: 4." in words(published.send(f"{DESK}/via", azione="a-1").text)
    assert "Via! Orologi partiti: 4." in words(published.send(f"{DESK}/via", azione="a-1").text)
    assert published.send(f"{DESK}/via", azione="a-2").status_code == 409
    minutes = open_live(published.office, "raduno", 1).table.opened.minutes
    assert [clock(published.browser.get(f"{DESK}{page}").text) for page in ("", "/referti", "/giudici")] == [
        minutes
    ] * 3


def test_one_table_is_given_time_and_all_stop_with_a_reason_that_is_read(hall: Laptop) -> None:
    given = hall.send(f"{DESK}/tempo/tavolo", tavolo="3", minuti="5", fa="minuti")
    assert "Tavolo 3: 5 minuti in più." in words(given.text)
    assert "finisce 5:00 dopo" in words(hall.browser.get(DESK).text)
    assert hall.send(f"{DESK}/tempo/tavolo", tavolo="3", minuti="molti", fa="minuti").status_code == 422
    stopped = hall.send(f"{DESK}/tempo", fa="ferma", motivo="Manca la luce", pagina="judges")
    assert "Tavoli fermati: 4." in words(stopped.text)
    assert "Tutti i tavoli sono fermi. 000-2e Manca la luce" in words(stopped.text)
    assert "Tavoli ripartiti: 4." in words(hall.send(f"{DESK}/tempo", fa="riparti").text)


def test_the_queue_begins_with_tables_that_stand_still_and_counts_in_the_title(hall: Laptop) -> None:
    waits, stands = calls(hall, 1, stop=False), calls(hall, 2, stop=True)
    page = hall.browser.get(BENCH).text
    assert re.findall(r'id="attesa-(\d)-c1"', page) == ["2", "1"]
    assert f"2 Chiama {stands}" in words(page)
    assert f"1 Chiama {waits}" in words(page)
    assert "<title>(2) Coda del giudice" in page
    assert "<title>(2) Registro" in hall.browser.get(f"{DESK}/registro").text


def test_the_casebook_is_asked_and_its_ruling_recorded_with_the_time_given_back(hall: Laptop) -> None:
    calls(hall, 2, stop=True)
    asked = {"tavolo": "2", "che": "c1", "caso": "over-limit"}
    assert "Per decidere manca una risposta" in words(hall.browser.get(BENCH, params=asked).text)
    answers = {"r-offender": "A", "r-armies": "135", "r-how": "found"}
    page = words(hall.browser.get(BENCH, params={**asked, **answers}).text)
    assert "Sono 5 di troppo: toglie subito 10 armate" in page
    assert "001-C11d" in page
    before = open_live(hall.office, "raduno", 2).table
    sent = {"caso": "over-limit", "decisione": "casistica", "chiamata": "1", "riparti": "1", "minuti": "2"}
    assert hall.send(f"{BENCH}/2", **sent, **answers).status_code == 200
    after = open_live(hall.office, "raduno", 2).table
    assert [each.case for each in after.rulings] == ["over-limit"]
    assert after.open_calls == ()
    assert after.clock.is_running
    assert after.clock.limit == before.clock.limit + 2 * 60_000


def test_another_decision_needs_a_reason_and_a_warning_is_counted_in_the_event(hall: Laptop) -> None:
    name = open_tournament(hall.office, "raduno").names[open_live(hall.office, "raduno", 1).table.seats[2]]
    warning = {"decisione": "altra", "misura": "warning", "contro": "C"}
    refused = hall.send(f"{BENCH}/1", **warning)
    assert refused.status_code == 422
    assert "motivo" in words(refused.text)
    assert hall.send(f"{BENCH}/1", **warning, motivo="Insulta il tavolo").status_code == 200
    assert f"C {name} 1 ammonizioni" in words(hall.browser.get(BENCH, params={"tavolo": "1"}).text)
    assert "Insulta il tavolo" in words(hall.browser.get(f"{DESK}/registro").text)


def test_the_screen_shows_clock_tables_calls_message_and_frozen_standings(hall: Laptop) -> None:
    calls(hall, 1, stop=False)
    execute_at(hall.office, TERMINAL, "raduno", 3, ExtendClock(300))
    page = words(hall.browser.get("/schermo/raduno").text)
    assert "Turno 1 · fine del tempo alle" in page
    assert "Tavolo 1 chiama il giudice" in page
    assert "Tavolo 3: 5:00 in più" in page
    said = hall.send(
        f"{DESK}/fai/screen", mostra="tables", secondi="20", messaggio="Pizza alle 20", congela="1"
    )
    assert "classifica congelata dopo il turno: 0" in words(said.text)
    assert hall.send(f"{DESK}/fai/screen", mostra="altro", secondi="20").status_code == 422
    assert hall.send(f"{DESK}/fai/screen", secondi="2").status_code == 422
    hall.send(f"{DESK}/chiamate/1/1/risolta")
    page = words(hall.browser.get("/schermo/raduno").text)
    assert "Pizza alle 20" in page
    assert "La classifica si scopre alla premiazione" in page
    assert "Dove si siede" not in page
    stopped = hall.send(f"{DESK}/tempo", fa="ferma", motivo="Manca la luce")
    assert stopped.status_code == 200
    assert "Tutti i tavoli sono fermi. Manca la luce" in words(hall.browser.get("/schermo/raduno").text)


def test_nobody_but_the_judges_opens_the_bench(published: Laptop) -> None:
    stranger = httpx.get(f"{published.browser.base_url}{BENCH}", follow_redirects=False)
    assert stranger.status_code in (303, 401)
