"""The draw at the desk by its forms, as a browser without scripts sends them."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from kamchatka import tournament
from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office, Role, open_office
from kamchatka.app.tournaments.entries import enter
from kamchatka.app.tournaments.lists import ListedPlayer
from kamchatka.app.tournaments.opening import OpenTournament, create, open_tournament
from kamchatka.app.tournaments.texts import texts_of
from kamchatka.messages import has_text, text
from kamchatka.store.people import Person
from kamchatka.tournament.arranging import StartTables
from kamchatka.tournament.draws import DrawRound, PublishTables
from kamchatka.tournament.entries import CallRoll
from kamchatka.tournament.events import RoundDrawn
from kamchatka.tournament.state import Round
from kamchatka.web import create_app
from tests.tournament.played import invented, opened, played, rounds_closed
from tests.web.desk_pages import hidden, words_of
from tests.web.site import served, signed_in


@dataclass(frozen=True)
class DrawDesk:
    """An event, and the organiser's browser on its draw page."""

    office: Office
    browser: httpx.Client
    id: str

    @property
    def home(self) -> str:
        return f"/organizza/{self.id}"

    @property
    def address(self) -> str:
        return f"/organizza/{self.id}/sorteggio"

    @property
    def desk(self) -> OpenTournament:
        return open_tournament(self.office, self.id)

    @property
    def round(self) -> Round:
        found = self.desk.tournament.open_round
        assert found is not None
        return found

    def page(self, more: str = "") -> str:
        answer = self.browser.get(self.address + more)
        assert answer.status_code == 200, answer.status_code
        return answer.text

    def send(self, more: str = "", **fields: object) -> httpx.Response:
        return self.browser.post(self.address + more, data=fields)

    def as_fragment(self, more: str = "", **fields: object) -> httpx.Response:
        return self.browser.post(self.address + more, data=fields, headers={"hx-request": "true"})

    def ask(self, command: str, page: str, **fields: object) -> httpx.Response:
        """A command without scripts, and the page to go on to."""
        return self.browser.post(f"{self.home}/fai/{command}", data={"pagina": page, **fields})

    def ask_in_place(self, command: str, **fields: object) -> httpx.Response:
        """A command that changes seats by htmx: the answer takes their place."""
        data, headers = {"pagina": "seats", **fields}, {"hx-request": "true"}
        return self.browser.post(f"{self.home}/fai/{command}", data=data, headers=headers)

    def public(self) -> list[int]:
        """The rounds whose tables everybody sees."""
        return [each.number for each in self.desk.tournament.public_rounds]

    def number(self, table: int, seat: int) -> int:
        """The entrant's number of whoever sits there."""
        return self.desk.tournament.entrants[self.round.tables[table].seated.seats[seat]].number

    def seats(self, table: int) -> list[int]:
        return [self.number(table, at) for at in range(len(self.round.tables[table].seated.seats))]


@pytest.fixture(scope="module")
def place() -> Iterator[tuple[Office, str]]:
    with open_office(None) as office, served(create_app(office=office)) as site:
        yield office, site


@pytest.fixture
def at_desk(place: tuple[Office, str]) -> Iterator[DrawDesk]:
    """Sixteen people who answered the roll call."""
    office, site = place
    id = opened(office, invented(16), "tre-partite", "Sorteggio")
    execute(office, TERMINAL, id, CallRoll(present=tuple(open_tournament(office, id).tournament.entrants)))
    with signed_in(site, office) as browser:
        yield DrawDesk(office, browser, id)


@pytest.fixture
def drawn(at_desk: DrawDesk) -> DrawDesk:
    """The same with a draft of round 1."""
    execute(at_desk.office, TERMINAL, at_desk.id, DrawRound("gru-4471", is_draft=True))
    return at_desk


