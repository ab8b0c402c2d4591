"""`kamchatka simulate` from the outside: reports, files, pictures, refusals, Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from kamchatka.cli import app
from kamchatka.rulebook import load
from kamchatka.simulate.batch import play_rows
from tests.simulate.plans import plan

pytestmark = pytest.mark.xdist_group("kernel")

PNG = b"\x89PNG\r\n\x1a\n"
SMALL = ["--games", "200", "--seed", "20", "--laps", "6"]


def simulate(*words: str, lang: str = "it") -> Result:
    return CliRunner().invoke(app, ["simulate", *words], env={"KAMCHATKA_LANG": lang, "COLUMNS": "110"})


def data(*words: str) -> dict[str, Any]:
    found = simulate(*words, "--json")
    assert found.exit_code == 0, found.output
    report: dict[str, Any] = json.loads(found.stdout)
    return report


def test_json_holds_what_programs_rely_on() -> None:
    found = data("--rulebook", "rtu", "--bots", "soldato,soldato,soldato,soldato", *SMALL, "--threads", "2")
    rows = play_rows(plan(), range(200))
    assert found["rulebook"] == "rtu"
    assert found["digest"] == load("rtu").digest()
    assert (found["games"], found["seed"], found["laps"], found["interrupted"]) == (200, 20, 6, False)
    assert found["wins_by_seat"] == [int((rows["winner"] == seat).sum()) for seat in range(4)]
    assert sum(found["endings"].values()) == 200
    assert found["turns_per_game"] == rows["turns"].mean()
    assert found["rolls_per_game"] == rows["rolls"].mean()
    assert found["seconds"] > 0
    assert found["games_per_second"] == pytest.approx(200 / found["seconds"], rel=1e-3)


def test_threads_and_the_compiler_do_not_change_the_report() -> None:
    words = ("--rulebook", "milano", "--games", "24", "--seed", "7", "--laps", "4")
    digests = {
        data(*words, *more)["results_digest"]
        for more in (("--threads", "1"), ("--threads", "3"), ("--interpreted",))
    }
    assert len(digests) == 1


def test_a_single_name_fills_the_table() -> None:
    found = data("--rulebook", "rtu", "--bots", "random", "--seats", "5", "--games", "5")
    assert found["bots"] == ["recluta"] * 5
    assert found["laps"] == 14


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "it",
            ("Vittorie per posto", "Vittorie per bot", "Vittorie per obiettivo", "200 partite"),
        ),
        ("en", ("Wins by seat", "Wins by bot", "Wins by objective", "200 games")),
    ],
)
def test_the_report_speaks_the_readers_language(lang: str, words: tuple[str, ...]) -> None:
    found = simulate("--rulebook", "rtu", "--bots", "soldato,recluta,recluta,soldato", *SMALL, lang=lang)
    assert found.exit_code == 0
    assert [word for word in words if word not in found.stdout] == []


def test_pictures_are_drawn_into_a_folder_that_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "pictures"
    bots = "soldato,recluta,recluta,soldato"
    assert simulate("--rulebook", "rtu", "--bots", bots, *SMALL, "--plot", str(folder)).exit_code == 0
    names = {"seats.png", "length.png", "endings.png", "objectives.png", "bots.png"}
    assert {path.name for path in folder.iterdir()} == names
    assert all(path.read_bytes().startswith(PNG) for path in folder.iterdir())


def test_a_comparison_says_how_it_was_made(tmp_path: Path) -> None:
    sides = ("--compare", "rtu", "rtu:closing.first=7,closing.cap=12")
    shown = simulate(*sides, *SMALL, "--plot", str(tmp_path), lang="en")
    assert shown.exit_code == 0
    assert "Newcombe" in shown.stdout
    assert (tmp_path / "difference.png").read_bytes().startswith(PNG)
    found = data(*sides, *SMALL)
    assert found["a"]["digest"] != found["b"]["digest"]
    assert len(found["difference"]["win_rate_by_seat"]) == 4
    assert found["games"] == 200


@pytest.mark.parametrize("name", ["games.csv", "games.parquet"])
def test_a_file_can_be_gone_on_with_by_its_name_alone(tmp_path: Path, name: str) -> None:
    path = str(tmp_path / name)
    options = ("--rulebook", "rtu:closing.first=5", "--seed", "3", "--laps", "4")
    first = data(*options, "--games", "50", "--out", path)
    more = data("--resume", path, "--games", "120")
    whole = data(*options, "--games", "120")
    assert first["games"] == 50
    assert (more["games"], more["games_resumed"]) == (120, 50)
    assert more["results_digest"] == whole["results_digest"]
    assert data("--resume", path, "--games", "120")["games_resumed"] == 120


def test_a_file_of_another_plan_is_refused_with_what_differs(tmp_path: Path) -> None:
    path = str(tmp_path / "games.csv")
    data("--rulebook", "rtu", *SMALL, "--out", path)
    before = Path(path).read_bytes()
    found = simulate("--resume", path, "--seed", "21")
    assert found.exit_code == 2
    assert "seed: 20 ≠ 21" in found.stderr
    found = simulate("--resume", path, "--rulebook", "milano")
    assert "rulebook: rtu ≠ milano" in found.stderr
    found = simulate("--resume", path, "--games", "10")
    assert "200" in found.stderr
    assert Path(path).read_bytes() == before


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ["--rulebook", "rtu", "--bots", "caporale"],
            "«caporale»: scegli tra recluta, soldato, sergente",
        ),
        (
            ["--rulebook", "rtu", "--bots", "soldato,soldato,soldato"],
            "3 bot, ma «rtu» si gioca in 4, 5",
        ),
        (["--rulebook", "rtu", "--bots", "soldato,random", "--seats", "4"], "Hai scritto 2 bot per 4 posti"),
        (["--rulebook", "rtu", "--seats", "6"], "«rtu» non si gioca in 6: scegli tra 4, 5"),
        (["--rulebook", "rtu", "--games", "0"], "almeno 1: hai scritto 0"),
        (["--rulebook", "rtu", "--games", "-5"], "almeno 1: hai scritto -5"),
        (["--rulebook", "rtu", "--threads", "0"], "da 1 a 256: hai scritto 0"),
        (["--rulebook", "rtu", "--laps", "0"], "da 1 a 300: hai scritto 0"),
        (["--rulebook", "rtu", "--seed", "-1"], "Il seme è un numero intero"),
        (["--rulebook", "nessuno"], "nessuno"),
        (["--games", "5"], "Manca il regolamento"),
        (["--compare", "rtu", "rtu:closing.frist=5"], "closing.frist"),
        (["--compare", "rtu", "rtu:frist"], "sezione.chiave=valore"),
        (["--compare", "rtu", "milano", "--out", "x.csv"], "--compare e --out non si possono usare insieme"),
        (["--rulebook", "rtu", "--out", "nowhere/x.csv"], "Non si può scrivere in nowhere/x.csv"),
        (["--rulebook", "rtu", "--out", "nowhere/x.parquet"], "Non si può scrivere in nowhere/x.parquet"),
        (["--rulebook", "rtu", "--out", "x.txt"], "deve finire in .csv, .parquet"),
        (["--rulebook", "rtu", "--plot", "taken/pictures"], "La cartella taken/pictures non si può usare"),
        (["--resume", "none.csv"], "Non si può leggere none.csv"),
    ],
)
def test_what_cannot_be_done_gets_a_sentence(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    found = simulate(*words)
    assert (found.exit_code, found.stdout) == (2, "")
    assert told in found.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_ctrl_c_reports_on_what_was_played_and_the_file_can_be_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    words = [
        "simulate",
        "--rulebook",
        "rtu",
        "--interpreted",
        "--games",
        "100000",
        "--seed",
        "9",
        "--laps",
        "3",
    ]
    with subprocess.Popen(
        [sys.executable, "-m", "kamchatka", *words, "--threads", "1", "--out", str(path), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "KAMCHATKA_LANG": "en"},
    ) as running:
        deadline = time.monotonic() + 60
        while not (path.exists() and path.read_bytes().count(b"\n") > 12):
            assert time.monotonic() < deadline, "no rows came"
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        told, complained = running.communicate(timeout=60)
    report = json.loads(told)
    assert running.returncode == 130
    assert report["interrupted"]
    assert 10 <= report["games"] < 100_000
    assert path.read_bytes().count(b"\n") == report["games"] + 2
    assert f"--resume {path}" in complained
    more = data("--resume", str(path), "--games", str(report["games"] + 5))
    assert more["games_resumed"] == report["games"]
