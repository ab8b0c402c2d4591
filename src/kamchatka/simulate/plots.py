"""Pictures of a run or a comparison, as PNG files; drawn in memory, without a display."""

from pathlib import Path

from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from kamchatka.messages import Language, text
from kamchatka.simulate.compare import Comparison
from kamchatka.simulate.figures import ACCENT, BAR, MARK, as_percent, errors, new_figure, upright
from kamchatka.simulate.objectives import objective_titles
from kamchatka.simulate.plan import SimulationPlan
from kamchatka.simulate.report import by_bot, by_objective, by_seat, laps_at
from kamchatka.simulate.summary import RunSummary
from kamchatka.simulate.words import line_up, number, percent


def seats_picture(plan: SimulationPlan, summary: RunSummary, lang: Language) -> Figure:
    """Wins by seat, with the expected share of an even table."""
    lines = by_seat(summary)
    figure, axes = new_figure(
        text("simulate.plot.seats", lang, rulebook=plan.label), with_intervals(plan, summary, lang)
    )
    names = [line.name if plan.rotate else f"{line.name}\n{plan.bots[n]}" for n, line in enumerate(lines)]
    upright(figure, axes, names, lines, lang)
    even = text("simulate.plot.even_line", lang, share=percent(1 / plan.seats, lang, 1))
    axes.axhline(1 / plan.seats, color=ACCENT, linestyle="--", linewidth=1.3, label=even)
    axes.legend(frameon=False, fontsize=9, loc="lower right", bbox_to_anchor=(1, 1))
    axes.set_xlabel(text("simulate.plot.seat_axis", lang))
    return figure


def bots_picture(plan: SimulationPlan, summary: RunSummary, lang: Language) -> Figure:
    """Wins by bot; a mark shows its share of the seats."""
    lines = by_bot(plan, summary)
    figure, axes = new_figure(
        text("simulate.plot.bots", lang, rulebook=plan.label), with_intervals(plan, summary, lang)
    )
    upright(figure, axes, [line.name for line in lines], lines, lang)
    for place, line in enumerate(lines):
        label = text("simulate.table.even", lang) if place == 0 else None
        axes.hlines(
            line.even, place - 0.38, place + 0.38, color=ACCENT, linestyle="--", linewidth=1.6, label=label
        )
    axes.set_ylim(0, 1.08 * max(max(line.rate.high, line.even) for line in lines))
    axes.legend(frameon=False, fontsize=9, loc="lower right", bbox_to_anchor=(1, 1))
    return figure


def objectives_picture(plan: SimulationPlan, summary: RunSummary, lang: Language) -> Figure:
    """Wins by objective, the best at the top."""
    lines = by_objective(plan.rulebook, summary)[::-1]
    titles = objective_titles(plan.rulebook, lang)
    figure, axes = new_figure(
        text("simulate.plot.objectives", lang, rulebook=plan.label),
        with_intervals(plan, summary, lang),
        height=1.8 + 0.27 * len(lines),
    )
    places = range(len(lines))
    values = [line.rate.value for line in lines]
    axes.axvline(1 / plan.seats, color=ACCENT, linestyle="--", linewidth=1.3)
    axes.errorbar(
        values, places, xerr=errors(lines), fmt="o", color=BAR, ecolor=MARK, capsize=3, markersize=6
    )
    axes.set_yticks(list(places), [titles[line.name] for line in lines], fontsize=9)
    axes.set_ylim(-0.7, len(lines) - 0.3)
    axes.set_xlabel(text("simulate.plot.objective_axis", lang))
    axes.annotate(
        text("simulate.plot.even_line", lang, share=percent(1 / plan.seats, lang, 1)),
        (1 / plan.seats, 1),
        xycoords=("data", "axes fraction"),
        xytext=(0, 3),
        textcoords="offset points",
        ha="center",
        fontsize=8.5,
        color=ACCENT,
    )
    axes.grid(axis="x", color="#dddddd", linewidth=0.7)
    as_percent(axes.xaxis, lang)
    return figure


