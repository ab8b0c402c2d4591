"""The final count: points only, by objective, or the whole map; only needed numbers are requested.

The sheet is parsed by the same reader as typed files, so a count is refused for the same reasons.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from pydantic import JsonValue

from kamchatka.faults import Fault
from kamchatka.ids import PersonId
from kamchatka.messages import Language, text
from kamchatka.referee.command import TableCommand, seated
from kamchatka.referee.events import (
    BoardCounted,
    CountMethod,
    IncidentForwarded,
    SeatCount,
    SheetSigned,
    SignedHow,
)
from kamchatka.referee.folding import evolve
from kamchatka.referee.state import RefereedTable
from kamchatka.refusals import NotAllowed, NotPossibleNow, NotUnderstood
from kamchatka.scoring.numbers import written
from kamchatka.scoring.sheet.board import BoardCount
from kamchatka.scoring.sheet.cells import cells_asked
from kamchatka.scoring.sheet.model import TableSheet
from kamchatka.scoring.sheet.places import MissingNumber, decided_places
from kamchatka.scoring.sheet.reading import ReadSheet, sheet_of
from kamchatka.scoring.sheet.ticking import TickedSeat, count_ticks, counts_objective_alone, objective_cards

UNDECLARED = "undeclared-risiko"
"""The case of a complete objective that was not declared."""
STILL_TO_COUNT = {
    "missing_points": "points",
    "territories_missing": "map",
    "no_land": "map",
    "missing_objective": "objective_card",
}
"""Faults of a sheet that only mean an incomplete count, and what is missing."""
OF_RECORD = ("eliminated", "status", "objective")
"""Cells that come from the table's record."""

Scorer = Callable[[TableSheet], object]
"""Scores the sheet; raises MissingNumber if a tie-break needs a number."""


@dataclass(frozen=True)
class MissingCells:
    """Numbers that the count still lacks, and the players whose numbers they are."""

    what: str
    """Points, the map, a card, or a tie-break criterion."""
    people: tuple[PersonId, ...]

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells of a sheet that hold the missing numbers."""
        return cells_asked(self.what)

    def sentence(self, names: Mapping[PersonId, str], lang: Language) -> str:
        """The sentence about the missing numbers."""
        section = "referee" if self.what in STILL_TO_COUNT.values() else "scoring"
        what = text(f"{section}.number.{self.what.replace('-', '_')}", lang)
        if section == "scoring":
            what += f" ({', '.join(self.cells)})"
        people = ", ".join(names.get(who, who) for who in self.people) or "-"
        return text("referee.asked", lang, what=what, people=people)


@dataclass(frozen=True)
class CountState:
    """State of the count: the sheet, its faults, or missing numbers."""

    read: ReadSheet | None
    faults: tuple[Fault, ...] = ()
    asked: tuple[MissingCells, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether the sheet can be signed."""
        return self.read is not None and not self.asked


def record_cells(table: RefereedTable, person: PersonId) -> dict[str, Any]:
    """The recorded state of a seat, as cells of a sheet."""
    course, seat = table.course, table.seat_of(person)
    status, order = course.status(seat), course.out_order(seat)
    cells: dict[str, Any] = {}
    shared = table.rulebook.withdrawal.exclusion_rank == "first-equal"
    if order and not (shared and status == "excluded"):
        others = range(len(table.seats))
        before = [each for each in others if shared and course.status(each) == "excluded"]
        orders = sorted(course.out_order(each) for each in others if course.out_order(each))
        cells["eliminated"] = orders.index(order) + 1 - len(before)
    if status not in ("playing", "eliminated"):
        cells["status"] = status
    if course.winner == seat:
        cells["objective"] = True
    return cells


def sheet_data(table: RefereedTable) -> dict[str, Any]:
    """The sheet as data, with ids as names: counted cells and recorded cells."""
    seats = [
        {"player": person, **_counted_cells(table, person), **record_cells(table, person)}
        for person in table.seats
    ]
    found: dict[str, Any] = {"seat": seats}
    if table.neutral_cells:
        found["neutral"] = dict(table.neutral_cells)
    return found


def _counted_cells(table: RefereedTable, person: PersonId) -> dict[str, Any]:
    """The counted cells of a seat; a map count defaults to no territories and the known objective card."""
    cells = dict(table.cells.get(person, {}))
    if table.way == "map":
        known = table.opened.objectives.get(person)
        cells = {"territories": {}, **({"objective_card": known} if known else {}), **cells}
    return cells


def counted(table: RefereedTable, scorer: Scorer = decided_places) -> CountState:
    """State of the count; the scorer determines which tie-breaks need numbers."""
    read, faults = sheet_of(sheet_data(table), table.rulebook)
    if faults:
        wrong = tuple(fault for fault in faults if fault.code not in STILL_TO_COUNT)
        if wrong:
            return CountState(None, wrong)
        return CountState(None, (), _lacking(table, {fault.code for fault in faults}))
    assert read is not None
    try:
        scorer(read.sheet)
    except MissingNumber as missing:
        people = tuple(PersonId(each) for each in missing.players)
        return CountState(read, (), (MissingCells(missing.criterion, people),))
    return CountState(read)


def _lacking(table: RefereedTable, codes: set[str]) -> tuple[MissingCells, ...]:
    """Missing numbers; players who are out or have won need no points."""
    asked: dict[str, tuple[PersonId, ...]] = {}
    for code in sorted(codes):
        what = STILL_TO_COUNT[code]
        cell = "territories" if what == "map" else what
        known = table.opened.objectives if what == "objective_card" else {}
        lacking = [who for who in table.seats if who not in known and cell not in table.cells.get(who, {})]
        asked[what] = tuple(who for who in lacking if _counts(table, who, what))
    return tuple(MissingCells(what, people) for what, people in asked.items())


