"""What people type for a seat in one box: `62`, `40r` for a RisiKo!, `e1` for the first one out."""

import re
from typing import NamedTuple

TYPED = re.compile(r"(?P<points>\d{0,5}(?:[.,]\d{1,3})?)\s*(?P<mark>r!?|e[1-6]?)?", re.IGNORECASE)


class TypedSeat(NamedTuple):
    """A seat as it was typed."""

    points: str
    objective: bool = False
    eliminated: int | None = None


def typed_seat(words: str) -> TypedSeat | None:
    """What a box says; None if it says something else."""
    found = TYPED.fullmatch(words.strip())
    if found is None:
        return None
    mark = (found["mark"] or "").lower()
    if mark.startswith("e"):
        return TypedSeat(found["points"], eliminated=int(mark[1:] or 1))
    return TypedSeat(found["points"], objective=bool(mark))
