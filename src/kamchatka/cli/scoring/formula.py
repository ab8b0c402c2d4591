"""`kamchatka formula`: the scoring formulas, their terms, and checking a formula file."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any

import typer
from pydantic import BaseModel
from rich.table import Table
from rich.text import Text

from kamchatka.app.library import library
from kamchatka.app.plain import plain
from kamchatka.cli.call import Call, FileArg, called
from kamchatka.cli.output import console
from kamchatka.cli.scoring.inputs import open_formula, read_source
from kamchatka.messages import Language, text
from kamchatka.scoring.files import FaultyFormula
from kamchatka.scoring.formula.amounts import Grid
from kamchatka.scoring.formula.loading import read_formula
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.formula.terms import Term
from kamchatka.scoring.numbers import written
from kamchatka.scoring.views.cells import heading
from kamchatka.scoring.views.formula import clauses_of, formula_view

app = typer.Typer(no_args_is_help=True, help="Le formule di punteggio · the scoring formulas.")

FormulaArg = Annotated[
    str, typer.Argument(metavar="ID", help="Una formula o un file .toml · a formula or a .toml file.")
]


@app.command("list")
@called()
def list_formulas(call: Call) -> None:
    """Le formule pronte · the formulas that come with the product."""
    formulas = library().formulas()
    data = [_summary(formula, call.lang) for formula in formulas]
    call.give(data, lambda: _print_list(formulas, call.lang))


def _print_list(formulas: Sequence[Formula], lang: Language) -> None:
    headings = [heading(name, lang) for name in ("title", "source", "options")]
    table = Table("id", *headings)
    for formula in formulas:
        options = ", ".join(f"{name}={option.default}" for name, option in formula.option.items())
        table.add_row(formula.id, formula.name(lang), formula.source, options)
    console().print(table)


@app.command()
@called()
def show(call: Call, formula: FormulaArg) -> None:
    """Una formula termine per termine · one formula, term by term."""
    found = open_formula(formula)
    data = {**_summary(found, call.lang), **_whole(found, call.lang)}
    call.give(data, lambda: _print(found, call.lang))


@app.command()
@called()
def check(call: Call, file: FileArg) -> None:
    """Controlla un file di formula, errori tutti insieme · check a formula file; all its faults at once."""
    try:
        found = read_formula(read_source(file).words, name=file.name)
    except FaultyFormula as error:
        call.fail_by_faults(error)
    values = {"name": file.name, "title": found.name(call.lang)}
    call.answer(_summary(found, call.lang), "standings.formula.good", **values)


def _summary(formula: Formula, lang: Language) -> dict[str, Any]:
    options = {name: str(option.default) for name, option in formula.option.items()}
    return {**plain(formula, lang, "id title=name about=description source"), "options": options}


def _whole(formula: Formula, lang: Language) -> dict[str, Any]:
    fixed = formula.fixed_points
    return {
        "ties": formula.ties,
        "objective_points": "counted" if fixed is None else written(fixed),
        **plain(formula, lang, "columns score"),
        "terms": [
            {
                **plain(term, lang, "id kind who column replaces"),
                "values": values_of(term),
                "clauses": clauses_of(term),
            }
            for term in formula.term
        ],
        "choices": {name: [str(each) for each in option.choices] for name, option in formula.option.items()},
        "standings": formula.standings.ties,
    }


def values_of(term: Term) -> dict[str, Any]:
    """The numbers and choices of a term, as written in a formula file."""
    common = {"id", "kind", "who", "column", "replaces", "clauses", "clauses_by_value", "when"}
    return {
        name: _value(getattr(term, name))
        for name, field in type(term).model_fields.items()
        if name not in common and getattr(term, name) not in (None, field.default)
    }


def _value(value: object) -> Any:
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return written(value)
    if isinstance(value, Grid):
        if value.by_size:
            return {str(size): [written(each) for each in row] for size, row in value.by_size.items()}
        listed = [written(each) for each in value.everywhere]
        return listed if len(listed) > 1 else listed[0]
    if isinstance(value, BaseModel):
        return {
            name: said
            for name in type(value).model_fields
            if (said := _value(getattr(value, name))) is not None
        }
    return value


def _print(formula: Formula, lang: Language) -> None:
    out, view = console(), formula_view(formula, lang)
    out.print(Text.assemble((view.title, "bold"), f" ({formula.id})"))
    if view.about:
        out.print(view.about)
    for line in view.at_table:
        out.print(line)
    headings = [heading(name, lang) for name in ("how", "clause")]
    table = Table(
        text("formula.whom", lang),
        *headings,
        title=text("standings.formula.terms", lang),
        title_justify="left",
    )
    for term in view.terms:
        table.add_row(term.whom, term.how, " ".join(term.clauses))
    out.print(table)
    for line in (*view.options, *view.further):
        out.print(line)
