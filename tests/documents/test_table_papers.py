"""Papers of a round: everybody on every list, and sheets that ask what the desk asks."""

import re
from collections.abc import Iterator

import pytest

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.papers import make, paper_source
from kamchatka.app.tournaments.passes import short_codes
from kamchatka.documents import press
from kamchatka.documents.catalogue import paper
from kamchatka.documents.paper import document
from kamchatka.documents.tables import wall_tables
from kamchatka.full_name import full_name
from kamchatka.tournament.arranging import SwapPlayers
from tests.documents.printing import pages_of, printed_pages, printed_text
from tests.web import played
from tests.web.laptop import Laptop, laptop

LEGAL = "Risiko! è un marchio registrato ® Editrice Giochi Srl - Tutti i diritti riservati."


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laptop]:
    """A gathering of 41 with its first tables drawn, one of them of five."""
    with laptop(tmp_path_factory.mktemp("club")) as there:
        played.entered(there.office, 41, format="raduno")
        played.go_on(there.office, "raduno", "record")
        yield there


@pytest.fixture(scope="module")
def printed(club: Laptop) -> dict[str, list[str]]:
    """The pages of the papers of round 1."""
    papers = ("referti", "referti-mezzo", "tavoli", "dove-siedo", "dove-siedo-grande")
    return {what: printed_pages(club, "raduno", what) for what in papers}


def test_every_paper_of_a_round_carries_the_legal_line_the_event_and_the_log(
    club: Laptop, printed: dict[str, list[str]]
) -> None:
    desk = open_tournament(club.office, "raduno")
    with club.office.reading() as reading:
        hash = reading.last_hash("tournament/raduno")
    for what, pages in printed.items():
        for page in pages:
            assert page.count(LEGAL) == (2 if what == "referti-mezzo" else 1), what
            assert "Raduno" in page
            assert f"{hash[:4]} {hash[4:8]} {hash[8:12]}" in page
    assert len(desk.names) == 42


def test_there_is_a_sheet_for_each_table_and_two_short_ones_fit_a_page(printed: dict[str, list[str]]) -> None:
    assert [len(printed[what]) for what in ("referti", "referti-mezzo")] == [10, 5]


def test_a_sheet_says_where_to_type_its_code(club: Laptop) -> None:
    desk = open_tournament(club.office, "raduno")
    source = paper_source(club.office, desk, "it", 1, "http://192.0.2.7:8000")
    [first] = pages_of(make(source, paper("referti")).pdf, most=1)
    code = short_codes(club.office, desk, 1)[1]
    assert f"Senza fotocamera: 192.0.2.7:8000/t, codice {code[:3]} {code[3:]}" in first


def test_everybody_stands_on_every_list_once_with_table_and_seat(
    club: Laptop, printed: dict[str, list[str]]
) -> None:
    desk = open_tournament(club.office, "raduno")
    judge = "Ugo Bassi"
    for what in ("referti", "tavoli", "dove-siedo", "dove-siedo-grande"):
        page = "\n".join(printed[what])
        for name in desk.names.values():
            said = full_name(name).listed if what.startswith("dove") else name
            assert page.count(said) == (0 if name == judge else 1), (what, said)
    table = desk.tournament.rounds[0].tables[1]
    listed = full_name(desk.names[table.seated.seats[2]]).listed
    assert re.search(rf"{listed} 1 C", "\n".join(printed["dove-siedo"]))


def test_each_sheet_of_a_long_list_of_tables_says_of_which_round_it_is(club: Laptop) -> None:
    source = paper_source(club.office, open_tournament(club.office, "raduno"), "it", 1)
    [listed] = wall_tables(source)
    assert isinstance(listed["tables"], list)
    long = {**listed, "tables": listed["tables"] * 2}
    pages = pages_of(press.printed(document(source, [long], "Tavoli")).pdf)
    assert [page.count("I tavoli Qualificazioni, turno 1, 105 minuti") for page in pages] == [1, 1]


def test_wall_lists_are_sorted_by_surname(club: Laptop, printed: dict[str, list[str]]) -> None:
    desk = open_tournament(club.office, "raduno")
    page = "\n".join(printed["dove-siedo"])
    people = [full_name(desk.names[who]) for who in desk.tournament.entrants]
    order = sorted(people, key=lambda each: page.index(each.listed))
    assert order == sorted(people, key=lambda each: each.order)


