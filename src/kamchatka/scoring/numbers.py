"""Exact numbers: whole where they can be, else fractions, never anything else; decimals only for people.

Nearly every number of a tournament is whole, and whole numbers are many times faster than fractions. Two of
them must not be divided with `/`, which is not exact: `ratio` does it.
"""

import re
from fractions import Fraction

from kamchatka.faults import WrittenDecimal
from kamchatka.messages.decimals import half_up, shown, written

__all__ = ["Number", "exact", "ratio", "rounded", "rounded_up", "shown", "written"]

Number = int | Fraction

_WRITTEN = re.compile(r"([+-]?\d{1,12})(?:/([1-9]\d{0,8})|[.,](\d{1,9}))?", re.ASCII)


def exact(value: object) -> Number:
    """The number in a file's number or in text like `1/100`, `62.5`, `62,5`; ValueError for anything else."""
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
    """A whole number as people type it, of so many digits at most; None for anything else."""
    return int(words) if words.isascii() and words.isdigit() and len(words) <= digits else None


def ratio(above: Number, below: Number) -> Number:
    """One number divided by another."""
    if type(above) is int and type(below) is int and above % below == 0:
        return above // below
    return _plain(Fraction(above, below))


def rounded(number: Number, decimals: int) -> Number:
    """The number with so many decimals, half rounded up."""
    return _plain(half_up(number, decimals))


def rounded_up(number: Number) -> int:
    """The number, or the next whole one above."""
    return -(-number.numerator // number.denominator)


def _plain(number: Fraction) -> Number:
    return number.numerator if number.denominator == 1 else number
