"""How commands print: JSON for programs, tables for people, errors as sentences."""

import json
import os
import shlex
from collections.abc import Callable, Iterable
from contextvars import ContextVar
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


WORDS: ContextVar[tuple[str, ...]] = ContextVar("words", default=())
"""The words of the command under way."""


def language(wanted: str = "") -> Language:
    """The language of `--lang`, else of `KAMCHATKA_LANG`, else of the locale; Italian by default.

    Same rule as in the script `run`, which prints before this module can be imported; a test compares the
    two. The variables are read directly, since Python reports the plain `C.UTF-8` locale as English.
    """
    if wanted:
        known = next((lang for lang in LANGUAGES if lang == wanted), None)
        return known or fail(text("cli.language", language(), value=wanted))
    variables = ("KAMCHATKA_LANG", "LC_ALL", "LANG")
    found = next((value for name in variables if (value := os.environ.get(name))), "")
    return "en" if found.lower().startswith("en") else DEFAULT_LANGUAGE


def program() -> str:
    """How to invoke this program: `run` passes its own name, since it puts no `kamchatka` on the path."""
    return os.environ.get("KAMCHATKA_PROGRAM") or "kamchatka"


def command(*words: object) -> str:
    """A whole command to copy, with words quoted for the shell."""
    return " ".join((program(), *(shlex.quote(str(word)) for word in words)))


OBEYED = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode categories that a terminal interprets: controls, text direction, other line ends."""


def harmless(words: str, instead: Callable[[str], str] = lambda sign: "\ufffd") -> str:
    """Untrusted text with terminal control characters replaced."""
    if words.replace("\n", "").isprintable():
        return words
    return "".join(instead(sign) if sign != "\n" and category(sign) in OBEYED else sign for sign in words)


class HarmlessConsole(Console):
    """A console that replaces control characters in all text, also inside tables."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The segments to print: text is sanitised, our own control segments stay."""
        for words, style, control in super().render(renderable, options):
            yield Segment(words if control else harmless(words), style, control)


def console() -> Console:
    """The console for people: as wide as the terminal, coloured where colours are supported.

    Strings are printed literally, without markup, so titles and file names are safe; styled text is a `Text`.
    """
    return HarmlessConsole(highlight=False, markup=False, emoji=False)


def json_text(data: object) -> str:
    """One JSON document, safe to print on a terminal."""
    said = json.dumps(data, ensure_ascii=False, indent=2)
    return harmless(said, instead=lambda sign: json.dumps(sign)[1:-1])


def print_json(data: object) -> None:
    """Print data as JSON on standard output."""
    typer.echo(json_text(data))


def remark(message: str) -> None:
    """Print a message on standard error."""
    typer.echo(harmless(message), err=True)


def fail(message: str) -> NoReturn:
    """Print an error on standard error and exit with status 2."""
    remark(message)
    raise typer.Exit(2)
