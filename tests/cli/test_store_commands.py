"""`log`, `people`, `backup`, `restore` as typed, on both databases; what a second writer is told."""

import io
import json
import os
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest

from kamchatka.app.history import history
from kamchatka.app.office import TERMINAL, open_office
from kamchatka.app.register import people
from kamchatka.store.database import Holder, opened
from kamchatka.store.log import LogWriter
from kamchatka.store.people import Person
from tests.app.canaries import settle, take_part
from tests.cli.typed import Terminal
from tests.plugins.databases import TESTS

ROOT = Path(__file__).parents[2]


@pytest.fixture
def terminal(
    place: str | Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Terminal:
    """A terminal whose installation is empty, on each database in turn."""
    monkeypatch.setenv("KAMCHATKA_HOME", str(tmp_path))
    if isinstance(place, str):
        monkeypatch.setenv("KAMCHATKA_DATABASE", place)
    return Terminal(monkeypatch, capsys)


def data(terminal: Terminal, *words: str, status: int = 0) -> dict[str, object]:
    found, out, err = terminal.type("it", *words, "--json")
    assert (found, err) == (status, "")
    answer: dict[str, object] = json.loads(out)
    return answer


def test_a_new_installation_has_nothing_and_reading_makes_nothing(terminal: Terminal, tmp_path: Path) -> None:
    assert data(terminal, "log", "verify") == {"events": 0, "broken": None, "sealed_anew": {}}
    assert terminal.type("it", "log", "show")[1] == "Il registro è vuoto: non è ancora successo nulla.\n"
    assert terminal.type("en", "people", "list")[1].startswith("The register is empty. To enter somebody: ")
    assert list(tmp_path.iterdir()) == []


def test_a_person_from_entry_to_erasure(terminal: Terminal, tmp_path: Path) -> None:
    anna = data(terminal, "people", "add", "Anna Bianchi", "--club", "Aosta", "--born", "1990-05-31")["id"]
    twin = data(terminal, "people", "add", "Ana Bianchi", "--email", "ana@example.org")["id"]
    assert data(terminal, "people", "merge", "Anna Bianchi", str(twin)) == {"id": anna, "other": twin}
    [row] = json.loads(terminal.type("it", "people", "list", "--json")[1])
    assert row == {
        **{"id": anna, "name": "Anna Bianchi", "club": "Aosta", "email": "ana@example.org"},
        **{"phone": "", "born": "1990-05-31", "consent": "", "surname": ""},
    }
    status, out, _ = terminal.type("it", "people", "export", "Anna Bianchi")
    [dossier] = json.loads(out)["people"]
    assert (status, dossier["id"], len(dossier["events"])) == (0, anna, 4)
    status, out, _ = terminal.type("it", "log", "show", f"person/{anna}")
    assert "Corretti i dati di Anna Bianchi: posta elettronica." in out
    assert data(terminal, "people", "erase", "anna bianchi", "--yes") == {"id": anna}
    assert json.loads(terminal.type("it", "people", "list", "--json")[1]) == []
    assert data(terminal, "log", "verify") == {"events": 6, "broken": None, "sealed_anew": {}}
    _, out, _ = terminal.type("en", "log", "show", f"person/{anna}")
    assert f"All data of Person {str(anna)[-4:].upper()} erased." in out


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_erasing_somebody_whom_old_events_name_renews_copies_and_is_explained(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier, open_office(tmp_path / "kamchatka.db", TESTS) as office:
        earlier.setattr(LogWriter, "_coded", lambda _, feed, encoded: encoded.payload)
        [canary] = settle(office, Random(1), 1)
        event = take_part(office, canary, tmp_path)
        for who in event.clubmates:
            people.erase(office, TERMINAL, who)
        stream = f"tournament/{event.id}"
        printed = str(history(office, stream, "it").head)
    [dossier] = json.loads(terminal.type("it", "people", "export", canary.id)[1])["people"]
    assert {"kind": "word", "place": stream, "said": f"Fam{canary.marks[0]}", "erased": True} in dossier[
        "traces"
    ]
    status, out, err = terminal.type("it", "people", "erase", canary.id, "--yes")
    assert (status, err) == (0, "")
    assert "le copie che il programma fa da sé sono rinnovate" in out
    assert not [path for path in event.copies() if canary.marks[0] in path.read_text()]
    _, out, _ = terminal.type("it", "log", "verify", "--head", printed)
    assert "Impronte ritrovate: 1." in out
    assert f"«{stream}» è stato risigillato il " in out


def test_erasing_asks_first(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    data(terminal, "people", "add", "Anna")
    for answer, status, left in (("n", 1, 1), ("", 1, 1), ("sì", 0, 0)):
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{answer}\n"))
        ended, _, err = terminal.type("it", "people", "erase", "Anna")
        assert ended == status
        asked, _, said = err.partition(":")
        assert re.fullmatch(r"Cancello per sempre i dati di Anna, p-\w{16}\? \[s/N\]", asked)
        assert said.strip() == ("Non ho cancellato nulla." if status else "")
        assert len(json.loads(terminal.type("it", "people", "list", "--json")[1])) == left


def test_a_backup_comes_back_on_an_empty_installation(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data(terminal, "people", "add", "Anna")
    copy = tmp_path / "chiavetta" / "copia.jsonl"
    copy.parent.mkdir()
    assert data(terminal, "backup", str(copy)) == {"events": 1, "people": 1}
    monkeypatch.setenv("KAMCHATKA_HOME", str(tmp_path / "altro"))
    monkeypatch.delenv("KAMCHATKA_DATABASE", raising=False)
    status, out, _ = terminal.type("it", "restore", str(copy))
    assert (status, out) == (0, "Fatti nuovi: 1. Persone nuove o aggiornate: 1; cancellate: 0.\n")
    assert data(terminal, "log", "verify") == {"events": 1, "broken": None, "sealed_anew": {}}


def test_a_tampered_event_is_located(terminal: Terminal, place: str | Path) -> None:
    anna = data(terminal, "people", "add", "Anna")["id"]
    _, out, _ = terminal.type("it", "log", "show", f"person/{anna}")
    head = re.findall(r"person/p-[0-9a-f]{16}:1:[0-9a-f]{16}", out)[0]
    assert terminal.type("it", "log", "verify", "--head", head)[0] == 0
    with opened(place, Holder("thief")) as database, database.writing() as connection:
        connection.exec_driver_sql("UPDATE events SET at = '2020-01-01T00:00:00.000000Z'")
    broken = {"why": "altered", "stream": f"person/{anna}", "sequence": 1}
    assert data(terminal, "log", "verify", status=1) == {"events": 1, "broken": broken, "sealed_anew": {}}
    status, out, _ = terminal.type("it", "log", "verify")
    assert (status, out.splitlines()[0]) == (
        1,
        f"Il registro è stato toccato: il fatto 1 di «person/{anna}» non è più quello scritto allora."
        " Metti da parte il file dell'archivio e riporta l'ultima copia buona con «restore».",
    )


def test_a_cut_end_shows_against_a_head_somebody_kept(terminal: Terminal, place: str | Path) -> None:
    anna = data(terminal, "people", "add", "Anna")["id"]
    _, out, _ = terminal.type("it", "log", "show", f"person/{anna}", "--json")
    head = json.loads(out)["head"]
    with opened(place, Holder("thief")) as database, database.writing() as connection:
        for table in ("events", "people", "feeds"):
            connection.exec_driver_sql(f"DELETE FROM {table}")
    assert data(terminal, "log", "verify") == {"events": 0, "broken": None, "sealed_anew": {}}, (
        "nobody could tell without it"
    )
    found = data(terminal, "log", "verify", "--head", head, status=1)
    assert found["broken"] == {"why": "cut", "stream": f"person/{anna}", "sequence": 1}


@pytest.mark.parametrize(
    ("words", "status", "code"),
    [
        (["people", "erase", "Nessuno"], 2, "unknown_person"),
        (["people", "add", "Anna", "--born", "ieri"], 2, "person_field"),
        (["log", "show", "tavolo/9"], 2, "unknown_stream"),
        (["log", "verify", "--head", "x"], 2, "bad_head"),
        (["log", "verify", "--head", "x:" + "9" * 5000 + ":" + "a" * 16], 2, "bad_head"),
        (["backup", "x.jsonl", "--only", "boh"], 4, "nothing_to_copy"),
        (["log", "verify", "--database", "sqlite:///manca.db"], 4, "no_database"),
        (["restore", "manca.jsonl"], 4, "unreadable"),
        (["log", "verify", "--database", "mysql://x/y"], 2, "bad_address"),
        (["people", "add", "Anna", "--database", "postgresql://nobody@127.0.0.1:1/x"], 4, "unreachable"),
        (["log", "verify", "--database", "postgresql://nobody:segreto@127.0.0.1:1/x"], 4, "unreachable"),
    ],
)
def test_refusals_are_sentences_for_people_and_codes_for_programs(
    words: list[str],
    status: int,
    code: str,
    *,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("KAMCHATKA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    terminal = Terminal(monkeypatch, capsys)
    for lang in ("it", "en"):
        found, out, err = terminal.type(lang, *words)
        assert (found, out) == (status, "")
        assert err.count("\n") == 1
        assert "segreto" not in err
        found, out, said = terminal.type(lang, *words, "--json")
        answer = json.loads(out)
        assert (found, said) == (status, "")
        assert answer == {
            "error": {"code": code, "clause": None, "sentence": err.rstrip("\n"), "missing": []}
        }


def test_a_refusal_speaks_the_language_that_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KAMCHATKA_HOME", str(tmp_path))
    terminal = Terminal(monkeypatch, capsys)
    _, _, err = terminal.type("it", "log", "show", "x", "--lang", "en")
    assert err.startswith("The log has nothing about “x”.")


def test_a_file_that_is_no_database_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KAMCHATKA_HOME", str(tmp_path))
    (tmp_path / "kamchatka.db").write_bytes(b"Caro diario, " * 1000)
    terminal = Terminal(monkeypatch, capsys)
    for words in (["log", "verify"], ["people", "add", "Anna"], ["backup", "x"]):
        status, out, err = terminal.type("it", *words)
        assert (status, out) == (4, "")
        assert "è danneggiato o non è un archivio di Kamchatka" in err


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str, dict[str, str]]]:
    """A running site, its address, and the environment of its installation."""
    environment = {**os.environ, "KAMCHATKA_HOME": str(tmp_path), "KAMCHATKA_LANG": "it", "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "kamchatka", "serve", "--port", "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = re.findall(r"http://[\d.:]+", process.stdout.readline())[0]
        yield process, address, environment
        process.kill()


def test_beside_a_running_site_commands_read_and_are_told_where_to_write(
    server: tuple[subprocess.Popen[str], str, dict[str, str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    process, address, environment = server
    monkeypatch.setenv("KAMCHATKA_HOME", str(tmp_path))
    terminal = Terminal(monkeypatch, capsys)
    assert data(terminal, "log", "verify") == {"events": 0, "broken": None, "sealed_anew": {}}
    assert terminal.type("it", "log", "show")[0] == 0
    for words in (["people", "add", "Anna"], ["restore", str(tmp_path / "copia.jsonl")]):
        status, out, err = terminal.type("it", *words)
        assert (status, out) == (4, "")
        assert f"è già aperto dal sito in funzione su {address}" in err
    second = [sys.executable, "-m", "kamchatka", "serve", "--port", "0"]
    ran = subprocess.run(second, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stdout) == (4, "")
    assert address in ran.stderr
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert data(terminal, "people", "add", "Anna")["name"] == "Anna", "the lock of the dead is free"


def test_a_command_waits_for_another_that_writes_then_gives_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KAMCHATKA_HOME", str(tmp_path))
    monkeypatch.setattr("kamchatka.store.database.PATIENCE", 0.2)
    terminal = Terminal(monkeypatch, capsys)
    began = time.monotonic()
    with opened(tmp_path / "kamchatka.db", Holder("restore")):
        status, _, err = terminal.type("it", "people", "add", "Anna")
    assert status == 4
    assert "è già aperto da un altro comando («restore»)" in err
    assert time.monotonic() - began > 0.2
    assert terminal.type("it", "people", "add", "Anna")[0] == 0


def test_a_double_click_opens_the_set_up_page_and_says_what_the_window_is(tmp_path: Path) -> None:
    browser, visited = tmp_path / "browser", tmp_path / "visited"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{visited}"\n', encoding="utf-8")
    browser.chmod(0o755)
    environment = {**os.environ, "KAMCHATKA_HOME": str(tmp_path), "KAMCHATKA_LANG": "it", "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "kamchatka", "serve", "--port", "0", "--open"]
    with subprocess.Popen(
        command, env={**environment, "BROWSER": str(browser)}, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        told = [process.stdout.readline(), process.stdout.readline()]
        address = re.findall(r"http://[\d.:]+", told[0])[0]
        assert re.fullmatch(rf"{address}/avvio/\S+\n", visited.read_text(encoding="utf-8"))
        assert httpx.get(f"{address}/").status_code == 200
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == ""
    assert "Questa finestra tiene accesa Kamchatka" in told[0]
    assert told[1] == "Per fermarla chiudi questa finestra o premi Ctrl+C; i dati restano salvati.\n"


@pytest.mark.parametrize("file", ["avvia.command", "avvia.desktop"])
def test_what_is_double_clicked_starts_the_site_in_its_own_folder(tmp_path: Path, file: str) -> None:
    folder = tmp_path / "Kamchatka di prova"
    folder.mkdir()
    for name in ("avvia.command", "avvia.desktop"):
        shutil.copy(ROOT / name, folder)
    run = folder / "run"
    run.write_text('#!/bin/sh\necho "$(pwd) $*"\n', encoding="utf-8")
    run.chmod(0o755)
    command = [str(folder / file)]
    if file.endswith(".desktop"):
        line = re.findall(r"^Exec=(.*)$", (folder / file).read_text(encoding="utf-8"), re.MULTILINE)[0]
        command = [str(folder / file) if word == "%k" else word for word in shlex.split(line)]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=20, check=True)
    assert ran.stdout == f"{folder} serve --open\n"


def test_the_windows_file_starts_the_site_with_either_name_of_python() -> None:
    source = (ROOT / "avvia.cmd").read_bytes().decode("ascii")
    assert re.findall(r"\w+(?: -3)? run serve --open", source) == [
        "python run serve --open",
        "py -3 run serve --open",
    ]
    assert 'cd /d "%~dp0"\r\n' in source


def test_a_site_says_at_its_start_that_the_log_was_touched(tmp_path: Path) -> None:
    environment = {**os.environ, "KAMCHATKA_HOME": str(tmp_path), "KAMCHATKA_LANG": "it", "PYTHONUTF8": "1"}
    with open_office(tmp_path / "kamchatka.db", Holder("test")) as office:
        people.enter(office, TERMINAL, Person(name="Anna"))
    thief = sqlite3.connect(tmp_path / "kamchatka.db")
    with thief:
        thief.execute("UPDATE people SET name = 'Anna, campionessa'")
    thief.close()
    command = [sys.executable, "-m", "kamchatka", "serve", "--port", "0"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert "pronta" in process.stdout.readline()
        process.kill()
        assert "sono stati cambiati fuori dal programma (ultimo fatto buono: 1)" in process.stderr.read()
