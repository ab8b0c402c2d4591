"""The phone of a table while it is played: who holds it, each step of the judge, refusals in place."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import httpx
import pytest

from kamchatka.app.commands.listing import OF_TABLES
from kamchatka.app.office import TERMINAL, Office, Role
from kamchatka.app.tables.incidents import club_of, official_judge
from kamchatka.app.tables.keeper import system_timer
from kamchatka.app.tables.tables import OpenTable, execute_at, open_live
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.passes import TablePlace, joining_number, pass_path, short_codes
from kamchatka.cli.referee.app import COMMANDS
from kamchatka.referee.casebook.rulings import written_effect
from kamchatka.referee.events import ClosingExcused
from kamchatka.referee.incidents import RuleIncident
from kamchatka.referee.timing import ExtendClock
from kamchatka.web import create_app
from kamchatka.web.app import PAGES
from kamchatka.web.site.locks import Need, locks_of
from tests.web import played
from tests.web.desk_pages import DeskClient, desk_site, words_of

HOUR = 3600


@dataclass
class Phone:
    """A phone that joined a table, and what it sees."""

    http: httpx.Client
    office: Office
    place: TablePlace

    @property
    def here(self) -> str:
        return f"/tavolo/{self.place}"

    @property
    def live(self) -> OpenTable:
        return open_live(self.office, self.place.id, self.place.table)

    def page(self, path: str = "") -> str:
        answer = self.http.get(f"{self.here}{path}")
        assert answer.status_code == 200, answer.text
        return answer.text

    def words(self, path: str = "") -> str:
        return words_of(self.page(path))

    def tap(self, path: str, **fields: str | list[str]) -> httpx.Response:
        return self.http.post(f"{self.here}/{path}", data=fields)

    def taps(self, path: str, **fields: str | list[str]) -> None:
        answer = self.tap(path, **fields)
        assert (answer.status_code, answer.headers.get("location")) == (303, self.here), words_of(answer.text)

    def numbers(self) -> list[str]:
        """The entrants at the table, in the order of play."""
        desk = open_tournament(self.office, self.place.id)
        table = desk.tournament.rounds[-1].tables[self.place.table]
        return [str(desk.tournament.entrants[who].number) for who in table.seated.seats]

    def names(self) -> list[str]:
        live = self.live
        return [live.desk.names[who] for who in live.table.seats]


@dataclass
class Hall:
    office: Office
    client: DeskClient
    id: str
    free: Iterator[int]
    """Numbers of tables that no test has used yet."""
    clients: ExitStack

    def phone(self, table: int, holder: str = "") -> Phone:
        """A further phone at a table; `holder` is what it says of itself."""
        place = TablePlace(self.id, 1, table)
        site = self.client.site
        client = httpx.Client(base_url=site, trust_env=False, headers={"origin": site})
        http = self.clients.enter_context(client)
        number = joining_number(self.office, place)
        assert http.post(pass_path(self.office, place), data={"numero": number}).status_code == 303
        found = Phone(http, self.office, place)
        if holder:
            found.taps("chi", chi=holder)
        return found

    def judge(self, holder: str = "g") -> Phone:
        """The judge's phone at a table that nobody has touched yet."""
        return self.phone(next(self.free), holder)


@pytest.fixture(scope="module")
def hall() -> Iterator[Hall]:
    with desk_site(lambda office: create_app(office=office)) as (office, client), ExitStack() as clients:
        id = played.entered(office, 48, name="Sala", format="raduno")
        played.go_on(office, id, "record")
        yield Hall(office, client, id, iter(range(1, 13)), clients)


def begun(phone: Phone) -> list[str]:
    """Begin with the seats in the opposite order; gives the numbers in the order of play."""
    order = phone.numbers()[::-1]
    phone.taps("inizia", ordine=order, parte="1")
    return order


def expired(phone: Phone) -> list[str]:
    """Time is over, with the first player in turn."""
    order = begun(phone)
    left = 105 * 60
    execute_at(phone.office, TERMINAL, phone.place.id, phone.place.table, ExtendClock(-HOUR))
    execute_at(phone.office, TERMINAL, phone.place.id, phone.place.table, ExtendClock(HOUR - left))
    return order


