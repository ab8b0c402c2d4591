"""`kamchatka tune`: search for parameters of sergente that win more against a pool of opponents."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from kamchatka.app.files import write_whole
from kamchatka.cli.arena.arena import contestants, tell_interrupted
from kamchatka.cli.arena.options import ArenaOptions
from kamchatka.cli.call import Call, called, options_of
from kamchatka.cli.output import command, console, fail, remark
from kamchatka.cli.progress import watched
from kamchatka.messages import Language, text
from kamchatka.refusals import trouble
from kamchatka.simulate.contestants import PREFIX, OwnRow, contestant, parameters_toml, row_to_tune
from kamchatka.simulate.interrupt import EXIT_STATUS, stoppable
from kamchatka.simulate.match import code_digest, deals_for
from kamchatka.simulate.tuning import Generation, TuningPlan, generations_of
from kamchatka.simulate.words import percent

GAMES = 200
"""Games of each candidate against each opponent, unless said otherwise."""
MARK = "# kamchatka tune\n"
"""How a file of parameters begins that a later run may overwrite."""


@called(more=options_of(ArenaOptions))
def tune(
    call: Call,
    *,
    bot: Annotated[str, typer.Argument(help="Uno stile di sergente · a style of sergente.")],
    rulebook: Annotated[str, typer.Option(help="Regolamento o file .toml · regulation or .toml file.")],
    against: Annotated[
        str, typer.Option(help="Gli avversari, separati da virgole · the opponents, separated by commas.")
    ],
    out: Annotated[
        Path, typer.Option(help="File dei parametri trovati, .toml · file for what is found, .toml.")
    ],
    temperament: Annotated[
        str | None,
        typer.Option(help="Quale tarare; se manca, quello calmo · the one to tune; else the calm one."),
    ] = None,
    generations: Annotated[int, typer.Option(min=1, help="Generazioni · generations.")] = 30,
    population: Annotated[int, typer.Option(min=4, help="Candidati per volta · candidates at a time.")] = 16,
    spread: Annotated[
        float, typer.Option(min=0.01, max=2, help="Ampiezza della ricerca · how widely to search.")
    ] = 0.2,
    **played: Any,
) -> None:
    """Cerca i parametri che vincono di più contro i più ostici · search for parameters that win more."""
    lang = call.lang
    options = ArenaOptions(**played)
    conditions = options.conditions(rulebook)
    tuned = contestant(bot)
    plan = TuningPlan(
        conditions=conditions,
        bot=tuned,
        start=row_to_tune(tuned, temperament),
        pool=tuple(contestants(against)),
        deals=len(deals_for(options.games or GAMES, conditions.seats)),
        population=population,
        generations=generations,
        spread=spread,
    )
    if out.exists() and not out.read_bytes().startswith(MARK.encode()):
        fail(text("arena.tune.exists", lang, path=out))
    remark(text("simulate.seed", lang, seed=conditions.seed))
    _write(plan, plan.start.row, out, lang)
    found: list[Generation] = []
    with (
        options.workshop() as workshop,
        stoppable() as stop,
        watched(text("simulate.playing", lang), plan.games * generations) as progress,
    ):
        for generation in generations_of(plan, workshop, progress=progress, stop=stop):
            found.append(generation)
            _write(plan, generation.row, out, lang)
    data = {
        **conditions.as_json(),
        "code": code_digest(),
        "interrupted": stop.asked,
        "generations": [each.as_json() for each in found],
    }
    call.give(data, lambda: _show(plan, found, lang))
    remark(text("arena.tune.written", lang, path=out))
    where = ("--rulebook", rulebook, "--seats", str(conditions.seats), "--laps", str(conditions.laps))
    measure = command("arena", *where, "--better", f"{PREFIX}{out}", bot)
    remark(text("arena.tune.measure", lang, command=measure))
    tell_interrupted(options, conditions, stop.asked)
    if stop.asked:
        raise typer.Exit(EXIT_STATUS)


def _write(plan: TuningPlan, row: tuple[int, ...], path: Path, lang: Language) -> None:
    """Write the parameters, whole or not at all."""
    try:
        own = OwnRow(plan.start.temperament, row)
        write_whole(path, (MARK + parameters_toml(plan.bot.number, own)).encode())
    except OSError as error:
        fail(text("simulate.outfile.unwritable", lang, path=path, error=trouble(error, lang)))


def _show(plan: TuningPlan, found: list[Generation], lang: Language) -> None:
    """Print what each generation came to."""
    out = console()
    conditions, pool = plan.conditions, ", ".join(each.label for each in plan.pool)
    words = {"rulebook": conditions.label, "seats": conditions.seats, "laps": conditions.laps}
    out.print(text("arena.heading", lang, **words))
    out.print(text("arena.tune.heading", lang, bot=plan.bot.label, pool=pool))
    columns = ("generation", "best", "mean")
    table = Table(*(text(f"arena.tune.{column}", lang) for column in columns))
    for each in found:
        table.add_row(str(each.number), percent(each.best, lang, 1), percent(each.mean, lang, 1))
    out.print(table)
