"""Localised numbers and names."""

from collections import Counter
from math import isfinite

from kamchatka.messages import Language
from kamchatka.simulate.intervals import Interval

EXCHANGED = str.maketrans(",.", ".,")


def number(value: float, lang: Language, digits: int = 0, sign: str = "-") -> str:
    """A number with this many decimals and thousands separators; `sign` "+" always shows the sign."""
    written = f"{value:{sign},.{digits}f}"
    if not any(digit in written for digit in "123456789"):
        written = written.lstrip("+-")
    written = written.replace("-", "−")
    return written.translate(EXCHANGED) if lang == "it" else written


def percent(share: float, lang: Language, digits: int = 2) -> str:
    """A share as a percentage."""
    return f"{number(100 * share, lang, digits)} %"


def between(interval: Interval, lang: Language, factor: float = 1, digits: int = 2, sign: str = "-") -> str:
    """The two ends of an interval."""
    if not isfinite(interval.high):
        return "…"
    ends = (number(factor * end, lang, digits, sign) for end in (interval.low, interval.high))
    return " … ".join(ends)


def line_up(bots: tuple[str, ...]) -> str:
    """The line-up: `4 × soldato`, or the names in the order of play."""
    if len(bots) > 1 and len(Counter(bots)) == 1:
        return f"{len(bots)} × {bots[0]}"
    return ", ".join(bots)
