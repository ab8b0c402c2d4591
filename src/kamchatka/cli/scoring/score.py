"""`kamchatka score`: one table sheet under a formula, with the reason for every point."""

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from kamchatka.cli.call import Call, called
from kamchatka.cli.output import console, fail
from kamchatka.cli.scoring.csv_option import STANDARD_OUTPUT, CsvOption, ForceOption, check_target, write_csv
from kamchatka.cli.scoring.inputs import (
    ALL,
    RulebookOption,
    SetOption,
    open_formulas,
    open_sheet,
    parse_sets,
    rulebook_of,
)
from kamchatka.messages import Language, text
from kamchatka.scoring.sheet.reading import ReadSheet
from kamchatka.scoring.views.cards import CardView, ScoredTableView, table_view
from kamchatka.scoring.views.cells import Cell, heading
from kamchatka.scoring.views.notices import (
    Notice,
    risiko_notices,
    rulebook_notices,
    scale_notices,
    size_notices,
)


@called()
def score(
    call: Call,
    sheet: Annotated[
        Path,
        typer.Argument(
            metavar="SHEET",
            help="Il referto, .toml o .json, o - (ingresso) · the sheet, .toml or .json, or - (input).",
        ),
    ],
    *,
    formula: Annotated[
        str, typer.Option(help="Formula, file .toml o all · formula, .toml file or all.")
    ] = ALL,
    options: SetOption = None,
    rulebook: RulebookOption = None,
    csv: CsvOption = None,
    force: ForceOption = False,
) -> None:
    """I punti di un tavolo, con il perché · the scores of one table, with the reason for each."""
    lang = call.lang
    check_target(call, csv, (sheet, formula, rulebook or ""), force=force)
    given = rulebook_of(rulebook)
    read = open_sheet(sheet, given)
    views = [table_view(each, read.sheet, lang) for each in open_formulas(formula, parse_sets(options))]
    notices = [
        *size_notices(read.sheet),
        *rulebook_notices(given, (rulebook or "").strip(), [read.sheet.rulebook]),
    ]
    if len(views) == 1 and views[0].problem:
        fail(views[0].why_not(lang))
    if csv:
        write_csv(csv, _csv_rows(views, lang), lang)
    if csv != STANDARD_OUTPUT:
        found = [_data(view, read, notices) for view in views]
        call.give(found if formula == ALL else found[0], lambda: _print(views, read, notices, lang))


def _data(view: ScoredTableView, read: ReadSheet, notices: list[Notice]) -> dict[str, object]:
    if view.problem:
        return {"formula": view.formula.id, "problem": view.why_not}
    return {
        "formula": view.formula.id,
        "rulebook": read.sheet.rulebook.id,
        "incidents": read.incidents,
        "warnings": [*notices, *_formula_notices(view, read)],
        "columns": view.formula.columns,
        "seats": view.cards,
    }


def _formula_notices(view: ScoredTableView, read: ReadSheet) -> list[Notice]:
    """Notices about values that do not fit the formula."""
    off_scale = scale_notices([view.formula], [read.sheet.rulebook])
    return [*off_scale, *risiko_notices(view.formula, [read.sheet])]


def _print(views: list[ScoredTableView], read: ReadSheet, notices: list[Notice], lang: Language) -> None:
    out = console()
    for incident in read.incidents:
        cited = f" ({' '.join(incident.clauses)})" if incident.clauses else ""
        out.print(Text(f"⚠ {incident.sentence(lang)}{cited}", style="bold"))
    for notice in notices:
        out.print(f"⚠ {notice.sentence(lang)}")
    for view in views:
        out.print(Text.assemble((view.formula.name(lang), "bold"), f" ({view.formula.id})"))
        for notice in _formula_notices(view, read):
            out.print(f"⚠ {notice.sentence(lang)}")
        out.print(f"  {view.why_not(lang)}\n" if view.problem else _cards_table(view, lang))


def _cards_table(view: ScoredTableView, lang: Language) -> Table:
    """Cards by place, one line for each term."""
    table = Table(*(heading(name, lang) for name in ("place", "player", "score", "why", "clause")))
    table.columns[2].justify = "right"
    for card in sorted(view.cards, key=lambda each: each.place):
        reasons = reasons_of(card) or [text("scores.no_lines", lang)]
        if decided := decided_of(card, lang):
            reasons = [*reasons, decided]
        cited = [" ".join(line.clauses) for line in card.lines]
        totals = [card.score.shown]
        if card.has_columns:
            totals = [f"{total.column} {total.shown}" for total in card.worth_telling]
        first = ([str(card.place)], [card.player], totals)
        for cells in zip_longest(*first, reasons, cited, fillvalue=""):
            table.add_row(*cells)
        table.add_section()
    return table


def _amounts(card: CardView) -> list[str]:
    """The amount of each line, with its column if the card has several."""
    return [
        f"{line.amount.column} {line.amount.shown}" if card.has_columns else line.amount.shown
        for line in card.lines
    ]


def reasons_of(card: CardView) -> list[str]:
    """Each line of a card: its right-aligned amount and its reason."""
    amounts = _amounts(card)
    width = max(map(len, amounts), default=0)
    return [f"{amount.rjust(width)}  {line.why}" for amount, line in zip(amounts, card.lines, strict=True)]


def decided_of(card: CardView, lang: Language) -> str:
    """Which tie-break ranked the seat above the next, or that none did; empty if points decided."""
    if card.decided == "points":
        return ""
    return f"{heading('decided', lang)}: {card.decided_by}" if card.puts_ahead else card.decided_by


def _csv_rows(views: list[ScoredTableView], lang: Language) -> Iterator[list[Cell]]:
    """A row for each formula and seat; one row with the reason for a formula that cannot score."""
    yield [heading(name, lang) for name in ("formula", "place", "player", "score", "why", "clause")]
    for view in views:
        if view.problem:
            yield [view.formula.id, None, None, None, view.why_not(lang), None]
        for card in sorted(view.cards, key=lambda each: each.place):
            clauses = dict.fromkeys(clause for line in card.lines for clause in line.clauses)
            lines = zip(_amounts(card), card.lines, strict=True)
            why = "; ".join(f"{amount}: {line.why}" for amount, line in lines)
            yield [view.formula.id, card.place, card.player, card.score.number, why, " ".join(clauses)]
