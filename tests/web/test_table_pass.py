"""The pass of a table: what it opens and what it does not; two phones that agree, or do not."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import httpx
import pytest
from fastapi import FastAPI

from kamchatka.app.commands.execution import execute
from kamchatka.app.events import PhoneJoined
from kamchatka.app.office import TERMINAL, Office, Role, new_action
from kamchatka.app.register.accounts.passwords import Tries
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.passes import (
    TablePass,
    TablePlace,
    joining_number,
    pass_path,
    pass_paths,
    phone_at,
    revoke,
)
from kamchatka.tournament.arranging import StartTables, SwapPlayers
from kamchatka.tournament.draws import RedrawRound
from kamchatka.tournament.entries import CallRoll
from kamchatka.tournament.recording import RecordSheet
from kamchatka.tournament.rounds import CloseRound
from kamchatka.web import create_app
from kamchatka.web.app import PAGES
from kamchatka.web.site.locks import Need, locks_of
from tests.tournament.small_event import drawn, points, table
from tests.web.desk_pages import DeskClient, desk_site, hidden, words_of
from tests.web.site import session_cookies

DOORS = [
    (method, path.removeprefix("/tavolo/{id}/{round}/{table}").replace("{name}", "over-limit"))
    for (method, path), lock in locks_of(pages.router for pages in PAGES).items()
    if lock is Need.TABLE_PASS and method != "HEAD"
]
"""What a phone at a table may ask, below the table's address."""
COUNTED = ("50", "40", "30", "20")


class PhoneInHall:
    """A phone: its own cookies and nothing else."""

    def __init__(self, site: str) -> None:
        self.http = httpx.Client(base_url=site, trust_env=False, headers={"origin": site})

    def try_count(self, path: str, **fields: str) -> httpx.Response:
        """What the page shows while somebody types."""
        typed = {name.replace("__", "."): value for name, value in fields.items()}
        return self.http.post(f"{path}/prova", data=typed, headers={"hx-request": "true"})

    def post(self, path: str, **fields: str) -> httpx.Response:
        """A form of the page, sent without scripts."""
        return self.http.post(path, data={name.replace("__", "."): value for name, value in fields.items()})

    def join(self, path: str, number: str = "") -> httpx.Response:
        """Press the button of the pass."""
        return self.post(path, numero=number)

    def send(
        self, path: str, table: int, given: tuple[str, ...], who: int, action: str = ""
    ) -> httpx.Response:
        """Write the points and send them."""
        fields = {f"t{table}.punti{seat}": each for seat, each in enumerate(given, 1)}
        fields |= {"chi": str(who)} | ({f"t{table}.azione": action} if action else {})
        return self.http.post(path, data=fields)


@dataclass
class Hall:
    """A site, its desk, and the phones in the room."""

    office: Office
    client: DeskClient
    phones: list[PhoneInHall] = field(default_factory=list)

    def phone(self) -> PhoneInHall:
        """One more phone."""
        self.phones.append(PhoneInHall(self.client.site))
        return self.phones[-1]

    def joined(self, id: str, number: int = 1) -> PhoneInHall:
        """The first phone at a table."""
        phone = self.phone()
        assert phone.join(at(self.office, id, number)).headers["location"] == pages(id, number)
        return phone


@pytest.fixture(scope="module")
def served_hall() -> Iterator[tuple[FastAPI, Hall]]:
    apps: list[FastAPI] = []

    def app_of(office: Office) -> FastAPI:
        apps.append(create_app(office=office))
        return apps[0]

    with desk_site(app_of) as (office, client):
        found = Hall(office, client)
        yield apps[0], found
        for phone in found.phones:
            phone.http.close()


@pytest.fixture
def hall(served_hall: tuple[FastAPI, Hall]) -> Hall:
    """The hall; nobody has tried anything yet."""
    app, found = served_hall
    app.state.tries = Tries()
    return found


