"""`kamchatka board`: check that the board matches the regulations."""

import typer
from rich.table import Table
from rich.text import Text

from kamchatka.board import BoardReport, DeckRefused, check_board
from kamchatka.cli.call import Call, called
from kamchatka.cli.output import console
from kamchatka.messages import Language, text

app = typer.Typer(no_args_is_help=True, help="Il planisfero e gli obiettivi · The board and its objectives.")

MARKS = {"ok": "✓", "warning": "!", "failed": "✗"}
COLOURS = {"ok": "green", "warning": "yellow", "failed": "red"}


@app.callback()
def board() -> None:
    """Keeps `check` a subcommand: typer merges a lone command into its group."""


@app.command()
@called()
def check(call: Call) -> None:
    """Verifica mappa, valori, carte e obiettivi · Check map, values, cards and objectives."""
    try:
        report = check_board()
    except DeckRefused as refused:
        said = "\n".join(f"✗ {found.sentence(call.lang)}" for found in refused.faults)
        call.give({"passed": False, "faults": refused.faults}, lambda: console().print(said))
        raise typer.Exit(1) from refused
    show_report(call, report)


def show_report(call: Call, report: BoardReport) -> None:
    """Print the report; end with status 1 if anything failed."""
    call.give(report, lambda: _print_table(report, call.lang))
    if not report.passed:
        raise typer.Exit(1)


def _print_table(report: BoardReport, lang: Language) -> None:
    table = Table(box=None, pad_edge=False)
    for column in ("mark", "check", "found", "clauses"):
        table.add_column(text(f"board.report.{column}", lang))
    for line in report.checks:
        found = line.found
        if line.status == "failed":
            found = text("board.report.instead", lang, found=line.found, expected=line.expected)
        clauses = (
            " ".join(line.clauses) if len(line.clauses) < 3 else f"{line.clauses[0]} … {line.clauses[-1]}"
        )
        style = COLOURS[line.status]
        table.add_row(
            Text(MARKS[line.status], style), Text(line.text(lang)), Text(found, style), Text(clauses, "dim")
        )
    out = console()
    out.print(table)
    for line in report.checks:
        for detail in line.details:
            said = f"{MARKS[line.status]} {detail.sentence(lang)}"
            out.print(Text(said, COLOURS[line.status]), soft_wrap=True)
    verdict = "passed" if report.passed else "failed"
    out.print(text(f"board.report.{verdict}", lang))
    out.print(text("board.report.digest", lang, digest=report.digest), soft_wrap=True)
