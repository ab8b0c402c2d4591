"""Numbers a judge typed that no board can show, found without one."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from kamchatka.board import load_board
from kamchatka.scoring.numbers import Number, written
from kamchatka.scoring.worth import Worth

RISIKO_POINTS = 100
"""What most formulas write for an objective reached, whatever the board counts."""
MOST_FOR_RISIKO = 200
"""The most that formulas and regulations give for one, which some write down instead of the points."""

Impossible = tuple[str, str, Mapping[str, object]]
"""A fault: its code, its cell, its values."""


class Typed(Protocol):
    """The cells of a seat that stand in for its board."""

    @property
    def cell(self) -> str:
        """Where it stands."""

    @property
    def points(self) -> Number | None:
        """Its table points."""

    @property
    def objective(self) -> bool:
        """Whether it reached its objective."""

    @property
    def numbers(self) -> Mapping[str, int]:
        """What ties ask for."""


def impossible(worth: Worth, seats: Sequence[Typed]) -> Iterator[Impossible]:
    """Every number that cannot be true, seat by seat, and what all seats together cannot hold."""
    for seat in seats:
        yield from _points(worth, seat)
        if seat.numbers:
            yield from _counts(seat)
    yield from _together(seats)


def _points(worth: Worth, seat: Typed) -> Iterator[Impossible]:
    points = seat.points
    if points is None:
        return
    most = max(worth.world, MOST_FOR_RISIKO) if seat.objective else worth.world
    if points > most:
        code = "too_many_points"
    elif type(points) is int or (worth.has_halves and points.denominator == 2):
        return
    else:
        code = "half_points" if worth.has_halves else "whole_points"
    values = {"given": written(points), "id": worth.rulebook.id, "most": written(most)}
    yield code, f"{seat.cell}.points", values


def _counts(seat: Typed) -> Iterator[Impossible]:
    """Territories and armies of one seat, as far as they were typed."""
    typed = seat.numbers
    inside, outside, whole = (typed.get(f"{name}_count") for name in ("inside", "outside", "territory"))
    parts = (inside or 0) + (outside or 0)
    if whole is not None and (whole < parts or (whole > parts and None not in (inside, outside))):
        yield "counts_differ", f"{seat.cell}.territory_count", {"given": whole, "sum": parts}
    held = {"armies_inside": inside, "armies_outside": outside, "armies": max(parts, whole or 0)}
    for key, territories in held.items():
        armies = typed.get(key)
        if armies is not None and territories is not None and armies < territories:
            values = {"given": armies, "territories": territories}
            yield "too_few_armies", f"{seat.cell}.{key}", values


def _together(seats: Sequence[Typed]) -> Iterator[Impossible]:
    """No territory has two owners."""
    most, total = len(load_board().territories), 0
    for seat in seats:
        counts = {key: seat.numbers[key] for key in COUNTS if key in seat.numbers}
        parts = counts.get("inside_count", 0) + counts.get("outside_count", 0)
        total += max(parts, counts.get("territory_count", 0))
        if total > most:
            yield "too_many_territories", f"{seat.cell}.{next(iter(counts))}", {"total": total, "most": most}
            return


COUNTS = ("territory_count", "inside_count", "outside_count")
