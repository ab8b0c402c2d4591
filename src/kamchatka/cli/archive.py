"""`kamchatka backup` and `restore`: the archive, or one event, in a verifiable file."""

from pathlib import Path
from typing import Annotated

import typer

from kamchatka.app.archive import backup as keeping
from kamchatka.app.office import TERMINAL
from kamchatka.cli.call import called
from kamchatka.cli.office import OfficeCall

File = Annotated[Path, typer.Argument(metavar="FILE", help="Il file · the file.")]


@called()
def backup(
    call: OfficeCall,
    file: File,
    *,
    only: Annotated[
        list[str] | None, typer.Option(metavar="FEED", help="Solo questo evento · only this event.")
    ] = None,
    without_people: Annotated[
        bool, typer.Option("--without-people", help="Senza nomi né note · without names or notes.")
    ] = False,
) -> None:
    """Copia l'archivio in un file · copy the archive into a file."""
    with call.reading() as office:
        done = keeping.backup(office, TERMINAL, file, only=only or (), with_people=not without_people)
    code = "log.cli.backed_up_bare" if without_people else "log.cli.backed_up"
    call.answer({"events": done.events, "people": done.people}, code, path=file, **vars(done))


@called("restore")
def restore(
    call: OfficeCall,
    file: File,
    *,
    aside: Annotated[
        bool,
        typer.Option(
            "--aside", help="Mette da parte i tornei che non si leggono · put unreadable tournaments aside."
        ),
    ] = False,
) -> None:
    """Riporta nell'archivio ciò che un file contiene · bring back what a file holds."""
    with call.writing() as office:
        done = keeping.restore(office, TERMINAL, file, shelving=aside)
    counts = {"events": done.events, "people": done.people, "erased": done.erased}
    call.answer(counts, "log.cli.restored", **counts)
