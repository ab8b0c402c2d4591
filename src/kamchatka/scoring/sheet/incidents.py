"""What a judge should look at before a sheet is signed; the sheet itself stands."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kamchatka.ids import ClauseId
from kamchatka.messages import Language, text
from kamchatka.rulebook import Rulebook
from kamchatka.scoring.numbers import Number, shown
from kamchatka.scoring.sheet.board import BoardCount, strip_values
from kamchatka.scoring.sheet.cells import SeatCells
from kamchatka.scoring.sheet.model import LEFT, LISTED
from kamchatka.scoring.sheet.worth import doubtful, worth_of

DOUBTS = (
    "points_of_goal",
    "points_below_goal",
    "half_points",
    "whole_points",
    "counts_differ",
    "too_few_armies",
    "too_many_territories",
)


@dataclass(frozen=True)
class Incident:
    """Something a judge must rule or know before the sheet is signed."""

    code: str
    player: str
    values: Mapping[str, str | Number]
    clauses: tuple[ClauseId, ...]

    @property
    def is_doubt(self) -> bool:
        """Whether nothing is wrong yet: numbers that seldom stand together, to be looked at again."""
        return self.code in DOUBTS

    def sentence(self, lang: Language) -> str:
        """What there is to rule."""
        said = {
            key: each if isinstance(each, str) else shown(each, lang) for key, each in self.values.items()
        }
        return text(f"scoring.incident.{self.code}", lang, player=self.player, **said)


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
    for code, player, values in doubtful(worth_of(book), typed):
        yield Incident(code, player, values, ())


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
        yield Incident(code, cell.player, {"points": points, "goal": goal}, worth.goal_clauses)
