"""`kamchatka verify`: check the dice and cards of a recorded game against its commitments."""

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from kamchatka.app.games.game_file import read_bytes
from kamchatka.app.refusals import TableRefusal
from kamchatka.cli.call import SpokenCall, called
from kamchatka.cli.output import console, fail
from kamchatka.game.audit import Audit, audit
from kamchatka.messages import Language, text

EXIT = {"verified": 0, "wrong": 1, "unreadable": 2, "unproven": 3}
MARKS = {"right": ("✓", "+"), "wrong": ("✗", "x"), "unproven": ("?", "?")}
"""Marks at the start of lines, and their ASCII fallback."""
STYLES = {"right": "green", "wrong": "bold red", "unproven": "yellow"}


@called()
def verify(
    call: SpokenCall,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Verbale, testo o JSON · record, text or JSON.")
    ],
) -> None:
    """Controlla dadi e carte di una partita · check the dice and cards of a game.

    Uscita 0: tutto verificato; 1: qualcosa non torna; 2: non è un verbale; 3: nulla di sbagliato, ma non
    tutto si può dimostrare · exit 0: all verified; 1: something is wrong; 2: not a record; 3: nothing wrong,
    but not everything can be proven.
    """
    try:
        found = audit(read_bytes(file))
    except TableRefusal as refusal:
        fail(refusal.sentence(call.lang))
    call.give(found, lambda: _print(found, call.lang))
    raise typer.Exit(EXIT[found.verdict])


def _print(found: Audit, lang: Language) -> None:
    out = console()
    plain = int(out.options.ascii_only)
    for line in found.lines:
        mark = Text(f"{MARKS[line.answer][plain]} ", style=STYLES[line.answer])
        out.print(mark.append(line.sentence(lang), style="default"), soft_wrap=True)
    record, promise = found.record, found.promise
    if record is not None and promise is not None:
        said = text("verify.promise", lang, table=record.table, commitment=promise.commitment.hex())
        out.print(said, soft_wrap=True)
        for chair, (player, part) in enumerate(zip(record.players, promise.entropy, strict=False), 1):
            said = text("verify.entropy", lang, chair=chair, player=player, entropy=part.hex())
            out.print(said, soft_wrap=True)
    out.print(Text(text(f"verify.verdict.{found.verdict}", lang), style="bold"), soft_wrap=True)
