"""`kamchatka replay`: a recorded game played again, turn by turn, and compared with its record."""

from pathlib import Path
from typing import Annotated

import typer

from kamchatka.cli.output import AsJson, fail, print_json
from kamchatka.cli.play import Lang, spoken
from kamchatka.messages import Language, text

DEPARTS = 1
"""The command's status when the game played again is not the one recorded."""


def replay(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="Il verbale .partita, .txt o .json · the record, .partita, .txt or .json."
        ),
    ],
    *,
    step: Annotated[bool, typer.Option("--step", help="Turno per turno · turn by turn.")] = False,
    until: Annotated[str, typer.Option(help="Fino a questo turno, o end · up to this turn, or end.")] = "end",
    no_events: Annotated[bool, typer.Option("--no-events", help="Senza racconto · no telling.")] = False,
    as_json: AsJson = False,
    lang: Lang = "",
) -> None:
    """Rigioca un verbale e controlla che sia identico · play a record again and see that it is identical."""
    from kamchatka.cli.table.again import open_record, play_again
    from kamchatka.cli.table.again_shown import Shown
    from kamchatka.cli.table.refused import NotSo
    from kamchatka.cli.table.screen import Screen
    from kamchatka.game.codec import Unreadable

    speaks = spoken(lang)
    last = _turn(until, speaks)
    try:
        opened = open_record(file)
    except (NotSo, Unreadable) as refusal:
        fail(refusal.sentence(speaks))
    played = play_again(opened.record)
    shown = Shown(opened, played, Screen(speaks))
    if as_json:
        print_json(shown.data(last, events=not no_events))
    else:
        shown.head()
        is_whole = True
        if opened.of_other_rules and not no_events:
            shown.from_events()
        else:
            is_whole = shown.turns(last, step=step, events=not no_events)
        shown.verdict(result=is_whole)
    if played.departs is not None:
        raise typer.Exit(DEPARTS)


def _turn(until: str, lang: Language) -> int | None:
    """The last turn to play; None for all of them."""
    if until.casefold() in ("end", "fine"):
        return None
    if not (until.isascii() and until.isdigit() and len(until) < 6):
        fail(text("replay.until", lang, value=until[:20]))
    return int(until)