# --- who holds it ---


def test_a_phone_says_who_holds_it_and_the_desk_sees_it(hall: Hall) -> None:
    phone = hall.judge("")
    words = phone.words()
    assert "Chi tiene questo telefono? Sono il giudice" in words
    assert f"codice {joining_number(hall.office, phone.place)}" in words
    assert "Sono Ugo Bassi, giudice" in words
    assert phone.tap("chi", chi="9").status_code == 422
    assert phone.tap("chi", chi="g9").status_code == 422
    phone.taps("chi", chi="2")
    seated = open_tournament(hall.office, hall.id).tournament.rounds[0].tables[phone.place.table].seated.seats
    second = open_tournament(hall.office, hall.id).names[seated[1]]
    assert f"Sala · {second}" in phone.words()
    hall.phone(phone.place.table, "g1")
    desk = words_of(hall.client.get(f"/organizza/{hall.id}/referti/1/{phone.place.table}"))
    assert f"2 telefoni sono al tavolo. {second} Ugo Bassi, giudice" in desk


def test_only_a_judge_starts_the_clock_and_corrects(hall: Hall) -> None:
    judge = hall.judge()
    order = begun(judge)
    player = hall.phone(judge.place.table, "1")
    assert "Fine turno di" not in player.words()
    for path, fields in (
        ("fai/stop-clock", {}),
        ("fai/set-turn", {"chi": order[2]}),
        ("fai/expire", {}),
        ("fai/end-game", {"motivo": "prova"}),
        ("annulla", {"quale": judge.live.taps[-1]}),
    ):
        assert player.tap(path, **fields).status_code == 403, path
    assert judge.live.table.clock.is_running


def test_a_short_code_opens_the_table_and_wrong_ones_are_limited(hall: Hall) -> None:
    table = next(hall.free)
    code = short_codes(hall.office, open_tournament(hall.office, hall.id), 1)[table]
    assert re.fullmatch("[2-9A-HJ-NP-Z]{6}", code)
    with httpx.Client(
        base_url=hall.client.site, trust_env=False, headers={"origin": hall.client.site}
    ) as phone:
        found = phone.post("/t", data={"codice": f"{code[:3].lower()} {code[3:]}"})
        place = TablePlace(hall.id, 1, table)
        assert (found.status_code, found.headers["location"]) == (303, pass_path(hall.office, place))
        short = phone.post("/t", data={"codice": "ABC"})
        assert (short.status_code, "ha 6 caratteri" in short.text) == (422, True)
        wrong = "2" * 6 if code != "2" * 6 else "3" * 6
        answers = [phone.post("/t", data={"codice": wrong}).status_code for _ in range(20)]
        assert answers == [409] * 19 + [429]
        last = phone.post("/t", data={"codice": code})
        assert (last.status_code, "oppure chiedi in segreteria." in last.text) == (429, True)


# --- the judge's minutes ---


def test_seats_are_tapped_in_the_order_of_the_dice_and_time_starts(hall: Hall) -> None:
    phone = hall.judge()
    numbers = phone.numbers()
    first = phone.page(f"?ordine={numbers[2]}")
    assert first.count('class="tappable"') == 3
    # The last seat follows by itself.
    ready = phone.page("?" + "&".join(f"ordine={each}" for each in (numbers[2], numbers[0], numbers[3])))
    assert re.findall(r'name="ordine" value="(\d+)"', ready) == [
        numbers[2],
        numbers[0],
        numbers[3],
        numbers[1],
    ]
    incomplete = phone.tap("inizia", ordine=numbers[:3], parte="1")
    assert (incomplete.status_code, "una volta ciascuno" in incomplete.text) == (422, True)
    order = [numbers[2], numbers[0], numbers[3], numbers[1]]
    phone.taps("inizia", ordine=order)
    assert not phone.live.table.ends  # the hall starts the time
    assert "Fai partire il tempo" in phone.words()
    phone.taps("inizia", parte="1")
    live = phone.live
    assert live.table.clock.is_running
    assert [str(live.tournament.entrants[who].number) for who in live.table.seats] == order
    assert f"Fine turno di {phone.names()[0]}" in phone.words()
    assert "Annulla la partenza" in phone.words()
    phone.taps("annulla", quale=live.taps[-1])
    phone.taps("annulla", quale=phone.live.taps[-1])
    assert "Chi gioca per primo?" in phone.words()


