"""What the commands on scores share: formulas, sheets and results as the command line names them."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kamchatka.cli.output import fail, language
from kamchatka.cli.scoring_source import read_source
from kamchatka.messages import text

if TYPE_CHECKING:
    from kamchatka.rulebook import Rulebook
    from kamchatka.scoring.formula.model import Formula
    from kamchatka.scoring.results.model import Results
    from kamchatka.scoring.sheet.reading import ReadSheet

ALL = "all"

FormulaOption = Annotated[
    str, typer.Option("--formula", help="Formula o file .toml · formula or .toml file.")
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


def plain(words: str) -> str:
    """Words as they may be shown on a terminal: nothing in a name is a command to it."""
    return "".join(letter if letter.isprintable() else "�" for letter in words)


def parse_sets(given: list[str] | None) -> dict[str, object]:
    """`bonus=20` as the value of the option `bonus`."""
    found: dict[str, object] = {}
    for each in given or ():
        name, equals, value = each.partition("=")
        if not equals or not name.strip() or not value.strip():
            fail(text("standings.bad_set", language(), given=plain(each)))
        found[name.strip()] = _value(value.strip())
    return found


def _value(words: str) -> object:
    if words in ("true", "false"):
        return words == "true"
    if words.startswith("[") and words.endswith("]"):
        return [_value(part.strip()) for part in words[1:-1].split(",") if part.strip()]
    return int(words) if re.fullmatch(r"-?[0-9]{1,12}", words) else words


def open_formula(name: str, options: dict[str, object] | None = None) -> "Formula":
    """A shipped formula or one from a file; anything wrong ends the command with a sentence."""
    from kamchatka.scoring.faults import FaultyFormula, UnknownFormula, UnknownOption
    from kamchatka.scoring.formula.loading import load_formula, read_formula

    lang = language()
    name = something(name, "--formula")
    try:
        if name.lower().endswith(".toml"):
            return read_formula(read_text(Path(name)), name=Path(name).name, options=options)
        return load_formula(name, options)
    except FaultyFormula as error:
        fail(error.report(lang))
    except (UnknownFormula, UnknownOption) as error:
        fail(error.sentence(lang))


def open_formulas(name: str, options: dict[str, object]) -> list["Formula"]:
    """One formula, or all shipped ones; an option then goes to every formula that has it."""
    from kamchatka.scoring.faults import UnknownOption
    from kamchatka.scoring.formula.loading import catalogue, load_formula

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


def read_text(path: Path) -> str:
    """The text of a file."""
    return read_source(path).words


def open_sheet(path: Path, rulebook: str | None) -> "ReadSheet":
    """A sheet from a file; all its faults at once end the command."""
    from kamchatka.faults import FaultyFile
    from kamchatka.scoring.sheet.reading import read_sheet

    book = _rulebook(rulebook)
    source = read_source(path)
    if source.is_csv:
        fail(text("scores.csv_is_for_standings", language(), name=plain(source.name)))
    try:
        return read_sheet(source.words, name=source.name, rulebook=book, folder=source.folder)
    except FaultyFile as error:
        fail(plain_lines(error.report(language())))


def open_results(path: Path, rulebook: str | None) -> "Results":
    """Results from a file; all its faults at once end the command."""
    from kamchatka.faults import FaultyFile
    from kamchatka.scoring.results.reading import read_results, read_results_csv

    book = _rulebook(rulebook)
    source = read_source(path)
    read = read_results_csv if source.is_csv else read_results
    try:
        return read(source.words, name=source.name, rulebook=book, folder=source.folder)
    except FaultyFile as error:
        fail(plain_lines(error.report(language())))


def _rulebook(name: str | None) -> "Rulebook | None":
    from kamchatka.cli.rulebook import open_rulebook

    return None if name is None else open_rulebook(something(name, "--rulebook"))


def something(given: str, option: str) -> str:
    """What was given to an option, without spaces around it; nothing at all ends the command."""
    return given.strip() or fail(text("scores.nothing", language(), option=option))


def plain_lines(words: str) -> str:
    """Several lines, each fit for a terminal."""
    return "\n".join(plain(line) for line in words.split("\n"))


@contextmanager
def watched(tables: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on the terminal, beside what is printed."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = Console(stderr=True)
    shown = Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)
    with shown as bar:
        task = bar.add_task(text("standings.scoring", language()), total=tables)
        yield lambda done: bar.advance(task, done)
