"""`kamchatka simulate`: many games by bots, what came of them, and how sure that is."""

import os
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kamchatka.cli.output import AsJson, fail, language, print_json
from kamchatka.messages import Language, text

if TYPE_CHECKING:
    from kamchatka.rulebook import Rulebook
    from kamchatka.simulate.batch import Player
    from kamchatka.simulate.plan import Plan
    from kamchatka.simulate.run import Run

GAMES = 10_000
BOT = "soldato"
MOST_THREADS = 256


def simulate(
    *,
    rulebook: Annotated[
        str | None,
        typer.Option(help="Regolamento: id o file, anche ID:sezione.chiave=valore · regulation: id or file."),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(help="Un bot per posto, o uno per tutti · a bot for each seat, or one for all."),
    ] = None,
    seats: Annotated[int | None, typer.Option(help="Giocatori · players.")] = None,
    games: Annotated[int | None, typer.Option(help="Partite · games (10000).")] = None,
    seed: Annotated[int | None, typer.Option(help="Seme; se manca, a caso · seed; random if absent.")] = None,
    laps: Annotated[
        int | None,
        typer.Option(help="Giri prima dello scadere; se mancano, dall'orologio · laps before time."),
    ] = None,
    threads: Annotated[int | None, typer.Option(help="Thread; se mancano, tutti · threads; all.")] = None,
    rotate: Annotated[
        bool, typer.Option("--rotate", help="I bot cambiano posto a ogni partita · bots move on each game.")
    ] = False,
    compare: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="A B", help="Due regolamenti a confronto · two regulations compared."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Una riga per partita, .csv o .parquet · a row for each game.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Riprende un file di --out · goes on with a file of --out.")
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
    folder = plot_folder(plot, lang)
    if compare:
        compare_two(wanted, compare, folder, as_json=as_json)
        return
    run = run_one(wanted, rulebook, out, resume, folder, as_json=as_json)
    if run.interrupted:
        stopped(lang, out or resume)


class Wanted:
    """The options that say how to play, checked."""

    def __init__(
        self,
        lang: Language,
        *,
        bots: str | None,
        seats: int | None,
        games: int | None,
        seed: int | None,
        laps: int | None,
        threads: int | None,
        rotate: bool,
        compiled: bool,
    ) -> None:
        from kamchatka.simulate.plan import MOST_LAPS_PLANNED, SEED_LIMIT

        if games is not None and games < 1:
            fail(text("simulate.refused.games", lang, games=games))
        if threads is not None and not 1 <= threads <= MOST_THREADS:
            fail(text("simulate.refused.threads", lang, threads=threads, most=MOST_THREADS))
        if seed is not None and not 0 <= seed < SEED_LIMIT:
            fail(text("simulate.refused.seed", lang, seed=seed))
        if laps is not None and not 1 <= laps <= MOST_LAPS_PLANNED:
            fail(text("simulate.refused.laps", lang, laps=laps, most=MOST_LAPS_PLANNED))
        self.lang, self.seats, self.games, self.laps, self.rotate = lang, seats, games, laps, rotate
        self.seed, self.compiled = seed, compiled
        self.threads = threads or usable_processors()
        self.bots = tuple(name.strip() for name in bots.split(",")) if bots is not None else None

    def take_over(self, header: dict[str, Any]) -> None:
        """Fill what was not said with what a file was begun with."""
        self.bots = self.bots or tuple(header["bots"])
        self.games = self.games or header["games"]
        self.laps = self.laps or header["laps"]
        self.rotate = self.rotate or header["rotate"]
        if self.seed is None:
            self.seed = header["seed"]

    def plan(self, label: str) -> "Plan":
        """The plan for a regulation, or a sentence that says what does not fit."""
        from kamchatka.bots import UnknownBot
        from kamchatka.simulate.plan import Plan, laps_within_time

        book = open_changed(label, self.lang)
        names = self.seated(book)
        if self.seed is None:
            self.seed = secrets.randbelow(1 << 32)
        laps = self.laps or laps_within_time(book, len(names))
        plan = Plan(rulebook=book, label=label, bots=names, laps=laps, seed=self.seed, rotate=self.rotate)
        try:
            plan.bot_numbers()
        except UnknownBot as error:
            known = ", ".join(error.known)
            fail(text("simulate.refused.bot", self.lang, bot=error.wanted, known=known))
        return plan

    def seated(self, book: "Rulebook") -> tuple[str, ...]:
        """A bot for each seat; a single name fills the table."""
        lang, sizes = self.lang, ", ".join(str(size) for size in book.seats.sizes)
        names = self.bots or (BOT,)
        if self.seats is not None and self.seats not in book.seats.sizes:
            fail(text("simulate.refused.table", lang, rulebook=book.id, seats=self.seats, sizes=sizes))
        if len(names) == 1:
            return names * (self.seats or book.seats.preferred)
        if self.seats is not None and len(names) != self.seats:
            fail(text("simulate.refused.seats", lang, count=len(names), seats=self.seats))
        if len(names) not in book.seats.sizes:
            fail(text("simulate.refused.bots", lang, count=len(names), rulebook=book.id, sizes=sizes))
        return names

    def players(self, *plans: "Plan") -> "tuple[Player, ...]":
        """Who plays each plan; says so first if machine code must be made."""
        from kamchatka.simulate.batch import machine_code_is_kept, player

        if self.compiled and not machine_code_is_kept():
            typer.echo(text("simulate.preparing", self.lang), err=True)
        return tuple(player(plan, compiled=self.compiled) for plan in plans)


def usable_processors() -> int:
    """Processors this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def refuse_together(lang: Language, options: dict[str, object]) -> None:
    """Stop if two options that exclude each other are both given."""
    given = [name for name, value in options.items() if value is not None]
    if len(given) > 1:
        fail(text("simulate.refused.together", lang, one=given[0], other=given[1]))


def open_changed(label: str, lang: Language) -> "Rulebook":
    """A regulation by id or file, with the changes typed after a colon."""
    from kamchatka.cli.rulebook import open_rulebook
    from kamchatka.rulebook import FaultyRulebook
    from kamchatka.simulate.variant import NotAChange, changed, split_changes

    try:
        name, changes = split_changes(label)
        book = open_rulebook(name)
        return changed(book, changes, label) if changes else book
    except NotAChange:
        fail(text("simulate.refused.change", lang, wanted=label))
    except FaultyRulebook as error:
        lines = [f"- {fault.sentence(lang)}" for fault in error.faults]
        fail("\n".join([text("simulate.refused.faults", lang, rulebook=label), *lines]))


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
        fail(text("simulate.refused.folder", lang, path=path, error=error.strerror or str(error)))
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
            a, b, games, (play_a, play_b), threads=wanted.threads, progress=progress, stop=stop
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


def stopped(lang: Language, path: Path | None) -> None:
    """End as shells expect after Ctrl-C, saying how to go on."""
    from kamchatka.simulate.interrupt import EXIT_STATUS

    if path:
        typer.echo(text("simulate.resumable", lang, path=path), err=True)
    raise typer.Exit(EXIT_STATUS)
