"""Views of the scores of one table: a card for each seat, each line with its reason."""

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise

from kamchatka.ids import ClauseId
from kamchatka.messages import Language, text
from kamchatka.scoring.formula.amounts import NoSuchSize
from kamchatka.scoring.formula.model import Formula, ScoreCard
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.sheet.model import TableSheet
from kamchatka.scoring.sheet.places import Decision, MissingNumber
from kamchatka.scoring.views.cells import alike, column_name

LEVEL = ("shared", "undecided")
"""Decisions that leave seats tied."""


@dataclass(frozen=True)
class CardAmount:
    """A number on a card: exact, and formatted like the others of its column."""

    column: str
    """Display name of the column."""
    number: Number
    shown: str


@dataclass(frozen=True)
class CardLine:
    """A line of a card: the amount of a term and its reason."""

    plain_as = "term column amount=amount.number|written clause=clauses|first clauses why"

    term: str
    column: str
    amount: CardAmount
    why: str
    clauses: tuple[ClauseId, ...]


@dataclass(frozen=True, kw_only=True)
class CardView:
    """The score of one seat under one formula."""

    plain_as = "player place decided|some score=score.number|written key=totals.number|written lines"

    player: str
    place: int
    is_winner: bool
    shares_win: bool
    decided: Decision
    decided_by: str
    """What put the seat ahead of the next place, or that nothing did, as text; empty for the last one."""
    score: CardAmount
    totals: tuple[CardAmount, ...]
    """The totals standings compare, by column."""
    lines: tuple[CardLine, ...]
    """Lines to show: with several columns most amounts are 0, and those lines are left out."""

    @property
    def has_columns(self) -> bool:
        """Whether there are several columns, so each total needs its name."""
        return len(self.totals) > 1

    @property
    def puts_ahead(self) -> bool:
        """Whether a decision put the seat ahead."""
        return bool(self.decided_by) and self.decided not in LEVEL

    @property
    def worth_telling(self) -> tuple[CardAmount, ...]:
        """The totals other than 0; the score if all are 0."""
        return tuple(total for total in self.totals if total.number) or (self.score,)


@dataclass(frozen=True)
class ScoredTableView:
    """A table under one formula: a card for each seat, or the problem."""

    formula: Formula
    cards: tuple[CardView, ...]
    problem: MissingNumber | NoSuchSize | None = None
    breaks_order: bool = False
    """Whether a seat scores more than one placed ahead of it."""

    def why_not(self, lang: Language) -> str:
        """The problem as a sentence."""
        if isinstance(self.problem, MissingNumber):
            return self.problem.sentence(lang)
        if self.problem is not None:
            return text("scores.no_such_size", lang, formula=self.formula.id, size=self.problem.size)
        return ""


def table_view(formula: Formula, sheet: TableSheet, lang: Language) -> ScoredTableView:
    """The cards of a sheet, in the order of its seats."""
    try:
        cards = formula.cards(sheet)
    except (MissingNumber, NoSuchSize) as problem:
        return ScoredTableView(formula, (), problem)
    ordered = pairwise(sorted(cards, key=lambda card: card.place))
    breaks = any(ahead.key < behind.key for ahead, behind in ordered if ahead.place < behind.place)
    return ScoredTableView(formula, card_views(formula, cards, lang), breaks_order=breaks)


def card_views(formula: Formula, cards: tuple[ScoreCard, ...], lang: Language) -> tuple[CardView, ...]:
    """Card views; all numbers of a column have the same decimals."""
    keys = zip(*(card.key for card in cards), strict=True)
    totals = [alike(numbers, lang, formula.decimals) for numbers in keys]
    amounts: dict[str, list[Number]] = defaultdict(list)
    for card in cards:
        for line in card.lines:
            amounts[line.column].append(line.amount)
    shown = {column: alike(numbers, lang, formula.decimals) for column, numbers in amounts.items()}
    names = {column: column_name(column, lang) for column in formula.columns}
    winners = sum(card.place == 1 for card in cards)
    several = len(formula.columns) > 1
    found = []
    for card in cards:
        listed = [
            CardAmount(names[column], number, total(number))
            for column, number, total in zip(formula.columns, card.key, totals, strict=True)
        ]
        found.append(
            CardView(
                player=card.player,
                place=card.place,
                is_winner=card.place == 1,
                shares_win=card.place == 1 and winners > 1,
                decided=card.decided,
                decided_by=decided_by(card.decided, lang),
                score=listed[formula.columns.index(formula.score)],
                totals=tuple(listed),
                lines=tuple(
                    CardLine(
                        line.term,
                        line.column,
                        CardAmount(names[line.column], line.amount, shown[line.column](line.amount)),
                        line.reason(lang),
                        line.clauses,
                    )
                    for line in card.lines
                    if line.amount or not several
                ),
            )
        )
    return tuple(found)


def decided_by(decided: Decision, lang: Language) -> str:
    """What put a seat ahead of the next place, as text."""
    return text(f"scoring.decided.{decided.replace('-', '_')}", lang) if decided else ""
