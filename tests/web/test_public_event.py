"""Events as everybody sees them: standings that explain themselves, tables, results, people, clubs."""

import csv
import io
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from kamchatka.app.office import TERMINAL, Role
from kamchatka.app.tournaments.opening import create
from kamchatka.app.tournaments.texts import texts_of
from kamchatka.messages import LANGUAGES, Language
from kamchatka.rulebook import load, shipped
from tests.web.people_event import House
from tests.web.public_events import PublicSite, content_of, public_addresses
from tests.web.site import signed_in

LINK = re.compile(r"<[^>]+>")


def words(html: str) -> str:
    """What people read of a piece of a page."""
    return " ".join(unescape(LINK.sub(" ", html)).split())


def row(page: str, name: str) -> str:
    """The row of the standings of somebody, in words."""
    found = [
        each for each in re.findall(r'<tr id="g\d+">.*?</tr>', page, re.DOTALL) if f">{name}</a>" in each
    ]
    assert len(found) == 1, (name, len(found))
    return words(found[0])


def number_of(page: str, name: str) -> str:
    found = re.search(rf'/giocatori/(\d+)" [^>]*>{re.escape(name)}</a>', page)
    assert found, name
    return found[1]


@pytest.fixture
def anybody(events: PublicSite) -> Iterator[httpx.Client]:
    with events.anybody() as visitor:
        yield visitor


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_address_of_an_event_answers_in_both_languages(events: PublicSite, lang: Language) -> None:
    events.see(events.running, embedders=("*",))
    with events.anybody() as visitor:
        for address in public_addresses(events.running):
            answer = visitor.get(address, headers={"accept-language": lang})
            assert (answer.status_code, address) == (200, address)
            assert "{" not in words(content_of(answer)), address
    events.see(events.running)


def test_the_old_address_of_the_printed_standings_leads_to_the_paper(
    events: PublicSite, anybody: httpx.Client
) -> None:
    answer = anybody.get(f"/tornei/{events.running}/classifica/stampa")
    paper = f"/tornei/{events.running}/classifica.pdf"
    assert (answer.status_code, answer.headers["location"]) == (303, paper)
    assert "Classifica dopo il turno 2" in content_of(anybody.get(paper))
    assert anybody.get("/tornei/non-esiste/classifica/stampa").status_code == 404


def test_the_head_says_where_when_who_and_how_far(events: PublicSite, anybody: httpx.Client) -> None:
    page = anybody.get(f"/tornei/{events.running}").text
    head = re.search(r'<div class="page-head">.*?</p></div>', page, re.DOTALL)
    assert head
    assert (
        words(head[0])
        == "Torneo aperto Bologna, 21 novembre 2026 · 16 giocatori, 5 club · concluso il turno 2"
    )


def test_the_standings_of_the_demonstration_read_as_the_desk_counts_them(
    events: PublicSite, anybody: httpx.Client
) -> None:
    page = anybody.get(f"/tornei/{events.demo}?tutti=1").text
    assert len(re.findall(r'<tr id="g\d+">', page)) == 105
    assert words(re.search(r'<h2 id="classifica">.*?</h2>', page)[0]) == "Classifica finale"  # type: ignore[index]
    assert row(page, "Enrico Pedrini") == (
        "1 sale di 15 Enrico Pedrini FRA La Fratellanza"
        " 83 vittoria 97 vittoria 0 1° vittoria 1° vittoria 2 180"
    )
    assert row(page, "Francesco Isolani") == (
        "6 scende di 4 Francesco Isolani SAS I Sassi 20 111 vittoria 150 vittoria 2° – 2 261"
    )


def test_discards_are_struck_through_and_wins_marked(events: PublicSite, anybody: httpx.Client) -> None:
    page = anybody.get(f"/tornei/{events.demo}").text
    first = re.search(r'<tr id="g\d+">.*?</tr>', page, re.DOTALL)
    assert first
    assert '<s class="dropped">0</s>' in first[0]
    assert first[0].count(" won") == 4


def test_lines_part_who_plays_on(events: PublicSite, anybody: httpx.Client) -> None:
    page = anybody.get(f"/tornei/{events.demo}").text
    lines = [words(each) for each in re.findall(r'<tr class="line-row".*?</tr>', page, re.DOTALL)]
    assert lines == ["Passano alla finale i primi 4.", "Passano alle semifinali i primi 16."]
    body = page.split("<tbody>")[1]
    kinds = re.findall(r'<tr (id="g|class="line)', body)
    assert [at for at, kind in enumerate(kinds) if kind == 'class="line'] == [4, 17]


