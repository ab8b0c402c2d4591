"""Charts drawn on the server: places and points over rounds, as large as a row or as a panel.

Places are drawn logarithmically, so that from 4th to 1st is as high as from 80th to 20th.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from kamchatka.scoring.numbers import Number

WIDTH, HEIGHT, EDGE = 72, 30, 3
"""Of a line in a row."""
PANEL_WIDTH, PANEL_HEIGHT = 320, 150
TOP, BOTTOM, SIDE = 26, 122, 30
"""Where the drawing of a panel begins and ends; below it stand the rounds."""
THICKEST = 44


@dataclass(frozen=True)
class Spark:
    """A line, and the point it ends at."""

    path: str
    x: float
    y: float


@dataclass(frozen=True)
class Mark:
    """A point of a chart with what stands above and below it."""

    x: float
    y: float
    label: str
    name: str
    is_quiet: bool = False
    """Whether it does not count."""


@dataclass(frozen=True)
class PanelChart:
    """Places as a line through its marks, or points as bars that end at theirs."""

    marks: tuple[Mark, ...]
    path: str = ""
    thick: float = 0
    width: int = PANEL_WIDTH
    height: int = PANEL_HEIGHT
    bottom: int = BOTTOM


def spark(course: Sequence[int], worst: int) -> Spark | None:
    """Places after each round, 0 where there was none. None with fewer than two places."""
    step = (WIDTH - 2 * EDGE) / max(len(course) - 1, 1)
    points = [
        (round(EDGE + step * at, 1), round(EDGE + (HEIGHT - 2 * EDGE) * _depth(place, worst), 1))
        for at, place in enumerate(course)
        if place
    ]
    if len(points) < 2:
        return None
    return Spark(_path(points), *points[-1])


def places_chart(course: Sequence[int], names: Sequence[str]) -> PanelChart | None:
    """The same in a panel, the best place on top: each with its number and the name of its round."""
    reached = [place for place in course if place]
    if len(reached) < 2:
        return None
    best = min(reached)
    # Less than four times the best place would make much of nothing.
    worst = max(*reached, 4 * best)
    marks = tuple(
        Mark(x, round(TOP + (BOTTOM - TOP) * _depth(place, worst, best), 1), f"{place}°", name)
        for x, place, name in zip(_spread(len(course)), course, names, strict=True)
        if place
    )
    return PanelChart(marks, _path([(each.x, each.y) for each in marks]))


def points_chart(scores: Sequence[tuple[str, str, Number | None, bool]]) -> PanelChart | None:
    """Points of each round as bars: its name, the points in words and as a number, whether they count."""
    most = max((number for _, _, number, _ in scores if number is not None), default=0)
    if most <= 0 or len(scores) < 2:
        return None
    xs = _spread(len(scores))
    marks = tuple(
        Mark(x, round(BOTTOM - (BOTTOM - TOP) * float(max(number or 0, 0) / most), 1), said, name, not counts)
        for x, (name, said, number, counts) in zip(xs, scores, strict=True)
    )
    return PanelChart(marks, thick=min(THICKEST, round(0.6 * (PANEL_WIDTH - 2 * SIDE) / len(scores), 1)))


def _depth(place: int, worst: int, best: int = 1) -> float:
    """From 0, the best place, to 1, the worst."""
    return log(place / best) / log(max(worst / best, 2))


def _spread(count: int) -> list[float]:
    step = (PANEL_WIDTH - 2 * SIDE) / max(count - 1, 1)
    return [round(SIDE + step * at, 1) for at in range(count)]


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + " L".join(f"{x:g} {y:g}" for x, y in points)
