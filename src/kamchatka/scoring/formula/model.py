"""A formula: named terms over a table sheet, read from data. Its score is a card that explains itself."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from kamchatka.ids import ClauseId
from kamchatka.messages import Language
from kamchatka.scoring.formula.amounts import AboveZero, Exact, FromZero, Pair
from kamchatka.scoring.formula.card import Line, ScoreCard
from kamchatka.scoring.formula.table import Finish, Table
from kamchatka.scoring.formula.term import Term
from kamchatka.scoring.formula.terms import AnyTerm
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.sheet.model import TableSheet
from kamchatka.scoring.sheet.placing import MissingNumber, Ties, Treatment, ZeroTies
from kamchatka.scoring.sheet.undecided import ways

RankingTie = Literal[
    "wins",
    "objectives",
    "seconds",
    "best-result",
    "next-best-results",
    "best-table-points",
    "total-of-all",
    "last-table",
    "table-points-after-first",
    "previous-rank",
    "better-places",
    "lot",
]
"""What tells players with equal totals apart, in the words of the standings."""


class Option(BaseModel):
    """A choice the organiser has: its default, what else it may be, and what it is about."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    default: Any
    choices: list[Any] = []
    """The only values it may take; none listed: any number, not below `least`."""
    least: Exact | None = None
    about: str
    about_en: str
    reading: str = ""


class Ranking(BaseModel):
    """How results of this formula become standings, unless the tournament says otherwise."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    ties: list[RankingTie] = ["wins", "best-result", "total-of-all", "lot"]
    team_best: int | None = Field(default=None, ge=1)
    """How many results of a team's players count, where teams are ranked."""
    after_first: Literal["total", "table-points"] = "total"
    """What the ranking after the first game goes by."""
    least_total: Exact | Literal["none"] = "none"
    """Totals never fall below this, whatever the penalties."""
    clauses: dict[str, list[ClauseId]] = {}


class Special(BaseModel):
    """Scores of those who could not sit at an ordinary table, where the regulation prints them."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)

    duel: Pair | None = None
    """Of the winner and of the loser of a head-to-head."""
    bye: Exact | None = None
    """Of whoever rests because the others make up the tables."""
    clauses: dict[Literal["duel", "bye"], list[ClauseId]] = {}


class Scale(BaseModel):
    """The most table points the formula was made for, and what may break above."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    most: AboveZero
    breaks: str
    breaks_en: str


