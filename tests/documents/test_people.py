"""Papers about people and the event before it starts, of an event whose settings are typed at the desk."""

import re
import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from html import unescape
from itertools import islice
from typing import NamedTuple

import httpx
import pytest

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL
from kamchatka.app.tournaments.demo import simulate
from kamchatka.app.tournaments.entries import enter, register_person
from kamchatka.app.tournaments.lists import ListedPlayer
from kamchatka.app.tournaments.opening import create, open_tournament
from kamchatka.app.tournaments.papers import make, paper_source
from kamchatka.app.tournaments.personal_codes import personal_codes
from kamchatka.app.tournaments.texts import texts_of
from kamchatka.documents.catalogue import PAPERS, paper
from kamchatka.documents.paper import document
from kamchatka.documents.people import official_mark
from kamchatka.documents.press import printed
from kamchatka.documents.source import PaperSource
from kamchatka.store import requests
from kamchatka.store.people import Person
from kamchatka.tournament.draws import DrawRound
from kamchatka.tournament.entries import CallRoll, SignAcceptance
from kamchatka.tournament.events import WifiSet
from kamchatka.tournament.rounds import CloseRound
from kamchatka.tournament.settings import NameJudge, PublishRules
from kamchatka.tournament.state import Entrant
from kamchatka.web.public import own_page
from kamchatka.web.site.hosts import Site
from tests.documents.printing import pages_of, printed_pages, printed_text
from tests.web.laptop import Laptop, laptop
from tests.web.played import entered as event_of
from tests.web.played import go_on
from tests.web.test_settings import fields_of

NAMES = (
    *("Anna Bianchi", "Bruno Neri", "Carla Rossi", "Dario Verdi"),
    *("Elena Gallo", "Fabio Costa", "Gina Riva", "Ugo Serra"),
)
MARK = "Risiko! è un marchio registrato ® Editrice Giochi Srl - Tutti i diritti riservati."
PUBLIC = "https://raduno.example"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'


class Evening(NamedTuple):
    """An official event of eight before round 1, at the desk that runs it."""

    there: Laptop
    id: str

    @property
    def home(self) -> str:
        """The address of its desk."""
        return f"/organizza/{self.id}"

    def set(self, **fields: str) -> str:
        """Type these settings into the desk's form; the page that says so."""
        form = fields_of(self.there.browser.get(f"{self.home}/impostazioni").text)
        typed = {name: value for name, value in {**form, **fields}.items() if value}
        done = self.there.send(f"{self.home}/impostazioni", **typed)
        assert "Impostazioni salvate." in done.text, done.text
        return done.text

    def text(self, what: str, **query: str) -> str:
        """The text of a paper."""
        return printed_text(self.there, self.id, what, **query)

    def page(self, path: str = "/stampa") -> str:
        """A page of the desk, as people read it."""
        return unescape(self.there.browser.get(f"{self.home}{path}").text)


def made(there: Laptop, name: str, players: int = 8, format: str = "tre-partite") -> Evening:
    """An event with published rules and signed entrants."""
    office = there.office
    id = create(
        office,
        TERMINAL,
        name=name,
        texts=texts_of(format),
        demo=True,
        fee=1000,
        member_fee=500,
        club="I Portici",
    )
    judge = register_person(office, TERMINAL, open_tournament(office, id), "Ugo Bassi")
    execute(office, TERMINAL, id, NameJudge(judge), PublishRules(office.now()))
    names = [NAMES[each] if each < len(NAMES) else f"Altro Numero{each}" for each in range(players)]
    people = [ListedPlayer(Person(name=each, club="Aosta"), {}) for each in names]
    enter(office, TERMINAL, id, people, signed=True, only_new=True)
    return Evening(there, id)


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laptop]:
    with laptop(tmp_path_factory.mktemp("home"), site=Site(public=PUBLIC)) as found:
        yield found


@pytest.fixture(scope="module")
def evening(there: Laptop) -> Evening:
    return made(there, "Torneo di Marzo")


# --- the poster ---


