"""`kamchatka play`: a game at this terminal, for people and bots."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import typer

from kamchatka.app.games.bots import ThinkerMaker, no_thinkers
from kamchatka.app.games.digital_table import DigitalTable
from kamchatka.app.games.game_file import GameFile, new_path, read_bytes
from kamchatka.app.games.players import Player, line_up
from kamchatka.app.games.time_limit import TimeLimit
from kamchatka.bots import bot_names
from kamchatka.bots.thinking import Thinker
from kamchatka.cli.call import Call, Options, called, options_of
from kamchatka.cli.output import Lang, command, fail
from kamchatka.cli.play.desk import TerminalTable, on_the_wall
from kamchatka.cli.play.result import show_record, show_result
from kamchatka.cli.play.screen import Leaving, Screen
from kamchatka.cli.play.session import Session
from kamchatka.cli.play.words import counted, understood
from kamchatka.cli.rulebook import open_rulebook
from kamchatka.game.chance import Chance, Seeded, Typed
from kamchatka.game.fair import Fair, new_entropy
from kamchatka.messages import Language, text
from kamchatka.refusals import Refusal
from kamchatka.rulebook import Rulebook, shipped
from kamchatka.rules.layout import LAST_LAP

LEFT_UNFINISHED = 3
"""Exit status if the players left before the end."""
NOT_KEPT = 1
"""Exit status if the game was played but could not be saved."""

MOST_ENTROPY = 200
"""Maximum length of the typed entropy that is used."""

SHOWABLE = ("already_over", "told_secret", "other_version", "no_secret", "wrong_secret")
"""Refusals to resume a game that can still be replayed."""


SEATED = ", ".join(bot_names())
"""The bots that may sit at the table."""

Dice = Literal["fair", "table"]
"""Dice committed to by the computer, or thrown at the table."""


@dataclass(frozen=True, kw_only=True)
class TableWishes:
    """The options of a new table."""

    rulebook: Annotated[str, typer.Option(help="Regolamento o file .toml · regulation or .toml file.")] = ""
    seats: Annotated[int, typer.Option(min=0, help="Posti; 0: i preferiti · seats; 0: the preferred.")] = 0
    players: Annotated[str, typer.Option(help=f"Nomi, o i bot {SEATED} · names, or the bots {SEATED}.")] = ""
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**63 - 1, help="Dadi ripetibili · repeatable dice.")
    ] = None
    dice: Annotated[
        Dice,
        typer.Option(
            help="Promessi dal computer o tirati al tavolo · promised by the computer or thrown at the table."
        ),
    ] = "fair"
    record: Annotated[
        str, typer.Option(help="Verbale: .partita, .txt o .json · record: .partita, .txt or .json.")
    ] = ""
    resume: Annotated[str | None, typer.Option(help="Riprendi questo verbale · go on with this record.")] = (
        None
    )
    minutes: Annotated[
        int | None,
        typer.Option(
            "--time",
            min=0,
            max=1440,
            help="Minuti di gioco; 0: senza limite; altrimenti del regolamento"
            " · minutes of play; 0: no limit; otherwise the regulation's.",
        ),
    ] = None
    laps: Annotated[int, typer.Option(min=0, max=399, help="Giri di gioco · laps of play.")] = 0
    no_hide: Annotated[
        bool, typer.Option("--no-hide", help="Non nascondere le carte · do not hide cards.")
    ] = False
    now: Callable[[], float] = time.monotonic
    wall: Callable[[], datetime] = on_the_wall


class PlayCall(Call):
    """A call without `--json`."""

    options: ClassVar[Options] = {"lang": (Lang, "")}


@called(more=options_of(TableWishes))
def play(call: PlayCall, **typed: Any) -> None:
    """Una partita al terminale, fra persone e bot · a game at the terminal, for people and bots."""
    speaks, wishes = call.lang, TableWishes(**typed)
    resume = wishes.resume
    if resume is not None:
        names = ("rulebook", "seats", "players", "record")
        given: dict[str, object] = {f"--{name}": getattr(wishes, name) for name in names}
        given |= {"--seed": wishes.seed is not None, "--dice": wishes.dice != "fair"}
        _alone("--resume", given, speaks)
    if wishes.seed is not None:
        _alone("--seed", {"--dice table": wishes.dice == "table"}, speaks)
    screen = Screen(speaks)
    screen.always = lambda line: _before_the_game(screen, line)
    with ExitStack() as held:
        held.enter_context(screen.interrupts.heard())
        try:
            if resume is not None:
                desk = resumed_game(screen, Path(resume), wishes, held)
            else:
                desk = new_game(screen, open_rulebook(wishes.rulebook or shipped()[0]), wishes, held)
        except Refusal as refusal:
            seen = text("play.kept.replay", speaks, command=command("replay", resume or ""))
            said = refusal.sentence(speaks)
            fail(f"{said} {seen}" if refusal.code in SHOWABLE else said)
        except Leaving:
            screen.say(text("play.kept.nothing", speaks))
            raise typer.Exit(LEFT_UNFINISHED) from None
        _sit(desk)


def new_game(screen: Screen, book: Rulebook, wishes: TableWishes, held: ExitStack) -> TerminalTable:
    """A new game, its file locked in `held`; TableRefusal if it cannot start."""
    now = wishes.wall()
    file = GameFile(new_path(wishes.record, now.strftime("%Y%m%d-%H%M%S")))
    file.make_room()
    held.enter_context(file.held())
    players = _players(screen, book, wishes)
    # A game from a seed must be reproducible, so its table has no date.
    name = "terminale" if wishes.seed is not None else f"terminale {now.strftime('%Y-%m-%d %H:%M:%S')}"
    limit = TimeLimit.of(book, wishes.minutes, wishes.laps, wishes.now)
    _introduce(screen, book, players, file, lambda: _tell_limit(screen, book, limit))
    chance = _luck(screen, file, name, players, wishes)
    table = DigitalTable.open_new(
        file, book, players, chance, name=name, limit=limit, thinkers=_thinkers(screen)
    )
    screen.say("")
    return TerminalTable(table, screen, hide=not wishes.no_hide, wall=wishes.wall)


def resumed_game(screen: Screen, path: Path, wishes: TableWishes, held: ExitStack) -> TerminalTable:
    """A resumed game, its file locked in `held`; raises what the table raises."""
    read_bytes(path)  # fails before locking if the file is missing; the content is read again under the lock
    file = GameFile(path)
    held.enter_context(file.held())
    table = DigitalTable.resume(
        file, minutes=wishes.minutes or 0, laps=wishes.laps, now=wishes.now, thinkers=_thinkers(screen)
    )
    screen.line(text("play.start.resumed", screen.lang, path=path), "bold")
    book = table.game.rulebook
    _introduce(screen, book, table.players, file, lambda: _tell_what_is_left(screen, table.limit))
    return TerminalTable(table, screen, hide=not wishes.no_hide, wall=wishes.wall)


def _thinkers(screen: Screen) -> ThinkerMaker:
    """Thinkers of the simulator, whose packages may be missing here; it says if they need a while."""

    def thinker(packed: bytes) -> Thinker:
        try:
            from kamchatka.simulate.batch import machine_code_is_kept  # noqa: PLC0415 - the compiler
            from kamchatka.simulate.thinking import compiled_thinker  # noqa: PLC0415 - the compiler
        except ModuleNotFoundError:
            return no_thinkers(packed)
        if not machine_code_is_kept("think_batch"):
            screen.say(text("simulate.preparing", screen.lang))
        return compiled_thinker(packed)

    return thinker


def _before_the_game(screen: Screen, line: str) -> bool:
    """Handle the words understood before the game starts; whether the line was one."""
    match understood(line):
        case "quit", "":
            raise Leaving
        case "help", "":
            screen.say(text("play.help.page", screen.lang))
            return True
    return False


def _players(screen: Screen, book: Rulebook, wishes: TableWishes) -> tuple[Player, ...]:
    typed = wishes.players or screen.ask(text("play.start.who", screen.lang))
    typed = typed or text("play.start.somebody", screen.lang)
    return line_up(typed, wishes.seats, book.seats.sizes, book.seats.preferred)


def _introduce(
    screen: Screen, book: Rulebook, players: tuple[Player, ...], file: GameFile, tell_time: Callable[[], None]
) -> None:
    lang = screen.lang
    screen.say(text("play.start.rulebook", lang, title=book.title(lang), id=book.id), "bold")
    screen.say(text("play.start.chairs", lang, names=", ".join(player.name for player in players)))
    tell_time()
    screen.line(text("play.start.file", lang, path=file.path))
    screen.say(text("play.start.help", lang))


def _tell_limit(screen: Screen, book: Rulebook, limit: TimeLimit) -> None:
    """Say how long the game lasts, and whether the regulation allows it."""
    lang = screen.lang
    clock = book.clock
    if limit.minutes:
        code = f"play.start.minutes_from_{clock.starts.replace('-', '_')}"
        screen.say(text(code, lang, minutes=counted("minutes", limit.minutes, lang)))
        if not clock.minutes_least <= limit.minutes <= clock.minutes_most:
            code = "fixed" if clock.minutes_least == clock.minutes_most else "foreseen"
            values = {"least": clock.minutes_least, "most": clock.minutes_most}
            screen.say(text(f"play.start.minutes_{code}", lang, **values), "yellow")
    if limit.laps:
        screen.say(text("play.start.laps", lang, laps=limit.laps))
    if not limit.minutes and not limit.laps:
        screen.say(text("play.start.no_limit", lang))


def _tell_what_is_left(screen: Screen, limit: TimeLimit) -> None:
    """Say how much longer a resumed game lasts."""
    if limit.minutes:
        minutes = counted("minutes", limit.minutes, screen.lang)
        screen.say(text("play.start.minutes_left", screen.lang, minutes=minutes))
    if limit.laps:
        screen.say(text("play.start.laps", screen.lang, laps=limit.laps))
    if not limit.minutes and not limit.laps:
        screen.say(text("play.start.no_limit_left", screen.lang))


def _luck(
    screen: Screen, file: GameFile, name: str, players: tuple[Player, ...], wishes: TableWishes
) -> Chance:
    lang = screen.lang
    if wishes.seed is not None:
        screen.say(text("play.start.seed", lang, seed=wishes.seed))
        return Seeded(wishes.seed)
    if wishes.dice == "table":
        screen.say(text("play.start.table", lang))
        return Typed()
    secret = file.new_secret()
    commitment = Fair(name, secret, ()).promise.commitment.hex()
    screen.line(text("play.fair.commitment", lang, commitment=commitment), "bold")
    screen.say(text("play.fair.explain", lang))
    try:
        return Fair(name, secret, tuple(_entropy(screen, player) for player in players))
    except Leaving:
        file.forget_secret()
        raise


def _entropy(screen: Screen, player: Player) -> bytes:
    """A player's contribution to the dice seed: typed by a person, else random."""
    typed = ""
    if player.bot is None:
        typed = screen.ask(text("play.fair.entropy", screen.lang, name=player.name))[:MOST_ENTROPY]
    return typed.encode("utf-8", errors="replace") or new_entropy()


