"""`kamchatka play` driven as people drive it: words after the command, lines typed into it."""

from pathlib import Path

from typer.testing import CliRunner, Result

from kamchatka.cli import app
from kamchatka.game.record import Record
from kamchatka.game.record_file import read_record

FOUR = "anna,bruno,soldato,random"
ENTERS = "\n" * 3000
LEFT = 3
REFUSED = 2


def play(*words: str, typed: str = ENTERS, lang: str = "it") -> Result:
    """The command with these words, and these lines typed into it."""
    env = {"KAMCHATKA_LANG": lang, "COLUMNS": "80"}
    return CliRunner().invoke(app, ["play", *words], input=typed, env=env)


def short(record: Path, *words: str) -> list[str]:
    """The words of a short game from a seed, kept in this file."""
    return ["--players", FOUR, "--seed", "5", "--laps", "1", "--record", str(record), *words]


def bots_only(record: Path) -> list[str]:
    """The words of a game that needs nobody."""
    return [
        *("--players", "soldato,soldato,soldato,soldato", "--seed", "1"),
        *("--laps", "1", "--record", str(record)),
    ]


def flat(printed: str) -> str:
    """One line, one space between words."""
    return " ".join(printed.split())


def kept(path: Path) -> Record:
    """The record in a file."""
    return read_record(path.read_bytes())
