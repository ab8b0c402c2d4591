"""Comparing what is with what a case expects, in the words of the case."""

from kamchatka.rules import layout
from tests.cases.names import SEAT_LETTERS
from tests.cases.phrases import NEUTRAL_OWNER, Phrasebook
from tests.cases.scene import Table

THEN = Phrasebook("then")


class NotSo(AssertionError):
    """An expectation that is not met."""


def same(found: object, expected: object, what: str = "it") -> None:
    """Fail with both values if they differ."""
    if found != expected:
        raise NotSo(f"{what} is {found}, not {expected}")


def letter(seat: int) -> str:
    """A seat as its letter; `neutral` and - for nobody."""
    if seat == NEUTRAL_OWNER:
        return "neutral"
    return SEAT_LETTERS[seat] if seat >= 0 else "-"


def letters(seats: list[int] | tuple[int, ...]) -> str:
    """Seats as letters."""
    return " ".join(letter(seat) for seat in seats)


def word(table: dict[str, int], number: int) -> str:
    """The word for a number."""
    return next((name for name, value in table.items() if value == number), str(number))


def phase(table: Table) -> int:
    """The phase the table is in."""
    return table.pos.now[layout.PHASE]
