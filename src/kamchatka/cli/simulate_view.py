"""How the report of `kamchatka simulate` looks on a terminal."""

from typing import TYPE_CHECKING

from rich.table import Table

from kamchatka.cli.output import console
from kamchatka.messages import Language, text
from kamchatka.simulate.objectives import objective_titles
from kamchatka.simulate.report import (
    Line,
    by_bot,
    by_objective,
    by_seat,
    laps_at,
    mean_of,
    per_second,
)
from kamchatka.simulate.summary import HALF_POINTS
from kamchatka.simulate.words import between, line_up, number, percent

if TYPE_CHECKING:
    from kamchatka.simulate.compare import Comparison
    from kamchatka.simulate.intervals import Interval
    from kamchatka.simulate.run import Run


def new_table(title: str, *columns: str) -> Table:
    """A table whose first column is words and whose others are numbers."""
    table = Table(title=title, title_justify="left", title_style="bold")
    for place, name in enumerate(columns):
        table.add_column(name, justify="right" if place else "left")
    return table


def names(lang: Language, *codes: str) -> list[str]:
    """Headings of columns."""
    return [text(f"simulate.table.{code}", lang) for code in codes]


def share_cells(line: Line, lang: Language) -> list[str]:
    """Wins, share and interval of a line."""
    return [
        number(line.wins, lang),
        percent(line.rate.value, lang),
        between(line.rate, lang, 100),
    ]


def show_run(run: "Run", lang: Language) -> None:
    """The whole report, table by table."""
    plan, summary, out = run.plan, run.summary, console()
    values = {"rulebook": plan.label, "games": number(summary.games, lang), "bots": line_up(plan.bots)}
    heading = "heading_rotating" if plan.rotate else "heading"
    out.print(text(f"simulate.{heading}", lang, **values, laps=plan.laps, seed=plan.seed))
    if run.interrupted:
        asked = number(run.asked, lang)
        out.print(text("simulate.interrupted", lang, games=number(summary.games, lang), asked=asked))
    out.print(seats_table(run, lang))
    if summary.nobody:
        out.print(text("simulate.nobody", lang, games=number(summary.nobody, lang)))
    if len(summary.bots) > 1:
        out.print(bots_table(run, lang))
        if not plan.rotate:
            out.print(text("simulate.confounded", lang))
    if summary.objectives:
        out.print(objectives_table(run, lang))
    out.print(endings_table(run, lang))
    out.print(length_table(run, lang))
    out.print(
        text(
            "simulate.speed",
            lang,
            played=number(run.played, lang),
            seconds=number(run.seconds, lang, 2),
            rate=number(per_second(run.played, run.seconds), lang),
            cpu=number(per_second(run.played, run.cpu_seconds), lang),
            threads=run.threads,
        )
    )


def seats_table(run: "Run", lang: Language) -> Table:
    """Wins, points and conquests of each seat, in the order of play."""
    codes = ("seat", "wins", "rate", "interval", "points", "conquests")
    table = new_table(text("simulate.table.wins_by_seat", lang), *names(lang, *codes))
    for seat, line in enumerate(by_seat(run.summary)):
        points = run.summary.points[seat].interval(HALF_POINTS).value
        conquered = run.summary.conquered[seat].mean
        who = line.name if run.plan.rotate else f"{line.name} {run.plan.bots[seat]}"
        table.add_row(who, *share_cells(line, lang), number(points, lang, 2), number(conquered, lang, 2))
    return table


def bots_table(run: "Run", lang: Language) -> Table:
    """Games won by each bot, beside its share of the seats."""
    codes = ("bot", "seats_held", "wins", "rate", "interval", "even")
    table = new_table(text("simulate.table.wins_by_bot", lang), *names(lang, *codes))
    for line in by_bot(run.plan, run.summary):
        held = str(run.plan.bots.count(line.name))
        table.add_row(line.name, held, *share_cells(line, lang), percent(line.even, lang))
    return table


def objectives_table(run: "Run", lang: Language) -> Table:
    """Games won with each objective, the best first."""
    codes = ("objective", "dealt", "wins", "rate", "interval")
    table = new_table(text("simulate.table.wins_by_objective", lang), *names(lang, *codes))
    titles = objective_titles(run.plan.rulebook, lang)
    for line in by_objective(run.plan.rulebook, run.summary):
        table.add_row(titles[line.name], number(line.tries, lang), *share_cells(line, lang))
    return table


