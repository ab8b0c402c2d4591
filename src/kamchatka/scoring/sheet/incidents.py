"""Incidents a judge should look at before signing a sheet, and the point value of land under the rules.

Only points beyond the whole world are refused, since they decide scores. The rest is reported to the judge:
some clubs and tools keep tie-break numbers that do not always match a board.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from kamchatka.board import load_board
from kamchatka.ids import ClauseId
from kamchatka.messages import Language, text
from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.tables import board_of
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.sheet.attainable import Weights, attainable, attainable_together, card_weights
from kamchatka.scoring.sheet.board import BoardCount, HeldSeat, count_board, most_on_board, strip_values
from kamchatka.scoring.sheet.cells import MOST_SEATS, SeatCells
from kamchatka.scoring.sheet.model import LEFT, LISTED

RISIKO_POINTS = 100
"""Points most formulas give for a reached objective, whatever the board counts."""
MOST_FOR_RISIKO = 200
"""Highest value of a reached objective in any formula or regulation; some clubs write it as the points."""

Values = Mapping[str, str | Number]
COUNTS = ("territory_count", "inside_count", "outside_count")


@dataclass(frozen=True)
class Incident:
    """Something a judge must rule or know before the sheet is signed."""

    plain_as = "code player clauses sentence"

    code: str
    player: str
    values: Values
    clauses: tuple[ClauseId, ...] = ()
    is_doubt: bool = False
    """Whether it is only a doubt: an unlikely combination of numbers to look at again."""

    def sentence(self, lang: Language) -> str:
        """The incident as a sentence."""
        return text(f"scoring.incident.{self.code}", lang, player=self.player, **self.values)


@dataclass(frozen=True)
class Worth:
    """The point value of land under one regulation."""

    rulebook: Rulebook

    @cached_property
    def has_halves(self) -> bool:
        """Whether half points exist: only armies count in halves."""
        return self.rulebook.tally.half_points_per_army % 2 == 1

    @cached_property
    def world(self) -> Number:
        """Upper bound on the points of any seat, with all armies and cards: no valid sheet exceeds it."""
        return max(most_on_board(self.rulebook, self._all_cards), self.rulebook.tally.risiko_points)

    @cached_property
    def table(self) -> Number:
        """Upper bound on the points of all seats of a table together."""
        return most_on_board(self.rulebook, self._all_cards, MOST_SEATS)

    @property
    def _all_cards(self) -> int:
        return len(load_board().territories) + self.rulebook.cards.jolly

    @cached_property
    def weights(self) -> tuple[Weights, ...]:
        """Points of each territory under each objective card; none if points are not their sum."""
        return card_weights(self.rulebook)

    @cached_property
    def cards(self) -> tuple[Number, ...]:
        """Points of a seat that holds its objective and nothing else, for each objective card."""
        board = board_of(self.rulebook)
        found: list[Number] = []
        for card in board.deck(self.rulebook.setup.objective_deck).objectives:
            held: dict[str, int] = dict.fromkeys(card.territories, 1)
            rest: dict[str, int] = {info.id: 1 for info in board.territories if info.id not in held}
            seats = (HeldSeat(territories=held, objective_card=card.id), HeldSeat(territories={}))
            found.append(count_board(self.rulebook, seats, rest)[0].points)
        return tuple(found)

    def suspicious(self, size: int) -> Number | None:
        """Points from which a seat at a table of this size has probably reached its goal; None if unknown."""
        if self.rulebook.victory.goal == "points":
            return self.rulebook.victory.points.get(size)
        return max(self.cards)

    def least_with_goal(self, size: int) -> Number | None:
        """The fewest points of a seat that has reached its goal; None if unknown.

        It is also unknown if other territories may replace those of the card.
        """
        victory = self.rulebook.victory
        if victory.goal == "points":
            return victory.points.get(size)
        return None if victory.others_per_missing else min(self.cards)

    def may_be(self, points: int) -> bool:
        """Whether some objective card gives exactly these points; those of a goal are another doubt."""
        return not self.weights or points >= max(self.cards) or attainable(self.weights, points)

    def on_board(self, seat: SeatCells, size: int) -> Number | None:
        """Points the seat has on the final board, at least; None if unknown.

        Of a RisiKo! the sheet may hold what the formula gives for it; of a seat that left, an earlier count.
        """
        if seat.status in LEFT or seat.eliminated is not None:
            return None
        if not seat.objective:
            return seat.points
        least = self.least_with_goal(size)
        return least if least is None or seat.points is None else min(least, seat.points)


def goal_points(rulebook: Rulebook) -> Number:
    """Table points of a seat that has just reached its goal and holds nothing else: the highest of all cards.

    A seat may have more, with land outside the objective, but cannot reach the goal with much less.
    """
    if rulebook.tally.risiko_points or rulebook.victory.goal == "points":
        return max(rulebook.tally.risiko_points, *rulebook.victory.points.values())
    return max(worth_of(rulebook).cards)


MOST_KEPT = 64
_kept: dict[int, Worth] = {}


def worth_of(rulebook: Rulebook) -> Worth:
    """The value of land under a regulation, cached for all its tables."""
    found = _kept.get(id(rulebook))
    if found is None or found.rulebook is not rulebook:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        found = _kept[id(rulebook)] = Worth(rulebook)
    return found


def too_many_points(worth: Worth, seat: SeatCells) -> Number | None:
    """The highest points the seat can have, if it exceeds them; else None."""
    most = max(worth.world, MOST_FOR_RISIKO) if seat.objective else worth.world
    return most if seat.points is not None and seat.points > most else None


def doubtful(worth: Worth, seats: Sequence[SeatCells], size: int) -> Iterator[Incident]:
    """Impossible numbers of single seats, and of all seats together; `size` includes dead seats."""
    for seat in seats:
        yield from _points(worth, seat, size)
        if seat.numbers:
            yield from _counts(seat)
    yield from _together(seats)
    yield from _shared(worth, seats, size)


def _points(worth: Worth, seat: SeatCells, size: int) -> Iterator[Incident]:
    points = seat.points
    if points is None or (worth.has_halves and points.denominator == 2):
        return
    if type(points) is not int:
        code = "half_points" if worth.has_halves else "whole_points"
        yield Incident(code, seat.player, {"points": points, "id": worth.rulebook.id}, is_doubt=True)
    elif points == worth.on_board(seat, size) and not worth.may_be(points):
        yield Incident("unattainable", seat.player, {"points": points}, is_doubt=True)


def _shared(worth: Worth, seats: Sequence[SeatCells], size: int) -> Iterator[Incident]:
    """Incidents of points too many for one board, or of two seats that need the same territories."""
    held = [(seat.player, points) for seat in seats if (points := worth.on_board(seat, size)) is not None]
    total, most = sum(points for _, points in held), worth.table
    if total > most:
        yield Incident("too_many_together", held[0][0], {"total": total, "most": most}, is_doubt=True)
        return
    if not worth.weights or min(worth.cards) != max(worth.cards):
        return  # what a RisiKo! holds is not known
    alone = [
        (name, points) for name, points in held if type(points) is int and attainable(worth.weights, points)
    ]
    for (name, points), (other, others) in combinations(alone, 2):
        if not attainable_together(worth.weights, points, others):
            values: Values = {"points": points, "other": other, "others": others}
            yield Incident("need_the_same", name, values, is_doubt=True)
            return


def _counts(seat: SeatCells) -> Iterator[Incident]:
    """Incidents in the territory and army counts of one seat, if typed."""
    typed = seat.numbers
    inside, outside, whole = (typed.get(f"{name}_count") for name in ("inside", "outside", "territory"))
    parts = (inside or 0) + (outside or 0)
    if whole is not None and (whole < parts or (whole > parts and None not in (inside, outside))):
        yield Incident("counts_differ", seat.player, {"given": whole, "sum": parts}, is_doubt=True)
    held = {"armies_inside": inside, "armies_outside": outside, "armies": max(parts, whole or 0)}
    for key, territories in held.items():
        armies = typed.get(key)
        if armies is not None and territories is not None and armies < territories:
            values: Values = {"cell": key, "given": armies, "territories": territories}
            yield Incident("too_few_armies", seat.player, values, is_doubt=True)


def _together(seats: Sequence[SeatCells]) -> Iterator[Incident]:
    """Incidents of territories with two owners."""
    most, total = len(load_board().territories), 0
    for seat in seats:
        counts = {key: seat.numbers[key] for key in COUNTS if key in seat.numbers}
        parts = counts.get("inside_count", 0) + counts.get("outside_count", 0)
        total += max(parts, counts.get("territory_count", 0))
        if total > most:
            values = {"total": total, "most": most}
            yield Incident("too_many_territories", seat.player, values, is_doubt=True)
            return


def incidents(
    book: Rulebook, cells: Sequence[SeatCells], counted: Sequence[BoardCount | None], *, size: int
) -> Iterator[Incident]:
    """All incidents of a valid sheet, seat by seat; `size` includes dead seats."""
    victory = book.victory
    goal_is_known = victory.goal != "points" or size in victory.points
    unclaimed = goal_is_known and not any(cell.objective for cell in cells)
    for cell, count in zip(cells, counted, strict=True):
        yield from _over_limit(book, cell, count)
        if count is None:
            yield from _doubts(book, cell, size)
            continue
        if unclaimed and count.has_goal and cell.status == "playing":
            yield Incident("unclaimed_objective", cell.player, {}, book.entry("victory.goal").clauses)
        yield from _better_strip(book, cell)
    typed = [cell for cell, count in zip(cells, counted, strict=True) if count is None]
    yield from doubtful(worth_of(book), typed, size)


def _over_limit(book: Rulebook, cell: SeatCells, count: BoardCount | None) -> Iterator[Incident]:
    """Incident: more armies on the board than the regulation allows."""
    limit = book.armies.limit
    if book.withdrawal.minimum_armies and cell.status in LEFT:
        return  # its territories were raised to the required minimum
    armies = count.armies if count else cell.numbers.get("armies", 0)
    if limit and armies > limit:
        values = {"armies": str(armies), "limit": str(limit)}
        yield Incident("over_limit", cell.player, values, book.entry("armies.limit").clauses)


def _better_strip(book: Rulebook, cell: SeatCells) -> Iterator[Incident]:
    """Incident: the seat's chosen strip is not its best; the best one is counted."""
    if cell.strip is None or book.tally.strip in LISTED or cell.status == "congelato-in-extra-laps":
        return
    chosen, best = strip_values(book, cell.strip, cell.territories or {})
    if chosen < best:
        values = {"chosen": str(chosen), "best": str(best)}
        yield Incident("better_strip", cell.player, values, book.entry("tally.strip").clauses)


def _doubts(book: Rulebook, cell: SeatCells, size: int) -> Iterator[Incident]:
    """Doubts: an objective with points below its goal, or points of a goal without an objective.

    Not faults: old club files contain such rows, and most formulas score them the same.
    """
    points, worth = cell.points, worth_of(book)
    if points is None or cell.eliminated is not None:
        return
    if cell.objective:
        code, goal = "points_below_goal", worth.least_with_goal(size)
        is_odd = goal is not None and points < goal
    else:
        code, goal = "points_of_goal", worth.suspicious(size)
        is_odd = goal is not None and points >= goal
    if goal is not None and is_odd:
        values = {"points": points, "goal": goal}
        yield Incident(code, cell.player, values, book.entry("victory.goal").clauses, is_doubt=True)
