"""Charts drawn on the server: places and points over rounds, sized for a row or a panel.

Places have a logarithmic scale: 4th to 1st is as high as 80th to 20th.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from kamchatka.scoring.numbers import Number

WIDTH, HEIGHT, EDGE = 72, 30, 3
"""Size of a sparkline."""
PANEL_WIDTH, PANEL_HEIGHT = 320, 150
TOP, BOTTOM, SIDE = 26, 122, 30
"""Top and bottom of the plot in a panel; the names of rounds are below it."""
THICKEST = 44


@dataclass(frozen=True)
class Spark:
    """A sparkline: its path and end point."""

    path: str
    x: float
    y: float


@dataclass(frozen=True)
class Mark:
    """A point of a chart, with the label above it and the name below the chart."""

    x: float
    y: float
    label: str
    name: str
    is_quiet: bool = False
    """Whether this round does not count."""


@dataclass(frozen=True)
class PanelChart:
    """A line of places through its marks, or bars of points that end at their marks."""

    marks: tuple[Mark, ...]
    path: str = ""
    thick: float = 0
    width: int = PANEL_WIDTH
    height: int = PANEL_HEIGHT
    bottom: int = BOTTOM


def spark(course: Sequence[int], worst: int) -> Spark | None:
    """The sparkline of places after each round, 0 for no place; None with fewer than two places."""
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
    """The panel chart of places, the best on top, each with its number and the name of its round."""
    reached = [place for place in course if place]
    if len(reached) < 2:
        return None
    best = min(reached)
    # A scale narrower than four times the best place would exaggerate small changes.
    worst = max(*reached, 4 * best)
    marks = tuple(
        Mark(x, round(TOP + (BOTTOM - TOP) * _depth(place, worst, best), 1), f"{place}°", name)
        for x, place, name in zip(_spread(len(course)), course, names, strict=True)
        if place
    )
    return PanelChart(marks, _path([(each.x, each.y) for each in marks]))


def points_chart(scores: Sequence[tuple[str, str, Number | None, bool]]) -> PanelChart | None:
    """Bars of points per round; `scores`: name, points in words, points as a number, whether they count."""
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
    """Relative depth of a place: 0 for the best, 1 for the worst."""
    return log(place / best) / log(max(worst / best, 2))


def _spread(count: int) -> list[float]:
    step = (PANEL_WIDTH - 2 * SIDE) / max(count - 1, 1)
    return [round(SIDE + step * at, 1) for at in range(count)]


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + " L".join(f"{x:g} {y:g}" for x, y in points)
