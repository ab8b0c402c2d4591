"""`kamchatka closing`: which totals of the closing dice end a game, and how often."""

from typing import Annotated, Literal

import typer
from rich.table import Table

from kamchatka.cli.output import AsJson, Lang, console, language, print_json
from kamchatka.cli.rulebook import open_rulebook
from kamchatka.messages import text
from kamchatka.referee.views import closing_sets

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
    found = {mode: closing_sets(book, mode) for mode in MODES}
    if as_json:
        sets: dict[str, object] = {
            mode: [
                {"round": each.round, "set": list(each.totals), "probability": each.probability}
                for each in rows
            ]
            for mode, rows in found.items()
        }
        print_json({"rulebook": book.id, "mode": book.closing.mode, "dice": book.closing.dice, **sets})
        return
    for mode, rows in found.items():
        mark = " *" if mode == book.closing.mode else ""
        console().print(text(f"referee.mode_{mode.replace('-', '_')}", speaks) + mark)
        grid = Table(text("referee.totals", speaks), text("referee.probability", speaks))
        for each in rows:
            grid.add_row(", ".join(map(str, each.totals)), each.probability)
        console().print(grid)
    console().print(text("referee.mode_note", speaks, title=book.title(speaks)))
