"""A live table as it stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

from kamchatka.clock import SECOND, ClockReading, GameClock
from kamchatka.ids import PersonId
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


@dataclass(frozen=True)
class JudgeCall:
    """A player asked for the judge."""

    number: int
    person: PersonId
    phase: str
    answered_by: PersonId | None = None
    is_answered: bool = False
    is_closed: bool = False


@dataclass(frozen=True)
class ForgottenRoll:
    """A closing roll that was due and was not made: it may still be for a while (001-C27)."""

    person: PersonId
    round: int
    turns_since: int = 0
    """Turns that ended after it; two once the next player has rolled."""
    may_be_made: bool = False
    """Whether a judge let it be thrown now."""


@dataclass(frozen=True)
class TurnTaken:
    """A turn that ended, and how long it took."""

    person: PersonId
    lap: int
    seconds: int


@dataclass(frozen=True, kw_only=True)
class RefereedTable:
    """All there is to know of a table but the names of people."""

    rulebook: Rulebook
    opened: TableOpened
    seats: tuple[PersonId, ...]
    course: Course
    clock: GameClock
    ends: str = ""
    """The time of day announced as the end; empty before the clock was started."""
    stopped_for: StopScope | None = None
    stopped_at: ClockReading | None = None
    given_back: int = 0
    """Seconds this table alone stood still or was given: its end is later than the round's by so many."""
    moved: int = 0
    """Seconds by which its end is later than was announced, stops of all tables included."""
    unsettled: int = 0
    """Seconds of a stop of the computer, of which nobody has said yet whether they were played."""
    turn_began: int = 0
    """Playing time, in milliseconds, when the turn began."""
    turn_limit: int = 0
    """In seconds; 0: none."""
    turn_limit_from: int = 0
    """The turn since which it holds, counted in turns that ended."""
    turns: tuple[TurnTaken, ...] = ()
    follows_turns: bool = False
    """Whether turns are tapped one by one; else only laps, or nothing."""
    knows_turn: bool = False
    """Whether somebody ever said whose turn it is."""
    forgotten: ForgottenRoll | None = None
    corrections: int = 0
    """How often a judge said otherwise than the record."""
    calls: tuple[JudgeCall, ...] = ()
    rulings: tuple[IncidentRuled, ...] = ()
    forwarded: tuple[IncidentForwarded, ...] = ()
    effects: tuple[Consequence, ...] = ()
    """Everything ruled here or served here, in order."""
    way: CountMethod | None = None
    cells: Mapping[PersonId, Mapping[str, JsonValue]] = field(default_factory=dict)
    """What was counted so far; of a board that play has changed since, nothing."""
    neutral_cells: Mapping[str, JsonValue] = field(default_factory=dict)
    signed: SheetSigned | None = None

    @property
    def next_incident(self) -> int:
        """The number of the incident that comes next."""
        ruled, waiting = (each.number for each in self.rulings), (each.number for each in self.forwarded)
        return max((*ruled, *waiting), default=0) + 1

    def seat_of(self, person: PersonId) -> int:
        """Where somebody sits in the order of play."""
        return self.seats.index(person)

    @property
    def in_turn(self) -> PersonId:
        """Whose turn it is."""
        return self.seats[self.course.seat]

    @property
    def has_expired(self) -> bool:
        """Whether playing time was declared over."""
        return self.course.last_lap > 0

    @property
    def laps_left(self) -> int | None:
        """Laps to play after this one before the closing rolls; None while time is not over."""
        return max(0, self.course.last_lap - self.course.lap) if self.has_expired else None

    @property
    def open_calls(self) -> tuple[JudgeCall, ...]:
        """Calls nobody has settled."""
        return tuple(each for each in self.calls if not each.is_closed)

    def turn_seconds(self, now: ClockReading) -> int:
        """How long the turn has lasted, in playing time."""
        return max(0, self.clock.elapsed(now) - self.turn_began) // SECOND

    @property
    def limit_now(self) -> int:
        """The limit of the turn in seconds; 0 if none holds for it."""
        return self.turn_limit if len(self.turns) >= self.turn_limit_from else 0

    def army_limit(self, person: PersonId) -> int:
        """The most armies somebody may have on the board; 0: no limit."""
        limits = [self.rulebook.armies.limit or None]
        own = (each.effect for each in self.effects if each.person == person)
        limits += [effect.limit for effect in own if effect.kind == "army-limit"]
        return min((limit for limit in limits if limit is not None), default=0)

    def repeats(self, case: str, person: PersonId) -> int:
        """How often a case was ruled against somebody in this game."""
        return sum(1 for each in self.rulings if each.case == case and each.offender == person)

    @property
    def referee_rolls(self) -> bool:
        """Whether the closing die is the referee's, once a lap, and no player's (002-22d)."""
        return self.rulebook.closing.roller == "once-a-lap"

    @property
    def closing(self) -> ClosingRoll | None:
        """The closing roll that is due, or that ends this turn if little is conquered."""
        return self.course.ahead()


def opened(rulebook: Rulebook, event: TableOpened) -> RefereedTable:
    """A table of which nothing has happened yet."""
    return RefereedTable(
        rulebook=rulebook,
        opened=event,
        seats=event.seats,
        course=begun(rulebook, len(event.seats)),
        clock=GameClock(event.minutes * MINUTE),
        effects=event.sanctions,
    )
