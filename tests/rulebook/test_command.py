"""`kamchatka rulebook` as people and programs use it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kamchatka.cli import app
from kamchatka.rulebook import load


def run(*words: str, lang: str = "it", columns: int = 140) -> Result:
    environ = {"KAMCHATKA_LANG": lang, "COLUMNS": str(columns)}
    return CliRunner().invoke(app, ["rulebook", *words], env=environ)


def test_list_names_all_six() -> None:
    rows = json.loads(run("list", "--json").stdout)
    assert [row["id"] for row in rows] == ["challenge", "rtu", "rtu-2020", "aziendale", "milano", "primavera"]
    assert "Torneo aziendale" in run("list").stdout
    assert "Company tournament" in run("list", lang="en").stdout


def test_show_prints_every_section() -> None:
    shown = run("show", "rtu").stdout
    for title in ("Posti al tavolo", "Preparazione", "Fine della partita", "Comportamento"):
        assert title in shown
    assert len(json.loads(run("show", "rtu", "--json").stdout)["values"]) == len(list(load("rtu").entries()))


def test_diff_shows_both_values_and_their_clauses() -> None:
    shown = run("diff", "rtu", "milano").stdout
    for words in ("Tetto di chiusura", "001-E6", "003-9g", "Rinforzo minimo", "003-3c"):
        assert words in shown
    data = json.loads(run("diff", "challenge", "rtu", "--json").stdout)
    rows = {row["key"]: (row["left"]["value"], row["right"]["value"]) for row in data["differences"]}
    assert rows["closing.mode"] == ("at-most", "exact")
    assert "nessuna differenza" in run("diff", "rtu", "rtu").stdout


@pytest.mark.parametrize("lang", ["it", "en"])
@pytest.mark.parametrize(
    "words", [("diff", "rtu", "primavera"), ("diff", "milano", "aziendale"), ("show", "rtu")]
)
def test_nothing_is_cut_at_80_columns(words: tuple[str, ...], lang: str) -> None:
    shown = run(*words, lang=lang, columns=80).stdout
    found = json.loads(run(*words, "--json").stdout)
    keys = [row["key"] for row in found.get("differences") or found["values"]]
    assert [key for key in keys if key not in shown] == []
    assert {len(line) for line in shown.splitlines() if line.startswith(("│", "┃", "┌"))} == {80}
    # The only ellipses are those of the texts.
    assert shown.count("…") == run(*words, lang=lang, columns=300).stdout.count("…")


def test_explain_gives_clause_reading_and_alternatives() -> None:
    found = json.loads(run("explain", "rtu", "closing.mode", "--json").stdout)
    assert found["value"] == "exact"
    assert found["clauses"] == ["001-E3"]
    assert [reading["id"] for reading in found["readings"]] == ["AMB-21"]
    assert found["alternatives"] == ["totale minore o uguale alla soglia"]
    shown = run("explain", "rtu", "closing.mode").stdout
    assert "AMB-21" in shown
    assert "Alternative" in shown


@pytest.mark.parametrize(
    ("key", "kind", "sentence"),
    [
        ("congelato.order", "absent", "nessuna clausola: non previsto dal regolamento. Nessuno viene"),
        ("conduct.talk", "silent", "nessuna clausola: il testo tace, la scelta è nostra. Che cosa"),
        ("setup.odd_armies", None, "nessuna clausola: dipende dalla lettura"),
    ],
)
def test_explain_says_why_there_is_no_clause(key: str, kind: str | None, sentence: str) -> None:
    found = json.loads(run("explain", "rtu", key, "--json").stdout)
    assert (found["unstated"] or {"kind": None})["kind"] == kind
    assert sentence in run("explain", "rtu", key).stdout


def test_show_and_diff_say_what_each_value_rests_on(tmp_path: Path) -> None:
    values = {row["key"]: row for row in json.loads(run("show", "milano", "--json").stdout)["values"]}
    assert values["clock.turn_limit"]["unstated"] == "absent"
    assert values["cards.late_card"]["unstated"] == "silent"
    assert values["setup.deal_order"]["readings"] == ["AMB-87"]
    assert values["closing.mode"]["unstated"] is None
    shown = run("show", "milano", lang="en").stdout
    for words in ("not in this regulation", "the text is silent", "AMB-97", "003-9f"):
        assert words in shown
    file = tmp_path / "casa.toml"
    file.write_text('id="casa"\ntitle="Casa"\nextends="rtu"\n[conduct]\ntalk="forbidden"\n', encoding="utf-8")
    compared = run("diff", "rtu", str(file), columns=200).stdout
    for words in ("il testo tace, la scelta è nostra", "scelta di chi ha scritto il file"):
        assert words in compared


def test_check_accepts_a_house_regulation_and_warns(tmp_path: Path) -> None:
    file = tmp_path / "casa.toml"
    file.write_text(
        'id = "casa"\ntitle = "Casa"\nextends = "rtu"\n[clock]\nminutes = 120\n', encoding="utf-8"
    )
    found = run("check", str(file))
    assert found.exit_code == 0
    assert "regolamento valido" in found.stdout
    assert "da 90 a 105" in found.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("show", "monopoli"), "Il regolamento «monopoli» non esiste"),
        (("explain", "rtu", "closing.capp"), "Forse: closing.cap"),
        (("explain", "rtu", "cap"), "Forse: closing.cap"),
        (("explain", "rtu", "boh"), "Con «rulebook show rtu» le vedi tutte"),
        (("check", "manca.toml"), "«manca.toml» non si può leggere"),
    ],
)
def test_mistakes_are_answered_with_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    found = run(*words)
    assert found.exit_code == 2
    assert sentence in found.stderr


ODD_NAMES = ("Torneo [/b] [finale]", "[red]Rosso", "Gara :bomb:", "\\[x]")


@pytest.mark.parametrize("title", ODD_NAMES)
def test_names_are_printed_as_they_were_written(tmp_path: Path, title: str) -> None:
    file = tmp_path / "casa.toml"
    file.write_text(
        f"id = 'casa'\ntitle = '{title}'\nabout = 'Detto {title}'\nextends = 'rtu'\n[armies]\nlimit = 120\n",
        encoding="utf-8",
    )
    assert run("check", str(file)).stdout.splitlines()[0].endswith(f": {title}")
    shown = run("show", str(file)).stdout.splitlines()
    assert shown[:2] == [f"{title} (casa)", f"Detto {title}"]
    assert "120" in run("diff", "rtu", str(file)).stdout


def test_a_file_with_an_odd_name_that_is_not_there_gets_its_sentence() -> None:
    found = run("check", "[/b].toml")
    assert found.exit_code == 2
    assert "[/b].toml" in found.stderr


def test_styles_are_no_part_of_the_words() -> None:
    for words in (("diff", "rtu", "milano"), ("explain", "rtu", "closing.mode"), ("show", "rtu")):
        assert "[dim]" not in run(*words).stdout
        assert "[bold]" not in run(*words).stdout


def test_check_tells_programs_the_faults_too(tmp_path: Path) -> None:
    file = tmp_path / "casa.toml"
    file.write_text(
        'id = "casa"\ntitle = "Casa"\nextends = "rtu"\n[armies]\nlimit = "tante"\n[clock]\nminutes = 5\n',
        encoding="utf-8",
    )
    found = run("check", str(file), "--json")
    assert (found.exit_code, found.stderr) == (2, "")
    faults = json.loads(found.stdout)["faults"]
    assert [(fault["key"], fault["line"], fault["code"]) for fault in faults] == [
        ("armies.limit", 5, "wrong_type"),
        ("clock.minutes", 7, "out_of_range"),
    ]
    people = run("check", str(file))
    assert (people.exit_code, people.stdout) == (2, "")
    for fault in faults:
        assert f"riga {fault['line']}: {fault['message']}" in people.stderr


def test_show_lists_the_keys_that_explain_takes() -> None:
    shown = run("show", "rtu").stdout
    keys = [value["key"] for value in json.loads(run("show", "rtu", "--json").stdout)["values"]]
    assert [key for key in keys if key not in shown] == []
    assert not any(key in run("explain", "rtu", "boh").stderr for key in keys)
