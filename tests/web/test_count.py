"""The final count from a phone, in its three ways, at tables that were followed or not."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import httpx
import pytest
from pydantic import JsonValue

from kamchatka.app.office import TERMINAL, Office
from kamchatka.app.tables.tables import execute_at, open_live, open_table
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.passes import TablePlace, joining_number, pass_path
from kamchatka.board import load_board
from kamchatka.clock import ClockReading
from kamchatka.ids import PersonId
from kamchatka.referee.playing import EndGame, EndTurn
from kamchatka.scoring.numbers import shown
from kamchatka.scoring.sheet.board import HeldSeat, count_board
from kamchatka.scoring.sheet.ticking import objective_cards
from tests.tournament.played import invented, opened, played
from tests.tournament.small_event import drawn, table
from tests.web.desk_pages import DeskClient, desk_site, hidden, words_of

CARDS = ("challenge-02", "challenge-13", "challenge-06", "challenge-14")


def dealt(cards: Sequence[str] = CARDS) -> list[list[str]]:
    """All territories: each seat first holds those of its card that no earlier seat has."""
    board = load_board()
    wanted = [set(board.deck("challenge").objective(card).territories) for card in cards]
    held: list[list[str]] = [[] for _ in cards]
    for number, land in enumerate(board.territories):
        takers = [seat for seat, card in enumerate(wanted) if land.id in card]
        held[takers[number % len(takers)] if takers else number % len(cards)].append(land.id)
    return held


def value(lands: Sequence[str], card: str) -> int:
    """The points of a card, as a judge adds them."""
    board = load_board()
    return sum(
        board.territory(land).value
        for land in lands
        if land in board.deck("challenge").objective(card).territories
    )


@dataclass
class Phone:
    """A phone at table 1 of an event."""

    http: httpx.Client
    id: str

    @property
    def page(self) -> str:
        return f"/tavolo/{self.id}/1/1/conta"

    def tried(self, fields: Mapping[str, object]) -> str:
        """What the page shows of a count so far."""
        headers = {"hx-request": "true"}
        return self.http.post(f"{self.page}/prova", data=dict(fields), headers=headers).text

    def sent(self, fields: Mapping[str, object]) -> httpx.Response:
        """Close the table."""
        return self.http.post(self.page, data=dict(fields))


@dataclass
class Room:
    """A site with its events, and the phones that joined."""

    office: Office
    client: DeskClient
    clients: list[httpx.Client] = field(default_factory=list)

    def phone(self, id: str) -> Phone:
        """One more phone at table 1."""
        site = self.client.site
        http = httpx.Client(base_url=site, trust_env=False, headers={"origin": site})
        self.clients.append(http)
        place = TablePlace(id, 1, 1)
        joined = http.post(pass_path(self.office, place), data={"numero": joining_number(self.office, place)})
        assert joined.status_code == 303
        return Phone(http, id)

    def people(self, id: str) -> tuple[PersonId, ...]:
        return table(open_tournament(self.office, id), 1).seated.seats

    def cells(self, id: str) -> list[dict[str, JsonValue]]:
        """The recorded cells, in the order of the paper."""
        result = table(open_tournament(self.office, id), 1).result
        assert result is not None
        by_person = {seat.person: dict(seat.cells) for seat in result.seats}
        return [by_person[who] for who in self.people(id)]


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    with desk_site() as (office, client):
        room = Room(office, client)
        yield room
        for each in room.clients:
            each.close()


def ticked(way: str, held: Sequence[Sequence[str]], cards: Sequence[str] = CARDS) -> dict[str, object]:
    """The fields of a count by ticks, sent in the name of the first seat."""
    fields: dict[str, object] = {"modo": way, "chi": "1"}
    for seat, (lands, card) in enumerate(zip(held, cards, strict=True), 1):
        fields |= {f"carta{seat}": card, f"ha{seat}": list(lands)}
    return fields


@pytest.mark.parametrize("way", ["obiettivo", "mappa"])
def test_ticked_territories_become_the_points_of_the_sheet(room: Room, way: str) -> None:
    id = drawn(room.office, 4, format="raduno")
    phone, held = room.phone(id), dealt()
    points = [value(lands, card) for lands, card in zip(held, CARDS, strict=True)]
    fields = ticked(way, held)
    parts = phone.tried(fields)
    assert [int(each) for each in re.findall(r'<small id="somma\d">(\d+)</small>', parts)] == points
    assert [int(each) for each in re.findall(r'class="sum">(\d+)<', parts)] == sorted(points, reverse=True)
    assert phone.sent(fields).status_code == 303
    assert room.cells(id) == [{"points": each} for each in points]


def test_a_territory_ticked_twice_asks_whose_it_is_and_an_answer_takes_the_other_tick_off(room: Room) -> None:
    id = drawn(room.office, 4, format="raduno")
    phone, held = room.phone(id), dealt()
    names = [open_tournament(room.office, id).names[who] for who in room.people(id)]
    twice = next(
        land for land in held[0] if land in load_board().deck("challenge").objective(CARDS[0]).territories
    )
    fields = ticked("obiettivo", [held[0], [*held[1], twice], *held[2:]])
    name, worth = load_board().territory(twice).name("it"), load_board().territory(twice).value
    said = words_of(phone.tried(fields))
    assert f"{name}: è di {names[0]} o di {names[1]}?" in said
    points = value(held[0], CARDS[0])
    assert f"{names[0]} scende da {points} a {points - worth}." in said
    refused = phone.sent(fields)
    assert (refused.status_code, table(open_tournament(room.office, id), 1).result) == (422, None)
    assert refused.text.count(" checked") == 43 + 3  # every tick, the way, the player and the sender
    kept = phone.http.post(f"{phone.page}/prova", data={**fields, "togli": f"2:{twice}"})
    assert "scende da" not in words_of(kept.text)
    assert hidden(kept.text, "azione")
    assert kept.text.count(" checked") == 42 + 3


def test_the_map_says_how_many_territories_are_missing_and_objectives_who_has_none(room: Room) -> None:
    id = drawn(room.office, 4, format="raduno")
    phone, held = room.phone(id), dealt()
    names = [open_tournament(room.office, id).names[who] for who in room.people(id)]
    some = ticked("mappa", [held[0], held[1], held[2], held[3][1:]])
    assert "Manca 1 territorio." in words_of(phone.tried(some))
    bare = {key: each for key, each in ticked("obiettivo", held).items() if key != "carta3"}
    assert f"Scegliete l’obiettivo di {names[2]}." in words_of(phone.tried(bare))
    same = ticked("obiettivo", held, (*CARDS[:3], CARDS[0]))
    assert f"L’obiettivo 2 è di uno solo fra {names[0]}, {names[3]}." in words_of(phone.tried(same))


def test_who_holds_a_whole_objective_without_saying_so_is_pointed_out(room: Room) -> None:
    id = drawn(room.office, 4, format="raduno")
    phone = room.phone(id)
    whole = list(load_board().deck("challenge").objective(CARDS[0]).territories)
    name = open_tournament(room.office, id).names[room.people(id)[0]]
    fields = ticked("obiettivo", [whole, [], [], []])
    assert f"{name}: ha tutto l’obiettivo ma non ha detto RisiKo!" in words_of(phone.tried(fields))
    assert "ha tutto l’obiettivo" not in words_of(phone.tried({**fields, "t1.obiettivo1": "1"}))


def test_two_who_are_out_are_asked_in_which_order(room: Room) -> None:
    id = drawn(room.office, 4, format="raduno")
    phone = room.phone(id)
    out = {"t1.punti1": "50", "t1.punti2": "40", "t1.uscita3": "1", "t1.uscita4": "1", "chi": "1"}
    assert "In che ordine sono usciti?" in words_of(phone.tried(out))
    assert phone.sent(out).status_code == 422
    assert phone.sent({**out, "t1.ordine3": "2", "t1.ordine4": "1"}).status_code == 303
    assert room.cells(id) == [{"points": 50}, {"points": 40}, {"eliminated": 2}, {"eliminated": 1}]


def test_each_phone_says_what_is_left_to_do_with_the_sheet(room: Room) -> None:
    id = drawn(room.office, 4, format="raduno")
    judge, first, second = room.phone(id), room.phone(id), room.phone(id)
    for phone, holder in ((judge, "g"), (first, "1"), (second, "2")):
        assert phone.http.post(f"/tavolo/{id}/1/1/chi", data={"chi": holder}).status_code == 303

    def button(phone: Phone) -> str:
        page = phone.http.get(f"/tavolo/{id}/1/1").text
        return words_of(re.findall(f'<a class="button[^"]*" href="{phone.page}">.*?</a>', page)[-1])

    assert "Chi ha dettato i numeri Il referto parte a suo nome." in words_of(judge.http.get(judge.page).text)
    assert "Chi scrive Il referto parte a tuo nome." in words_of(first.http.get(first.page).text)
    assert button(first) == "Conta"
    assert first.sent({f"t1.punti{seat}": f"{60 - seat}" for seat in range(1, 5)} | {"chi": "1"}).is_redirect
    assert (button(first), button(second)) == ("Guarda il referto", "Conferma il referto")
    page = second.http.get(second.page).text
    assert f'<a href="/tavolo/{id}/1/1">' in page
    confirmed = {"chi": "2", "visto": hidden(page, "visto")}
    assert second.http.post(f"{second.page}/conferma", data=confirmed).is_redirect
    assert button(second) == "Guarda il referto"


def test_a_followed_game_is_counted_and_signed_at_its_table(room: Room) -> None:
    office = room.office
    id = drawn(office, 4, format="raduno")
    open_table(office, TERMINAL, id, 1)
    first, second, held = room.phone(id), room.phone(id), dealt()
    fields = {**ticked("obiettivo", held), "azione": "a-conta"}
    execute_at(office, TERMINAL, id, 1, EndGame("fine del tempo"))
    for _ in range(2):  # a queue that got no answer sends again
        assert first.sent(fields).status_code == 303
    live = open_live(office, id, 1).table
    assert live.signed is not None
    assert (live.signed.how, live.signed.by, live.way) == ("phone", room.people(id)[0], "objective")
    points = [value(lands, card) for lands, card in zip(held, CARDS, strict=True)]
    assert [each["points"] for each in room.cells(id)] == [str(each) for each in points]
    taps = [each for each in open_live(office, id, 1).occurrences if each.action.startswith("a-conta")]
    assert len(taps) == 2  # counted and signed, once
    # Another player types the same numbers instead of confirming: that confirms them.
    typed = {f"t1.punti{seat}": str(each) for seat, each in enumerate(points, 1)}
    assert second.sent({**typed, "chi": "2"}).status_code == 303
    assert table(open_tournament(office, id), 1).is_settled


def test_other_numbers_at_a_followed_table_are_two_versions_that_differ_in_one_line(room: Room) -> None:
    office = room.office
    id = drawn(office, 4, format="raduno")
    open_table(office, TERMINAL, id, 1)
    execute_at(office, TERMINAL, id, 1, EndGame("fine del tempo"))
    first, second, held = room.phone(id), room.phone(id), dealt()
    assert first.sent(ticked("obiettivo", held)).status_code == 303
    points = [value(lands, card) for lands, card in zip(held, CARDS, strict=True)]
    typed = {f"t1.punti{seat}": str(each) for seat, each in enumerate(points, 1)}
    assert second.sent({**typed, "t1.punti3": str(points[2] + 3), "chi": "2"}).status_code == 303
    name = open_tournament(office, id).names[room.people(id)[2]]
    for phone in (first, second):
        said = words_of(phone.http.get(phone.page).text)
        assert f"Non torna la riga di {name}; le altre sono uguali." in said


def test_a_clock_that_runs_alone_does_not_keep_a_table_from_closing_but_a_followed_game_does(
    room: Room,
) -> None:
    office = room.office
    id = drawn(office, 4, format="raduno")
    open_table(office, TERMINAL, id, 1)
    phone = room.phone(id)
    typed = {f"t1.punti{seat}": each for seat, each in enumerate(("50", "40", "30", "20"), 1)}
    execute_at(office, TERMINAL, id, 1, EndTurn(now=ClockReading("run", 0), conquests=0))
    refused = phone.sent({**typed, "chi": "1"})
    assert (refused.status_code, 'value="40"' in refused.text) == (409, True)
    assert "La partita del tavolo 1 non è finita" in words_of(refused.text)
    other = drawn(office, 4, format="raduno", name="Solo orologio")
    open_table(office, TERMINAL, other, 1)
    assert room.phone(other).sent({**typed, "chi": "1", "t1.obiettivo2": "1"}).status_code == 303
    assert room.cells(other)[1] == {"points": 40, "objective": True}


def at_first_round(room: Room, format: str, players: int = 4) -> str:
    id = opened(room.office, invented(players), format, f"Prova {format}")
    played(room.office, id, until=lambda desk: desk.tournament.open_round is not None)
    return id


def test_a_tie_is_broken_by_the_map_and_asks_what_the_map_does_not_tell(room: Room) -> None:
    id = at_first_round(room, "eliminazione-diretta", 64)
    phone, board = room.phone(id), load_board()
    first, second = (set(board.deck("challenge").objective(card).territories) for card in CARDS[:2])
    values = {land.id: land.value for land in board.territories}
    one, two, theirs = [], [], sorted(second - first)
    for land in sorted(first - second):  # pairs of equal value, so that the two are tied ahead of the others
        if same := next((each for each in theirs if values[each] == values[land]), None):
            one.append(land)
            two.append(same)
            theirs.remove(same)
    rest = [land.id for land in board.territories if land.id not in (*one, *two)]
    more = next(land for land in rest if land not in first)
    rest.remove(more)
    tied = value(one, CARDS[0])
    fields = ticked("mappa", [[*one, more], two, rest[::2], rest[1::2]])
    # By objective the others' territories are unknown: the number is asked.
    by_objective = words_of(phone.tried({**fields, "modo": "obiettivo", "ha4": rest[3::2]}))
    assert by_objective.count("Valore dei territori fuori obiettivo") == 2
    assert phone.sent(fields).status_code == 303
    cells = room.cells(id)
    assert cells[:2] == [{"points": tied, "outside": values[more]}, {"points": tied, "outside": 0}]
    assert [set(each) for each in cells[2:]] == [{"points"}, {"points"}]
    # Equal outside too: the next number is of armies, which no tick tells.
    other = room.phone(at_first_round(room, "eliminazione-diretta", 64))
    said = words_of(other.tried(ticked("mappa", [one, two, [more, *rest[::2]], rest[1::2]])))
    assert said.count("Armate nell’obiettivo") == 2


@pytest.mark.parametrize("format", ["milano", "primavera", "aziendale"])
def test_where_the_whole_map_counts_there_are_two_ways_and_only_needed_sums_are_asked(
    room: Room, format: str
) -> None:
    id = at_first_round(room, format)
    phone = room.phone(id)
    page = phone.http.get(phone.page).text
    assert re.findall(r'id="modo-(\w+)"', page) == ["punti", "mappa"]
    rulebook = open_tournament(room.office, id).tournament.setup.rulebook
    cards = [str(each.id) for each in objective_cards(rulebook)][:4]
    board = load_board()
    held = [[str(land.id) for land in board.territories[at::4]] for at in range(4)]
    fields = ticked("mappa", held, cards or ("", "", "", ""))
    sums = {f"t1.armate{seat}": str(20 + seat) for seat in range(1, 5)}
    sums |= {f"t1.carte{seat}": str(seat) for seat in range(1, 5)}
    parts = phone.tried(fields)
    assert ("Armate sul planisfero" in parts) == (format == "aziendale")
    parts = phone.tried({**fields, **sums} if format == "aziendale" else fields)
    armies = [
        {**dict.fromkeys(lands, 1), lands[0]: 21 + at - len(lands) + 1} for at, lands in enumerate(held)
    ]
    seats = tuple(
        HeldSeat(territories=armies[at], objective_card=cards[at] if cards else None, cards=at + 1)
        for at in range(4)
    )
    counted = [shown(each.points, "it") for each in count_board(rulebook, seats, {})]
    assert re.findall(r'<small id="somma\d">([\d,]+)</small>', parts) == counted
