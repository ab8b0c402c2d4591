"""`kamchatka backup` and `restore`: everything, or one event, in a file that anybody can check."""

from pathlib import Path
from typing import Annotated

import typer

from kamchatka.app import keeping
from kamchatka.app.office import TERMINAL
from kamchatka.cli.answer import answer
from kamchatka.cli.office import Database, reading, writing
from kamchatka.cli.output import AsJson, Lang, console, language
from kamchatka.messages import text

File = Annotated[Path, typer.Argument(metavar="FILE", help="Il file · the file.")]


def backup(
    file: File,
    *,
    only: Annotated[
        list[str] | None, typer.Option(metavar="FEED", help="Solo questo evento · only this event.")
    ] = None,
    without_people: Annotated[
        bool, typer.Option("--without-people", help="Senza nomi né note · without names or notes.")
    ] = False,
    database: Database = "",
    as_json: AsJson = False,
    lang: Lang = "",
) -> None:
    """Copia l'archivio in un file · copy the archive into a file."""
    with reading(database) as office:
        done = keeping.backup(office, TERMINAL, file, only=only or (), with_people=not without_people)
    said = language(lang)
    code = "log.cli.backed_up_bare" if without_people else "log.cli.backed_up"
    words = text(code, said, path=file, **vars(done))
    data = {"events": done.events, "people": done.people}
    answer(data, said, lambda: console().print(words, soft_wrap=True), as_json=as_json)


def restore(file: File, database: Database = "", as_json: AsJson = False, lang: Lang = "") -> None:
    """Riporta nell'archivio ciò che un file contiene · bring back what a file holds."""
    with writing(database, "restore") as office:
        done = keeping.restore(office, TERMINAL, file)
    said = language(lang)
    words = text("log.cli.restored", said, **vars(done))
    answer(done, said, lambda: console().print(words, soft_wrap=True), as_json=as_json)
