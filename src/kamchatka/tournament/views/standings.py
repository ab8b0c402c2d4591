"""The standings as a page shows them: rows with their rounds and their course, and who plays on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from kamchatka.messages import Language, text
from kamchatka.scoring.numbers import Number, ratio, shown
from kamchatka.scoring.results.model import Results
from kamchatka.scoring.sheet.model import player_name
from kamchatka.scoring.standings.ranking import Standings, StandingsRow
from kamchatka.scoring.standings.ties import HALVES
from kamchatka.scoring.views.reasons import RowReasons, row_reasons
from kamchatka.scoring.views.standings import RoundCell, StandingsView, standings_view
from kamchatka.tournament.clubs import ClubBadge, badges
from kamchatka.tournament.progress import is_decided
from kamchatka.tournament.scores import Names, Scoreboard
from kamchatka.tournament.state import Round, Tournament
from kamchatka.tournament.views.finding import begin_all, plain_words
from kamchatka.tournament.views.qualifying import QualifyingLine, qualifying_lines

Moment = Literal["nothing", "provisional", "after", "final"]


@dataclass(frozen=True)
class RoundColumn:
    """A round above its column; those that are not added up show places."""

    number: int
    stage: str
    """What the stage is called, where its results are not added up."""

    @property
    def is_summed(self) -> bool:
        """Whether its results are added up."""
        return not self.stage


@dataclass(frozen=True)
class GameCell:
    """What somebody got in a round."""

    round: int
    score: RoundCell
    is_won: bool
    place: int
    """Of a round that is not added up; else 0."""


@dataclass(frozen=True, kw_only=True)
class PlayerRow:
    """A row of the standings, of a player or of a team."""

    number: int
    """By which its address is known: of the entrant, or of the team in the order of their names."""
    name: str
    club: str
    badge: ClubBadge | None
    rank: int | None
    moved: int | None
    """Places won since the round before; None where there was no place."""
    games: tuple[GameCell, ...]
    wins: str
    totals: tuple[str, ...]
    course: tuple[int, ...]
    """Places after each round, the last one last; 0 where there was none."""
    remarks: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class StandingsPage:
    """A whole table of standings."""

    moment: Moment
    round: int
    """The last round in it."""
    awaited: int
    """Tables of an open round whose results are still missing."""
    stage: str
    columns: tuple[RoundColumn, ...]
    total_headings: tuple[str, ...]
    rows: tuple[PlayerRow, ...]
    lines: tuple[QualifyingLine, ...]
    is_of_teams: bool
    standings: Standings
    results: Results
    view: StandingsView

    def row(self, number: int) -> PlayerRow | None:
        """The row of this number."""
        return next((row for row in self.rows if row.number == number), None)

    def line_after(self, rows: int) -> tuple[QualifyingLine, ...]:
        """The lines below so many rows."""
        return tuple(line for line in self.lines if line.after == rows)


def standings_page(
    tournament: Tournament, names: Names, lang: Language, last: int | None = None
) -> StandingsPage:
    """The standings up to a round. Raises Unscorable or MissingNumber."""
    board = Scoreboard(tournament, names, last)
    table, results = board.standings, board.results
    view = standings_view(table, results, lang)
    people = {player_name(name): who for who, name in names.items() if who in tournament.entrants}
    teams = sorted(row.entry.name for row in table.rows) if table.is_of_teams else []
    clubs = badges(each.club for each in tournament.entrants.values())
    places = _places(tournament, names, results)
    summed = {each.number for each in results.summed}
    rows = []
    for each in view.rows:
        name = each.row.entry.name
        entrant = None if table.is_of_teams else tournament.entrants[people[name]]
        course = tuple(ranks.get(name, 0) for ranks in places)
        before, now = course[-2:] if len(course) > 1 else (0, 0)
        rows.append(
            PlayerRow(
                number=entrant.number if entrant else teams.index(name) + 1,
                name=name,
                club=entrant.club if entrant else "",
                badge=clubs.get(entrant.club) if entrant else None,
                rank=each.row.rank,
                moved=before - now if before and now else None,
                games=tuple(_games(each.row, each.cells, view.rounds, summed)),
                wins=shown(_wins(each.row), lang),
                totals=each.totals,
                course=course,
                remarks=each.remarks,
            )
        )
    played = [each for each in tournament.rounds if each.number in view.rounds]
    order = [people[row.name] for row in rows] if not table.is_of_teams else []
    return StandingsPage(
        moment=_moment(tournament, played, last),
        round=played[-1].number if played else 0,
        awaited=sum(not table.is_settled for table in played[-1].tables.values()) if played else 0,
        stage=tournament.stage_named(played[-1].stage).name(lang) if played else "",
        columns=tuple(
            RoundColumn(
                each.number, "" if each.number in summed else tournament.stage_named(each.stage).name(lang)
            )
            for each in played
        ),
        total_headings=view.total_headings,
        rows=tuple(rows),
        lines=() if table.is_of_teams else tuple(qualifying_lines(tournament, names, order, lang, last)),
        is_of_teams=table.is_of_teams,
        standings=table,
        results=results,
        view=view,
    )


def _places(tournament: Tournament, names: Names, results: Results) -> Sequence[Mapping[str, int]]:
    """By name, the rank after each round."""
    found = []
    for each in results.rounds:
        rows = Scoreboard(tournament, names, each.number).standings.rows
        found.append({row.entry.name: row.rank for row in rows if row.rank is not None})
    return found


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
    """Games won: one that two share is half a win of each, as where ties are broken by wins."""
    won = (each for each in row.entry.results if each.is_game and each.place == 1)
    return ratio(sum(HALVES.get(each.sharing, 0) for each in won), 2)


def _moment(tournament: Tournament, played: Sequence[Round], last: int | None) -> Moment:
    if not played:
        return "nothing"
    if not played[-1].is_closed:
        return "provisional"
    is_last = last is None or last >= len(tournament.rounds)
    return "final" if is_last and is_decided(tournament) else "after"


FIRST_ROWS, BEYOND_LINE = 25, 9
"""How many rows are shown at first, and how many beyond the last line at least."""


@dataclass(frozen=True)
class RowChoice:
    """The rows somebody asked for."""

    rows: tuple[PlayerRow, ...]
    rest: int
    """How many more there are."""
    query: str = ""


def rows_shown(page: StandingsPage, query: str, *, everything: bool) -> RowChoice:
    """The rows a search means, else the first ones, else all."""
    words = plain_words(query)
    if words:
        found = (
            row for row in page.rows if begin_all(words, [*plain_words(row.name), *plain_words(row.club)])
        )
        return RowChoice(tuple(found), 0, query)
    first = max([FIRST_ROWS, *(line.after + BEYOND_LINE for line in page.lines)])
    if everything or len(page.rows) <= first + BEYOND_LINE:
        return RowChoice(page.rows, 0)
    return RowChoice(page.rows[:first], len(page.rows) - first)


def reasons_for(tournament: Tournament, page: StandingsPage, row: PlayerRow, lang: Language) -> RowReasons:
    """Why a row stands where it does, with the clauses of the format."""
    found = page.standings.row(row.name)
    assert found is not None
    said = tournament.format.standings
    cited = [str(clause) for key in ("best", "drop") for clause in said.clauses.get(key, ())]
    return row_reasons(page.standings, page.results, found, lang, discard_clauses=cited)


def heading(page: StandingsPage, lang: Language) -> str:
    """What the standings are: after how many rounds, or final."""
    last = page.columns[-1] if page.columns else None
    code = page.moment
    if last is not None and code in ("after", "provisional") and not last.is_summed:
        return text(f"standings_page.heading.{code}_stage", lang, stage=page.stage)
    return text(f"standings_page.heading.{code}", lang, round=page.round, awaited=page.awaited)
