"""`kamchatka demo`: a gathering of invented players, played to its final, to explore and try things on."""

from typing import Annotated

import typer

from kamchatka.app.office import TERMINAL
from kamchatka.app.tournaments import demo as demonstration
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.cli.call import called
from kamchatka.cli.office import OfficeCall
from kamchatka.cli.output import command
from kamchatka.cli.tournament.checking import followed
from kamchatka.tournament.progress import winners


@called("demo")
def demo(
    call: OfficeCall,
    remove: Annotated[
        bool, typer.Option("--remove", help="Toglie la dimostrazione · take the demonstration away.")
    ] = False,
) -> None:
    """Un Raduno inventato di 105 giocatori, fino alla finale · an invented gathering of 105.

    Interrotta, riprende da dove era · interrupted, it goes on where it was.
    """
    if remove:
        with call.writing("demo --remove") as office:
            done = demonstration.remove(office, TERMINAL)
        call.answer({"removed": done}, f"tournament.demo_{'removed' if done else 'none'}")
        return
    with call.writing() as office:
        followed(demonstration.play(office), call, demonstration.STEPS)
        id = demonstration.find(office)
        assert id is not None, "it has just been played"
        desk = open_tournament(office, id, call.lang)
    who = ", ".join(winners(desk.tournament, desk.names))
    data = {"id": id, "entrants": len(desk.tournament.entrants), "winners": who}
    values = {"name": desk.tournament.settings.name, "id": id, "winner": who}
    call.answer(data, "tournament.demo_done", **values, command=command("demo", "--remove"))
