"""Folds the events of a live table into its state. Whether an event is allowed is decided elsewhere."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pydantic import JsonValue

from kamchatka.clock import SECOND
from kamchatka.ids import PersonId
from kamchatka.referee import events as happened
from kamchatka.referee.course import Course, begun, closing_totals, dice_of
from kamchatka.referee.events import Consequence, IncidentRuled, TableOpened
from kamchatka.referee.state import (
    ForgottenRoll,
    JudgeCall,
    RefereedTable,
    RollState,
    TurnTaken,
    denied,
    opened,
)
from kamchatka.rulebook import Rulebook

LEAVING = ("eliminated", "withdrawn", "excluded", "congelato")
"""Effects after which a seat takes no more turns."""


def folded(rulebook: Rulebook, events: Iterable[object]) -> RefereedTable:
    """The table after these events; the first must be TableOpened."""
    first, *rest = events
    assert isinstance(first, TableOpened)
    table = opened(rulebook, first)
    for event in rest:
        table = evolve(table, event)
    return table


def evolve(table: RefereedTable, event: object) -> RefereedTable:
    """The table after one more event."""
    for part in (_with_clock, _with_turns, _with_rolls, _with_leavers, _with_judges):
        found = part(table, event)
        if found is not None:
            return found
    raise TypeError(type(event))


def _with_clock(table: RefereedTable, event: object) -> RefereedTable | None:
    """Apply an event about the clock; None for other events."""
    clock = table.clock
    match event:
        case happened.ClockStarted():
            return replace(table, clock=clock.started(event.reading), ends=event.ends)
        case happened.ClockStopped():
            stopped = clock.stopped(event.reading)
            return replace(table, clock=stopped, stopped_for=event.scope, stopped_at=event.reading)
        case happened.ClockResumed():
            back = table.given_back + (event.seconds if event.scope == "table" else 0)
            resumed = clock.started(event.reading)
            moved = table.moved + event.seconds
            table = replace(table, clock=resumed, given_back=back, moved=moved)
            return replace(table, stopped_for=None, stopped_at=None)
        case happened.ClockExtended():
            back = table.given_back + event.seconds
            extended = clock.extended(event.seconds * SECOND)
            return replace(table, clock=extended, given_back=back, moved=table.moved + event.seconds)
        case happened.ClockInterrupted():
            resumed = clock.resumed(event.last, event.reading)
            return replace(table, clock=resumed, unsettled=table.unsettled + event.seconds)
        case happened.InterruptionSettled():
            played = clock.played + (event.seconds * SECOND if event.was_played else 0)
            more = 0 if event.was_played else event.seconds
            table = replace(table, given_back=table.given_back + more, moved=table.moved + more)
            return replace(table, clock=replace(clock, played=played), unsettled=0)
    return None


def _with_turns(table: RefereedTable, event: object) -> RefereedTable | None:
    """Apply an event about turns, laps or expiry; None for other events."""
    match event:
        case happened.OrderSet():
            # A lap may be recorded before the order of play is known.
            course = begun(table.rulebook, len(event.seats)).turn_set(0, table.course.lap)
            return replace(table, seats=event.seats, course=course, knows_order=True)
        case happened.TurnEnded():
            return _served(_turn_ended(table, event), event)
        case happened.TurnSet():
            said = table.corrections + (event.instead_of is not None)
            course = table.course.turn_set(table.seat_of(event.person), event.lap)
            table = replace(table, course=course, corrections=said, turn_began=event.played)
            return replace(table, forgotten=(), cells={}, knows_turn=True)
        case happened.LapRecorded():
            first = next(seat for seat in _round(table.course) if table.course.takes_turns(seat))
            course = table.course.turn_set(first, event.lap)
            return replace(table, course=course, turn_began=event.played, forgotten=(), cells={})
        case happened.TimeExpired():
            return replace(table, course=table.course.expired())
        case happened.PassAsked():
            return table
    return None


def _with_rolls(table: RefereedTable, event: object) -> RefereedTable | None:
    """Apply an event about closing rolls; None for other events."""
    match event:
        case happened.ClosingRolled():
            return _rolled(table, event)
        case happened.ClosingDeclined():
            return replace(table, course=table.course.not_rolled())
        case happened.ClosingForgotten():
            due = table.course.due
            assert due is not None
            slot, turn = table.seats[due.seat], len(table.turns)
            roll = ForgottenRoll(event.person, slot, due.round, turn, event.incident)
            for other in table.forgotten:
                if event.incident is not None and other.incident == event.incident:  # ruled together
                    roll = replace(roll, state="allowed" if other.state == "made" else other.state)
            return replace(table, course=table.course.not_rolled(), forgotten=(*table.forgotten, roll))
        case happened.ClosingExcused():
            return table
    return None


def _with_leavers(table: RefereedTable, event: object) -> RefereedTable | None:
    """Apply an event about eliminations or the end of the game; None for other events."""
    match event:
        case happened.PlayerEliminated():
            by = None if event.by is None else table.seat_of(event.by)
            return replace(table, course=table.course.left(table.seat_of(event.person), "eliminated", by))
        case happened.ObjectiveDeclared(is_true=True):
            return replace(table, course=table.course.ended(table.seat_of(event.person)))
        case happened.GameEnded():
            return replace(table, course=table.course.ended())
        case happened.ObjectiveDeclared():
            return table
    return None


def _round(course: Course) -> Iterable[int]:
    """The seats in the order of a lap."""
    return ((course.first_seat + step) % course.seats for step in range(course.seats))


def _turn_ended(table: RefereedTable, event: happened.TurnEnded) -> RefereedTable:
    taken = TurnTaken(event.person, table.course.lap, event.seconds)
    return replace(
        table,
        course=table.course.turn_ended(event.conquests),
        turn_began=table.turn_began + event.seconds * SECOND,
        turns=(*table.turns, taken),
        follows_turns=True,
        knows_turn=True,
        cells={},
    )


def _served(table: RefereedTable, event: happened.TurnEnded) -> RefereedTable:
    """A turn with conquests earns one card, which stays in the deck if cards are denied."""
    left = table.cards_denied.get(event.person, 0)
    if not left or not event.conquests:
        return table
    return replace(table, cards_denied={**table.cards_denied, event.person: left - 1})


def _rolled(table: RefereedTable, event: happened.ClosingRolled) -> RefereedTable:
    dice = event.dice or dice_of(event.total, table.rulebook.closing.dice)
    if not event.is_late:
        return replace(table, course=table.course.rolled(dice))
    # Earlier versions named the thrower of an absent player's dice; its totals tell the roll.
    made = next(
        each
        for each in table.forgotten
        if each.state == "allowed"
        and event.person in (each.slot, each.person)
        and event.totals == closing_totals(table.course.tables, each.round)
    )
    course = table.course.closed(dice, made.round)
    return replace(_settled(table, [made], "made"), course=course)


def _with_judges(table: RefereedTable, event: object) -> RefereedTable | None:
    """Apply an event about calls, rulings, the count or the sheet; None for other events."""
    match event:
        case happened.JudgeCalled():
            return replace(table, calls=(*table.calls, JudgeCall(event.number, event.person, event.phase)))
        case happened.CallAnswered():
            return _called(table, event.number, answered_by=event.by, is_answered=True)
        case happened.CallClosed():
            return _called(table, event.number, is_closed=True)
        case happened.IncidentRuled():
            return _ruled(table, event)
        case happened.IncidentForwarded():
            return replace(table, forwarded=(*table.forwarded, event))
        case happened.BoardCounted():
            cells = dict(table.cells)
            for seat in event.seats:
                cells[seat.person] = _merged(cells.get(seat.person, {}), seat.cells)
            neutral = {**table.neutral_cells, **event.neutral}
            return replace(table, way=event.way, cells=cells, neutral_cells=neutral)
        case happened.SheetSigned():
            return replace(table, signed=event)
    return None


def _merged(before: Mapping[str, JsonValue], more: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Merged cells; territories are merged one by one."""
    found = {**before, **more}
    held, further = before.get("territories"), more.get("territories")
    if isinstance(held, dict) and isinstance(further, dict):
        found["territories"] = {**held, **further}
    return found