def test_before_the_draw_the_page_says_who_sits_and_by_which_seed(at_desk: DrawDesk) -> None:
    words = words_of(at_desk.page())
    assert "16 presenti: si può sorteggiare" in words
    assert "Se sorteggi adesso possono sedersi in 16: 4 tavoli da quattro." in words
    assert "Sorteggia il turno 1" in words
    announced = at_desk.ask("seed", "draw", seme="lupo-7")
    assert announced.headers["location"] == at_desk.address
    words = words_of(at_desk.page())
    assert "lupo-7. È quello che decide." in words
    assert "Annuncia il numero del sorteggio prima" not in words
    lost = at_desk.ask("apart", "entry", uno="1", altro="2", numero="zero")
    assert lost.headers["location"] == at_desk.home, "no card has that number"
    card = at_desk.ask("apart", "entry", uno="1", altro="2", insieme="1", numero="1")
    assert card.headers["location"] == f"{at_desk.home}/iscritti/1"
    refused = at_desk.ask("seed", "draw", seme="volpe-1")
    assert refused.status_code == 409
    assert "Il numero del sorteggio del turno 1 è già annunciato: lupo-7." in words_of(refused.text)


def test_what_is_missing_stands_in_the_place_of_the_button(place: tuple[Office, str]) -> None:
    office, site = place
    id = opened(office, invented(8), "tre-partite", "Senza appello")
    with signed_in(site, office) as browser:
        page = browser.get(f"/organizza/{id}/sorteggio").text
    assert "Manca l&#39;appello del turno 1." in page
    assert f'href="/organizza/{id}/appello"' in page
    assert "Sorteggia il turno 1" not in page


def test_a_draw_sent_twice_is_made_once_and_stays_a_draft_until_it_is_published(at_desk: DrawDesk) -> None:
    page = at_desk.page()
    fields = {"azione": hidden(page, "azione"), "seme": "gru-4471"}
    first, again = (at_desk.ask("draw", "draw", bozza=1, **fields) for _ in range(2))
    assert [first.status_code, again.status_code] == [303, 303]
    assert first.headers["location"] == at_desk.address
    events = [each.event for each in at_desk.desk.occurrences]
    drawn = [(each.receipt.seed, each.is_draft) for each in events if isinstance(each, RoundDrawn)]
    assert drawn == [("gru-4471", True)]
    refused = at_desk.ask("draw", "draw", bozza=1, seme="lupo-1")
    assert refused.status_code == 409

    assert at_desk.public() == []
    words = words_of(at_desk.page())
    assert "Bozza: la vede solo chi organizza" in words
    assert "Conferma e pubblica" in words
    published = at_desk.ask("publish-tables", "board")
    assert published.headers["location"] == f"/organizza/{at_desk.id}"
    assert at_desk.public() == [1]
    assert at_desk.ask("hide-tables", "draw").headers["location"] == at_desk.address
    assert at_desk.public() == []


def test_two_people_change_seats_with_a_reason_which_the_receipt_tells(drawn: DrawDesk) -> None:
    one, other = drawn.number(1, 0), drawn.number(2, 0)
    refused = drawn.ask_in_place("swap", uno=one, altro=other, motivo="")
    assert (refused.status_code, refused.headers["hx-retarget"]) == (403, "#avviso")
    assert "000-3d" in refused.text

    swapped = drawn.ask_in_place("swap", uno=one, altro=other, motivo="tavolo vicino all'ingresso")
    assert swapped.status_code == 200
    assert '<div id="sorteggio"' in swapped.text
    assert "Turno 1: tavoli cambiati a mano: 1, 2." in swapped.text
    assert "«tavolo vicino all&#39;ingresso»" in swapped.text
    assert drawn.number(2, 0) == one
    assert drawn.number(1, 0) == other
    without_script = drawn.ask("swap", "seats", uno=one, altro=other, motivo="ripensamento")
    assert without_script.headers["location"] == drawn.address
    assert drawn.number(1, 0) == one


