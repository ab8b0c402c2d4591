"""`kamchatka format`: tournament formats, checking a format file, and advice on which suits an event."""

from collections.abc import Iterable
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from kamchatka.app.library import library
from kamchatka.app.plain import plain
from kamchatka.app.tournaments.texts import own_format, setup_of, texts_of
from kamchatka.cli.call import FileArg, SpokenCall, called
from kamchatka.cli.output import console, fail
from kamchatka.messages import Language, text
from kamchatka.refusals import trouble
from kamchatka.tournament.format.adviser import (
    AFTER_TIME,
    LONG_DAY,
    PAUSE,
    FormatAdvice,
    PlannedEvent,
    advise,
)
from kamchatka.tournament.format.loading import FaultyFormat, load_format, shipped_formats
from kamchatka.tournament.format.model import Format
from kamchatka.tournament.format.views import FormatPart, origin_of, parts_of
from kamchatka.tournament.format.warnings import warnings

app = typer.Typer(no_args_is_help=True, help="I formati di torneo · the shapes of tournaments.")

FormatArg = Annotated[
    str, typer.Argument(metavar="ID", help="Un formato o un file .toml · a format or a .toml file.")
]


@app.command("list")
@called()
def list_formats(call: SpokenCall) -> None:
    """I formati pronti · the formats that come with the product."""
    formats = [load_format(id) for id in shipped_formats()] + [
        _read(id, call.lang) for id in library().own("format")
    ]
    data = [_summary(format, call.lang) for format in formats]
    call.give(data, lambda: _print_list(formats, call.lang))


def _print_list(formats: list[Format], lang: Language) -> None:
    table = Table("id", *(text(f"format.cli.{name}", lang) for name in ("title", "source", "about")))
    for format in formats:
        table.add_row(format.id, format.name(lang), origin_of(format), format.description(lang))
    console().print(table)


@app.command()
@called()
def show(call: SpokenCall, format: FormatArg) -> None:
    """Un formato a parole: fasi, tavoli, classifica, opzioni · one format in words."""
    lang = call.lang
    try:
        found = _read(format, lang)
    except FaultyFormat as error:
        fail(error.report(lang))
    texts = texts_of(format)
    parts = parts_of(setup_of(texts, {}, texts.formula_options), lang)
    data = {**_summary(found, lang), "about": found.description, "parts": parts}
    call.give(data, lambda: _print(found, parts, lang))


def _print(found: Format, parts: Iterable[FormatPart], lang: Language) -> None:
    out = console()
    out.print(Text.assemble((found.name(lang), "bold"), f" ({found.id})\n{found.description(lang)}"))
    for part in parts:
        out.print(Text.assemble("\n", (part.heading, "bold")))
        for line in part.lines:
            cited = f"  {' '.join(line.clauses)}" if line.clauses else ""
            out.print(Text.assemble(f"- {line.words}", (cited, "dim")))


@app.command()
@called()
def check(call: SpokenCall, file: FileArg) -> None:
    """Controlla un file di formato, errori tutti insieme · check a format file; all its faults at once."""
    lang = call.lang
    try:
        found = _read(str(file), lang)
    except FaultyFormat as error:
        call.fail_by_faults(error)
    texts = texts_of(str(file))
    advice = warnings(found, rulebook=setup_of(texts, {}, texts.formula_options).rulebook)

    def draw() -> None:
        out = console()
        out.print(text("format.cli.good", lang, name=file.name, title=found.name(lang)))
        for each in advice:
            out.print(f"⚠ {each.sentence(lang)} {each.clause}".rstrip())

    call.give({**_summary(found, lang), "warnings": advice}, draw)


@app.command("advise")
@called()
def advise_formats(
    call: SpokenCall,
    players: Annotated[int, typer.Option(min=1, max=2000, help="Quanti giocatori · how many players.")],
    days: Annotated[int, typer.Option(min=1, max=99, help="Giorni o serate · days or evenings.")] = 1,
    hours: Annotated[
        int, typer.Option(min=1, max=24, help="Ore di ogni giorno · hours of each day.")
    ] = LONG_DAY,
) -> None:
    """Quali formati vanno bene, e perché gli altri no · which formats suit, and why the others do not."""
    lang = call.lang
    asked = PlannedEvent(players, days, hours)
    found = advise(asked)
    data = {
        **plain(asked, lang),
        "assumed": {"minutes_after_time": AFTER_TIME, "minutes_of_pause": PAUSE},
        "formats": [{**_summary(each.format, lang), **plain(each, lang)} for each in found],
    }
    call.give(data, lambda: _print_advice(found, lang))


def _print_advice(found: Iterable[FormatAdvice], lang: Language) -> None:
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


def _read(name: str, lang: Language) -> Format:
    """A shipped format or one from a file; the caller handles its faults."""
    try:
        return own_format(name)
    except (OSError, UnicodeError) as error:
        fail(text("format.cli.unreadable", lang, path=name, error=trouble(error, lang)))


def _summary(format: Format, lang: Language) -> dict[str, Any]:
    return {"id": format.id, "title": format.name(lang), "source": origin_of(format)}
