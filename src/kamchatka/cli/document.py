"""`kamchatka document`: the papers of an event as PDF files."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from kamchatka.app.register.accounts import has_secret, installation_secret
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.papers import make, paper_rows, paper_source
from kamchatka.cli.call import called
from kamchatka.cli.office import OfficeCall
from kamchatka.cli.output import console, fail
from kamchatka.documents.catalogue import paper
from kamchatka.messages import text

app = typer.Typer(no_args_is_help=True, help="I fogli di un torneo, in PDF · the papers of a tournament.")
Id = Annotated[str, typer.Argument(metavar="ID", help="Il torneo · the tournament.")]
Round = Annotated[int, typer.Option("--round", metavar="N", help="Il turno; senza, l'ultimo · the round.")]


@app.command("list")
@called("document list")
def list_papers(call: OfficeCall, id: Id, round: Round = 0) -> None:
    """I fogli che si possono fare, e quando sono stati stampati · the papers, and when they were printed."""
    with call.reading() as office:
        desk = open_tournament(office, id, call.lang)
        rows = paper_rows(office, desk, paper_source(office, desk, call.lang, round))

    def draw() -> None:
        table = Table(box=None, padding=(0, 2, 0, 0))
        for heading in ("paper", "title", "state"):
            table.add_column(text(f"papers.column.{heading}", call.lang))
        for row in rows:
            state = (
                "stale"
                if row.is_stale
                else "printed"
                if row.printed_at
                else "ready"
                if row.is_ready
                else "not_ready"
            )
            table.add_row(row.paper.id, row.paper.title(call.lang), text(f"papers.state.{state}", call.lang))
        console().print(table)

    call.give(rows, draw)


def _make_secret(call: OfficeCall) -> None:
    """Codes on papers are derived from a secret, which an installation that never served does not have."""
    with call.reading() as office:
        is_made = has_secret(office)
    if not is_made:
        with call.writing() as office:
            installation_secret(office)


@app.command("make")
@called("document make")
def make_papers(  # noqa: PLR0917
    call: OfficeCall,
    id: Id,
    papers: Annotated[list[str], typer.Argument(metavar="FOGLIO…", help="I fogli, in ordine · the papers.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Il file PDF · the PDF file.")
    ] = None,
    site: Annotated[
        str,
        typer.Option("--site", metavar="URL", help="L'indirizzo per i codici QR · the address in QR codes."),
    ] = "",
    round: Round = 0,
    who: Annotated[
        str,
        typer.Option("--who", metavar="CHI", help="Per chi: nome o numero · for whom: name or number."),
    ] = "",
) -> None:
    """Fa un PDF con questi fogli · one PDF with these papers."""
    chosen = [paper(each) for each in papers]
    if site:
        _make_secret(call)
    with call.reading() as office:
        desk = open_tournament(office, id, call.lang)
        source = paper_source(office, desk, call.lang, round, site.rstrip("/"), who=who)
        made = make(source, *chosen)
    file = out or Path(f"{id}-{'-'.join(papers)}.pdf")
    try:
        file.write_bytes(made.pdf)
    except OSError as error:
        fail(text("papers.not_written", call.lang, file=str(file), why=error.strerror or ""))
    call.answer({"file": str(file), "bytes": len(made.pdf)}, "papers.made", file=str(file))
