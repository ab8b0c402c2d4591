"""A formula: named terms over a table sheet, read from data. Its score is a card that explains itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from kamchatka.faults import AllowedWords, as_written, refusal, refusals
from kamchatka.ids import ClauseId
from kamchatka.messages import Language, text
from kamchatka.scoring.formula.amounts import (
    AboveZero,
    ClauseList,
    Exact,
    FromZero,
    Name,
    Pair,
    amount,
    is_same,
)
from kamchatka.scoring.formula.table import ScoringTable, ways
from kamchatka.scoring.formula.terms import COLUMN, AnyTerm, FormulaPart, Term
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.options import MOST_CHOICES
from kamchatka.scoring.sheet.model import TableSheet
from kamchatka.scoring.sheet.places import Decision, MissingNumber, Ties, Treatment, ZeroTies


@dataclass(frozen=True)
class ScoreLine:
    """One line of a score card: a term, what it gives, why, and the clauses behind it."""

    term: str
    column: str
    amount: Number
    whys: tuple[str, ...]
    """The reason, in one or more parts."""
    values: Mapping[str, Number]
    clauses: tuple[ClauseId, ...]
    objective: Number | None = None
    """Table points a RisiKo! stands for, where the amount depends on it."""

    def reason(self, lang: Language) -> str:
        """Why, in words."""
        reason = ", ".join(text(f"scoring.why.{why}", lang, **self.values) for why in self.whys)
        if self.objective is None:
            return reason
        return f"{reason}; {text('scoring.risiko_counts', lang, points=self.objective)}"


@dataclass(frozen=True, kw_only=True)
class ScoreCard:
    """What a seat scored: its place and why, the key standings compare, and a line for each term."""

    player: str
    place: int
    sharing: int
    """How many share the place, or are tied for it."""
    decided: Decision
    open_tie: MissingNumber | None
    """What is missing where the place is the best of a tie nobody has broken."""
    points: Number | None
    """Table points, as the formula counts them; None for a RisiKo! of which nobody wrote them down."""
    objective: bool
    """Whether it made RisiKo!."""
    key: tuple[Number, ...]
    score: Number
    lines: tuple[ScoreLine, ...]


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


class FormulaOption(FormulaPart):
    """A choice the organiser has: its default, what else it may be, and what it is about."""

    default: Annotated[Any, AllowedWords("formula.wanted.anything")]
    choices: Annotated[list[Any], Field(max_length=MOST_CHOICES), AllowedWords("formula.wanted.choices")] = (
        Field([])
    )
    """The only values it may take; none listed: any number, not below `least`."""
    least: Exact | None = None
    about: str
    about_en: str
    reading: str = ""

    def allows(self, value: object) -> bool:
        """Whether it may be chosen, as far as the option itself says."""
        if self.choices:
            return any(is_same(value, each) for each in self.choices)
        try:
            return self.least is None or amount(value) >= self.least
        except ValueError:
            return False

    @model_validator(mode="after")
    def _allows_its_default(self) -> Self:
        if self.choices and self.least is not None:
            raise refusal("least_beside_choices", at=("least",))
        if self.allows(self.default):
            return self
        if self.choices:
            words = tuple(map(as_written, self.choices))
            raise refusals([(self.default, refusal("unknown_choice", at=("default",), allowed=words))])
        least = {"wanted": "formula.wanted.from_least", "least": as_written(self.least)}
        raise refusals([(self.default, refusal("wrong_value", at=("default",), **least))])


class Ranking(FormulaPart):
    """How results of this formula become standings, unless the tournament says otherwise."""

    ties: list[RankingTie] = Field(["wins", "best-result", "total-of-all", "lot"])
    team_best: int | None = Field(default=None, ge=1)
    """How many results of a team's players count, where teams are ranked."""
    after_first: Literal["total", "table-points"] = "total"
    """What the ranking after the first game goes by."""
    least_total: Exact | Literal["none"] = "none"
    """Totals never fall below this, whatever the penalties."""
    clauses: dict[str, ClauseList] = Field({})


class Special(FormulaPart):
    """Scores of those who could not sit at an ordinary table, where the regulation prints them."""

    duel: Pair | None = None
    """Of the winner and of the loser of a head-to-head."""
    bye: Exact | None = None
    """Of whoever rests because the others make up the tables."""
    clauses: dict[Literal["duel", "bye"], ClauseList] = Field({})


class Scale(FormulaPart):
    """The most table points the formula was made for, and what may break above."""

    most: AboveZero
    breaks: str
    breaks_en: str

    def in_words(self, lang: Language) -> str:
        """What may break."""
        return self.breaks_en if lang == "en" else self.breaks


