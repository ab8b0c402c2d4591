"""The paper pack: what a person who has never seen the product needs to finish an event by hand."""

import re
from collections.abc import Iterator

import pytest

from kamchatka.app.office import TERMINAL
from kamchatka.app.tables.keeper import system_timer
from kamchatka.app.tables.tables import execute_at, open_table
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.papers import paper_source
from kamchatka.documents.catalogue import paper
from kamchatka.full_name import full_name
from kamchatka.referee.timing import StartClock
from tests.documents.printing import printed_pages
from tests.web import played
from tests.web.laptop import Laptop, laptop

STEPS = (
    "I tavoli continuano a giocare",
    "Consegna i referti di carta",
    "Porta i punti nel registro",
    "Fai la classifica",
    "Sorteggia i turni che restano",
    "Le fasi dopo",
    "Quando un computer torna",
)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laptop]:
    """A gathering of sixteen after round 1, an open round, a season by rank, and a final that is over."""
    with laptop(tmp_path_factory.mktemp("club")) as there:
        played.entered(there.office, 16, name="Dopo uno", format="raduno")
        played.go_on(there.office, "dopo-uno", "draw", rounds=1)
        played.entered(there.office, 8, name="In corso", format="tre-partite-finale")
        played.go_on(there.office, "in-corso", "record")
        open_table(there.office, TERMINAL, "in-corso", 2)
        execute_at(there.office, TERMINAL, "in-corso", 2, StartClock(system_timer(), "18:30"))
        played.entered(there.office, 8, name="Finito", format="open")
        played.go_on(there.office, "finito", "done")
        yield there


@pytest.fixture(scope="module")
def after_one(club: Laptop) -> list[str]:
    """The pages of the pack of the gathering of sixteen."""
    return printed_pages(club, "dopo-uno", "pacco")


def _cover(club: Laptop, id: str) -> str:
    """The lines of the cover, before they are printed."""
    cover = next(paper("pacco").parts(paper_source(club.office, open_tournament(club.office, id), "it")))
    return " ".join(line for step in cover["steps"] for line in step["lines"])  # type: ignore[attr-defined]


def test_the_cover_says_in_seven_steps_how_this_event_goes_on(after_one: list[str]) -> None:
    cover, *_ = after_one
    assert re.search(".*".join(f" {number} {title}" for number, title in enumerate(STEPS, 1)), cover)
    assert "16 giocatori, turno 1 (Qualificazioni) finito e scritto. Giudice ufficiale: Ugo Bassi." in cover
    assert "A chi vince: 50; se due sono in parità: metà ciascuno" in cover
    # Both examples are computed by the event's own formula.
    assert (
        "62 al tavolo danno 112; 48 al tavolo danno 48; 34 al tavolo danno 34; 28 al tavolo danno 28."
        in cover
    )
    assert "57 al tavolo danno 82; 57 al tavolo danno 82; 30 al tavolo danno 30" in cover
    assert "Risultati che contano, i migliori: 2." in cover
    assert "Restano i turni 2, 3: fogli D." in cover
    assert "compagni di club, chi si è già incontrato, due volte a un tavolo da cinque" in cover
    # Of four layouts of the semifinals, the one for sixteen players.
    assert "chi in classifica va dal 2° al 13°" in cover
    assert "chi in classifica va dal 1° al 16°" not in cover
    assert "sta davanti chi ha di più, nell’ordine, di: punti fuori obiettivo, armate in obiettivo" in cover


def test_the_plans_say_which_rank_sits_where_and_who_comes_from_which_table(after_one: list[str]) -> None:
    said = "\n".join(after_one)
    plans = re.findall(r"Piano dei tavoli: (Turno \d|Semifinali|Finale)", said)
    assert plans == ["Turno 2", "Turno 3", "Semifinali", "Finale"]
    semifinals = said[said.index("Piano dei tavoli: Semifinali") : said.index("Piano dei tavoli: Finale")]
    ranks = [int(each) for each in re.findall(r"[ABCD] (\d+)° in classifica:", semifinals)]
    assert sorted(ranks) == list(range(2, 14))
    final = said[said.index("Piano dei tavoli: Finale") : said.index("Biglietti da ritagliare")]
    assert re.search(r"1° in classifica:.*vince il tavolo 1:.*vince il tavolo 2:.*vince il tavolo 3:", final)
    assert re.search(r"in 15: 3 × 5; in 17: 3 × 4, 1 × 5", said)
    # For each seat at sixteen, and the fifths of the tables that thirteen to eighteen need.
    lots = said[said.index("Biglietti da ritagliare") : said.index("Biglietti da ritagliare") + 200]
    assert re.findall(r"\b(\d) ([A-E])\b", lots) == [(table, seat) for table in "1234" for seat in "ABCDE"]


