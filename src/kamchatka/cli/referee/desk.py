"""Shared by all commands at live tables: the actor, the clock, and printing the answer."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

import typer

from kamchatka.app.commands.reading import WordContext, read
from kamchatka.app.files import data_folder
from kamchatka.app.office import TERMINAL, Actor, Office, Role
from kamchatka.app.plain import plain
from kamchatka.app.tables.incidents import judge_of
from kamchatka.app.tables.keeper import system_timer
from kamchatka.app.tables.stops import wake
from kamchatka.app.tables.tables import OpenTable, execute_at, open_live
from kamchatka.app.tournaments.opening import sentences
from kamchatka.cli.declared_commands import chosen
from kamchatka.cli.output import console
from kamchatka.cli.tournament.desk import DeskCall
from kamchatka.clock import ClockReading
from kamchatka.ids import PersonId
from kamchatka.messages import text
from kamchatka.referee.command import TableCommand
from kamchatka.referee.views import RefereedTableView

TIMER = [system_timer]
"""The monotonic clock that commands read; tests replace it."""
Number = Annotated[int, typer.Argument(metavar="TAVOLO", min=1, help="Il tavolo · the table.")]
MaybeNumber = Annotated[int | None, typer.Argument(metavar="[TAVOLO]", min=1, help="Il tavolo · the table.")]
By = Annotated[str, typer.Option(help="Il giudice che decide · the judge who decides.")]
ForcedConquests = Annotated[
    int | None,
    typer.Option(
        min=0, max=99, help="Territori conquistati, se il turno finisce · conquests, if the turn ends."
    ),
]


def now() -> ClockReading:
    """The current reading of the monotonic clock."""
    return TIMER[0]()


def acting(live: OpenTable, by: str) -> Actor:
    """The actor: a judge of the tournament by name, by default the terminal's user."""
    if not by:
        return TERMINAL
    judge = judge_of(live, by)
    return Actor(Role(judge.role), PersonId(judge.person))


Make = Callable[[Office, OpenTable], TableCommand | Sequence[TableCommand]]


def tap_declared(
    call: DeskCall,
    id: str,
    number: int,
    kinds: Sequence[type[TableCommand]],
    given: Mapping[str, Any],
    *,
    by: str = "",
    unsaid: str = "",
) -> None:
    """Execute the declared command that the words select; refused with code `unsaid` if they select none."""
    kind, words = chosen(kinds, given, unsaid)

    def make(office: Office, live: OpenTable) -> TableCommand:
        return read(kind, WordContext(office, live.desk, live, now), words)

    tap(call, id, number, make, by=by, note=words.get("reason") or "")


def tap(
    call: DeskCall,
    id: str,
    number: int,
    make: Make,
    *,
    by: str = "",
    note: str = "",
    done: Callable[[], None] | None = None,
    **more: Any,
) -> None:
    """Execute commands at a table, then report; for people, `done` prints first."""
    with call.writing() as office:
        wake(office, data_folder(), now, only=id)
        live = open_live(office, id, number)
        made = make(office, live)
        commands = made if isinstance(made, Sequence) else (made,)
        outcome = execute_at(office, acting(live, by), id, number, *commands, note=note)
        if done and not call.as_json:
            done()
        report(call, office, outcome.live, outcome.events, **more)


def report(call: DeskCall, office: Office, live: OpenTable, events: Sequence[object], **more: Any) -> None:
    """Print the events, one sentence each, and the state of the table."""
    said = sentences(office, events, {}, call.lang)
    view = live.view(now)

    def draw() -> None:
        for line in said or [text("referee.nothing", call.lang)]:
            call.say(line)
        show_view(call, live, view)

    call.give({"events": said, **plain(view, call.lang), **more}, draw)


def show_view(call: DeskCall, live: OpenTable, view: RefereedTableView) -> None:
    """Print the state of a table for people."""
    lang = call.lang
    state = text(f"referee.state.{view.state}", lang)
    call.say(text("referee.title", lang, round=view.round, table=view.table, state=state))
    if view.stage == "over":
        how = text(f"referee.ending.{live.table.course.ending}", lang)
        call.say(text("referee.ended", lang, how=how))
    else:
        call.say(text("referee.turn", lang, seat=view.turn, player=view.player, lap=view.lap))
        if view.laps_left or view.lap == live.table.course.last_lap:
            code = "laps_left" if view.laps_left else "last_lap"
            call.say(text(f"referee.{code}", lang, laps=view.laps_left))
        for roll in view.closing:
            call.say(roll.sentence(lang))
        if view.roll and view.roll.is_optional:
            call.say(text("referee.optional", lang))
    if view.time:
        code = "time_over" if view.time.startswith("+") else "time_left"
        call.say(text(f"referee.{code}", lang, time=view.time.removeprefix("+"), ends=view.ends))
        if not view.is_running and view.stage != "over":
            call.say(text("referee.stands", lang))
    for each in view.calls:
        code = "call_answered" if each.is_answered else "call"
        phase = text(f"log.words.{each.phase}", lang)
        call.say(text(f"referee.{code}", lang, number=each.number, name=each.name, phase=phase))
    for asked in view.asked:
        call.say(asked.sentence(live.desk.names, lang))
    for notice in view.announcements:
        console().print(notice.sentence(lang), soft_wrap=True)
    call.notices(view.notices)
