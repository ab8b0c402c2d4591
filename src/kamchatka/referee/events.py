"""The events of a live table's stream. They refer to people by opaque ids, never by name."""

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
    """An effect of a ruling, and the person it applies to."""

    effect: Effect
    person: PersonId | None = None


class TableOpened(LoggedEvent, subject="tables", kw_only=True):
    """A live table was opened."""

    round: int
    table: int
    seats: tuple[PersonId, ...]
    """In the order of play; clockwise until the order of play is known."""
    rulebook: str
    """The digest of the pinned regulation."""
    minutes: int
    objectives: Mapping[PersonId, str] = field(default_factory=dict)
    """Objective cards known to the judges."""
    cases_off: tuple[str, ...] = ()
    """Casebook cases that are switched off: the judges decide them."""
    sanctions: tuple[Consequence, ...] = ()
    """Earlier sanctions, to be served at this table."""
    judge: PersonId | None = None
    """The judge of the table."""
    warn: int = 0
    """Minutes before the end at which the judges announce it; 0: no announcement."""


class OrderSet(LoggedEvent, subject="tables"):
    """The order of play was set."""

    seats: tuple[PersonId, ...]


class ClockStarted(LoggedEvent, subject="tables"):
    """Playing time began."""

    reading: ClockReading
    ends: str
    """The announced end, as a time of day."""


class ClockStopped(LoggedEvent, subject="tables"):
    """Playing time stopped, at this table or at all tables."""

    reading: ClockReading
    scope: StopScope


class ClockResumed(LoggedEvent, subject="tables"):
    """Playing time resumed; the stopped time is given back."""

    reading: ClockReading
    scope: StopScope
    seconds: int


class ClockExtended(LoggedEvent, subject="tables"):
    """The playing time of this table was extended or shortened."""

    seconds: int


class ClockInterrupted(LoggedEvent, subject="tables"):
    """The computer stopped during play, and resumed from its last stored reading."""

    last: ClockReading
    reading: ClockReading
    seconds: int
    """Seconds that were not measured."""


class InterruptionSettled(LoggedEvent, subject="tables"):
    """The official judge decided whether the table played while the computer was stopped."""

    was_played: bool
    seconds: int


class TurnEnded(LoggedEvent, subject="tables"):
    """A player ended the turn."""

    person: PersonId
    conquests: int
    seconds: int
    """Duration of the turn."""


class TurnSet(LoggedEvent, subject="tables"):
    """A judge set the player in turn and the lap."""

    person: PersonId
    lap: int
    played: int
    """Milliseconds of play before the turn."""
    instead_of: PersonId | None = None
    """The player in turn by the record, if different."""


class LapRecorded(LoggedEvent, subject="tables"):
    """A lap began; its turns are not recorded one by one."""

    lap: int
    played: int
    """Milliseconds of play before the lap."""


class PassAsked(LoggedEvent, subject="tables"):
    """The player in turn was asked to pass, and answered."""

    person: PersonId
    passes: bool


class TimeExpired(LoggedEvent, subject="tables"):
    """Playing time expired."""

    person: PersonId
    lap: int
    last_lap: int


class ClosingRolled(LoggedEvent, subject="tables", kw_only=True):
    """The closing dice were thrown."""

    person: PersonId
    """The player whose roll it is."""
    by: PersonId | None
    """The player who threw; None if the referee rolls."""
    dice: tuple[int, ...]
    """Empty if only their total was recorded."""
    totals: tuple[int, ...]
    """The totals that end the game."""
    total: int = 0
    """The recorded total, if the dice are unknown."""
    source: Source = "typed"
    is_late: bool = False
    closes: bool


class ClosingExcused(LoggedEvent, subject="tables"):
    """A player conquered enough to be excused from the closing roll."""

    person: PersonId
    conquests: int


class ClosingDeclined(LoggedEvent, subject="tables"):
    """A player declined an optional closing roll."""

    person: PersonId


class ClosingForgotten(LoggedEvent, subject="tables"):
    """A player ended the turn without the due closing roll."""

    person: PersonId
    slot: PersonId | None = None
    """The absent player whose dice they were; None: the player's own."""
    incident: int | None = None
    """The incident of the lapse; None if there is none, or none was noted."""


class PlayerEliminated(LoggedEvent, subject="tables"):
    """A player lost the last territory."""

    person: PersonId
    by: PersonId | None = None
    """The player who took the last territory."""


class ObjectiveDeclared(LoggedEvent, subject="tables"):
    """A player declared the objective; the judge counted only that player."""

    person: PersonId
    is_true: bool


class GameEnded(LoggedEvent, subject="tables"):
    """A judge ended the game; the board is counted as it is."""


class IncidentRuled(LoggedEvent, subject="tables", kw_only=True):
    """A judge ruled on an incident; a note gives the reason if the ruling differs from the regulation."""

    number: int
    case: str
    answers: Mapping[str, JsonValue] = field(default_factory=dict)
    """Answers by question; a seat is stored as its player."""
    effects: tuple[Consequence, ...]
    clauses: tuple[ClauseId, ...] = ()
    offender: PersonId | None = None
    author: PersonId
    role: JudgeRole
    club: str
    """The club responsible for the ruling."""


class IncidentForwarded(LoggedEvent, subject="tables", kw_only=True):
    """An incident was forwarded to the official judge."""

    number: int
    case: str
    answers: Mapping[str, JsonValue] = field(default_factory=dict)
    offender: PersonId | None = None
    author: PersonId | None = None


class JudgeCalled(LoggedEvent, subject="tables"):
    """A player called the judge."""

    number: int
    person: PersonId
    phase: str


class CallAnswered(LoggedEvent, subject="tables"):
    """A judge answered a call."""

    number: int
    by: PersonId | None = None


class CallClosed(LoggedEvent, subject="tables"):
    """A call was settled."""

    number: int
    by: PersonId | None = None


@dataclass(frozen=True)
class SeatCount:
    """The counted cells of a seat, named as in sheets."""

    person: PersonId
    cells: Mapping[str, JsonValue]


class BoardCounted(LoggedEvent, subject="tables"):
    """The final board was counted, wholly or in part."""

    way: CountMethod
    seats: tuple[SeatCount, ...]
    neutral: Mapping[str, JsonValue] = field(default_factory=dict)


class SheetSigned(LoggedEvent, subject="tables"):
    """The sheet of the table was signed."""

    how: SignedHow
    by: PersonId | None = None
