"""The results of a round, table by table: place, score and its terms."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from kamchatka.ids import PersonId
from kamchatka.messages import Language, text
from kamchatka.scoring.numbers import shown
from kamchatka.scoring.results.model import PlayedTable
from kamchatka.scoring.sheet.model import SeatSheet, player_name
from kamchatka.scoring.views.cards import CardView, card_views
from kamchatka.scoring.views.reasons import line_in_words, terms_added
from kamchatka.tournament.scores import Names, Scoreboard
from kamchatka.tournament.state import Round, Table, Tournament
from kamchatka.tournament.views.people import People, PersonRow

Outcome = Literal["scored", "void", "bye", "awaited"]


@dataclass(frozen=True, kw_only=True)
class SeatOutcome(PersonRow):
    """A seat of a table that was played."""

    place: int
    """0: none."""
    points: str
    """Table points, as the formula counts them."""
    marks: tuple[str, ...]
    """Marks such as RisiKo! or eliminated."""
    score: str
    why: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class TableOutcome:
    """A table of a round, the best seat first."""

    number: int
    stage: str
    state: Outcome
    decides: int
    """The final rank that first place at this table gives; 0: none."""
    seats: tuple[SeatOutcome, ...]


@dataclass(frozen=True, kw_only=True)
class RoundOutcome:
    """A round with its tables."""

    number: int
    stage: str
    is_closed: bool
    tables: tuple[TableOutcome, ...]

    @property
    def has_results(self) -> bool:
        """Whether any table has a settled result."""
        return any(table.state != "awaited" for table in self.tables)


def round_outcomes(
    tournament: Tournament, names: Names, lang: Language, last: int | None = None
) -> tuple[RoundOutcome, ...]:
    """The rounds up to `last`, with settled results. Raises Unscorable or MissingNumber."""
    renderer = _Renderer(tournament, names, lang, last)
    rounds = (each for each in tournament.rounds if last is None or each.number <= last)
    return tuple(renderer.round(each) for each in rounds)


class _Renderer:
    """Renders results in one language."""

    def __init__(self, tournament: Tournament, names: Names, lang: Language, last: int | None) -> None:
        self._tournament, self._names, self._lang = tournament, names, lang
        self._board = Scoreboard(tournament, names, last)
        self._people = People(tournament, names)
        self._scores: dict[tuple[int, str], str] = {}
        for row in self._board.players.rows:
            for got in (*row.entry.results, *row.entry.beside):
                score = got.key[tournament.setup.formula.columns.index(tournament.setup.formula.score)]
                self._scores[got.round, got.player] = shown(score, lang, tournament.setup.formula.decimals)

    def round(self, played: Round) -> RoundOutcome:
        """A round with its tables."""
        found = {table.number: table for table in self._board.tables_of(played.number)}
        return RoundOutcome(
            number=played.number,
            stage=self._tournament.stage_names(played, self._lang),
            is_closed=played.is_closed,
            tables=tuple(
                self._table(each, found.get(each.number), played) for each in played.tables.values()
            ),
        )

    def _table(self, table: Table, result: PlayedTable | None, played: Round) -> TableOutcome:
        seats: Iterator[SeatOutcome] = iter(())
        state: Outcome = "awaited"
        if result is not None:
            state = "void" if table.is_void else "bye" if table.seated.kind == "bye" else "scored"
            seats = self._seats(table, result, played)
        else:
            seats = (self._seat(who, played) for who in table.seated.seats)
        ordered = sorted(seats, key=lambda seat: seat.place or len(table.seated.seats))
        return TableOutcome(
            number=table.number,
            stage=self._tournament.stage_named(played.stage_of(table)).name(self._lang),
            state=state,
            decides=table.seated.decides,
            seats=tuple(ordered),
        )

    def _seats(self, table: Table, result: PlayedTable, played: Round) -> Iterator[SeatOutcome]:
        cards: Mapping[str, CardView] = {}
        sheets: Mapping[str, SeatSheet] = {}
        if result.sheet is not None and not table.is_void:
            formula = self._tournament.setup.formula
            views = card_views(formula, formula.cards(result.sheet), self._lang)
            cards = {view.player: view for view in views}
            sheets = {seat.player: seat for seat in result.sheet.seats}
        for who in table.seated.seats:
            name = player_name(self._names[who])
            yield self._seat(who, played, cards.get(name), sheets.get(name), result)

    def _seat(
        self,
        who: PersonId,
        played: Round,
        card: CardView | None = None,
        sheet: SeatSheet | None = None,
        result: PlayedTable | None = None,
    ) -> SeatOutcome:
        name = player_name(self._names[who])
        place = result.places.get(name, 0) if result else 0
        lines = card.lines if card else ()
        several = card is not None and card.has_columns
        said = [line_in_words(line, self._lang, named=several) for line in lines]
        return SeatOutcome(
            **vars(self._people(who)),
            place=card.place if card else place,
            points=self._points(sheet),
            marks=tuple(self._marks(sheet)),
            score=self._scores.get((played.number, name), "") if result else "",
            why=terms_added(said),
            clauses=tuple(dict.fromkeys(str(clause) for line in lines for clause in line.clauses)),
        )

    def _points(self, sheet: SeatSheet | None) -> str:
        return "" if sheet is None or sheet.uncounted else shown(sheet.points, self._lang)

    def _marks(self, sheet: SeatSheet | None) -> Iterator[str]:
        if sheet is None:
            return
        if sheet.objective:
            yield text("standings_page.mark.objective", self._lang)
        if sheet.eliminated is not None:
            yield text("standings_page.mark.eliminated", self._lang)
        if sheet.status != "playing":
            yield text(f"standings_page.mark.{sheet.status.replace('-', '_')}", self._lang)
