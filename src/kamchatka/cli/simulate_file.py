"""The file of `kamchatka simulate --out` and `--resume`: opened, or refused with a sentence."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from kamchatka.cli.output import fail, trouble
from kamchatka.messages import Language, text

if TYPE_CHECKING:
    from kamchatka.simulate.outfile import OutFileRefused, Writer
    from kamchatka.simulate.plan import Plan
    from kamchatka.simulate.rows import Rows


def refuse(error: "OutFileRefused", lang: Language) -> NoReturn:
    """Say why the file will not do."""
    values = dict(error.values)
    if isinstance(error.__cause__, OSError):
        values["error"] = trouble(error.__cause__, lang)
    fail(text(f"simulate.outfile.{error.code}", lang, **values))


def stored_plan(path: Path, lang: Language) -> dict[str, Any]:
    """What the file to go on with was begun with."""
    from kamchatka.simulate.outfile import OutFileRefused, read_header

    try:
        header = read_header(path)
    except OutFileRefused as error:
        refuse(error, lang)
    if not {"rulebook", "digest", "bots", "laps", "seed", "rotate", "games"} <= set(header):
        fail(text("simulate.outfile.no_plan", lang, path=path))
    return header


def opened_file(
    plan: "Plan",
    games: int,
    lang: Language,
    *,
    out: Path | None,
    resume: Path | None,
    header: dict[str, Any] | None,
) -> "tuple[Writer | None, Iterable[Rows]]":
    """A writer for the rows, if a file is wanted, and the rows it already holds."""
    if out is None and resume is None:
        return None, ()
    from kamchatka.simulate.columns import Columns
    from kamchatka.simulate.outfile import OutFileRefused, create, go_on

    pinned = plan.as_json()
    try:
        if resume is not None and header is not None:
            differences = [
                f"{key}: {header.get(key)} ≠ {value}"
                for key, value in pinned.items()
                if header.get(key) != value
            ]
            if differences:
                told = "; ".join(differences)
                fail(text("simulate.outfile.another_plan", lang, path=resume, differences=told))
            writer, stored = go_on(resume, Columns(plan.rulebook, plan.seats), {**pinned, "games": games})
            return writer, told_if_damaged(stored, lang)
        if out is not None:
            return create(out, Columns(plan.rulebook, plan.seats), {**pinned, "games": games}), ()
    except OutFileRefused as error:
        refuse(error, lang)
    return None, ()


def told_if_damaged(stored: "Iterator[Rows]", lang: Language) -> "Iterator[Rows]":
    """The rows; a file whose rows cannot be read ends the command with a sentence."""
    from kamchatka.simulate.outfile import OutFileRefused

    try:
        yield from stored
    except OutFileRefused as error:
        refuse(error, lang)


def too_many(path: Path | None, stored: int, games: int, lang: Language) -> NoReturn:
    """Say that a file already holds more than is wanted."""
    fail(text("simulate.outfile.too_many", lang, path=path, stored=stored, games=games))
