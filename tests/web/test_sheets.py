"""Typing results at the desk: rows, faults beside cells, ties, corrections, files, a whole round."""

import re
from collections.abc import Iterator
from itertools import product

import pytest
from starlette.datastructures import FormData

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.tournament.recording import RecordSheet
from kamchatka.web.desk.sheet_form import typed_seats
from tests.tournament.small_event import drawn, points, table
from tests.web.desk_pages import DeskClient, desk_site, hidden, words_of

Place = tuple[Office, DeskClient]


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    with desk_site() as found:
        yield found


def typed(number: int, *points: str, **more: str) -> dict[str, str]:
    """The fields of a row."""
    fields = {f"t{number}.punti{seat}": each for seat, each in enumerate(points, 1)}
    return {**fields, **{f"t{number}.{name}": value for name, value in more.items()}}


def cells(office: Office, id: str, number: int) -> list[dict[str, object]]:
    """What is written down of a table."""
    result = table(open_tournament(office, id), number).result
    assert result is not None
    return [dict(seat.cells) for seat in result.seats]


def test_a_row_is_written_and_comes_back_with_winner_and_score(place: Place) -> None:
    office, client = place
    id = drawn(office, 8, name="Riga", format="raduno")
    fields = typed(1, "45", "30r", "24", "e1")
    answer = client.post(f"/organizza/{id}/referti/1/1", fields, fragment=True)
    assert answer.status_code == 200
    assert cells(office, id, 1) == [
        {"points": 45},
        {"points": 30, "objective": True},
        {"points": 24},
        {"eliminated": 1},
    ]
    winner = open_tournament(office, id).names[table(open_tournament(office, id), 1).seated.seats[1]]
    said = words_of(answer.text)
    assert f"{winner} 150" in said
    assert "1 tavolo di 2" in said
    assert "Chiudi il turno: manca il tavolo 2" in said
    assert "un RisiKo! vale sempre 100 punti tavolo" in said
    assert 'class="sheet done doubt"' in answer.text


def test_a_word_in_the_box_and_the_menu_are_one_state(place: Place) -> None:
    """Every word of up to four letters, as typed without scripts: no digit of an order becomes a point."""
    office, _ = place
    at = table(open_tournament(office, drawn(office, 8, name="Parole", format="raduno")), 1)
    menus: dict[str, dict[str, object]] = {
        "": {},
        "2": {"eliminated": 2},
        "withdrawn": {"status": "withdrawn"},
    }
    words = ["".join(letters) for length in range(1, 5) for letters in product("er10", repeat=length)]
    for (menu, chosen), word in product(menus.items(), words):
        found = re.fullmatch(r"(\d*)(r|e1?)?", word)
        points, mark = found.groups() if found else (word, None)
        read: dict[str, object] = {"points": int(points) if points.isdigit() else points} if points else {}
        read |= {"objective": True} if mark == "r" else {}
        is_out = mark in ("e", "e1")
        read |= {"eliminated": 2 if (mark, menu) == ("e", "2") else 1} if is_out else chosen
        seats = typed_seats(FormData({"t1.punti1": word, "t1.uscita1": menu}), at)
        assert seats is not None
        assert (word, menu, dict(seats[0].cells)) == (word, menu, read)


def test_faults_stand_beside_their_cells_and_what_was_typed_stays(place: Place) -> None:
    office, client = place
    id = drawn(office, 8, name="Errori", format="raduno")
    answer = client.post(f"/organizza/{id}/referti/1/2", typed(2, "45", "sei", "", "12"), fragment=True)
    assert answer.status_code == 422
    assert 'value="sei"' in answer.text
    faults = re.findall(r'class="fault" id="(t2-errore\d)">([^<]+)<', answer.text)
    assert faults == [
        ("t2-errore2", "«sei» non va bene. Scrivi punti da 0 in su, per esempio 62 o 62,5."),
        ("t2-errore3", "Scrivi i punti tavolo, oppure segna che è uscito dal gioco."),
    ]
    assert table(open_tournament(office, id), 2).result is None