def test_a_sheet_asks_for_tie_numbers_where_ties_are_broken_and_nowhere_else(
    club: Laptop, printed: dict[str, list[str]]
) -> None:
    ties = "Solo se due pareggiano"
    assert not any(ties in page for page in printed["referti"])  # this formula keeps ties
    played.go_on(club.office, "raduno", "record", rounds=4)
    [final, *_] = printed_pages(club, "raduno", "referti", turno=4, most=1)
    assert ties in final
    for asked in (
        "Valore dei territori fuori obiettivo",
        "Armate nell’obiettivo",
        "Carte in mano",
        "Dado o sorteggio",
    ):
        assert asked in final


def test_the_sheet_shows_the_closing_sets_with_their_chance(printed: dict[str, list[str]]) -> None:
    page = printed["referti"][0]
    for said in ("8,33 %", "19,44 %", "33,33 %", "50,00 %"):
        assert said in page
    assert "l’ultimo 1º 2º 3º " in page  # who ended the last round begins, then the first


def test_closing_sets_without_a_cap_grow_in_every_round(club: Laptop) -> None:
    id = played.entered(club.office, 8, name="Senza tetto", format="milano")
    played.go_on(club.office, id, "record")
    [sheet] = printed_pages(club, id, "referti", most=1)
    assert "4 5 6 7 50,00 % 4–8 63,89 % 4–9 75,00 %" in sheet
    [options] = printed_pages(club, id, "regolamento", most=1)
    assert "4º, poi un totale in più a ogni giro" in options
    assert "4º e dopo" not in options


def test_a_sheet_without_objectives_is_one_page_and_asks_for_none(
    club: Laptop, printed: dict[str, list[str]]
) -> None:
    id = played.entered(club.office, 9, name="Di primavera", format="primavera")
    played.go_on(club.office, id, "record")
    pages = printed_pages(club, id, "referti")
    assert len(pages) == 2
    for page in pages:
        assert "Obiettivo" not in page
        assert "America del Nord 12, America del Sud 6, Europa 15, Africa 11, Asia 19, Oceania 5" in page
    assert "Obiettivo" in printed["referti"][0]


def test_after_a_swap_the_desk_prints_what_changed_since(club: Laptop) -> None:
    id = played.entered(club.office, 16, name="Serata")
    played.go_on(club.office, id, "record")
    listed = club.browser.get(f"/organizza/{id}/stampa").text
    assert "Stampato alle" not in listed
    assert "cambiato posto" not in listed
    making = club.send(f"/organizza/{id}/stampa/dove-siedo", turno="1").text
    assert f'content="0; url=/organizza/{id}/stampa/dove-siedo.pdf?turno=1"' in making
    assert "Il PDF si apre qui appena è pronto." in making
    assert "Stampato alle" in club.browser.get(f"/organizza/{id}/stampa").text
    club.send(f"/organizza/{id}/stampa/referti", turno="1")
    for refused in (
        club.browser.get(f"/organizza/{id}/stampa/cambi.pdf"),
        club.browser.get(f"/organizza/{id}/stampa/cambi.png"),
        club.send(f"/organizza/{id}/stampa/cambi", turno="1"),
    ):
        assert refused.status_code == 409
    desk = open_tournament(club.office, id)
    first, second = (desk.tournament.rounds[0].tables[number].seated.seats[0] for number in (1, 2))
    execute(club.office, TERMINAL, id, SwapPlayers(first, second, "due fratelli"))

    def stale() -> int:
        return club.browser.get(f"/organizza/{id}/stampa").text.count("Da allora qualcuno ha cambiato posto")

    assert stale() == 2  # the list on the wall and the sheets
    said = printed_text(club, id, "cambi")
    assert f"{full_name(desk.names[first]).listed} tavolo 1, posto A tavolo 2, posto A" in said
    assert f"{full_name(desk.names[second]).listed} tavolo 2, posto A tavolo 1, posto A" in said
    assert full_name(desk.names[desk.tournament.rounds[0].tables[3].seated.seats[0]]).listed not in said
    club.send(f"/organizza/{id}/stampa/dove-siedo", turno="1")
    assert stale() == 1
    club.send(f"/organizza/{id}/stampa/referti", turno="1")
    assert stale() == 0


def test_a_paper_that_does_not_exist_is_refused(club: Laptop) -> None:
    answer = club.browser.get("/organizza/raduno/stampa/nulla.pdf")
    assert answer.status_code == 422
    assert "Non c’è un foglio «nulla»" in answer.text
