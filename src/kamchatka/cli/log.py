"""`kamchatka log`: what happened, in sentences, and whether anybody touched it."""

from datetime import datetime
from typing import Annotated

import typer
from rich.table import Column, Table

from kamchatka.app.history import StreamHistory, broken_sentence, check, head_of, history, streams
from kamchatka.cli.answer import answer
from kamchatka.cli.office import Database, reading
from kamchatka.cli.output import AsJson, Lang, console, language
from kamchatka.messages import Language, text

app = typer.Typer(no_args_is_help=True, help="Il registro di ciò che è successo · the log of what happened.")

Stream = Annotated[
    str | None,
    typer.Argument(
        metavar="[STREAM]",
        help="Di chi o di che cosa, come person/p-…; senza, l'elenco"
        " · of whom or what, such as person/p-…; without, the list.",
    ),
]
Heads = Annotated[
    list[str] | None,
    typer.Option(
        "--head",
        metavar="STREAM:N:HASH",
        help="Una firma stampata o ricevuta, da ritrovare · a head printed or received, to be found again.",
    ),
]


@app.command()
def verify(database: Database = "", head: Heads = None, as_json: AsJson = False, lang: Lang = "") -> None:
    """Controlla che nessuno abbia toccato il registro · check that nobody touched the log."""
    said = language(lang)
    heads = [head_of(each) for each in head or ()]
    with reading(database) as office:
        verdict = check(office, heads)

    def draw() -> None:
        if verdict.broken:
            console().print(broken_sentence(verdict.broken, said), soft_wrap=True)
            return
        console().print(text("log.cli.whole", said, count=verdict.events))
        if heads:
            console().print(text("log.cli.heads_found", said, count=len(heads)))

    answer(verdict, said, draw, as_json=as_json)
    if verdict.broken:
        raise typer.Exit(1)


@app.command()
def show(stream: Stream = None, database: Database = "", as_json: AsJson = False, lang: Lang = "") -> None:
    """Che cosa è successo, dal primo fatto all'ultimo · what happened, from first to last."""
    said = language(lang)
    with reading(database) as office:
        if stream is None:
            listed = streams(office)
            rows = [{"stream": each, "events": count} for each, count in listed.items()]
            answer(rows, said, lambda: _print_list(listed, said), as_json=as_json)
            return
        found = history(office, stream, said)
    entries = [
        {**entry.event._asdict(), "sentence": entry.sentence, "note": entry.note} for entry in found.entries
    ]
    data = {"stream": stream, "head": str(found.head), "events": entries}
    answer(data, said, lambda: _print(found, said), as_json=as_json)


def _print(found: StreamHistory, said: Language) -> None:
    table = Table(*(text(f"log.cli.{column}", said) for column in ("number", "when", "who", "what")))
    for entry in found.entries:
        when = datetime.fromisoformat(entry.event.at).astimezone().strftime("%d/%m/%Y %H:%M:%S")
        what = f"{entry.sentence}\n{entry.note}" if entry.note else entry.sentence
        table.add_row(str(entry.event.sequence), when, entry.who, what)
    console().print(table)
    console().print(text("log.cli.head", said, head=found.head), soft_wrap=True)


def _print_list(found: dict[str, int], said: Language) -> None:
    if not found:
        console().print(text("log.cli.empty", said))
        return
    table = Table(Column(text("log.cli.stream", said), min_width=25), text("log.cli.events", said))
    for stream, count in found.items():
        table.add_row(stream, str(count))
    console().print(table)
