"""Printing the report of `kamchatka simulate`."""

from rich.table import Table

from kamchatka.cli.output import console
from kamchatka.messages import Language, text
from kamchatka.simulate.compare import Comparison, FigureDifference
from kamchatka.simulate.intervals import wilson
from kamchatka.simulate.objectives import objective_titles
from kamchatka.simulate.report import ReportLine, by_bot, by_objective, by_seat, laps_at, mean_of, per_second
from kamchatka.simulate.run import Run
from kamchatka.simulate.summary import HALF_POINTS
from kamchatka.simulate.words import between, line_up, number, percent


def _new_table(title: str, *columns: str) -> Table:
    """A table with a first column of text and further columns of numbers."""
    table = Table(title=title, title_justify="left", title_style="bold")
    for place, name in enumerate(columns):
        table.add_column(name, justify="right" if place else "left")
    return table


def _names(lang: Language, *codes: str) -> list[str]:
    """Headings of columns."""
    return [text(f"simulate.table.{code}", lang) for code in codes]


def _share_cells(line: ReportLine, lang: Language) -> list[str]:
    """Wins, share and interval of a line."""
    return [
        number(line.wins, lang),
        percent(line.rate.value, lang),
        between(line.rate, lang, 100),
    ]


def show_run(run: Run, lang: Language) -> None:
    """Print the whole report, table by table."""
    plan, summary, out = run.plan, run.summary, console()
    values = {"rulebook": plan.label, "games": number(summary.games, lang), "bots": line_up(plan.bots)}
    heading = "heading_rotating" if plan.rotate else "heading"
    out.print(text(f"simulate.{heading}", lang, **values, laps=plan.laps, seed=plan.seed))
    if run.interrupted:
        asked = number(run.asked, lang)
        out.print(text("simulate.interrupted", lang, games=number(summary.games, lang), asked=asked))
    out.print(_seats_table(run, lang))
    if summary.nobody:
        out.print(text("simulate.nobody", lang, games=number(summary.nobody, lang)))
    if len(summary.bots) > 1:
        out.print(_bots_table(run, lang))
        if not plan.rotate:
            out.print(text("simulate.confounded", lang))
    if summary.objectives:
        out.print(_objectives_table(run, lang))
    out.print(_endings_table(run, lang))
    out.print(_length_table(run, lang))
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


def _seats_table(run: Run, lang: Language) -> Table:
    """Wins, points and conquests of each seat, in the order of play."""
    codes = ("seat", "wins", "rate", "interval", "points", "conquests")
    table = _new_table(text("simulate.table.wins_by_seat", lang), *_names(lang, *codes))
    for seat, line in enumerate(by_seat(run.summary)):
        points = run.summary.points[seat].interval(HALF_POINTS).value
        conquered = run.summary.conquered[seat].mean
        who = line.name if run.plan.rotate else f"{line.name} {run.plan.bots[seat]}"
        table.add_row(who, *_share_cells(line, lang), number(points, lang, 2), number(conquered, lang, 2))
    return table


def _bots_table(run: Run, lang: Language) -> Table:
    """Games won by each bot, beside its share of the seats."""
    codes = ("bot", "seats_held", "wins", "rate", "interval", "even")
    table = _new_table(text("simulate.table.wins_by_bot", lang), *_names(lang, *codes))
    for line in by_bot(run.plan, run.summary):
        held = str(run.plan.bots.count(line.name))
        table.add_row(line.name, held, *_share_cells(line, lang), percent(line.even, lang))
    return table


def _objectives_table(run: Run, lang: Language) -> Table:
    """Games won with each objective, the best first."""
    codes = ("objective", "dealt", "wins", "rate", "interval")
    table = _new_table(text("simulate.table.wins_by_objective", lang), *_names(lang, *codes))
    titles = objective_titles(run.plan.rulebook, lang)
    for line in by_objective(run.plan.rulebook, run.summary):
        table.add_row(titles[line.name], number(line.tries, lang), *_share_cells(line, lang))
    return table


def _endings_table(run: Run, lang: Language) -> Table:
    """How games ended."""
    codes = ("ending", "games", "rate", "interval")
    table = _new_table(text("simulate.table.endings", lang), *_names(lang, *codes))
    for name, times in run.summary.endings.items():
        if times:
            share = wilson(times, run.summary.games)
            cells = (number(times, lang), percent(share.value, lang), between(share, lang, 100))
            table.add_row(text(f"simulate.ending.{name}", lang), *cells)
    return table


def _length_table(run: Run, lang: Language) -> Table:
    """Length and fighting of a game."""
    summary = run.summary
    table = _new_table(text("simulate.table.length", lang), *_names(lang, "what", "mean", "interval"))
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


def show_comparison(found: Comparison, lang: Language) -> None:
    """Print both sides and their difference, with the meaning of the intervals."""
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
    for code, rows in (("wins", found.wins()), ("endings", found.shares_of_endings())):
        table = _difference_table(code, lang)
        for row in rows:
            shown = number(100 * row.interval.value, lang, 2, "+")
            ends = between(row.interval, lang, 100, sign="+")
            name = _seat(row, lang) if code == "wins" else text(f"simulate.ending.{row.name}", lang)
            table.add_row(name, percent(row.a, lang), percent(row.b, lang), shown, ends, _mark(row))
        out.print(table)
    table = _difference_table("means", lang)
    for row in (*found.means(), *found.mean_points()):
        cells = (number(row.a, lang, 2), number(row.b, lang, 2), number(row.interval.value, lang, 2, "+"))
        table.add_row(_measure(row, lang), *cells, between(row.interval, lang, sign="+"), _mark(row))
    out.print(table)
    out.print(text("simulate.compare.same", lang, same=number(found.same, lang)))
    out.print(text("simulate.compare.method", lang))


def _difference_table(code: str, lang: Language) -> Table:
    columns = ("", "A", "B", text("simulate.compare.difference", lang), *_names(lang, "interval"), "")
    return _new_table(text(f"simulate.compare.{code}", lang), *columns)


def _seat(row: FigureDifference, lang: Language) -> str:
    return text("simulate.compare.seat", lang, seat=row.name)


def _measure(row: FigureDifference, lang: Language) -> str:
    """The name of a measure; a seat number stands for the points of that seat."""
    if row.name.isdigit():
        return text("simulate.compare.points_of", lang, seat=row.name)
    return text(f"simulate.measure.{row.name}", lang)


def _mark(row: FigureDifference) -> str:
    return "●" if row.is_beyond_chance else ""
