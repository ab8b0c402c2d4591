"""Commands that follow the game: open a table, its clock, turns, time over, closing dice; show it."""

import secrets
import time
from datetime import timedelta
from typing import Annotated

import typer

from kamchatka.app.office import TERMINAL
from kamchatka.app.referee.keeper import EVERY, PATIENCE, keep
from kamchatka.app.referee.stops import stop_all, wake
from kamchatka.app.referee.tables import (
    LiveDesk,
    open_live,
    open_table,
    open_tables,
    undo,
)
from kamchatka.app.saving import data_folder
from kamchatka.app.tournament.desk import desk_in, open_desk
from kamchatka.cli.output import print_json
from kamchatka.cli.referee.desk import (
    By,
    MaybeNumber,
    Number,
    now,
    player,
    show_view,
    tap,
    told,
    view_data,
)
from kamchatka.cli.tournament.desk import Call, Id, Reason
from kamchatka.game.chance import Request, Seeded
from kamchatka.messages import text
from kamchatka.referee.command import TableCommand
from kamchatka.referee.playing import (
    AskPass,
    DeclineRoll,
    EndTurn,
    Expire,
    ForgetRoll,
    RecordLap,
    RollToClose,
    SetTurn,
)
from kamchatka.referee.timing import ExtendClock, ResumeClock, SettleInterruption, StartClock, StopClock
from kamchatka.refusals import NotUnderstood

Out = Annotated[
    list[str] | None,
    typer.Option("--out", help="Chi è fuori, nell'ordine in cui sono usciti · who is out, first out first."),
]


