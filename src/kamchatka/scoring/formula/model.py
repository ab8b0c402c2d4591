"""A formula: named terms over a table sheet, read from a file. It produces score cards with reasons."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, PlainValidator, model_validator

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
from kamchatka.scoring.formula.terms import COLUMN, AnyTerm, FormulaPart, RoundedPart, Term
from kamchatka.scoring.numbers import Number, ratio
from kamchatka.scoring.options import MOST_CHOICES
from kamchatka.scoring.sheet.model import TableSheet
from kamchatka.scoring.sheet.places import Decision, MissingNumber, Ties, Treatment, ZeroTies


@dataclass(frozen=True)
class ScoreLine:
    """One line of a score card: the term, its amount, the reason and the clauses."""

    term: str
    column: str
    amount: Number
    whys: tuple[str, ...]
    """The reason, in one or more parts."""
    values: Mapping[str, Number]
    clauses: tuple[ClauseId, ...]
    objective: Number | None = None
    """Table points of a RisiKo!, if the amount depends on them."""

    def reason(self, lang: Language) -> str:
        """The reason as a sentence."""
        reason = ", ".join(text(f"scoring.why.{why}", lang, **self.values) for why in self.whys)
        if self.objective is None:
            return reason
        return f"{reason}; {text('scoring.risiko_counts', lang, points=self.objective)}"


@dataclass(frozen=True, kw_only=True)
class ScoreCard:
    """The score of a seat: its place and why, the key that standings compare, and a line for each term."""

    player: str
    place: int
    sharing: int
    """Number of seats that share the place, or are tied for it."""
    decided: Decision
    open_tie: MissingNumber | None
    """The missing number, if the place is the best of an unbroken tie."""
    points: Number | None
    """Table points as the formula counts them; None for a RisiKo! without recorded points."""
    objective: bool
    """Whether the seat made RisiKo!."""
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
    "total-table-points",
    "total-of-all",
    "last-table",
    "table-points-after-first",
    "previous-rank",
    "better-places",
    "lot",
]
"""Tie-break criteria for equal totals, by the names standings use."""


class FormulaOption(FormulaPart):
    """An option for the organiser: its default, the other allowed values, and a description."""

    default: Annotated[Any, AllowedWords("formula.wanted.anything")]
    choices: Annotated[list[Any], Field(max_length=MOST_CHOICES), AllowedWords("formula.wanted.choices")] = (
        Field([])
    )
    """The allowed values; if empty, any number not below `least`."""
    least: Exact | None = None
    about: str
    about_en: str = ""
    reading: str = ""

    def allows(self, value: object) -> bool:
        """Whether the option itself allows this value."""
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
    """How this formula's results become standings, unless the tournament overrides it."""

    ties: list[RankingTie] = Field(["wins", "best-result", "total-of-all", "lot"])
    scope: Literal["counted", "all"] = "counted"
    """The results the criteria look at: those that count, or all."""
    team_best: int | None = Field(default=None, ge=1)
    """Number of a team's results that count in a team ranking."""
    after_first: Literal["total", "table-points"] = "total"
    """What the ranking after the first game compares."""
    least_total: Exact | Literal["none"] = "none"
    """Lowest possible total, whatever the penalties."""
    clauses: dict[str, ClauseList] = Field({})


class MeanBye(RoundedPart):
    """The score of a bye, computed from a mean of scores."""

    mean: Literal["own", "round"]
    """The mean of the player's own games, or of all games of the round; 0 while there are none."""
    times: FromZero = 1

    def score(self, scores: Sequence[Number]) -> Number:
        """The score of the bye, from the scores whose mean counts."""
        return self.kept(ratio(sum(scores), len(scores)) * self.times) if scores else 0


def _bye_score(raw: object) -> Number | MeanBye:
    return MeanBye.model_validate(raw) if isinstance(raw, dict) else amount(raw)


ByeScore = Annotated[Number | MeanBye, PlainValidator(_bye_score), AllowedWords("formula.wanted.bye")]


