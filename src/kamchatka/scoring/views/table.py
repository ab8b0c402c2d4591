"""Standings as a table: a column for each round, games won, changes of place."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kamchatka.messages import Language
from kamchatka.scoring.numbers import Number, ratio, shown
from kamchatka.scoring.results.model import Results
from kamchatka.scoring.standings.ranking import Standings, StandingsRow
from kamchatka.scoring.standings.ties import HALVES
from kamchatka.scoring.views.standings import RoundCell, StandingsView, standings_view

Places = Mapping[str, int]
"""Places by name."""


@dataclass(frozen=True)
class RoundColumn:
    """A round as a column heading; a round that is not summed shows places instead of scores."""

    number: int
    stage: str = ""
    """Name of the stage, if its results are not summed."""

    @property
    def is_summed(self) -> bool:
        """Whether its results are summed."""
        return not self.stage


@dataclass(frozen=True)
class GameCell:
    """The result of a row in one round."""

    round: int
    score: RoundCell
    is_won: bool
    place: int
    """Place in a round that is not summed; else 0."""


@dataclass(frozen=True, kw_only=True)
class TableRow:
    """A row of the standings, of a player or of a team."""

    number: int
    """Number people use to refer to the row: its place in the order of names, by default."""
    name: str
    rank: int | None
    moved: int | None
    """Places gained since the previous round; None if there was no place."""
    games: tuple[GameCell, ...]
    wins: str
    totals: tuple[str, ...]
    course: tuple[int, ...]
    """Places after each round, oldest first; 0 if there was none."""
    remarks: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class StandingsTable:
    """A table of standings."""

    columns: tuple[RoundColumn, ...]
    total_headings: tuple[str, ...]
    rows: Sequence[TableRow]
    standings: Standings
    results: Results
    view: StandingsView

    @property
    def is_of_teams(self) -> bool:
        """Whether teams are ranked."""
        return self.standings.is_of_teams


def places_in(table: Standings) -> Places:
    """The rank of each ranked row."""
    return {row.entry.name: row.rank for row in table.rows if row.rank is not None}


def standings_table(
    table: Standings,
    results: Results,
    lang: Language,
    after: Sequence[Places],
    stage: Callable[[int], str] = str,
) -> StandingsTable:
    """The standings with places after each round; `stage` names a round that is not summed."""
    view = standings_view(table, results, lang)
    summed = {each.number for each in results.summed}
    names = sorted(row.entry.name for row in table.rows)
    return StandingsTable(
        columns=tuple(
            RoundColumn(number, "" if number in summed else stage(number)) for number in view.rounds
        ),
        total_headings=view.total_headings,
        rows=tuple(_rows(view, summed, names, after, lang)),
        standings=table,
        results=results,
        view=view,
    )


def _rows(
    view: StandingsView, summed: set[int], names: Sequence[str], after: Sequence[Places], lang: Language
) -> Iterator[TableRow]:
    numbers = {name: number for number, name in enumerate(names, 1)}
    for each in view.rows:
        name = each.row.entry.name
        course = tuple(places.get(name, 0) for places in after)
        before, now = course[-2:] if len(course) > 1 else (0, 0)
        yield TableRow(
            number=numbers[name],
            name=name,
            rank=each.row.rank,
            moved=before - now if before and now else None,
            games=tuple(_games(each.row, each.cells, view.rounds, summed)),
            wins=shown(_wins(each.row), lang),
            totals=each.totals,
            course=course,
            remarks=each.remarks,
        )


def _games(
    row: StandingsRow, cells: Sequence[RoundCell], rounds: Sequence[int], summed: set[int]
) -> Iterator[GameCell]:
    got = [*row.entry.results, *row.entry.beside]
    for number, cell in zip(rounds, cells, strict=True):
        here = [each for each in got if each.round == number and each.is_game]
        is_won = len(here) == 1 and here[0].place == 1
        place = here[0].place if here and number not in summed else 0
        yield GameCell(number, cell, is_won, place)


def _wins(row: StandingsRow) -> Number:
    """Games won; a win shared by two counts half for each, as in the wins tie-break."""
    won = (each for each in row.entry.results if each.is_game and each.place == 1)
    return ratio(sum(HALVES.get(each.sharing, 0) for each in won), 2)
