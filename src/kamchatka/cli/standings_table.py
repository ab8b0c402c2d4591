"""Standings for terminals, programs and spreadsheets: totals by column, and the score of each round."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.table import Table

from kamchatka.cli.score_tables import columns_worth_telling
from kamchatka.cli.scoring_csv import heading
from kamchatka.cli.scoring_input import plain
from kamchatka.messages import Language, text
from kamchatka.scoring.numbers import Number, shown, written
from kamchatka.scoring.views.columns import alike, column_heading, column_name

if TYPE_CHECKING:
    from kamchatka.scoring.results.model import Results
    from kamchatka.scoring.standings.ranking import Standings, StandingsRow
    from kamchatka.scoring.standings.scored import Result
    from kamchatka.scoring.views.csv_out import Cell

PERCENTAGE_DECIMALS = 2


def counted_rounds(row: "StandingsRow") -> list[int]:
    """The rounds that count; for a team, a round once for each result."""
    return sorted(result.round for result in row.entry.counted)


def by_round(row: "StandingsRow") -> dict[int, list["Result"]]:
    """What was got in each round; a team got as many results as its players."""
    found: dict[int, list[Result]] = {}
    for result in row.entry.results:
        found.setdefault(result.round, []).append(result)
    return found


def score_of(table: "Standings", results: list["Result"]) -> Number:
    """The score of these results together."""
    column = table.formula.columns.index(table.formula.score)
    return sum(result.key[column] for result in results)


def in_words(table: "Standings", key: Sequence[Number], lang: Language) -> str:
    """What standings compare, in one line: a number, or every column that is not nothing by its name."""
    columns = table.formula.columns
    if len(columns) == 1:
        return shown(key[0], lang, table.formula.decimals)
    told = columns_worth_telling([key], columns, table.formula.score)
    return ", ".join(
        f"{column_name(columns[at], lang)} {shown(key[at], lang, table.formula.decimals)}" for at in told
    )


def row_data(table: "Standings", row: "StandingsRow", lang: Language) -> dict[str, Any]:
    """A row for programs."""
    tie = row.tie
    counted = {id(result) for result in row.entry.counted}
    return {
        "rank": row.rank,
        "player": row.entry.name,
        "total": written(row.entry.score),
        "key": [written(number) for number in row.entry.total],
        "counted": counted_rounds(row),
        "games": row.entry.games,
        "tie": tie.code if tie else None,
        "tie_text": tie.sentence(lang) if tie else None,
        "open": bool(tie and tie.is_open),
        "places_lost": row.moved,
        "rounds": [
            {
                "round": number,
                "score": written(score_of(table, results)),
                "counted": any(id(result) in counted for result in results),
                "absent": all(result.kind == "absence" for result in results),
            }
            for number, results in sorted(by_round(row).items())
        ],
    }


def csv_rows(table: "Standings", read: "Results", lang: Language, *, teams: bool) -> "Iterator[list[Cell]]":
    """A row for each player or team, with a cell for the score of each round."""
    numbers = [each.number for each in read.rounds]
    beside = _columns_beside(table)
    yield [
        *(heading(name, lang) for name in ("rank", "team" if teams else "player", "total")),
        *(column_heading(table.formula.columns[at], lang) for at in beside),
        *(text("scores.round_column", lang, round=number) for number in numbers),
        *(heading(name, lang) for name in ("counted", "games", "tie")),
    ]
    for row in table.rows:
        got = by_round(row)
        yield [
            row.rank,
            row.entry.name,
            row.entry.score,
            *(row.entry.total[at] for at in beside),
            *(score_of(table, got[number]) if number in got else None for number in numbers),
            " ".join(map(str, counted_rounds(row))),
            row.entry.games,
            row.tie.sentence(lang) if row.tie else "",
        ]


def _columns_beside(table: "Standings") -> list[int]:
    """The columns that are compared besides the one called the score."""
    if table.rules.order == "percentage":
        return []
    columns = table.formula.columns
    return [at for at, column in enumerate(columns) if column != table.formula.score]


def ranking_table(table: "Standings", read: "Results", lang: Language, *, teams: bool, rounds: bool) -> Table:
    """The table people read."""
    totals = _Totals(table, lang)
    grid = Table()
    grid.add_column(heading("rank", lang), justify="right")
    grid.add_column(heading("team" if teams else "player", lang))
    for name in totals.headings:
        grid.add_column(name, justify="right")
    scores = _Rounds(table, read, lang) if rounds else None
    if scores:
        for number in scores.numbers:
            grid.add_column(text("scores.round_column", lang, round=number), justify="right", no_wrap=True)
    else:
        grid.add_column(heading("counted", lang))
    grid.add_column(heading("tie", lang))
    for row in table.rows:
        grid.add_row(
            str(row.rank) if row.rank else text("standings.not_classified", lang),
            plain(row.entry.name),
            *totals.cells(row),
            *(scores.cells(row) if scores else [" ".join(map(str, counted_rounds(row)))]),
            "\n".join(_remarks(row, lang)),
        )
    return grid


class _Totals:
    """The columns of totals, each with the same decimals from top to bottom."""

    def __init__(self, table: "Standings", lang: Language) -> None:
        formula, keys = table.formula, [row.entry.total for row in table.rows]
        self.unit = " %" if table.rules.order == "percentage" else ""
        if self.unit or len(formula.columns) == 1:
            self.shown, self.headings = [0], [heading("total", lang)]
        else:
            self.shown = columns_worth_telling(keys, formula.columns, formula.score)
            self.headings = [column_heading(formula.columns[at], lang) for at in self.shown]
        most = PERCENTAGE_DECIMALS if self.unit else formula.decimals
        self.told = {at: alike((key[at] for key in keys), lang, most) for at in self.shown}

    def cells(self, row: "StandingsRow") -> list[str]:
        """The totals of a row."""
        return [self.told[at](row.entry.total[at]) + self.unit for at in self.shown]


class _Rounds:
    """The columns of rounds: what was scored, in brackets what does not count."""

    def __init__(self, table: "Standings", read: "Results", lang: Language) -> None:
        self.table, self.lang = table, lang
        self.numbers = [each.number for each in read.rounds]
        got: dict[int, list[Number]] = {number: [] for number in self.numbers}
        for row in table.rows:
            for number, parts in self._parted(row).items():
                got[number] += [score_of(table, results) for results in parts if results]
        self.told = {number: alike(scores, lang, table.formula.decimals) for number, scores in got.items()}

    def cells(self, row: "StandingsRow") -> list[str]:
        """The scores of a row; of a team, some results of a round may count and others not."""
        parted = self._parted(row)
        return [self._cell(number, *parted.get(number, ([], []))) for number in self.numbers]

    def _parted(self, row: "StandingsRow") -> dict[int, tuple[list["Result"], list["Result"]]]:
        """By round, the results that count and those that do not."""
        counted = {id(result) for result in row.entry.counted}
        return {
            number: (
                [result for result in results if id(result) in counted],
                [result for result in results if id(result) not in counted],
            )
            for number, results in by_round(row).items()
        }

    def _cell(self, number: int, counted: list["Result"], discarded: list["Result"]) -> str:
        said = [self._said(number, counted)] if counted else []
        said += [f"({self._said(number, discarded)})"] if discarded else []
        return " ".join(said) or "-"

    def _said(self, number: int, results: list["Result"]) -> str:
        if all(result.kind == "absence" and not any(result.key) for result in results):
            return text("scores.absent", self.lang)
        return self.told[number](score_of(self.table, results))


def _remarks(row: "StandingsRow", lang: Language) -> list[str]:
    found = [plain(row.tie.sentence(lang))] if row.tie else []
    if row.moved:
        found.append(places_lost(row.moved, lang))
    return found


def places_lost(places: int, lang: Language) -> str:
    """So many places down."""
    code = "penalty_place" if places == 1 else "penalty_places"
    return text(f"standings.explain.{code}", lang, places=places)
