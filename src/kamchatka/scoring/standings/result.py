"""What one player got in one round: the part played in it, and what a formula makes of that."""

from typing import Literal, NamedTuple

from kamchatka.scoring.numbers import Number
from kamchatka.scoring.sheet.placing import MissingNumber

Key = tuple[Number, ...]
"""What standings compare, the most important column first."""
PLAYED = ("table", "dummy", "duel")
"""Kinds of results that are games; byes, void tables and absences are not."""


class Part(NamedTuple):
    """A player's part in a round: the same under every formula that treats ties and objectives alike."""

    round: int
    player: str
    kind: Literal["table", "dummy", "duel", "bye", "void", "absence"]
    table: int = 0
    place: int = 0
    """0 where there was no game."""
    sharing: int = 1
    """How many share the place, or are tied for it."""
    points: Number | None = 0
    """Table points, as the formula counts them; None for a RisiKo! of which nobody wrote them down."""
    objective: bool = False
    open: MissingNumber | None = None
    """What is missing where the place is the best of a tie nobody has broken."""

    @property
    def is_game(self) -> bool:
        """Whether the player sat at a table and played."""
        return self.kind in PLAYED


class Result(NamedTuple):
    """A part and what it is worth."""

    part: Part
    key: Key
    """By column of the formula, penalties on the result taken off."""
    given_out: Number = 0
    """All scores of the table together; only known where percentages are wanted."""