def pages(id: str, number: int = 1) -> str:
    return f"/tavolo/{id}/1/{number}"


def conta(id: str, number: int = 1) -> str:
    return f"{pages(id, number)}/conta"


def at(office: Office, id: str, number: int = 1) -> str:
    return pass_path(office, TablePlace(id, 1, number))


def test_a_pass_is_looked_at_by_get_and_used_by_post(hall: Hall) -> None:
    office = hall.office
    id = drawn(office, 8, format="raduno")
    phone, before = hall.phone(), open_tournament(office, id).version
    page = phone.http.get(at(office, id))
    names = open_tournament(office, id).names
    assert page.status_code == 200
    assert "Apri il tavolo 1" in words_of(page.text)
    for who in table(open_tournament(office, id), 1).seated.seats:
        assert names[who] in words_of(page.text)
    assert phone.http.get(conta(id)).status_code == 403
    assert len(phone.http.cookies) == 0
    done = phone.join(at(office, id))
    assert (done.status_code, done.headers["location"]) == (303, pages(id))
    cookie = done.headers["set-cookie"]
    assert f"Path={pages(id)}" in cookie
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    assert phone.http.get(conta(id)).status_code == 200
    assert open_tournament(office, id).version == before


def test_codes_are_long_and_every_table_has_its_own(hall: Hall) -> None:
    office = hall.office
    one, other = drawn(office, 8, name="Uno"), drawn(office, 8, name="Due")
    paths = [*pass_paths(office, open_tournament(office, one), 1).values()]
    paths += pass_paths(office, open_tournament(office, other), 1).values()
    codes = {path.rpartition("/")[2] for path in paths}
    assert len(codes) == len(paths) == 4
    assert all(re.fullmatch(r"[a-z2-7]{32}", code) for code in codes)


def test_the_pass_of_one_table_opens_no_other_table_round_or_event(hall: Hall) -> None:
    """Bar S2: a phone of table 3 asks for everything else, and gets nothing."""
    office = hall.office
    id, other = drawn(office, 20, name="Mio"), drawn(office, 20, name="Altrui", format="raduno")
    phone = hall.joined(id, 3)
    token = next(iter(phone.http.cookies.jar)).value
    assert token is not None
    code = at(office, id, 3).rpartition("/")[2]
    before = [open_tournament(office, each).version for each in (id, other)]
    secrets = {
        open_tournament(office, other).names[who]
        for who in open_tournament(office, other).tournament.entrants
    }
    foreign = [pages(id, 4), f"/tavolo/{id}/2/3", pages(other, 3), pages(id, 99), "/tavolo/nessuno/1/3"]
    stranger = hall.phone().http
    for path in foreign:
        number = int(path.rpartition("/")[2])
        for method, door in DOORS:
            asked = f"{path}{door}"
            data = {f"t{number}.punti{seat}": "10" for seat in (1, 2, 3, 4)} | {"chi": "1"}
            answer = stranger.request(method, asked, data=data, headers={"cookie": f"tavolo={token}"})
            assert answer.status_code == 403, (method, asked)
            assert not [name for name in secrets if name in answer.text]
    for path in (f"/t/{id}/1/4/{code}", f"/t/{id}/2/3/{code}", f"/t/{other}/1/3/{code}"):
        assert stranger.get(path).status_code == 409
    for desk in (f"/organizza/{id}", f"/organizza/{id}/referti", f"/organizza/{id}/referti/1/3"):
        answer = stranger.get(desk, headers={"cookie": f"tavolo={token}; sessione={token}"})
        assert answer.status_code in (303, 401)
    assert [open_tournament(office, each).version for each in (id, other)] == before
    own = stranger.get(conta(id, 3), headers={"cookie": f"tavolo={token}"})
    assert (own.status_code, own.headers["cache-control"]) == (200, "no-store")