class DeadSeat(RoundedPart):
    """The table points of a dead seat: it takes a place, and its points are points of the table."""

    times: FromZero
    """Factor on the mean of the table points of those who play."""

    def points(self, players: Sequence[Number]) -> Number:
        """The points of the dead seat beside players with these points."""
        return self.kept(ratio(sum(players), len(players)) * self.times)


class Special(FormulaPart):
    """Scores for players without an ordinary table."""

    duel: Pair | None = None
    """Scores of the winner and the loser of a head-to-head."""
    bye: ByeScore | None = None
    """Score of a player who has a bye: a number, or computed from a mean."""
    dummy: DeadSeat | None = None
    """Table points of a dead seat; without them it takes no place."""
    clauses: dict[Literal["duel", "bye", "dummy"], ClauseList] = Field({})


class Scale(FormulaPart):
    """The highest table points the formula was designed for, and what may break above them."""

    most: AboveZero
    breaks: str
    breaks_en: str = ""

    def in_words(self, lang: Language) -> str:
        """What may break, as a sentence."""
        return self.breaks_en if lang == "en" and self.breaks_en else self.breaks


def _columns(names: list[str]) -> list[str]:
    """Validate column names: unique, and none that looks like an option."""
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
    """Table points that count for a reached objective: a fixed number, or those counted on the board."""
    objective_clauses: ClauseList = Field([])
    columns: Annotated[
        list[str], Field(min_length=1), AfterValidator(_columns), AllowedWords("formula.wanted.names")
    ] = Field([COLUMN])
    """The columns standings compare, most important first; each column is summed separately."""
    score: str = COLUMN
    """The column shown as the score."""
    decimals: int = Field(default=4, ge=0, le=6)
    """Decimals shown to people; the numbers stay exact."""
    term: Annotated[list[AnyTerm], Field(min_length=1), AllowedWords("formula.wanted.terms")]
    option: Annotated[dict[str, FormulaOption], AllowedWords("formula.wanted.options")] = Field({})
    standings: Ranking = Ranking()
    special: Special = Special()
    scale: Scale | None = None

    @model_validator(mode="after")
    def _dead_seats_keep_ties(self) -> Self:
        if self.special.dummy is not None and self.ties == "break":
            raise refusal("dummy_breaks_ties", at=("special", "dummy"))
        return self

    def name(self, lang: Language) -> str:
        """The formula's display name."""
        return self.title_en if lang == "en" and self.title_en else self.title

    def description(self, lang: Language) -> str:
        """The formula's description."""
        return self.about_en if lang == "en" and self.about_en else self.about

    def table(self, sheet: TableSheet) -> ScoringTable:
        """The sheet with places and points as this formula treats them.

        Raises MissingNumber, unless every way to break the tie gives the same scores.
        """
        try:
            return ScoringTable(sheet, self.treatment, self._dead_seat)
        except MissingNumber as missing:
            return self._whichever_way(sheet, missing)

    @cached_property
    def treatment(self) -> Treatment:
        """How the formula treats ties and objectives at a table."""
        return Treatment(self.ties, self.zero_ties, self.fixed_points)

    @property
    def _dead_seat(self) -> Callable[[Sequence[Number]], Number] | None:
        """How the points of a dead seat follow from those of the players; None if it has none."""
        return self.special.dummy.points if self.special.dummy else None

    @property
    def fixed_points(self) -> Number | None:
        """Table points of every reached objective; None if the counted points apply."""
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
        """The terms of a column that apply to a seat: all that concern it, or the one that replaces them."""
        found = [term for term in self.term if term.column == column and term.concerns(table, seat)]
        return next(([term] for term in found if term.replaces), found)

    def _line(self, term: Term, table: ScoringTable, seat: int) -> ScoreLine:
        found = term.amount(table, seat)
        clauses, fixed = term.clauses_for(table, seat, found.given_by), self.fixed_points
        if fixed is None or not term.counts_objective(table, seat):
            return ScoreLine(term.id, term.column, found.number, found.whys, found.values, clauses)
        clauses = tuple(dict.fromkeys((*clauses, *self.objective_clauses)))
        return ScoreLine(term.id, term.column, found.number, found.whys, found.values, clauses, fixed)