NO_NUMBERS = ["9" * 5000, "1" + "0" * 23, "٣", "１"]


@pytest.mark.parametrize("number", NO_NUMBERS, ids=["5000 digits", "10 to the 23", "arabic", "wide"])
def test_a_form_refuses_with_a_sentence_what_is_no_number(place: Place, number: str) -> None:
    office, client = place
    id = drawn(office, 8, name="Numeri", format="raduno")
    before = open_tournament(office, id).version
    row, penalty = f"/organizza/{id}/referti/1/1", f"/organizza/{id}/fai/penalty"
    answers = [
        client.post(row, typed(1, number, "30", "24", "10"), fragment=True),
        client.post(row, typed(1, "", "30", "24", "10", uscita1=number), fragment=True),
        client.post(row, typed(1, "40", "30", "24", "10", carte1=number), fragment=True),
        client.post(penalty, {"chi": "1", "punti": number, "motivo": "prova"}),
        client.post(penalty, {"chi": number, "punti": "3", "motivo": "prova"}),
    ]
    assert [answer.status_code for answer in answers] == [422] * 5
    assert open_tournament(office, id).version == before


def test_a_tie_asks_for_its_numbers_in_the_row_and_is_written_with_them(place: Place) -> None:
    office, client = place
    id = drawn(office, 8, name="Parità", format="tre-partite")
    tied = typed(1, "45", "45", "24", "12")
    asked = client.post(f"/organizza/{id}/referti/1/1", tied, fragment=True)
    assert asked.status_code == 422
    assert re.findall(r'name="(t1\.valore_fuori\d)"', asked.text) == ["t1.valore_fuori1", "t1.valore_fuori2"]
    told = {**tied, "t1.valore_fuori1": "7", "t1.valore_fuori2": "9"}
    assert client.post(f"/organizza/{id}/referti/1/1", told, fragment=True).status_code == 200
    assert cells(office, id, 1)[:2] == [{"points": 45, "outside": 7}, {"points": 45, "outside": 9}]


def test_the_same_again_is_nothing_and_other_numbers_want_a_reason(place: Place) -> None:
    office, client = place
    id = drawn(office, 8, name="Correzioni", format="raduno")
    here = f"/organizza/{id}/referti/1/1"
    assert client.post(here, typed(1, "45", "30", "24", "12"), fragment=True).status_code == 200
    happened = open_tournament(office, id).version
    assert client.post(here, typed(1, "45", "30", "24", "12"), fragment=True).status_code == 200
    assert open_tournament(office, id).version == happened
    other = typed(1, "54", "30", "24", "12")
    wants = client.post(here, other, fragment=True)
    assert wants.status_code == 422
    assert "per cambiarlo serve un motivo" in words_of(wants.text)
    assert 'value="54"' in wants.text
    for _ in range(2):  # the answer was lost: sent again, it is done once
        done = client.post(here, {**other, "t1.motivo": "letto male", "t1.azione": "a-uno"}, fragment=True)
        assert done.status_code == 200
    assert cells(office, id, 1)[0] == {"points": 54}
    assert open_tournament(office, id).version == happened + 1
    page = words_of(client.get(here))
    assert "54 (prima 45)" in page
    assert "Motivo: letto male" in page


def test_a_correction_keeps_the_order_of_play_of_the_sheet(place: Place) -> None:
    """Some regulations break ties by it, and the form has its rows in the order of the draw."""
    office, client = place
    id = drawn(office, 8, name="Ordine", format="raduno")
    seats = points(table(open_tournament(office, id), 1), (45, 30, 24, 12))[::-1]
    execute(office, TERMINAL, id, RecordSheet(table=1, seats=seats))
    other = {**typed(1, "54", "30", "24", "12"), "t1.motivo": "letto male", "t1.azione": "a-uno"}
    assert client.post(f"/organizza/{id}/referti/1/1", other, fragment=True).status_code == 200
    assert cells(office, id, 1) == [{"points": each} for each in (12, 24, 30, 54)]


