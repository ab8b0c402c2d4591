"""The course of places as a line as high as a row."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

WIDTH, HEIGHT, EDGE = 72, 30, 3


@dataclass(frozen=True)
class Spark:
    """A line, and the point it ends at."""

    path: str
    x: float
    y: float


def spark(course: Sequence[int], worst: int) -> Spark | None:
    """Places after each round, 0 where there was none; logarithmic, so that from 4th to 1st is as high as
    from 80th to 20th. None with fewer than two places.
    """
    step = (WIDTH - 2 * EDGE) / max(len(course) - 1, 1)
    deepest = log(max(worst, 2))
    points = [
        (round(EDGE + step * at, 1), round(EDGE + (HEIGHT - 2 * EDGE) * log(place) / deepest, 1))
        for at, place in enumerate(course)
        if place
    ]
    if len(points) < 2:
        return None
    return Spark("M" + " L".join(f"{x:g} {y:g}" for x, y in points), *points[-1])