def test_a_line_that_is_not_settled_says_what_would_be_now(events: PublicSite, anybody: httpx.Client) -> None:
    page = anybody.get(f"/tornei/{events.running}").text
    [line] = [words(each) for each in re.findall(r'<tr class="line-row".*?</tr>', page, re.DOTALL)]
    rows = re.findall(r'data-why="[^"]+" aria-expanded="false">([^<]+)<', page)
    assert line == f"Se finisse adesso, passerebbero alla finale i primi 4. Prima riserva: {rows[4]}."


def test_the_first_rows_are_shown_and_the_rest_on_demand(events: PublicSite, anybody: httpx.Client) -> None:
    page = anybody.get(f"/tornei/{events.demo}").text
    shown = len(re.findall(r'<tr id="g\d+">', page))
    assert f"Mostra gli altri {105 - shown}" in page
    assert shown == 25


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("pedrini", ["Elisa Pedrini", "Gabriele Pedrini"]),
        ("ELISA ped", ["Elisa Pedrini"]),
        ("acquedotto ped", ["Elisa Pedrini"]),
        ("zzz", []),
    ],
)
def test_search_finds_players_and_clubs(
    events: PublicSite, anybody: httpx.Client, query: str, found: list[str]
) -> None:
    part = anybody.get(f"/tornei/{events.demo}/classifica", params={"cerca": query}).text
    names = re.findall(r'data-why="[^"]+" aria-expanded="false">([^<]+)<', part)
    assert set(found) <= set(names) if found else not names
    assert "<html" not in part
    page = anybody.get(f"/tornei/{events.demo}", params={"cerca": query}).text
    assert re.findall(r'data-why="[^"]+" aria-expanded="false">([^<]+)<', page) == names
    assert f'value="{query}"' in page


def test_a_name_opens_its_reasons(events: PublicSite, anybody: httpx.Client) -> None:
    page = anybody.get(f"/tornei/{events.demo}?tutti=1").text
    why = anybody.get(f"/tornei/{events.demo}/classifica/{number_of(page, 'Giada Rocchi')}").text
    assert "<html" not in why
    assert words(why) == (
        "Perché 143 punti, e perché il 29° posto"
        " Turno 1, tavolo 18, 1° posto 60 punti tavolo + 50 (1° posto) 001-FP5a 001-FP5b 110"
        " Turno 2, tavolo 9, 3° posto 28 punti tavolo 001-FP5a Scartato: contano i 2 migliori. 28"
        " Turno 3, tavolo 14, 3° posto 33 punti tavolo 001-FP5a 33"
        " Totale dei 2 migliori 143"
        " A pari punti davanti a Viola Orsatti (miglior risultato: 110 contro 101)."
        " Come si sciolgono le parità Tutte le partite di Giada Rocchi"
    )
    risiko = anybody.get(f"/tornei/{events.demo}/classifica/{number_of(page, 'Francesco Isolani')}").text
    assert (
        " Turno 3, tavolo 8, 1° posto 100 punti tavolo; un RisiKo! vale 100 punti tavolo + 50 (1° posto)"
        " 001-FP5a 001-FP5c 001-FP5b 150"
    ) in words(risiko)
    assert '<a class="clause" href="/clausole?cerca=001-FP5a#001-FP5a">' in why


def test_unknown_rows_players_clubs_rounds_and_events_are_not_found(
    events: PublicSite, anybody: httpx.Client
) -> None:
    home = f"/tornei/{events.demo}"
    wrong = (
        "/classifica/0",
        "/classifica/x",
        "/classifica/²",
        f"/classifica/{10**4299}1",
        "/giocatori/999",
        "/giocatori/x",
        "/club/x",
    )
    for address in (*(home + each for each in wrong), f"{home}/tavoli?turno=9", f"{home}/risultati?turno=x"):
        assert (anybody.get(address).status_code, address) == (404, address)
    for address in public_addresses("non-esiste"):
        assert (anybody.get(address).status_code, address) == (404, address)