def test_turns_end_once_even_if_two_phones_tap(hall: Hall) -> None:
    judge = hall.judge()
    order = begun(judge)
    names = judge.names()
    other = hall.phone(judge.place.table, "g")
    judge.taps("fai/end-turn", chi=order[0], azione="a-fine")
    judge.taps("fai/end-turn", chi=order[0], azione="a-fine")  # sent twice by a bad connection
    late = other.tap("fai/end-turn", chi=order[0])
    assert late.status_code == 409
    words = words_of(late.text)
    assert f"Al tavolo risulta di turno {names[1]}, non {names[0]}" in words
    assert f"Fine turno di {names[1]}" in words
    assert len(judge.live.table.turns) == 1
    assert f"Annulla il turno di {names[0]}" in judge.words()
    # An undo that another tap has overtaken undoes nothing.
    seen = judge.live.taps[-1]
    other.taps("fai/end-turn", chi=order[1])
    assert judge.tap("annulla", quale=seen).status_code == 409
    assert len(judge.live.table.turns) == 2
    judge.taps("annulla", quale=judge.live.taps[-1])
    assert [each.person for each in judge.live.table.turns] == [judge.live.table.seats[0]]


def test_conquests_must_cover_who_is_out(hall: Hall) -> None:
    judge = hall.judge()
    order = begun(judge)
    refused = judge.tap("fai/end-turn", chi=order[0], fuori=[order[2]])
    assert (refused.status_code, "--conquests" in refused.text) == (422, False)
    judge.taps("fai/end-turn", chi=order[0], fuori=[order[2]], conquiste="2")
    assert judge.live.table.course.status(2) == "eliminated"


def test_the_key_enter_chooses_none_of_several_buttons(hall: Hall) -> None:
    judge = hall.judge()
    order = expired(judge)
    judge.taps("fai/expire", turno=order[0])
    for _ in range(7):
        in_turn = judge.live.table.seat_of(judge.live.table.in_turn)
        judge.taps("fai/end-turn", chi=order[in_turn])
    forms = re.findall('<form[^>]*action="[^"]*/([a-z-]+)"[^>]*>(.*?)</form>', judge.page(), re.DOTALL)
    first = {
        name: "disabled" in buttons[0]
        for name, form in forms
        if len(buttons := re.findall("<button[^>]*>", form)) > 1
        and re.search("<input (?!type=.hidden)", form)
    }
    assert first == {"declare": True, "tiro": True, "call": True}
    answer = judge.tap("fai/declare", chi=order[3])
    assert (answer.status_code, judge.live.table.course.is_over) == (422, False)
    assert "Rispondi sì o no: non hai scelto." in words_of(answer.text)


def test_a_table_may_be_followed_by_laps_or_by_its_clock_alone(hall: Hall) -> None:
    judge = hall.judge()
    begun(judge)
    judge.taps("segui", come="laps")
    assert judge.tap("segui", come="€").status_code == 422
    assert "Comincia il giro 2" in judge.words()
    judge.taps("fai/record-lap", giro="2")
    assert judge.live.table.course.lap == 2
    judge.taps("segui", come="clock")
    words = judge.words()
    assert "Comincia il giro 3" not in words
    assert "Fine turno" not in words
    judge.taps("fai/stop-clock")
    assert "Il tempo è fermo." in judge.words()
    judge.taps("fai/resume-clock")
    judge.taps("fai/extend-clock", minuti="5")
    assert judge.live.table.clock.limit == 110 * 60_000


