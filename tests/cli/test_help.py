"""Texts of help stand in the code in both languages; readers see theirs."""

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command

from kamchatka.cli import app, main

BETWEEN = " · "


def helps(command: Any, path: str) -> Iterator[tuple[str, str]]:
    """Every help text of a command, of its options and of the commands under it."""
    yield path, command.help or ""
    for parameter in command.params:
        if parameter.name != "help":
            yield f"{path} {parameter.name}", parameter.help or ""
    for name, under in getattr(command, "commands", {}).items():
        yield from helps(under, f"{path} {name}")


def test_every_help_text_is_in_both_languages() -> None:
    found = dict(helps(get_command(app), "kamchatka"))
    assert "kamchatka clauses missing" in found
    assert "kamchatka serve lan" in found
    assert [path for path, words in found.items() if BETWEEN not in words] == []


@pytest.mark.parametrize(
    ("words", "italian", "english"),
    [
        (["odds", "3"], "Manca D.", "D is missing."),
        (["replay"], "Manca FILE.", "FILE is missing."),
        (
            ["boh"],
            "comando «boh» non c'è. Ci sono: board,",
            "no command “boh”. There are: board,",
        ),
        (["rulebook", "boh"], "Ci sono: check, diff,", "There are: check, diff,"),
        (["play", "--boh"], "L'opzione --boh non c'è.", "There is no option --boh."),
        (["play", "--seats", "x"], "Il valore dato a --seats non va bene", "The value given to --seats"),
    ],
)
def test_a_command_typed_wrong_is_told_in_the_reader_s_language(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    words: list[str],
    italian: str,
    english: str,
) -> None:
    monkeypatch.setattr("sys.argv", ["kamchatka", *words])
    monkeypatch.setenv("KAMCHATKA_PROGRAM", "./run")
    for lang, said, usage in (("it", italian, "Uso: ./run"), ("en", english, "Usage: ./run")):
        monkeypatch.setenv("KAMCHATKA_LANG", lang)
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        assert (ended.value.code, printed.out) == (2, "")
        assert said in printed.err
        assert usage in printed.err
        assert "--help" in printed.err


def test_a_command_keeps_its_status(monkeypatch: pytest.MonkeyPatch) -> None:
    for words, status in ((["board", "check"], None), (["replay", "nessuno"], 2), (["--help"], 0)):
        monkeypatch.setattr("sys.argv", ["kamchatka", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code == status


@pytest.mark.parametrize("words", [["--help"], ["odds", "--help"], ["rulebook", "--help"]])
def test_pages_of_help_are_italian_also_where_the_library_writes(words: list[str]) -> None:
    command = [sys.executable, "-m", "kamchatka", *words]
    env = {**os.environ, "KAMCHATKA_LANG": "it", "COLUMNS": "100"}
    shown = subprocess.run(command, env=env, capture_output=True, encoding="utf-8", check=True).stdout
    assert "Opzioni" in shown
    assert "Mostra questa pagina." in shown
    assert "Uso: " in shown
    for word in ("Usage", "Options", "Commands", "Arguments", "Show this", "[required]", "[default:"):
        assert word not in shown
