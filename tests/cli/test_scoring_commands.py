"""`kamchatka formula`, `score`, `standings` and `whatif` for people and for programs."""

import json
from pathlib import Path

import pytest

from kamchatka.scoring.formula.loading import catalogue
from tests.cli.scoring import SHEET, output, printed, refused, results_file, run
from tests.scoring.rounds import data


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "referto.toml"
    path.write_text(SHEET, encoding="utf-8")
    return path


def test_score_as_other_programs_rely_on_it(sheet: Path) -> None:
    found = printed("score", sheet, "--formula", "conversione-150")
    assert found["formula"] == "conversione-150"
    first, second, *_ = found["seats"]
    assert {key: first[key] for key in ("player", "place", "score", "key")} == {
        "player": "p1",
        "place": 1,
        "score": "150.07",
        "key": ["150.07"],
    }
    assert [(line["term"], line["amount"], line["clause"]) for line in first["lines"]] == [
        ("first", "150", "001-FP3b"),
        ("lead", "0.07", "001-FP3b"),
    ]
    assert second["score"] == "93"
    shares = printed("score", sheet, "--formula", "triestino")
    assert shares["seats"][0]["key"] == ["1", "12400/89"]


def test_score_under_all_formulas_and_with_an_option(sheet: Path) -> None:
    assert [each["formula"] for each in printed("score", sheet, "--formula", "all")] == list(catalogue())
    scores = {
        bonus: printed("score", sheet, "--formula", "bonus-50", "--set", f"bonus={bonus}")["seats"][0][
            "score"
        ]
        for bonus in ("20", "12.5")
    }
    assert scores == {"20": "82", "12.5": "74.5"}


def test_score_for_people_gives_the_reason_for_every_point(sheet: Path) -> None:
    said = output("score", sheet, "--formula", "conversione-150")
    assert "1 p1 150,07 150,00 1° posto 001-FP3b 0,07 7 punti di vantaggio sul secondo 001-FP3b" in said
    english = output("score", sheet, "--formula", "conversione-150", lang="en")
    assert "1 p1 150.07 150.00" in english


def test_score_tells_first_what_a_judge_must_rule(sheet: Path) -> None:
    sheet.write_text(SHEET + "armies = 140\n", encoding="utf-8")
    said = output("score", sheet, "--formula", "bonus-50")
    assert said.startswith("⚠ p4 ha 140 armate sul planisfero e il limite è 130")
    assert printed("score", sheet, "--formula", "bonus-50")["incidents"][0]["clauses"] == ["001-C11b"]


def test_score_asks_for_the_number_a_tie_needs(sheet: Path) -> None:
    sheet.write_text(SHEET.replace("55", "62"), encoding="utf-8")
    said = refused("score", sheet, "--formula", "conversione-150")
    assert "per p1, p2, il valore dei territori fuori obiettivo (outside)" in said
    assert printed("score", sheet, "--formula", "bonus-50")["seats"][0]["score"] == "87"


def test_score_warns_of_a_formula_off_its_scale(sheet: Path) -> None:
    sheet.write_text(SHEET.replace("rtu", "milano"), encoding="utf-8")
    assert "⚠ Con «Torneo di giugno del RisiKo! Club Milano» un obiettivo completo vale 172" in output(
        "score", sheet, "--formula", "standard"
    )


def test_what_cannot_be_understood_is_refused_in_words(sheet: Path, tmp_path: Path) -> None:
    assert "La formula «conversione» non esiste" in refused("score", sheet, "--formula", "conversione")
    assert "--set nome=valore" in refused("score", sheet, "--formula", "bonus-50", "--set", "bonus")
    assert "non ha l'opzione «premio»" in refused("score", sheet, "--formula", "all", "--set", "premio=3")
    assert "Non riesco a leggere" in refused("score", tmp_path / "none.toml", "--formula", "all")
    sheet.write_text("seat = 3", encoding="utf-8")
    assert refused("score", sheet, "--formula", "all").startswith("referto.toml, da correggere")


ROUNDS = ("A=62 B=41 C=40 D=21", "B=62 A=41 C=40 D=21", "-D A=60 B=50 C=40")