def test_after_five_wrong_codes_an_address_guesses_no_more_but_a_right_one_opens(hall: Hall) -> None:
    office = hall.office
    id = drawn(office, 8)
    phone = hall.phone()
    answers = [phone.http.get(f"/t/{id}/1/1/{'a' * 32}") for _ in range(6)]
    assert [each.status_code for each in answers] == [409, 409, 409, 409, 409, 429]
    assert "aspetta 15 minuti e riprova, oppure chiedi in segreteria." in answers[-1].text
    assert phone.http.get(at(office, id)).status_code == 200  # from the same hall, with a right paper


def test_a_second_phone_needs_the_number_that_the_first_one_shows(hall: Hall) -> None:
    office = hall.office
    id = drawn(office, 8, format="raduno")
    first, second = hall.joined(id), hall.phone()
    right = joining_number(office, TablePlace(id, 1, 1))
    assert "Un altro telefono è già qui" in words_of(second.http.get(at(office, id)).text)
    wrong = f"{(int(right) + 1) % 10_000:04d}"
    for unwritten in ("", "  ", "", "", ""):  # a page from before the first phone came asks for no number
        answer = second.join(at(office, id), unwritten)
        assert answer.status_code == 409
        assert "ricarica la pagina e scrivi il codice" in words_of(answer.text)
    assert second.join(at(office, id), wrong).status_code == 403
    assert second.http.get(conta(id)).status_code == 403
    first.send(conta(id), 1, COUNTED, 1)
    assert right in words_of(first.http.get(conta(id)).text)
    assert second.join(at(office, id), right).status_code == 303
    for _ in range(4):
        hall.phone().join(at(office, id), wrong)
    assert hall.phone().join(at(office, id), right).status_code == 429


def test_one_sends_and_another_confirms_from_another_phone(hall: Hall) -> None:
    office = hall.office
    id = drawn(office, 8, format="raduno")
    first, second = hall.joined(id), hall.phone()
    for _ in range(2):  # a double tap, or an answer that was lost
        assert first.send(conta(id), 1, COUNTED, 2, "a-tocco").status_code == 303
    now = table(open_tournament(office, id), 1)
    assert now.result is not None
    assert (now.result.sent_by, now.is_settled) == (now.seated.seats[1], False)
    sent = [each for each in open_tournament(office, id).occurrences if each.action.startswith("a-tocco")]
    assert len(sent) == 1
    own = first.http.get(conta(id)).text
    assert "Referto inviato" in words_of(own)
    assert first.post(f"{conta(id)}/conferma", chi="1", visto="").status_code == 409
    second.join(at(office, id), joining_number(office, TablePlace(id, 1, 1)))
    page = second.http.get(conta(id)).text
    seen = hidden(page, "visto")
    assert first.post(f"{conta(id)}/conferma", chi="1", visto=seen).status_code == 403
    assert second.post(f"{conta(id)}/conferma", visto=seen).status_code == 422
    for _ in range(2):
        done = second.post(f"{conta(id)}/conferma", chi="3", visto=seen, azione="a-si")
        assert done.status_code == 303
    assert table(open_tournament(office, id), 1).is_settled
    assert "Referto firmato" in words_of(second.http.get(conta(id)).text)


def test_what_somebody_confirms_is_what_they_saw(hall: Hall) -> None:
    office = hall.office
    id = drawn(office, 8, format="raduno")
    first, second = hall.joined(id), hall.phone()
    first.send(conta(id), 1, COUNTED, 1)
    second.join(at(office, id), joining_number(office, TablePlace(id, 1, 1)))
    seen = hidden(second.http.get(conta(id)).text, "visto")
    first.send(conta(id), 1, ("50", "40", "30", "29"), 1)
    assert second.post(f"{conta(id)}/conferma", chi="3", visto=seen).status_code == 409
    assert not table(open_tournament(office, id), 1).is_settled


