"""Numbers as formula files may write them at each key, and the sentence that says what may stand there."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import PlainValidator

from kamchatka.scoring.formula.grid import SIZES, Grid, read_grid
from kamchatka.scoring.numbers import Number, exact

MOST = 10**12
"""No score comes near it; much longer numbers could not even be printed."""


@dataclass(frozen=True)
class Wanted:
    """What may stand at a key: a code of `formula.wanted`."""

    code: str


def amount(raw: object) -> Number:
    """Any number a score may be made of; ValueError for anything else."""
    number = exact(raw)
    if not -MOST < number < MOST:
        raise ValueError("beyond any score")  # without the number, which may be too long to be told
    return number


def above_zero(raw: object) -> Number:
    """A number that something is divided by, or shared out."""
    number = amount(raw)
    if number <= 0:
        raise ValueError(raw)
    return number


def from_zero(raw: object) -> Number:
    """A number of table points."""
    number = amount(raw)
    if number < 0:
        raise ValueError(raw)
    return number


def by_size(raw: object) -> Grid[Number]:
    """One number, or one for each table size."""
    found = read_grid(raw, amount)
    if isinstance(raw, list) or any(len(row) > 1 for row in found.by_size.values()):
        raise ValueError(raw)
    return found


def by_place(raw: object) -> Grid[Number]:
    """One number, a list from the best place on, or either for each table size."""
    found = read_grid(raw, amount)
    if any(len(row) > int(SIZES[-1]) for row in (found.everywhere, *found.by_size.values())):
        raise ValueError(raw)
    return found


def pair(raw: object) -> Grid[Number]:
    """Two numbers: of the winner and of the loser."""
    found = by_place(raw)
    if len(found.everywhere) != 2:
        raise ValueError(raw)
    return found


Exact = Annotated[Number, PlainValidator(amount), Wanted("number")]
AboveZero = Annotated[Number, PlainValidator(above_zero), Wanted("above_zero")]
FromZero = Annotated[Number, PlainValidator(from_zero), Wanted("from_zero")]
BySize = Annotated[Grid[Number], PlainValidator(by_size), Wanted("by_size")]
Numbers = Annotated[Grid[Number], PlainValidator(by_place), Wanted("by_place")]
Pair = Annotated[Grid[Number], PlainValidator(pair), Wanted("pair")]