def test_a_table_that_has_begun_does_not_change(drawn: DrawDesk) -> None:
    execute(drawn.office, TERMINAL, drawn.id, PublishTables(), StartTables((1,)))
    refused = drawn.ask_in_place(
        "swap", uno=drawn.number(1, 0), altro=drawn.number(2, 0), motivo="un posto migliore"
    )
    assert refused.status_code == 409
    words = words_of(refused.text)
    assert words == "Il tavolo 1 è già iniziato: non si cambia più. 000-3d"
    assert json.loads(drawn.page(f"/scambi?da={drawn.number(1, 0)}"))["people"] == {}
    begun = drawn.ask_in_place("start", tavolo=2)
    assert "Turno 1: partite cominciate. Tavoli: 2." in begun.text
    hidden_again = drawn.ask("hide-tables", "draw")
    assert "Nel turno 1 si gioca già: i tavoli restano pubblici. Tavoli cominciati: 1, 2." in words_of(
        hidden_again.text
    )


def test_what_a_swap_with_everybody_would_change_comes_at_once(drawn: DrawDesk) -> None:
    who = drawn.number(1, 0)
    told = json.loads(drawn.page(f"/scambi?da={who}"))
    others = sorted(number for table in (2, 3, 4) for number in drawn.seats(table))
    assert (told["entrant"], told["table"]) == (who, 1)
    assert sorted(map(int, told["people"])) == others
    assert told["tables"] == {}  # three are too few at a table
    assert {each["tone"] for each in told["people"].values()} <= {"better", "same", "worse"}
    clubs = {each.number: each.club for each in drawn.desk.tournament.entrants.values()}

    def pairs(tables: list[list[int]]) -> int:
        return sum(
            clubs[one] == clubs[two] for seats in tables for at, one in enumerate(seats) for two in seats[:at]
        )

    before = [drawn.seats(table) for table in (1, 2, 3, 4)]
    for other, change in told["people"].items():
        swap = {who: int(other), int(other): who}
        after = [[swap.get(each, each) for each in seats] for seats in before]
        assert change["delta"].replace("−", "-") == f"{pairs(after) - pairs(before):+d}".replace("+0", "0")


def test_people_move_to_another_table_and_to_a_new_one(place: tuple[Office, str]) -> None:
    office, site = place
    id = opened(office, invented(20), "tre-partite", "Spostamenti")
    execute(office, TERMINAL, id, CallRoll(present=tuple(open_tournament(office, id).tournament.entrants)))
    execute(office, TERMINAL, id, DrawRound("gru-4471", is_draft=True))
    with signed_in(site, office) as browser:
        drawn = DrawDesk(office, browser, id)
        assert len(drawn.round.tables) == 5
        four = drawn.seats(1)
        refused = drawn.ask_in_place("move", chi=four[0], tavolo=2, motivo="prova")
        assert refused.status_code == 403
        assert "Al tavolo 1 sarebbero in 3" in words_of(refused.text)
        moved = drawn.ask_in_place("move", chi=four, tavolo="nuovo", motivo="sala piena")
        assert moved.status_code == 200
        assert 1 not in drawn.round.tables
        assert drawn.seats(6) == four
        spread = drawn.ask("move", "seats", chi=[four[0]], tavolo=2, motivo="prova")
        assert spread.status_code == 403
        nobody = drawn.ask("move", "seats", tavolo=2, motivo="prova")
        assert (nobody.status_code, "non hai scelto nessuno" in nobody.text) == (422, True)
        venue = drawn.ask_in_place("venue", tavolo=6, sede="Sala B")
        assert "<small>Sala B</small>" in venue.text


