"""How commands print: JSON for programs, tables for people, errors as sentences."""

import json
import os
from typing import Annotated, NoReturn

import typer
from rich.console import Console

from kamchatka.messages import DEFAULT_LANGUAGE, Language

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


def console() -> Console:
    """Where people read; width follows the terminal, colour only where it shows.

    Titles and file names are shown as they were written: nothing in a string is a command to the terminal,
    and what has a style is a `Text`.
    """
    return Console(highlight=False, markup=False, emoji=False)


def print_json(data: object) -> None:
    """Data for programs: one JSON document on standard output."""
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))


def fail(message: str) -> NoReturn:
    """Say on standard error what is wrong and what to do, and end with status 2."""
    Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True).print(message)
    raise typer.Exit(2)