def test_numbers_from_a_phone_are_not_overwritten_unseen(place: Place) -> None:
    office, client = place
    id = drawn(office, 8, name="Intanto", format="raduno")
    at = table(open_tournament(office, id), 1)
    sent = RecordSheet(table=1, seats=points(at, (50, 40, 30, 20)), sent_by=at.seated.seats[0])
    execute(office, TERMINAL, id, sent)
    late = client.post(
        f"/organizza/{id}/referti/1/1", typed(1, "50", "40", "30", "21", visto="empty"), fragment=True
    )
    assert late.status_code == 422
    said = words_of(late.text)
    assert "Nel frattempo dal telefono sono arrivati altri numeri" in said
    assert re.search(r"per scrivere i tuoi \(.* 50, .* 40, .* 30, .* 21\)\.", said)
    assert cells(office, id, 1)[3] == {"points": 20}
    confirmed = client.post(f"/organizza/{id}/referti/1/1/conferma", {}, fragment=True)
    assert "dal telefono" in words_of(confirmed.text)
    assert table(open_tournament(office, id), 1).is_settled


def test_a_stale_second_tab_is_told_apart_from_a_phone(place: Place) -> None:
    office, client = place
    id = drawn(office, 8, name="Due schede", format="raduno")
    row = f"/organizza/{id}/referti/1/1"
    client.post(row, typed(1, "50", "40", "30", "12,5", visto="empty"), fragment=True)
    late = client.post(row, typed(1, "50", "40", "31", "21,5", visto="empty"), fragment=True)
    assert late.status_code == 422
    said = words_of(late.text)
    assert "telefono" not in said
    assert "Questo referto è già scritto: per cambiarlo serve un motivo" in said
    boxes = re.findall(r'class="box points"[^>]* value="([^"]*)"', late.text)
    assert boxes == ["50", "40", "31", "21,5"]
    assert cells(office, id, 1)[3] == {"points": "12.5"}
    given = typed(1, *boxes, visto=hidden(late.text, "t1.visto"), motivo="svista")
    assert client.post(row, given, fragment=True).status_code == 200
    assert cells(office, id, 1)[2:] == [{"points": 31}, {"points": "21.5"}]


def test_decimals_have_the_mark_of_the_language(place: Place) -> None:
    office, client = place
    id = drawn(office, 8, name="Decimali", format="raduno")
    row = f"/organizza/{id}/referti/1/1"
    for lang, mark in (("it", ","), ("en", ".")):
        client.http.cookies.set("lingua", lang)
        fields = typed(1, "12,5", "40.25", "1,2,3", "999,5", uscita2="1")
        answer = client.post(row, fields, fragment=True)
        boxes = re.findall(r'class="box points"[^>]* value="([^"]*)"', answer.text)
        assert boxes == [f"12{mark}5", f"40{mark}25", "1,2,3", f"999{mark}5"]
        faults = " ".join(re.findall(r'class="fault"[^>]*>([^<]*)', answer.text))
        assert f"999{mark}5" in faults
        assert f"40{mark}25" in faults
    client.http.cookies.delete("lingua")


def test_a_whole_round_is_one_form_and_faults_are_named_by_table(place: Place) -> None:
    office, client = place
    id = drawn(office, 12, name="Tutto", format="raduno")
    fields = {
        **typed(1, "45", "30", "24", "12"),
        **typed(2, "45", "30", "24", "quindici"),
        **typed(3, "", "", "", ""),
    }
    answer = client.post(f"/organizza/{id}/referti?turno=1", fields)
    assert answer.status_code == 422
    assert "Tavolo 2 : «quindici» non va bene" in words_of(answer.text)
    assert [table(open_tournament(office, id), each).result is not None for each in (1, 2, 3)] == [
        True,
        False,
        False,
    ]
    rest = {**typed(2, "45", "30", "24", "15"), **typed(3, "1", "2", "3", "4")}
    done = client.post(f"/organizza/{id}/referti?turno=1", rest)
    assert (done.status_code, done.headers["location"]) == (303, f"/organizza/{id}/referti?turno=1")
    page = client.get(f"/organizza/{id}/referti")
    assert "Referti scritti: 2." in words_of(page)
    assert 'class="button primary">Chiudi il turno<' in page
    closed = client.post(f"/organizza/{id}/fai/close-round", {"turno": "1", "azione": hidden(page, "azione")})
    assert closed.headers["location"] == f"/organizza/{id}"
    assert open_tournament(office, id).tournament.rounds[0].is_closed