def _columns(names: list[str]) -> list[str]:
    """Different names, none of which could be taken for an option."""
    if len(set(names)) < len(names) or any(name[:1] in ("", "@", " ") for name in names):
        raise ValueError(names)
    return names


class Formula(FormulaPart):
    """How a table sheet becomes tournament points."""

    id: Name
    title: Annotated[str, Field(pattern=r"\S"), AllowedWords("formula.wanted.title")]
    title_en: str = ""
    about: str = ""
    about_en: str = ""
    source: str = ""
    ties: Ties
    ties_clauses: ClauseList = Field([])
    zero_ties: ZeroTies = "regulation"
    zero_ties_clauses: ClauseList = Field([])
    objective_points: FromZero | Literal["counted"] = "counted"
    """Table points an objective reached stands for, or those really counted."""
    objective_clauses: ClauseList = Field([])
    columns: Annotated[
        list[str], Field(min_length=1), AfterValidator(_columns), AllowedWords("formula.wanted.names")
    ] = Field([COLUMN])
    """What standings compare, the most important first; columns are added up one by one."""
    score: str = COLUMN
    """The column people call the score."""
    decimals: int = Field(default=4, ge=0, le=6)
    """How many decimals people are shown; numbers are kept exact."""
    term: Annotated[list[AnyTerm], Field(min_length=1), AllowedWords("formula.wanted.terms")]
    option: Annotated[dict[str, FormulaOption], AllowedWords("formula.wanted.options")] = Field({})
    standings: Ranking = Ranking()
    special: Special = Special()
    scale: Scale | None = None

    def name(self, lang: Language) -> str:
        """What people call it."""
        return self.title_en if lang == "en" and self.title_en else self.title

    def description(self, lang: Language) -> str:
        """What it does."""
        return self.about_en if lang == "en" and self.about_en else self.about

    def table(self, sheet: TableSheet) -> ScoringTable:
        """The sheet with places and points as this formula wants them.

        Raises MissingNumber, unless the scores are the same however the tie would have been broken.
        """
        try:
            return ScoringTable(sheet, self.treatment)
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

    def cards(self, sheet: TableSheet) -> tuple[ScoreCard, ...]:
        """A card for each seat, in the order of the sheet. Raises MissingNumber or NoSuchSize."""
        return self._cards(self.table(sheet))

    def _whichever_way(self, sheet: TableSheet, missing: MissingNumber) -> ScoringTable:
        tables = [self.table(other) for other in ways(sheet, missing)]
        keys = [[card.key for card in self._cards(table)] for table in tables]
        if not tables or any(found != keys[0] for found in keys):
            raise missing
        if len({keys[0][seat] for seat in missing.tied}) > 1:
            raise missing
        found = tables[0]
        found.leave_open(missing)
        return found

    def _cards(self, table: ScoringTable) -> tuple[ScoreCard, ...]:
        return tuple(self._card(table, seat) for seat in table.seats)

    def _card(self, table: ScoringTable, seat: int) -> ScoreCard:
        by_column = [
            [self._line(term, table, seat) for term in self._speaking(column, table, seat)]
            for column in self.columns
        ]
        key = tuple(sum(line.amount for line in lines) for lines in by_column)
        open_tie = table.open_tie(seat)
        return ScoreCard(
            player=table.sheet.seats[seat].player,
            place=table.placings[seat].place,
            sharing=len(open_tie.tied) if open_tie else table.sharing(seat),
            decided=table.placings[seat].decided,
            open_tie=open_tie,
            points=table.known_points(seat),
            objective=table.reached(seat),
            key=key,
            score=key[self.columns.index(self.score)],
            lines=tuple(line for lines in by_column for line in lines),
        )

    def _speaking(self, column: str, table: ScoringTable, seat: int) -> list[AnyTerm]:
        """The terms of a column that count for a seat: those that concern it, or the one that replaces."""
        found = [term for term in self.term if term.column == column and term.concerns(table, seat)]
        return next(([term] for term in found if term.replaces), found)

    def _line(self, term: Term, table: ScoringTable, seat: int) -> ScoreLine:
        found = term.amount(table, seat)
        clauses, fixed = term.clauses_for(table, seat, found.given_by), self.fixed_points
        if fixed is None or not term.counts_objective(table, seat):
            return ScoreLine(term.id, term.column, found.number, found.whys, found.values, clauses)
        clauses = tuple(dict.fromkeys((*clauses, *self.objective_clauses)))
        return ScoreLine(term.id, term.column, found.number, found.whys, found.values, clauses, fixed)