def test_late_arrivals_get_a_seat_or_another_draw_that_says_what_it_keeps(drawn: DrawDesk) -> None:
    drawn.ask("publish-tables", "board")
    absent = drawn.round.tables[2].seated.seats[1]
    number = drawn.desk.tournament.entrants[absent].number
    page = drawn.page(f"/assente?chi={number}")
    name = drawn.desk.names[absent]
    assert f"Senza {name}" in page
    # Nobody may sit at a table of three, and nobody else can be spared.
    refused = drawn.send("/assente", chi=number)
    assert refused.status_code == 409
    execute(drawn.office, TERMINAL, drawn.id, StartTables((1,)))
    one, other = drawn.number(2, 0), drawn.number(3, 0)
    drawn.ask("swap", "seats", uno=one, altro=other, motivo="non vede bene")
    asked = words_of(drawn.page("/rifai"))
    assert "I tavoli già cominciati: 1." in asked
    assert f"{drawn.desk.names[drawn.round.tables[3].seated.seats[0]]} al 3" in asked
    assert "I tavoli sono già pubblici" in asked
    began = drawn.seats(1)
    assert drawn.ask("redraw", "draw", motivo="").status_code == 403
    assert drawn.ask("redraw", "draw", motivo="due arrivi").headers["location"] == drawn.address
    assert drawn.seats(1) == began
    assert one in drawn.seats(3)
    assert "«due arrivi»" in drawn.page()


def test_who_came_after_the_draw_is_seated_by_one_tap(place: tuple[Office, str]) -> None:
    office, site = place
    id = opened(office, invented(17), "tre-partite", "Arrivi")
    late = list(open_tournament(office, id).tournament.entrants)[5]
    everybody = [who for who in open_tournament(office, id).tournament.entrants if who != late]
    execute(office, TERMINAL, id, CallRoll(present=tuple(everybody), absent=(late,)))
    execute(office, TERMINAL, id, DrawRound("gru-4471"))
    execute(office, TERMINAL, id, CallRoll(present=(late,)))
    with signed_in(site, office) as browser:
        desk = DrawDesk(office, browser, id)
        name, number = desk.desk.names[late], desk.desk.tournament.entrants[late].number
        page = words_of(desk.page())
        assert f"{name} risponde all'appello e non ha un posto." in page
        table = re.findall(r"Tavolo (\d), diventa da cinque: ", page)[-1]
        seated = desk.as_fragment("/arrivo", chi=number, tavolo=table)
        assert f"{name} ha un posto." in words_of(seated.text)
        assert number in desk.seats(int(table))


def test_pairs_are_kept_apart_by_name_or_number_and_let_go(at_desk: DrawDesk) -> None:
    names = list(at_desk.desk.names.values())
    parted = at_desk.ask("apart", "draw", uno=names[0], altro="2")
    assert parted.headers["location"] == at_desk.address
    assert len(at_desk.desk.tournament.apart) == 1
    assert f"{names[0]} · {names[1]}" in words_of(at_desk.page())
    unknown = at_desk.ask("apart", "draw", uno="Nessuno", altro="2")
    assert unknown.status_code == 422
    at_desk.ask("apart", "draw", uno="1", altro="2", insieme="1")
    assert at_desk.desk.tournament.apart == frozenset()


def test_a_planned_season_is_planned_and_drawn_from_its_plan(place: tuple[Office, str]) -> None:
    office, site = place
    id = create(
        office,
        TERMINAL,
        name="Stagione",
        texts=texts_of("serate"),
        options={"seating": "planned"},
        judge_gate="open",
    )
    people = [ListedPlayer(Person(name=each.person.name)) for each in invented(16)]
    enter(office, TERMINAL, id, people, signed=True, only_new=True)
    execute(office, TERMINAL, id, CallRoll(present=tuple(open_tournament(office, id).tournament.entrants)))
    with signed_in(site, office) as browser:
        browser.timeout = httpx.Timeout(60)
        desk = DrawDesk(office, browser, id)
        assert "Pianifica i turni" in desk.page()
        desk.ask("plan", "draw", seme="gru-4471")
        page = words_of(desk.page())
        assert "Nessuno incontra due volte la stessa persona." in page
        plan = desk.desk.tournament.plan
        assert plan is not None
        desk.ask("draw", "draw", bozza=1, seme="qualunque")
        assert {frozenset(table.seated.seats) for table in desk.round.tables.values()} == {
            frozenset(table) for table in plan.rounds[0]
        }