def test_standings_as_other_programs_rely_on_it(tmp_path: Path) -> None:
    path = results_file(tmp_path, *ROUNDS, rulebook="rtu-2020")
    rows = printed("standings", path, "--formula", "bonus-50", "--best", "2")["rows"]
    kept = ("rank", "player", "total", "counted", "tie")
    assert [{key: row[key] for key in kept} for row in rows] == [
        {"rank": 1, "player": "A", "total": "222", "counted": [1, 3], "tie": None},
        {"rank": 2, "player": "B", "total": "162", "counted": [2, 3], "tie": None},
        {"rank": 3, "player": "C", "total": "80", "counted": [1, 2], "tie": None},
        {"rank": 4, "player": "D", "total": "42", "counted": [1, 2], "tie": None},
    ]


def test_standings_give_the_reason_of_a_tie(tmp_path: Path) -> None:
    path = results_file(
        tmp_path, "A=62 B=55 C=40 D=21 | E=60 F=57 G=40 H=21", "E=62 F=50 G=1 H=0 | A=60 B=1 C=0 D=0"
    )
    rows = printed("standings", path, "--formula", "bonus-50", "--ties", "last-table,lot")["rows"]
    assert [(row["rank"], row["player"], row["tie"]) for row in rows[:2]] == [
        (1, "E", "last-table: 1 < 2"),
        (2, "A", "last-table: 2 > 1"),
    ]
    said = output("standings", path, "--formula", "bonus-50", "--ties", "last-table,lot")
    assert "1 E 222 1 2 a pari punti davanti a A (tavolo dell'ultima partita: 1 contro 2)" in said


def test_standings_explain_a_player_line_by_line(tmp_path: Path) -> None:
    penalty = [{"player": "A", "points": 7, "target": "total", "clause": "004-P4"}]
    path = results_file(tmp_path, *ROUNDS, rulebook="rtu-2020", penalty=penalty)
    said = run(
        "standings", path, "--formula", "bonus-50", "--best", "2", "--explain", "A"
    ).stdout.splitlines()
    assert said == [
        "A: 215 punti, 1° posto",
        "Turno 1, tavolo 1, 1° posto: 112",
        "    62  62 punti tavolo [001-FP5a]",
        "    50  1° posto [001-FP5a 001-FP5b]",
        "Turno 2, tavolo 1, 2° posto: 41 (scartato)",
        "    41  41 punti tavolo [001-FP5a]",
        "Turno 3, tavolo 1, 1° posto: 110",
        "    60  60 punti tavolo [001-FP5a]",
        "    50  1° posto [001-FP5a 001-FP5b]",
        "Penalità sul totale: -7 [004-P4]",
    ]
    explained = printed("standings", path, "--formula", "bonus-50", "--best", "2", "--explain", "A")
    assert [(each["round"], each["counted"]) for each in explained["results"]] == [
        (1, True),
        (2, False),
        (3, True),
    ]
    assert "A: 215 punti" in output(
        "standings", path, "--formula", "bonus-50", "--best", "2", "--explain", "A "
    )
    assert "«Anna» non è nei risultati" in refused(
        "standings", path, "--formula", "bonus-50", "--explain", "Anna"
    )


def test_penalties_and_ties_at_the_table_are_explained(tmp_path: Path) -> None:
    off = {"player": "B", "points": 7, "target": "result", "round": 1, "clause": "004-P4", "reason": "tardi"}
    place = {"player": "B", "places": 1, "target": "ranking"}
    path = results_file(tmp_path, "A=62 B=62 C=40 D=21", penalty=[off, place])
    words = ("standings", path, "--formula", "conversione-150", "--explain", "B")
    said = run(*words).stdout.splitlines()
    assert "    penalità sul risultato: -7 tardi [004-P4]" in said
    assert said[-1] == "Penalità in classifica: indietro di 1 posto"
    found = printed(*words)
    (result,) = found["results"]
    assert [(each["points"], each["clause"], each["reason"]) for each in result["penalties"]] == [
        ("7", "004-P4", "tardi")
    ]
    assert [each["places"] for each in found["penalties"]] == [1]
    (first,) = printed(*words[:-1], "A")["results"]
    assert first["decided"] == "value-outside"
    assert "    Davanti per: valore fuori obiettivo" in run(*words[:-1], "A").stdout.splitlines()


