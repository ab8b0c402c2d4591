"""Exact numbers: integers if possible, else fractions, never floats; decimals only for display.

Nearly every number of a tournament is whole, and integers are many times faster than fractions. Divide with
`ratio`, never `/`, which is not exact.
"""

import re
from fractions import Fraction

from kamchatka.faults import WrittenDecimal
from kamchatka.messages.decimals import half_up, shown, written

__all__ = ["Number", "exact", "ratio", "rounded", "rounded_down", "rounded_up", "shown", "written"]

Number = int | Fraction

_WRITTEN = re.compile(r"([+-]?\d{1,12})(?:/([1-9]\d{0,8})|[.,](\d{1,9}))?", re.ASCII)


def exact(value: object) -> Number:
    """Parse a number of a file, or text like `1/100`, `62.5`, `62,5`; ValueError for anything else."""
    if type(value) is int:
        return value
    if isinstance(value, WrittenDecimal):
        value = str(value)
    found = _WRITTEN.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        raise ValueError(value)
    whole, below, decimals = found.groups()
    if below:
        return ratio(int(whole), int(below))
    return _plain(Fraction(f"{whole}.{decimals}")) if decimals else int(whole)


def whole(words: str, digits: int = 6) -> int | None:
    """Parse an integer of at most this many digits; None for anything else."""
    return int(words) if words.isascii() and words.isdigit() and len(words) <= digits else None


def ratio(above: Number, below: Number) -> Number:
    """The exact quotient."""
    if type(above) is int and type(below) is int and above % below == 0:
        return above // below
    return _plain(Fraction(above, below))


def rounded(number: Number, decimals: int) -> Number:
    """The number rounded half up to this many decimals."""
    return _plain(half_up(number, decimals))


def rounded_down(number: Number, decimals: int) -> Number:
    """The number cut off after this many decimals: never more than the number."""
    scaled = number * 10**decimals
    return ratio(scaled.numerator // scaled.denominator, 10**decimals)


def rounded_up(number: Number, decimals: int = 0) -> Number:
    """The number rounded up to this many decimals: never less than the number."""
    return -rounded_down(-number, decimals)


def _plain(number: Fraction) -> Number:
    return number.numerator if number.denominator == 1 else number
