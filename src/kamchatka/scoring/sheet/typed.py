"""Shorthand typed for a seat in one box: `62`, `40r` for a RisiKo!, `e1` for the first one out."""

import re
from typing import NamedTuple

from pydantic import JsonValue

from kamchatka.scoring.numbers import whole

TYPED = re.compile(r"(?P<points>\d{0,5}(?:[.,]\d{1,3})?)\s*(?P<mark>r!?|e[1-6]?)?", re.ASCII | re.IGNORECASE)


class TypedSeat(NamedTuple):
    """A seat parsed from shorthand."""

    points: str
    objective: bool = False
    eliminated: int | None = None
    """0: out, in an order not said."""


def cell_value(cell: str, words: str) -> JsonValue:
    """A form field as a cell value; other text stays unchanged, for the sheet parser to refuse."""
    if cell == "lot":
        return [cell_value("", each) for each in words.replace(",", " ").split()]
    number = whole(words)
    return words if number is None else number


def typed_seat(words: str) -> TypedSeat | None:
    """Parse the shorthand of a box; None if it is not valid."""
    found = TYPED.fullmatch(words.strip())
    if found is None:
        return None
    mark = (found["mark"] or "").lower()
    if mark.startswith("e"):
        return TypedSeat(found["points"], eliminated=int(mark[1:] or 0))
    return TypedSeat(found["points"], objective=bool(mark))
