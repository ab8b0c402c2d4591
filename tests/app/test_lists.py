"""Pasted lists: what is read of each line, and which lines are left out, with the reason."""

import re

import pytest

from kamchatka.app.tournaments.lists import read_lines
from kamchatka.refusals import NotUnderstood


@pytest.mark.parametrize(
    ("line", "surname", "given", "club"),
    [
        ("Anna Bianchi", "Bianchi", "Anna", ""),
        ("1. Matteo Franceschini (Portici)", "Franceschini", "Matteo", "Portici"),
        ("3) Nadia Cavazza (La Cupola, Firenze)", "Cavazza", "Nadia", "La Cupola, Firenze"),
        ("4) cristina silvestri (Delta)", "Silvestri", "Cristina", "Delta"),
        ("12 - Anna Bianchi - RisiKo! Club Roma", "Bianchi", "Anna", "RisiKo! Club Roma"),
        ("• Anna Bianchi – Aosta", "Bianchi", "Anna", "Aosta"),
        ("1\ufe0f\u20e3 Anna Bianchi", "Bianchi", "Anna", ""),
        ("Marchetti;Luca;Il Molo", "Marchetti", "Luca", "Il Molo"),
        ("Della Valle;Anna;I Berici", "Della Valle", "Anna", "I Berici"),
        ("Luca;Marchetti;Il Molo", "Marchetti", "Luca", "Il Molo"),
        ("Amato\tEzechiele\tBari", "Amato", "Ezechiele", "Bari"),
        ("Luca Marchetti;Il Molo;Genova", "Marchetti", "Luca", "Il Molo, Genova"),
        ("Rossi, Mario", "Rossi", "Mario", ""),
        ("Rossi, Mario, Roma", "Rossi", "Mario", "Roma"),
        ("Anna Bianchi, La Riviera, Sanremo", "Bianchi", "Anna", "La Riviera, Sanremo"),
        ("ROSSI Mario (Roma)", "Rossi", "Mario", "Roma"),
        ("MARIO D’ANGELO", "D’Angelo", "Mario", ""),
        ("De Santis Paolo", "De Santis", "Paolo", ""),
        ("[12/11/26, 18:03:22] Sergio: Anna Bianchi (Aosta)", "Bianchi", "Anna", "Aosta"),
        ("12/11/2026, 18:03 - Sergio R.: Anna Bianchi", "Bianchi", "Anna", ""),
        (
            "Maria Anna Sofia Castelfranchi degli Erri (Asti)",
            "Castelfranchi degli Erri",
            "Maria Anna Sofia",
            "Asti",
        ),
        ("Zeno", "Zeno", "", ""),
        ("Mia Rossi", "Rossi", "Mia", ""),
        ("Rossi Mia (Bari)", "Rossi", "Mia", "Bari"),
    ],
)
def test_a_line_is_read_as_people_write_it(line: str, surname: str, given: str, club: str) -> None:
    [read] = read_lines(line)
    assert (read.why, read.raw, read.player is None) == ("", line, False)
    assert read.player is not None
    name = read.player.person.full_name
    assert (name.surname, name.given, read.player.person.club) == (surname, given, club)


def test_greetings_and_empty_lines_are_left_out_and_told() -> None:
    text = (
        "Ciao Sergio! Ecco chi viene al raduno:\n\n1. Anna Bianchi\n"
        "poi forse viene anche mio cugino, ti dico\nGrazie\n🙂\nhttps://example.org/modulo\nTotale: 12\n"
    )
    lines = read_lines(text)
    assert [(each.number, each.why) for each in lines] == [
        *((1, "no_name"), (2, "empty"), (3, ""), (4, "no_name"), (5, "no_name")),
        *((6, "no_name"), (7, "no_name"), (8, "no_name")),
    ]


def test_a_table_with_headings_keeps_its_columns_and_tells_a_line_that_makes_no_sense() -> None:
    lines = read_lines("cognome;nome;club;email\nRosa;Franco;Bari;f@example.org\nNeri;Bruno;Bari;boh\n")
    assert [each.why for each in lines] == ["heading", "", "fault"]
    player = lines[1].player
    assert player is not None
    assert (player.person.name, player.person.surname) == ("Franco Rosa", "Rosa")
    assert (player.person.club, player.person.email) == ("Bari", "f@example.org")
    assert lines[2].fault is not None
    assert "posta elettronica" in str(lines[2].fault.sentence("it"))


@pytest.mark.parametrize(
    "heading",
    ["Cognome e nome", "NOME E COGNOME", "Nominativo", "cognome nome;club", "N.\tNome Cognome", "Full name"],
)
def test_a_column_of_whole_names_has_a_heading_that_names_nobody(heading: str) -> None:
    row = {";": "Rosa Franco;Bari", "\t": "1\tRosa Franco"}.get(re.sub(r"[^;\t]", "", heading), "Rosa Franco")
    first, player = read_lines(f"{heading}\n{row}")
    assert (first.why, player.why) == ("heading", "")
    assert player.player is not None
    assert player.player.person.name == "Rosa Franco"


def test_a_list_without_a_word_or_without_end_is_refused() -> None:
    for text, code in (("  \n ", "list_empty"), ("Anna Bianchi\n" * 2001, "list_too_long")):
        with pytest.raises(NotUnderstood, match=code):
            read_lines(text)


def test_a_name_too_long_for_the_register_is_told_and_never_cut() -> None:
    [long] = read_lines(f"Anna {'Bianchi' * 12}")
    assert long.player is not None
    assert long.player.person.name == f"Anna {'Bianchi' * 12}"
    [longer] = read_lines(f"Anna {'Bianchi' * 40}")
    assert (longer.why, longer.player) == ("fault", None)
