"""The standings page: rows with round scores and rank history, and qualifying lines."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kamchatka.ids import PersonId
from kamchatka.messages import Language, text
from kamchatka.near_names import plain_words
from kamchatka.scoring.sheet.model import player_name
from kamchatka.scoring.views.reasons import RowReasons, row_reasons
from kamchatka.scoring.views.table import StandingsTable, TableRow, places_in, standings_table
from kamchatka.tournament.clubs import ClubBadge, badges
from kamchatka.tournament.progress import is_decided
from kamchatka.tournament.scores import Names, Scoreboard
from kamchatka.tournament.state import Round, Tournament
from kamchatka.tournament.views.finding import begin_all
from kamchatka.tournament.views.qualifying import QualifyingLine, qualifying_lines

Moment = Literal["nothing", "provisional", "after", "final"]


@dataclass(frozen=True, kw_only=True)
class PlayerRow(TableRow):
    """A row of an event's standings; `number` is the entrant's number."""

    club: str
    badge: ClubBadge | None


@dataclass(frozen=True, kw_only=True)
class StandingsPage(StandingsTable):
    """The standings of an event."""

    rows: tuple[PlayerRow, ...]
    moment: Moment
    round: int
    """The last round counted."""
    awaited: int
    """Number of tables of the open round without a settled result."""
    stage: str
    lines: tuple[QualifyingLine, ...]

    @property
    def clubs(self) -> dict[str, str]:
        """The club of each player; empty for teams."""
        return {row.name: row.club for row in self.rows if row.club}

    def row(self, number: int) -> PlayerRow | None:
        """The row with this number."""
        return next((row for row in self.rows if row.number == number), None)

    def line_after(self, rows: int) -> tuple[QualifyingLine, ...]:
        """The lines directly below this many rows."""
        return tuple(line for line in self.lines if line.after == rows)


def standings_page(
    tournament: Tournament, names: Names, lang: Language, last: int | None = None
) -> StandingsPage:
    """The standings up to a round. Raises Unscorable or MissingNumber."""
    board = Scoreboard(tournament, names, last)

    def stage_of(round: int) -> str:
        return tournament.stage_names(tournament.rounds[round - 1], lang)

    after = [places_in(board.after(each.number)) for each in board.results.rounds]
    table = standings_table(board.standings, board.results, lang, after, stage_of)
    people = {player_name(name): who for who, name in names.items() if who in tournament.entrants}
    played = [tournament.rounds[each.number - 1] for each in table.columns]
    order = [] if table.is_of_teams else [people[row.name] for row in table.rows]
    return StandingsPage(
        **{**vars(table), "rows": tuple(_player_rows(tournament, table, order))},
        moment=_moment(tournament, played, last),
        round=played[-1].number if played else 0,
        awaited=sum(not each.is_settled for each in played[-1].tables.values()) if played else 0,
        stage=stage_of(played[-1].number) if played else "",
        lines=tuple(qualifying_lines(tournament, names, order, lang, last)),
    )


def _player_rows(
    tournament: Tournament, table: StandingsTable, order: Sequence[PersonId]
) -> Iterator[PlayerRow]:
    clubs = badges((each.club for each in tournament.entrants.values()), tournament.club_codes)
    for at, row in enumerate(table.rows):
        said = vars(row)
        if table.is_of_teams:
            yield PlayerRow(**said, club="", badge=None)
        else:
            entrant = tournament.entrants[order[at]]
            said = {**said, "number": entrant.number}
            yield PlayerRow(**said, club=entrant.club, badge=clubs.get(entrant.club))


def _moment(tournament: Tournament, played: Sequence[Round], last: int | None) -> Moment:
    if not played:
        return "nothing"
    if not played[-1].is_closed:
        return "provisional"
    is_last = last is None or last >= len(tournament.rounds)
    return "final" if is_last and is_decided(tournament) else "after"


FIRST_ROWS, BEYOND_LINE = 25, 9
"""Rows shown initially, and the minimum shown below the last line."""


@dataclass(frozen=True)
class RowChoice:
    """The selected rows."""

    rows: tuple[PlayerRow, ...]
    rest: int
    """Number of rows not shown."""
    query: str = ""


def rows_shown(page: StandingsPage, query: str, *, everything: bool) -> RowChoice:
    """The rows that match the query; without a query, all or the first ones."""
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
    """The reasons for a row's rank, with the clauses of the format."""
    found = page.standings.row(row.name)
    assert found is not None
    said = tournament.format.standings
    cited = [str(clause) for key in ("best", "drop") for clause in said.clauses.get(key, ())]
    return row_reasons(page.standings, page.results, found, lang, discard_clauses=cited)


def heading(page: StandingsPage, lang: Language) -> str:
    """The heading of the standings: after which round, or final."""
    last = page.columns[-1] if page.columns else None
    code = page.moment
    if last is not None and code in ("after", "provisional") and not last.is_summed:
        return text(f"standings_page.heading.{code}_stage", lang, stage=page.stage)
    return text(f"standings_page.heading.{code}", lang, round=page.round, awaited=page.awaited)