def test_other_numbers_become_a_task_for_the_judge(hall: Hall) -> None:
    office = hall.office
    id = drawn(office, 8, format="raduno")
    first, second = hall.joined(id), hall.phone()
    first.send(conta(id), 1, COUNTED, 1)
    second.join(at(office, id), joining_number(office, TablePlace(id, 1, 1)))
    assert "Scrivi i tuoi numeri" in words_of(second.http.get(f"{conta(id)}?altra=1").text)
    second.send(conta(id), 1, ("50", "40", "31", "20"), 2)
    for phone in (first, second):
        assert "Numeri diversi: decide il giudice" in words_of(phone.http.get(conta(id)).text)
    said = words_of(hall.client.get(f"/organizza/{id}"))
    assert "Tavolo 1: due giocatori hanno mandato numeri diversi" in said


def test_one_phone_does_not_confirm_by_sending_in_another_name(hall: Hall) -> None:
    office = hall.office
    id = drawn(office, 8, format="raduno")
    phone = hall.joined(id)
    assert phone.send(conta(id), 1, COUNTED, 1).status_code == 303
    again = phone.send(conta(id), 1, COUNTED, 2)
    assert (again.status_code, "partiti da questo telefono" in again.text) == (403, True)
    result = table(open_tournament(office, id), 1).result
    assert result is not None
    assert not result.is_confirmed


def test_places_and_scores_come_as_they_are_typed(hall: Hall) -> None:
    office = hall.office
    id = drawn(office, 8, format="raduno")
    phone, here = hall.joined(id), conta(id)
    some = phone.try_count(here, t1__punti1="69", t1__punti2="42")
    names = [
        open_tournament(office, id).names[who] for who in table(open_tournament(office, id), 1).seated.seats
    ]
    assert f"Mancano ancora i punti di {names[2]}, {names[3]}." in words_of(some.text)
    whole = phone.try_count(here, t1__punti1="69", t1__punti2="42", t1__punti3="36", t1__punti4="53")
    assert re.findall(r'class="sum">(\d+)<', whole.text) == ["69", "53", "42", "36"]
    assert re.findall(r'class="score">(\d+) in classifica<', whole.text) == ["119", "53", "42", "36"]
    odd = phone.try_count(here, t1__punti1="boh", t1__punti2="42", t1__punti3="36", t1__punti4="53")
    assert "«boh» non va bene" in words_of(odd.text)
    assert table(open_tournament(office, id), 1).result is None


def test_what_cannot_be_true_is_not_sent_and_stays_typed(hall: Hall) -> None:
    office = hall.office
    id = drawn(office, 8, format="raduno")
    phone = hall.joined(id)
    refused = phone.send(conta(id), 1, ("50", "40", "", "999"), 1)
    assert refused.status_code == 422
    assert 'value="999"' in refused.text
    assert table(open_tournament(office, id), 1).result is None
    assert phone.send(conta(id), 1, COUNTED, 9).status_code == 422


def test_a_phone_can_neither_name_nobody_nor_somebody_else_as_sender(hall: Hall) -> None:
    office = hall.office
    id = drawn(office, 8, format="raduno")
    phone = hall.joined(id)
    for who in ("", "0", "5", "-1", "p-1", "²"):
        fields = {f"t1.punti{seat}": "10" for seat in (1, 2, 3, 4)} | {"chi": who}
        assert phone.http.post(conta(id), data=fields).status_code == 422, who
    assert table(open_tournament(office, id), 1).result is None


