"""Files of the commands on scores: what is read, what may be written over, what comes by standard input."""

import json
from pathlib import Path

import pytest

from kamchatka.app.files import write_whole
from kamchatka.cli.scoring.csv_option import write_csv
from tests.cli.scoring import SHEET, output, printed, refused, results_file, run
from tests.scoring.rounds import data

ROUND = "A=62 B=55 C=30 D=17"
SPREADSHEET = "turno;tavolo;giocatore;punti\n1;1;Nicolò;62,5\n1;1;Bea;55\n"


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "referto.toml"
    path.write_text(SHEET, encoding="utf-8")
    return path


def test_what_was_read_is_never_written_over(tmp_path: Path, sheet: Path) -> None:
    results = results_file(tmp_path, ROUND)
    link = tmp_path / "altro.csv"
    link.symlink_to(results)
    house = tmp_path / "casa.toml"
    house.write_text('extends = "bonus-50"\nid = "casa"\ntitle = "Casa"\n', encoding="utf-8")
    for words in (
        ("standings", results, "--formula", "bonus-50", "--csv", results),
        ("standings", results, "--formula", "bonus-50", "--csv", link, "--force"),
        ("standings", results, "--formula", house, "--csv", house, "--force"),
        ("whatif", results, "--csv", results, "--force"),
        ("whatif", results, "--formula", f"bonus-50,{house}", "--csv", house, "--force"),
        ("score", sheet, "--formula", "bonus-50", "--csv", sheet, "--force"),
    ):
        target = Path(words[words.index("--csv") + 1])
        before = target.read_bytes()
        assert "è il file da cui si leggono i dati" in refused(*words)
        assert target.read_bytes() == before


def test_only_tables_of_ours_are_written_over_unasked(tmp_path: Path, sheet: Path) -> None:
    results, out = results_file(tmp_path, ROUND), tmp_path / "tabella.csv"
    commands: list[tuple[str | Path, ...]] = [
        ("standings", results, "--formula", "vittorie"),
        ("whatif", results, "--formula", "bonus-50,vittorie"),
        ("score", sheet, "--formula", "bonus-50"),
    ]
    for words in commands:
        for lang in ("it", "en"):
            result = run(*words, "--csv", out, lang=lang)
            assert result.exit_code == 0, result.output
    for theirs in ("nome;telefono\n", SPREADSHEET, "Giocatore;turno;tavolo;punti\n", "\xff\n", "\n"):
        out.write_text(theirs, encoding="latin-1")
        for words in commands:
            assert "--force" in refused(*words, "--csv", out)
            assert out.read_text(encoding="latin-1") == theirs
    assert run(*commands[0], "--csv", out, "--force").exit_code == 0
    assert out.read_text(encoding="utf-8-sig").startswith("Pos.;Giocatore;Totale;")
    out.write_bytes(b"")
    assert run(*commands[0], "--csv", out).exit_code == 0


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    place, link = tmp_path / "vero.csv", tmp_path / "link.csv"
    place.write_bytes(b"old")
    place.chmod(0o640)
    link.symlink_to(place)
    write_whole(link, b"new")
    assert (place.read_bytes(), link.is_symlink(), place.stat().st_mode & 0o777) == (b"new", True, 0o640)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.csv", "vero.csv"]
    with pytest.raises(OSError, match="none"):
        write_whole(tmp_path / "none" / "x.csv", b"new")
    folder = tmp_path / "cartella"
    folder.mkdir()
    with pytest.raises(OSError, match="cartella"):
        write_whole(folder, b"new")
    assert list(folder.iterdir()) == []


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    results = results_file(tmp_path, ROUND)
    for target in (tmp_path, tmp_path / "none" / "x.csv", results / "x.csv"):
        said = refused("standings", results, "--formula", "bonus-50", "--csv", target)
        assert said.startswith(f"Non riesco a scrivere {target}: ")


def test_sheets_and_results_come_by_standard_input(tmp_path: Path) -> None:
    found = run("score", "-", "--formula", "bonus-50", "--json", typed=SHEET)
    assert [seat["score"] for seat in json.loads(found.stdout)["seats"]] == ["112", "55", "40", "21"]
    as_json = json.dumps(data(ROUND))
    as_toml = 'rulebook = "rtu"\n[[round]]\n[[round.table]]\n' + SHEET.partition("\n")[2].replace(
        "[[seat]]", "[[round.table.seat]]"
    )
    texts: list[tuple[str | bytes, str]] = [
        (as_json, "A"),
        (as_toml, "p1"),
        (SPREADSHEET, "Nicolò"),
        (SPREADSHEET.encode("cp1252"), "Nicolò"),
        (SPREADSHEET.encode("utf-16"), "Nicolò"),
    ]
    for typed, winner in texts:
        for command in ("standings", "whatif"):
            words = (command, "-", "--rulebook", "aziendale", "--formula", "bonus-50", "--json")
            result = run(*words, typed=typed)
            assert result.exit_code == 0, result.output
            rows = json.loads(result.stdout)["rows" if command == "standings" else "players"]
            assert rows[0]["player"] == winner
    wrong = run("score", "-", typed="seat = 3")
    assert wrong.stderr.startswith("dati in ingresso, da correggere")


