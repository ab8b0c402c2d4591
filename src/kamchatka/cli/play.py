"""`kamchatka play`: a game at this terminal, for people and bots."""

from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kamchatka.cli.output import command, fail, language
from kamchatka.messages import LANGUAGES, Language, text

if TYPE_CHECKING:
    from kamchatka.cli.table.bots import Bots
    from kamchatka.cli.table.desk import Desk

LEFT_UNFINISHED = 3
"""The command's status when the people left before the end; the game is saved."""


class Dice(StrEnum):
    """Where dice come from."""

    FAIR = "fair"
    TABLE = "table"


Lang = Annotated[str, typer.Option(help="Lingua: it o en · language: it or en.")]


def play(
    *,
    rulebook: Annotated[str, typer.Option(help="Regolamento o file .toml · regulation or .toml file.")] = "",
    seats: Annotated[int, typer.Option(min=0, help="Posti; 0: i preferiti · seats; 0: the preferred.")] = 0,
    players: Annotated[
        str, typer.Option(help="Nomi, soldato e random per i bot · names, soldato and random for bots.")
    ] = "",
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**63 - 1, help="Dadi ripetibili · repeatable dice.")
    ] = None,
    dice: Annotated[
        Dice,
        typer.Option(
            help="Promessi dal computer o tirati al tavolo · promised by the computer or thrown at the table."
        ),
    ] = Dice.FAIR,
    record: Annotated[
        str, typer.Option(help="Verbale: .partita, .txt o .json · record: .partita, .txt or .json.")
    ] = "",
    resume: Annotated[str, typer.Option(help="Riprendi questo verbale · go on with this record.")] = "",
    minutes: Annotated[
        int | None,
        typer.Option(
            "--time",
            min=0,
            max=1440,
            help="Minuti di gioco; 0: senza limite; altrimenti del regolamento"
            " · minutes of play; 0: no limit; otherwise the regulation's.",
        ),
    ] = None,
    laps: Annotated[int, typer.Option(min=0, max=399, help="Giri di gioco · laps of play.")] = 0,
    no_hide: Annotated[
        bool, typer.Option("--no-hide", help="Non nascondere le carte · do not hide cards.")
    ] = False,
    lang: Lang = "",
) -> None:
    """Una partita al terminale, fra persone e bot · a game at the terminal, for people and bots."""
    from kamchatka.cli.rulebook import open_rulebook
    from kamchatka.cli.table.aside import before_the_game
    from kamchatka.cli.table.refused import NotSo
    from kamchatka.cli.table.screen import Left, Screen
    from kamchatka.cli.table.setting import Wanted, new_game, resumed_game
    from kamchatka.rulebook import shipped

    speaks = spoken(lang)
    if resume:
        given = {"--rulebook": rulebook, "--seats": seats, "--players": players, "--record": record}
        given |= {"--seed": seed is not None, "--dice": dice is not Dice.FAIR}
        _alone("--resume", given, speaks)
    if seed is not None:
        _alone("--seed", {"--dice table": dice is Dice.TABLE}, speaks)
    wanted = Wanted(
        seats=seats,
        players=players,
        seed=seed,
        typed_dice=dice is Dice.TABLE,
        record=record,
        minutes=minutes,
        laps=laps,
        hide=not no_hide,
    )
    screen = Screen(speaks)
    screen.always = before_the_game(screen)
    with ExitStack() as held:
        try:
            if resume:
                desk, bots = resumed_game(screen, Path(resume), wanted, held)
            else:
                desk, bots = new_game(screen, open_rulebook(rulebook or shipped()[0]), wanted, held)
        except NotSo as refusal:
            fail(refusal.sentence(speaks))
        except Left:
            screen.say(text("play.kept.nothing", speaks))
            raise typer.Exit(LEFT_UNFINISHED) from None
        _sit(desk, bots)


def _sit(desk: "Desk", bots: "Bots") -> None:
    """Play until the end or until the people leave, and say where the game is."""
    from kamchatka.cli.table.ending import show_result
    from kamchatka.cli.table.screen import Left
    from kamchatka.cli.table.session import Session

    try:
        Session(desk, bots).run()
        desk.keep()
    except Left:
        _leave(desk)
        raise typer.Exit(LEFT_UNFINISHED) from None
    show_result(desk)


def _leave(desk: "Desk") -> None:
    """Save the game, and say how to go on with it; or, given up, how to check it."""
    from kamchatka.cli.table.ending import show_record

    if desk.gave_up:
        desk.screen.say(text("play.kept.given_up", desk.lang))
        show_record(desk)
        return
    desk.keep()
    desk.screen.line(text("play.kept.left", desk.lang, path=desk.keeper.path))
    desk.screen.line(text("play.kept.resume", desk.lang, command=_command(desk)))


def _command(desk: "Desk") -> str:
    """What to type to go on with this game."""
    from kamchatka.rules.layout import LAST_LAP

    words: list[object] = ["play", "--resume", desk.keeper.path]
    if desk.limit.minutes and not desk.game.position.now[LAST_LAP]:
        words += ["--time", desk.limit.minutes_left()]
    if desk.limit.laps and not desk.game.position.now[LAST_LAP]:
        words += ["--laps", desk.limit.laps]
    return command(*words)


def spoken(wanted: str) -> Language:
    """The language asked for; that of the terminal where none is."""
    if not wanted:
        return language()
    known = next((lang for lang in LANGUAGES if lang == wanted), None)
    return known or fail(text("play.refused.language", language(), value=wanted))


def _alone(option: str, others: dict[str, object], lang: Language) -> None:
    """Refuse options that make no sense beside this one."""
    for other, given in others.items():
        if given:
            fail(text("play.refused.together", lang, one=option, other=other))
