"""What the tables of the commands on scores say: columns by name, rounds, decimals, what is missing."""

import re
from pathlib import Path

import pytest

from tests.cli.scoring import SHEET, output, printed, refused, results_file, run

ROUNDS = ("A=62 B=55 C=40 D=21", "B=62 A=55 C=40 D=21", "-D A=60 B=50 C=40")


@pytest.fixture
def results(tmp_path: Path) -> Path:
    return results_file(tmp_path, *ROUNDS, rulebook="rtu-2020")


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "referto.toml"
    path.write_text(SHEET, encoding="utf-8")
    return path


def test_several_columns_are_told_by_name(results: Path, sheet: Path) -> None:
    said = output("standings", results, "--formula", "vittorie")
    assert "Pos. ┃ Giocatore ┃ Vittorie ┃ Punti ┃" in said
    assert "1 A 2 277 1 2 3" in said
    medals = output("standings", results, "--formula", "medagliere", lang="en")
    assert "Fourth" in medals
    assert "Fifth" not in medals
    assert "1 p1 vittorie 1 vittorie 1 1° posto 001-FP6a punti 112 punti 62" in output(
        "score", sheet, "--formula", "vittorie"
    )
    explained = run("standings", results, "--formula", "medagliere", "--explain", "A").stdout.splitlines()
    assert explained[2] == "A: primi posti 2, secondi posti 1; 1° posto"
    assert explained[5:7] == [
        "Turno 2, tavolo 1, 2° posto: secondi posti 1",
        "    secondi posti 1  2° posto [001-FP11]",
    ]
    percentage = run("standings", results, "--formula", "bonus-50", "--percentage", "--explain", "A").stdout
    assert percentage.splitlines()[2] == "A: 42,23 %; 1° posto"


def test_numbers_of_a_column_have_the_same_decimals(sheet: Path, results: Path) -> None:
    said = output("score", sheet, "--formula", "standard")
    assert [score in said for score in ("12,62", "7,55", "5,40", "3,21")] == [True] * 4
    totals = output("standings", results, "--formula", "triestino", lang="en")
    assert "4 D 0 94.38" in totals


def test_rounds_are_shown_and_discarded_ones_in_brackets(results: Path) -> None:
    said = output("standings", results, "--formula", "bonus-50", "--rounds", "--best", "2")
    assert "1 A 222 112 (55) 110" in said
    assert "4 D 42 21 21 (ass.)" in said
    assert "Tra parentesi i risultati scartati." in said
    none = output("standings", results, "--formula", "bonus-50", "--rounds", "--absences", "none")
    assert "4 D 42 21 21 -" in none
    assert "Tra parentesi" not in none
    first = printed("standings", results, "--formula", "bonus-50", "--best", "2")["rows"][0]
    assert first["rounds"] == [
        {"round": 1, "score": "112", "counted": True, "absent": False},
        {"round": 2, "score": "55", "counted": False, "absent": False},
        {"round": 3, "score": "110", "counted": True, "absent": False},
    ]
    lines = run("standings", results, "--formula", "vittorie", "--csv", "-").stdout.splitlines()
    assert lines[0] == "Pos.;Giocatore;Totale;Vittorie;T1;T2;T3;Turni contati;Partite;Spareggio"
    assert lines[1] == "1;A;277;2;112;55;110;1 2 3;3;"
    assert lines[4] == "4;D;42;0;21;21;0;1 2 3;2;"


NINE = [
    " ".join(f"{name}={points}" for name, points in zip(names, (62, 55, 40, 21), strict=True))
    for names in (
        ["AlessandroRossi", "Bea", "Ciro", "GiovannaVerdi"],
        ["Bea", "Ciro", "GiovannaVerdi", "AlessandroRossi"],
    )
    for _ in range(5)
][:9]


def test_rounds_that_do_not_fit_stand_below(tmp_path: Path) -> None:
    words = ("standings", results_file(tmp_path, *NINE), "--formula", "conversione-150", "--rounds")
    narrow = run(*words, width=80).stdout.splitlines()
    assert max(map(len, narrow)) <= 80
    headings = [line.split() for line in narrow if line.startswith("┃")]
    assert [[word for word in line if word != "┃"] for line in headings] == [
        ["Pos.", "Giocatore", "Totale", "T1", "T2", "T3", "Spareggio"],
        ["Pos.", "Giocatore", "T4", "T5", "T6", "T7", "T8", "T9"],
    ]
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in narrow if line.startswith("│")]
    assert [row for row in rows if row[1] == "AlessandroRossi"] == [
        ["2", "AlessandroRossi", "910,35", "150,07", "150,07", "150,07", ""],
        ["2", "AlessandroRossi", "150,07", "150,07", "40,00", "40,00", "40,00", "40,00"],
    ]
    wide = run(*words, width=200).stdout.splitlines()
    (heading,) = [line.split() for line in wide if line.startswith("┃")]
    assert [word for word in heading if word != "┃"] == [
        *("Pos.", "Giocatore", "Totale"),
        *(f"T{number}" for number in range(1, 10)),
        "Spareggio",
    ]


def test_reasons_of_ties_are_folded_and_never_the_names(tmp_path: Path) -> None:
    path = results_file(tmp_path, *["Alessandra=62 x=5 y=4 z=3 | Massimiliano=62 p=5 q=4 r=3"] * 9)
    said = run("standings", path, "--formula", "bonus-50", "--rounds", width=80).stdout
    first, second = (line for line in said.splitlines() if line.startswith("│    1 │") and "1008" in line)
    assert first.startswith("│    1 │ Alessandra   │   1008 │ 112 │ 112 │ 112 │ a pari punti in 2, da")
    assert second.startswith("│    1 │ Massimiliano │   1008 │ 112 │")