def _counts(table: RefereedTable, person: PersonId, what: str) -> bool:
    recorded = record_cells(table, person)
    if what == "points" and recorded.get("objective"):
        return False
    return not recorded.get("eliminated") and recorded.get("status") != "excluded"


def count_of_card(table: RefereedTable, person: PersonId, card: str, held: tuple[str, ...]) -> BoardCount:
    """The count of one player's objective card; other players are ignored."""
    cards = {str(each.id): each for each in objective_cards(table.rulebook)}
    if not cards or not counts_objective_alone(table.rulebook):
        raise NotAllowed("whole_map_counts", id=table.rulebook.id)
    if card not in cards:
        raise NotUnderstood("unknown_card", given=card)
    wrong = [each for each in held if each not in cards[card].territories]
    if wrong:
        raise NotUnderstood("not_of_card", card=card, given=", ".join(wrong))
    seats = [TickedSeat(card=card, held=held) if each == person else TickedSeat() for each in table.seats]
    return count_ticks(table.rulebook, seats)[table.seat_of(person)]


@dataclass(frozen=True)
class TickedCard:
    """A player's objective card, and the territories of it that the player holds."""

    person: PersonId
    card: str
    held: tuple[str, ...]


class CountBoard(TableCommand, kw_only=True):
    """Record counted numbers, all at once or in parts."""

    way: CountMethod
    seats: Mapping[PersonId, Mapping[str, JsonValue]] = field(default_factory=dict)
    neutral: Mapping[str, JsonValue] = field(default_factory=dict)
    ticks: tuple[TickedCard, ...] = ()

    def decide(self, table: RefereedTable) -> list[object]:
        """Refuses impossible cells and conflicts with the record; a complete objective is an incident."""
        cells = {seated(table, person): dict(each) for person, each in self.seats.items()}
        incidents: list[PersonId] = []
        for tick in self.ticks:
            count = count_of_card(table, seated(table, tick.person), tick.card, tick.held)
            cells[tick.person] = {**cells.get(tick.person, {}), "points": written(count.points)}
            if count.has_goal:
                incidents.append(tick.person)
        for person, each in cells.items():
            _must_agree(table, person, each)
        seats = tuple(SeatCount(person, _kept(each)) for person, each in cells.items())
        event = BoardCounted(self.way, seats, dict(self.neutral))
        after = evolve(table, event)
        state = counted(after)
        if state.faults:
            raise NotUnderstood(
                "faulty_result", table=table.opened.table, said=partial(_report, state.faults)
            )
        if state.read is not None:
            unclaimed = [each for each in state.read.incidents if each.code == "unclaimed_objective"]
            incidents += [PersonId(each.player) for each in unclaimed]
        return [event, *_opened(after, incidents)]


def _opened(table: RefereedTable, people: list[PersonId]) -> list[object]:
    """A new incident for each complete objective that was not declared."""
    seen = {each.offender for each in table.forwarded if each.case == UNDECLARED}
    seen |= {each.offender for each in table.rulings if each.case == UNDECLARED}
    if table.course.winner is not None:
        seen.add(table.seats[table.course.winner])
    fresh = [who for who in dict.fromkeys(people) if who not in seen]
    return [
        IncidentForwarded(number=number, case=UNDECLARED, offender=who)
        for number, who in enumerate(fresh, start=table.next_incident)
    ]


def _must_agree(table: RefereedTable, person: PersonId, cells: Mapping[str, JsonValue]) -> None:
    """Raises NotPossibleNow if counted cells contradict the table's record."""
    recorded = record_cells(table, person)
    for cell in OF_RECORD:
        said = cells.get(cell)
        if said not in (None, False, "playing") and said != recorded.get(cell):
            raise NotPossibleNow("count_against_record", who=person, cell=cell, said=said)
    if cells.get("territories") and table.course.status(table.seat_of(person)) == "eliminated":
        raise NotPossibleNow("count_against_record", who=person, cell="territories", said="")


def _kept(cells: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The cells to store: those the record does not provide."""
    return {key: value for key, value in cells.items() if key not in OF_RECORD}


def _report(faults: tuple[Fault, ...], lang: Language) -> str:
    return "\n".join(f"- {fault.message(lang)}" for fault in faults)


def _still_asked(state: CountState, lang: Language) -> str:
    """Why the sheet cannot be signed yet; names are filled in later."""
    if state.faults:
        return _report(state.faults, lang)
    return " ".join(each.sentence({}, lang) for each in state.asked)


class SignSheet(TableCommand, kw_only=True):
    """Sign the sheet, on a phone or on paper to be typed later."""

    how: SignedHow
    scorer: Scorer = field(default=decided_places, compare=False, repr=False)
    by: PersonId | None = None
    """The player who signs on a phone."""

    def decide(self, table: RefereedTable) -> list[object]:
        """Needs a finished game, a complete count and no open incident."""
        if not table.course.is_over:
            raise NotPossibleNow("game_goes_on", table=table.opened.table)
        if self.by is not None:
            seated(table, self.by)
        if table.forwarded:
            cases = ", ".join(each.case for each in table.forwarded)
            raise NotPossibleNow("incident_open", cases=cases)
        state = counted(table, self.scorer)
        if not state.is_complete and (self.how == "phone" or table.cells):
            raise NotPossibleNow("count_incomplete", asked=partial(_still_asked, state))
        return [SheetSigned(self.how, self.by)]