@pytest.mark.clause("001-P2", "001-M1")
def test_only_a_recognised_club_with_an_official_event_gets_the_marks(evening: Evening) -> None:
    evening.set(ufficiale="1", riconosciuto="1", recapito="risiko@example.org")
    # One binding rule is broken: the options are not published yet (001-R4).
    assert "Torneo Ufficiale" not in evening.text("locandina")
    evening.there.send(f"{evening.home}/fai/publish-rules")
    poster = evening.text("locandina")
    assert "Torneo Ufficiale" in poster
    assert "Club Ufficiale" in poster
    assert "non è segnato come riconosciuto" not in evening.page()
    evening.set(riconosciuto="")
    poster = evening.text("locandina")
    assert ("Torneo Ufficiale" in poster, "Club Ufficiale" in poster) == (False, False)
    assert "la locandina esce senza i marchi ufficiali [001-P2]" in evening.page()
    evening.set(riconosciuto="1", ufficiale="")
    assert "Torneo Ufficiale" not in evening.text("locandina")
    evening.set(ufficiale="1")


@pytest.mark.clause("001-L2")
def test_a_competing_sponsor_is_left_out_with_a_warning(evening: Evening) -> None:
    evening.set(sponsor="Caffè Portici, Altro Editore", concorrenti="Altro Editore, Giochi Rivali")
    poster = evening.text("locandina")
    assert "Con il sostegno di Caffè Portici" in poster
    assert ("Altro Editore" in poster, "Giochi Rivali" in poster) == (False, False)
    warning = "Il marchio di Altro Editore, concorrente dell'editore, non andrà sui fogli"
    assert warning in evening.page()
    assert warning in evening.page("/impostazioni")
    evening.set(concorrenti="")
    assert "Caffè Portici · Altro Editore" in evening.text("locandina")
    assert warning not in evening.page()


@pytest.mark.clause("001-N2", "001-F3")
def test_official_papers_carry_the_contact_and_the_clubs_independence(evening: Evening) -> None:
    evening.set(ufficiale="1", recapito="arbitri@example.org")
    for what in ("locandina", "iscrizione-vuota", "appello"):
        page = evening.text(what)
        assert "Commissione Arbitrale: arbitri@example.org" in page, what
        assert page.count("I Portici organizza in modo autonomo e indipendente da Editrice Giochi.") == 1, (
            what
        )
    assert "Manca il recapito" not in evening.page()
    evening.set(recapito="")
    assert "Commissione Arbitrale" not in evening.text("locandina")
    assert "Manca il recapito della commissione arbitrale" in evening.page()
    evening.set(recapito="arbitri@example.org")


@pytest.mark.clause("001-Y4")
def test_poster_and_adviser_tell_how_many_games_everybody_plays(evening: Evening) -> None:
    advised = evening.there.browser.get("/organizza/nuovo", params={"giocatori": "64", "durata": "giornata"})
    cards = re.split(r'<label class="choice-card', unescape(advised.text))
    told = {
        id: found[0]
        for id in ("tre-partite", "eliminazione-diretta")
        for card in cards
        if f'value="{id}"' in card and (found := re.findall(r"\d partit[ae] garantit[ae] a tutti", card))
    }
    assert told == {
        "tre-partite": "3 partite garantite a tutti",
        "eliminazione-diretta": "1 partita garantita a tutti",
    }
    assert "3 partite garantite a tutti" in evening.text("locandina")
    other = made(evening.there, "Eliminazione", 16, "eliminazione-diretta")
    assert "1 partita garantita a tutti" in other.text("locandina")


def test_the_poster_invites_to_enter_only_while_one_can(evening: Evening) -> None:
    evening.there.send(f"{evening.home}/impostazioni/modulo", fa="apri")
    poster = evening.text("locandina")
    assert "Iscriviti raduno.example/tornei/" in poster
    assert "marzo/iscrizione" in poster
    evening.there.send(f"{evening.home}/impostazioni/modulo", fa="chiudi")
    poster = evening.text("locandina")
    assert ("Iscriviti" in poster, "Segui il torneo" in poster) == (False, True)