def test_rounds_of_a_team_are_those_of_its_players_together(tmp_path: Path) -> None:
    teams = [{"name": "Gufi", "players": ["A", "C"]}, {"name": "Lupi", "players": ["B"]}]
    path = results_file(tmp_path, *ROUNDS, rulebook="rtu-2020", team=teams)
    said = output("standings", path, "--formula", "bonus-50", "--teams", "--rounds")
    assert "1 Gufi 397 152 95 150" in said
    best = output("standings", path, "--formula", "bonus-50", "--teams", "--rounds", "--best", "1")
    assert re.search(r"1 Gufi \d+ .*\d+ \(\d+\)", best), best
    hint = "la loro classifica si vede con --teams"
    assert hint not in said
    assert hint in output("standings", path, "--formula", "bonus-50")


def test_an_absence_that_hides_a_penalty_is_told(tmp_path: Path) -> None:
    off = [{"player": "D", "points": 36, "target": "result", "round": 1}]
    path = results_file(
        tmp_path, "A=62 B=41 C=40 D=21", "-D A=60 B=50 C=40", rulebook="rtu-2020", penalty=off
    )
    words = ("standings", path, "--formula", "bonus-50", "--best", "1")
    (notice,) = printed(*words)["warnings"]
    assert notice.startswith(
        "D: tra i migliori risultati conta l'assenza del turno 2 al posto del risultato penalizzato "
        "del turno 1 (-15)."
    )
    assert notice in output(*words)
    assert printed(*words[:-2])["warnings"] == []
    assert printed(*words, "--absences", "none")["warnings"] == []


def test_meaningless_requests_are_refused(results: Path) -> None:
    for option in ("--ties", "--explain", "--ranking", "--rulebook"):
        for nothing in ("", "  "):
            said = refused("standings", results, "--formula", "bonus-50", option, nothing)
            assert said == f"Dopo {option} non c'è nulla: scrivi il valore, o togli l'opzione."
    assert refused("standings", results, "--formula", "").startswith("Dopo --formula non c'è nulla")
    for nothing in (",", " , ,"):
        assert refused("whatif", results, "--formula", nothing).startswith("Dopo --formula non c'è nessuna")
    assert refused("standings", results, "--formula", "bonus-50", "--after", "4") == (
        "Il turno 4 non c'è: nel file i turni vanno da 1 a 3."
    )
    assert f"whatif {results}" in refused("standings", results, "--formula", "all")
    assert f"whatif {results} --formula bonus-50,vittorie" in refused(
        "standings", results, "--formula", "bonus-50,vittorie"
    )


def test_whatif_says_once_what_several_formulas_lack(tmp_path: Path) -> None:
    path = results_file(tmp_path, "A=62 B=55 C=40 D=21 | E=9 F=8 G=7", rulebook="rtu-2020")
    said = re.sub(r'"(outside": [0-9]|lot": \[[0-9]\]), ', "", path.read_text().replace("55", "62"))
    path.write_text(said, encoding="utf-8")
    words = ("whatif", path, "--formula", "conversione-150,bonus-50,milano,standard")
    lacking = printed(*words)["lacking"]
    assert [each["formulas"] for each in lacking] == [
        ["conversione-150", "milano", "standard"],
        ["conversione-150", "milano"],
    ]
    said = run(*words).stdout
    assert said.count("(outside)") == 1
    assert said.count("non si può calcolare, vedi sotto") == 3
    assert "Con conversione-150, milano, standard non si può calcolare:\n- turno 1, tavolo 1 · " in said
    assert "Con conversione-150, milano non si può calcolare:\n- turno 1, tavolo 2 · " in said


def test_a_size_a_formula_says_nothing_about_is_told_by_its_name(sheet: Path) -> None:
    sheet.write_text(SHEET + '[[seat]]\nplayer = "p5"\npoints = 1\n[[seat]]\nplayer = "p6"\npoints = 0\n')
    assert refused("score", sheet, "--formula", "conversione-150") == (
        "La formula conversione-150 non prevede tavoli da 6."
    )


def test_names_that_may_be_one_person_are_told(tmp_path: Path) -> None:
    path = results_file(tmp_path, "CarlaNeri=62 B=55 C=40 D=21", "CARLANERI=62 B=55 C=40 D=21")
    told = [
        *printed("standings", path, "--formula", "bonus-50")["warnings"],
        *printed("whatif", path, "--formula", "bonus-50")["notices"],
    ]
    assert sum("CARLANERI · CarlaNeri" in notice for notice in told) == 2


def test_whatif_names_a_regulation_once_for_all_formulas_it_does_not_fit(tmp_path: Path) -> None:
    path = results_file(tmp_path, "A=62 B=55 C=40 D=21", rulebook="milano")
    words = ("whatif", path, "--formula", "bonus-50,milano,faentino")
    said = run(*words).stdout
    told = "⚠ Con «Torneo di giugno del RisiKo! Club Milano» un obiettivo completo vale 172 punti tavolo"
    assert said.count(told) == 1
    assert [line.partition(":")[0] for line in said.splitlines() if line.startswith("- ")] == [
        "- Punti tavolo con bonus (100)",
        "- Faentino (100)",
    ]
    assert len(printed(*words)["notices"]) == 2
