"""`--csv FILE` of the commands on scores: never over what was read, nor over what we did not write."""

import csv
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from kamchatka.app.saving import write_whole
from kamchatka.cli.call import Call
from kamchatka.cli.output import fail, harmless, remark
from kamchatka.messages import LANGUAGES, Language, text
from kamchatka.refusals import trouble
from kamchatka.scoring.views.cells import DELIMITERS, Cell, csv_text, heading

STANDARD_OUTPUT = Path("-")
LONGEST_HEADING = 100_000

MARKS = (
    ("rank", "player", "total"),
    ("rank", "team", "total"),
    ("player", "finals"),
    ("formula", "place", "player"),
)
"""How the headings of our tables begin: standings, of teams, what-if, scores of a table."""

CsvOption = Annotated[
    Path | None,
    typer.Option(
        "--csv",
        help="Scrive un file CSV; con - lo stampa · writes a CSV file; prints it with -.",
    ),
]
ForceOption = Annotated[
    bool,
    typer.Option(
        "--force", help="Con --csv: anche sopra un file non nostro · with --csv: even over a file not ours."
    ),
]


def check_target(call: Call, path: Path | None, read: Iterable[Path | str], *, force: bool) -> None:
    """End the command, before any work, if its file would destroy what it reads, or what others wrote."""
    if path == STANDARD_OUTPUT and call.as_json:
        fail(text("standings.together", call.lang, one="--csv -", other="--json"))
    if path is None or path == STANDARD_OUTPUT or not path.is_file():
        return
    for each in read:
        source = Path(each)
        if source.is_file() and source.samefile(path):
            fail(text("scores.csv_is_source", call.lang, path=path))
    if not force and not _is_ours(path):
        fail(text("scores.csv_not_ours", call.lang, path=path))


def _is_ours(path: Path) -> bool:
    """Whether a file begins as our tables do, in any language; an empty one is nobody's."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            first = file.readline(LONGEST_HEADING)
    except (OSError, UnicodeDecodeError):
        return False
    if not first:
        return path.stat().st_size == 0
    for lang in LANGUAGES:
        cells = next(csv.reader([first], delimiter=DELIMITERS[lang]), [])
        if any(cells[: len(names)] == [heading(name, lang) for name in names] for names in MARKS):
            return True
    return False


def write_csv(path: Path, rows: Iterable[Sequence[Cell]], lang: Language) -> None:
    """Write a file that spreadsheets open with its accents right, and say so; or print it."""
    words = csv_text(rows, lang)
    if path == STANDARD_OUTPUT:
        # A terminal obeys some signs; a program that reads us gets them as they are.
        sys.stdout.write(harmless(words.replace("\r\n", "\n")) if sys.stdout.isatty() else words)
        return
    try:
        write_whole(path, words.encode("utf-8-sig"))
    except OSError as error:
        fail(text("standings.unwritable", lang, path=path, error=trouble(error, lang)))
    remark(text("scores.csv_written", lang, path=path))