class Formula(BaseModel):
    """How a table sheet becomes tournament points."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    title: str
    title_en: str = ""
    about: str = ""
    about_en: str = ""
    source: str = ""
    ties: Ties
    ties_clauses: list[ClauseId] = []
    zero_ties: ZeroTies = "regulation"
    zero_ties_clauses: list[ClauseId] = []
    objective_points: FromZero | Literal["counted"] = "counted"
    """Table points an objective reached stands for, or those really counted."""
    objective_clauses: list[ClauseId] = []
    columns: list[str] = ["points"]
    """What standings compare, the most important first; columns are added up one by one."""
    score: str = "points"
    """The column people call the score."""
    decimals: int = Field(default=4, ge=0, le=6)
    """How many decimals people are shown; numbers are kept exact."""
    term: list[AnyTerm]
    option: dict[str, Option] = {}
    standings: Ranking = Ranking()
    special: Special = Special()
    scale: Scale | None = None

    def name(self, lang: Language) -> str:
        """What people call it."""
        return self.title_en if lang == "en" and self.title_en else self.title

    def description(self, lang: Language) -> str:
        """What it does."""
        return self.about_en if lang == "en" and self.about_en else self.about

    def table(self, sheet: TableSheet) -> Table:
        """The sheet with places and points as this formula wants them.

        Raises MissingNumber, unless the scores are the same however the tie would have been broken.
        """
        try:
            return Table(sheet, self.treatment)
        except MissingNumber as missing:
            return self._whichever_way(sheet, missing)

    @cached_property
    def treatment(self) -> Treatment:
        """How it wants to see a table."""
        return Treatment(self.ties, self.zero_ties, self.fixed_points)

    @property
    def fixed_points(self) -> Number | None:
        """Table points every objective reached stands for; None where those counted stand."""
        return None if isinstance(self.objective_points, str) else self.objective_points

    @cached_property
    def without_objective(self) -> Treatment:
        """The same for a table where nobody reached an objective: shared with more formulas."""
        return self.treatment._replace(objective_points=None)

    def _whichever_way(self, sheet: TableSheet, missing: MissingNumber) -> Table:
        tables = [self.table(other) for other in ways(sheet, missing)]
        keys = [self.keys(table) for table in tables]
        if not tables or any(found != keys[0] for found in keys):
            raise missing
        if len({keys[0][seat] for seat in missing.tied}) > 1:
            raise missing
        found = tables[0]
        found.leave_unbroken(missing)
        return found

    def cards(self, sheet: TableSheet) -> tuple[ScoreCard, ...]:
        """A card for each seat, in the order of the sheet. Raises MissingNumber or NoSuchSize."""
        table = self.table(sheet)
        return tuple(self._card(table, seat) for seat in table.seats)

    def keys(self, table: Table) -> tuple[tuple[Number, ...], ...]:
        """What standings compare, for each seat: the cards' keys without their lines."""
        return tuple(
            tuple([_amount(terms, table, seat) for terms in speaking])
            for seat, speaking in enumerate(self._speaking_at(table.finishes))
        )

    def _speaking_at(self, finishes: tuple[Finish, ...]) -> tuple[tuple[tuple[Term, ...], ...], ...]:
        """The same for every seat of a table: tables end in few ways, too."""
        found = self._heard_at.get(finishes)
        if found is None:
            found = self._heard_at[finishes] = tuple(map(self._speaking, finishes))
        return found

    @cached_property
    def _heard_at(self) -> dict[tuple[Finish, ...], tuple[tuple[tuple[Term, ...], ...], ...]]:
        return {}

    def _speaking(self, finish: Finish) -> tuple[tuple[Term, ...], ...]:
        """By column, the terms that count for a seat that ended so."""
        found = self._heard.get(finish)
        if found is None:
            columns = ([term for term in self.term if term.column == column] for column in self.columns)
            found = self._heard[finish] = tuple(_speaking(terms, finish) for terms in columns)
        return found

    @cached_property
    def _heard(self) -> dict[Finish, tuple[tuple[Term, ...], ...]]:
        """Seats end in few ways: what speaks of each is found once."""
        return {}

    def _card(self, table: Table, seat: int) -> ScoreCard:
        speaking = self._speaking(table.finishes[seat])
        by_column = [[self._line(term, table, seat) for term in terms] for terms in speaking]
        key = tuple(sum(line.amount for line in lines) for lines in by_column)
        return ScoreCard(
            player=table.sheet.seats[seat].player,
            place=table.placings[seat].place,
            decided=table.placings[seat].decided,
            key=key,
            score=key[self.columns.index(self.score)],
            lines=tuple(line for lines in by_column for line in lines),
        )

    def _line(self, term: Term, table: Table, seat: int) -> Line:
        found = term.amount(table, seat)
        clauses, fixed = term.clauses_for(table, seat, found.given_by), self.fixed_points
        if fixed is None or not term.counts_objective(table, seat):
            return Line(term.id, term.column, found.number, found.whys, found.values, clauses)
        clauses = tuple(dict.fromkeys((*clauses, *self.objective_clauses)))
        return Line(term.id, term.column, found.number, found.whys, found.values, clauses, fixed)


def _speaking(terms: Sequence[Term], finish: Finish) -> tuple[Term, ...]:
    """The terms of one column that count for a seat: those that concern it, or the one that replaces."""
    found = tuple(term for term in terms if term.concerns(finish))
    return next(((term,) for term in found if term.replaces), found)


def _amount(terms: tuple[Term, ...], table: Table, seat: int) -> Number:
    """What these terms give together; most columns have one, and adding fractions is slow."""
    if not terms:
        return 0
    total = terms[0].amount(table, seat).number
    for term in terms[1:]:
        total += term.amount(table, seat).number
    return total
