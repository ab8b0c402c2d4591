"""The hall at the desk: one clock for the round, the judge's queue and rulings, the screen."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime, timedelta
from html import unescape
from pathlib import Path

import httpx
import pytest

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, new_action
from kamchatka.app.tables.keeper import system_timer
from kamchatka.app.tables.round_clock import round_clock, start_round
from kamchatka.app.tables.tables import execute_at, open_live, open_table
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.clock import ClockReading
from kamchatka.referee.calls import CallJudge
from kamchatka.referee.events import TurnEnded
from kamchatka.referee.playing import DeclareObjective, EndTurn
from kamchatka.referee.timing import ExtendClock, ResumeAfterStop, StartClock, StopClock
from kamchatka.tournament.arranging import SetVenue
from kamchatka.tournament.recording import RecordSheet
from kamchatka.web.site.live import feed_number
from tests.tournament.small_event import points
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
    followed = open_table(published.office, TERMINAL, "raduno", 1)
    soon, gone = (
        (datetime.now().astimezone() + timedelta(hours=hours)).strftime("%H:%M") for hours in (2, -2)
    )
    planned = published.send(f"{DESK}/fai/start-at", ore=soon, pagina="board")
    assert f"Il via è alle {soon}, da solo." in words(planned.text)
    refused = published.send(f"{DESK}/fai/start-at", ore=gone, pagina="board")
    assert f"Le {gone} sono già passate: scrivi un'ora che deve ancora venire." in words(refused.text)
    execute_at(published.office, TERMINAL, "raduno", 1, CallJudge(followed.table.seats[0], "setup"))
    assert f"Il via è alle {soon}, da solo." in words(published.browser.get(DESK).text)
    assert "Il via è alle" not in words(published.send(f"{DESK}/fai/start-at", ore="", pagina="board").text)
    assert f'action="{DESK}/via"' in published.browser.get(DESK).text
    assert "Via! Orologi partiti: 4." in words(published.send(f"{DESK}/via", azione="a-1").text)
    assert "Via! Orologi partiti: 4." in words(published.send(f"{DESK}/via", azione="a-1").text)
    assert f'action="{DESK}/via"' not in published.browser.get(DESK).text
    assert published.send(f"{DESK}/via", azione="a-2").status_code == 409
    minutes = open_live(published.office, "raduno", 1).table.opened.minutes
    assert [clock(published.browser.get(f"{DESK}{page}").text) for page in ("", "/referti", "/giudici")] == [
        minutes
    ] * 3


def test_undoing_via_says_first_that_clocks_go_back_to_zero(hall: Laptop) -> None:
    page = words(hall.browser.get(f"{DESK}/annulla").text)
    assert "Che cosa annulli Tornano a zero gli orologi di 4 tavoli. Turno 1: posti fissati." in page
    execute(hall.office, TERMINAL, "raduno", SetVenue(1, "Sala grande"))
    assert "a zero" not in words(hall.browser.get(f"{DESK}/annulla").text)


def test_via_waits_for_the_tables_left_where_a_first_sheet_is_in(tmp_path: Path) -> None:
    with laptop(tmp_path) as there:
        played.entered(there.office, 16)
        played.go_on(there.office, "raduno", "record")
        soon = (datetime.now().astimezone() + timedelta(hours=2)).strftime("%H:%M")
        drawn = open_tournament(there.office, "raduno").tournament.rounds[0].tables
        one, two = (points(drawn[number], (50, 40, 30, 20)) for number in (1, 2))
        execute(there.office, TERMINAL, "raduno", RecordSheet(table=1, seats=one))
        # Sheets without any clock: the round is played without them.
        assert f'action="{DESK}/via"' not in there.browser.get(DESK).text
        open_table(there.office, TERMINAL, "raduno", 2)
        execute_at(there.office, TERMINAL, "raduno", 2, StartClock(system_timer(), "20:00"))
        execute(there.office, TERMINAL, "raduno", RecordSheet(table=2, seats=two))
        planned = there.send(f"{DESK}/fai/start-at", ore=soon, pagina="board")
        assert f"Il via è alle {soon}, da solo." in words(planned.text)
        assert "Via! Orologi partiti: 2." in words(there.send(f"{DESK}/via", azione="a-1").text)
        assert f'action="{DESK}/via"' not in there.browser.get(DESK).text


def test_the_board_names_the_table_and_has_a_line_for_each_request(hall: Laptop) -> None:
    def lines() -> list[str]:
        found = re.findall(r'<ol class="log plain">(.*?)</ol>', hall.browser.get(DESK).text, re.DOTALL)
        return [words(each) for each in re.findall(r"</time>(.*?)</li>", found[0], re.DOTALL)]

    started = lines()
    assert started[0] == "Turno 1: partite cominciate. Tavoli: 1, 2, 3, 4. e altri 12"
    assert started[1].startswith("Sorteggiato il turno 1.")
    execute_at(hall.office, TERMINAL, "raduno", 3, ExtendClock(300))
    assert lines() == ["Turno 1, tavolo 3. Tempo prolungato di 300 secondi.", *started[:5]]


def test_one_table_is_given_time_and_all_stop_with_a_reason_that_is_read(hall: Laptop) -> None:
    given = hall.send(f"{DESK}/tempo/tavolo", tavolo="3", minuti="5", fa="minuti")
    assert "Tavolo 3: 5 minuti in più." in words(given.text)
    assert "finisce 5:00 dopo" in words(hall.browser.get(DESK).text)
    assert hall.send(f"{DESK}/tempo/tavolo", tavolo="3", minuti="molti", fa="minuti").status_code == 422
    stopped = hall.send(f"{DESK}/tempo", fa="ferma", motivo="Manca la luce", pagina="judges")
    assert "Tavoli fermati: 4." in words(stopped.text)
    assert "Tutti i tavoli sono fermi. 000-2e Manca la luce" in words(stopped.text)
    assert words(hall.browser.get(f"{DESK}/registro").text).count("Manca la luce") == 1
    assert "Tavoli ripartiti: 4." in words(hall.send(f"{DESK}/tempo", fa="riparti").text)


def test_the_clock_of_the_round_is_that_of_most_tables(tmp_path: Path) -> None:
    with laptop(tmp_path) as there:
        played.entered(there.office, 16)
        played.go_on(there.office, "raduno", "record")
        now = system_timer()
        minutes = open_table(there.office, TERMINAL, "raduno", 1).table.opened.minutes
        earlier = ClockReading(now.run, now.ms - 20 * 60_000)
        execute_at(there.office, TERMINAL, "raduno", 1, StartClock(earlier, "20:00"))
        start_round(there.office, TERMINAL, "raduno", system_timer, new_action())
        assert clock(there.browser.get(DESK).text) == minutes
        execute_at(there.office, TERMINAL, "raduno", 2, StopClock(ClockReading(now.run, now.ms + 9)))
        execute_at(there.office, TERMINAL, "raduno", 1, ExtendClock(3600))
        assert clock(there.browser.get(DESK).text) == minutes
        execute_at(there.office, TERMINAL, "raduno", 1, StopClock(system_timer()))
        with there.office.reading() as reading:
            time = round_clock(reading, open_tournament(there.office, "raduno"), system_timer)
        assert time is not None
        assert (time.is_running, time.is_stopped) == (True, False)


def test_the_bench_says_when_the_time_of_the_round_is_over(tmp_path: Path, hall: Laptop) -> None:
    page = hall.browser.get(BENCH).text
    assert "Turno 1, restano " in words(page)
    assert "data-running data-expires>" in page
    minutes = open_live(hall.office, "raduno", 1).table.opened.minutes
    with laptop(tmp_path / "late") as there:
        played.entered(there.office, 16)
        played.go_on(there.office, "raduno", "record")
        now = system_timer()
        began = ClockReading(now.run, now.ms - minutes * 60_000 - 28_000)
        for table in (1, 2, 3, 4):
            open_table(there.office, TERMINAL, "raduno", table)
            execute_at(there.office, TERMINAL, "raduno", table, StartClock(began, "20:00"))
        page = there.browser.get(BENCH).text
    assert "Turno 1, tempo scaduto: +0:" in words(page)
    assert "data-expires" not in page


def test_the_queue_begins_with_tables_that_stand_still_and_counts_in_the_title(hall: Laptop) -> None:
    waits, stands = calls(hall, 1, stop=False), calls(hall, 2, stop=True)
    page = hall.browser.get(BENCH).text
    assert re.findall(r'id="attesa-(\d)-c1"', page) == ["2", "1"]
    assert f"2 {stands} chiama" in words(page)
    assert f"1 {waits} chiama" in words(page)
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
    done = hall.send(f"{BENCH}/2", **sent, **answers)
    assert "Tavolo 2. Caso n. 1 «Armate oltre il limite»" in words(done.text)
    after = open_live(hall.office, "raduno", 2).table
    assert [each.case for each in after.rulings] == ["over-limit"]
    assert after.open_calls == ()
    assert after.clock.is_running
    assert after.clock.limit == before.clock.limit + 2 * 60_000


def test_another_decision_needs_a_reason_and_a_warning_is_counted_in_the_event(hall: Laptop) -> None:
    name = open_tournament(hall.office, "raduno").names[open_live(hall.office, "raduno", 1).table.seats[2]]
    warning = {"decisione": "altra", "misura": "warning", "contro": "C"}
    nobody = hall.send(f"{BENCH}/1", **{**warning, "contro": ""}, motivo="Insulta il tavolo")
    assert (nobody.status_code, "Chi ha sbagliato" in words(nobody.text)) == (422, True)
    assert '<select class="box" name="contro"><option value="">Scegli' in (
        hall.browser.get(BENCH, params={"tavolo": "1"}).text
    )
    refused = hall.send(f"{BENCH}/1", **warning)
    assert refused.status_code == 422
    assert "motivo" in words(refused.text)
    assert hall.send(f"{BENCH}/1", **warning, motivo="Insulta il tavolo").status_code == 200
    assert f"{name} 1 ammonizione" in words(hall.browser.get(BENCH, params={"tavolo": "1"}).text)
    assert "Insulta il tavolo" in words(hall.browser.get(f"{DESK}/registro").text)


def test_a_decision_that_ends_the_turn_asks_for_the_conquests(hall: Laptop) -> None:
    ending = {"caso": "after-pass", "decisione": "casistica", "r-offender": "A"}
    page = hall.browser.get(BENCH, params={"tavolo": "1", "caso": "after-pass", "r-offender": "A"}).text
    assert 'value="casistica" data-ends checked' in page
    refused = hall.send(f"{BENCH}/1", **ending)
    assert "scrivi quanti territori ha conquistato (0 se nessuno)" in words(refused.text)
    assert hall.send(f"{BENCH}/1", **ending, conquiste="2").status_code == 200
    measure = {"decisione": "altra", "misura": "turn-ends", "contro": "B", "motivo": "Non smette"}
    assert hall.send(f"{BENCH}/1", **measure).status_code == 422
    assert hall.send(f"{BENCH}/1", **measure, conquiste="0").status_code == 200
    turns = [each.event for each in open_live(hall.office, "raduno", 1).occurrences]
    assert [each.conquests for each in turns if isinstance(each, TurnEnded)] == [2, 0]


def test_a_measure_with_a_number_is_refused_without_it(hall: Laptop) -> None:
    denied = {"decisione": "altra", "misura": "cards-denied", "contro": "A", "motivo": "Gioca due volte"}
    for amount in ("", "molte", "0"):
        refused = hall.send(f"{BENCH}/1", **denied, quanto=amount)
        assert refused.status_code == 422
        assert "Scrivi quante carte, armate, minuti o punti." in words(refused.text)
    assert hall.send(f"{BENCH}/1", **denied, quanto="2").status_code == 200
    table = open_live(hall.office, "raduno", 1).table
    assert table.cards_denied == {table.seats[0]: 2}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"tavolo": "1", "caso": "over-limit", "r-armies": "abc"}, "Si risponde così: un numero"),
        ({"tavolo": "1", "caso": "niente"}, "Nella casistica non c’è «niente»"),
        ({"tavolo": "99"}, "Nel turno 1 non c'è il tavolo 99"),
    ],
)
def test_a_wrong_address_of_the_bench_still_shows_the_queue(
    hall: Laptop, asked: dict[str, str], said: str
) -> None:
    calls(hall, 2, stop=False)
    page = hall.browser.get(BENCH, params=asked)
    assert page.status_code == 200
    assert said in words(page.text)
    assert 'id="attesa-2-c1"' in page.text


def test_players_are_named_without_letters_and_the_judge_who_decides_is_chosen(hall: Laptop) -> None:
    asked = {"tavolo": "1", "caso": "over-limit"}
    live = open_live(hall.office, "raduno", 1)
    name = live.desk.names[live.table.seats[0]]
    page = hall.browser.get(BENCH, params=asked).text
    assert f'<option value="A">{name}</option>' in page
    assert 'name="giudice"' not in page
    hall.send(f"{DESK}/giudici", nome="Ada Neri", ruolo="tavolo", pagina="bench")
    page = hall.browser.get(BENCH, params=asked).text
    assert "<option>Ugo Bassi</option><option>Ada Neri</option>" in page
    answers = {"r-offender": "A", "r-armies": "104", "r-how": "found"}
    sent = {"caso": "over-limit", "decisione": "casistica", "giudice": "Ada Neri"}
    assert hall.send(f"{BENCH}/1", **sent, **answers).status_code == 200
    [ruling] = open_live(hall.office, "raduno", 1).table.rulings
    assert ruling.author is not None
    assert open_tournament(hall.office, "raduno").names[ruling.author] == "Ada Neri"


def test_the_judge_says_whether_a_table_played_while_the_computer_was_stopped(hall: Laptop) -> None:
    def stopped() -> int:
        now = system_timer()
        execute_at(hall.office, TERMINAL, "raduno", 1, ResumeAfterStop(now, now, 90))
        assert "Il computer si è fermato: di’ se il tavolo giocava. Tavolo 1" in words(
            hall.browser.get(BENCH).text
        )
        page = hall.browser.get(BENCH, params={"tavolo": "1"}).text
        assert "Il computer si è fermato per 1:30" in words(page)
        assert re.findall(r'name="fa" value="(restituito|giocato)"', page) == ["restituito", "giocato"]
        return open_live(hall.office, "raduno", 1).table.clock.left(system_timer())

    def settled(what: str) -> int:
        hall.send(f"{DESK}/tempo/tavolo", tavolo="1", fa=what, pagina="bench")
        table = open_live(hall.office, "raduno", 1).table
        assert table.unsettled == 0
        return table.clock.left(system_timer())

    assert 0 <= stopped() - settled("restituito") < 60_000
    assert 90_000 <= stopped() - settled("giocato") < 150_000


def test_lap_and_turn_of_a_table_that_nobody_follows_are_not_said(hall: Laptop) -> None:
    calls(hall, 1, stop=False)
    assert "giro 1" not in words(hall.browser.get(BENCH, params={"tavolo": "1"}).text)
    assert "2 gioca" in words(hall.browser.get("/schermo/raduno").text)
    assert "giro 1" not in words(hall.browser.get(DESK).text)
    execute_at(hall.office, TERMINAL, "raduno", 1, EndTurn(now=system_timer()))
    live = open_live(hall.office, "raduno", 1)
    page = words(hall.browser.get(BENCH, params={"tavolo": "1"}).text)
    assert f"Di turno {live.desk.names[live.table.in_turn]}, giro 1." in page
    assert "giro 1 · il gioco continua" in page


def test_a_finished_table_has_no_clock_and_does_not_go_on(hall: Laptop) -> None:
    calls(hall, 1, stop=False)
    live = open_live(hall.office, "raduno", 1)
    won = DeclareObjective(person=live.table.in_turn, is_true=True, now=system_timer())
    execute_at(hall.office, TERMINAL, "raduno", 1, won)
    page = words(hall.browser.get(BENCH, params={"tavolo": "1"}).text)
    assert "combattimenti · partita finita" in page
    assert "il gioco continua" not in page
    assert "obiettivo raggiunto" in page
    assert ", fine alle" not in page


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
    silent = words(hall.send(f"{DESK}/fai/screen", mostra="tables", secondi="20").text)
    assert ", 20 secondi ciascuno." in silent
    hall.send(f"{DESK}/fai/screen", mostra="tables", secondi="20", messaggio="Pizza alle 20", congela="1")
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


def test_a_tap_is_told_to_the_screen_and_not_to_pages_that_do_not_show_it(hall: Laptop) -> None:
    number = feed_number(hall.office, "raduno")
    with ExitStack() as stack:

        def followed(page: str) -> Iterator[str]:
            asked = {"di": page, "dopo": str(number)}
            address = f"{hall.browser.base_url}/tornei/raduno/vivo"
            pieces = stack.enter_context(httpx.stream("GET", address, params=asked)).iter_text()
            assert "retry" in next(pieces)
            return pieces

        screen, page = followed("/schermo/raduno"), followed("/tornei/raduno/tavoli")
        for tap in (1, 2):
            execute_at(hall.office, TERMINAL, "raduno", 3, ExtendClock(300))
            assert f"id: {number + tap}\n" in next(screen)
        execute(hall.office, TERMINAL, "raduno", SetVenue(1, "Sala grande"))
        assert f"id: {number + 3}\n" in next(page)


def test_nobody_but_the_judges_opens_the_bench(published: Laptop) -> None:
    stranger = httpx.get(f"{published.browser.base_url}{BENCH}", follow_redirects=False)
    assert stranger.status_code in (303, 401)