def test_the_receipt_is_downloaded_in_words_and_for_programs(drawn: DrawDesk) -> None:
    answer = drawn.browser.get(drawn.address + "/ricevuta.txt")
    assert answer.headers["content-disposition"] == f'attachment; filename="sorteggio-{drawn.id}-1.txt"'
    assert "Numero del sorteggio: gru-4471." in answer.text
    assert f"./run tournament check {drawn.id}" in answer.text
    assert all(name in answer.text for name in drawn.desk.names.values() if not name.startswith("Giudice"))
    data = json.loads(drawn.page("/ricevuta.json"))
    assert (data["round"], data["receipt"]["seed"]) == (1, "gru-4471")


def test_earlier_rounds_can_be_looked_at_and_not_changed(place: tuple[Office, str]) -> None:
    office, site = place
    id = opened(office, invented(8), "tre-partite", "Due turni")
    played(office, id, until=rounds_closed(1))
    with signed_in(site, office) as browser:
        desk = DrawDesk(office, browser, id)
        page = desk.page("?turno=1")
        assert "Turno chiuso" in page
        assert "<button" not in page.partition('id="tavoli"')[2].partition("</section>\n</div>")[0]
        assert browser.get(desk.address + "?turno=2").status_code == 404
        assert browser.get(desk.address + "/tavoli?turno=1").status_code == 200
        assert browser.get(desk.address + "/desideri?turno=1").status_code == 200


def test_a_judge_looks_and_lets_games_begin_but_changes_nothing(
    drawn: DrawDesk, place: tuple[Office, str]
) -> None:
    office, site = place
    execute(office, TERMINAL, drawn.id, PublishTables())
    with signed_in(site, office, Role.OFFICIAL_JUDGE, drawn.id) as browser:
        judge = DrawDesk(office, browser, drawn.id)
        assert f'action="{drawn.home}/fai/swap"' not in judge.page()
        refused = judge.ask("swap", "seats", uno=drawn.number(1, 0), altro=drawn.number(2, 0), motivo="x")
        assert refused.status_code == 403
        assert judge.ask("start", "seats", tavolo=1).status_code == 303
    assert drawn.round.tables[1].is_started


def test_nobody_else_sees_a_draft(drawn: DrawDesk, place: tuple[Office, str]) -> None:
    name = drawn.desk.names[drawn.round.tables[1].seated.seats[0]]
    public = f"/tornei/{drawn.id}"
    addresses = [public, f"{public}/tavoli", f"{public}/tavoli?turno=1", f"{public}/dove-siedo?nome={name}"]
    with httpx.Client(
        base_url=place[1], trust_env=False, verify=False, headers={"accept-language": "it"}
    ) as anybody:
        before = [words_of(anybody.get(each).text) for each in addresses]
        assert all("Tavolo 1" not in words and "tavolo 1" not in words for words in before)
        execute(drawn.office, TERMINAL, drawn.id, PublishTables())
        after = words_of(anybody.get(f"{public}/tavoli").text)
        assert "Tavolo 1" in after
        assert name in after


def test_refusals_on_pages_name_no_command_to_type() -> None:
    """Whatever a command of a tournament refuses reads well for somebody who has never seen a terminal."""
    raised = {
        code
        for path in Path(tournament.__path__[0]).rglob("*.py")
        for code in re.findall(r"Not(?:Allowed|PossibleNow|Understood)\(\s*\"(\w+)\"", path.read_text())
    }
    command = re.compile(r"«(tournament|undo|swap|substitute|correct|record|withdraw|redraw|clauses)\b")
    for code in sorted(raised):
        if has_text(f"refused.{code}", "it"):
            said = f"refused_page.{code}" if has_text(f"refused_page.{code}", "it") else f"refused.{code}"
            assert not command.search(text(said, "it")), code