def test_a_name_finds_its_seat_and_several_are_shown_to_choose_from(
    events: PublicSite, anybody: httpx.Client
) -> None:
    home = f"/tornei/{events.running}/dove-siedo"
    fragment = {"hx-request": "true"}
    waits = anybody.get(home, params={"nome": "zzzz zzzz"}, headers=fragment).text
    assert words(waits).startswith("Nessuno con il nome «zzzz zzzz» è iscritto.")
    players = re.findall(
        r'giocatori/\d+">([^<]+)</a></li>', anybody.get(f"/tornei/{events.running}/tavoli?turno=1").text
    )
    assert len(players) == 16
    several = anybody.get(f"/tornei/{events.demo}/dove-siedo", params={"nome": "PEDRINI"}, headers=fragment)
    assert words(several.text).startswith("Chi di questi?")
    assert words(several.text).count("Pedrini") == 5
    one = words(anybody.get(home, params={"nome": players[0][:-1]}, headers=fragment).text)
    assert one.startswith(players[0])
    assert "Il turno 3 non è ancora sorteggiato" in one
    slip = words(anybody.get(home, params={"nome": players[0].replace("a", "e", 1)}, headers=fragment).text)
    assert players[0] in slip
    assert "<html" in anybody.get(home, params={"nome": players[0]}).text


def test_tables_and_results_of_each_round(events: PublicSite, anybody: httpx.Client) -> None:
    tables = anybody.get(f"/tornei/{events.demo}/tavoli?turno=4").text
    assert [words(each) for each in re.findall(r"<h3.*?</h3>", tables, re.DOTALL)] == [
        f"Tavolo {number} Finito" for number in (1, 2, 3, 4)
    ]
    results = anybody.get(f"/tornei/{events.demo}/risultati?turno=5").text
    [table] = re.findall(r'<section class="frame".*?</section>', results, re.DOTALL)
    assert words(table) == (
        "Tavolo 1 Decide il torneo dal 1° posto Tavolo 1 Posto Giocatore Punti"
        " 1° Enrico Pedrini FRA La Fratellanza 44 punti tavolo + 50 (1° posto) 001-FP5a 001-FP5b 94"
        " 2° Carlo Barni SAS I Sassi 42 punti tavolo 001-FP5a 42"
        " 3° Tommaso Dalmonte NAV I Navigli 13 punti tavolo 001-FP5a 13"
        " 4° Giacomo Dalmonte TOR La Torre 7 punti tavolo 001-FP5a 7"
    )


def test_the_bracket_leads_from_the_semifinals_to_the_winner(
    events: PublicSite, anybody: httpx.Client
) -> None:
    page = anybody.get(f"/tornei/{events.demo}/tabellone").text
    assert re.findall(r'<h2 id="fase-\d">(.*?)</h2>', page) == ["Semifinali", "Finale"]
    went_on = re.findall(r'<li class="on">.*?giocatori/\d+">([^<]+)<', page)
    assert sorted(went_on[:4]) == ["Carlo Barni", "Enrico Pedrini", "Giacomo Dalmonte", "Tommaso Dalmonte"]
    assert went_on[4:] == ["Enrico Pedrini"]


def test_a_player_s_page_tells_games_and_whom_they_met(events: PublicSite, anybody: httpx.Client) -> None:
    page = anybody.get(f"/tornei/{events.demo}?tutti=1").text
    player = anybody.get(f"/tornei/{events.demo}/giocatori/{number_of(page, 'Enrico Pedrini')}").text
    games = [words(each) for each in re.findall(r"<li><b>.*?</li>", player, re.DOTALL)]
    assert len(games) == 5
    assert games[-1] == (
        "Turno 5, tavolo 1 1° posto 94 con Carlo Barni (2°), Tommaso Dalmonte (3°), Giacomo Dalmonte (4°)"
    )
    assert "Perché 180 punti, e perché il 1° posto" in player


def test_a_club_s_page_lists_its_players_by_place(events: PublicSite, anybody: httpx.Client) -> None:
    page = anybody.get(f"/tornei/{events.demo}/club/l-acquedotto").text
    rows = [words(each) for each in re.findall(r"<tr><td class=\"num\">.*?</tr>", page, re.DOTALL)]
    assert rows[0] == "11 Angela Isolani 2 198"
    assert len(rows) == 4


def test_the_rules_tell_formula_format_and_ties_with_clauses(
    events: PublicSite, anybody: httpx.Client
) -> None:
    page = words(anybody.get(f"/tornei/{events.demo}/regole").text)
    assert "A chi vince 50; se due sono in parità: metà ciascuno;" in page
    assert page.count("A pari punti") == 1
    assert "A pari punti, nell'ordine: vittorie, miglior risultato, totale senza scarti, sorteggio" in page
    assert "Iscritti, da 32 in su: chi in classifica va dal 1° al 16°" in page
    assert "tavoli: 4 001-FT7 001-FT14" in page


