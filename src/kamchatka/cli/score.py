"""`kamchatka score`: one table sheet under a formula, with the reason for every point."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kamchatka.cli.output import AsJson, console, fail, language, print_json
from kamchatka.cli.scoring_csv import STANDARD_OUTPUT, CsvOption, ForceOption, check_target, write_csv
from kamchatka.cli.scoring_input import (
    ALL,
    RulebookOption,
    SetOption,
    open_formulas,
    open_sheet,
    parse_sets,
    plain,
)
from kamchatka.messages import Language, text

if TYPE_CHECKING:
    from kamchatka.scoring.formula.card import ScoreCard
    from kamchatka.scoring.formula.model import Formula
    from kamchatka.scoring.sheet.reading import ReadSheet


def score(
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
    as_json: AsJson = False,
) -> None:
    """I punti di un tavolo, con il perché · the scores of one table, with the reason for each."""
    lang = language()
    check_target(csv, (sheet, formula, rulebook or ""), force=force, as_json=as_json)
    read = open_sheet(sheet, rulebook)
    formulas = open_formulas(formula, parse_sets(options))
    scored = [(each, _cards(each, read, lang)) for each in formulas]
    (_, first), *others = scored
    if isinstance(first, str) and not others:
        fail(first)
    if csv:
        from kamchatka.cli.score_tables import csv_rows

        write_csv(csv, csv_rows(scored, lang), lang)
    if as_json:
        found = [_data(each, cards, read, rulebook, lang) for each, cards in scored]
        print_json(found if formula == ALL else found[0])
    elif csv != STANDARD_OUTPUT:
        _print(scored, read, rulebook, lang)


def _cards(formula: "Formula", read: "ReadSheet", lang: Language) -> "tuple[ScoreCard, ...] | str":
    """The cards, or the sentence that says what is missing."""
    from kamchatka.scoring.formula.grid import NoSuchSize
    from kamchatka.scoring.sheet.placing import MissingNumber

    try:
        return formula.cards(read.sheet)
    except MissingNumber as missing:
        return plain(missing.sentence(lang))
    except NoSuchSize as missing:
        return text("scores.no_such_size", lang, formula=formula.id, size=missing.size)


def _notices(read: "ReadSheet", rulebook: str | None) -> list[str]:
    from kamchatka.cli.scoring_notices import rulebook_notices

    return rulebook_notices(rulebook, [read.sheet.rulebook])


def _warnings(formula: "Formula", read: "ReadSheet", lang: Language) -> list[str]:
    from kamchatka.scoring.formula.scale import off_scale

    found = off_scale(formula, read.sheet.rulebook)
    return [found.sentence(lang)] if found else []


def _data(
    formula: "Formula",
    cards: "tuple[ScoreCard, ...] | str",
    read: "ReadSheet",
    rulebook: str | None,
    lang: Language,
) -> dict[str, Any]:
    if isinstance(cards, str):
        return {"formula": formula.id, "problem": cards}
    from kamchatka.cli.score_tables import card_data

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
        "warnings": [*_notices(read, rulebook), *_warnings(formula, read, lang)],
        "columns": list(formula.columns),
        "seats": [card_data(card, lang) for card in cards],
    }


def _print(
    scored: "list[tuple[Formula, tuple[ScoreCard, ...] | str]]",
    read: "ReadSheet",
    rulebook: str | None,
    lang: Language,
) -> None:
    from rich.text import Text

    from kamchatka.cli.score_tables import cards_table

    out = console()
    for incident in read.incidents:
        cited = f" ({' '.join(incident.clauses)})" if incident.clauses else ""
        out.print(Text(f"⚠ {plain(incident.sentence(lang))}{cited}", style="bold"))
    for notice in _notices(read, rulebook):
        out.print(f"⚠ {notice}")
    for formula, cards in scored:
        out.print(Text.assemble((plain(formula.name(lang)), "bold"), f" ({formula.id})"))
        for warning in _warnings(formula, read, lang):
            out.print(f"⚠ {warning}")
        if isinstance(cards, str):
            out.print(f"  {cards}\n")
        else:
            out.print(cards_table(formula, cards, lang))