# --- forms and lists ---


@pytest.mark.clause("001-D4")
def test_who_has_not_signed_is_flagged_when_tables_are_drawn(there: Laptop) -> None:
    event = made(there, "Senza firma")
    enter(there.office, TERMINAL, event.id, [ListedPlayer(Person(name="Zoe Zani"), {})], only_new=True)
    people = tuple(open_tournament(there.office, event.id).tournament.entrants)
    execute(there.office, TERMINAL, event.id, CallRoll(people))
    event.set(ufficiale="1")
    assert "Senza firma non ci si siede: Zoe Zani." in event.page("/appello")
    refused = there.send(f"{event.home}/fai/draw", seme="gru-1")
    assert refused.status_code == 403
    assert "Non hanno firmato l'accettazione: Zoe Zani." in unescape(refused.text)
    roll = event.text("appello")
    assert roll.count("già firmato, ") == 8
    assert re.search(r"9 Zani Zoe( ✓)?", roll)
    assert "inappellabili le decisioni" in roll
    execute(there.office, TERMINAL, event.id, SignAcceptance(people[-1:], there.office.now()))
    assert event.text("appello").count("già firmato, ") == 9
    assert there.send(f"{event.home}/fai/draw", seme="gru-1").status_code == 200


@pytest.mark.clause("001-RG2")
def test_nobody_enters_by_the_form_without_accepting_the_rules(evening: Evening) -> None:
    there = evening.there
    there.send(f"{evening.home}/fai/publish-rules", pagina="settings")
    there.send(f"{evening.home}/impostazioni/modulo", fa="apri")
    form = {"nome": "Zeno Zanella", "eta": "maggiorenne", "consento": "1"}
    with httpx.Client(base_url=there.browser.base_url, headers={"sec-fetch-site": "same-origin"}) as stranger:
        address = f"/tornei/{evening.id}/iscrizione"
        assert 'name="accetto"' in stranger.get(address).text
        refused = stranger.post(address, data=form)
        assert refused.status_code == 403
        assert "accetta il regolamento" in unescape(refused.text)
        with there.office.reading() as reading:
            assert requests.waiting(reading.connection, evening.id) == []
        assert stranger.post(address, data={**form, "accetto": "1"}).status_code == 303
    with there.office.reading() as reading:
        [row] = requests.waiting(reading.connection, evening.id)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d.*", row.at)
    assert len(row.rules) == 64
    blank = evening.text("iscrizione-vuota")
    assert "1. Accettazione dei regolamenti" in blank
    assert f"impronta {row.rules[:4]} {row.rules[4:8]}" in blank


def test_there_is_a_form_for_everybody_and_a_parent_signs_for_a_minor(evening: Evening) -> None:
    pages = printed_pages(evening.there, evening.id, "iscrizione")
    assert [name in page for name, page in zip(sorted(NAMES, key=_surname), pages, strict=True)] == [True] * 8
    assert "Genitore o chi ne fa le veci" not in "".join(pages)
    child = evening.there.office.clock().year - 16
    number = open_tournament(evening.there.office, evening.id).entrant("Gina Riva")
    fields = {"nome": "Gina", "cognome": "Riva", "club": "Aosta", "nascita": f"{child}-01-01"}
    assert number
    evening.there.send(f"{evening.home}/iscritti/7", **fields)
    with_parent = [page for page in printed_pages(evening.there, evening.id, "iscrizione") if "veci" in page]
    assert ["Gina Riva" in page for page in with_parent] == [True]
    assert evening.text("iscrizione-mezzo").count("Firma di un genitore") == 1
    assert "Genitore o chi ne fa le veci" in evening.text("iscrizione-vuota")


def _surname(name: str) -> str:
    return name.rpartition(" ")[2]


