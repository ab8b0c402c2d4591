"""The view of a live table for the phone that follows it: the next step, and what its buttons need."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from kamchatka.clock import ClockReading
from kamchatka.ids import PersonId
from kamchatka.messages import Language
from kamchatka.referee.casebook.loading import find_case
from kamchatka.referee.casebook.views import what_happens
from kamchatka.referee.course import ClosingTotal, all_closing_totals
from kamchatka.referee.events import StopScope
from kamchatka.referee.state import RefereedTable
from kamchatka.referee.views import Names, expiry_code

Pace = Literal["turns", "laps", "clock"]
"""How closely a table is followed: turn by turn, lap by lap, or by its clock alone."""
Step = Literal["order", "start", "turn", "lap", "closing", "roll", "expire", "watch", "count", "signed"]
"""What comes next at the table; `closing` is the end of a turn with a roll."""


@dataclass(frozen=True)
class RuledIncident:
    """A ruling at the table."""

    number: int
    case: str
    player: str
    judge: str
    effects: tuple[tuple[str, str], ...]
    """What happens to whom; an empty name is everybody."""
    clauses: tuple[str, ...]
    reason: str
    """What the judge wrote; empty if nothing."""


@dataclass(frozen=True)
class FollowedTable:
    """A table as its phone follows it, beside the view of its state."""

    step: Step
    left: int
    """Milliseconds of play left; negative once time is over."""
    turn_ms: int
    """Duration of the turn so far."""
    in_turn: PersonId
    whose: PersonId
    """The player whose closing roll comes next; else the player in turn."""
    asks_turn: bool
    """Whether nobody recorded whose turn it is, so that expiry asks for it."""
    expiry: str
    """What is announced at expiry: `once_a_lap`, or `laps_` and the number of laps left."""
    totals: tuple[ClosingTotal, ...]
    """Every total of the next closing roll."""
    excused_from: int
    """Conquests that excuse from the closing roll; 0: none do."""
    excused_by: str
    """The clause that says so."""
    has_late_roll: bool
    stopped_for: StopScope | None
    rulings: tuple[RuledIncident, ...]


def followed_view(
    table: RefereedTable,
    names: Names,
    now: ClockReading,
    lang: Language,
    *,
    pace: Pace = "turns",
    reasons: Mapping[int, str],
) -> FollowedTable:
    """The view of a table at this pace; `reasons` are those of its rulings, by their numbers."""
    roll, closing = None if table.course.is_over else table.closing, table.rulebook.closing
    clauses = table.rulebook.entry("closing.excused_by_conquests").clauses
    return FollowedTable(
        step=next_step(table, now, pace),
        left=table.clock.left(now),
        turn_ms=max(0, table.clock.elapsed(now) - table.turn_began),
        in_turn=table.in_turn,
        whose=table.seats[roll.seat] if roll else table.in_turn,
        asks_turn=not table.knows_turn,
        expiry=expiry_code(table.rulebook),
        totals=all_closing_totals(table.course.tables, roll.round) if roll else (),
        excused_from=closing.excused_by_conquests,
        excused_by=next(iter(clauses), ""),
        has_late_roll=bool(table.late_rolls),
        stopped_for=table.stopped_for,
        rulings=tuple(_rulings(table, names, lang, reasons)),
    )


def next_step(table: RefereedTable, now: ClockReading, pace: Pace) -> Step:
    """What comes next. Closing rolls follow single turns, so after expiry a table is followed by turns."""
    if table.signed is not None:
        return "signed"
    if table.course.is_over:
        return "count"
    if table.course.due is not None:
        return "roll"
    if table.has_expired:
        return "closing" if table.closing else "turn"
    if table.ends and table.clock.left(now) <= 0:
        return "expire"
    if pace == "clock":
        return "watch" if table.ends else "start"
    if not table.knows_order and not table.follows_turns and pace == "turns":
        return "order"
    if not table.ends:
        return "start"
    return "turn" if pace == "turns" else "lap"


def _rulings(
    table: RefereedTable, names: Names, lang: Language, reasons: Mapping[int, str]
) -> Iterator[RuledIncident]:
    """The rulings at the table, last one first."""
    for each in reversed(table.rulings):
        yield RuledIncident(
            number=each.number,
            case=find_case(each.case).name(lang),
            player=names[each.offender] if each.offender else "",
            judge=names[each.author] if each.author else "",
            effects=tuple(
                (names[one.person] if one.person else "", what_happens(one.effect, lang))
                for one in each.effects
            ),
            clauses=tuple(each.clauses),
            reason=reasons.get(each.number, ""),
        )
