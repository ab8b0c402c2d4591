"""Printing standings: as a table, with one player explained, as CSV or as JSON."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import accumulate
from pathlib import Path
from typing import Literal, NamedTuple

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from kamchatka.cli.call import Call
from kamchatka.cli.output import console, fail
from kamchatka.cli.scoring.csv_option import STANDARD_OUTPUT, write_csv
from kamchatka.cli.scoring.inputs import something
from kamchatka.cli.scoring.score import decided_of, reasons_of
from kamchatka.messages import Language, text
from kamchatka.scoring.results.model import Results
from kamchatka.scoring.sheet.model import player_name
from kamchatka.scoring.standings.ranking import Standings, StandingsRow
from kamchatka.scoring.views.cells import heading
from kamchatka.scoring.views.notices import Notice
from kamchatka.scoring.views.standings import (
    RowExplanation,
    StandingsView,
    csv_rows,
    decided_at,
    explained,
    penalties_in_words,
    standings_view,
)

FRAME = 3
"""Width of a column beyond its cells: a border and two spaces."""
LEAST_TIE = 27
"""Minimum width of the tie reasons, which wrap."""


def tell_standings(
    call: Call,
    table: Standings,
    read: Results,
    notices: Sequence[Notice],
    *,
    teams: bool,
    rounds: bool,
    explain: str | None,
    csv: Path | None,
    clubs: Mapping[str, str] | None = None,
    **more: object,
) -> None:
    """Print these standings, or the story of one player; `more` is added to the JSON."""
    lang = call.lang
    row = None if explain is None else _row_of(explain, table, lang)
    view = standings_view(table, read, lang)
    story = None if row is None else explained(table, read, row, lang)
    if csv:
        write_csv(csv, csv_rows(view, lang, teams=teams, clubs=clubs), lang)

    def draw() -> None:
        out = console()
        for notice in notices:
            out.print(f"⚠ {notice.sentence(lang)}")
        if story:
            for line in _story_lines(story, lang):
                out.print(line)
        else:
            _print(view, read, lang, teams=teams, rounds=rounds)

    if csv != STANDARD_OUTPUT:
        call.give({**_data(view, notices, story), **more}, draw)


def _row_of(player: str, table: Standings, lang: Language) -> StandingsRow:
    """The row to explain; for an unknown name, the error suggests similar ones."""
    row = table.row(player_name(something(player, "--explain")))
    if row is None:
        names = [each.entry.name for each in table.rows]
        near = ", ".join(get_close_matches(player, names, n=3)) or ", ".join(names[:5])
        fail(text("standings.not_in_results", lang, player=player, nearest=near))
    return row


def _data(view: StandingsView, notices: Sequence[Notice], story: RowExplanation | None) -> dict[str, object]:
    """Standings as JSON data; with an explained player, only that row, its results and penalties."""
    data: dict[str, object] = {
        "formula": view.table.formula.id,
        "incidents": [each for each in notices if each.kind == "incident"],
        "warnings": [each for each in notices if each.kind == "warning"],
        "columns": view.table.formula.columns,
        "rows": [each for each in view.rows if story is None or each.row is story.row],
    }
    if story:
        data |= {"results": story.results, "penalties": story.row.entry.penalties}
    return data


def _story_lines(story: RowExplanation, lang: Language) -> list[str]:
    lines = [story.heading]
    if story.row.decided:
        lines.append(f"  {decided_at(story.row.decided, lang)}")
    if story.row.tie:
        lines.append(f"  {story.row.tie.sentence(lang)}")
    for each in story.results:
        lines.append(each.in_words)
        if each.card:
            for line, why in zip(each.card.lines, reasons_of(each.card), strict=True):
                lines.append(f"    {why}" + (f" [{' '.join(line.clauses)}]" if line.clauses else ""))
            if decided := decided_of(each.card, lang):
                lines.append(f"    {decided}")
        lines += [f"    {line}" for line in penalties_in_words(each.penalties, lang)]
    return [*lines, *penalties_in_words(story.row.entry.penalties, lang)]


def _print(view: StandingsView, read: Results, lang: Language, *, teams: bool, rounds: bool) -> None:
    out = console()
    values = {
        "title": read.title or text("standings.untitled", lang),
        "count": len(read.rounds),
        "formula": view.table.formula.id,
    }
    out.print(Text(text("standings.ranked_with", lang, **values), style="bold"))
    for table in _tables(view, lang, out.width, teams=teams, rounds=rounds):
        out.print(table)
    if rounds and view.table.rules.best is not None:
        out.print(text("scores.discarded_hint", lang))
    beside = [text("scores.round_column", lang, round=each.number) for each in read.rounds if not each.summed]
    if rounds and beside:
        out.print(text("scores.unsummed_hint", lang, rounds=", ".join(beside)))
    if read.teams and not teams:
        out.print(text("scores.teams_too", lang))


class _Column(NamedTuple):
    """A column of the table: heading, cells and alignment."""

    heading: str
    cells: list[str]
    justify: Literal["left", "right"] = "right"

    @property
    def width(self) -> int:
        """Width of the column unwrapped, with its frame."""
        return max(map(cell_len, (self.heading, *self.cells))) + FRAME


def _tables(view: StandingsView, lang: Language, width: int, *, teams: bool, rounds: bool) -> Iterator[Table]:
    """The tables for a terminal of this width; rounds that do not fit go to further tables below."""
    unranked = text("standings.not_classified", lang)
    rank = _Column(heading("rank", lang), [str(each.row.rank or unranked) for each in view.rows])
    names = [each.row.entry.name for each in view.rows]
    who = [rank, _Column(heading("team" if teams else "player", lang), names, "left")]
    totals = [
        _Column(name, [each.totals[at] for each in view.rows]) for at, name in enumerate(view.total_headings)
    ]
    tie = _Column(heading("tie", lang), ["\n".join(each.remarks) for each in view.rows], "left")
    if not rounds:
        counted = [" ".join(map(str, each.counted_rounds)) for each in view.rows]
        yield _table([*who, *totals], [_Column(heading("counted", lang), counted, "left"), tie], width)
        return
    scores = [
        _Column(text("scores.round_column", lang, round=number), [str(each.cells[at]) for each in view.rows])
        for at, number in enumerate(view.rounds)
    ]
    fitting = _fitting(scores, width - _room([*who, *totals]) - min(tie.width, LEAST_TIE))
    yield _table([*who, *totals, *scores[:fitting]], [tie], width)
    while scores := scores[fitting:]:
        fitting = max(1, _fitting(scores, width - _room(who)))
        yield _table([*who, *scores[:fitting]], [], width)


def _room(columns: Iterable[_Column]) -> int:
    return sum(each.width for each in columns) + 1


def _fitting(columns: list[_Column], room: int) -> int:
    """Number of leading columns that fit."""
    return sum(total <= room for total in accumulate(each.width for each in columns))


def _table(whole: list[_Column], folding: list[_Column], width: int) -> Table:
    """A table; `whole` columns do not wrap, up to half the width each, `folding` ones do."""
    grid = Table()
    for each in whole:
        grid.add_column(each.heading, justify=each.justify, min_width=min(each.width - FRAME, width // 2))
    for each in folding:
        grid.add_column(each.heading, justify=each.justify)
    for cells in zip(*(each.cells for each in (*whole, *folding)), strict=True):
        grid.add_row(*cells)
    return grid
