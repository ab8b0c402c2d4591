"""What happens at a live table, as its stream keeps it: people by their opaque ids, never by name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pydantic import JsonValue

from kamchatka.clock import ClockReading
from kamchatka.events import LoggedEvent
from kamchatka.ids import ClauseId, PersonId
from kamchatka.referee.casebook.model import Effect
from kamchatka.referee.casebook.rulings import JudgeRole

StopScope = Literal["table", "all"]
Source = Literal["typed", "software"]
CountMethod = Literal["points", "objective", "map"]
SignedHow = Literal["phone", "paper"]


@dataclass(frozen=True)
class Consequence:
    """An effect of a ruling, and whom it hits."""

    effect: Effect
    person: PersonId | None = None


class TableOpened(LoggedEvent, subject="tables", kw_only=True):
    """A table began to be followed."""

    round: int
    table: int
    seats: tuple[PersonId, ...]
    """In the order of play, or clockwise while nobody has said who begins."""
    rulebook: str
    """The digest of the pinned regulation."""
    minutes: int
    objectives: Mapping[PersonId, str] = field(default_factory=dict)
    """The cards judges know of."""
    cases_off: tuple[str, ...] = ()
    """Cases of the casebook that the event leaves to its judges."""
    sanctions: tuple[Consequence, ...] = ()
    """Earned before, to be served here."""
    judge: PersonId | None = None
    """Who looks after it."""
    warn: int = 0
    """Minutes before the end at which the judges say so; 0: they do not."""


class OrderSet(LoggedEvent, subject="tables"):
    """The order of play became known."""

    seats: tuple[PersonId, ...]


class ClockStarted(LoggedEvent, subject="tables"):
    """Playing time began."""

    reading: ClockReading
    ends: str
    """The time of day that was announced as its end."""


class ClockStopped(LoggedEvent, subject="tables"):
    """Playing time stands still, here or at all tables."""

    reading: ClockReading
    scope: StopScope


class ClockResumed(LoggedEvent, subject="tables"):
    """Playing time goes on; what went by meanwhile is given back."""

    reading: ClockReading
    scope: StopScope
    seconds: int


class ClockExtended(LoggedEvent, subject="tables"):
    """This table plays longer."""

    seconds: int


class ClockInterrupted(LoggedEvent, subject="tables"):
    """The computer stopped while the table played, and resumes from what it last wrote."""

    last: ClockReading
    reading: ClockReading
    seconds: int
    """How long nobody measured."""


class InterruptionSettled(LoggedEvent, subject="tables"):
    """The official judge said whether the table played while the computer stood."""

    was_played: bool
    seconds: int


class TurnEnded(LoggedEvent, subject="tables"):
    """A player passed the dice."""

    person: PersonId
    conquests: int
    seconds: int
    """How long the turn took."""


class TurnSet(LoggedEvent, subject="tables"):
    """A judge said whose turn it is, and in which lap."""

    person: PersonId
    lap: int
    played: int
    """Milliseconds of play before it."""
    instead_of: PersonId | None = None
    """Whom the record had in turn, if it said otherwise."""


class LapRecorded(LoggedEvent, subject="tables"):
    """A lap began; its turns are not followed one by one."""

    lap: int
    played: int
    """Milliseconds of play before it."""


class PassAsked(LoggedEvent, subject="tables"):
    """Somebody asked whether the player passes, who answered."""

    person: PersonId
    passes: bool


class TimeExpired(LoggedEvent, subject="tables"):
    """Playing time is over."""

    person: PersonId
    lap: int
    last_lap: int


class ClosingRolled(LoggedEvent, subject="tables", kw_only=True):
    """The closing dice were thrown."""

    person: PersonId
    """Whose roll it is."""
    by: PersonId | None
    """Who threw; nobody of the table where the die is the referee's."""
    dice: tuple[int, ...]
    totals: tuple[int, ...]
    """The totals that ended the game."""
    source: Source = "typed"
    is_late: bool = False
    closes: bool


class ClosingExcused(LoggedEvent, subject="tables"):
    """A player conquered enough to be excused from the closing roll."""

    person: PersonId
    conquests: int


class ClosingDeclined(LoggedEvent, subject="tables"):
    """A player left the closing roll alone, where it may be."""

    person: PersonId


class ClosingForgotten(LoggedEvent, subject="tables"):
    """A player passed on without the closing roll that was due."""

    person: PersonId


class PlayerEliminated(LoggedEvent, subject="tables"):
    """A player lost the last territory."""

    person: PersonId
    by: PersonId | None = None
    """Who took the last territory."""


class ObjectiveDeclared(LoggedEvent, subject="tables"):
    """A player declared the objective reached; the judge counted that player alone."""

    person: PersonId
    is_true: bool


class GameEnded(LoggedEvent, subject="tables"):
    """A judge let the board be counted as it stands."""


class IncidentRuled(LoggedEvent, subject="tables", kw_only=True):
    """A judge ruled on what happened; a note says why where the ruling is not the written one."""

    number: int
    case: str
    answers: Mapping[str, JsonValue] = field(default_factory=dict)
    """By question; seats by whoever sits there."""
    effects: tuple[Consequence, ...]
    clauses: tuple[ClauseId, ...] = ()
    offender: PersonId | None = None
    author: PersonId
    role: JudgeRole
    club: str
    """Who answers for the ruling."""


class IncidentForwarded(LoggedEvent, subject="tables", kw_only=True):
    """Something that only the official judge may rule waits for that judge."""

    number: int
    case: str
    answers: Mapping[str, JsonValue] = field(default_factory=dict)
    offender: PersonId | None = None
    author: PersonId | None = None


class JudgeCalled(LoggedEvent, subject="tables"):
    """Somebody at the table asked for the judge."""

    number: int
    person: PersonId
    phase: str


class CallAnswered(LoggedEvent, subject="tables"):
    """A judge is coming."""

    number: int
    by: PersonId | None = None


class CallClosed(LoggedEvent, subject="tables"):
    """What was asked is settled."""

    number: int
    by: PersonId | None = None


@dataclass(frozen=True)
class SeatCount:
    """What was counted of a seat: its cells by the names they have in sheets."""

    person: PersonId
    cells: Mapping[str, JsonValue]


class BoardCounted(LoggedEvent, subject="tables"):
    """Part of the final board was counted, or all of it."""

    way: CountMethod
    seats: tuple[SeatCount, ...]
    neutral: Mapping[str, JsonValue] = field(default_factory=dict)


class SheetSigned(LoggedEvent, subject="tables"):
    """The sheet of the table was signed."""

    how: SignedHow
    by: PersonId | None = None