def test_a_duel_scored_as_a_table_of_two_is_explained(tmp_path: Path) -> None:
    file = data("A=62 B=55")
    file["round"][0]["table"][0]["kind"] = "duel"
    path = tmp_path / "duello.json"
    path.write_text(json.dumps(file), encoding="utf-8")
    words = ("standings", path, "--explain", "A", "--formula")
    assert [line["amount"] for line in printed(*words, "bonus-50")["results"][0]["lines"]] == ["62", "50"]
    assert printed(*words, "primavera")["results"][0]["lines"] == []


def test_penalties_that_mean_something_else_or_nothing_are_told(tmp_path: Path) -> None:
    off = [{"player": "D", "points": 7, "target": "result", "round": 3}]
    path = results_file(tmp_path, *ROUNDS, rulebook="rtu-2020", penalty=off)
    assert printed("standings", path, "--formula", "bonus-50")["warnings"] == []
    (unfit,) = printed("standings", path, "--formula", "medagliere")["warnings"]
    assert "con Medagliere olimpico i punti hanno un altro peso" in unfit
    nothing = output("standings", path, "--formula", "bonus-50", "--absences", "none")
    assert "La penalità di D sul risultato del turno 3 non toglie nulla" in nothing
    (every,) = printed("whatif", path, "--formula", "bonus-50,vittorie,standard")["notices"]
    assert "con Numero di vittorie, Punti standard i punti" in every


def test_formula_files_with_one_id_are_not_mixed_up(tmp_path: Path) -> None:
    path = results_file(tmp_path, "A=62 B=55 C=40 D=21")
    one, other = tmp_path / "uno.toml", tmp_path / "due.TOML"
    for each in (one, other):
        each.write_text('extends = "bonus-50"\nid = "casa"\ntitle = "Casa"\n', encoding="utf-8")
    assert "hanno lo stesso id, «casa»" in refused("whatif", path, "--formula", f"{one},{other}")
    assert "1 turno, formula casa" in output("standings", path, "--formula", other)


def test_standings_as_a_spreadsheet(tmp_path: Path) -> None:
    path, out = (
        results_file(tmp_path, "Q=62.5 B=55 C=40 D=21", rulebook="aziendale"),
        tmp_path / "classifica.csv",
    )
    path.write_text(path.read_text().replace('"Q"', '"=A"'))
    assert run("standings", path, "--formula", "bonus-50", "--csv", out).exit_code == 0
    assert out.read_text(encoding="utf-8-sig").splitlines() == [
        "Pos.;Giocatore;Totale;T1;Turni contati;Partite;Spareggio",
        "1;'=A;112,5;112,5;1;1;",
        "2;B;55;55;1;1;",
        "3;C;40;40;1;1;",
        "4;D;21;21;1;1;",
    ]


def test_standings_from_a_spreadsheet(tmp_path: Path) -> None:
    path = tmp_path / "gara.csv"
    path.write_bytes("turno;tavolo;giocatore;punti\n1;1;Nicolò;62,5\n1;1;Bea;55\n".encode("cp1252"))
    rows = printed("standings", path, "--formula", "bonus-50", "--rulebook", "aziendale")["rows"]
    assert [(row["player"], row["total"]) for row in rows] == [("Nicolò", "112.5"), ("Bea", "55")]


def test_options_of_standings(tmp_path: Path) -> None:
    path = results_file(tmp_path, *ROUNDS, rulebook="rtu-2020")
    first = printed("standings", path, "--formula", "bonus-50", "--after", "1")["rows"]
    assert [row["total"] for row in first] == ["112", "41", "40", "21"]
    dropped = printed("standings", path, "--formula", "bonus-50", "--drop", "1")["rows"]
    assert [row["total"] for row in dropped] == ["222", "162", "80", "42"]
    few = printed("standings", path, "--formula", "bonus-50", "--games", "3")["rows"]
    assert [(row["rank"], row["player"]) for row in few] == [(1, "A"), (2, "B"), (3, "C"), (None, "D")]
    assert "non classificato" in output("standings", path, "--formula", "bonus-50", "--games", "3")
    percent = output("standings", path, "--formula", "bonus-50", "--percentage")
    assert "1 A 41,88 % 1 2 3" in percent
    for words, sentence in {
        ("--best", "2", "--drop", "1"): "--best e --drop non si possono usare insieme.",
        ("--drop", "3"): "Turni nel file: 3; da scartare: 3. Almeno un turno deve contare",
        ("--ties", "beauty"): "«beauty» non è un criterio di spareggio.",
        ("--teams",): "Nel file non ci sono squadre",
    }.items():
        assert sentence in refused("standings", path, "--formula", "bonus-50", *words)