def _sit(desk: TerminalTable) -> None:
    """Play until the end or until the players leave, and say where the game is saved."""
    try:
        Session(desk).run()
    except Leaving:
        _leave(desk)
        raise typer.Exit(LEFT_UNFINISHED) from None
    is_kept = desk.keep()
    show_result(desk, is_kept=is_kept)
    if not is_kept:
        raise typer.Exit(NOT_KEPT)


def _leave(desk: TerminalTable) -> None:
    """Save the game and say how to resume it; or, if it was given up, how to verify it."""
    if desk.gave_up:
        desk.screen.say(text("play.kept.given_up", desk.lang))
        show_record(desk)
        return
    if not desk.keep():
        desk.screen.say(text("play.kept.not_saved", desk.lang), "bold red")
        return
    desk.screen.line(text("play.kept.left", desk.lang, path=desk.table.file.path))
    desk.screen.line(text("play.kept.resume", desk.lang, command=_command(desk)))


def _command(desk: TerminalTable) -> str:
    """The command that resumes this game."""
    words: list[object] = ["play", "--resume", desk.table.file.path]
    if desk.table.limit.minutes and not desk.game.position.now[LAST_LAP]:
        words += ["--time", desk.table.limit.minutes_left()]
    if desk.table.limit.laps and not desk.game.position.now[LAST_LAP]:
        words += ["--laps", desk.table.limit.laps]
    return command(*words)


def _alone(option: str, others: dict[str, object], lang: Language) -> None:
    """Fail if an option that excludes this one was also given."""
    for other, given in others.items():
        if given:
            fail(text("play.refused.together", lang, one=option, other=other))
