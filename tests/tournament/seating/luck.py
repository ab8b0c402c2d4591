"""Whether counts could be those of equal chances: chi-square, its tail by a cube root."""

from collections.abc import Iterable
from math import erfc, sqrt

LEAST_P = 0.001


def p_value(square: float, freedom: int) -> float:
    """How likely chance alone brings a chi-square this large (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    normal = ((square / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    return 0.5 * erfc(normal / sqrt(2))


def chi_square(counts: list[int]) -> float:
    """How far these are from all being equal."""
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 for count in counts) / mean


def is_even(counts: Iterable[int], *, groups: int = 1) -> bool:
    """Whether these could be equal chances; in so many groups each of which has a fixed sum."""
    listed = list(counts)
    return p_value(chi_square(listed), len(listed) - groups) > LEAST_P
