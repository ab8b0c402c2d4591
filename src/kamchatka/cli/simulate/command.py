"""`kamchatka simulate`: many games between bots, with confidence intervals of the results."""

from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any

import typer

from kamchatka.app.games.game_file import GameFile, new_path
from kamchatka.app.refusals import TableRefusal
from kamchatka.cli.call import Call, called, options_of
from kamchatka.cli.output import command, fail, remark
from kamchatka.cli.progress import watched
from kamchatka.cli.simulate.options import PlayOptions
from kamchatka.cli.simulate.view import show_comparison, show_run
from kamchatka.messages import Language, text
from kamchatka.refusals import trouble
from kamchatka.simulate.batch import CHUNK, SLOW_CHUNK
from kamchatka.simulate.compare import play_comparison
from kamchatka.simulate.interrupt import EXIT_STATUS, stoppable
from kamchatka.simulate.recording import recorded_game
from kamchatka.simulate.report import run_json
from kamchatka.simulate.run import OutFileRefused, Run, play_run


@called(more=options_of(PlayOptions))
def simulate(
    call: Call,
    *,
    rulebook: Annotated[
        str | None,
        typer.Option(
            help="Id o file, anche ID:sezione.chiave=valore · id or file, also ID:section.key=value."
        ),
    ] = None,
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
    **played: Any,
) -> None:
    """Simula molte partite e dice quanto è sicuro · plays many games and says how sure it is."""
    lang = call.lang
    exclusive = {"--record": record, "--compare": compare, "--out": out, "--resume": resume}
    _refuse_together(exclusive, lang)
    _refuse_together({"--compare": compare, "--rulebook": rulebook}, lang)
    _refuse_together({"--record": record, "--plot": plot}, lang)
    if game is not None and record is None:
        fail(text("simulate.refused.game", lang))
    if not (rulebook or compare or resume):
        fail(text("simulate.refused.rulebook", lang))
    options = PlayOptions(**played)
    if record:
        _record_one(options, rulebook or "", record, game or 0)
        return
    folder = _plot_folder(plot, lang)
    if compare:
        interrupted = _compare_two(call, options, compare, folder)
    else:
        interrupted = _run_one(call, options, rulebook, out=out, resume=resume, folder=folder)
    if folder:
        remark(text("simulate.drawn", lang, path=folder))
    if interrupted:
        raise typer.Exit(EXIT_STATUS)


def _refuse_together(options: Mapping[str, object], lang: Language) -> None:
    """Fail if two options that exclude each other are both given."""
    for one, other in combinations([name for name, value in options.items() if value is not None], 2):
        fail(text("simulate.refused.together", lang, one=one, other=other))


def _plot_folder(path: Path | None, lang: Language) -> Path | None:
    """The folder for plots, created if missing; errors are reported before the games start."""
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


def _run_one(
    call: Call,
    options: PlayOptions,
    rulebook: str | None,
    *,
    out: Path | None,
    resume: Path | None,
    folder: Path | None,
) -> bool:
    """Play one plan, print the report and plot it; True if interrupted."""
    lang = options.lang
    try:
        run = _played(options, rulebook, out, resume)
    except OutFileRefused as error:
        cause, values = error.__cause__, error.values
        if isinstance(cause, OSError):
            values = {**values, "error": trouble(cause, lang)}
        fail(text(f"simulate.outfile.{error.code}", lang, **values))
    call.give(lambda: run_json(run), lambda: show_run(run, lang))
    if folder:
        from kamchatka.simulate.plots import pictures, save  # noqa: PLC0415 - matplotlib

        save(pictures(run.plan, run.summary, lang), folder)
    path = out or resume
    if path:
        remark(text("simulate.written", lang, path=path))
    if path and run.interrupted:
        words = ("simulate", "--resume", path, "--games", run.asked)
        remark(text("simulate.resumable", lang, command=command(*words)))
    return run.interrupted


def _played(options: PlayOptions, rulebook: str | None, out: Path | None, resume: Path | None) -> Run:
    """The games of one plan: those already in the file, and new ones."""
    lang, writer, stored = options.lang, None, None
    if resume:
        from kamchatka.simulate.outfile import read_header  # noqa: PLC0415 - pyarrow

        header = read_header(resume)
        options.take_over(header)
        rulebook = rulebook or str(header["rulebook"])
    plan = options.plan(rulebook or "")
    # Print the seed first, so that a run that crashes can be repeated.
    remark(text("simulate.seed", lang, seed=plan.seed))
    if path := out or resume:
        from kamchatka.simulate.outfile import open_rows  # noqa: PLC0415 - pyarrow

        writer, stored = open_rows(path, plan, options.wanted, resume=resume is not None)
    try:
        (play,) = options.players(plan)
    except BaseException:
        if writer:
            writer.discard()
        raise
    with stoppable() as stop, watched(text("simulate.playing", lang), options.wanted) as progress:
        return play_run(
            plan,
            options.wanted,
            play,
            compiled=not options.interpreted,
            threads=options.workers,
            stored=stored or (),
            writer=writer,
            progress=progress,
            stop=stop,
        )


def _compare_two(call: Call, options: PlayOptions, labels: tuple[str, str], folder: Path | None) -> bool:
    """Play two plans with the same seeds, print the difference and plot it; True if interrupted."""
    lang = options.lang
    a, b = options.plan(labels[0]), options.plan(labels[1])
    remark(text("simulate.seed", lang, seed=a.seed))
    play_a, play_b = options.players(a, b)
    with stoppable() as stop, watched(text("simulate.playing", lang), options.wanted) as progress:
        found = play_comparison(
            a,
            b,
            options.wanted,
            (play_a, play_b),
            threads=options.workers,
            chunk=SLOW_CHUNK if options.interpreted else CHUNK,
            progress=progress,
            stop=stop,
        )
    call.give(found.as_json, lambda: show_comparison(found, lang))
    if folder:
        from kamchatka.simulate.plots import difference_picture, save  # noqa: PLC0415 - matplotlib

        save({"difference": difference_picture(found, lang)}, folder)
    return found.interrupted


def _record_one(options: PlayOptions, rulebook: str, path: Path, game: int) -> None:
    """Record one game of the plan, for `kamchatka replay`."""
    lang = options.lang
    plan = options.plan(rulebook)
    remark(text("simulate.seed", lang, seed=plan.seed))
    try:
        file = GameFile(new_path(str(path), ""))
        file.make_room()
        file.write(recorded_game(plan, game), is_public=True)
    except TableRefusal as refusal:
        # The table's own message is meant for people in the middle of a game, and would mislead here.
        error = refusal.values.get("error")
        values = {**refusal.values, "error": trouble(error, lang) if isinstance(error, OSError) else error}
        fail(text(f"simulate.record.{refusal.code}", lang, **values))
    except OSError as error:
        # A file name that no disk can hold, before anything is written.
        fail(text("simulate.record.no_place", lang, path=path, error=trouble(error, lang)))
    remark(text("simulate.recorded", lang, game=game, path=path, command=command("replay", path)))
