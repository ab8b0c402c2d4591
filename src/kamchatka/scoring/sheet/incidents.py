"""What a judge should look at before a sheet is signed, and what land is worth, counted by the rules.

Only points beyond the whole world are refused: they decide scores. The rest is told to the judge: clubs and
tools that keep some numbers for ties alone do not always keep them true to a board.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from kamchatka.board import load_board
from kamchatka.ids import ClauseId
from kamchatka.messages import Language, text
from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.tables import board_of
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.sheet.board import BoardCount, HeldSeat, count_board, most_on_board, strip_values
from kamchatka.scoring.sheet.cells import SeatCells
from kamchatka.scoring.sheet.model import LEFT, LISTED

RISIKO_POINTS = 100
"""What most formulas write for an objective reached, whatever the board counts."""
MOST_FOR_RISIKO = 200
"""The most that formulas and regulations give for one, which some write down instead of the points."""

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
    """Whether nothing is wrong yet: numbers that seldom stand together, to be looked at again."""

    def sentence(self, lang: Language) -> str:
        """What there is to rule."""
        return text(f"scoring.incident.{self.code}", lang, player=self.player, **self.values)


@dataclass(frozen=True)
class Worth:
    """The worth of land under one regulation."""

    rulebook: Rulebook

    @cached_property
    def has_halves(self) -> bool:
        """Whether half points exist: only armies are counted by halves."""
        return self.rulebook.tally.half_points_per_army % 2 == 1

    @cached_property
    def world(self) -> Number:
        """More than any seat can have with all armies and cards allowed: no sheet goes beyond it."""
        cards = len(load_board().territories) + self.rulebook.cards.jolly
        return max(most_on_board(self.rulebook, cards), self.rulebook.tally.risiko_points)

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
        """Points from which a seat at a table so large has probably reached its goal; None: not known."""
        if self.rulebook.victory.goal == "points":
            return self.rulebook.victory.points.get(size)
        return max(self.cards)

    def least_with_goal(self, size: int) -> Number | None:
        """The fewest points of a seat that has reached its goal; None: not known.

        Nor is it where other territories may stand for those of the card.
        """
        victory = self.rulebook.victory
        if victory.goal == "points":
            return victory.points.get(size)
        return None if victory.others_per_missing else min(self.cards)


def goal_points(rulebook: Rulebook) -> Number:
    """Table points of a seat that has just reached its goal and holds nothing else: the most of all cards.

    More is possible, with land beside the objective; nobody gets there without coming close to this.
    """
    if rulebook.tally.risiko_points or rulebook.victory.goal == "points":
        return max(rulebook.tally.risiko_points, *rulebook.victory.points.values())
    return max(worth_of(rulebook).cards)


MOST_KEPT = 64
_kept: dict[int, Worth] = {}


def worth_of(rulebook: Rulebook) -> Worth:
    """The worth of land under a regulation, counted once for all its tables."""
    found = _kept.get(id(rulebook))
    if found is None or found.rulebook is not rulebook:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        found = _kept[id(rulebook)] = Worth(rulebook)
    return found


def too_many_points(worth: Worth, seat: SeatCells) -> Number | None:
    """The most points the seat can have, if it has more."""
    most = max(worth.world, MOST_FOR_RISIKO) if seat.objective else worth.world
    return most if seat.points is not None and seat.points > most else None


def doubtful(worth: Worth, seats: Sequence[SeatCells]) -> Iterator[Incident]:
    """Numbers that cannot be true, seat by seat, and what all seats together cannot hold."""
    for seat in seats:
        yield from _points(worth, seat)
        if seat.numbers:
            yield from _counts(seat)
    yield from _together(seats)


def _points(worth: Worth, seat: SeatCells) -> Iterator[Incident]:
    points = seat.points
    if points is None or type(points) is int or (worth.has_halves and points.denominator == 2):
        return
    code = "half_points" if worth.has_halves else "whole_points"
    yield Incident(code, seat.player, {"points": points, "id": worth.rulebook.id}, is_doubt=True)


def _counts(seat: SeatCells) -> Iterator[Incident]:
    """Territories and armies of one seat, as far as they were typed."""
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
    """No territory has two owners."""
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
    """Every incident of a sheet without faults, seat by seat; the size of the table counts dead seats."""
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
    yield from doubtful(worth_of(book), typed)


def _over_limit(book: Rulebook, cell: SeatCells, count: BoardCount | None) -> Iterator[Incident]:
    """More armies on the board than the regulation allows."""
    limit = book.armies.limit
    if book.withdrawal.minimum_armies and cell.status in LEFT:
        return  # its territories were brought up to the least they must have
    armies = count.armies if count else cell.numbers.get("armies", 0)
    if limit and armies > limit:
        values = {"armies": str(armies), "limit": str(limit)}
        yield Incident("over_limit", cell.player, values, book.entry("armies.limit").clauses)


def _better_strip(book: Rulebook, cell: SeatCells) -> Iterator[Incident]:
    """A strip of the seat's own choice that is not its best: the best is counted."""
    if cell.strip is None or book.tally.strip in LISTED or cell.status == "congelato-in-extra-laps":
        return
    chosen, best = strip_values(book, cell.strip, cell.territories or {})
    if chosen < best:
        values = {"chosen": str(chosen), "best": str(best)}
        yield Incident("better_strip", cell.player, values, book.entry("tally.strip").clauses)


def _doubts(book: Rulebook, cell: SeatCells, size: int) -> Iterator[Incident]:
    """Typed points that are not those of a goal reached, or are and nobody said so.

    Old files of clubs hold such rows, and most formulas give the same scores: they are no faults.
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
