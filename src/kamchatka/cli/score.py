"""`kamchatka score`: one table sheet under a formula, with the reason for every point."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kamchatka.cli.output import AsJson, console, fail, language, print_json
from kamchatka.cli.scoring_input import (
    ALL,
    SetOption,
    open_formulas,
    parse_sets,
    plain,
    plain_lines,
    read_text,
)
from kamchatka.messages import Language, text

if TYPE_CHECKING:
    from rich.console import Console

    from kamchatka.scoring.formula import Formula, ScoreCard
    from kamchatka.scoring.sheet_file import ReadSheet


def score(
    sheet: Annotated[
        Path, typer.Argument(metavar="SHEET", help="Il referto, .toml o .json · the sheet, .toml or .json.")
    ],
    *,
    formula: Annotated[
        str, typer.Option(help="Formula, file .toml o all · formula, .toml file or all.")
    ] = ALL,
    options: SetOption = None,
    as_json: AsJson = False,
) -> None:
    """I punti di un tavolo, con il perché · the scores of one table, with the reason for each."""
    lang = language()
    read = _open_sheet(sheet)
    formulas = open_formulas(formula, parse_sets(options))
    found = [_data(each, read, lang) for each in formulas] if as_json else []
    if as_json and formula == ALL:
        print_json(found)
    elif as_json:
        if "problem" in found[0]:
            fail(str(found[0]["problem"]))
        print_json(found[0])
    else:
        _print(formulas, read, lang)


def _open_sheet(path: Path) -> "ReadSheet":
    from kamchatka.scoring.faults import Faulty
    from kamchatka.scoring.sheet_file import read_sheet

    try:
        return read_sheet(read_text(path), name=path.name)
    except Faulty as error:
        fail(plain_lines(error.report(language())))


def _cards(formula: "Formula", read: "ReadSheet", lang: Language) -> "tuple[ScoreCard, ...] | str":
    """The cards, or the sentence that says what is missing."""
    from kamchatka.scoring.grid import NoSuchSize
    from kamchatka.scoring.placing import MissingNumber

    try:
        return formula.cards(read.sheet)
    except MissingNumber as missing:
        return plain(missing.sentence(lang))
    except NoSuchSize as missing:
        return text("standings.no_such_size", lang, size=missing.size)


def _warnings(formula: "Formula", read: "ReadSheet", lang: Language) -> list[str]:
    from kamchatka.scoring.scale import off_scale

    found = off_scale(formula, read.sheet.rulebook)
    return [found.sentence(lang)] if found else []


def _data(formula: "Formula", read: "ReadSheet", lang: Language) -> dict[str, Any]:
    from kamchatka.scoring.numbers import written

    cards = _cards(formula, read, lang)
    if isinstance(cards, str):
        return {"formula": formula.id, "problem": cards}
    return {
        "formula": formula.id,
        "rulebook": read.sheet.rulebook.id,
        "incidents": [
            {
                "code": each.code,
                "player": each.player,
                "clauses": list(each.clauses),
                "sentence": each.sentence(lang),
            }
            for each in read.incidents
        ],
        "warnings": _warnings(formula, read, lang),
        "columns": list(formula.columns),
        "seats": [
            {
                "player": card.player,
                "place": card.place,
                "decided": card.decided or None,
                "score": written(card.score),
                "key": [written(number) for number in card.key],
                "lines": [
                    {
                        "term": line.term,
                        "column": line.column,
                        "amount": written(line.amount),
                        "clause": line.clauses[0] if line.clauses else None,
                        "clauses": list(line.clauses),
                        "why": line.reason(lang),
                    }
                    for line in card.lines
                ],
            }
            for card in cards
        ],
    }


def _print(formulas: list["Formula"], read: "ReadSheet", lang: Language) -> None:
    from rich.text import Text

    out = console()
    for incident in read.incidents:
        out.print(Text(f"⚠ {plain(incident.sentence(lang))} ({' '.join(incident.clauses)})", style="bold"))
    problems = 0
    for formula in formulas:
        cards = _cards(formula, read, lang)
        if isinstance(cards, str):
            problems += 1
            if len(formulas) == 1:
                fail(cards)
        out.print(Text.assemble((plain(formula.name(lang)), "bold"), f" ({formula.id})"))
        for warning in _warnings(formula, read, lang):
            out.print(f"⚠ {warning}")
        if isinstance(cards, str):
            out.print(f"  {cards}\n")
        else:
            print_cards(out, cards, lang)


def print_cards(out: "Console", cards: tuple["ScoreCard", ...], lang: Language) -> None:
    """Cards by place, one line for each term."""
    from rich.table import Table

    from kamchatka.scoring.numbers import shown

    headings = [text(f"standings.column.{name}", lang) for name in ("player", "score", "why", "clause")]
    table = Table(text("standings.column.place", lang), *headings, show_lines=True)
    table.columns[2].justify = "right"
    for card in sorted(cards, key=lambda each: each.place):
        # Of several columns most are 0 for most players, and a column that is 0 needs no reason.
        lines = [line for line in card.lines if line.amount or len(card.key) == 1]
        said = [f"{shown(line.amount, lang)}  {line.reason(lang)}" for line in lines]
        if card.decided and card.decided != "points":
            decided = text(f"scoring.decided.{card.decided.replace('-', '_')}", lang)
            said.append(f"{text('standings.column.decided', lang)}: {decided}")
        cited = [" ".join(line.clauses) for line in lines]
        scores = " · ".join(shown(number, lang) for number in card.key) if len(card.key) > 1 else None
        table.add_row(
            str(card.place),
            plain(card.player),
            scores or shown(card.score, lang),
            "\n".join(said),
            "\n".join(cited),
        )
    out.print(table)
