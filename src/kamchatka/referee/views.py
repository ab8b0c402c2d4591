"""Views of a live table: plain data with message codes, rendered by terminal and pages."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal

from kamchatka.clock import SECOND, ClockReading, minutes_and_seconds
from kamchatka.ids import PersonId
from kamchatka.messages import Language, text
from kamchatka.referee.casebook.loading import find_case
from kamchatka.referee.casebook.views import what_happens
from kamchatka.referee.counting import MissingCells, Scorer, counted
from kamchatka.referee.course import ClosingRoll, closing_odds, closing_totals
from kamchatka.referee.state import RefereedTable
from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.tables import tables as tables_of
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.sheet.places import decided_places
from kamchatka.scoring.views.notices import Notice

Names = Mapping[PersonId, str]
State = Literal["call", "late", "counting", "waiting", "signed", "paper", "playing"]
"""State of a table; the first that applies."""
Stage = Literal["setup", "lap", "last-lap", "closing", "over"]
DAY = 24 * 60
"""Minutes of a day."""
Audience = Literal["judges", "public"]
LASTING = (
    "army-limit",
    "cards-denied",
    "cards-taken",
    "congelato",
    "defence-roller-attacker",
    "neutral",
    "passive",
    "turn-limit",
)
"""Effects a judge must remember for the rest of the game, or until they are served."""
SHOWN_SETS = 4
"""Closing rounds shown, unless more are asked for; later ones follow the same pattern."""


@dataclass(frozen=True)
class SetView:
    """A closing round: the totals that end the game, and their probability."""

    plain_as = "round set=totals probability"

    round: int
    totals: tuple[int, ...]
    probability: str
    """ "7/36", as regulations print it."""


def closing_sets(
    rulebook: Rulebook, mode: Literal["exact", "at-most"] | None = None, rounds: int = 0
) -> list[SetView]:
    """The first closing rounds of a regulation; `mode` overrides how its totals are read."""
    tables = tables_of(rulebook)
    if mode is not None:
        tables = tables._replace(closing_exact=int(mode == "exact"))
    many = rounds or (SHOWN_SETS if tables.closing_first != tables.closing_last else 1)
    return [
        SetView(each, closing_totals(tables, each), closing_odds(tables, each)) for each in range(1, many + 1)
    ]


@dataclass(frozen=True)
class RefereedSeatView:
    """A seat at the table."""

    plain_as = "seat=letter player=name status army_limit|some points|written"

    person: PersonId
    letter: str
    name: str
    status: str
    army_limit: int
    points: Number | None
    """Points if the game ended now; None if not counted, or not visible to the audience."""


@dataclass(frozen=True)
class CallView:
    """A call for the judge."""

    plain_as = "number player=name phase answered=is_answered"

    number: int
    name: str
    phase: str
    is_answered: bool


@dataclass(frozen=True)
class TurnView:
    """A finished turn and its duration."""

    player: str
    lap: int
    seconds: int


@dataclass(frozen=True)
class IncidentView:
    """An incident forwarded to the official judge."""

    number: int
    case: str
    player: str | None


@dataclass(frozen=True)
class AskedCell:
    """A missing cell of the sheet, and its players."""

    what: str
    players: tuple[str, ...]


@dataclass(frozen=True)
class RefereedTableView:
    """The view of a live table: turn, lap, closing roll, time, and what to do."""

    plain_as = (
        "round table state stage turn player lap laps_left rolls=roll|given set=roll.totals|list"
        " probability due=is_due roller|some whose|some closing optional=roll.is_optional|bool time|some"
        " running=is_running ends|some turn_seconds turns turn_limit|some over=is_over ending|some seats"
        " calls incidents effects asked=asked_cells corrections announcements notices"
    )

    round: int
    table: int
    state: State
    stage: Stage
    seats: tuple[RefereedSeatView, ...]
    turn: str
    """The letter of the seat in turn."""
    player: str
    lap: int
    knows_lap: bool
    """Whether a lap or turn was recorded; else nobody follows the game, and lap and turn are not known."""
    knows_turn: bool
    laps_left: int | None
    roll: ClosingRoll | None
    """The closing roll due now, or at the end of a turn without conquests."""
    is_due: bool
    roller: str
    """The player who throws; empty if the referee rolls."""
    whose: str
    """The player whose dice they are: another one than the roller if that player is absent."""
    closing: tuple[Notice, ...]
    """The closing rolls before the next turn, one sentence each: whose dice, who throws, with which set."""
    time: str
    """Time left; with a plus, time over the end; empty before the clock starts."""
    is_running: bool
    ends: str
    turn_seconds: int
    turns: tuple[TurnView, ...]
    turn_limit: int
    """In seconds; 0: no limit."""
    ending: str
    calls: tuple[CallView, ...]
    incidents: tuple[IncidentView, ...]
    effects: tuple[Mapping[str, object], ...]
    """Effects ruled or served here, with their players."""
    asked: tuple[MissingCells, ...]
    asked_cells: tuple[AskedCell, ...]
    corrections: int
    """Number of corrections of the record by a judge."""
    notices: tuple[Notice, ...]
    announcements: tuple[Notice, ...]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.stage == "over"

    @property
    def probability(self) -> str | None:
        """The probability that the roll ends the game."""
        return self.roll.probability if self.roll else None


def letter(seat: int) -> str:
    """The letter of a seat in the order of play."""
    return "ABCDEF"[seat]


def table_view(
    table: RefereedTable,
    names: Names,
    now: ClockReading,
    *,
    is_confirmed: bool = True,
    scorer: Scorer = decided_places,
    audience: Audience = "judges",
) -> RefereedTableView:
    """The view of a table; points during the game are visible only to judges."""
    course = table.course
    roll = None if course.is_over else table.closing
    is_counting = course.is_over and not table.signed
    asked = counted(table, scorer).asked if is_counting else ()
    return RefereedTableView(
        round=table.opened.round,
        table=table.opened.table,
        state=state_of(table, is_confirmed),
        stage=stage_of(table),
        seats=tuple(_seats(table, names, audience)),
        turn=letter(course.seat),
        player=names[table.in_turn],
        lap=course.lap,
        knows_lap=table.knows_lap,
        knows_turn=table.knows_order or table.knows_turn or table.follows_turns,
        laps_left=table.laps_left,
        roll=roll,
        is_due=course.due is not None,
        roller="" if roll is None or table.referee_rolls else names[table.seats[roll.roller]],
        whose="" if roll is None or table.referee_rolls else names[table.seats[roll.seat]],
        closing=() if course.is_over else tuple(_closing(table, names)),
        time=minutes_and_seconds(table.clock.left(now)) if table.ends else "",
        is_running=table.clock.is_running,
        ends=_later(table.ends, table.moved),
        turn_seconds=table.turn_seconds(now),
        turns=tuple(TurnView(names[each.person], each.lap, each.seconds) for each in table.turns),
        turn_limit=table.limit_now,
        ending=course.ending,
        calls=tuple(
            CallView(each.number, names[each.person], each.phase, each.is_answered)
            for each in table.open_calls
        ),
        incidents=tuple(
            IncidentView(each.number, each.case, each.offender and names[each.offender])
            for each in table.forwarded
        ),
        effects=tuple(
            {**each.effect.data(), "player": each.person and names[each.person]} for each in table.effects
        ),
        asked=asked,
        asked_cells=tuple(
            AskedCell(cell, tuple(names[who] for who in each.people)) for each in asked for cell in each.cells
        ),
        corrections=table.corrections,
        notices=tuple(_notices(table, names, now)),
        announcements=tuple(announcements(table, now)),
    )


def _closing(table: RefereedTable, names: Names) -> Iterator[Notice]:
    """The closing rolls before the next turn, with their totals and rollers; or that there is none."""
    rolls, referee = table.course.rolls_ahead(), table.referee_rolls
    if not rolls:
        yield Notice("referee.lap_roll_later" if referee and table.has_expired else "referee.no_roll", {})
    for place, roll in enumerate(rolls):
        code = "then" if place else "due" if table.course.due else "roll"
        whose = "lap_" if referee else "" if roll.roller == roll.seat else "absent_"
        values = {
            "player": names[table.seats[roll.seat]],
            "roller": names[table.seats[roll.roller]],
            "totals": ", ".join(map(str, roll.totals)),
            "probability": roll.probability,
        }
        yield Notice(f"referee.{whose}{code}", values)


def ends_at(table: RefereedTable) -> str:
    """The time of day at which playing time ends; empty before the clock starts and after the game."""
    return "" if table.course.is_over else _later(table.ends, table.moved)


def _later(time: str, seconds: int) -> str:
    """A time of day shifted by some seconds, to the minute."""
    if not time:
        return ""
    minutes = (int(time[:2]) * 60 + int(time[3:]) + seconds // 60) % DAY
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def state_of(table: RefereedTable, is_confirmed: bool = True) -> State:
    """The state of a table, most urgent first."""
    if table.open_calls:
        return "call"
    if table.given_back > 0 and not table.course.is_over:
        return "late"
    if table.signed is None:
        return "counting" if table.course.is_over else "playing"
    if table.signed.how == "paper" and not table.cells:
        return "paper"
    return "signed" if is_confirmed else "waiting"


def stage_of(table: RefereedTable) -> Stage:
    """The stage of the game."""
    if table.course.is_over:
        return "over"
    if not table.ends and not table.follows_turns and not table.has_expired and table.course.lap == 1:
        return "setup"
    if not table.has_expired:
        return "lap"
    if table.closing is not None or table.course.lap > table.course.last_lap:
        return "closing"
    return "last-lap" if table.laps_left == 0 else "lap"


def _seats(table: RefereedTable, names: Names, audience: Audience) -> Iterator[RefereedSeatView]:
    shows = bool(table.cells) and (audience == "judges" or table.course.is_over)
    sheet = counted(table).read if shows else None
    for seat, person in enumerate(table.seats):
        yield RefereedSeatView(
            person=person,
            letter=letter(seat),
            name=names[person],
            status=table.course.status(seat),
            army_limit=table.army_limit(person),
            points=sheet.sheet.seats[seat].points if sheet else None,
        )


def _notices(table: RefereedTable, names: Names, now: ClockReading) -> Iterator[Notice]:
    """Warnings for the judge, most urgent first."""
    if table.unsettled:
        yield Notice("referee.notice.unsettled", {"time": minutes_and_seconds(table.unsettled * SECOND)})
    if table.stopped_for == "all":
        yield Notice("referee.notice.all_stopped", {})
    goes_on = bool(table.ends) and not table.has_expired and not table.course.is_over
    if goes_on and table.clock.left(now) <= 0:
        yield Notice("referee.notice.expire", {})
    limit, spent = table.limit_now, table.turn_seconds(now)
    if limit and spent > limit and not table.course.is_over:
        values = {"player": names[table.in_turn], "limit": minutes_and_seconds(limit * SECOND)}
        yield Notice("referee.notice.too_slow", {**values, "time": minutes_and_seconds(spent * SECOND)})
    for late in table.late_rolls:
        totals = ", ".join(map(str, closing_totals(table.course.tables, late.round)))
        people = {"player": names[late.person], "absent": names[late.slot]}
        code = "late" if late.slot == late.person else "late_absent"
        yield Notice(f"referee.notice.{code}", {**people, "totals": totals})
    if table.has_expired and not table.knows_turn and not table.course.is_over:
        last = names[table.seats[table.course.first_seat - 1]]
        yield Notice("referee.notice.assumed", {"player": names[table.in_turn], "last": last})
    for each in table.forwarded:
        player = names[each.offender] if each.offender else "-"
        case = {"case": each.case, "title": find_case(each.case).name}
        yield Notice("referee.notice.forwarded", {"number": each.number, **case, "player": player})
    if table.corrections:
        yield Notice("referee.notice.corrected", {"count": table.corrections})
    for number, person in enumerate(table.seats):
        status = table.course.status(number)
        if status != "playing":
            yield Notice("referee.notice.left", {"player": names[person], "how": partial(_status, status)})
    for ruled in table.standing:
        is_kept = ruled.effect.kind in LASTING or ruled.effect.scope == "turn"
        if is_kept and ruled.person is not None:
            said = partial(what_happens, ruled.effect)
            yield Notice("referee.notice.sanction", {"player": names[ruled.person], "said": said})


def _status(status: str, lang: Language) -> str:
    return text(f"referee.status.{status}", lang)


def announcements(table: RefereedTable, now: ClockReading) -> Iterator[Notice]:
    """The judges' announcements required by the regulation: end of time, last laps."""
    if table.ends and not table.has_expired and table.rulebook.clock.end_announced:
        clause = _clause(table.rulebook, "clock.end_announced")
        minutes = str(table.opened.minutes)
        yield Notice("referee.announce.start", {"minutes": minutes, "ends": table.ends, "clause": clause})
    left = table.clock.left(now)
    if table.clock.is_running and not table.has_expired and 0 < left <= table.opened.warn * 60 * SECOND:
        yield Notice("referee.announce.soon", {"time": minutes_and_seconds(left)})
    laps = table.rulebook.closing.laps_after_expiry
    if table.has_expired and not table.course.is_over and table.course.lap + laps <= table.course.last_lap:
        clause = _clause(table.rulebook, "closing.laps_after_expiry")
        yield Notice(
            f"referee.announce.{expiry_code(table.rulebook)}",
            {"lap": table.course.last_lap, "clause": clause},
        )


def expiry_code(rulebook: Rulebook) -> str:
    """What judges announce when time expires, by message code: the laps left, or the die after each lap."""
    closing = rulebook.closing
    return "once_a_lap" if closing.roller == "once-a-lap" else f"laps_{min(closing.laps_after_expiry, 3)}"


def _clause(rulebook: Rulebook, key: str) -> str:
    return ", ".join(rulebook.entry(key).clauses)