def test_a_round_that_lacks_sheets_says_which(place: Place) -> None:
    office, client = place
    id = drawn(office, 8, name="Manca", format="raduno")
    refused = client.post(f"/organizza/{id}/fai/close-round", {"turno": "1"}, fragment=True)
    assert refused.status_code == 409
    assert "1, 2" in words_of(refused.text)


def test_a_file_of_sheets_is_written_whole_or_not_at_all(place: Place) -> None:
    office, client = place
    id = drawn(office, 8, name="File", format="raduno")
    desk = open_tournament(office, id)
    lines = ["turno;tavolo;giocatore;punti"]
    for number in (1, 2):
        for seat, who in enumerate(table(desk, number).seated.seats):
            lines.append(f"1;{number};{desk.names[who]};{50 - 10 * seat - number}")
    wrong = [*lines[:-1], f"{lines[-1]}x"]
    here = f"/organizza/{id}/referti/carica"
    refused = client.post(here, {}, files={"referti": ("turno.csv", "\n".join(wrong).encode(), "text/csv")})
    assert refused.status_code == 422
    assert table(open_tournament(office, id), 1).result is None
    done = client.post(here, {}, files={"referti": ("turno.csv", "\n".join(lines).encode(), "text/csv")})
    assert done.status_code == 303
    assert [each.is_settled for each in open_tournament(office, id).tournament.rounds[0].tables.values()] == [
        True,
        True,
    ]
    book = client.post(here, {}, files={"referti": ("turno.xlsx", b"PK\x03\x04zzz", "application/zip")})
    assert book.status_code == 422
    assert "turno.xlsx" in words_of(book.text)


def test_a_file_may_not_name_files_of_the_server(place: Place) -> None:
    office, client = place
    id = drawn(office, 8, name="Vicini", format="raduno")
    words = b'rulebook = "pyproject.toml"\n[[seat]]\nplayer = "A"\npoints = 1\n'
    answer = client.post(
        f"/organizza/{id}/referti/carica", {}, files={"referti": ("a.toml", words, "text/plain")}
    )
    assert answer.status_code == 422
    assert "hatchling" not in answer.text


def test_a_judge_decides_between_two_versions(place: Place) -> None:
    office, client = place
    id = drawn(office, 8, name="Versioni", format="raduno")
    desk = open_tournament(office, id)
    at = table(desk, 1)
    for seat, given in ((0, (50, 40, 30, 20)), (1, (50, 40, 31, 20))):
        who = at.seated.seats[seat]
        execute(office, TERMINAL, id, RecordSheet(table=1, seats=points(at, given), sent_by=who))
    page = client.get(f"/organizza/{id}/referti/1/1")
    first, second, third = (desk.names[at.seated.seats[seat]] for seat in (0, 1, 2))
    heads = re.findall(r'<th scope="col" class="n">([^<]*)<', page)
    assert heads == [second, first]
    [line] = re.findall(r'<tr class="diff">.*?</tr>', page)
    assert words_of(line).split() == [*third.split(), "(numeri", "diversi)", "31", "30"]
    assert f"Non torna la riga di {third}; le altre sono uguali." in words_of(page)
    number = desk.tournament.entrants[at.seated.seats[0]].number
    done = client.post(f"/organizza/{id}/referti/1/1/decidi", {"di": str(number)})
    assert done.status_code == 303
    assert cells(office, id, 1)[2] == {"points": 30}
    assert table(open_tournament(office, id), 1).is_settled


