"""A formula's columns as people read them: what each is called, and numbers that stand below each other."""

from collections.abc import Callable, Iterable

from kamchatka.messages import Language, has_text, text
from kamchatka.scoring.numbers import Number, shown

MARKS: dict[Language, str] = {"it": ",", "en": "."}
"""What parts a number from its decimals."""


def column_name(column: str, lang: Language) -> str:
    """What a column of the score is called; as the formula's file writes it where there is no word."""
    code = f"scores.column.{column}"
    return text(code, lang) if has_text(code, lang) else column


def column_heading(column: str, lang: Language) -> str:
    """The same above a column."""
    name = column_name(column, lang)
    return name[:1].upper() + name[1:]


def alike(numbers: Iterable[Number], lang: Language, most: int) -> Callable[[Number], str]:
    """How to show each of these numbers with as many decimals as the one that needs the most."""
    mark = MARKS[lang]
    said = {number: shown(number, lang, most).partition(mark) for number in numbers}
    wanted = max((len(decimals) for _, _, decimals in said.values()), default=0)

    def told(number: Number) -> str:
        whole, _, decimals = said[number]
        return f"{whole}{mark}{decimals.ljust(wanted, '0')}" if wanted else whole

    return told