def test_the_treasurers_list_adds_up_what_was_paid(evening: Evening) -> None:
    there = evening.there
    there.send(f"{evening.home}/iscritti/segna", chi="1", fa="quota")
    there.send(f"{evening.home}/iscritti/segna", chi="2", fa="quota-soci")
    fees = evening.text("quote")
    assert "Quota unica per tutte le fasi: 10 €, soci del club 5 €." in fees
    assert "Incassati 15 € da 2 persone · devono ancora pagare 6 persone, 60 €" in fees
    assert re.findall(r"(Bianchi Anna|Neri Bruno|Rossi Carla) AOS (\w+) (\d+ €)", fees) == [
        ("Bianchi Anna", "Intera", "10 €"),
        ("Neri Bruno", "Socio", "5 €"),
        ("Rossi Carla", "Intera", "10 €"),
    ]
    free = create(there.office, TERMINAL, name="Gratis", texts=texts_of("tre-partite"))
    refused = there.browser.get(f"/organizza/{free}/stampa/quote.pdf")
    assert refused.status_code == 409


# --- the minimal set, the legal line ---


@pytest.fixture(scope="module")
def played(there: Laptop) -> Evening:
    """Eight people after one round at two tables."""
    event = made(there, "Una sera")
    office, id = there.office, event.id
    execute(office, TERMINAL, id, CallRoll(tuple(open_tournament(office, id).tournament.entrants)))
    execute(office, TERMINAL, id, DrawRound("gru-2"))
    simulate(office, TERMINAL, id)
    execute(office, TERMINAL, id, CloseRound())
    return event


@pytest.mark.clause("001-D2")
def test_the_minimal_set_is_forms_sheets_and_standings(played: Evening) -> None:
    text = played.text("minimo")
    titles = ("Iscrizione e accettazione", "Referto di tavolo", "Classifica dopo il turno")
    assert [text.count(each) for each in titles] == [8, 2, 1]
    kinds = Counter(part["paper"] for part in paper("minimo").parts(_source(played)))
    assert kinds == {"entry_form": 4, "table_sheet": 2, "standings": 1}


@pytest.mark.clause("001-D1")
def test_there_are_forms_for_all_sheets_for_all_tables_and_standings_of_every_round(there: Laptop) -> None:
    id = event_of(there.office, 8, name="Tre turni", format="tre-partite")
    go_on(there.office, id, "publish", rounds=3)
    text = printed_text(there, id, "minimo")
    assert text.count("Iscrizione e accettazione") == 8
    assert text.count("Referto di tavolo") == 6
    for round in (1, 2):
        assert text.count(f"Classifica dopo il turno {round}") == 1
    assert text.count("Classifica finale") == 1


def _source(event: Evening) -> PaperSource:
    office = event.there.office
    return paper_source(office, open_tournament(office, event.id), "it", 0, PUBLIC)


@pytest.mark.clause("001-L1")
def test_every_paper_and_page_carries_the_legal_line(played: Evening) -> None:
    source = _source(played)
    ready = [each for each in PAPERS if each.is_ready(source)]
    assert {"referti", "locandina", "segnaposto", "iscrizione", "sala"} <= {each.id for each in ready}
    for each in ready:
        made = printed(document(source, islice(each.parts(source), 1), each.id))
        assert (made.warnings, made.unprintable) == ((), ""), each.id
        [first] = pages_of(made.pdf, most=1)
        assert MARK in first, each.id
    for what in ("referti", "locandina"):
        [first] = printed_pages(played.there, played.id, what, most=1)
        assert MARK in first
    with httpx.Client(base_url=played.there.browser.base_url) as stranger:
        assert MARK in unescape(stranger.get(f"/tornei/{played.id}").text)


# --- place cards and personal codes ---


def test_a_place_card_has_table_rounds_and_a_code_of_ones_own(played: Evening) -> None:
    desk = open_tournament(played.there.office, played.id)
    codes = personal_codes(played.there.office, played.id, desk.tournament)
    assert len(set(codes.values())) == 8
    pages = printed_pages(played.there, played.id, "segnaposto")
    for table, page in zip(desk.tournament.rounds[0].tables.values(), pages, strict=True):
        for who in table.seated.seats:
            assert desk.names[who] in page
            assert f"{codes[who]} raduno.example/io/{codes[who]}" in page
        assert page.count(f"1 {table.number} ") >= 4


