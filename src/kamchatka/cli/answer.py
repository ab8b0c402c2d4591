"""How commands answer: a view as plain data for programs, or drawn for people."""

from collections.abc import Callable
from typing import NoReturn

import typer

from kamchatka.app.plain import plain
from kamchatka.cli.output import fail, print_json
from kamchatka.faults import FaultyFile
from kamchatka.messages import Language


def answer(view: object, lang: Language, draw: Callable[[], object], *, as_json: bool) -> None:
    """Give programs a view as plain data, or let it be drawn for people."""
    if as_json:
        print_json(plain(view, lang))
    else:
        draw()


def fail_by_faults(
    error: FaultyFile, lang: Language, *, as_json: bool, words: str = "code where line sentence"
) -> NoReturn:
    """Tell all the faults of a file, each in these words for programs, and end with status 2."""
    if not as_json:
        fail(error.report(lang))
    print_json({"faults": plain(error.faults, lang, words)})
    raise typer.Exit(2) from error
