"""Games of the terminal are found where it keeps them, told as they stand, and never touched."""

import os
from pathlib import Path

import pytest

from kamchatka.app.files import data_folder, games_folder
from kamchatka.app.games.game_file import new_path
from kamchatka.app.games.record_summary import summary_of
from kamchatka.app.games.terminal_games import MOST_LISTED, TerminalGames, id_of
from kamchatka.game.record_json import record_to_json
from kamchatka.game.record_text import record_to_text
from tests.app.games import finished, unfinished


def write(home: Path, name: str, content: str, *, at: int = 0) -> None:
    folder = games_folder(home)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(content, encoding="utf-8")
    os.utime(folder / name, ns=(at, at))


def state(home: Path) -> dict[str, tuple[bytes, int]]:
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in games_folder(home).iterdir()}


def test_a_game_of_the_terminal_is_listed_finished_or_not(tmp_path: Path) -> None:
    write(tmp_path, "prima.partita", record_to_text(finished()), at=1)
    write(tmp_path, "seconda.json", record_to_json(unfinished()), at=2)
    before = state(tmp_path)
    games = TerminalGames(tmp_path)
    listed = games.listed()
    assert [one.id for one in listed] == [id_of("seconda.json"), id_of("prima.partita")]
    assert [one.summary.is_finished for one in listed if one.summary] == [False, True]
    assert not any(one.is_upload for one in listed)
    story = games.story(id_of("prima.partita"))
    assert story is not None
    assert summary_of(story) == listed[1].summary
    assert state(tmp_path) == before
    assert games.listed() == listed


def test_what_is_no_game_is_left_out(tmp_path: Path) -> None:
    assert TerminalGames(tmp_path).listed() == []
    write(tmp_path, "note.txt", "comprare i dadi")
    write(tmp_path, "rotta.partita", record_to_text(finished()).replace("Anna", "Zita"))
    write(tmp_path, "partita.partita.segreto", "00" * 32)
    write(tmp_path, ".partita.partita.draft", record_to_text(finished()))
    write(tmp_path, "grande.json", "x" * (5 * 1024 * 1024))
    (games_folder(tmp_path) / "vuota.json").mkdir()
    (games_folder(tmp_path) / "persa.partita").symlink_to(tmp_path / "niente")
    (games_folder(tmp_path) / "bytes.txt").write_bytes(b"\xff\xfe")
    assert TerminalGames(tmp_path).listed() == []
    assert TerminalGames(tmp_path).story(id_of("niente")) is None
    assert TerminalGames(tmp_path).version("giocata-../x") is None


def test_a_game_in_progress_is_told_as_it_stands(tmp_path: Path) -> None:
    games = TerminalGames(tmp_path)
    write(tmp_path, "serata.partita", record_to_text(unfinished()), at=1)
    id = id_of("serata.partita")
    first = games.version(id)
    assert [one.summary.is_finished for one in games.listed() if one.summary] == [False]
    write(tmp_path, "serata.partita", record_to_text(finished()), at=2)
    assert games.version(id) != first
    assert [one.summary.is_finished for one in games.listed() if one.summary] == [True]


def test_only_the_newest_are_listed(tmp_path: Path) -> None:
    for number in range(MOST_LISTED + 2):
        write(tmp_path, f"{number}.partita", record_to_text(finished()), at=number)
    assert [one.id for one in TerminalGames(tmp_path).listed()] == [
        id_of(f"{number}.partita") for number in range(MOST_LISTED + 1, 1, -1)
    ]


def test_the_terminal_keeps_games_where_the_site_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KAMCHATKA_HOME", str(tmp_path))
    assert new_path("", "1").parent == games_folder(data_folder())