def test_expiry_asks_three_questions_if_nothing_was_recorded(hall: Hall) -> None:
    judge = hall.judge()
    numbers = judge.numbers()
    judge.taps("segui", come="clock")
    judge.taps("inizia", parte="1")
    early = judge.tap("fai/expire")
    assert (early.status_code, "il tempo non è scaduto" in early.text) == (409, True)
    execute_at(
        hall.office, TERMINAL, hall.id, judge.place.table, ExtendClock(-HOUR), ExtendClock(-HOUR + 900)
    )
    words = judge.words()
    assert "rispondi a tre domande" in words
    assert "Di chi è il turno Scegli" in words  # nobody is taken for granted
    assert "Penultimo giro" in words
    judge.taps("fai/expire", turno=numbers[1], ultimo=numbers[2], fuori=[numbers[3]])
    table = judge.live.table
    number = {who: str(judge.live.tournament.entrants[who].number) for who in table.seats}
    assert number[table.in_turn] == numbers[1]
    assert number[table.seats[-1]] == numbers[2]
    assert (table.course.lap, table.course.last_lap) == (1, 2)


def test_the_closing_roll_is_a_total_with_the_end_of_the_turn(hall: Hall) -> None:
    judge = hall.judge()
    order = expired(judge)
    names = judge.names()
    judge.taps("fai/expire", turno=order[0])
    turns = 0
    while "Quanto ha tirato" not in (words := judge.words()):
        in_turn = judge.live.table.seat_of(judge.live.table.in_turn)
        judge.taps("fai/end-turn", chi=order[in_turn])
        turns += 1
    # The last to play rolls first, in the last lap.
    assert turns == 7
    assert f"{names[3]} chiude con 4 A fine turno" in words
    assert "Con 3 conquiste o più non tira. 001-E7" in words
    assert judge.tap("tiro", chi=order[3], di=order[3], totale="13").status_code == 422
    assert len(judge.live.table.turns) == 7  # all or nothing
    judge.taps("tiro", chi=order[3], di=order[3], totale="9")
    assert f"Annulla il 9 di {names[3]}" in judge.words()
    judge.taps("tiro", chi=order[0], scusato="1")
    assert judge.live.table.turns[-1].person == judge.live.table.seats[0]
    happened = [each.event for each in judge.live.occurrences]
    assert [each.conquests for each in happened if isinstance(each, ClosingExcused)] == [3]
    for how in ("dimenticata", "rinuncia", "programma"):
        assert judge.tap("tiro", chi=order[1], di=order[2], come=how).status_code == 409, how
    judge.taps("tiro", chi=order[1], di=order[1], come="dimenticata")
    assert [each.case for each in judge.live.table.forwarded] == ["omitted-roll"]
    judge.taps("tiro", chi=order[2], di=order[2], totale="4")
    assert judge.live.table.course.ending == "closing"
    assert "Conta" in judge.words()
    log = words_of(hall.client.get(f"/organizza/{hall.id}/registro"))
    assert f"Sdadata di {names[2]}, dadi di {names[2]}: 4 (chiudono 4)." in log


# --- calls and incidents ---


def test_any_seat_calls_the_judge_and_the_clock_stops_meanwhile(hall: Hall) -> None:
    player = hall.judge("3")  # nobody follows the table yet
    numbers = player.numbers()
    player.taps("fai/call", chi=numbers[2], ferma="1")
    player.taps("fai/call", chi=numbers[2])  # who waits already calls once
    assert len(player.live.table.calls) == 1
    judge = hall.phone(player.place.table, "g")
    name = judge.names()[2]
    assert f"{name} chiama il giudice. Attende." in judge.words()
    judge.taps("fai/close-call", chiamata="1")
    begun(judge)
    player.taps("fai/call", chi=numbers[2], ferma="1")
    player.taps("fai/call", chi=numbers[2], ferma="1")
    assert not judge.live.table.clock.is_running
    judge.taps("fai/answer-call", chiamata="2")
    assert "Il giudice arriva." in player.words()
    judge.taps("fai/close-call", chiamata="2")
    assert judge.live.table.clock.is_running
    assert judge.live.table.open_calls == ()
    assert "Annulla la chiamata risolta" in judge.words()


