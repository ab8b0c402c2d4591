"""Exact numbers: whole where they can be, else fractions, never anything else; decimals only for people.

Nearly every number of a tournament is whole, and whole numbers are many times faster than fractions. Two of
them must not be divided with `/`, which is not exact: `ratio` does it.
"""

import re
from fractions import Fraction

from kamchatka.faults import WrittenDecimal
from kamchatka.messages import Language

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
    scaled = abs(number) * 10**decimals
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    return ratio(whole if number >= 0 else -whole, 10**decimals)


def rounded_up(number: Number) -> int:
    """The number, or the next whole one above."""
    return -(-number.numerator // number.denominator)


def _plain(number: Fraction) -> Number:
    return number.numerator if number.denominator == 1 else number


def written(number: Number) -> str:
    """The number in full for programs: a decimal where it ends, else a fraction."""
    number = Fraction(number)
    decimals = _decimals(number.denominator)
    if decimals is None:
        return f"{number.numerator}/{number.denominator}"
    return _decimal(number, decimals)


def shown(number: Number, lang: Language, most: int = 4) -> str:
    """The number for people: at most so many decimals, rounded half up, with the comma of the language."""
    number = Fraction(number)
    decimals = _decimals(number.denominator)
    if decimals is None or decimals > most:
        number, decimals = Fraction(rounded(number, most)), most
    said = _decimal(number, decimals)
    return said.replace(".", ",") if lang == "it" else said


def _decimals(denominator: int) -> int | None:
    """How many decimals a fraction over this number needs; None if it never ends."""
    twos = fives = 0
    while denominator % 2 == 0:
        denominator //= 2
        twos += 1
    while denominator % 5 == 0:
        denominator //= 5
        fives += 1
    return max(twos, fives) if denominator == 1 else None


def _decimal(number: Fraction, decimals: int) -> str:
    sign = "-" if number < 0 else ""
    digits = str(abs(number.numerator) * 10**decimals // number.denominator).rjust(decimals + 1, "0")
    return sign + (f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits)
