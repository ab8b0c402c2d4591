"""`kamchatka log`: the log in sentences, and the check that it was not altered."""

from datetime import datetime
from typing import Annotated

import typer
from rich.table import Column, Table

from kamchatka.app.history import StreamHistory, broken_sentence, check, head_of, history, streams
from kamchatka.cli.call import called
from kamchatka.cli.office import OfficeCall
from kamchatka.cli.output import console
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
@called()
def verify(call: OfficeCall, head: Heads = None) -> None:
    """Controlla che nessuno abbia toccato il registro · check that nobody touched the log."""
    heads = [head_of(each) for each in head or ()]
    with call.reading() as office:
        verdict = check(office, heads)

    def draw() -> None:
        if verdict.broken:
            call.say(broken_sentence(verdict.broken, call.lang))
            return
        call.say(text("log.cli.whole", call.lang, count=verdict.events))
        if heads:
            call.say(text("log.cli.heads_found", call.lang, count=len(heads)))
        for stream, at in verdict.sealed_anew.items():
            call.say(text("log.cli.sealed_anew", call.lang, stream=stream, when=_local(at)))

    call.give(verdict, draw)
    if verdict.broken:
        raise typer.Exit(1)


@app.command()
@called()
def show(call: OfficeCall, stream: Stream = None) -> None:
    """Che cosa è successo, dal primo fatto all'ultimo · what happened, from first to last."""
    with call.reading() as office:
        if stream is None:
            listed = streams(office)
            rows = [{"stream": each, "events": count} for each, count in listed.items()]
            call.give(rows, lambda: _print_list(listed, call.lang))
            return
        found = history(office, stream, call.lang)
    entries = [
        {**entry.event._asdict(), "sentence": entry.sentence, "note": entry.note} for entry in found.entries
    ]
    data = {"stream": stream, "head": str(found.head), "events": entries}
    call.give(data, lambda: _print(found, call.lang))


def _print(found: StreamHistory, lang: Language) -> None:
    table = Table(*(text(f"log.cli.{column}", lang) for column in ("number", "when", "who", "what")))
    for entry in found.entries:
        what = f"{entry.sentence}\n{entry.note}" if entry.note else entry.sentence
        table.add_row(str(entry.event.sequence), _local(entry.event.at), entry.who, what)
    console().print(table)
    console().print(text("log.cli.head", lang, head=found.head), soft_wrap=True)


def _local(at: str) -> str:
    return datetime.fromisoformat(at).astimezone().strftime("%d/%m/%Y %H:%M:%S")


def _print_list(found: dict[str, int], lang: Language) -> None:
    if not found:
        console().print(text("log.cli.empty", lang))
        return
    table = Table(Column(text("log.cli.stream", lang), min_width=25), text("log.cli.events", lang))
    for stream, count in found.items():
        table.add_row(stream, str(count))
    console().print(table)