def open_one(
    call: Call,
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
        desk = open_desk(office, id, call.lang)
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
        told(call, office, id, number, [live.table.opened])


def clock(
    call: Call,
    id: Id,
    number: MaybeNumber = None,
    *,
    start: Annotated[bool, typer.Option("--start", help="Parte il tempo · time begins.")] = False,
    stop: Annotated[bool, typer.Option("--stop", help="Ferma il tempo · stop the clock.")] = False,
    go: Annotated[bool, typer.Option("--go", help="Riparte: il fermo è restituito · go on.")] = False,
    everywhere: Annotated[bool, typer.Option("--all", help="A tutti i tavoli · at all tables.")] = False,
    extend: Annotated[int, typer.Option(help="Minuti in più · more minutes.")] = 0,
    played: Annotated[
        bool | None, typer.Option("--played/--back", help="Il fermo: giocato o restituito · played or not.")
    ] = None,
    keeping: Annotated[
        bool, typer.Option("--keep", help="Tieni il tempo fino a Ctrl+C · keep the time until Ctrl+C.")
    ] = False,
    by: By = "",
) -> None:
    """Il tempo di un tavolo, o di tutti · the clock of a table, or of all."""
    if keeping:
        keep_time(call)
    elif everywhere:
        with call.writing() as office:
            wake(office, data_folder(), now, only=id)
            count = stop_all(office, TERMINAL, id, now, resume=go)
        call.answer({"tables": count}, f"referee.{'resumed' if go else 'stopped'}_all", count=count)
    elif number is None:
        raise NotUnderstood("which_table")
    else:
        tap(
            call,
            id,
            number,
            lambda live: _clock_command(
                call, live, start=start, stop=stop, go=go, extend=extend, played=played
            ),
            by=by,
        )


def _clock_command(
    call: Call, live: LiveDesk, *, start: bool, stop: bool, go: bool, extend: int, played: bool | None
) -> TableCommand:
    if start:
        with call.reading() as office:
            ends = office.clock().astimezone() + timedelta(minutes=live.table.opened.minutes)
        return StartClock(now(), ends.strftime("%H:%M"))
    if stop:
        return StopClock(now())
    if go:
        return ResumeClock(now())
    if extend:
        return ExtendClock(extend * 60)
    if played is not None:
        return SettleInterruption(played)
    raise NotUnderstood("clock_what")


def keep_time(call: Call) -> None:
    """Write the steady clock down every ten seconds, until somebody stops it."""
    with call.writing() as office:
        wake(office, data_folder(), now, patience=PATIENCE)
        clock_of_day = office.clock
    call.say(text("referee.keeping", call.lang, seconds=EVERY))
    while True:
        keep(data_folder(), now(), clock_of_day())
        time.sleep(EVERY)


def turn(
    call: Call,
    id: Id,
    number: Number,
    *,
    who: Annotated[str, typer.Option(help="Chi passa i dadi · who passes the dice.")] = "",
    conquests: Annotated[int, typer.Option(help="Territori conquistati · territories conquered.")] = 0,
    out: Out = None,
    set_to: Annotated[str, typer.Option("--set", help="È di turno · it is the turn of.")] = "",
    lap: Annotated[int | None, typer.Option(help="Il giro · the lap.")] = None,
    passes: Annotated[
        bool | None, typer.Option("--pass/--no-pass", help="La risposta a «passi?» · the answer to “pass?”")
    ] = None,
    back: Annotated[bool, typer.Option("--undo", help="Annulla l'ultimo tocco · undo the last tap.")] = False,
    reason: Reason = "",
    by: By = "",
) -> None:
    """Un turno finito, un giro, di chi è il turno · a turn that ended, a lap, whose turn it is."""
    if back:
        with call.writing() as office:
            told(call, office, id, number, (), undone=len(undo(office, TERMINAL, id, number, reason)))
        return

    def make(live: LiveDesk) -> TableCommand:
        if set_to:
            return SetTurn(player(live, set_to), now(), lap, reason)
        if lap is not None:
            return RecordLap(lap, now())
        if passes is not None:
            return AskPass(passes, now(), conquests)
        people = tuple(player(live, each) for each in out or ())
        named = player(live, who) if who else None
        return EndTurn(now=now(), person=named, conquests=conquests, out=people)

    tap(call, id, number, make, by=by, note=reason)


def expire(
    call: Call,
    id: Id,
    number: Number,
    *,
    turn: Annotated[str, typer.Option(help="Di chi è il turno · whose turn it is.")] = "",
    out: Out = None,
    last: Annotated[str, typer.Option(help="L'ultimo nell'ordine di gioco · the last in order.")] = "",
    by: By = "",
) -> None:
    """Il tempo è scaduto · time is over."""

    def make(live: LiveDesk) -> TableCommand:
        # Letters are those of the order of play, which these answers may only now make known.
        return Expire(
            now=now(),
            turn=player(live, turn) if turn else None,
            out=tuple(player(live, each) for each in out or ()),
            last=player(live, last) if last else None,
        )

    tap(call, id, number, make, by=by)


def roll(
    call: Call,
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
    faces = [each.strip() for each in dice.replace(" ", ",").split(",") if each.strip()]

    def make(live: LiveDesk) -> TableCommand:
        wanted = live.table.rulebook.closing.dice
        if not all(each.isdecimal() for each in faces):
            raise NotUnderstood("closing_dice", wanted=wanted)
        if declined:
            return DeclineRoll()
        if forgotten:
            return ForgetRoll()
        thrown = tuple(map(int, faces)) or thrown_by_program(wanted)
        source = "typed" if faces else "software"
        return RollToClose(dice=thrown, source=source, is_late=late)  # type: ignore[arg-type]

    tap(call, id, number, make)


def thrown_by_program(dice: int) -> tuple[int, ...]:
    """Closing dice from a source nobody can foresee."""
    return Seeded(secrets.randbits(62)).answer(0, Request("closing", dice=(dice,))) or ()


def show(
    call: Call,
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
                tables = open_tables(reading, desk_in(reading, id, call.lang))
        else:
            tables = [open_live(office, id, number)]
    views = [(live, live.view(now, "public" if public else "judges")) for live in tables]
    if call.as_json:
        found = [view_data(live, view, call.lang) for live, view in views]
        print_json(found if number is None else found[0])
        return
    for live, view in views:
        show_view(call, live, view)