def endings_table(run: "Run", lang: Language) -> Table:
    """How games ended."""
    from kamchatka.simulate.intervals import wilson

    codes = ("ending", "games", "rate", "interval")
    table = new_table(text("simulate.table.endings", lang), *names(lang, *codes))
    for name, times in run.summary.endings.items():
        if times:
            share = wilson(times, run.summary.games)
            cells = (number(times, lang), percent(share.value, lang), between(share, lang, 100))
            table.add_row(text(f"simulate.ending.{name}", lang), *cells)
    return table


def length_table(run: "Run", lang: Language) -> Table:
    """Length and fighting of a game."""
    summary = run.summary
    table = new_table(text("simulate.table.length", lang), *names(lang, "what", "mean", "interval"))
    for name, moments in (
        ("turns", summary.turns),
        ("rolls", summary.rolls),
        ("conquests", summary.conquests),
    ):
        mean = moments.interval()
        cells = (number(mean.value, lang, 2), between(mean, lang))
        table.add_row(text(f"simulate.measure.{name}", lang), *cells)
    eliminations = number(mean_of(summary.eliminations), lang, 2)
    table.add_row(text("simulate.measure.eliminations", lang), eliminations, "")
    table.add_row(text("simulate.measure.laps", lang), number(mean_of(summary.laps), lang, 2), "")
    for name, share in (("laps_middle", 0.5), ("laps_most", 0.95)):
        table.add_row(text(f"simulate.measure.{name}", lang), str(laps_at(summary, share)), "")
    return table


def show_comparison(found: "Comparison", lang: Language) -> None:
    """Both sides and their difference, with what the intervals mean."""
    out = console()
    out.print(
        text(
            "simulate.compare.heading",
            lang,
            a=found.a.label,
            b=found.b.label,
            a_laps=found.a.laps,
            b_laps=found.b.laps,
            games=number(found.games, lang),
            bots=line_up(found.a.bots),
            seed=found.a.seed,
        )
    )
    if found.interrupted:
        games, asked = number(found.games, lang), number(found.asked, lang)
        out.print(text("simulate.interrupted", lang, games=games, asked=asked))
    columns = ["", "A", "B", text("simulate.compare.difference", lang), *names(lang, "interval"), ""]
    wins = new_table(text("simulate.compare.wins", lang), *columns)
    for seat, (a, b) in enumerate(zip(by_seat(found.of_a), by_seat(found.of_b), strict=True)):
        label = text("simulate.compare.seat", lang, seat=seat + 1)
        wins.add_row(label, *share_difference(a.rate.value, b.rate.value, found.seats[seat].interval(), lang))
    out.print(wins)
    endings = new_table(text("simulate.compare.endings", lang), *columns)
    for name, pairs in found.endings.items():
        if pairs.neither < found.games:
            a_share, b_share = (side.endings[name] / found.games for side in (found.of_a, found.of_b))
            label = text(f"simulate.ending.{name}", lang)
            endings.add_row(label, *share_difference(a_share, b_share, pairs.interval(), lang))
    out.print(endings)
    out.print(means_table(found, columns, lang))
    out.print(text("simulate.compare.same", lang, same=number(found.same, lang)))
    out.print(text("simulate.compare.method", lang))


def means_table(found: "Comparison", columns: list[str], lang: Language) -> Table:
    """Means of both sides and their difference."""
    table = new_table(text("simulate.compare.means", lang), *columns)
    sides = (found.of_a, found.of_b)
    means = {name: [getattr(side, name).mean for side in sides] for name in ("turns", "rolls", "conquests")}
    means |= {name: [mean_of(getattr(side, name)) for side in sides] for name in ("laps", "eliminations")}
    for name, moments in found.lengths.items():
        label = text(f"simulate.measure.{name}", lang)
        table.add_row(label, *mean_difference(means[name], moments.interval(), lang))
    for seat, moments in enumerate(found.points):
        label = text("simulate.compare.points_of", lang, seat=seat + 1)
        both = [side.points[seat].interval(HALF_POINTS).value for side in sides]
        table.add_row(label, *mean_difference(both, moments.interval(HALF_POINTS), lang))
    return table


def share_difference(a: float, b: float, difference: "Interval", lang: Language) -> list[str]:
    """Both shares and their difference in percentage points."""
    shown = number(100 * difference.value, lang, 2, "+")
    ends = between(difference, lang, 100, sign="+")
    return [percent(a, lang), percent(b, lang), shown, ends, mark(difference)]


def mean_difference(both: list[float], difference: "Interval", lang: Language) -> list[str]:
    """Both means and their difference."""
    cells = [number(mean, lang, 2) for mean in both]
    return [
        *cells,
        number(difference.value, lang, 2, "+"),
        between(difference, lang, sign="+"),
        mark(difference),
    ]


def mark(difference: "Interval") -> str:
    """A dot where chance alone hardly explains the difference."""
    return "" if difference.holds(0) else "●"
