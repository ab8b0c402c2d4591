"""How commands print: JSON for programs, tables for people, errors as sentences."""

import errno
import json
import os
import shlex
import unicodedata
from collections.abc import Iterable
from typing import Annotated, NoReturn

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from kamchatka.messages import DEFAULT_LANGUAGE, Language, text

AsJson = Annotated[
    bool, typer.Option("--json", help="Dati in JSON, per i programmi · Data as JSON, for programs.")
]


def language() -> Language:
    """The language of the terminal: English where `KAMCHATKA_LANG`, or the locale, says so.

    The rule of `run`, which speaks before this module can be imported; a test keeps the two alike. The
    variables are read directly: Python reports the plain `C.UTF-8` locale as English.
    """
    variables = ("KAMCHATKA_LANG", "LC_ALL", "LANG")
    wanted = next((value for name in variables if (value := os.environ.get(name))), "")
    return "en" if wanted.lower().startswith("en") else DEFAULT_LANGUAGE


def program() -> str:
    """What to type to call us: `run` says how it was called, since after it no `kamchatka` is on the path."""
    return os.environ.get("KAMCHATKA_PROGRAM") or "kamchatka"


def command(*words: object) -> str:
    """A whole command to copy, a path with spaces included."""
    return " ".join((program(), *(shlex.quote(str(word)) for word in words)))


OBEYED = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Kinds of characters that a terminal obeys instead of showing: controls, directions, other line ends."""


def harmless(words: str) -> str:
    """Words that may quote a stranger's file, with nothing in them that the terminal would obey."""
    if words.isprintable():
        return words
    return "".join("�" if sign != "\n" and unicodedata.category(sign) in OBEYED else sign for sign in words)


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


def print_json(data: object) -> None:
    """Data for programs: one JSON document on standard output, harmless on a terminal too."""
    said = json.dumps(data, ensure_ascii=False, indent=2)
    if not said.replace("\n", "").isprintable():
        risky = {sign for sign in said if sign != "\n" and unicodedata.category(sign) in OBEYED}
        said = said.translate({ord(sign): json.dumps(sign)[1:-1] for sign in risky})
    typer.echo(said)


TROUBLE = {
    errno.ENOENT: "missing",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EISDIR: "folder",
    errno.ENOTDIR: "not_folder",
    errno.EEXIST: "not_folder",  # of a folder that could not be made
    errno.ENOSPC: "full",
    errno.EROFS: "read_only",
    errno.ENAMETOOLONG: "too_long",
}


def trouble(error: OSError | UnicodeError, lang: Language) -> str:
    """Why a file cannot be read or written, without a full stop; rare reasons are in the system's words."""
    if isinstance(error, UnicodeError):
        return text("cli.trouble.not_text", lang)
    code = TROUBLE.get(error.errno or 0)
    return text(f"cli.trouble.{code}", lang) if code else error.strerror or str(error)


def fail(message: str) -> NoReturn:
    """Say on standard error what is wrong and what to do, and end with status 2."""
    out = HarmlessConsole(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)
    out.print(message)
    raise typer.Exit(2)
