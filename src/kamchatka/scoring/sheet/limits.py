"""Numbers a judge typed that no board can show, found without one.

Only points beyond the whole world are refused: they decide scores. The rest is told to the judge: clubs and
tools that keep some numbers for ties alone do not always keep them true to a board.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from kamchatka.board import load_board
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.sheet.worth import Worth

RISIKO_POINTS = 100
"""What most formulas write for an objective reached, whatever the board counts."""
MOST_FOR_RISIKO = 200
"""The most that formulas and regulations give for one, which some write down instead of the points."""

Doubtful = tuple[str, str, Mapping[str, str | Number]]
"""A doubt: its code, the player, its values."""


class Typed(Protocol):
    """The cells of a seat that stand in for its board."""

    @property
    def player(self) -> str:
        """Whose they are."""

    @property
    def points(self) -> Number | None:
        """Its table points."""

    @property
    def objective(self) -> bool:
        """Whether it reached its objective."""

    @property
    def numbers(self) -> Mapping[str, int]:
        """What ties ask for."""


def too_many_points(worth: Worth, seat: Typed) -> Number | None:
    """The most points the seat can have, if it has more."""
    most = max(worth.world, MOST_FOR_RISIKO) if seat.objective else worth.world
    return most if seat.points is not None and seat.points > most else None


def doubtful(worth: Worth, seats: Sequence[Typed]) -> Iterator[Doubtful]:
    """Numbers that cannot be true, seat by seat, and what all seats together cannot hold."""
    for seat in seats:
        yield from _points(worth, seat)
        if seat.numbers:
            yield from _counts(seat)
    yield from _together(seats)


def _points(worth: Worth, seat: Typed) -> Iterator[Doubtful]:
    points = seat.points
    if points is None or type(points) is int or (worth.has_halves and points.denominator == 2):
        return
    code = "half_points" if worth.has_halves else "whole_points"
    yield code, seat.player, {"points": points, "id": worth.rulebook.id}


def _counts(seat: Typed) -> Iterator[Doubtful]:
    """Territories and armies of one seat, as far as they were typed."""
    typed = seat.numbers
    inside, outside, whole = (typed.get(f"{name}_count") for name in ("inside", "outside", "territory"))
    parts = (inside or 0) + (outside or 0)
    if whole is not None and (whole < parts or (whole > parts and None not in (inside, outside))):
        yield "counts_differ", seat.player, {"given": whole, "sum": parts}
    held = {"armies_inside": inside, "armies_outside": outside, "armies": max(parts, whole or 0)}
    for key, territories in held.items():
        armies = typed.get(key)
        if armies is not None and territories is not None and armies < territories:
            yield "too_few_armies", seat.player, {"cell": key, "given": armies, "territories": territories}


def _together(seats: Sequence[Typed]) -> Iterator[Doubtful]:
    """No territory has two owners."""
    most, total = len(load_board().territories), 0
    for seat in seats:
        counts = {key: seat.numbers[key] for key in COUNTS if key in seat.numbers}
        parts = counts.get("inside_count", 0) + counts.get("outside_count", 0)
        total += max(parts, counts.get("territory_count", 0))
        if total > most:
            yield "too_many_territories", seat.player, {"total": total, "most": most}
            return


COUNTS = ("territory_count", "inside_count", "outside_count")