def test_what_a_phone_sends_amiss_comes_back_with_its_numbers_and_the_fault_beside_the_field(
    hall: Hall,
) -> None:
    office = hall.office
    id = drawn(office, 8, format="raduno")
    phone = hall.joined(id)

    def boxes(page: str) -> list[str]:
        return re.findall(r'id="p\d"[^>]* value="([^"]*)"', page)

    nobody = phone.http.post(
        conta(id), data={f"t1.punti{seat}": each for seat, each in enumerate(COUNTED, 1)}
    )
    assert nobody.status_code == 422
    assert boxes(nobody.text) == list(COUNTED)
    [who] = re.findall(r'<fieldset class="panel who wrong".*?</fieldset>', nobody.text, re.DOTALL)
    assert "Scegli chi sei fra chi siede al tavolo." in words_of(who)
    nothing = phone.http.post(conta(id), data={"chi": "3"})
    assert nothing.status_code == 422
    assert words_of(nothing.text).count("Scrivi i punti tavolo") == 4
    assert re.search(r'value="3" required checked', nothing.text)
    half = phone.http.post(conta(id), data={"t1.punti1": "12,5", "t1.punti2": "boh", "chi": "2"})
    assert boxes(half.text)[:2] == ["12,5", "boh"]
    assert phone.send(conta(id), 1, COUNTED, 1).status_code == 303
    other = phone.send(conta(id), 1, ("51", "40", "30", "20"), 2)
    assert (other.status_code, boxes(other.text)) == (403, ["51", "40", "30", "20"])
    assert "partiti da questo telefono" in other.text
    result = table(open_tournament(office, id), 1).result
    assert result is not None
    assert [seat.cells["points"] for seat in result.seats] == [50, 40, 30, 20]


def test_who_sees_other_numbers_says_once_who_they_are(hall: Hall) -> None:
    office = hall.office
    id = drawn(office, 8, format="raduno")
    first, second = hall.joined(id), hall.phone()
    first.send(conta(id), 1, COUNTED, 1)
    second.join(at(office, id), joining_number(office, TablePlace(id, 1, 1)))
    differs = second.http.get(conta(id), params={"chi": "3", "altra": "1"}).text
    assert re.findall(r'value="(\d)" required checked', differs) == ["3"]
    assert re.findall(r'value="(\d)" required checked', first.http.get(f"{conta(id)}?altra=1").text) == ["1"]
    second.send(conta(id), 1, ("50", "40", "31", "20"), 3)
    assert re.findall(r'value="(\d)" required checked', second.http.get(f"{conta(id)}?altra=1").text) == ["3"]


def test_a_revoked_pass_and_its_phones_are_out_and_a_new_one_works(hall: Hall) -> None:
    office = hall.office
    id = drawn(office, 8, format="raduno")
    phone, old = hall.joined(id), at(office, id)
    done = hall.client.post(f"/organizza/{id}/referti/1/1/telefoni", {})
    assert done.status_code == 303
    assert phone.http.get(conta(id)).status_code == 403
    assert phone.send(conta(id), 1, COUNTED, 1).status_code == 403
    assert hall.phone().http.get(old).status_code == 409
    assert at(office, id) != old
    assert hall.phone().join(at(office, id)).status_code == 303


def redrawn(office: Office, id: str) -> None:
    """The present round drawn again with a secret of its own, because somebody was called absent."""
    absent = open_tournament(office, id).tournament.rounds[-1].tables[3].seated.seats[0]
    execute(office, TERMINAL, id, CallRoll(absent=(absent,)))
    execute(office, TERMINAL, id, RedrawRound("un assente", secret="altro"))


def test_a_pass_ends_when_its_table_is_drawn_again_with_other_people(hall: Hall) -> None:
    office = hall.office
    id = drawn(office, 13, format="raduno")
    phones = {number: hall.joined(id, number) for number in (1, 2)}
    old, before = at(office, id), open_tournament(office, id)
    execute(office, TERMINAL, id, StartTables((2,)))
    redrawn(office, id)
    after = open_tournament(office, id)
    is_kept = [set(table(before, n).people) == set(table(after, n).people) for n in (1, 2)]
    assert is_kept == [False, True]
    said = (
        "Il tavolo 1 è stato sorteggiato di nuovo, con altre persone: chiedi in segreteria il foglio nuovo."
    )
    answers = [
        phones[1].http.get(pages(id)),
        phones[1].send(conta(id), 1, COUNTED, 1),
        hall.phone().http.get(old),
        hall.phone().join(old),
    ]
    assert [(answer.status_code, said in words_of(answer.text)) for answer in answers] == [(409, True)] * 4
    assert table(open_tournament(office, id), 1).result is None
    new = hall.phone()
    assert new.join(at(office, id)).status_code == 303, "the first phone of the new people needs no number"
    assert new.http.get(pages(id)).status_code == 200
    assert phones[2].send(conta(id, 2), 2, COUNTED, 1).status_code == 303
    assert table(open_tournament(office, id), 2).result is not None


