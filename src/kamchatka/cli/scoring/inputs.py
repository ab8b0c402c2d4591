"""Inputs of the score commands: formulas, sheets and results, from files or standard input."""

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from kamchatka.app.library import library
from kamchatka.cli.call import STANDARD_INPUT
from kamchatka.cli.output import fail, language
from kamchatka.cli.rulebook import open_rulebook
from kamchatka.faults import FaultyFile
from kamchatka.messages import text
from kamchatka.refusals import trouble
from kamchatka.rulebook import Rulebook
from kamchatka.scoring.files import FaultyFormula, UnknownFormula, UnknownOption
from kamchatka.scoring.formula.loading import catalogue, load_formula, read_formula
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.results.model import Results
from kamchatka.scoring.results.reading import read_results, read_results_csv
from kamchatka.scoring.results.source import NotWords, words_of
from kamchatka.scoring.sheet.reading import ReadSheet, read_sheet
from kamchatka.tournament.format.library import FILE

ALL = "all"
FormulaOption = Annotated[
    str | None,
    typer.Option(
        "--formula",
        help="Formula o .toml, se il file non la dice · formula or .toml, if the file names none.",
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NOME=VALORE", help="Opzione della formula · option of the formula."),
]
ResultsArg = Annotated[
    Path,
    typer.Argument(
        metavar="RESULTS",
        help="Risultati .toml, .json, .csv, o - (ingresso) · results, .toml, .json, .csv, or - (input).",
    ),
]
RulebookOption = Annotated[
    str | None,
    typer.Option(
        help="Regolamento (o .toml), se il file non lo dice · regulation (or .toml), if the file names none."
    ),
]


@dataclass(frozen=True)
class InputText:
    """An input text with its name."""

    name: str
    words: str
    is_csv: bool
    folder: Path
    """Folder of the files it refers to."""


def read_source(path: Path) -> InputText:
    """The text of a file or of standard input; exits with an error if it is not text."""
    lang = language()
    is_piped = path == STANDARD_INPUT
    try:
        data = sys.stdin.buffer.read() if is_piped else path.read_bytes()
    except OSError as error:
        fail(text("standings.unreadable", lang, path=path, error=trouble(error, lang)))
    name = text("scores.standard_input", lang) if is_piped else path.name
    try:
        found = words_of(data, "" if is_piped else path.suffix.lower())
    except NotWords as wrong:
        fail(text(wrong.code, lang, name=name))
    return InputText(name, found.words, found.is_csv, Path() if is_piped else path.parent)


def parse_sets(
    given: list[str] | None, option: str = "--set", example: str = "bonus=20"
) -> dict[str, object]:
    """Parse options such as `bonus=20` into values by name; a refusal names the option as it was typed."""
    found: dict[str, object] = {}
    for each in given or ():
        name, equals, value = each.partition("=")
        if not equals or not name.strip() or not value.strip():
            fail(text("standings.bad_set", language(), given=each, option=option, example=example))
        found[name.strip()] = _value(value.strip())
    return found


def _value(words: str) -> object:
    if words in ("true", "false"):
        return words == "true"
    if words.startswith("[") and words.endswith("]"):
        return [_value(part.strip()) for part in words[1:-1].split(",") if part.strip()]
    return int(words) if re.fullmatch(r"-?[0-9]{1,12}", words) else words


def something(given: str, option: str) -> str:
    """The stripped value of an option; exits with an error if it is empty."""
    return given.strip() or fail(text("scores.nothing", language(), option=option))


def open_formula(name: str, options: dict[str, object] | None = None) -> Formula:
    """A shipped formula or one from a file; exits with an error if it cannot be read."""
    lang = language()
    name = something(name, "--formula")
    try:
        if name.lower().endswith(FILE):
            path = library().file("formula", name) or Path(name)
            return read_formula(read_source(path).words, name=path.name, options=options)
        return library().formula(name, options)
    except FaultyFormula as error:
        fail(error.report(lang))
    except (UnknownFormula, UnknownOption) as error:
        fail(error.sentence(lang))


def open_formulas(name: str, options: dict[str, object]) -> list[Formula]:
    """One formula, or all shipped ones, each with those of the options it knows."""
    if name != ALL:
        return [open_formula(name, options)]
    plainly = [load_formula(id) for id in catalogue()]
    for option in options:
        if not any(option in formula.option for formula in plainly):
            known = tuple(sorted({each for formula in plainly for each in formula.option}))
            fail(UnknownOption(option, "", known).sentence(language()))
    return [
        open_formula(formula.id, {key: options[key] for key in options if key in formula.option})
        for formula in plainly
    ]


def open_sheet(path: Path, rulebook: Rulebook | None) -> ReadSheet:
    """A sheet from a file; exits with all its faults if it has any."""
    source = read_source(path)
    if source.is_csv:
        fail(text("scores.csv_is_for_standings", language(), name=source.name))
    try:
        return read_sheet(source.words, name=source.name, rulebook=rulebook, folder=source.folder)
    except FaultyFile as error:
        fail(error.report(language()))


def open_results(path: Path, rulebook: Rulebook | None) -> Results:
    """Results from a file; exits with all their faults if there are any."""
    source = read_source(path)
    read = read_results_csv if source.is_csv else read_results
    try:
        return read(source.words, name=source.name, rulebook=rulebook, folder=source.folder)
    except FaultyFile as error:
        fail(error.report(language()))


def rulebook_of(name: str | None) -> Rulebook | None:
    """The regulation of `--rulebook`, if given."""
    return None if name is None else open_rulebook(something(name, "--rulebook"))
