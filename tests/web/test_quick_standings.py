"""Quick standings without an event: pasted or loaded, faults all at once, and an event made of them."""

import csv
import io
import re
from collections.abc import Iterator

import httpx
import pytest

from kamchatka.app.office import Role
from kamchatka.app.register.accounts import sessions
from kamchatka.app.register.accounts.account_register import grant, writing
from kamchatka.app.tournaments.opening import listed, open_tournament
from kamchatka.scoring.formula.loading import catalogue
from kamchatka.tournament.scores import Scoreboard
from kamchatka.web.site.visitors import COOKIE
from tests.web.public_events import PublicSite
from tests.web.site import signed_in
from tests.web.test_public_event import words

HOME = "/classifica-veloce"
RESULTS = """turno;tavolo;giocatore;punti;obiettivo
1;1;Anna;62;
1;1;Bruno;55;
1;1;Carla;40;
1;1;Dario;21;
1;2;Elena;100;x
1;2;Fabio;47;
1;2;Gina;31;
1;2;Hugo;12;
2;1;Anna;22;
2;1;Elena;35;
2;1;Carla;60;
2;1;Hugo;21;
2;2;Bruno;48;
2;2;Fabio;47;
2;2;Gina;81;
2;2;Dario;12;
"""


@pytest.fixture
def anybody(events: PublicSite) -> Iterator[httpx.Client]:
    with httpx.Client(
        base_url=events.address, trust_env=False, headers={"sec-fetch-site": "same-origin"}
    ) as client:
        yield client


def rows(page: str) -> list[str]:
    found = re.findall(r'<tr id="g\d+"[^>]*>.*?</tr>', page, re.DOTALL)
    return [words(each) for each in found]


def test_pasted_results_become_standings(anybody: httpx.Client) -> None:
    page = anybody.post(HOME, data={"risultati": RESULTS, "formula": "bonus-50", "migliori": "1"})
    assert page.status_code == 200
    assert rows(page.text)[:3] == [
        "1 stabile Elena 150 vittoria 35 1 150",
        "2 sale di 4 Gina 31 131 vittoria 1 131",
        "3 scende di 1 Anna 112 vittoria 22 1 112",
    ]
    assert "Conta il risultato migliore, lo scarto è barrato" in words(page.text)


def test_a_file_stands_in_for_what_was_pasted(anybody: httpx.Client) -> None:
    files = {"file": ("gara.csv", RESULTS.encode("cp1252"), "text/csv")}
    page = anybody.post(HOME, data={"risultati": "altro"}, files=files).text
    assert len(rows(page)) == 8
    assert "1;1;Anna;62;" in page


def test_toml_results_bring_their_own_formula_and_rules(anybody: httpx.Client) -> None:
    toml = """title = "Serata"
[tournament]
formula = "vittorie"
[[round]]
[[round.table]]
[[round.table.seat]]
player = "Ada"
points = 50
[[round.table.seat]]
player = "Ugo"
points = 40
[[round.table.seat]]
player = "Ivo"
points = 30
[[round.table.seat]]
player = "Eva"
points = 20
"""
    page = anybody.post(HOME, data={"risultati": toml}).text
    assert "Numero di vittorie" in words(page)
    assert '<h2 id="classifica">Serata</h2>' in page


def test_a_name_opens_its_reasons_with_and_without_scripts(anybody: httpx.Client) -> None:
    fields = {"risultati": RESULTS, "formula": "bonus-50"}
    page = anybody.post(HOME, data=fields).text
    number = re.search(r'value="(\d+)"[^>]*>Elena</button>', page)
    assert number
    part = anybody.post(f"{HOME}/perche", data={**fields, "apri": number[1]}).text
    assert "<html" not in part
    assert words(part) == (
        "Perché 185 punti, e perché il 1° posto"
        " Turno 1, tavolo 2, 1° posto 100 punti tavolo; un RisiKo! vale 100 punti tavolo + 50 (1° posto)"
        " 001-FP5a 001-FP5c 001-FP5b 150"
        " Turno 2, tavolo 1, 2° posto 35 punti tavolo 001-FP5a 35 Totale 185"
    )
    whole = anybody.post(HOME, data={**fields, "apri": number[1]}).text
    assert words(part) in words(whole)
    assert anybody.post(f"{HOME}/perche", data={**fields, "apri": "99"}).status_code == 404


