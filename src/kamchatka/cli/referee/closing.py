"""`kamchatka closing`: which totals of the closing dice end a game, and how often."""

from typing import Annotated, Literal

import typer
from rich.table import Table

from kamchatka.cli.call import SpokenCall, called
from kamchatka.cli.output import console
from kamchatka.cli.rulebook import open_rulebook
from kamchatka.messages import Language, text
from kamchatka.referee.views import SetView, closing_sets
from kamchatka.rulebook import Rulebook

MODES: tuple[Literal["exact", "at-most"], ...] = ("exact", "at-most")


@called()
def closing(
    call: SpokenCall,
    rulebook: Annotated[str, typer.Option(help="Regolamento o file .toml · regulation or .toml file.")],
) -> None:
    """La sdadata: che cosa chiude e quante volte · the closing dice: what ends a game, and how often."""
    book = open_rulebook(rulebook)
    found: dict[str, list[SetView]] = {mode: closing_sets(book, mode) for mode in MODES}
    data = {"rulebook": book.id, "mode": book.closing.mode, "dice": book.closing.dice, **found}
    call.give(data, lambda: _print(book, found, call.lang))


def _print(book: Rulebook, found: dict[str, list[SetView]], lang: Language) -> None:
    for mode, rows in found.items():
        mark = " *" if mode == book.closing.mode else ""
        console().print(text(f"referee.mode_{mode.replace('-', '_')}", lang) + mark)
        grid = Table(text("referee.totals", lang), text("referee.probability", lang))
        for each in rows:
            grid.add_row(", ".join(map(str, each.totals)), each.probability)
        console().print(grid)
    console().print(text("referee.mode_note", lang, title=book.title(lang)))
