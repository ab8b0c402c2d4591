"""Errors of regulations: faulty files, unsupported table sizes, unknown ids."""

from collections.abc import Sequence
from functools import partial

from kamchatka.faults import Fault, FaultyFile
from kamchatka.refusals import NotUnderstood

fault = partial(Fault, catalogues=("rulebook.faults",))
"""A fault of a regulation's file."""


class FaultyRulebook(FaultyFile):
    """A rulebook file that cannot be used, with all its faults."""


class NoSuchTable(ValueError):
    """The regulation has no tables of this size."""

    def __init__(self, seats: int, sizes: Sequence[int]) -> None:
        super().__init__(f"{seats} seats, allowed {list(sizes)}")
        self.seats = seats
        self.sizes = tuple(sizes)


class UnknownRulebook(NotUnderstood):
    """No shipped regulation has this id."""

    section = "rulebook.faults"