def test_standings_of_teams(tmp_path: Path) -> None:
    teams = [{"name": "Gufi", "players": ["A", "C"]}, {"name": "Lupi", "players": ["B"]}]
    path = results_file(tmp_path, "A=62 B=55 C=40 D=21", team=teams)
    said = output("standings", path, "--formula", "squadre", "--teams")
    assert "Senza squadra, quindi fuori classifica: D." in said
    assert "1 Gufi 18,02 1 1" in said


def test_whatif_places_everybody_under_every_formula(tmp_path: Path) -> None:
    path = results_file(
        tmp_path, "A=62 B=55 C=40 D=21 | E=48 F=47 G=46 H=45", "A=out1 B=70 C=65 D=60 | E=80 F=1 G=1 H=1"
    )
    found = printed("whatif", path)
    assert [each["formula"] for each in found["formulas"]] == list(catalogue())
    by_formula = {each["formula"]: each for each in found["formulas"]}
    assert by_formula["bonus-50"]["finalists"] == ["E", "B", "A", "C"]
    places = {each["player"]: each["places"] for each in found["players"]}
    assert places["E"] == dict.fromkeys(catalogue(), 1)
    assert (places["B"]["conversione-150"], places["A"]["conversione-150"]) == (2, 4)
    said = output("whatif", path)
    assert "formule: 17" in said
    one = printed("whatif", path, "--formula", "bonus-50,vittorie", "--final", "1")
    assert [each["finalists"] for each in one["formulas"]] == [["E"], ["E"]]


def test_whatif_says_which_formula_cannot_score(tmp_path: Path) -> None:
    path, out = results_file(tmp_path, "A=62 B=55 C=40", rulebook="rtu-2020"), tmp_path / "esiti.csv"
    found = printed("whatif", path, "--csv", out)
    problems = {each["formula"]: each["problem"] for each in found["formulas"] if each["problem"]}
    assert problems["milano"] == (
        "non si può calcolare: turno 1, tavolo 1 · la formula non prevede tavoli da 3"
    )
    assert "bonus-50" not in problems
    heading, first, *_ = out.read_text(encoding="utf-8-sig").splitlines()
    assert heading.startswith("Giocatore;Finali;bonus-50;conversione-150;")
    assert first.startswith("A;14;1;;;")


def test_whatif_says_who_must_draw_lots_for_the_final(tmp_path: Path) -> None:
    tables = " | ".join(f"{name}=62 {name}1=10 {name}2=9 {name}3=8" for name in "ABCDE")
    (found,) = printed("whatif", results_file(tmp_path, tables), "--formula", "bonus-50")["formulas"]
    assert (found["finalists"], found["to_draw"]) == ([], ["A", "B", "C", "D", "E"])


def test_names_cannot_command_the_terminal(tmp_path: Path) -> None:
    path = results_file(tmp_path, "A=62 B=55 C=40 D=21")
    path.write_text(path.read_text().replace('"A"', '"A\\u001b[31m"'))
    assert "\x1b[31m" not in run("standings", path, "--formula", "bonus-50").output


def test_a_column_that_is_nothing_needs_no_reason(sheet: Path, tmp_path: Path) -> None:
    path = results_file(tmp_path, "A=62 B=41 C=40 D=21")
    explained = run("standings", path, "--formula", "medagliere", "--explain", "A").stdout
    assert len(explained.splitlines()) == 3
    said = output("score", sheet, "--formula", "medagliere")
    assert said.count("1° posto") == said.count("4° posto") == 1
    seats = printed("score", sheet, "--formula", "medagliere")["seats"]
    assert [[line["term"] for line in seat["lines"]] for seat in seats] == [
        ["first"],
        ["second"],
        ["third"],
        ["fourth"],
    ]
