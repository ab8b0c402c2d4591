"""Score cards for terminals, programs and spreadsheets."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.table import Table

from kamchatka.cli.scoring_csv import heading
from kamchatka.cli.scoring_input import plain
from kamchatka.messages import Language, text
from kamchatka.scoring.columns import alike, column_heading, column_name
from kamchatka.scoring.numbers import Number, written

if TYPE_CHECKING:
    from kamchatka.scoring.csv_out import Cell
    from kamchatka.scoring.formula import Formula, Line, ScoreCard


def told_lines(card: "ScoreCard") -> list["Line"]:
    """The lines worth telling: of several columns most are 0 for most players, and need no reason."""
    return [line for line in card.lines if line.amount or len(card.key) == 1]


def decided_by(card: "ScoreCard", lang: Language) -> str:
    """What put the seat ahead of others on equal points; nothing where points did."""
    if not card.decided or card.decided == "points":
        return ""
    return text(f"scoring.decided.{card.decided.replace('-', '_')}", lang)


def lines_in_words(cards: Iterable["ScoreCard"], lang: Language) -> dict[str, list[str]]:
    """By player, each line: its amount, in a column with those of the other cards, and why.

    Where several columns are compared the line says which one it adds to.
    """
    listed = [(card, told_lines(card)) for card in cards]
    amounts: dict[str, list[Number]] = {}
    for _, lines in listed:
        for line in lines:
            amounts.setdefault(line.column, []).append(line.amount)
    shown = {column: alike(numbers, lang) for column, numbers in amounts.items()}
    return {
        card.player: [
            (f"{column_name(line.column, lang)}: " if len(card.key) > 1 else "")
            + f"{shown[line.column](line.amount)}  {line.reason(lang)}"
            for line in lines
        ]
        for card, lines in listed
    }


def columns_worth_showing(keys: Sequence[Sequence[Number]], columns: Sequence[str], score: str) -> list[int]:
    """The columns in which somebody has something, and the score."""
    return [at for at, column in enumerate(columns) if column == score or any(key[at] for key in keys)]


def cards_table(formula: "Formula", cards: "tuple[ScoreCard, ...]", lang: Language) -> Table:
    """Cards by place, one line for each term."""
    shown = columns_worth_showing([card.key for card in cards], formula.columns, formula.score)
    several = len(formula.columns) > 1
    names = [column_heading(formula.columns[at], lang) if several else heading("score", lang) for at in shown]
    numbers = {at: alike((card.key[at] for card in cards), lang) for at in shown}
    said = lines_in_words(cards, lang)
    table = Table(heading("place", lang), heading("player", lang), show_lines=True)
    for name in names:
        table.add_column(name, justify="right")
    table.add_column(heading("why", lang))
    table.add_column(heading("clause", lang))
    for card in sorted(cards, key=lambda each: each.place):
        lines = said[card.player] or [text("scores.no_lines", lang)]
        cited = [" ".join(line.clauses) for line in told_lines(card)]
        if decided := decided_by(card, lang):
            lines = [*lines, f"{heading('decided', lang)}: {decided}"]
        table.add_row(
            str(card.place),
            plain(card.player),
            *(numbers[at](card.key[at]) for at in shown),
            "\n".join(lines),
            "\n".join(cited),
        )
    return table


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
        said = lines_in_words(cards, lang)
        for card in sorted(cards, key=lambda each: each.place):
            clauses = dict.fromkeys(clause for line in told_lines(card) for clause in line.clauses)
            why = "; ".join(" ".join(words.split()) for words in said[card.player])
            yield [formula.id, card.place, card.player, card.score, why, " ".join(clauses)]
