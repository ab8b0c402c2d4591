"""`format list`, `show`, `check` and `advise`: words for people, data for programs."""

import json
from pathlib import Path

import pytest

from kamchatka.tournament.format.loading import format_source, shipped_formats
from tests.cli.typed import Terminal


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys)


def test_the_list_names_every_format_and_where_it_comes_from(terminal: Terminal) -> None:
    found = json.loads(terminal.type("it", "format", "list", "--json")[1])
    assert [each["id"] for each in found] == list(shipped_formats())
    assert {each["id"]: each["source"] for each in found}.items() >= {
        ("challenge", "000"),
        ("serate", "001"),
        ("milano", "003"),
        ("primavera", "004"),
        ("master", "circuito"),
    }
    status, shown, _ = terminal.type("it", "format", "list")
    assert status == 0
    assert all(id in shown for id in shipped_formats())


@pytest.mark.parametrize("id", shipped_formats())
@pytest.mark.parametrize("lang", ["it", "en"])
def test_every_format_is_shown_in_words(terminal: Terminal, lang: str, id: str) -> None:
    status, shown, errors = terminal.type(lang, "format", "show", id)
    assert (status, errors) == (0, "")
    data = json.loads(terminal.type(lang, "format", "show", id, "--json")[1])
    for part in data["parts"]:
        assert part["title"] in shown
        assert part["lines"]


def test_a_format_is_shown_with_who_plays_what_counts_and_the_clauses(terminal: Terminal) -> None:
    shown = terminal.type("it", "format", "show", "serate")[1].splitlines()
    for line in (
        "- Turni: 5  001-FT8",
        "- Gioca chi in classifica va dal 1° al 4°  001-FT9",
        "- Risultati scartati a ciascuno, i peggiori: 1  001-FT8",
        "- games: Quante serate, da 4 a 6 (di solito 5)  001-FT8",
    ):
        assert line in shown


@pytest.mark.parametrize(
    ("id", "wanted"),
    [
        ("tre-partite", ["AMB-140"]),
        ("campionato", ["AMB-140", "AMB-142"]),
        ("milano", ["AMB-141"]),
        ("primavera", ["AMB-150"]),
        ("open", []),
        ("eliminazione-diretta", []),
    ],
)
def test_a_format_is_shown_with_the_readings_of_its_clauses(
    terminal: Terminal, id: str, wanted: list[str]
) -> None:
    parts = json.loads(terminal.type("it", "format", "show", id, "--json")[1])["parts"]
    title = "Dove il testo si può leggere in più modi"
    found = [
        line["text"].partition(":")[0] for part in parts if part["title"] == title for line in part["lines"]
    ]
    assert found == wanted


@pytest.mark.parametrize(
    ("id", "part", "lines"),
    [
        (
            "primavera",
            "In generale",
            [
                "- Regolamento: Torneo «Primavera 2001»",
                "- Punteggio: Primavera",
                "- Giocatori: da 3 in su",
                "- Giornate o serate: 6",
                "- Per chi gioca una partita annullata senza averne colpa vale il punteggio del turno dopo; "
                "all'ultimo turno, quello dell'ultima partita giocata  004-B23c 004-B23d",
            ],
        ),
        (
            "primavera",
            "Tavoli",
            [
                "- Posti al tavolo, dal numero preferito: 5, 4  004-S10a 004-S10c",
                "- Se non c'è altro modo, un solo tavolo da tre con un posto morto  004-S10b",
                "- Se i presenti sono 6: tavolo da 5, uno riposa",
                "- All'ultimo turno, se i presenti sono 6: tavolo da 5, uno riposa  004-S10d",
                "- All'ultimo turno, se i presenti sono 7: tavolo da 5, sfida a due  004-S10e",
                "- Punti a chi riposa: 1  004-S10d",
                "- Punti a chi riposa all'ultimo turno, se è il numero 6 della classifica: 15  004-S10d",
                "- Nel comporre i tavoli si evita, se si può e in quest'ordine: parenti e coppie segnalate "
                "(non all'ultimo turno), riposare due volte (non all'ultimo turno)  004-S11a",
            ],
        ),
        (
            "primavera",
            "Prima di cominciare",
            [
                "- Se manca il giudice ufficiale, si avvisa",
                "- Se manca una firma, si avvisa  004-Z1",
                "- Si è presenti entro le 21:10  004-B1a",
                "- Minuti di ritardo oltre i quali non si gioca più: 10  004-B1c",
                "- Carte conquistate che chi arriva in ritardo lascia nel mazzo: 3  004-B1b",
                "- Primo turno: il 22/2  004-0a",
                "- Giorni tra un turno e l'altro: 7  004-0a",
            ],
        ),
        (
            "squadre",
            "In generale",
            [
                "- Regolamento: RTU come si gioca oggi nel circuito",
                "- Punteggio: Campionato a squadre",
                "- Giocatori: da 16 in su",
                "- Giornate o serate: 2",
                "- Giocatori di ogni squadra in ogni turno: 4",
                "- In un torneo ufficiale l'organizzatore può scegliere: Durata della partita (minuti), "
                "Come si chiude",
            ],
        ),
        (
            "cni",
            "In generale",
            [
                "- Regolamento: RTU come si gioca oggi nel circuito",
                "- Punteggio: Torneo Open",
                "- Giocatori: da 32 a 42",
                "- Giornate o serate: 2",
                "- In un torneo ufficiale l'organizzatore può scegliere: Durata della partita (minuti), "
                "Come si chiude",
            ],
        ),
        (
            "milano",
            "Classifica",
            [
                "- Risultati che contano, i migliori: 3  003-0b 003-11j",
                "- Chi salta un turno prende zero",
                "- A pari punti, nell'ordine: vittorie, RisiKo! fatti, secondi posti, punti tavolo nella "
                "miglior partita, sorteggio  003-13e 003-13f 003-13g 003-13h",
            ],
        ),
        (
            "due-giorni",
            "Tavoli",
            [
                "- Posti al tavolo, dal numero preferito: 4, 5  001-T1 001-T3",
                "- Tavoli tutti uguali, se il numero dei giocatori lo permette  001-T2",
                "- Nel comporre i tavoli si evita, se si può e in quest'ordine: compagni di club, chi si è "
                "già incontrato, due volte a un tavolo da cinque",
            ],
        ),
        (
            "due-giorni",
            "Semifinali",
            [
                "- Turni: 1",
                "- Iscritti, da 32 in su: chi in classifica va dal 1° al 16°; tavoli: 4  001-FT7 001-FT14",
                "- Iscritti, da 13 a 31: chi in classifica va dal 2° al 13°; tavoli: 3; direttamente alla "
                "fase dopo, dall'alto della classifica: 1  001-FT15",
                "- Iscritti, da 10 a 12: chi in classifica va dal 3° al 10°; tavoli: 2; direttamente alla "
                "fase dopo, dall'alto della classifica: 2  001-FT16",
                "- Iscritti, da 4 a 9: questa fase non si gioca; direttamente alla fase dopo, dall'alto "
                "della classifica: 4",
                "- Vale il primo caso che va bene per il numero, se bastano i giocatori (tre per tavolo, "
                "oltre a chi salta la fase); se non bastano, il primo che va bene per quanti possono "
                "giocare; se no, l'ultimo",
                "- I tavoli: uno per ogni quarto della classifica",
            ],
        ),
        (
            "due-giorni",
            "Prima di cominciare",
            [
                "- Senza giudice ufficiale non si comincia  000-2a",
                "- Finché manca una firma non si comincia  000-2c 001-D4",
                "- Quota d'iscrizione, per tutte le fasi, al massimo 10 euro  001-F1",
            ],
        ),
    ],
)
def test_every_part_of_a_format_is_told_and_nothing_else(
    terminal: Terminal, id: str, part: str, lines: list[str]
) -> None:
    parts = terminal.type("it", "format", "show", id)[1].split("\n\n")
    assert [part, *lines] in [each.strip().splitlines() for each in parts]


