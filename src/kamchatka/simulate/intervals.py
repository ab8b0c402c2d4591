"""95 % confidence intervals for shares, for means, and for paired differences of both."""

from dataclasses import dataclass
from math import inf, isfinite, sqrt

Z = 1.959963984540054
"""Standard deviations on either side of a normal mean that contain 95 % of it."""

STUDENT = (
    *(12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281),
    *(2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860),
    *(2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423),
)
"""Student's quantiles, for an estimated spread, from 1 to 30 degrees of freedom."""


@dataclass(frozen=True)
class Interval:
    """An estimate and the ends of its 95 % interval."""

    value: float
    low: float
    high: float

    def as_json(self) -> dict[str, float | None]:
        """The numbers as JSON; null for an unbounded end."""
        low, high = (end if isfinite(end) else None for end in (self.low, self.high))
        return {"value": self.value, "low": low, "high": high}

    def holds(self, value: float) -> bool:
        """Whether the interval contains this value."""
        return self.low <= value <= self.high


def wilson(hits: int, tries: int) -> Interval:
    """A share with Wilson's score interval; from 0 to 1 without tries."""
    if tries == 0:
        return Interval(0.0, 0.0, 1.0)
    share, square = hits / tries, Z * Z
    middle = (share + square / (2 * tries)) / (1 + square / tries)
    half = Z * sqrt(share * (1 - share) / tries + square / (4 * tries * tries)) / (1 + square / tries)
    # Keep rounding from moving the bound at either end inwards.
    low = 0.0 if hits == 0 else max(0.0, middle - half)
    high = 1.0 if hits == tries else min(1.0, middle + half)
    return Interval(share, low, high)


def mean_interval(total: int, squares: int, count: int, unit: int = 1) -> Interval:
    """A mean with Student's interval, from exact sums of integers in units of 1/unit.

    A single number says nothing about the spread: its interval is unbounded.
    """
    if count == 0:
        return Interval(0.0, 0.0, 0.0)
    mean = total / count / unit
    if count == 1:
        return Interval(mean, -inf, inf)
    # Integers up to here: no digits are lost, however long the run.
    spread = count * squares - total * total
    wide = STUDENT[count - 2] if count - 2 < len(STUDENT) else Z
    half = wide * sqrt(spread / (count * count * (count - 1))) / unit
    return Interval(mean, mean - half, mean + half)


def paired_shares(both: int, only_a: int, only_b: int, neither: int) -> Interval:
    """Share of B minus share of A over the same games: Newcombe's square-and-add interval for pairs.

    Newcombe 1998, method 10 without its continuity correction: Wilson's limits of the two shares, combined
    with the observed correlation between them.
    """
    count = both + only_a + only_b + neither
    if count == 0:
        return Interval(0.0, -1.0, 1.0)
    a, b = wilson(both + only_a, count), wilson(both + only_b, count)
    difference = (only_b - only_a) / count
    margins = (both + only_a) * (only_b + neither) * (both + only_b) * (only_a + neither)
    phi = (both * neither - only_a * only_b) / sqrt(margins) if margins else 0.0
    down_a, up_a, down_b, up_b = a.value - a.low, a.high - a.value, b.value - b.low, b.high - b.value
    below = sqrt(max(0.0, down_b**2 - 2 * phi * down_b * up_a + up_a**2))
    above = sqrt(max(0.0, up_b**2 - 2 * phi * up_b * down_a + down_a**2))
    return Interval(difference, difference - below, difference + above)
