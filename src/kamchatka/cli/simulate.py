"""`kamchatka simulate`: many games by bots, what came of them, and how sure that is."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kamchatka.cli.output import AsJson, command, fail, language, print_json, trouble
from kamchatka.cli.simulate_options import Wanted
from kamchatka.messages import Language, text

if TYPE_CHECKING:
    from kamchatka.simulate.run import Run

GAMES = 10_000


def simulate(
    *,
    rulebook: Annotated[
        str | None,
        typer.Option(
            help="Id o file, anche ID:sezione.chiave=valore · id or file, also ID:section.key=value."
        ),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(help="Un bot per posto, o uno per tutti · a bot for each seat, or one for all."),
    ] = None,
    seats: Annotated[int | None, typer.Option(help="Giocatori · players.")] = None,
    games: Annotated[
        int | None, typer.Option(help="Partite; se mancano, 10000 · games; if absent, 10000.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seme; se manca, a caso · seed; random if absent.")] = None,
    laps: Annotated[
        int | None,
        typer.Option(
            help="Giri prima dello scadere; se mancano, dall'orologio · laps before time; else by the clock."
        ),
    ] = None,
    threads: Annotated[
        int | None, typer.Option(help="Thread; se mancano, tutti · threads; if absent, all.")
    ] = None,
    rotate: Annotated[
        bool, typer.Option("--rotate", help="I bot cambiano posto a ogni partita · bots move on each game.")
    ] = False,
    compare: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="A B", help="Due regolamenti a confronto · two regulations compared."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Una riga per partita, .csv o .parquet · a row for each game, .csv or .parquet."),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Riprende un file di --out · goes on with a file of --out.")
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(
            help="Scrive la partita --game, .partita o .json · writes game --game, .partita or .json."
        ),
    ] = None,
    game: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="Numero della partita di --record; se manca, 0 · number of the game of --record; else 0.",
        ),
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Cartella per le figure · folder for pictures.")] = None,
    interpreted: Annotated[
        bool, typer.Option("--interpreted", help="Senza codice macchina, lento · plain Python, slow.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Simula molte partite e dice quanto è sicuro · plays many games and says how sure it is."""
    lang = language()
    refuse_together(lang, {"--compare": compare, "--out": out})
    refuse_together(lang, {"--compare": compare, "--resume": resume})
    refuse_together(lang, {"--compare": compare, "--rulebook": rulebook})
    refuse_together(lang, {"--out": out, "--resume": resume})
    for name, value in {"--compare": compare, "--out": out, "--resume": resume, "--plot": plot}.items():
        refuse_together(lang, {"--record": record, name: value})
    wanted = Wanted(
        lang,
        bots=bots,
        seats=seats,
        games=games,
        seed=seed,
        laps=laps,
        threads=threads,
        rotate=rotate,
        compiled=not interpreted,
    )
    if record:
        from kamchatka.cli.simulate_record import record_one

        record_one(wanted, rulebook, record, game or 0)
        return
    if game is not None:
        fail(text("simulate.refused.game", lang))
    folder = plot_folder(plot, lang)
    if compare:
        compare_two(wanted, compare, folder, as_json=as_json)
        return
    run = run_one(wanted, rulebook, out, resume, folder, as_json=as_json)
    if run.interrupted:
        stopped(lang, out or resume, run.asked)


def refuse_together(lang: Language, options: dict[str, object]) -> None:
    """Stop if two options that exclude each other are both given."""
    given = [name for name, value in options.items() if value is not None]
    if len(given) > 1:
        fail(text("simulate.refused.together", lang, one=given[0], other=given[1]))


def plot_folder(path: Path | None, lang: Language) -> Path | None:
    """The folder for pictures, made if it is not there; better told before the games than after."""
    if path is None:
        return None
    try:
        path.mkdir(parents=True, exist_ok=True)
        trial = path / ".kamchatka"
        trial.touch()
        trial.unlink()
    except OSError as error:
        fail(text("simulate.refused.folder", lang, path=path, error=trouble(error, lang)))
    return path


