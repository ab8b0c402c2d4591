"""Texts of help stand in the code in both languages; readers see theirs. Nothing is imported to list them."""

import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module

import pytest
import typer

from kamchatka.cli import app
from kamchatka.cli.app import COMMANDS
from tests.cli.typed import ALL, Terminal

BETWEEN = " · "


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys)


def written(group: typer.Typer, path: str) -> Iterator[tuple[str, str]]:
    """Every text of help of a group as it stands in the code, paragraph by paragraph."""
    yield path, str(group.info.help)
    for command in group.registered_commands:
        assert command.callback is not None
        yield from of_function(command.callback, f"{path} {command.name or command.callback.__name__}")


def of_function(function: object, path: str) -> Iterator[tuple[str, str]]:
    assert callable(function)
    for paragraph in (inspect.getdoc(function) or "").split("\n\n"):
        yield path, paragraph
    for name, parameter in inspect.signature(function).parameters.items():
        (setting,) = parameter.annotation.__metadata__
        yield f"{path} {name}", setting.help or ""


@pytest.mark.parametrize("name", COMMANDS)
def test_every_text_of_help_has_two_halves(name: str) -> None:
    where, line = COMMANDS[name]
    module, _, attribute = where.partition(":")
    found = getattr(import_module(module), attribute)
    texts = written(found, name) if isinstance(found, typer.Typer) else of_function(found, name)
    for path, paragraph in [(name, line), *texts]:
        halves = paragraph.split(BETWEEN)
        assert len(halves) == 2, path
        assert all(half.strip() for half in halves), path
        # What can be typed is told in both: file endings, numbers, names of options.
        typed = [set(re.findall(r"(?<!\S)(?:\.[a-z]+|--[a-z]+|\d+)\b", half)) for half in halves]
        assert typed[0] == typed[1], path


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_a_page_of_help_shows_the_reader_s_half(terminal: Terminal, path: tuple[str, ...]) -> None:
    pages = {lang: terminal.type(lang, *path, "--help") for lang in ("it", "en")}
    for status, out, err in pages.values():
        assert (status, err) == (0, "")
        assert " ".join(("Usage: ./run", *path)) in out
        assert BETWEEN not in out
    assert pages["it"][1] != pages["en"][1]


def test_halves_become_sentences(terminal: Terminal) -> None:
    assert "Controlla dadi e carte di una partita.\n" in unpadded(terminal.type("it", "verify", "--help")[1])
    shown = unpadded(terminal.type("en", "verify", "--help")[1])
    assert "Check the dice and cards of a game.\n" in shown
    assert "Exit 0: all verified; 1: something is wrong; 2: not a record;" in shown


def unpadded(shown: str) -> str:
    return "\n".join(line.strip() for line in shown.splitlines())


def test_the_first_page_lists_every_command_and_imports_none() -> None:
    code = (
        "import sys, contextlib; from kamchatka.cli import main\n"
        "sys.argv = ['kamchatka', '--help']\n"
        "with contextlib.suppress(SystemExit): main()\n"
        "print('loaded', *sorted(name for name in sys.modules if name.startswith('kamchatka.')))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    page, _, loaded = shown.rpartition("loaded ")
    assert [name for name in COMMANDS if f" {name} " not in page] == []
    assert loaded.split() == [
        *("kamchatka.cli", "kamchatka.cli.app", "kamchatka.cli.output", "kamchatka.messages"),
        *("kamchatka.messages.decimals", "kamchatka.refusals"),
    ]


def test_the_table_and_the_list_of_commands_are_one() -> None:
    assert [command.name for command in app.registered_commands] == list(COMMANDS)


def test_a_command_keeps_its_status(terminal: Terminal) -> None:
    for words, status in ((["board", "check"], 0), (["replay", "nessuno"], 2), (["--help"], 0)):
        assert terminal.type("it", *words)[0] == status


def test_help_comes_by_itself_where_a_group_stands_alone(terminal: Terminal) -> None:
    """Also after a double dash, which says that no options follow."""
    for words in (["rulebook"], ["--", "rulebook"]):
        status, out, err = terminal.type("it", *words)
        assert (status, err) == (2, "")
        assert "Usage: ./run rulebook [OPTIONS] COMMAND [ARGS]..." in out