def test_every_formula_is_laid_beside(anybody: httpx.Client) -> None:
    fields = {"risultati": RESULTS, "formula": "bonus-50", "confronta": "triestino"}
    page = anybody.post(HOME, data=fields).text
    assert page.count('name="confronta"') == len(catalogue()) - 1
    assert "Metodo triestino accanto a Punti tavolo con bonus" in page


def test_files_to_take_away(anybody: httpx.Client) -> None:
    fields = {"risultati": RESULTS, "formula": "bonus-50"}
    answer = anybody.post(f"{HOME}/classifica.csv", data=fields)
    lines = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
    assert lines[1][:3] == ["1", "Elena", "185"]
    assert "data-print" in anybody.post(f"{HOME}/stampa", data=fields).text
    template = anybody.get(f"{HOME}/modello.csv").content.decode("utf-8-sig")
    assert template.startswith("turno;tavolo;giocatore;punti;obiettivo;eliminato\r\n1;1;Anna;62;;\r\n")
    assert len(rows(anybody.post(HOME, data={"risultati": template}).text)) == 8


def test_all_faults_are_told_at_once_with_their_lines(anybody: httpx.Client) -> None:
    wrong = "turno;tavolo;giocatore;punti\n1;1;Anna;abc\n1;x;Bruno;12\n"
    answer = anybody.post(HOME, data={"risultati": wrong, "migliori": "-1", "scarti": "tre"})
    assert answer.status_code == 422
    told = [words(each) for each in re.findall(r'<li class="said">.*?</li>', answer.text, re.DOTALL)]
    assert told == [
        "riga 2: «punti» vale abc; i punti tavolo vanno da 0 in su",
        "riga 2: turno 1, tavolo 1: servono da due a sei giocatori (il morto conta), una riga per ciascuno",
        "riga 3: «tavolo» vale x; serve un numero intero da 1 a 99999",
    ]
    assert "«-1» non va bene: scrivi un numero intero da 1 in su." in answer.text
    assert "1;1;Anna;abc" in answer.text


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"PK\x03\x04" + bytes(2000), "foglio di calcolo"),
        (b"\x00" * 5000, "UTF-8"),
        (b"turno;tavolo;giocatore;punti\n" + b"1;1;Anna;5\n" * 2001, "2000"),
        (b"x" * 1_000_001, "troppo grande"),
        (b'{"round": ' + b"[" * 100_000, ""),
        (b'regolamento = "../../etc/passwd.toml"\n[[round]]\n', ""),
    ],
)
def test_what_is_no_results_file_is_refused_in_words(
    anybody: httpx.Client, content: bytes, said: str
) -> None:
    answer = anybody.post(HOME, files={"file": ("gara", content, "text/csv")})
    assert answer.status_code == 422
    assert said in answer.text


def test_nothing_is_kept(events: PublicSite, anybody: httpx.Client) -> None:
    before = listed(events.office)
    with events.office.reading() as reading:
        feeds = reading.feeds()
    anybody.post(HOME, data={"risultati": RESULTS})
    with events.office.reading() as reading:
        assert reading.feeds() == feeds
    assert listed(events.office) == before


def test_only_who_may_make_events_makes_one_of_them(events: PublicSite, anybody: httpx.Client) -> None:
    fields = {"risultati": RESULTS, "formula": "bonus-50", "torneo": "Serata"}
    assert anybody.post(f"{HOME}/torneo", data=fields).status_code in {303, 401}
    with signed_in(events.address, events.office, Role.TABLE_JUDGE, events.running) as judge:
        assert judge.post(f"{HOME}/torneo", data=fields).status_code == 403
    assert "serata" not in listed(events.office)