def test_a_personal_code_opens_ones_seat_and_results_until_it_is_revoked(played: Evening) -> None:
    there, office = played.there, played.there.office
    desk = open_tournament(office, played.id)
    anna = desk.entrant("Anna Bianchi")
    code = personal_codes(office, played.id, desk.tournament)[anna]
    assert code in played.page("/iscritti/1")
    with httpx.Client(base_url=there.browser.base_url, headers={"sec-fetch-site": "same-origin"}) as phone:
        mine = phone.get(f"/io/{code}")
        assert mine.status_code == 200
        assert (mine.headers["cache-control"], mine.headers["x-robots-tag"]) == ("no-store", "noindex")
        page = unescape(mine.text)
        assert "<h1>Anna Bianchi" in page
        assert "Il mio posto" in page
        assert page.count("Turno 1, tavolo ") == 1
        loose = code.replace("-", " ").lower()
        assert "<h1>Anna Bianchi" in phone.get(f"/io/{loose}").text
        wrong = phone.get("/io/ZZZZ-ZZZZ")
        assert (wrong.status_code, "Anna" in wrong.text) == (404, False)
        done = there.send(f"{played.home}/fai/new-code", chi="#1", numero="1", pagina="entry")
        assert "Anna Bianchi riceve un altro codice personale" in done.text
        gone = phone.get(f"/io/{code}")
        assert (gone.status_code, gone.text.replace(code, "ZZZZ-ZZZZ")) == (404, wrong.text)
        now = personal_codes(office, played.id, open_tournament(office, played.id).tournament)[anna]
        assert "<h1>Anna Bianchi" in phone.get(f"/io/{now}").text
        there.send(f"{played.home}/pubblico", risultati="live")
        assert phone.get(f"/io/{now}").status_code == 404


def test_an_entrant_checks_in_and_withdraws_by_code_and_the_desk_decides(evening: Evening) -> None:
    there, office, home = evening.there, evening.there.office, evening.home

    def anna() -> Entrant:
        return open_tournament(office, evening.id).tournament.entrants[who]

    desk = open_tournament(office, evening.id)
    who = desk.entrant("Anna Bianchi")
    code, before = personal_codes(office, evening.id, desk.tournament)[who], anna().is_present
    headers = {"sec-fetch-site": "same-origin"}
    with httpx.Client(base_url=there.browser.base_url, headers=headers, follow_redirects=True) as phone:

        def say(what: str) -> httpx.Response:
            return phone.post(f"/io/{code}", data={"fa": what})

        assert 'value="qui"' not in phone.get(f"/io/{code}").text
        refused = say("qui")
        assert (refused.status_code, "l’appello lo fa la segreteria" in unescape(refused.text)) == (409, True)
        assert anna().is_present == before
        there.send(f"{home}/fai/check-in", pagina="rollcall")
        there.send(f"{home}/appello/{anna().number}", fa="assente")
        assert 'value="qui"' in phone.get(f"/io/{code}").text
        assert "Risulti presente" in say("qui").text
        assert anna().is_present is True
        assert "aspetta che chi organizza lo confermi" in say("ritiro").text
        assert (anna().is_leaving, anna().status) == (True, "playing")
        assert "Chiede di ritirarsi: Anna Bianchi." in evening.page("")
        say("resto")
        assert not anna().is_leaving
        say("ritiro")
        there.send(f"{home}/fai/stay", chi=f"#{anna().number}", pagina="rollcall")
        assert not anna().is_leaving
        there.send(f"{home}/fai/check-in", basta="1", pagina="rollcall")
        assert say("qui").status_code == 409
        assert say("altro").status_code == 404
        assert phone.post("/io/ZZZZ-ZZZZ", data={"fa": "qui"}).status_code == 404