def test_a_game_is_voided_with_a_reason_and_written_again(place: Place) -> None:
    office, client = place
    id = drawn(office, 8, name="Nulla", format="raduno")
    here = f"/organizza/{id}/referti/1/1"
    asked, at = f"/organizza/{id}/fai/void", {"turno": "1", "tavolo": "1", "pagina": "table"}
    assert client.post(asked, {**at, "motivo": ""}, fragment=True).status_code == 403
    desk = open_tournament(office, id)
    guilty = table(desk, 1).seated.seats[2]
    fields = {**at, "motivo": "carte mescolate", "colpa": f"#{desk.tournament.entrants[guilty].number}"}
    assert client.post(asked, fields).headers["location"] == here
    assert table(open_tournament(office, id), 1).at_fault == (guilty,)
    assert "Motivo: carte mescolate" in words_of(client.get(here))
    again = typed(1, "50", "40", "30", "20")
    assert client.post(f"{here}/correggi", again, fragment=True).status_code == 403
    assert client.post(f"{here}/correggi", {**again, "t1.motivo": "si è giocata"}).status_code == 303
    assert not table(open_tournament(office, id), 1).is_void
    assert cells(office, id, 1)[0] == {"points": 50}


def test_penalties_are_given_with_a_reason_and_listed_with_it(place: Place) -> None:
    office, client = place
    id = drawn(office, 8, name="Penalità", format="raduno")
    here, asked = f"/organizza/{id}/penalita", f"/organizza/{id}/fai/penalty"
    fields = {
        "chi": "#3",
        "bersaglio": "total",
        "punti": "2,5",
        "clausola": "000-2g",
        "motivo": "ritardo",
    }
    assert client.post(asked, {**fields, "motivo": ""}, fragment=True).status_code == 403
    assert client.post(asked, {**fields, "punti": "molti"}, fragment=True).status_code == 422
    for _ in range(2):
        assert client.post(asked, {**fields, "azione": "a-pena"}).status_code == 303
    [penalty] = open_tournament(office, id).tournament.penalties
    assert (penalty.points, penalty.clause) == ("2.5", "000-2g")
    said = words_of(client.get(here))
    assert "Motivo: ritardo" in said
    assert (
        client.post(f"/organizza/{id}/fai/disqualify", {"chi": "#3", "motivo": "insulti"}).status_code == 303
    )
    entrants = open_tournament(office, id).tournament.entrants.values()
    assert [each.number for each in entrants if each.status == "disqualified"] == [3]


def test_an_unknown_round_or_table_is_not_found(place: Place) -> None:
    office, client = place
    id = drawn(office, 8, name="Altrove", format="raduno")
    for path in ("/referti?turno=2", "/referti/1/9", "/referti/2/1", "/referti/0/1"):
        client.get(f"/organizza/{id}{path}", status=404)


def test_names_on_sheets_are_only_text(place: Place) -> None:
    office, client = place
    id = drawn(office, 8, name="<b>Torneo</b>", format="raduno")
    reason = "<script>alert(1)</script>"
    at = table(open_tournament(office, id), 1)
    execute(office, TERMINAL, id, RecordSheet(table=1, seats=points(at, (50, 40, 30, 20))))
    fields = {**typed(1, "51", "40", "30", "20"), "t1.motivo": reason}
    client.post(f"/organizza/{id}/referti/1/1", fields, fragment=True)
    for path in ("", "/referti", "/referti/1/1", "/annulla"):
        page = client.get(f"/organizza/{id}{path}")
        assert "<b>Torneo" not in page
        assert "<script>alert" not in page
    assert reason in words_of_escaped(client.get(f"/organizza/{id}/referti/1/1"))


def words_of_escaped(html: str) -> str:
    """A page with its escaped signs as they are read."""
    return html.replace("&lt;", "<").replace("&gt;", ">")
