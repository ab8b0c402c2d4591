"""What a table would score, as the page shows it: every formula, every seat, a card for each."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from kamchatka.ids import ClauseId
from kamchatka.messages import Language, text
from kamchatka.rulebook.sections.table_ties import Criterion
from kamchatka.scoring.formula.card import ScoreCard
from kamchatka.scoring.formula.grid import NoSuchSize
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.numbers import Number, shown
from kamchatka.scoring.sheet.cells import TIE_CELLS
from kamchatka.scoring.sheet.model import TableSheet
from kamchatka.scoring.sheet.placing import MissingNumber
from kamchatka.scoring.views.columns import alike, column_name
from kamchatka.web.scores_options import ChosenFormula, formulas

TOGETHER: dict[Criterion, tuple[str, ...]] = {
    "armies-and-cards": ("armies", "cards"),
    "die": ("lot",),
    "lot": ("lot",),
}
"""Criteria that no cell of their own name serves."""


@dataclass(frozen=True)
class LineView:
    """A line of a card."""

    column: str
    reason: str
    amount: str
    clauses: tuple[ClauseId, ...]


@dataclass(frozen=True, kw_only=True)
class CardView:
    """What one seat scores under one formula."""

    player: str
    place: str
    wins: str
    """That it wins, in words; nothing for the others."""
    score: str
    unit: str
    """What the score counts, where several columns are compared."""
    beside: tuple[str, ...]
    """What standings compare besides, as far as it is not nothing."""
    decided: str
    """What put it ahead of the next place."""
    lines: tuple[LineView, ...]
    totals: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class Row:
    """One formula: a card for each seat, or why there is none."""

    id: str
    name: str
    about: str
    is_chosen: bool
    is_changed: bool
    """Whether options other than the defaults were chosen."""
    cards: tuple[CardView, ...] = ()
    silent: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Question:
    """Numbers a tie lacks: which cells, and of whom."""

    sentence: str
    cells: tuple[str, ...]
    players: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """All that the page says of a sheet."""

    rows: tuple[Row, ...]
    questions: tuple[Question, ...]
    players: tuple[str, ...]

    def lacks_order(self, player: str) -> bool:
        """Whether the order in which this one went out is asked for."""
        return any(player in question.players for question in self.questions if not question.cells)


def answer(sheet: TableSheet, chosen: ChosenFormula | None, lang: Language) -> Answer:
    """Every formula over one sheet, the chosen one first."""
    asked: dict[tuple[str, tuple[str, ...]], Question] = {}
    rows = []
    for formula in _in_order(chosen, lang):
        closely = chosen if chosen is not None and formula is chosen.formula else None
        row = Row(
            id=formula.id,
            name=formula.name(lang),
            about=formula.description(lang),
            is_chosen=closely is not None,
            is_changed=closely is not None and closely.is_changed,
        )
        try:
            cards = formula.cards(sheet)
        except NoSuchSize as unforeseen:
            row = replace(row, silent=text("scores_page.no_size", lang, size=unforeseen.size))
        except MissingNumber as missing:
            asked[missing.criterion, missing.players] = _question(missing, lang)
            row = replace(row, silent=text("scores_page.waiting", lang))
        else:
            told = _Told(formula, cards, lang)
            views = tuple(_card(formula, cards, card, told, lang) for card in cards)
            row = replace(row, cards=views, warnings=tuple(_warnings(formula, sheet, cards, lang)))
        rows.append(row)
    return Answer(tuple(rows), tuple(asked.values()), tuple(seat.player for seat in sheet.seats))


def _in_order(chosen: ChosenFormula | None, lang: Language) -> Iterator[Formula]:
    if chosen is not None:
        yield chosen.formula
    for formula in formulas(lang):
        if chosen is None or formula.id != chosen.formula.id:
            yield formula


def _warnings(
    formula: Formula, sheet: TableSheet, cards: tuple[ScoreCard, ...], lang: Language
) -> Iterator[str]:
    counted = (seat for seat in sheet.seats if not (seat.objective and formula.fixed_points))
    most = max(sheet.points(seat) for seat in counted)
    if formula.scale is not None and most > formula.scale.most:
        breaks = formula.scale.breaks_en if lang == "en" else formula.scale.breaks
        limit, points = shown(formula.scale.most, lang), shown(most, lang)
        yield text("scores_page.scale", lang, most=limit, points=points, breaks=breaks)
    ordered = sorted(cards, key=lambda card: card.place)
    if any(ahead.key < behind.key for ahead, behind in pairwise(ordered) if ahead.place < behind.place):
        yield text("scores_page.order", lang)


class _Told:
    """The numbers of one formula: those of a column have the same decimals on all cards."""

    def __init__(self, formula: Formula, cards: tuple[ScoreCard, ...], lang: Language) -> None:
        keys = zip(*(card.key for card in cards), strict=True)
        self.totals = {
            column: alike(numbers, lang, formula.decimals)
            for column, numbers in zip(formula.columns, keys, strict=True)
        }
        amounts: dict[str, list[Number]] = {column: [] for column in formula.columns}
        for card in cards:
            for line in card.lines:
                amounts[line.column].append(line.amount)
        self.amounts = {column: alike(numbers, lang, formula.decimals) for column, numbers in amounts.items()}


def _card(
    formula: Formula, cards: tuple[ScoreCard, ...], card: ScoreCard, told: _Told, lang: Language
) -> CardView:
    named = [
        (column, column_name(column, lang), told.totals[column](number), number)
        for column, number in zip(formula.columns, card.key, strict=True)
    ]
    several = len(named) > 1
    winners = sum(1 for each in cards if each.place == 1)
    wins = "wins" if winners == 1 else "wins_shared"
    return CardView(
        player=card.player,
        place=text("scores_page.place", lang, place=card.place),
        wins=text(f"scores_page.{wins}", lang) if card.place == 1 else "",
        score=told.totals[formula.score](card.score),
        unit=column_name(formula.score, lang) if several else "",
        beside=tuple(
            text("scores_page.beside", lang, column=label, number=said)
            for column, label, said, number in named
            if column != formula.score and number
        ),
        decided=_decided(card, lang),
        lines=tuple(
            LineView(
                column=column_name(line.column, lang) if several else "",
                reason=line.reason(lang),
                amount=told.amounts[line.column](line.amount),
                clauses=line.clauses,
            )
            for line in card.lines
            if line.amount or not several  # a column that is 0 needs no reason
        ),
        totals=tuple((label if several else "", said) for _, label, said, _ in named),
    )


def _decided(card: ScoreCard, lang: Language) -> str:
    if not card.decided:
        return ""
    why = text(f"scoring.decided.{card.decided.replace('-', '_')}", lang)
    return why if card.decided in ("shared", "undecided") else text("scores_page.ahead", lang, why=why)


def _question(missing: MissingNumber, lang: Language) -> Question:
    """The missing numbers as the form asks for them; the order of going out has its field already."""
    serving = {**{name: (cell,) for cell, name in TIE_CELLS.items()}, **TOGETHER}
    cells = next((cells for name, cells in serving.items() if name == missing.criterion), ())
    code = "tie" if cells else "out"
    wanted = ", ".join(text(f"scores_page.field.{cell}", lang) for cell in cells)
    sentence = text(f"scores_page.question.{code}", lang, players=", ".join(missing.players), wanted=wanted)
    return Question(sentence, cells, missing.players)