@pytest.mark.parametrize("words", [("list",), ("show", "serate"), ("advise", "--players", "40")])
def test_formats_are_told_in_the_language_that_is_asked_for(
    terminal: Terminal, words: tuple[str, ...]
) -> None:
    told = {lang: terminal.type("it", "format", *words, "--lang", lang) for lang in ("it", "en")}
    assert told["en"] == terminal.type("en", "format", *words)
    assert told["it"] == terminal.type("it", "format", *words) != told["en"]


def test_a_format_nobody_knows_is_refused_with_those_there_are(terminal: Terminal) -> None:
    status, _, errors = terminal.type("it", "format", "show", "nessuno")
    assert status == 2
    assert errors.startswith("Il formato «nessuno» non esiste. Scegli tra: aziendale, campionato, ")
    status, _, errors = terminal.type("it", "format", "check", "nessuno.toml")
    assert (status, errors) == (2, "Il file nessuno.toml non si legge: il file o la cartella non c'è.\n")


def test_a_good_file_is_checked_with_what_to_think_over(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "nostro.toml"
    source = format_source("due-giorni").text
    file.write_text(source, encoding="utf-8")
    assert terminal.type("it", "format", "check", str(file)) == (
        0,
        "nostro.toml va bene: «Due partite, semifinali e finale».\n",
        "",
    )
    file.write_text(source.replace("each = 1", "each = 2"), encoding="utf-8")
    found = json.loads(terminal.type("it", "format", "check", str(file), "--json")[1])
    assert [(each["code"], each["clause"]) for each in found["warnings"]] == [
        ("several_of_a_table", "001-FT13")
    ]


def test_a_faulty_file_is_told_fault_by_fault(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "nostro.toml"
    file.write_text(format_source("serate").text.replace("rollcall =", "rollcal ="), "utf-8")
    status, _, errors = terminal.type("it", "format", "check", str(file))
    assert status == 2
    assert errors.endswith("«stage.serate.rollcal» non è una voce conosciuta; forse: rollcall\n")
    status, shown, _ = terminal.type("it", "format", "check", str(file), "--json")
    assert (status, json.loads(shown)["faults"][0]["code"]) == (2, "unknown_key")
    assert terminal.type("it", "format", "show", str(file))[0] == 2


def test_advice_lists_what_suits_and_why_the_rest_does_not(terminal: Terminal) -> None:
    status, shown, errors = terminal.type("it", "format", "advise", "--players", "40", "--hours", "8")
    assert (status, errors) == (0, "")
    assert "- eliminazione-diretta: servono almeno 64 giocatori 001-FP1b" in shown.splitlines()
    words = ("advise", "--players", "64", "--days", "1", "--json")
    found = json.loads(terminal.type("it", "format", *words)[1])
    games = {each["id"]: each["games_guaranteed"] for each in found["formats"] if each["suits"]}
    assert (games["eliminazione-diretta"], games["tre-partite"]) == (1, 3)


def test_a_number_nothing_suits_is_said_so(terminal: Terminal) -> None:
    shown = terminal.type("it", "format", "advise", "--players", "2")[1]
    assert shown.startswith("Nessun formato va bene con questi numeri.\n")
