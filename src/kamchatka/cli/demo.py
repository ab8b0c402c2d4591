"""`kamchatka demo`: a gathering of invented players, played to its final, to look at and to try things on."""

from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from kamchatka.app.office import TERMINAL
from kamchatka.app.tournament import demo as demonstration
from kamchatka.app.tournament.desk import open_desk
from kamchatka.cli.answer import answer
from kamchatka.cli.office import Database, writing
from kamchatka.cli.output import AsJson, Lang, command, console, language
from kamchatka.messages import text
from kamchatka.tournament.progress import winners


def demo(
    remove: Annotated[
        bool, typer.Option("--remove", help="Toglie la dimostrazione · take the demonstration away.")
    ] = False,
    database: Database = "",
    as_json: AsJson = False,
    lang: Lang = "",
) -> None:
    """Un Raduno inventato di 105 giocatori, fino alla finale · an invented gathering of 105.

    Interrotta, riprende da dove era · interrupted, it goes on where it was.
    """
    said = language(lang)
    if remove:
        with writing(database, "demo --remove") as office:
            done = demonstration.remove(office, TERMINAL)
        gone = text(f"tournament.demo_{'removed' if done else 'none'}", said)
        answer({"removed": done}, said, lambda: console().print(gone, soft_wrap=True), as_json=as_json)
        return
    screen = Console(stderr=True)
    with writing(database, "demo") as office:
        with Progress(
            BarColumn(), TextColumn("{task.description}"), console=screen, disable=not screen.is_terminal
        ) as bar:
            task = bar.add_task("", total=demonstration.STEPS)
            for desk in demonstration.play(office):
                values = {"round": len(desk.tournament.rounds), "events": desk.version}
                bar.update(task, advance=1, description=text("tournament.demo_going", said, **values))
        id = demonstration.find(office)
        assert id is not None, "it has just been played"
        desk = open_desk(office, id, said)
    who = ", ".join(winners(desk.tournament, desk.names))
    data = {"id": id, "entrants": len(desk.tournament.entrants), "winners": who}
    name = desk.tournament.settings.name
    again = command("demo", "--remove")
    ready = text("tournament.demo_done", said, name=name, id=id, winner=who, command=again)
    answer(data, said, lambda: console().print(ready, soft_wrap=True), as_json=as_json)
