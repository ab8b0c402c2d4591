"""`--csv FILE` of the score commands: never overwrites an input file, nor a file we did not write."""

import csv
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from kamchatka.app.files import write_whole
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
"""First headings of our CSV tables: standings, team standings, what-if, scores of a table."""

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
    """Fail early if the CSV file would overwrite an input, or a file that is not ours."""
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
    """Whether a file starts with the headings of our tables, in any language, or is empty."""
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
    """Write a CSV file with a byte order mark for spreadsheets, and say so; or print it."""
    words = csv_text(rows, lang)
    if path == STANDARD_OUTPUT:
        # Control characters are replaced on a terminal, but kept for programs.
        sys.stdout.write(harmless(words.replace("\r\n", "\n")) if sys.stdout.isatty() else words)
        return
    try:
        write_whole(path, words.encode("utf-8-sig"))
    except OSError as error:
        fail(text("standings.unwritable", lang, path=path, error=trouble(error, lang)))
    remark(text("scores.csv_written", lang, path=path))
