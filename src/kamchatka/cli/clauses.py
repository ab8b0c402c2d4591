"""`kamchatka clauses`: which clauses of the regulations are proven by a test."""

from collections.abc import Mapping
from typing import Annotated, Any

import typer
from rich.table import Table

from kamchatka import ledger
from kamchatka.cli.call import Call, called
from kamchatka.cli.output import console, fail
from kamchatka.ledger import Clause, How
from kamchatka.messages import Language, text

BAR = 10

PARTS = "engine, scoring, referee-tool, tournament, document, notice"
TEXTS = "000, 001, 002, 003, 004"


@called()
def clauses(
    call: Call,
    *,
    missing: Annotated[
        bool,
        typer.Option("--missing", help="Elenca ciò che non è ancora provato · List what is not proven yet."),
    ] = False,
    how: Annotated[
        str | None,
        typer.Option(help=f"Solo una parte: {PARTS} · Only one part: {PARTS}."),
    ] = None,
    seed: Annotated[
        str | None, typer.Option(help=f"Solo un testo: {TEXTS} · Only one text: {TEXTS}.")
    ] = None,
) -> None:
    """Le clausole provate da un test · The clauses that a test proves."""
    lang = call.lang
    _check("how", how, [part.value for part in How], lang)
    _check("seed", seed, [source.number for source in ledger.sources()], lang)
    part, source = None if how is None else How(how), seed
    counts = ledger.summary(how=part, source=source)
    chosen = ledger.select(how=part, source=source)
    call.give(counts, lambda: _print(chosen, counts, lang, missing=missing))


def _print(chosen: tuple[Clause, ...], counts: Mapping[str, Any], lang: Language, *, missing: bool) -> None:
    out = console()
    out.print(_table(chosen, counts, lang))
    out.print(text("ledger.table.proven", lang, **counts))
    if missing:
        unproven = set(counts["missing"])
        out.print(text("ledger.table.missing" if unproven else "ledger.table.complete", lang))
        for entry in chosen:
            if entry.id in unproven:
                out.print(f"  {entry.id}  {entry.rule(lang)}", soft_wrap=True)


def _check(option: str, given: str | None, allowed: list[str], lang: Language) -> None:
    if given is not None and given not in allowed:
        fail(text(f"ledger.refused.{option}", lang, given=given, allowed=", ".join(allowed)))


def _table(chosen: tuple[Clause, ...], counts: Mapping[str, Any], lang: Language) -> Table:
    """Proven clauses out of all, by regulation and part; empty rows and columns are left out.

    The last row has the controlled clauses out of those that state a value.
    """
    proven = ledger.results().proven
    parts = [part for part in How if any(entry.how is part for entry in chosen)]
    # Short headings and no frame, so that the table fits 80 columns even when all clauses are proven.
    table = Table(title=text("ledger.table.title", lang), title_justify="left", box=None, pad_edge=False)
    table.add_column(text("ledger.table.source", lang), no_wrap=True)
    for part in parts:
        table.add_column(text(f"ledger.short.{part.value}", lang), justify="right", no_wrap=True)
    table.add_column(text("ledger.table.total", lang), justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)

    def line(name: str, entries: list[Clause], style: str = "") -> None:
        cells = [_share([entry.id in proven for entry in entries if entry.how is part]) for part in parts]
        marks = [entry.id in proven for entry in entries]
        table.add_row(name, *cells, _share(marks), _bar(marks), style=style)

    for source in sorted({entry.source for entry in chosen}):
        line(source, [entry for entry in chosen if entry.source == source])
    line(text("ledger.table.total", lang), list(chosen), "bold")
    controls = [counts["controls"][part.value] for part in parts]
    sums = [sum(each) for each in zip(*controls, strict=True)]
    shares = [f"{controlled}/{stating}" if stating else "–" for controlled, stating in [*controls, sums]]
    table.add_row(text("ledger.table.controlled", lang), *shares)
    return table


def _share(marks: list[bool]) -> str:
    return f"{sum(marks)}/{len(marks)}" if marks else "–"


def _bar(marks: list[bool]) -> str:
    """A bar that is full only if all clauses are proven, and empty only if none is."""
    done = sum(marks) * BAR // len(marks) if marks else 0
    if any(marks):
        done = max(done, 1)
    return "█" * done + "░" * (BAR - done)
