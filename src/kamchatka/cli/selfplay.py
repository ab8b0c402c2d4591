"""`kamchatka selfplay`: random legal games with every invariant checked."""

import secrets
from typing import Annotated

import typer
from rich.progress import Progress

from kamchatka.cli.call import Call, called
from kamchatka.cli.output import console, fail
from kamchatka.cli.rulebook import open_rulebook
from kamchatka.messages import text
from kamchatka.simulate.selfplay import self_play


@called()
def selfplay(
    call: Call,
    *,
    rulebook: Annotated[str, typer.Option(help="Regolamento o file .toml · regulation or .toml file.")],
    seats: Annotated[int, typer.Option(help="Giocatori; 0: i preferiti · players; 0: the preferred.")] = 0,
    games: Annotated[int, typer.Option(min=1, help="Partite · games.")] = 100,
    seed: Annotated[int, typer.Option(help="Seme; -1: a caso · seed; -1: random.")] = -1,
    laps: Annotated[int, typer.Option(min=1, help="Giri prima dello scadere · laps before time.")] = 20,
    check: Annotated[bool, typer.Option("--check", help="Controlla ogni passo · check every step.")] = False,
    compiled: Annotated[bool, typer.Option("--compiled", help="In codice macchina · compiled.")] = False,
) -> None:
    """Partite a caso, controllate a ogni mossa · random games, checked at every move."""
    lang = call.lang
    book = open_rulebook(rulebook)
    seats = seats or book.seats.preferred
    if seats not in book.seats.sizes:
        sizes = ", ".join(str(size) for size in book.seats.sizes)
        fail(text("selfplay.wrong_seats", lang, rulebook=book.id, seats=seats, sizes=sizes))
    seed = secrets.randbelow(1 << 32) if seed < 0 else seed
    # Print the seed first, so that a run that crashes can be repeated.
    typer.echo(text("selfplay.seed", lang, seed=seed), err=True)
    with Progress(transient=True, disable=call.as_json) as bar:
        task = bar.add_task(text("selfplay.playing", lang), total=games)
        played = self_play(
            book,
            seats,
            games,
            seed,
            laps=laps,
            checked=check,
            compiled=compiled,
            progress=lambda done: bar.advance(task, done),
        )

    def draw() -> None:
        endings = ", ".join(f"{text(f'selfplay.{e}', lang)} {n}" for e, n in played.endings.items())
        console().print(
            text("selfplay.played", lang, games=games, rulebook=book.id, seats=seats, endings=endings)
        )
        console().print(f"digest {played.digest}")
        for broken in played.violations:
            console().print(text("selfplay.broken", lang, **broken), markup=False)

    call.give(played, draw)
    if played.violations:
        raise typer.Exit(1)
