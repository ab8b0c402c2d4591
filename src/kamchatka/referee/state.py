"""The state of a live table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from pydantic import JsonValue

from kamchatka.clock import SECOND, ClockReading, GameClock
from kamchatka.ids import PersonId
from kamchatka.referee.casebook.model import Effect
from kamchatka.referee.course import ClosingRoll, Course, begun
from kamchatka.referee.events import (
    Consequence,
    CountMethod,
    IncidentForwarded,
    IncidentRuled,
    SheetSigned,
    StopScope,
    TableOpened,
)
from kamchatka.rulebook import Rulebook

MINUTE = 60 * SECOND
RollState = Literal["waiting", "allowed", "lost", "made"]


@dataclass(frozen=True)
class JudgeCall:
    """A player's call for the judge."""

    number: int
    person: PersonId
    phase: str
    answered_by: PersonId | None = None
    is_answered: bool = False
    is_closed: bool = False


@dataclass(frozen=True)
class ForgottenRoll:
    """A due closing roll that was not made; it may be made up for a while (001-C27)."""

    person: PersonId
    """The player who had to throw the dice."""
    slot: PersonId
    """The player whose dice they are; another one if that player is absent."""
    round: int
    turn: int
    """Number of turns ended by then: rolls forgotten in one pass are one lapse."""
    incident: int | None = None
    """The incident of the lapse; None if the regulation rules none."""
    state: RollState = "waiting"
    """Not ruled yet; allowed or lost by a judge; made late."""


@dataclass(frozen=True)
class TurnTaken:
    """A finished turn and its duration."""

    person: PersonId
    lap: int
    seconds: int


