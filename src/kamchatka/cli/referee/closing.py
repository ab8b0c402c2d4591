"""`kamchatka closing`: which totals of the closing dice end a game, and how often."""

from typing import Annotated, Literal

import typer
from rich.table import Table

from kamchatka.cli.answer import answer
from kamchatka.cli.output import AsJson, Lang, console, language
from kamchatka.cli.rulebook import open_rulebook
from kamchatka.messages import Language, text
from kamchatka.referee.views import SetView, closing_sets
from kamchatka.rulebook import Rulebook

MODES: tuple[Literal["exact", "at-most"], ...] = ("exact", "at-most")


def closing(
    *,
    rulebook: Annotated[str, typer.Option(help="Regolamento o file .toml · regulation or .toml file.")],
    as_json: AsJson = False,
    lang: Lang = "",
) -> None:
    """La sdadata: che cosa chiude e quante volte · the closing dice: what ends a game, and how often."""
    speaks = language(lang)
    book = open_rulebook(rulebook)
    found: dict[str, list[SetView]] = {mode: closing_sets(book, mode) for mode in MODES}
    data = {"rulebook": book.id, "mode": book.closing.mode, "dice": book.closing.dice, **found}
    answer(data, speaks, lambda: _print(book, found, speaks), as_json=as_json)


def _print(book: Rulebook, found: dict[str, list[SetView]], speaks: Language) -> None:
    for mode, rows in found.items():
        mark = " *" if mode == book.closing.mode else ""
        console().print(text(f"referee.mode_{mode.replace('-', '_')}", speaks) + mark)
        grid = Table(text("referee.totals", speaks), text("referee.probability", speaks))
        for each in rows:
            grid.add_row(", ".join(map(str, each.totals)), each.probability)
        console().print(grid)
    console().print(text("referee.mode_note", speaks, title=book.title(speaks)))
