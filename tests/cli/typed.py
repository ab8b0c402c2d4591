"""Words typed at the terminal, what comes back, and every command there is."""

from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command

from kamchatka.cli import app, main
from kamchatka.cli.app import COMMANDS, loaded


def _under(command: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield path, command
    for name, under in getattr(command, "commands", {}).items():
        yield from _under(under, (*path, name))


ALL: dict[tuple[str, ...], Any] = {(): get_command(app)}
for _name in COMMANDS:
    ALL |= dict(_under(loaded(_name), (_name,)))


class Terminal:
    """Types words and reads what comes back: status, output, complaints."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._patch, self._capsys = monkeypatch, capsys
        monkeypatch.setenv("COLUMNS", "200")
        monkeypatch.setenv("KAMCHATKA_PROGRAM", "./run")

    def type(self, lang: str, *words: str) -> tuple[int, str, str]:
        self._patch.setenv("KAMCHATKA_LANG", lang)
        self._patch.setattr("sys.argv", ["kamchatka", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        printed = self._capsys.readouterr()
        return int(ended.value.code or 0), printed.out, printed.err