def test_the_ledger_has_everybody_with_table_points_and_score(club: Laptop, after_one: list[str]) -> None:
    desk = open_tournament(club.office, "dopo-uno")
    said = "\n".join(after_one)
    ledger = said[said.index("Registro a mano Quello") : said.index("Piano dei tavoli")]
    for table in desk.tournament.rounds[0].tables.values():
        assert table.result is not None
        best = max(int(str(each.cells["points"])) for each in table.result.seats)
        for each in table.result.seats:
            points = int(str(each.cells["points"]))
            score = points + 50 if points == best else points
            listed = full_name(desk.names[each.person]).listed
            assert re.search(rf"{listed} [A-Z]{{3}} {table.number} {points} {score} {score}\b", ledger), (
                listed
            )


def test_an_open_round_brings_its_sheets_its_seats_and_its_clocks(club: Laptop) -> None:
    pages = printed_pages(club, "in-corso", "pacco")
    desk = open_tournament(club.office, "in-corso")
    assert "turno 1 (Le tre partite) in corso, tavoli già scritti 0 su 2" in pages[0]
    assert "tavolo 2 fino alle 18:30." in pages[0]
    assert sum("Referto di tavolo" in page for page in pages) == 3  # two with names, one blank
    assert sum("Dove siedo" in page for page in pages) == 2  # itself, and the list of contents
    assert all(
        sum(name in page for page in pages) >= 2
        for who, name in desk.names.items()
        if who in desk.tournament.entrants
    )
    # Each part counts its own pages; a table sheet is one page and bears no number.
    assert all("pagina" not in page for page in pages if "Referto di tavolo" in page)
    assert [page for page in pages if "Registro" in page and "pagina 1 di 1" in page]
    contents = pages[0].partition("Che cosa c’è in questo pacco")[2]
    rows = re.findall(r"\b([A-M]) [A-Z].*?, (?:al|ai|uno|da|per)\b.*? (\d+)\b", contents)
    assert [letter for letter, _ in rows] == [*"ABCDEFGHI"]
    assert sum(int(count) for _, count in rows) == len(pages)


def test_the_cover_is_one_page_and_whole_where_a_stage_has_many_cases(club: Laptop) -> None:
    id = played.entered(club.office, 16, name="Molti casi", format="master")
    [cover] = printed_pages(club, id, "pacco", most=1)
    assert cover.count("– Giocatori con tutte le partite giocate, da ") == 4
    assert "da 50 a 99" not in cover  # sixteen cannot become fifty
    assert "se no, l'ultimo. – I tavoli: uno per ogni quarto della classifica." in cover
    assert "pagina 1 di 1" in cover
    assert "Opzioni e regolamento arbitrale, ai giudici 2" in cover
    assert "Casi al tavolo, ai giudici 2" in cover


def test_blank_sheets_ask_for_tie_numbers_only_where_a_round_of_the_event_needs_them(
    club: Laptop, after_one: list[str]
) -> None:
    id = played.entered(club.office, 9, name="Nove", format="open")
    for (_, blank, *_), asks in ((printed_pages(club, id, "pacco", most=2), False), (after_one, True)):
        assert "Referto di tavolo" in blank
        assert ("Solo se due pareggiano" in blank) is asks


def test_the_cover_keeps_the_cases_that_the_entrants_can_reach(club: Laptop) -> None:
    id = played.entered(club.office, 48, name="Quarantotto", format="master")
    cover = _cover(club, id)
    least = re.findall(r"– Giocatori con tutte le partite giocate, da (\d+)", cover)
    assert least == ["16", "13", "10", "4", "50"]


def test_the_cover_says_how_many_results_of_a_team_count(club: Laptop) -> None:
    id = played.entered(club.office, 16, name="A squadre", format="squadre")
    cover = _cover(club, id)
    assert "Risultati che contano per ogni squadra, i migliori: 9." in cover
    assert "Contano tutti i risultati" not in cover


def test_the_pack_is_of_the_last_round_and_noted_for_it(club: Laptop) -> None:
    id = played.entered(club.office, 8, name="Secondo turno", format="tre-partite")
    played.go_on(club.office, id, "record")
    printed = f'id="scaffale-pack".*?{"Stampato alle"}'
    club.send(f"/organizza/{id}/stampa/pacco")
    assert re.search(printed, club.browser.get(f"/organizza/{id}/stampa").text, re.DOTALL)
    played.go_on(club.office, id, "record", rounds=2)
    assert not re.search(printed, club.browser.get(f"/organizza/{id}/stampa").text, re.DOTALL)
    cover, first = printed_pages(club, id, "pacco", turno=1, most=2)
    assert "turno 2 (Le tre partite) in corso" in cover
    assert "Le tre partite, turno 2" in first


def test_an_event_that_is_over_needs_no_pack(club: Laptop) -> None:
    assert club.browser.get("/organizza/finito/stampa/pacco.pdf").status_code == 409
