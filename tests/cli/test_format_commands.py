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