def length_picture(plan: SimulationPlan, summary: RunSummary, lang: Language) -> Figure:
    """Games by the number of laps, with the median and the lap after which time expires."""
    figure, axes = new_figure(
        text("simulate.plot.length", lang, rulebook=plan.label), what_was_played(plan, summary, lang)
    )
    last = max((laps for laps, games in enumerate(summary.laps) if games), default=1)
    axes.bar(range(last + 1), summary.laps[: last + 1], width=0.9, color=BAR)
    middle = laps_at(summary, 0.5)
    label = text("simulate.plot.middle_line", lang, laps=middle)
    axes.axvline(middle, color=MARK, linestyle=":", linewidth=1.6, label=label)
    if last >= plan.laps:
        label = text("simulate.plot.time_line", lang)
        axes.axvline(plan.laps + 0.5, color=ACCENT, linestyle="--", linewidth=1.4, label=label)
    axes.legend(frameon=False, fontsize=9, loc="upper right")
    axes.set_xlabel(text("simulate.plot.laps_axis", lang))
    axes.set_ylabel(text("simulate.plot.games_axis", lang))
    axes.set_xlim(0, last + 1)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda games, _: number(games, lang)))
    axes.grid(axis="y", color="#dddddd", linewidth=0.7)
    return figure


def endings_picture(plan: SimulationPlan, summary: RunSummary, lang: Language) -> Figure:
    """How games end, as shares of them."""
    found = [(name, times) for name, times in summary.endings.items() if times][::-1]
    figure, axes = new_figure(
        text("simulate.plot.endings", lang, rulebook=plan.label),
        what_was_played(plan, summary, lang),
        height=1.9 + 0.6 * len(found),
    )
    shares = [times / summary.games for _, times in found]
    axes.barh(range(len(found)), shares, height=0.6, color=BAR)
    for place, (share, (_, times)) in enumerate(zip(shares, found, strict=True)):
        axes.annotate(
            f"{percent(share, lang, 2)}  ({number(times, lang)})",
            (share, place),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
            fontsize=9,
            color=MARK,
        )
    axes.set_yticks(range(len(found)), [text(f"simulate.ending.{name}", lang) for name, _ in found])
    most = max(shares, default=1)
    axes.set_xlim(0, 1.3 * most)
    axes.set_xlabel(text("simulate.plot.games_axis", lang))
    as_percent(axes.xaxis, lang)
    # Leave room for the numbers beyond the longest bar, but show no shares above one.
    axes.set_xticks([tick for tick in axes.get_xticks() if 0 <= tick <= 1])
    return figure


def difference_picture(found: Comparison, lang: Language) -> Figure:
    """How the share of each seat changes from A to B."""
    under = text(
        "simulate.plot.under_compare",
        lang,
        a=found.a.label,
        b=found.b.label,
        games=number(found.games, lang),
        bots=line_up(found.a.bots),
        seed=found.a.seed,
    )
    figure, axes = new_figure(text("simulate.plot.difference", lang), under)
    intervals = [pairs.interval() for pairs in found.seats]
    places = range(len(intervals))
    values = [each.value for each in intervals]
    ends = [[each.value - each.low for each in intervals], [each.high - each.value for each in intervals]]
    axes.axhline(0, color=ACCENT, linestyle="--", linewidth=1.3)
    axes.errorbar(places, values, yerr=ends, fmt="o", color=BAR, ecolor=MARK, capsize=5, markersize=8)
    axes.set_xticks(list(places), [str(place + 1) for place in places])
    axes.set_xlim(-0.6, len(intervals) - 0.4)
    axes.set_xlabel(text("simulate.plot.seat_axis", lang))
    axes.set_ylabel(text("simulate.plot.difference_axis", lang))
    axes.grid(axis="y", color="#dddddd", linewidth=0.7)
    as_percent(axes.yaxis, lang, signed=True)
    return figure


def what_was_played(plan: SimulationPlan, summary: RunSummary, lang: Language) -> str:
    """The small print below a picture."""
    games, bots = number(summary.games, lang), line_up(plan.bots)
    return text("simulate.plot.under", lang, games=games, bots=bots, laps=plan.laps, seed=plan.seed)


def with_intervals(plan: SimulationPlan, summary: RunSummary, lang: Language) -> str:
    """The small print below a picture, with an explanation of the whiskers."""
    return f"{what_was_played(plan, summary, lang)}; {text('simulate.plot.whiskers', lang)}"


def pictures(plan: SimulationPlan, summary: RunSummary, lang: Language) -> dict[str, Figure]:
    """Every picture with data to show, by file name."""
    drawn = {
        "seats": seats_picture(plan, summary, lang),
        "length": length_picture(plan, summary, lang),
        "endings": endings_picture(plan, summary, lang),
    }
    if summary.objectives:
        drawn["objectives"] = objectives_picture(plan, summary, lang)
    if len(summary.bots) > 1:
        drawn["bots"] = bots_picture(plan, summary, lang)
    return drawn


def save(drawn: dict[str, Figure], folder: Path) -> list[Path]:
    """Write the pictures into the folder."""
    paths = []
    for name, figure in drawn.items():
        path = folder / f"{name}.png"
        figure.savefig(path)
        paths.append(path)
    return paths
