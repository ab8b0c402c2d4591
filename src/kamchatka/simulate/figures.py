"""Shared parts of all pictures: an empty figure, percentages along an axis, bars with whiskers."""

from collections.abc import Sequence
from textwrap import fill
from typing import Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from kamchatka.messages import Language, text
from kamchatka.simulate.report import ReportLine
from kamchatka.simulate.words import number, percent

BAR, MARK, QUIET, ACCENT = "#4477aa", "#222222", "#777777", "#cc6677"
DPI = 144
SMALL_PRINT = 120
"""Characters in a line below a picture."""


def new_figure(title: str, under: str, *, height: float = 4.6) -> tuple[Figure, Any]:
    """An empty picture with its title, and the details of the run in small print below it."""
    figure = Figure(figsize=(8, height), dpi=DPI, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.set_title(title, fontsize=13, loc="left", pad=12, color=MARK)
    figure.supxlabel(fill(under, SMALL_PRINT), fontsize=7.5, color=QUIET)
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_axisbelow(True)
    return figure, axes


def as_percent(axis: Any, lang: Language, *, signed: bool = False) -> None:
    """Format the shares along this axis as percentages."""
    sign = "+" if signed else "-"
    axis.set_major_locator(MaxNLocator(nbins=7, steps=[1, 2, 2.5, 5, 10]))
    span = axis.get_view_interval()
    digits = 0 if abs(span[1] - span[0]) >= 0.06 else 2
    suffix = "" if signed else " %"
    axis.set_major_formatter(FuncFormatter(lambda share, _: number(100 * share, lang, digits, sign) + suffix))


def errors(lines: Sequence[ReportLine]) -> list[list[float]]:
    """Lengths of the error bars below and above each share."""
    below = [line.rate.value - line.rate.low for line in lines]
    return [below, [line.rate.high - line.rate.value for line in lines]]


def upright(
    figure: Figure, axes: Any, names: list[str], lines: Sequence[ReportLine], lang: Language
) -> Figure:
    """A bar for each share, with its interval and its value."""
    places = range(len(lines))
    most = max([line.rate.high for line in lines], default=1)
    axes.bar(places, [line.rate.value for line in lines], width=0.6, color=BAR)
    axes.errorbar(
        places,
        [line.rate.value for line in lines],
        yerr=errors(lines),
        fmt="none",
        ecolor=MARK,
        elinewidth=1.4,
        capsize=5,
    )
    for place, line in zip(places, lines, strict=True):
        inside = line.rate.value > 0.1 * most
        axes.annotate(
            percent(line.rate.value, lang, 1),
            (place, 0 if inside else line.rate.high),
            xytext=(0, 7),
            textcoords="offset points",
            ha="center",
            fontsize=10,
            color="white" if inside else MARK,
        )
    axes.set_xticks(list(places), names)
    axes.set_ylim(0, 1.08 * most)
    axes.set_ylabel(text("simulate.plot.wins_axis", lang))
    axes.grid(axis="y", color="#dddddd", linewidth=0.7)
    as_percent(axes.yaxis, lang)
    return figure
