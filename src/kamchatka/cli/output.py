"""How commands print: JSON for programs, tables for people, errors as sentences."""

import json
import os
import shlex
from collections.abc import Callable, Iterable
from typing import Annotated, NoReturn
from unicodedata import category

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from kamchatka.messages import DEFAULT_LANGUAGE, LANGUAGES, Language, text

AsJson = Annotated[
    bool, typer.Option("--json", help="Dati in JSON, per i programmi · Data as JSON, for programs.")
]
Lang = Annotated[str, typer.Option(help="Lingua: it o en · Language: it or en.")]


def language(wanted: str = "") -> Language:
    """The language asked for with `--lang`; else English where `KAMCHATKA_LANG`, or the locale, says so.

    The rule of `run`, which speaks before this module can be imported; a test keeps the two alike. The
    variables are read directly: Python reports the plain `C.UTF-8` locale as English.
    """
    if wanted:
        known = next((lang for lang in LANGUAGES if lang == wanted), None)
        return known or fail(text("cli.language", language(), value=wanted))
    variables = ("KAMCHATKA_LANG", "LC_ALL", "LANG")
    found = next((value for name in variables if (value := os.environ.get(name))), "")
    return "en" if found.lower().startswith("en") else DEFAULT_LANGUAGE


def program() -> str:
    """What to type to call us: `run` says how it was called, since after it no `kamchatka` is on the path."""
    return os.environ.get("KAMCHATKA_PROGRAM") or "kamchatka"


def command(*words: object) -> str:
    """A whole command to copy, a path with spaces included."""
    return " ".join((program(), *(shlex.quote(str(word)) for word in words)))


OBEYED = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Kinds of characters that a terminal obeys instead of showing: controls, directions, other line ends."""


def harmless(words: str, instead: Callable[[str], str] = lambda sign: "\ufffd") -> str:
    """Words that may quote a stranger's file, with nothing in them that the terminal would obey."""
    if words.replace("\n", "").isprintable():
        return words
    return "".join(instead(sign) if sign != "\n" and category(sign) in OBEYED else sign for sign in words)


class HarmlessConsole(Console):
    """Shows what strangers wrote without ever obeying it, wherever it stands: in a table or a sentence."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The pieces to print; those that hold words are harmless, controls of our own stay."""
        for words, style, control in super().render(renderable, options):
            yield Segment(words if control else harmless(words), style, control)


def console() -> Console:
    """Where people read; width follows the terminal, colour only where it shows.

    Titles and file names are shown as they were written: nothing in a string is a command to the terminal,
    and what has a style is a `Text`.
    """
    return HarmlessConsole(highlight=False, markup=False, emoji=False)


def json_text(data: object) -> str:
    """Data for programs: one JSON document, harmless on a terminal too."""
    said = json.dumps(data, ensure_ascii=False, indent=2)
    return harmless(said, instead=lambda sign: json.dumps(sign)[1:-1])


def print_json(data: object) -> None:
    """Data for programs, on standard output."""
    typer.echo(json_text(data))


def remark(message: str) -> None:
    """Say something on standard error, beside what the command prints."""
    typer.echo(harmless(message), err=True)


def fail(message: str) -> NoReturn:
    """Say on standard error what is wrong and what to do, and end with status 2."""
    remark(message)
    raise typer.Exit(2)