@contextmanager
def watched(games: int, lang: Language) -> Iterator[Callable[[int], None]]:
    """A progress bar on the terminal, beside the report."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = Console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task(text("simulate.playing", lang), total=games)
        yield lambda done: bar.advance(task, done)


def run_one(
    wanted: Wanted,
    rulebook: str | None,
    out: Path | None,
    resume: Path | None,
    folder: Path | None,
    *,
    as_json: bool,
) -> "Run":
    """Play one plan, report on it, draw it."""
    from kamchatka.cli.simulate_file import opened_file, stored_plan, too_many
    from kamchatka.simulate.interrupt import stoppable
    from kamchatka.simulate.report import run_json
    from kamchatka.simulate.run import TooManyStored, play_run

    lang = wanted.lang
    header = stored_plan(resume, lang) if resume else None
    if header:
        wanted.take_over(header)
    label = rulebook or (str(header["rulebook"]) if header else None)
    if label is None:
        fail(text("simulate.refused.rulebook", lang))
    plan, games = wanted.plan(label), wanted.games or GAMES
    # The seed comes first, so that a run that dies can be repeated.
    typer.echo(text("simulate.seed", lang, seed=plan.seed), err=True)
    writer, stored = opened_file(plan, games, lang, out=out, resume=resume, header=header)
    try:
        (play,) = wanted.players(plan)
    except BaseException:
        if writer:
            writer.discard()
        raise
    with stoppable() as stop, watched(games, lang) as progress:
        try:
            run = play_run(
                plan,
                games,
                play,
                compiled=wanted.compiled,
                threads=wanted.threads,
                stored=stored,
                writer=writer,
                progress=progress,
                stop=stop,
            )
        except TooManyStored as error:
            too_many(resume, error.stored, games, lang)
    if as_json:
        print_json(run_json(run))
    else:
        from kamchatka.cli.simulate_view import show_run

        show_run(run, lang)
    if folder:
        from kamchatka.simulate.plots import pictures, save

        save(pictures(plan, run.summary, lang), folder)
    tell_files(out or resume, folder, lang)
    return run


def compare_two(wanted: Wanted, labels: tuple[str, str], folder: Path | None, *, as_json: bool) -> None:
    """Play two plans with the same seeds, report on the difference, draw it."""
    from kamchatka.simulate.batch import CHUNK, SLOW_CHUNK
    from kamchatka.simulate.compare import play_comparison
    from kamchatka.simulate.interrupt import stoppable

    lang = wanted.lang
    a = wanted.plan(labels[0])
    wanted.bots = a.bots
    b, games = wanted.plan(labels[1]), wanted.games or GAMES
    typer.echo(text("simulate.seed", lang, seed=a.seed), err=True)
    play_a, play_b = wanted.players(a, b)
    with stoppable() as stop, watched(games, lang) as progress:
        found = play_comparison(
            a,
            b,
            games,
            (play_a, play_b),
            threads=wanted.threads,
            chunk=CHUNK if wanted.compiled else SLOW_CHUNK,
            progress=progress,
            stop=stop,
        )
    if as_json:
        print_json(found.as_json())
    else:
        from kamchatka.cli.simulate_view import show_comparison

        show_comparison(found, lang)
    if folder:
        from kamchatka.simulate.plots import difference_picture, save

        save({"difference": difference_picture(found, lang)}, folder)
    tell_files(None, folder, lang)
    if found.interrupted:
        stopped(lang, None)


def tell_files(out: Path | None, folder: Path | None, lang: Language) -> None:
    """Where rows and pictures were put, beside the report."""
    if out:
        typer.echo(text("simulate.written", lang, path=out), err=True)
    if folder:
        typer.echo(text("simulate.drawn", lang, path=folder), err=True)


def stopped(lang: Language, path: Path | None, games: int = 0) -> None:
    """End as shells expect after Ctrl-C, saying how to go on."""
    from kamchatka.simulate.interrupt import EXIT_STATUS

    if path:
        typer.echo(
            text("simulate.resumable", lang, command=command("simulate", "--resume", path, "--games", games)),
            err=True,
        )
    raise typer.Exit(EXIT_STATUS)
