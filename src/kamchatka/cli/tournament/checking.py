"""Commands that test the program: recompute a tournament, and generate random ones."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from kamchatka.app.archive import backup as keeping
from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.app.tournaments.generation import generate as generated
from kamchatka.app.tournaments.opening import OpenTournament, listed, new_seed, open_tournament
from kamchatka.cli.office import OfficeCall
from kamchatka.cli.output import command
from kamchatka.cli.tournament.desk import DeskCall, Seed
from kamchatka.messages import text
from kamchatka.refusals import NotUnderstood
from kamchatka.tournament.checker import check as done_again


def check(
    call: DeskCall,
    what: Annotated[
        str,
        typer.Argument(
            metavar="TORNEO|FILE", help="Il codice, o una copia fatta con «export» · its id, or an export."
        ),
    ],
) -> None:
    """Rifà ogni sorteggio, passaggio e classifica, e dice che cosa non torna · do everything again.

    Finisce con 1 se trova differenze · ends with 1 where something differs.
    """
    with _holding(call, what) as office:
        ids = listed(office) if Path(what).is_file() else [open_tournament(office, what).id]
        if not ids:
            raise NotUnderstood("not_an_export", path=what)
        desks = [open_tournament(office, id, call.lang) for id in ids]
    found = [done_again(each.tournament.setup, each.occurrences, each.names) for each in desks]
    differences = [notice for each in found for notice in each.differences]
    unchecked = [notice for each in found for notice in each.unchecked]
    by_hand = [notice for each in found for notice in each.by_hand]
    counted = ("draws", "cuts", "publications")
    counts = {what: sum(getattr(each, what) for each in found) for what in counted}

    def draw() -> None:
        call.notices([*unchecked, *by_hand, *differences])
        code = "tournament.check_bad" if differences else "tournament.check_good"
        call.say(text(code, call.lang, count=len(differences), **counts))

    call.give({"differences": differences, "unchecked": unchecked, "by_hand": by_hand, **counts}, draw)
    if differences:
        raise typer.Exit(1)


@contextmanager
def _holding(call: DeskCall, what: str) -> Iterator[Office]:
    """The installation; or, if `what` is a file, an in-memory one restored from it."""
    if not Path(what).is_file():
        with call.reading() as office:
            yield office
        return
    with open_office(None) as office:
        keeping.restore(office, TERMINAL, Path(what))
        yield office


def generate(
    call: DeskCall,
    format: Annotated[str, typer.Option(help="Il formato · the format.")] = "tre-partite",
    players: Annotated[int | None, typer.Option(help="Quanti giocatori · how many players.")] = None,
    seed: Seed = "",
) -> None:
    """Inventa un torneo intero, con ritardi, parità, penalità e correzioni · invent a whole tournament."""
    with call.writing() as office:
        made = generated(office, TERMINAL, format=format, players=players, seed=seed or new_seed())
        desk = followed(made, call)
    assert desk is not None, "it has a round at least"
    data = {
        "id": desk.id,
        "name": desk.tournament.settings.name,
        "entrants": len(desk.tournament.entrants),
        "rounds": len(desk.tournament.rounds),
        "events": desk.version,
    }
    call.answer(data, "tournament.generated", **data, command=command("demo", "--remove"))


def followed(
    desks: Iterable[OpenTournament], call: OfficeCall, steps: int | None = None
) -> OpenTournament | None:
    """Play a tournament under a progress bar; its last state, or None if it was already over."""
    desk = None
    screen = Console(stderr=True)
    columns = (BarColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=screen, disable=call.as_json or not screen.is_terminal) as bar:
        task = bar.add_task("", total=steps)
        for desk in desks:
            values = {"round": len(desk.tournament.rounds), "events": desk.version}
            bar.update(task, advance=1, description=text("tournament.demo_going", call.lang, **values))
    return desk
