"""Charts of territories and armies over time, a line for each seat, as SVG that needs no script."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from kamchatka.app.games.story import Story
from kamchatka.game.names import letter

Measure = Literal["territories", "armies"]
MEASURES: tuple[Measure, ...] = ("territories", "armies")

WIDTH = 460
HEIGHT = 230
LEFT = 34
RIGHT = 430
TOP = 14
BOTTOM = 200
LABEL_GAP = 17
MOST_TICKS = 9


@dataclass(frozen=True)
class ChartLine:
    """The line of one seat: its path, and the position of its letter at the end."""

    seat: int
    letter: str
    colour: str
    path: str
    label_y: float


@dataclass(frozen=True)
class AxisTick:
    """A number on an axis and its position."""

    at: float
    label: str


@dataclass(frozen=True)
class ReplayChart:
    """A chart; steps run from `left` to `right`."""

    measure: Measure
    lines: tuple[ChartLine, ...]
    rows: tuple[AxisTick, ...]
    laps: tuple[AxisTick, ...]
    expired: float | None
    """Position of the step at which time expired."""
    left: int = LEFT
    right: int = RIGHT
    top: int = TOP
    bottom: int = BOTTOM
    width: int = WIDTH
    height: int = HEIGHT


def charts(story: Story) -> tuple[ReplayChart, ...]:
    """One chart for each measure."""
    return tuple(_chart(story, measure) for measure in MEASURES)


def x_of(story: Story, step: int) -> float:
    """Horizontal position of a step."""
    last = max(len(story.steps) - 1, 1)
    return round(LEFT + (RIGHT - LEFT) * step / last, 1)


def _chart(story: Story, measure: Measure) -> ReplayChart:
    rows = [[getattr(seat, measure) for seat in step.seats] for step in story.steps]
    gap, highest = _scale(max((number for row in rows for number in row), default=0))
    ends = _spread([_y(number, highest) for number in rows[-1]])
    return ReplayChart(
        measure=measure,
        lines=tuple(
            ChartLine(
                seat, letter(seat), colour, _path(story, [row[seat] for row in rows], highest), ends[seat]
            )
            for seat, colour in enumerate(story.colours)
        ),
        rows=tuple(AxisTick(_y(number, highest), str(number)) for number in range(0, highest + 1, gap)),
        laps=_laps(story),
        expired=next((x_of(story, at) for at, step in enumerate(story.steps) if step.last_lap), None),
    )


def _scale(most: int) -> tuple[int, int]:
    """The distance between grid lines, and the highest line."""
    gap = next(gap for gap in (2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000) if most <= gap * 6)
    return gap, max(gap, -(-most // gap) * gap)


def _y(number: int, highest: int) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * number / highest, 1)


def _path(story: Story, numbers: list[int], highest: int) -> str:
    """The path of a step function: a number holds until the step that changes it."""
    path = [f"M{LEFT},{_y(numbers[0], highest)}"]
    for at, (before, now) in enumerate(pairwise(numbers), 1):
        if before != now:
            path.append(f"H{x_of(story, at)}V{_y(now, highest)}")
    return "".join([*path, f"H{RIGHT}"])


def _spread(wanted: list[float]) -> list[float]:
    """Positions for the letters near the ends of their lines, without overlap."""
    placed = list(wanted)
    order = sorted(range(len(wanted)), key=lambda seat: wanted[seat])
    lowest = float(TOP)
    for seat in order:
        placed[seat] = max(wanted[seat], lowest)
        lowest = placed[seat] + LABEL_GAP
    highest = BOTTOM + 2.0
    for seat in reversed(order):
        placed[seat] = min(placed[seat], highest)
        highest = placed[seat] - LABEL_GAP
    return [round(at, 1) for at in placed]


def _laps(story: Story) -> tuple[AxisTick, ...]:
    first: dict[int, int] = {}
    for at, step in enumerate(story.steps):
        if step.lap and step.lap not in first:
            first[step.lap] = at
    every = max(1, -(-len(first) // MOST_TICKS))
    return tuple(AxisTick(x_of(story, at), str(lap)) for lap, at in first.items() if (lap - 1) % every == 0)
