"""`kamchatka format`: the shapes of tournaments, whether a file holds one, and which suits an event."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from kamchatka.app.plain import plain
from kamchatka.app.tournament.texts import format_text_of, house
from kamchatka.cli.answer import answer, fail_by_faults
from kamchatka.cli.output import AsJson, console, fail, language
from kamchatka.messages import Language, text
from kamchatka.refusals import trouble
from kamchatka.tournament.format.adviser import AFTER_TIME, LONG_DAY, PAUSE, Advice, Event, advise
from kamchatka.tournament.format.loading import FaultyFormat, load_format, read_format, shipped_formats
from kamchatka.tournament.format.model import Format
from kamchatka.tournament.format.views import Part, origin_of, parts_of
from kamchatka.tournament.format.warnings import warnings

app = typer.Typer(no_args_is_help=True, help="I formati di torneo · the shapes of tournaments.")

FormatArg = Annotated[
    str, typer.Argument(metavar="ID", help="Un formato o un file .toml · a format or a .toml file.")
]


@app.command("list")
def list_formats(as_json: AsJson = False) -> None:
    """I formati pronti · the formats that come with the product."""
    lang = language()
    formats = [load_format(id) for id in shipped_formats()] + [_read(id) for id in house("format")]
    data = [_summary(format, lang) for format in formats]
    answer(data, lang, lambda: _print_list(formats, lang), as_json=as_json)


def _print_list(formats: list[Format], lang: Language) -> None:
    table = Table("id", *(text(f"format.cli.{name}", lang) for name in ("title", "source", "about")))
    for format in formats:
        table.add_row(format.id, format.name(lang), origin_of(format), format.description(lang))
    console().print(table)


@app.command()
def show(format: FormatArg, as_json: AsJson = False) -> None:
    """Un formato a parole: fasi, tavoli, classifica, opzioni · one format in words."""
    lang = language()
    try:
        found = _read(format)
    except FaultyFormat as error:
        fail(error.report(lang))
    parts = parts_of(found, lang)
    data = {**_summary(found, lang), "about": found.description, "parts": parts}
    answer(data, lang, lambda: _print(found, parts, lang), as_json=as_json)


def _print(found: Format, parts: Iterable[Part], lang: Language) -> None:
    out = console()
    out.print(Text.assemble((found.name(lang), "bold"), f" ({found.id})\n{found.description(lang)}"))
    for part in parts:
        out.print(Text.assemble("\n", (part.heading, "bold")))
        for line in part.lines:
            cited = f"  {' '.join(line.clauses)}" if line.clauses else ""
            out.print(Text.assemble(f"- {line.words}", (cited, "dim")))


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="Un file .toml · a .toml file.")], as_json: AsJson = False
) -> None:
    """Controlla un file di formato, errori tutti insieme · check a format file; all its faults at once."""
    lang = language()
    try:
        found = _read(str(file))
    except FaultyFormat as error:
        fail_by_faults(error, lang, as_json=as_json)
    advice = warnings(found)

    def draw() -> None:
        out = console()
        out.print(text("format.cli.good", lang, name=file.name, title=found.name(lang)))
        for each in advice:
            out.print(f"⚠ {each.sentence(lang)} {each.clause}".rstrip())

    answer({**_summary(found, lang), "warnings": advice}, lang, draw, as_json=as_json)


@app.command("advise")
def advise_formats(
    players: Annotated[int, typer.Option(min=1, max=2000, help="Quanti giocatori · how many players.")],
    days: Annotated[int, typer.Option(min=1, max=99, help="Giorni o serate · days or evenings.")] = 1,
    hours: Annotated[
        int, typer.Option(min=1, max=24, help="Ore di ogni giorno · hours of each day.")
    ] = LONG_DAY,
    as_json: AsJson = False,
) -> None:
    """Quali formati vanno bene, e perché gli altri no · which formats suit, and why the others do not."""
    lang = language()
    asked = Event(players, days, hours)
    found = advise(asked)
    data = {
        **plain(asked, lang),
        "assumed": {"minutes_after_time": AFTER_TIME, "minutes_of_pause": PAUSE},
        "formats": [{**_summary(each.format, lang), **plain(each, lang)} for each in found],
    }
    answer(data, lang, lambda: _print_advice(found, lang), as_json=as_json)


def _print_advice(found: Iterable[Advice], lang: Language) -> None:
    out = console()
    names = ("games", "tables", "fives", "rounds", "time")
    table = Table("id", *(text(f"format.cli.{name}", lang) for name in names))
    for each in found:
        if not each.obstacles:
            numbers = (each.games, len(each.tables), each.fives, each.rounds)
            time = f"{each.minutes // 60}:{each.minutes % 60:02d}"
            table.add_row(each.format.id, *map(str, numbers), time)
    if table.row_count:
        out.print(table)
        out.print(text("format.cli.assumed", lang, after=AFTER_TIME, pause=PAUSE))
    else:
        out.print(text("format.cli.none_suits", lang))
    out.print(Text.assemble("\n", (text("format.cli.others", lang), "bold")))
    for each in found:
        if each.obstacles:
            why = "; ".join(f"{one.sentence(lang)} {one.clause}".rstrip() for one in each.obstacles)
            out.print(f"- {each.format.id}: {why}")


def _read(name: str) -> Format:
    """A shipped format or one from a file; its faults are left to the command."""
    lang = language()
    try:
        file, source = format_text_of(name)
    except (OSError, UnicodeError) as error:
        fail(text("format.cli.unreadable", lang, path=name, error=trouble(error, lang)))
    return read_format(source, name=file)


def _summary(format: Format, lang: Language) -> dict[str, Any]:
    return {"id": format.id, "title": format.name(lang), "source": origin_of(format)}
