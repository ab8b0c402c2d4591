"""The terminal beside a running site: the site executes its commands, for the owner of the database only."""

import io
import json
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from kamchatka.app.office import Office, open_office
from kamchatka.app.tables.tables import open_live
from kamchatka.app.terminal import ADDRESS, SECRET
from kamchatka.app.tournaments.opening import listed, open_tournament
from kamchatka.cli.app import run
from kamchatka.cli.beside_site import secret_file, terminal_of
from kamchatka.store.database import Holder
from kamchatka.web import create_app
from tests.web import played
from tests.web.site import served


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Office, Path]]:
    """A running site with a published round, and its database."""
    home = tmp_path_factory.mktemp("site")
    database = home / "kamchatka.db"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with (
        open_office(database, Holder("serve", address)) as office,
        terminal_of(database, office) as terminal,
    ):
        played.entered(office, 8)
        played.go_on(office, "raduno", "record")
        with served(create_app(home, office=office, terminal=terminal), port=port):
            yield address, office, database


@pytest.fixture
def at_home(site: tuple[str, Office, Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KAMCHATKA_HOME", str(site[2].parent))
    monkeypatch.setenv("KAMCHATKA_LANG", "it")
    return site[2]


def test_commands_write_through_the_site(
    site: tuple[str, Office, Path], at_home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    _, office, _ = site
    assert run(["tournament", "venue", "raduno", "2", "Sala B"]) == 0
    assert "il tavolo 2 è in «Sala B»" in capfd.readouterr().out
    assert open_tournament(office, "raduno").tournament.rounds[0].tables[2].venue == "Sala B"
    assert run(["table", "open", "raduno", "1", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["table"] == 1
    assert run(["table", "clock", "raduno", "1", "--start"]) == 0
    assert open_live(office, "raduno", 1).table.clock.is_running
    assert run(["tournament", "venue", "raduno", "2", "Sala A/B"]) == 0
    assert open_tournament(office, "raduno").tournament.rounds[0].tables[2].venue == "Sala A/B"


def test_files_are_those_of_the_folder_where_the_command_was_typed(
    site: tuple[str, Office, Path], at_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, office, database = site
    (tmp_path / "gita.toml").write_text('id = "gita"\nextends = "tre-partite"\n', encoding="utf-8")
    (tmp_path / "elenco.csv").write_text("nome\nIvo Neri\n", encoding="utf-8")
    headers = {"sec-fetch-site": "none", SECRET: secret_file(database).read_text()}
    for words in (["new", "Gita", "--format", "gita.toml"], ["import", "gita", "elenco.csv"]):
        asked = {"words": ["tournament", *words], "typed": "", "folder": str(tmp_path)}
        assert httpx.post(f"{address}{ADDRESS}", json=asked, headers=headers).json()["status"] == 0
    desk = open_tournament(office, "gita")
    assert (desk.tournament.format.id, len(desk.tournament.entrants)) == ("gita", 1)
    monkeypatch.setattr("sys.stdin", io.StringIO("si\n"))
    assert run(["tournament", "remove", "gita"]) == 0
    assert listed(office) == ["raduno"]


def test_a_refusal_comes_back_with_its_sentence_and_status(
    at_home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(["tournament", "venue", "raduno", "9", "Sala B"]) == 2
    assert "tavolo 9" in capfd.readouterr().err


def test_without_the_secret_the_site_refuses_and_the_terminal_says_who_holds_the_database(
    site: tuple[str, Office, Path], at_home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    address, office, database = site
    file = secret_file(database)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    asked = {"words": ["tournament", "venue", "raduno", "1", "Cantina"], "typed": "", "folder": "."}
    own = {"sec-fetch-site": "none"}
    for headers in (
        own,
        {**own, SECRET: "indovinato"},
        {**own, SECRET: file.read_text(), "x-forwarded-for": "1"},
    ):
        assert httpx.post(f"{address}{ADDRESS}", json=asked, headers=headers).status_code == 404
    foreign = {SECRET: file.read_text(), "origin": "http://altrove.example"}
    assert httpx.post(f"{address}{ADDRESS}", json=asked, headers=foreign).status_code == 403
    secret = file.read_bytes()
    file.unlink()
    assert run(["tournament", "venue", "raduno", "1", "Cantina"]) == 4
    assert address in capfd.readouterr().err
    file.write_bytes(secret)
    assert open_tournament(office, "raduno").tournament.rounds[0].tables[1].venue == ""


def test_other_commands_are_not_executed_by_the_site(
    site: tuple[str, Office, Path], at_home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    address, _, database = site
    headers = {"sec-fetch-site": "none", SECRET: secret_file(database).read_text()}
    asked = {"words": ["demo", "--remove"], "typed": "", "folder": "."}
    assert httpx.post(f"{address}{ADDRESS}", json=asked, headers=headers).json()["status"] == 2
    assert run(["demo"]) == 4
    assert address in capfd.readouterr().err