def test_a_pass_stays_when_a_draw_or_a_swap_leaves_the_paper_at_its_table(hall: Hall) -> None:
    office = hall.office
    id = drawn(office, 8, format="raduno")
    phone, path = hall.joined(id), at(office, id)
    execute(office, TERMINAL, id, RedrawRound("di nuovo uguale"))
    one, other = (table(open_tournament(office, id), number).seated.seats[0] for number in (1, 2))
    execute(office, TERMINAL, id, SwapPlayers(one, other, "al tavolo degli amici"))
    assert (phone.http.get(pages(id)).status_code, at(office, id)) == (200, path)
    execute(office, TERMINAL, id, StartTables((1,)))
    execute(office, TERMINAL, id, RedrawRound("per il tavolo 2"))
    assert (phone.http.get(pages(id)).status_code, at(office, id)) == (200, path)


def test_a_phone_that_joined_in_an_earlier_version_stays(hall: Hall) -> None:
    office = hall.office
    id = drawn(office, 8, format="raduno")
    place, phone = TablePlace(id, 1, 1), hall.joined(id)
    token = phone.http.cookies["tavolo"]
    assert phone_at(office, place, token) is not None
    with office.reading() as reading:
        [joined] = [reading.decode(each) for each in reading.stream(place.stream)]
    assert isinstance(joined, PhoneJoined)
    earlier = TablePass(joined=(replace(joined, drawn=""),))
    assert earlier.devices("zzzzzzzz") == [joined.device]
    assert TablePass(joined=(joined,)).devices("zzzzzzzz") == []


def test_a_pass_ends_with_its_round(hall: Hall) -> None:
    office = hall.office
    id = drawn(office, 8, format="raduno")
    phone, path = hall.joined(id), at(office, id)
    for number in (1, 2):
        sheet = RecordSheet(
            table=number, seats=points(table(open_tournament(office, id), number), (4, 3, 2, 1))
        )
        execute(office, TERMINAL, id, sheet)
    execute(office, TERMINAL, id, CloseRound())
    assert phone.http.get(conta(id)).status_code == 403
    assert hall.phone().http.get(path).status_code == 409
    assert pass_paths(office, open_tournament(office, id), 1) == {}


def test_no_undo_at_the_desk_puts_a_phone_out_and_the_log_tells_of_it(hall: Hall) -> None:
    office = hall.office
    id = drawn(office, 8, format="raduno")
    phone = hall.joined(id)
    for page in ("", "/registro", "/registro?di=results"):
        said = words_of(hall.client.get(f"/organizza/{id}{page}"))
        assert "un telefono apre il referto del tavolo 1" in said
    assert "telefono" not in words_of(hall.client.get(f"/organizza/{id}/annulla")).partition("Motivo")[0]
    assert phone.http.get(conta(id)).status_code == 200


def test_no_account_opens_a_table_and_only_judges_revoke(hall: Hall) -> None:
    office = hall.office
    id = drawn(office, 8, format="raduno")
    hall.client.get(conta(id), status=403)
    cookies = session_cookies(office, Role.TABLE_JUDGE, id)
    judge = DeskClient(hall.client.site, cookies)
    assert judge.post(f"/organizza/{id}/referti/1/1/telefoni", {}).status_code == 403
    judge.http.close()
    revoke(office, TERMINAL, TablePlace(id, 1, 1), new_action())
