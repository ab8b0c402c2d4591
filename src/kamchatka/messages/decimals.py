"""Exact numbers as decimals, for people and for programs."""

from fractions import Fraction


def written(number: int | Fraction) -> str:
    """The number in full for programs: a decimal where it ends, else a fraction."""
    number = Fraction(number)
    decimals = _decimals(number.denominator)
    if decimals is None:
        return f"{number.numerator}/{number.denominator}"
    return _decimal(number, decimals)


def shown(number: int | Fraction, lang: str, most: int = 4) -> str:
    """The number for people: at most so many decimals, rounded half up, with the comma of the language."""
    number = Fraction(number)
    decimals = _decimals(number.denominator)
    if decimals is None or decimals > most:
        number, decimals = half_up(number, most), most
    said = _decimal(number, decimals)
    return said.replace(".", ",") if lang == "it" else said


def percent(part: Fraction, lang: str) -> str:
    """A share of one as a percentage with two decimals, rounded half up."""
    said = _decimal(half_up(part * 100, 2), 2)
    return f"{said.replace('.', ',') if lang == 'it' else said}\u00a0%"


def half_up(number: int | Fraction, decimals: int) -> Fraction:
    """The number with so many decimals, half rounded up."""
    scaled = abs(number) * 10**decimals
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    return Fraction(whole if number >= 0 else -whole, 10**decimals)


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