def test_wrong_codes_are_limited_for_a_network(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    office = evening.there.office
    tournament = open_tournament(office, evening.id).tournament
    right = next(iter(personal_codes(office, evening.id, tournament).values()))
    monkeypatch.setattr(own_page, "WRONG", type(own_page.WRONG)(3, 15, namespace="few"))
    with httpx.Client(base_url=evening.there.browser.base_url) as phone:
        assert [phone.get(f"/io/{each}").status_code for each in ("a", right, "b", "c")] == [
            404,
            200,
            404,
            404,
        ]
        assert phone.get(f"/io/{right}").status_code == 429


# --- logo and hall ---


def upload(evening: Evening, content: bytes) -> httpx.Response:
    """Send a file to the settings."""
    return evening.there.browser.post(
        f"{evening.home}/impostazioni/logo",
        files={"logo": ("logo.png", content)},
        headers={"sec-fetch-site": "same-origin"},
    )


def png(width: int, height: int) -> bytes:
    """A black picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes(1 + width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def test_a_logo_is_drawn_again_and_stands_on_papers_until_removed(evening: Evening) -> None:
    address = f"{evening.home}/impostazioni/logo.png"
    assert evening.there.browser.get(address).status_code == 404
    for content in (png(40, 20), SVG):
        assert "Caricato il logo del club." in upload(evening, content).text
        shown = evening.there.browser.get(address)
        assert shown.headers["content-type"] == "image/png"
        assert shown.content[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", shown.content[16:24]) == (354, 354)
        assert content not in shown.content
    with_logo = len(evening.there.browser.get(f"{evening.home}/stampa/appello.pdf").content)
    done = evening.there.send(f"{evening.home}/fai/remove-logo", pagina="settings")
    assert "Tolto il logo del club." in done.text
    assert len(evening.there.browser.get(f"{evening.home}/stampa/appello.pdf").content) < with_logo


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"GIF89a", "Il logo va caricato come PNG o SVG"),
        (png(4, 4)[:40], "Il logo non si può disegnare"),
        (b"<svg><circle", "Il logo non si può disegnare"),
        (png(4, 4) + bytes(1_000_000), "Il file è troppo grande"),
        (b"", "file"),
    ],
    ids=["another kind", "a broken picture", "a broken drawing", "too large", "nothing"],
)
def test_a_bad_logo_is_refused_and_changes_nothing(evening: Evening, content: bytes, said: str) -> None:
    before = open_tournament(evening.there.office, evening.id).tournament.logo
    refused = upload(evening, content)
    assert refused.status_code == 422
    assert said in unescape(refused.text)
    assert open_tournament(evening.there.office, evening.id).tournament.logo == before


def test_the_hall_poster_has_the_address_and_the_wifi(evening: Evening) -> None:
    poster = evening.text("sala")
    assert f"raduno.example/tornei/{evening.id}" in poster
    assert "Dove siedi, turno per turno" in poster
    assert ("Wi-Fi" in poster, "Dati mobili spenti" in poster) == (False, False)
    done = evening.there.send(
        f"{evening.home}/fai/wifi", rete="Sala", password="dadi-2026", pagina="settings"
    )
    assert "Il Wi-Fi della sala è «Sala»." in done.text
    assert "dadi-2026" not in evening.page("/registro")
    poster = evening.text("sala")
    assert "1. Entra nel Wi-Fi Rete Sala Password dadi-2026 Dati mobili spenti" in poster
    short = evening.there.send(f"{evening.home}/fai/wifi", rete="Sala", password="corta")
    assert (short.status_code, "da 8 a 63 caratteri" in unescape(short.text)) == (422, True)
    tournament = open_tournament(evening.there.office, evening.id).tournament
    assert tournament.wifi == WifiSet("Sala", "dadi-2026")
    done = evening.there.send(f"{evening.home}/fai/wifi", pagina="settings")
    assert "La sala non ha più un Wi-Fi." in done.text
    assert "Wi-Fi" not in evening.text("sala")


def test_without_an_address_there_is_no_hall_poster_and_no_code(played: Evening) -> None:
    office = played.there.office
    source = paper_source(office, open_tournament(office, played.id), "it")
    assert not paper("sala").is_ready(source)
    assert "/io/" not in " ".join(pages_of(make(source, paper("segnaposto")).pdf))
    assert not official_mark(source)
