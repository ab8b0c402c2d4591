"""Why a format cannot be used: its file is faulty, nobody knows it, an option may not be chosen so."""

from functools import partial

from kamchatka.faults import Fault, FaultyFile
from kamchatka.refusals import NotAllowed, NotUnderstood

format_fault = partial(Fault, catalogues=("format.faults",))
"""A fault of a format file."""


class FaultyFormat(FaultyFile):
    """A format file that cannot be used."""


class UnknownFormat(NotUnderstood):
    """No format has this id."""

    section = "format.refused"


class WrongOption(NotUnderstood):
    """An option the format does not have, or a value it may not take; cites the clause that bounds it."""

    section = "format.refused"


class NoTables(NotAllowed):
    """So many players cannot be seated as the format wants; carries the nearest numbers that can."""

    section = "format.refused"

    def __init__(
        self, players: int, sizes: tuple[int, ...], clause: str, *, below: int | None, above: int | None
    ) -> None:
        near = tuple(number for number in (below, above) if number is not None)
        super().__init__(
            "no_tables" if near else "no_tables_at_all",
            clause=clause,
            players=players,
            sizes=", ".join(map(str, sizes)),
            near=", ".join(map(str, near)),
        )
        self.players = players
        self.sizes = sizes
        self.below = below
        """The nearest lower number that can be seated."""
        self.above = above
        """The nearest higher one."""