def _called(table: RefereedTable, number: int, **changes: object) -> RefereedTable:
    calls = tuple(
        replace(each, **changes) if each.number == number else each  # type: ignore[arg-type]
        for each in table.calls
    )
    return replace(table, calls=calls)


def _ruled(table: RefereedTable, event: IncidentRuled) -> RefereedTable:
    """Record the ruling and apply its effects on seats, limits and rolls."""
    forwarded = tuple(each for each in table.forwarded if each.number != event.number)
    effects = (*table.effects, *event.effects)
    earlier = table.turn_effects if table.turn_ruled == table.turn_now else ()
    table = replace(
        table,
        rulings=(*table.rulings, event),
        forwarded=forwarded,
        effects=effects,
        turn_effects=(*earlier, *_of_turn(table, event)),
        turn_ruled=table.turn_now,
        cards_denied=denied(table.cards_denied, event.effects),
    )
    for person, kind in leavers(event.effects).items():
        table = replace(table, course=table.course.left(table.seat_of(person), kind))
    for each in event.effects:
        match each.effect.kind:
            case "game-won" if each.person is not None:
                table = replace(table, course=table.course.ended(table.seat_of(each.person)))
            case "turn-limit":
                seconds = (each.effect.minutes or 0) * 60
                table = replace(table, turn_limit=seconds, turn_limit_from=len(table.turns) + 1)
            case "closing-roll-late":
                table = _settled(table, _rolls_of(table, each.person, event.number), "allowed")
            case "closing-roll-lost":
                table = _settled(table, _rolls_of(table, each.person, event.number), "lost")
    return table


def _rolls_of(table: RefereedTable, person: PersonId | None, incident: int) -> list[ForgottenRoll]:
    """The forgotten rolls that a ruling is about: those of its incident, else all of the player."""
    own = [each for each in table.forgotten if each.person == person and each.state != "made"]
    return [each for each in own if each.incident == incident] or own


def _settled(table: RefereedTable, rolls: list[ForgottenRoll], state: RollState) -> RefereedTable:
    forgotten = (replace(each, state=state) if each in rolls else each for each in table.forgotten)
    return replace(table, forgotten=tuple(forgotten))


def _of_turn(table: RefereedTable, event: IncidentRuled) -> Iterable[Consequence]:
    """The effects that last for this turn; an attacker who is not named is the player in turn."""
    for each in event.effects:
        if each.effect.scope == "turn":
            yield each if each.person is not None else replace(each, person=table.in_turn)


def leavers(effects: Iterable[Consequence]) -> dict[PersonId, str]:
    """Players who leave by these effects, with the first leaving effect of each."""
    found: dict[PersonId, str] = {}
    for each in effects:
        if each.effect.kind in LEAVING and each.person is not None:
            found.setdefault(each.person, each.effect.kind)
    return found
