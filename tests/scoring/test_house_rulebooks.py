"""A club's own regulation, in a file beside the sheet or the results that name it."""

from pathlib import Path
from typing import Any

import pytest

from kamchatka.faults import Fault
from kamchatka.messages import LANGUAGES
from kamchatka.rulebook import load
from kamchatka.scoring.files import FaultySheet
from kamchatka.scoring.results.reading import read_results, read_results_csv
from kamchatka.scoring.sheet.reading import read_sheet
from tests.scoring.builders import written

HOUSE = """
id = "casa"
title = "Regole di casa"
about = "Come il regolamento dei tornei, con i confini che valgono doppio."
title_en = "House rules"
about_en = "As the tournament rules, with borders that count twice."
extends = "rtu"

[tally]
borders_inside = 2
"""
PLAIN = ("points = 62", "points = 55", "points = 40", "points = 21")
CSV = "turno;tavolo;giocatore;punti;regolamento\n1;1;A;62;{book}\n1;1;B;55;\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "Casa.toml").write_text(HOUSE, encoding="utf-8")
    (tmp_path / "regole").mkdir()
    (tmp_path / "regole" / "casa.toml").write_text(HOUSE, encoding="utf-8")
    (tmp_path / "rotto.toml").write_text("id = 'rotto'\n[tally]\nborders = 3\n", encoding="utf-8")
    (tmp_path / "latino.toml").write_bytes(b"title = 'Niccol\xf2'")
    return tmp_path


def faults(book: str, folder: Path | None) -> tuple[Fault, ...]:
    with pytest.raises(FaultySheet) as caught:
        read_sheet(written(book, *PLAIN), name="a.toml", folder=folder)
    for lang in LANGUAGES:
        assert caught.value.report(lang)
    return caught.value.faults


@pytest.mark.parametrize("book", ["Casa.toml", "regole/casa.toml", "./Casa.toml"])
def test_a_sheet_may_name_a_file_beside_it(folder: Path, book: str) -> None:
    found = read_sheet(written(book, *PLAIN), name="a.toml", folder=folder)
    assert found.sheet.rulebook.id == "casa"
    assert found.sheet.rulebook.tally.borders_inside == 2


def test_what_a_sheet_names_counts_before_what_is_given(folder: Path) -> None:
    found = read_sheet(written("Casa.toml", *PLAIN), name="a.toml", folder=folder, rulebook=load("milano"))
    assert found.sheet.rulebook.id == "casa"
    unnamed = written("x", *PLAIN).partition("\n")[2]
    assert read_sheet(unnamed, name="a.toml", rulebook=load("milano")).sheet.rulebook.id == "milano"


def test_results_may_name_it_for_all_tables_or_for_one(folder: Path) -> None:
    table = "[[round.table]]\n{book}[[round.table.seat]]\nplayer = 'a'\npoints = 3\n"
    table += "[[round.table.seat]]\nplayer = 'b'\npoints = 2\n"
    named = 'rulebook = "Casa.toml"\n'
    for source in (
        named + "[[round]]\n" + table.format(book=""),
        "[[round]]\n" + table.format(book=named),
    ):
        (found,) = read_results(source, name="g.toml", folder=folder).tables()
        assert found.sheet is not None
        assert found.sheet.rulebook.id == "casa"


def test_a_spreadsheet_may_name_it_as_it_is_written(folder: Path) -> None:
    (found,) = read_results_csv(CSV.format(book="Casa.toml"), name="g.csv", folder=folder).tables()
    assert found.sheet is not None
    assert found.sheet.rulebook.id == "casa"


def test_a_file_that_is_not_there_is_named(folder: Path) -> None:
    for book in ("altra.toml", "latino.toml", "regole"):
        (fault,) = faults(book, folder)
        assert fault.where == "rulebook"
    (fault,) = faults("altra.toml", folder)
    assert fault.code == "no_rulebook_file"
    assert "«altra.toml»" in fault.sentence("it")


def test_without_a_folder_no_file_is_looked_at(folder: Path) -> None:
    (fault,) = faults(str(folder / "Casa.toml"), None)
    assert fault.code == "unknown_rulebook"


def test_files_elsewhere_are_left_alone(folder: Path) -> None:
    for book in ("../casa.toml", str(folder / "Casa.toml"), "regole/../Casa.toml"):
        assert [fault.code for fault in faults(book, folder)] == ["rulebook_elsewhere"]


def test_the_faults_of_the_regulation_are_told_with_its_name(folder: Path) -> None:
    (fault,) = faults("rotto.toml", folder)
    assert fault.code == "faulty_rulebook"
    for lang in LANGUAGES:
        assert "rotto.toml" in fault.sentence(lang)
        assert "tally.borders" in fault.sentence(lang)


def test_one_missing_regulation_is_told_once_for_all_tables(folder: Path) -> None:
    seats: list[dict[str, Any]] = [{"player": "a", "points": 3}, {"player": "b", "points": 2}]
    lines = [f"{turn};1;{seat['player']};3;altra.toml" for turn in range(1, 9) for seat in seats]
    source = CSV.partition("\n")[0] + "\n" + "\n".join(lines)
    with pytest.raises(FaultySheet) as caught:
        read_results_csv(source, name="g.csv", folder=folder)
    assert [(fault.code, fault.line) for fault in caught.value.faults] == [("no_rulebook_file", 2)]


def test_a_regulation_extends_nothing_outside_its_folder(folder: Path) -> None:
    inside = folder / "dentro"
    inside.mkdir()
    (inside / "mio.toml").write_text('id = "mio"\ntitle = "Mio"\nextends = "../rotto"\n', encoding="utf-8")
    (fault,) = faults("mio.toml", inside)
    assert "«../rotto», che non esiste" in fault.sentence("it")