def test_a_table_is_printed_as_csv(tmp_path: Path, sheet: Path) -> None:
    results = results_file(tmp_path, ROUND)
    said = run("standings", results, "--formula", "bonus-50", "--csv", "-", lang="en").stdout
    assert said.splitlines()[:2] == [
        "Pos.,Player,Total,R1,Rounds counted,Games,Tie-break",
        "1,A,112,112,1,1,",
    ]
    assert run("whatif", results, "--formula", "bonus-50", "--csv", "-").stdout.splitlines()[1] == "A;1;1"
    assert run("score", sheet, "--formula", "bonus-50", "--csv", "-").stdout.splitlines()[:2] == [
        "Formula;Piazz.;Giocatore;Punti;Perché;Clausole",
        'bonus-50;1;p1;112;"62: 62 punti tavolo; 50: 1° posto";001-FP5a 001-FP5b',
    ]
    assert "--csv - e --json" in refused("score", sheet, "--csv", "-", "--json")


def test_score_writes_every_formula_with_what_it_lacks(tmp_path: Path, sheet: Path) -> None:
    sheet.write_text(SHEET.replace("55", "62"), encoding="utf-8")
    out = tmp_path / "tavolo.csv"
    assert f"Tabella scritta in {out}." in run("score", sheet, "--csv", out).stderr
    rows = [line.split(";") for line in out.read_text(encoding="utf-8-sig").splitlines()]
    by_formula = {row[0]: row for row in rows[1:]}
    assert by_formula["bonus-50"][1:4] == ["4", "p4", "21"]
    assert by_formula["conversione-150"][1:4] == ["", "", ""]
    assert "(outside)" in by_formula["conversione-150"][4]


def test_files_that_are_no_text_are_told_with_what_to_do(tmp_path: Path) -> None:
    for name, content, what in (
        ("gara.xlsx", b"PK\x03\x04...", "esportalo in CSV"),
        ("gara.xls", b"\xd0\xcf\x11\xe0...", "esportalo in CSV"),
        ("gara.toml", 'title = "Niccolò"'.encode("cp1252"), "salvalo in UTF-8"),
        ("gara.toml", b"a\0b", "salvalo in UTF-8"),
    ):
        path = tmp_path / name
        path.write_bytes(content)
        said = refused("standings", path, "--formula", "bonus-50")
        assert said.startswith(name)
        assert what in said
    path = tmp_path / "gara.csv"
    path.write_text(SPREADSHEET, encoding="utf-8")
    assert "standings, whatif" in refused("score", path)


def test_a_regulation_asked_for_counts_only_where_the_file_names_none(tmp_path: Path, sheet: Path) -> None:
    results = results_file(tmp_path, ROUND)
    words: tuple[str | Path, ...] = ("standings", results, "--formula", "bonus-50", "--rulebook")
    assert printed(*words, "rtu")["warnings"] == []
    notice = "Il file indica già il regolamento (rtu): --rulebook milano vale solo per i tavoli"
    assert notice in printed(*words, "milano")["warnings"][0]
    assert notice in printed("whatif", results, "--formula", "bonus-50", "--rulebook", "milano")["notices"][0]
    assert notice in output("score", sheet, "--formula", "bonus-50", "--rulebook", "milano")
    sheet.write_text(SHEET.partition("\n")[2], encoding="utf-8")
    assert printed("score", sheet, "--formula", "bonus-50", "--rulebook", "milano")["rulebook"] == "milano"
    house = tmp_path / "casa.toml"
    house.write_text('id = "casa"\ntitle = "Casa"\nextends = "rtu"\n', encoding="utf-8")
    found = printed("score", sheet, "--formula", "bonus-50", "--rulebook", house)
    assert (found["rulebook"], found["warnings"]) == ("casa", [])


def test_a_file_names_a_regulation_of_the_house_beside_it(tmp_path: Path, sheet: Path) -> None:
    house = tmp_path / "casa.toml"
    house.write_text('id = "casa"\ntitle = "Casa"\nextends = "rtu"\n', encoding="utf-8")
    sheet.write_text(SHEET.replace('"rtu"', '"casa.toml"'), encoding="utf-8")
    assert printed("score", sheet, "--formula", "bonus-50")["rulebook"] == "casa"
    results = results_file(tmp_path, ROUND, rulebook="casa.toml")
    assert printed("standings", results, "--formula", "bonus-50")["rows"][0]["player"] == "A"
    assert printed("standings", results, "--formula", "bonus-50", "--rulebook", house)["warnings"] == []


def test_names_printed_as_csv_cannot_command_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows: list[tuple[str, int]] = [("A\x1b[31m", 62), ("B", 55)]
    write_csv(Path("-"), rows, "it")
    assert capsys.readouterr().out == "A\x1b[31m;62\r\nB;55\r\n"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    write_csv(Path("-"), rows, "it")
    assert capsys.readouterr().out == "A�[31m;62\nB;55\n"