def test_a_listed_judge_records_a_ruling_and_anybody_else_forwards_the_case(hall: Hall) -> None:
    unlisted = hall.judge("g")
    order = begun(unlisted)
    found = unlisted.words("/casi?cerca=dado in bilico")
    assert "Dado caduto, sul bordo o in bilico" in found
    assert "Registra" not in unlisted.words("/casi/die-out")
    assert "Manca una risposta: " not in unlisted.words("/casi/die-out")
    assert "Manca una risposta: " in unlisted.words("/casi/die-out?neutral=&offender=")
    asked = unlisted.words(f"/casi/die-out?neutral=no&offender={order[1]}")
    assert "Passa al giudice ufficiale" in asked
    answers = {"neutral": "no", "offender": order[1]}
    unanswered = unlisted.tap("casi/die-out", offender=order[1])
    assert unanswered.status_code == 422
    assert "Manca una risposta: " in unanswered.text.partition("<main")[0]
    unlisted.taps("casi/die-out", **answers)
    assert [each.case for each in unlisted.live.table.forwarded] == ["die-out"]
    listed = hall.phone(unlisted.place.table, "g1")
    assert "Registra la decisione" in listed.words(f"/casi/die-out?neutral=no&offender={order[1]}")
    listed.taps("casi/die-out", **answers, azione="a-caso")
    listed.taps("casi/die-out", **answers, azione="a-caso")
    [ruling] = listed.live.table.rulings
    assert (ruling.case, ruling.role, ruling.offender) == (
        "die-out",
        "table-judge",
        listed.live.table.seats[1],
    )
    player = hall.phone(unlisted.place.table, "1")
    assert "Deciso da Ugo Bassi" in player.words()
    reason = "Il dado era in bilico"
    own = RuleIncident(
        case="other",
        answers={"offender": 0},
        effects=(written_effect("warning"),),
        author=official_judge(player.live),
        club=club_of(player.live.tournament),
        reason=reason,
        now=system_timer(),
    )
    execute_at(player.office, TERMINAL, player.place.id, player.place.table, own, note=reason)
    assert f"Motivo: {reason}" in player.words()
    assert "Per una decisione chiama il giudice." in player.words(
        f"/casi/die-out?neutral=no&offender={order[1]}"
    )
    assert player.tap("casi/die-out", **answers).status_code == 403


def test_the_deal_is_checked_card_by_card(hall: Hall) -> None:
    phone = hall.phone(1, "g")
    assert "Alaska: va al posto" in phone.words("/distribuzione?carta=Alaska")
    again = phone.http.get(f"{phone.here}/distribuzione?carta=Alaska&carta=Alaska")
    assert again.status_code == 422
    assert words_of(again.text).count("va al posto") == 1  # the card before stays


# --- nothing is left to the terminal ---

PLACES = {
    "open": "POST /inizia",
    "clock": "POST /fai/stop-clock",
    "turn": "POST /fai/end-turn",
    "expire": "POST /fai/expire",
    "roll": "POST /tiro",
    "incident": "POST /casi/{name}",
    "call": "POST /fai/call",
    "count": "POST /conta",
    "sign": "POST /conta/conferma",
    "show": "GET ",
    "deal": "GET /distribuzione",
}
"""Where a phone does what `./run table` does."""
AT_BENCH = {"settle-interruption": "POST /organizza/{id}/tempo/tavolo"}
"""Where the official judge does what no phone may."""


def test_everything_the_terminal_can_do_at_a_table_has_its_place_in_the_browser() -> None:
    prefix = "/tavolo/{id}/{round}/{table}"
    locks = locks_of(pages.router for pages in PAGES)
    doors = {
        f"{method} {path.removeprefix(prefix)}"
        for (method, path), lock in locks.items()
        if lock is Need.TABLE_PASS and path.startswith(prefix)
    }
    assert set(PLACES) == {*COMMANDS, "deal"}
    assert set(PLACES.values()) <= doors
    at_phone = {Role.TABLE_JUDGE, Role.SCOREKEEPER}
    declared = {each.name for each in OF_TABLES.values() if at_phone & set(map(Role, each.roles))}
    assert {f"POST /fai/{name}" for name in declared} <= doors
    # What only the official judge decides is not a matter for the phone of a table, but for the judge's page.
    assert {each.name for each in OF_TABLES.values()} - declared == set(AT_BENCH)
    assert {f"{method} {path}" for method, path in locks} >= set(AT_BENCH.values())
