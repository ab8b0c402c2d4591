"""Ties nobody has broken: how they could have gone, to see whether a score depends on it."""

from collections.abc import Iterator
from dataclasses import replace

from kamchatka.rulebook.sections.table_ties import Criterion
from kamchatka.scoring.sheet.model import SeatSheet, TableSheet
from kamchatka.scoring.sheet.placing import MissingNumber


def ways(sheet: TableSheet, missing: MissingNumber) -> Iterator[TableSheet]:
    """The sheet with the missing number made up: the tied seats in one order, then in the other.

    More orders tell nothing more: seats with equal points differ in nothing but their place, so if each gets
    the same at both ends of the tie and all get the same, no order matters. Nothing if it is no tie: points
    and the order of going out cannot be made up.
    """
    if missing.by is None:
        return
    for order in (missing.tied, missing.tied[::-1]):
        ranks = {seat: len(order) - at for at, seat in enumerate(order)}
        yield replace(
            sheet,
            seats=tuple(
                _with(seat, missing.by, ranks[number]) if number in ranks else seat
                for number, seat in enumerate(sheet.seats)
            ),
        )


def _with(seat: SeatSheet, criterion: Criterion, rank: int) -> SeatSheet:
    """The seat with a number that puts it at this rank, or with a lot that does."""
    if criterion == "lot":
        return replace(seat, lot=(rank,))
    return replace(seat, numbers={**seat.numbers, criterion: rank})