OWN = """
id = "sociale"
title = "Torneo sociale"
about = "Due partite"
rulebook = "rtu"
formula = "standard"
free = ["clock.minutes"]
formula_options = { fourth-out = 3 }
rulebook_values = { clock = { minutes = 95 } }
tables = { sizes = [4, 5] }
standings = { ties = ["wins"] }
fee = { most = 8 }
stage = [{ id = "partite", title = "Partite", rounds = 2 }]
[clauses]
formula = ["001-FT6"]
[gates.clauses]
judge = ["000-2a"]
"""
FORMATS_OWN = (
    "Senza giudice ufficiale non si comincia 000-2a",
    "Finché manca una firma non si comincia",
    "Punteggio: Punti standard 001-FT6",
    "Punti al quarto eliminato, ai tavoli da cinque: 3",
    "Durata della partita (minuti): 95",
)


@pytest.mark.parametrize(
    ("rulebook", "formula", "agreed", "says", "differs"),
    [
        ("", "", {}, ["Regolamento Tornei Ufficiali (RTU)", "Punti standard"], ()),
        ("", "", {"official": True}, ["Quota d'iscrizione, per tutte le fasi, al massimo 8 euro"], ()),
        ("milano", "", {}, ["Torneo di giugno del RisiKo! Club Milano"], (4,)),
        ("", "raduno", {"fee": 500}, ["Quota di iscrizione: 5 €", "Un RisiKo! vale 100"], (2, 3)),
        (
            *("primavera", "bonus-50"),
            {"judge_gate": "open", "signature_gate": "open"},
            ["Il giudice ufficiale non è necessario", "Le firme non sono necessarie"],
            (0, 1, 2, 3, 4),
        ),
    ],
)
def test_the_rules_page_tells_only_what_this_event_plays(
    tmp_path: Path,
    house: House,
    *,
    rulebook: str,
    formula: str,
    agreed: dict[str, Any],
    says: list[str],
    differs: tuple[int, ...],
) -> None:
    file = tmp_path / "sociale.toml"
    file.write_text(OWN, encoding="utf-8")
    texts = texts_of(str(file), rulebook, formula)
    id = create(house.office, TERMINAL, name="Prova", texts=texts, reference="forum", **agreed)
    with signed_in(house.site, house.office, Role.ORGANISER, id) as client:
        page = words(client.get(f"/tornei/{id}/regole").text)
    assert [each for each in says if each not in page] == []
    assert [each for at, each in enumerate(FORMATS_OWN) if (each in page) == (at in differs)] == []
    titles = [load(each).title("it") for each in shipped()]
    assert [each for each in titles if each in page] == [load(rulebook or "rtu").title("it")]
    assert page.count("A pari punti") == 1
    assert "A pari punti, nell'ordine: vittorie, sorteggio" in page
    assert "In un torneo ufficiale" not in page
    assert not re.search(r"\b[a-z_]+\.[a-z_]+ = ", page)


def test_the_csv_holds_all_rows_and_no_formula(events: PublicSite, anybody: httpx.Client) -> None:
    answer = anybody.get(f"/tornei/{events.demo}/classifica.csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == f'attachment; filename="{events.demo}-classifica.csv"'
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
    assert len(rows) == 106
    assert rows[0][:4] == ["Pos.", "Giocatore", "Club", "Totale"]
    assert (rows[1][:2], rows[1][3]) == (["1", "Enrico Pedrini"], "180")
    assert all(row[2] for row in rows)


def test_a_page_is_asked_for_again_only_when_something_changed(
    events: PublicSite, anybody: httpx.Client
) -> None:
    address = f"/tornei/{events.running}"
    first = anybody.get(address)
    tag = first.headers["etag"]
    again = anybody.get(address, headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert anybody.get(address, headers={"accept-language": "en"}).headers["etag"] != tag
    events.see(events.running, may_index=True)
    changed = anybody.get(address, headers={"if-none-match": tag})
    assert changed.status_code == 200
    assert 'name="robots"' not in changed.text
    events.see(events.running)
    assert 'name="robots" content="noindex"' in anybody.get(address).text
