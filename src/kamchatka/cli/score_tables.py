"""Score cards for terminals, programs and spreadsheets."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from rich.table import Table

from kamchatka.cli.scoring_csv import heading
from kamchatka.cli.scoring_input import plain
from kamchatka.messages import Language, text
from kamchatka.scoring.numbers import Number, written
from kamchatka.scoring.views.columns import alike, column_name

if TYPE_CHECKING:
    from kamchatka.scoring.formula.card import Line, ScoreCard
    from kamchatka.scoring.formula.model import Formula
    from kamchatka.scoring.views.csv_out import Cell


LEVEL = ("shared", "undecided")
"""Decisions that put nobody ahead."""


def told_lines(card: "ScoreCard") -> list["Line"]:
    """The lines worth telling: of several columns most are 0 for most players, and need no reason."""
    return [line for line in card.lines if line.amount or len(card.key) == 1]


def decided_by(card: "ScoreCard", lang: Language) -> str:
    """What put the seat ahead of the next place, or that nothing did; nothing to say where points did."""
    if not card.decided or card.decided == "points":
        return ""
    why = text(f"scoring.decided.{card.decided.replace('-', '_')}", lang)
    return why if card.decided in LEVEL else f"{heading('decided', lang)}: {why}"


def amounts_in_words(
    formula: "Formula", cards: Iterable["ScoreCard"], lang: Language
) -> dict[str, list[str]]:
    """By player, the amount of each line, with the decimals of the same column on the other cards.

    Where several columns are compared it says which one it adds to.
    """
    listed = [(card, told_lines(card)) for card in cards]
    amounts: dict[str, list[Number]] = {}
    for _, lines in listed:
        for line in lines:
            amounts.setdefault(line.column, []).append(line.amount)
    shown = {column: alike(numbers, lang, formula.decimals) for column, numbers in amounts.items()}
    return {
        card.player: [
            (f"{column_name(line.column, lang)} " if len(card.key) > 1 else "")
            + shown[line.column](line.amount)
            for line in lines
        ]
        for card, lines in listed
    }


def below_each_other(card: "ScoreCard", amounts: list[str], lang: Language) -> list[str]:
    """Each line of a card: its amount, ending where the others end, and why."""
    width = max(map(len, amounts), default=0)
    lines = zip(amounts, told_lines(card), strict=True)
    return [f"{amount.rjust(width)}  {line.reason(lang)}" for amount, line in lines]


def columns_worth_telling(keys: Sequence[Sequence[Number]], columns: Sequence[str], score: str) -> list[int]:
    """The columns in which somebody has something; the score where nobody has anything."""
    found = [at for at in range(len(columns)) if any(key[at] for key in keys)]
    return found or [columns.index(score)]


def cards_table(formula: "Formula", cards: "tuple[ScoreCard, ...]", lang: Language) -> Table:
    """Cards by place, one line for each term."""
    keys = zip(*(card.key for card in cards), strict=True)
    told = [alike(numbers, lang, formula.decimals) for numbers in keys]
    amounts = amounts_in_words(formula, cards, lang)
    names = ("place", "player", "score", "why", "clause")
    table = Table(*(heading(name, lang) for name in names))
    table.columns[2].justify = "right"
    for card in sorted(cards, key=lambda each: each.place):
        reasons = below_each_other(card, amounts[card.player], lang) or [text("scores.no_lines", lang)]
        if decided := decided_by(card, lang):
            reasons = [*reasons, decided]
        cited = [" ".join(line.clauses) for line in told_lines(card)]
        first = ([str(card.place)], [plain(card.player)], _totals(formula, card, told, lang))
        for cells in zip_longest(*first, reasons, cited, fillvalue=""):
            table.add_row(*cells)
        table.add_section()
    return table


def _totals(
    formula: "Formula", card: "ScoreCard", told: Sequence[Callable[[Number], str]], lang: Language
) -> list[str]:
    """The score; where several columns are compared, each by its name on a line."""
    if len(card.key) == 1:
        return [told[0](card.score)]
    return [
        f"{column_name(formula.columns[at], lang)} {told[at](card.key[at])}"
        for at in columns_worth_telling([card.key], formula.columns, formula.score)
    ]


def card_data(card: "ScoreCard", lang: Language) -> dict[str, Any]:
    """A card for programs."""
    return {
        "player": card.player,
        "place": card.place,
        "decided": card.decided or None,
        "score": written(card.score),
        "key": [written(number) for number in card.key],
        "lines": [line_data(line, lang) for line in told_lines(card)],
    }


def line_data(line: "Line", lang: Language) -> dict[str, Any]:
    """A line of a card for programs."""
    return {
        "term": line.term,
        "column": line.column,
        "amount": written(line.amount),
        "clause": line.clauses[0] if line.clauses else None,
        "clauses": list(line.clauses),
        "why": line.reason(lang),
    }


def csv_rows(
    scored: "Iterable[tuple[Formula, tuple[ScoreCard, ...] | str]]", lang: Language
) -> "Iterator[list[Cell]]":
    """A row for each formula and seat; a formula that cannot score says why in the place of its reasons."""
    yield [heading(name, lang) for name in ("formula", "place", "player", "score", "why", "clause")]
    for formula, cards in scored:
        if isinstance(cards, str):
            yield [formula.id, None, None, None, cards, None]
            continue
        amounts = amounts_in_words(formula, cards, lang)
        for card in sorted(cards, key=lambda each: each.place):
            clauses = dict.fromkeys(clause for line in told_lines(card) for clause in line.clauses)
            lines = zip(amounts[card.player], told_lines(card), strict=True)
            why = "; ".join(f"{amount}: {line.reason(lang)}" for amount, line in lines)
            yield [formula.id, card.place, card.player, card.score, why, " ".join(clauses)]
