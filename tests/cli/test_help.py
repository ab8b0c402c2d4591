"""`--help` speaks Italian and English at once, because it cannot know who reads it."""

from collections.abc import Iterator
from typing import Any

from typer.main import get_command

from kamchatka.cli import app

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
