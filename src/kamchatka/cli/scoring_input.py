"""What the commands on scores share: formulas, sheets and results as the command line names them."""

import gc
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kamchatka.cli.output import fail, language, trouble
from kamchatka.messages import text

if TYPE_CHECKING:
    from kamchatka.scoring.formula import Formula
    from kamchatka.scoring.results import Results

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
    typer.Argument(metavar="RESULTS", help="Risultati .toml, .json o .csv · results, .toml, .json or .csv."),
]
RulebookOption = Annotated[
    str, typer.Option(help="Regolamento, se il file non lo dice · regulation, if the file names none.")
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
    from kamchatka.scoring.loading import load_formula, read_formula

    lang = language()
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
    from kamchatka.scoring.loading import catalogue, load_formula

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
    """The text of a file; a spreadsheet's CSV may be in the letters of old Windows."""
    try:
        data = path.read_bytes()
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            if path.suffix.lower() != ".csv":
                raise
            return data.decode("cp1252")
    except (OSError, UnicodeDecodeError) as error:
        reason = trouble(error, language())
        fail(text("standings.unreadable", language(), path=path, error=reason))


def write_text(path: Path, words: str) -> None:
    """Write a file that spreadsheets open with its accents right."""
    try:
        path.write_text(words, encoding="utf-8-sig", newline="")
    except OSError as error:
        reason = trouble(error, language())
        fail(text("standings.unwritable", language(), path=path, error=reason))


def open_results(path: Path, rulebook: str) -> "Results":
    """Results from a file; all its faults at once end the command."""
    from kamchatka.cli.rulebook import open_rulebook
    from kamchatka.scoring.faults import Faulty
    from kamchatka.scoring.results_file import read_results, read_results_csv

    book = open_rulebook(rulebook) if rulebook else None
    read = read_results_csv if path.suffix.lower() == ".csv" else read_results
    try:
        with uncollected():
            return read(read_text(path), name=path.name, rulebook=book)
    except Faulty as error:
        fail(plain_lines(error.report(language())))


def plain_lines(words: str) -> str:
    """Several lines, each fit for a terminal."""
    return "\n".join(plain(line) for line in words.split("\n"))


def incidents_of(results: "Results") -> list[str]:
    """What a judge must rule first, table by table."""
    from kamchatka.scoring.numbers import shown
    from kamchatka.scoring.penalties import penalties_due

    lang = language()
    due = [
        text(
            "standings.penalty_due",
            lang,
            round=each.round,
            player=plain(each.player),
            points=shown(each.points, lang),
            clause=each.clause or "",
        )
        for each in penalties_due(results)
    ]
    return due + [
        text(
            "standings.at_table",
            lang,
            round=table.round,
            table=table.number,
            said=plain(incident.sentence(lang)),
        )
        for table in results.tables()
        for incident in table.incidents
    ]


def warnings_of(results: "Results", formula: "Formula") -> list[str]:
    """Where the formula does not fit a regulation that was played."""
    from kamchatka.scoring.scale import off_scale

    books = {table.sheet.rulebook.id: table.sheet.rulebook for table in results.tables() if table.sheet}
    found = [off_scale(formula, book) for book in books.values()]
    return [each.sentence(language()) for each in found if each]


def penalty_notices(results: "Results", formulas: list["Formula"], absences: str) -> list[str]:
    """Penalties that take nothing, or that do not mean the same under these formulas."""
    from kamchatka.scoring.penalties import fits_penalties, without_result

    lang = language()
    found = []
    if absences == "none":
        found = [
            text("standings.penalty_without_result", lang, player=plain(each.player), round=each.round)
            for each in without_result(results)
        ]
    unfit = [formula.id for formula in formulas if not fits_penalties(formula)]
    if unfit and any(penalty.points for penalty in results.penalties):
        found.append(text("standings.penalties_as_written", lang, formulas=", ".join(unfit)))
    return found


@contextmanager
def uncollected() -> Iterator[None]:
    """Without the search for cycles: results have none, and a million live numbers make it slow."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextmanager
def watched(tables: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on the terminal, beside what is printed."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = Console(stderr=True)
    shown = Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)
    with uncollected(), shown as bar:
        task = bar.add_task(text("standings.scoring", language()), total=tables)
        yield lambda done: bar.advance(task, done)