@dataclass(frozen=True, kw_only=True)
class RefereedTable:
    """The state of a live table, without people's names."""

    rulebook: Rulebook
    opened: TableOpened
    seats: tuple[PersonId, ...]
    course: Course
    clock: GameClock
    ends: str = ""
    """The announced end, as a time of day; empty before the clock starts."""
    stopped_for: StopScope | None = None
    stopped_at: ClockReading | None = None
    given_back: int = 0
    """Seconds given to this table alone, by stops or extensions: its delay against the round."""
    moved: int = 0
    """Seconds between the announced and the actual end, including stops of all tables."""
    unsettled: int = 0
    """Seconds of a computer stop; a judge must still decide whether they were played."""
    turn_began: int = 0
    """Playing time in milliseconds at the start of the turn."""
    turn_limit: int = 0
    """In seconds; 0: no limit."""
    turn_limit_from: int = 0
    """The limit applies once this many turns have ended."""
    turns: tuple[TurnTaken, ...] = ()
    follows_turns: bool = False
    """Whether turns are recorded one by one."""
    knows_order: bool = False
    """Whether the order of play was recorded."""
    knows_turn: bool = False
    """Whether the player in turn was ever recorded."""
    forgotten: tuple[ForgottenRoll, ...] = ()
    corrections: int = 0
    """Number of corrections of the record by a judge."""
    calls: tuple[JudgeCall, ...] = ()
    rulings: tuple[IncidentRuled, ...] = ()
    forwarded: tuple[IncidentForwarded, ...] = ()
    effects: tuple[Consequence, ...] = ()
    """All effects ruled or served at this table, in order."""
    turn_effects: tuple[Consequence, ...] = ()
    """Effects for one turn only, of the last turn in which there was a ruling."""
    turn_ruled: tuple[int, int] = (0, 0)
    """That turn: its lap and seat."""
    cards_denied: Mapping[PersonId, int] = field(default_factory=dict)
    """Cards that each player still has to leave in the deck."""
    way: CountMethod | None = None
    cells: Mapping[PersonId, Mapping[str, JsonValue]] = field(default_factory=dict)
    """The counted cells; cleared when play continues."""
    neutral_cells: Mapping[str, JsonValue] = field(default_factory=dict)
    signed: SheetSigned | None = None

    @property
    def next_incident(self) -> int:
        """The number of the next incident."""
        ruled, waiting = (each.number for each in self.rulings), (each.number for each in self.forwarded)
        return max((*ruled, *waiting), default=0) + 1

    def seat_of(self, person: PersonId) -> int:
        """The seat of a person in the order of play."""
        return self.seats.index(person)

    @property
    def in_turn(self) -> PersonId:
        """The player in turn."""
        return self.seats[self.course.seat]

    @property
    def knows_lap(self) -> bool:
        """Whether a lap, a turn or the order of play was recorded; else the lap is not known."""
        return self.knows_order or self.knows_turn or self.follows_turns or self.course.lap > 1

    @property
    def has_expired(self) -> bool:
        """Whether playing time has expired."""
        return self.course.last_lap > 0

    @property
    def laps_left(self) -> int | None:
        """Laps after this one before the closing rolls; None before time expires."""
        return max(0, self.course.last_lap - self.course.lap) if self.has_expired else None

    @property
    def open_calls(self) -> tuple[JudgeCall, ...]:
        """Calls that are not closed."""
        return tuple(each for each in self.calls if not each.is_closed)

    def turn_seconds(self, now: ClockReading) -> int:
        """Duration of the turn so far, in playing time."""
        return max(0, self.clock.elapsed(now) - self.turn_began) // SECOND

    @property
    def limit_now(self) -> int:
        """The limit of the present turn in seconds; 0 if none applies."""
        return self.turn_limit if len(self.turns) >= self.turn_limit_from else 0

    def army_limit(self, person: PersonId) -> int:
        """Maximum armies of a person on the board; 0: no limit."""
        limits = [self.rulebook.armies.limit or None]
        own = (each.effect for each in self.effects if each.person == person)
        limits += [effect.limit for effect in own if effect.kind == "army-limit"]
        return min((limit for limit in limits if limit is not None), default=0)

    @property
    def turn_now(self) -> tuple[int, int]:
        """Lap and seat of the present turn."""
        return self.course.lap, self.course.seat

    @property
    def standing(self) -> tuple[Consequence, ...]:
        """The effects that hold now: none of earlier turns, and only denied cards still to be left."""
        found = [
            each
            for each in self.effects
            if each.effect.scope != "turn" and each.effect.kind != "cards-denied"
        ]
        for person, cards in self.cards_denied.items():
            if cards:
                found.append(Consequence(Effect(kind="cards-denied", cards=cards), person))
        return (*found, *(self.turn_effects if self.turn_ruled == self.turn_now else ()))

    def repeats(self, case: str, person: PersonId) -> int:
        """Number of rulings on a case against a person in this game."""
        return sum(1 for each in self.rulings if each.case == case and each.offender == person)

    @property
    def referee_rolls(self) -> bool:
        """Whether the referee, not a player, makes the closing roll once a lap (002-22d)."""
        return self.rulebook.closing.roller == "once-a-lap"

    @property
    def closing(self) -> ClosingRoll | None:
        """The closing roll that is due, or will be after a turn without conquests."""
        return next(iter(self.course.rolls_ahead()), None)

    @property
    def late_rolls(self) -> tuple[ForgottenRoll, ...]:
        """The forgotten rolls that a judge allowed and that can still be made."""
        if self.course.is_over:
            return ()
        playing = (each for each in self.forgotten if self.course.takes_turns(self.seat_of(each.person)))
        return tuple(each for each in playing if each.state == "allowed")


def denied(before: Mapping[PersonId, int], effects: Iterable[Consequence]) -> dict[PersonId, int]:
    """Denied cards by player, with those of these effects added."""
    found = dict(before)
    for each in effects:
        if each.effect.kind == "cards-denied" and each.person is not None:
            found[each.person] = found.get(each.person, 0) + (each.effect.cards or 1)
    return found


def opened(rulebook: Rulebook, event: TableOpened) -> RefereedTable:
    """A newly opened table."""
    return RefereedTable(
        rulebook=rulebook,
        opened=event,
        seats=event.seats,
        course=begun(rulebook, len(event.seats)),
        clock=GameClock(event.minutes * MINUTE),
        effects=event.sanctions,
        cards_denied=denied({}, event.sanctions),
    )
