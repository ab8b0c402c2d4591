"""What a phone at a table may do: follow the game, call the judge, report an incident, undo.

A phone needs no table that is followed already: its first tap begins to follow it. Every request also checks,
in its own transaction, that the phone still has its pass.
"""

import secrets
from dataclasses import dataclass
from datetime import timedelta

from kamchatka.app.events import CODEC
from kamchatka.app.office import Office, Role, new_action
from kamchatka.app.tables.keeper import Timer
from kamchatka.app.tables.tables import (
    OpenTable,
    TapOutcome,
    begin_to_follow,
    evening_of,
    execute_at,
    find_live,
    live_in,
    record_at,
    undo,
)
from kamchatka.app.tournaments.opening import tournament_in
from kamchatka.app.tournaments.passes import Phone, TablePlace, still_in
from kamchatka.game.chance import Request, Seeded
from kamchatka.ids import ActionId, PersonId
from kamchatka.messages import Sentence, has_text
from kamchatka.referee.casebook.rulings import Author
from kamchatka.referee.command import TableCommand
from kamchatka.referee.events import CallClosed, ClosingRolled, JudgeCalled
from kamchatka.referee.playing import SetOrder
from kamchatka.referee.timing import StartClock
from kamchatka.refusals import NotAllowed, NotPossibleNow
from kamchatka.store.log import LogReader, LogWriter


def followed_table(office: Office, place: TablePlace) -> OpenTable | None:
    """The live table of a phone; None before anybody follows it."""
    with office.reading() as reading:
        return find_live(reading, tournament_in(reading, place.id), place.table)


def tap(
    office: Office,
    phone: Phone,
    *commands: TableCommand,
    note: str = "",
    action: ActionId,
    form: object = None,
    turns: int | None = None,
) -> TapOutcome:
    """Execute the commands of one request of a phone, all or none.

    `turns` is the number of turns that had ended on its page: NotPossibleNow if another one has ended since,
    as when the request waited for a network.
    """
    place, check = phone.place, still_in(office, phone)

    def before(writing: LogWriter) -> None:
        check(writing)
        if turns is not None and len(live_in(writing, place.id, place.table).table.turns) != turns:
            raise NotPossibleNow("turn_over")

    for command in commands:
        phone.actor.must_be(*map(Role, command.roles))
    ensure_followed(office, phone)
    return execute_at(
        office,
        phone.actor,
        place.id,
        place.table,
        *commands,
        note=note,
        action=action,
        before=before,
        form=form,
    )


def begin_game(
    office: Office,
    phone: Phone,
    order: tuple[PersonId, ...],
    timer: Timer,
    action: ActionId,
    *,
    starts_clock: bool,
) -> None:
    """Record the order of play, if it is known; `starts_clock` also starts the time, unless it runs."""
    place, now = phone.place, timer()
    phone.actor.must_be(Role.TABLE_JUDGE)
    ensure_followed(office, phone)

    check = still_in(office, phone)

    def work(writing: LogWriter) -> None:
        check(writing)
        if order:
            record_at(writing, live_in(writing, place.id, place.table), SetOrder(order), "")
        live = live_in(writing, place.id, place.table)
        if starts_clock and not live.table.ends:
            ends = office.clock().astimezone() + timedelta(minutes=live.table.opened.minutes)
            record_at(writing, live, StartClock(now, ends.strftime("%H:%M")), "")

    office.carry_out(phone.actor, action, [str(place), "begin", list(order), starts_clock], work)


@dataclass(frozen=True)
class LastTap:
    """The last request of a phone at a table, which its judge may undo."""

    action: ActionId
    words: Sentence


def last_tap(reading: LogReader, live: OpenTable) -> LastTap | None:
    """The last request at a table, if a phone sent it: what others wrote is undone where they wrote it."""
    action = live.taps[-1] if live.taps else None
    if action is None or not _is_of_phone(reading, action):
        return None
    named = [each for each in live.last_tap if has_text(f"referee.tap.{CODEC.kind_of(each)}", "it")]
    if not named:
        return LastTap(action, Sentence("referee.tap.other"))
    # A call may stop the clock, and its end resumes it: the call is what people remember.
    last = next((each for each in named if isinstance(each, JudgeCalled | CallClosed)), named[-1])
    person: PersonId | None = getattr(last, "person", None)
    values = {
        "player": live.desk.names[person] if person else "",
        "lap": getattr(last, "lap", 0),
        "number": getattr(last, "number", 0),
        "total": (sum(last.dice) or last.total) if isinstance(last, ClosingRolled) else 0,
    }
    return LastTap(action, Sentence(f"referee.tap.{CODEC.kind_of(last)}", values))


def undo_tap(office: Office, phone: Phone, wanted: str, action: ActionId) -> None:
    """Undo the last request at the phone's table, if a phone sent it and it still is the one on the page."""

    check = still_in(office, phone)

    def before(writing: LogWriter) -> None:
        check(writing)
        if not _is_of_phone(writing, ActionId(wanted)):
            raise NotAllowed("undo_elsewhere")

    undo(office, phone.actor, phone.place.id, phone.place.table, action=action, wanted=wanted, before=before)


def _is_of_phone(reading: LogReader, action: ActionId) -> bool:
    roles = {each.actor.partition("/")[0] for each in reading.of_action(action)}
    return roles <= {Role.TABLE_JUDGE, Role.SCOREKEEPER}


def author_of(live: OpenTable | None, phone: Phone) -> Author | None:
    """The judge on the event's list who holds the phone; None for anybody else."""
    who = phone.holder.person if phone.holder and phone.holder.is_judge else None
    if live is None or who is None or who not in live.tournament.judges:
        return None
    return Author(who, "table-judge")


def thrown_by_program(dice: int) -> tuple[int, ...]:
    """Closing dice from an unpredictable source."""
    return Seeded(secrets.randbits(62)).answer(0, Request("closing", dice=(dice,))) or ()


def ensure_followed(office: Office, phone: Phone) -> None:
    """Begin to follow the phone's table if nobody does yet, as a request of its own: a tap can be undone."""
    if followed_table(office, phone.place) is not None:
        return
    judge = phone.holder.person if phone.holder and phone.holder.is_judge else None

    check = still_in(office, phone)

    def work(writing: LogWriter) -> None:
        check(writing)
        desk = tournament_in(writing, phone.place.id)
        if find_live(writing, desk, phone.place.table) is None:
            begin_to_follow(writing, desk, phone.place.table, evening_of(office.clock()), judge=judge)

    office.carry_out(phone.actor, new_action(), [str(phone.place), "follow"], work)