def test_an_event_made_by_a_judge_takes_nobody_from_the_event_they_judge(events: PublicSite) -> None:
    judged = open_tournament(events.office, events.running)
    entered, name = next((who, judged.names[who]) for who in judged.tournament.entrants)
    with signed_in(events.address, events.office, Role.ORGANISER) as organiser:
        session = sessions.find(events.office, organiser.cookies[COOKIE])
        assert session is not None
        with writing(events.office) as connection:
            now = events.office.now()
            grant(connection, now, session.account.id, events.running, Role.OFFICIAL_JUDGE)
        fields = {
            "risultati": RESULTS.replace("Anna", name),
            "formula": "bonus-50",
            "torneo": "Di un giudice",
        }
        answer = organiser.post(f"{HOME}/torneo", data=fields)
    made = open_tournament(events.office, answer.headers["location"].split("/")[2])
    assert name in made.names.values()
    assert entered not in made.tournament.entrants


def test_an_event_made_of_a_file_has_its_people_tables_and_standings(events: PublicSite) -> None:
    fields = {
        "risultati": RESULTS,
        "formula": "bonus-50",
        "bonus-50.bonus": "20",
        "migliori": "1",
        "torneo": "Serata del club",
        "azione": "a-serata",
    }
    with signed_in(events.address, events.office, Role.ORGANISER) as organiser:
        # Sent twice, made once.
        [address] = {organiser.post(f"{HOME}/torneo", data=fields).headers["location"] for _ in range(2)}
        page = organiser.get(address)
    [id] = (id for id in listed(events.office) if id.startswith("serata-del-club"))
    assert address == f"/organizza/{id}/classifica"
    desk = open_tournament(events.office, id)
    assert not desk.tournament.visibility.is_shown
    assert sorted(desk.names.values()) == [
        "Anna",
        "Bruno",
        "Carla",
        "Dario",
        "Elena",
        "Fabio",
        "Gina",
        "Hugo",
    ]
    tables = [
        [sorted(desk.names[who] for who in table.seated.seats) for table in each.tables.values()]
        for each in desk.tournament.rounds
    ]
    assert tables == [
        [["Anna", "Bruno", "Carla", "Dario"], ["Elena", "Fabio", "Gina", "Hugo"]],
        [["Anna", "Carla", "Elena", "Hugo"], ["Bruno", "Dario", "Fabio", "Gina"]],
    ]
    board = Scoreboard(desk.tournament, desk.names).standings
    assert [(row.rank, row.entry.name, row.entry.score) for row in board.rows[:3]] == [
        (1, "Elena", 120),
        (2, "Gina", 101),
        (3, "Anna", 82),
    ]
    assert page.status_code == 200


def test_what_cannot_be_taken_over_is_said(events: PublicSite) -> None:
    toml = """title = "Coppa"
[[round]]
[[round.table]]
[[round.table.seat]]
player = "Ada"
points = 50
[[round.table.seat]]
player = "Ugo"
points = 40
[[round.table.seat]]
player = "Ivo"
points = 30
[[round.table.seat]]
player = "Eva"
points = 20
[[round]]
summed = false
[[round.table]]
decides = 1
[[round.table.seat]]
player = "Ada"
points = 50
[[round.table.seat]]
player = "Ugo"
points = 40
[[round.table.seat]]
player = "Ivo"
points = 30
[[round.table.seat]]
player = "Eva"
points = 20
[[penalty]]
player = "Eva"
target = "total"
points = 5
"""
    with signed_in(events.address, events.office, Role.ORGANISER) as organiser:
        answer = organiser.post(f"{HOME}/torneo", data={"risultati": toml})
        page = organiser.get(answer.headers["location"]).text
    said = words(page)
    assert "«Coppa» è fatto: 4 persone, turni presi dal file: 1." in said
    assert "Turni non portati, perché hanno finali, riposi, testa a testa o partite annullate: 2." in said
    assert "Penalità da ridare a mano, con il giudice ufficiale: 1." in said
    id = answer.headers["location"].split("/")[2]
    assert len(open_tournament(events.office, id).tournament.rounds) == 1
