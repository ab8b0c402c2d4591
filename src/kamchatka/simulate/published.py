"""The published win rates: a data file, and the tables of a document that are written from it."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path

from kamchatka.refusals import NotUnderstood
from kamchatka.simulate.contestants import contestant
from kamchatka.simulate.match import Conditions, Match, MatchResult, ordered

BEGIN, END = "<!-- matrix: written by the arena -->", "<!-- /matrix -->"
LEAST_MATRIX = 4
"""Figures under the same conditions that make a matrix; fewer are listed."""


class PageRefused(NotUnderstood):
    """A document that has no place for the tables."""

    section = "arena.page"


@dataclass(frozen=True, kw_only=True, order=True)
class PublishedFigure:
    """A win rate, and all that is needed to measure it again."""

    rulebook: str
    digest: str
    seats: int
    laps: int
    one: str
    others: str
    seed: int
    games: int
    wins: int
    date: str
    code: str
    """Digest of rules, bots and parameters."""

    @property
    def result(self) -> MatchResult:
        return MatchResult(Match(contestant(self.one), contestant(self.others)), self.games, self.wins)

    @property
    def table(self) -> tuple[str, int, int]:
        """Figures with the same stand in one table."""
        return self.rulebook, self.seats, self.laps


def figures_of(
    conditions: Conditions, results: Iterable[MatchResult], date: str, code: str
) -> list[PublishedFigure]:
    """The results as figures to publish."""
    return [
        PublishedFigure(
            **conditions.as_json(),
            one=each.match.one.label,
            others=each.match.others.label,
            games=each.games,
            wins=each.wins,
            date=date,
            code=code,
        )
        for each in results
    ]


def data_file(page: Path) -> Path:
    """The data file beside a document."""
    return page.with_suffix(".json")


def read_figures(path: Path) -> list[PublishedFigure]:
    """The figures of a data file."""
    return [PublishedFigure(**each) for each in json.loads(path.read_text(encoding="utf-8"))]


def published(page: Path, figures: Sequence[PublishedFigure]) -> tuple[str, str]:
    """The document with the figures in its tables, and its data file; older ones of the same matches go."""
    try:
        before, begin, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    except OSError as error:
        raise PageRefused("unreadable", path=page, error=error) from error
    _, end, after = rest.partition(END)
    if not end:
        raise PageRefused("no_place", path=page, begin=BEGIN, end=END)
    path = data_file(page)
    kept = read_figures(path) if path.exists() else []
    newest = {(each.table, each.one, each.others): each for each in [*kept, *figures]}
    every = sorted(newest.values())
    data = json.dumps([asdict(each) for each in every], indent=1)
    return f"{before}{begin}\n{tables(every)}{end}{after}", f"{data}\n"


def tables(figures: Sequence[PublishedFigure]) -> str:
    """A matrix for each regulation, table size and length with many figures, and a list of all others."""
    written, others = "", []
    for _, group in groupby(figures, key=lambda each: each.table):
        same = list(group)
        if len(same) < LEAST_MATRIX:
            others += same
        else:
            written += f"\n{_matrix(same)}"
    return written + (f"\n{_list(others)}" if others else "") + "\n"


def _matrix(figures: Sequence[PublishedFigure]) -> str:
    first = figures[0]
    ones, others = ordered(each.one for each in figures), ordered(each.others for each in figures)
    cells = {(each.one, each.others): _rate(each) for each in figures}
    even = f"{100 / first.seats:.4g}"
    lines = [
        f"`{first.rulebook}`, {first.seats} seats, {first.laps} laps. {_origin(figures)}",
        "",
        "| one of | " + " | ".join(f"{first.seats - 1} {other}" for other in others) + " |",
        "|---|" + "---|" * len(others),
        *(
            f"| {one} | "
            + " | ".join(even if one == other else cells.get((one, other), "") for other in others)
            + " |"
            for one in ones
        ),
    ]
    return "\n".join(lines) + "\n"


def _list(figures: Sequence[PublishedFigure]) -> str:
    lines = [
        f"Other tables. {_origin(figures)}",
        "",
        "| regulation | seats | laps | one of | against | won | even |",
        "|---|---|---|---|---|---|---|",
        *(
            f"| {each.rulebook} | {each.seats} | {each.laps} | {each.one} | {each.seats - 1} {each.others} "
            f"| {_rate(each)} | {100 / each.seats:.4g} |"
            for each in figures
        ),
    ]
    return "\n".join(lines) + "\n"


def _rate(figure: PublishedFigure) -> str:
    share = figure.result.interval
    return f"{100 * share.value:.1f} [{100 * share.low:.1f}-{100 * share.high:.1f}] ({figure.games:,})"


def _origin(figures: Sequence[PublishedFigure]) -> str:
    """When, with which code and from which seeds."""
    facts = (
        ("Played", {each.date for each in figures}),
        ("digest of rules, bots and parameters", {each.code for each in figures}),
        ("of the regulation", {each.digest[:16] for each in figures}),
        ("seed", {each.seed for each in figures}),
    )
    return "; ".join(f"{name} {', '.join(map(str, sorted(found)))}" for name, found in facts) + "."
