"""Two kinds of the circuit as a club would write them, and what they give, worked out with plain fractions.

The oracle knows nothing of the product: it takes table points, drops decimals by whole division, and shares
places by counting who is ahead.
"""

from fractions import Fraction

LEAGUE = """
id = "lega"
title = "Lega"
ties = "keep"
objective_points = 100

[[term]]
id = "place"
kind = "place"
shared = { two = "pooled", more = "pooled", decimals = 2, rounding = "down" }

[term.by_place]
2 = [100, 55]
3 = [100, 55, 10]
4 = [100, 60, 40, 20]
5 = [100, 65, 50, 30, 15]

[[term]]
id = "share"
kind = "share"
per_seat = { 2 = "1/2", 3 = "1/3", 4 = "1/4", 5 = "1/5" }
decimals = 3
rounding = "down"

[standings]
ties = ["wins", "best-result", "lot"]

[special]
dummy = { times = "9/10", decimals = 1, rounding = "down" }
bye = { mean = "own", times = "9/10", decimals = 1, rounding = "down" }
"""
"""Places 100/60/40/20 and so on, shared ones pooled; the own part of the table's points as thousandths."""

PRIZES = {2: (100, 55), 3: (100, 55, 10), 4: (100, 60, 40, 20), 5: (100, 65, 50, 30, 15)}


def cut(number: Fraction, decimals: int) -> Fraction:
    """The number without its further decimals."""
    return Fraction(number * 10**decimals // 1, 10**decimals)


def ghost(points: list[int]) -> Fraction:
    """The dead seat's table points: nine tenths of the mean, cut after one decimal."""
    return cut(Fraction(9 * sum(points), 10 * len(points)), 1)


def league(points: list[int], *, with_ghost: bool = False) -> list[Fraction]:
    """What each player gets for these table points."""
    table = [Fraction(each) for each in points]
    if with_ghost:
        table.append(ghost(points))
    found = []
    for own in table[: len(points)]:
        ahead = sum(each > own for each in table)
        level = sum(each == own for each in table)
        prizes = PRIZES[len(table)][ahead : ahead + level]
        found.append(cut(Fraction(sum(prizes), level), 2) + cut(own / sum(table), 3))
    return found
