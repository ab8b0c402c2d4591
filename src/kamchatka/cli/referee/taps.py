"""Commands that follow the game: open a table, its clock, turns, time over, closing dice; show it."""

import time
from typing import Annotated, Any

import typer

from kamchatka.app.commands.listing import OF_TABLES
from kamchatka.app.files import data_folder
from kamchatka.app.office import TERMINAL, Office
from kamchatka.app.tables.keeper import EVERY, PATIENCE, keep
from kamchatka.app.tables.phone_taps import thrown_by_program
from kamchatka.app.tables.stops import stop_all, wake
from kamchatka.app.tables.tables import OpenTable, open_live, open_table, open_tables, undo
from kamchatka.app.tournaments.opening import open_tournament, tournament_in
from kamchatka.cli.declared_commands import chosen, is_chosen, words_of
from kamchatka.cli.output import WORDS
from kamchatka.cli.referee.desk import By, MaybeNumber, Number, now, report, show_view, tap, tap_declared
from kamchatka.cli.tournament.desk import DeskCall, Id
from kamchatka.messages import text
from kamchatka.referee.command import TableCommand
from kamchatka.referee.playing import DeclineRoll, EndTurn, ForgetRoll, RollToClose
from kamchatka.referee.timing import ResumeClock
from kamchatka.refusals import NotUnderstood
from kamchatka.scoring.numbers import whole

DECLARED = words_of(OF_TABLES.values())


def open_one(
    call: DeskCall,
    id: Id,
    number: Number,
    *,
    order: Annotated[
        list[str] | None,
        typer.Option(help="L'ordine di gioco, un giocatore per volta · the order of play, one at a time."),
    ] = None,
    minutes: Annotated[int | None, typer.Option(help="Minuti di gioco · minutes of play.")] = None,
    judge: Annotated[str, typer.Option(help="Chi arbitra il tavolo · who judges the table.")] = "",
    warn: Annotated[
        int,
        typer.Option(min=0, max=60, help="Annuncio prima della fine, in minuti · minutes before the end."),
    ] = 0,
    card: Annotated[
        list[str] | None,
        typer.Option(help="Obiettivo noto, CHI=CARTA · an objective that is known, WHO=CARD."),
    ] = None,
) -> None:
    """Comincia a seguire un tavolo · begin to follow a table."""
    with call.writing() as office:
        desk = open_tournament(office, id, call.lang)
        known = [each.rpartition("=") for each in card or ()]
        live = open_table(
            office,
            TERMINAL,
            id,
            number,
            minutes=minutes,
            order=tuple(desk.entrant(each) for each in order or ()),
            objectives={desk.entrant(who): objective for who, _, objective in known},
            judge=desk.judge(judge) if judge else None,
            warn=warn,
        )
        report(call, office, live, [live.table.opened])


def clock(
    call: DeskCall,
    id: Id,
    number: MaybeNumber = None,
    *,
    everywhere: Annotated[bool, typer.Option("--all", help="A tutti i tavoli · at all tables.")] = False,
    keeping: Annotated[
        bool, typer.Option("--keep", help="Tieni il tempo fino a Ctrl+C · keep the time until Ctrl+C.")
    ] = False,
    by: By = "",
    **given: Any,
) -> None:
    """Il tempo di un tavolo, o di tutti · the clock of a table, or of all."""
    if keeping:
        keep_time(call)
    elif everywhere:
        goes_on = is_chosen(ResumeClock, given)
        with call.writing() as office:
            wake(office, data_folder(), now, only=id)
            count = stop_all(office, TERMINAL, id, now, resume=goes_on)
        code = "resumed" if goes_on else "stopped"
        call.answer({"tables": count}, f"referee.{code}_all", count=count)
    elif number is None:
        raise NotUnderstood("which_table")
    else:
        tap_declared(call, id, number, DECLARED["clock"], given, by=by, unsaid="clock_what")


def keep_time(call: DeskCall) -> None:
    """Save the monotonic clock every ten seconds, until interrupted."""
    WORDS.set(())  # a running site keeps the time itself
    with call.writing() as office:
        wake(office, data_folder(), now, patience=PATIENCE)
        clock_of_day = office.clock
    call.say(text("referee.keeping", call.lang, seconds=EVERY))
    while True:
        keep(data_folder(), now(), clock_of_day())
        time.sleep(EVERY)


def turn(
    call: DeskCall,
    id: Id,
    number: Number,
    *,
    back: Annotated[bool, typer.Option("--undo", help="Annulla l'ultimo tocco · undo the last tap.")] = False,
    by: By = "",
    **given: Any,
) -> None:
    """Un turno finito, un giro, di chi è il turno · a turn that ended, a lap, whose turn it is."""
    if not back:
        tap_declared(call, id, number, DECLARED["turn"], given, by=by)
        return
    _, words = chosen([EndTurn], given)
    reason = words["reason"] or ""
    with call.writing() as office:
        undone = len(undo(office, TERMINAL, id, number, reason))
        report(call, office, open_live(office, id, number), (), undone=undone)


def expire(call: DeskCall, id: Id, number: Number, *, by: By = "", **given: Any) -> None:
    """Il tempo è scaduto · time is over."""
    # Seat letters follow the order of play, which may be known only with these answers.
    tap_declared(call, id, number, DECLARED["expire"], given, by=by)


def roll(
    call: DeskCall,
    id: Id,
    number: Number,
    *,
    dice: Annotated[str, typer.Option(help="I dadi tirati, 3,1 · the dice thrown, 3,1.")] = "",
    declined: Annotated[bool, typer.Option("--declined", help="Rinuncia · left alone.")] = False,
    forgotten: Annotated[bool, typer.Option("--forgotten", help="Dimenticata · forgotten.")] = False,
    late: Annotated[
        bool, typer.Option("--late", help="Quella dimenticata, ora · the forgotten one.")
    ] = False,
) -> None:
    """La sdadata; senza dadi li tira il programma · the closing roll; without dice the program rolls."""
    faces = [whole(each.strip()) for each in dice.replace(" ", ",").split(",") if each.strip()]

    def make(_: Office, live: OpenTable) -> TableCommand:
        wanted = live.table.rulebook.closing.dice
        typed = tuple(face for face in faces if face is not None)
        if len(typed) < len(faces):
            raise NotUnderstood("closing_dice", wanted=wanted)
        if declined:
            return DeclineRoll()
        if forgotten:
            return ForgetRoll()
        thrown = typed or thrown_by_program(wanted)
        source = "typed" if typed else "software"
        return RollToClose(dice=thrown, source=source, is_late=late)  # type: ignore[arg-type]

    tap(call, id, number, make)


def show(
    call: DeskCall,
    id: Id,
    number: MaybeNumber = None,
    *,
    public: Annotated[
        bool, typer.Option("--public", help="Come lo vede il pubblico · as the public sees it.")
    ] = False,
) -> None:
    """Di chi è il turno, che giro, chi tira e con che cosa · the four answers."""
    with call.reading() as office:
        if number is None:
            with office.reading() as reading:
                tables = open_tables(reading, tournament_in(reading, id, call.lang))
        else:
            tables = [open_live(office, id, number)]
    views = [live.view(now, "public" if public else "judges") for live in tables]

    def draw() -> None:
        for live, view in zip(tables, views, strict=True):
            show_view(call, live, view)

    call.give(views if number is None else views[0], draw)
